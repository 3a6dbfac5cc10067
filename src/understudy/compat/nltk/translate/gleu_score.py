"""GLEU of Google's translation system, from 0 to 1."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from understudy.compat.nltk.translate.tokens import as_tokens
from understudy.metrics.gleu.metric import GLEU

__all__ = ["corpus_gleu", "sentence_gleu"]


def sentence_gleu(
    references: Sequence[Sequence[Any]], hypothesis: Sequence[Any], min_len: int = 1, max_len: int = 4
) -> float:
    """GLEU of one hypothesis.

    >>> sentence_gleu([["a", "cat", "sat"]], ["a", "cat"])
    0.5
    """
    return corpus_gleu([references], [hypothesis], min_len, max_len)


def corpus_gleu(
    list_of_references: Sequence[Sequence[Sequence[Any]]],
    hypotheses: Sequence[Sequence[Any]],
    min_len: int = 1,
    max_len: int = 4,
) -> float:
    """GLEU of a corpus.

    >>> corpus_gleu([[["a", "cat", "sat"]]], [["a", "cat"]])
    0.5
    """
    hyps, refs = as_tokens(list_of_references, hypotheses)
    if not len(hyps):
        return 0.0
    totals = GLEU(order=max_len, shortest=min_len).stats(hyps, refs).totals()
    match, total = totals.metric.each(totals.values, ("match", "total"))
    return float(match / total) if total else 0.0
