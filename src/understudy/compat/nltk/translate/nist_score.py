"""NIST as NLTK defines it: of several references, the best for each order, and its length."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from understudy.compat.nltk.translate.tokens import as_tokens
from understudy.errors import InputError
from understudy.inputs.tokens import Tokens
from understudy.metrics.nist.metric import NIST, length_factor

__all__ = ["corpus_nist", "nist_length_penalty", "sentence_nist"]


def sentence_nist(references: Sequence[Sequence[Any]], hypothesis: Sequence[Any], n: int = 5) -> float:
    """NIST of one hypothesis, with the information of its own references.

    >>> round(sentence_nist([["a", "cat", "sat"]], ["a", "cat"], n=2), 4)
    0.7925
    """
    return corpus_nist([references], [hypothesis], n)


def corpus_nist(
    list_of_references: Sequence[Sequence[Sequence[Any]]], hypotheses: Sequence[Sequence[Any]], n: int = 5
) -> float:
    """NIST of a corpus; an order that every hypothesis is too short for counts 0, where NLTK divides by zero.

    >>> round(corpus_nist([[["a", "cat", "sat"]]], [["a", "cat"]], n=2), 4)
    0.7925
    """
    _check_references(list_of_references)
    pairs = [(ref, hyp) for refs, hyp in zip(list_of_references, hypotheses, strict=False) for ref in refs]
    if len(list_of_references) != len(hypotheses) or not pairs:
        as_tokens(list_of_references, hypotheses)  # says what is wrong
        raise InputError("there are no segments to score; give at least one hypothesis with its references")
    hyps, refs = as_tokens([[ref] for ref, _ in pairs], [hyp for _, hyp in pairs])
    counts = np.array([len(each) for each in list_of_references])
    return _score(hyps, refs, n, np.concatenate(([0], np.cumsum(counts)[:-1])))


def _check_references(list_of_references: Sequence[Any]) -> None:
    for number, references in enumerate(list_of_references, 1):
        if not len(references):
            raise InputError(f"segment {number} has no references; give at least one for each hypothesis")


def _score(hyps: Tokens, refs: Tokens, order: int, starts: Any) -> float:
    """Of the pairs of each segment, which begin at `starts`, take the best for each order, the longest of equals."""
    stats = NIST(order=order, lowercase="no").stats(hyps, refs)
    metric, rows = stats.metric, stats.rows
    bits = np.array(metric.values(rows, "information")) + np.array(metric.values(rows, "fine"))
    totals = np.array(metric.values(rows, "total"))
    hyp_length, ref_length = metric.each(rows, ("hyp_length", "ref_length"))
    best = np.maximum.reduceat(bits, starts, axis=1)
    segments = np.repeat(np.arange(len(starts)), np.diff(np.append(starts, len(rows))))
    lengths = np.maximum.reduceat(np.where(bits == best[:, segments], ref_length, -1), starts, axis=1)
    precisions = best.sum(axis=1) / np.maximum(totals[:, starts].sum(axis=1), 1)
    return float(precisions.sum() * length_factor(order * hyp_length[starts].sum(), lengths.sum()))


def nist_length_penalty(ref_len: int, hyp_len: int) -> float:
    """What a hypothesis shorter than its reference is multiplied by: 1/2 at two thirds of the length.

    >>> round(nist_length_penalty(6, 4), 4), nist_length_penalty(6, 7)
    (0.5, 1.0)
    """
    return float(length_factor(np.array(hyp_len, float), np.array(ref_len, float)))
