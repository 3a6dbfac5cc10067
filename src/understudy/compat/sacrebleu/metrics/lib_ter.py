"""The edits of TER for words, which other packages import from sacrebleu."""

from __future__ import annotations

import numpy as np

from understudy import _core
from understudy.metrics.ter.metric import TER
from understudy.tokens import TokenizedReferences


def translation_edit_rate(words_hyp: list[str], words_ref: list[str]) -> tuple[int, int]:
    """The edits that turn the hypothesis into the reference, and the length of the reference.

    >>> translation_edit_rate("on a mat the cat sat".split(), "the cat sat on a mat".split())
    (1, 6)
    """
    metric, vocabulary = TER(compat="sacrebleu"), _core.Vocabulary()
    hyps, refs = (_core.intern([words], vocabulary) for words in (words_hyp, words_ref))
    rows = metric.rows(hyps, TokenizedReferences(refs, np.array([0, 1], dtype=np.int64)))
    edits, length = metric.edits_and_length(rows)
    return int(edits[0]), int(length[0])
