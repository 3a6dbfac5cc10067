"""chrF as NLTK defines it: the mean of the F of every order and segment, with beta 3 and one reference."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from understudy import _core
from understudy.compat.nltk.translate.tokens import AssertedError
from understudy.inputs.texts import texts
from understudy.inputs.tokens import Tokens
from understudy.tokens import PRETOKENIZED, Reading, TokenTable

__all__ = ["corpus_chrf", "sentence_chrf"]

EPSILON = 1e-16  # the F of an order without a match


def sentence_chrf(
    reference: str | Sequence[str],
    hypothesis: str | Sequence[str],
    min_len: int = 1,
    max_len: int = 6,
    beta: float = 3.0,
    ignore_whitespace: bool = True,
) -> float:
    """chrF of one hypothesis, a string or a list of tokens that are joined by spaces.

    >>> sentence_chrf("a cat", "a cat", max_len=4)
    1.0
    """
    return corpus_chrf([reference], [hypothesis], min_len, max_len, beta, ignore_whitespace)


def corpus_chrf(
    references: Sequence[str | Sequence[str]],
    hypotheses: Sequence[str | Sequence[str]],
    min_len: int = 1,
    max_len: int = 6,
    beta: float = 3.0,
    ignore_whitespace: bool = True,
) -> float:
    """chrF of a corpus, one reference for each hypothesis.

    >>> corpus_chrf(["a cat"], ["a cat"], max_len=4)
    1.0
    """
    if len(references) != len(hypotheses):
        raise AssertedError(
            f"there are {len(hypotheses)} hypotheses but {len(references)} references;"
            " give one for each, references first"
        )
    hyps, refs = _characters(references, hypotheses, ignore_whitespace)
    starts = np.arange(len(refs) + 1, dtype=np.int64)
    orders = range(min_len, max_len + 1)
    by_order = [_f_scores(_core.match_ngrams(hyps, refs, starts, n, n), beta) for n in orders]
    return float(sum(map(sum, by_order)) / len(orders) / len(hypotheses))


def _characters(
    references: Sequence[Any], hypotheses: Sequence[Any], ignore: bool
) -> tuple[_core.Tokens, _core.Tokens]:
    refs, hyps = (
        [each if isinstance(each, str) else " ".join(each) for each in some] for some in (references, hypotheses)
    )
    if ignore:
        table = TokenTable(Reading("char"))
        of_refs = table.add(texts(refs, "references"))
        return table.add(texts(hyps, "hypotheses")), of_refs
    table = TokenTable(Reading(PRETOKENIZED))
    of_refs = table.add(Tokens(map(list, refs)).texts)
    return table.add(Tokens(map(list, hyps)).texts), of_refs


def _f_scores(counts: Any, beta: float) -> list[float]:
    in_hyp, in_ref, match = counts.T
    with np.errstate(divide="ignore", invalid="ignore"):
        precision, recall = match / in_hyp, match / in_ref
        f = (1 + beta**2) * (precision * recall) / (beta**2 * precision + recall)
    return np.where(np.isnan(f), EPSILON, f).tolist()  # type: ignore[no-any-return]
