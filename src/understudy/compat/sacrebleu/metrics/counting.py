"""Our counts of texts that were checked; loads numpy and the native core."""

from __future__ import annotations

import numpy as np

from understudy import _core
from understudy.contract.arithmetic import Rows
from understudy.contract.metric import Metric
from understudy.inputs.texts import References
from understudy.scoring.chunks import count
from understudy.scoring.segment import segment_stats


def corpus_rows(metric: Metric, hyps: _core.Texts, refs: References) -> Rows:
    """Count the rows of a corpus; sacrebleu says nothing of scripts that a tokenizer can't split, nor do we here."""
    return count({"": metric}, {"": hyps}, refs, look=False)[""][""].rows


def segment_rows(metric: Metric, hyp: str, refs: list[str]) -> Rows:
    """Count the row of one segment."""
    return segment_stats(metric, hyp, refs, look=False).rows


def sums(rows: Rows) -> Rows:
    """The sum of all rows, as one row."""
    return np.einsum("ij->j", rows)[None]  # type: ignore[no-any-return]
