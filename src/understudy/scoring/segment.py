"""One segment by itself: the row that it has in a corpus, without what only a corpus needs."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from understudy import _core
from understudy.contract.metric import Metric
from understudy.contract.stats import Stats
from understudy.errors import InputError
from understudy.tokens import Reading, TokenizedReferences
from understudy.tokens.scripts import sample, warn_of_script

ONE_REFERENCE = np.array([0, 1], dtype=np.int64)  # where it begins and ends in the flat list
ONE_REFERENCE.flags.writeable = False  # all segments share it


def segment_stats(metric: Metric, hyp: str, refs: str | Sequence[str], look: bool = True) -> Stats:
    """Count the row of one segment, as `metric.stats([hyp], [refs])` does, but faster.

    Without `look` nobody is warned of a script that the tokenizer can't split.

    >>> from understudy.metrics import make_metric
    >>> segment_stats(make_metric("wer"), "a cat", "a cat sat").rows[0, :4].tolist()
    [2.0, 0.0, 1.0, 0.0]
    """
    listed = [refs] if isinstance(refs, str) else refs
    read = _read(metric.reading, hyp, listed, look)
    if read is None:
        return metric.stats([hyp], [refs])  # takes whatever can be taken, and says what is wrong with the rest
    tokens, references = read
    return Stats(metric, metric.rows(tokens, references, metric.survey(references)), str(len(listed)))


def _read(
    reading: Reading, hyp: str, refs: Sequence[str], look: bool
) -> tuple[_core.Tokens, TokenizedReferences] | None:
    """Read strings natively; None where there is anything else to do."""
    if not reading.direct or reading.pretokenized or type(refs) not in (list, tuple) or not refs:
        return None
    tokenizer = str(reading.tokenizer)
    try:
        hypotheses, references = _core.Texts([hyp], "hypotheses"), _core.Texts(refs, "references")
        tokens, of_refs = _core.encode_segment(hypotheses, references, tokenizer, reading.lowercase, reading.lines)
    except InputError:
        return None
    if look and not all(map(str.isascii, refs)):
        warn_of_script(tokenizer, [refs[i] for i in sample(len(refs))])
    starts = ONE_REFERENCE if len(refs) == 1 else np.array([0, len(refs)], dtype=np.int64)
    return tokens, TokenizedReferences(of_refs, starts)
