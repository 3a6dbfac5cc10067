"""Every metric keeps the laws, and every law notices the mistake that it is there for."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import cycle, product
from typing import ClassVar

import numpy as np
import pytest
from law_checks import keeps

from understudy.contract.arithmetic import divide
from understudy.contract.metric import Metric
from understudy.metrics.bleu.metric import BLEU
from understudy.metrics.bleu.smoothing import DEFAULT_VALUES
from understudy.testing import check_metric
from understudy.tokens import NORMALIZATIONS, TOKENIZERS, Reading


def halves(text: str) -> list[str]:
    """A tokenizer that nobody would build in; it can be pickled because it has a name in a module."""
    return [half for word in text.split() for half in (word[: len(word) // 2], word[len(word) // 2 :]) if half]


SETTINGS = [
    {},
    *({"order": order} for order in (1, 2, 6, 64)),
    # Each tokenizer with one kind of case; tests/tokens has them all.
    *(
        {"tokenizer": tokenizer, "lowercase": case}
        for tokenizer, case in zip(TOKENIZERS, cycle(("no", "yes", "ascii")), strict=False)
    ),
    {"tokenizer": halves},
    {"tokenizer": halves, "lowercase": "yes", "normalization": "NFC"},
    *({"normalization": form} for form in NORMALIZATIONS),
    *({"smoothing": smoothing} for smoothing in DEFAULT_VALUES),
    {"smoothing": "floor", "smoothing_value": 0.01},
    {"smoothing": "add-k", "smoothing_value": 0.5, "effective_order": "never"},
    {"smoothing": "none", "order": 6, "reference_length": "average"},
    {"weights": (0.1, 0.2, 0.3, 0.4)},
    {"weights": (0.5, 0.5), "order": 2, "smoothing": "none"},
    {"weights": (0, 0.5, 0.5, 0)},
    *({"effective_order": when} for when in ("segments", "never", "always")),
    *({"reference_length": rule} for rule in ("closest", "shortest", "average")),
    *({"compat": program} for program in ("mteval", "multi-bleu")),
    {"compat": "mteval", "tokenizer": "intl", "lowercase": "no"},
    {"compat": "multi-bleu", "order": 2},
]


def told(settings: dict) -> str:
    return ",".join(f"{name}={getattr(value, '__name__', value)}" for name, value in settings.items()) or "default"


@pytest.mark.parametrize("settings", SETTINGS, ids=told)
def test_bleu_keeps_the_laws(settings):
    check_metric(BLEU(**settings))


def test_bleu_keeps_the_laws_on_a_corpus_of_one_segment():
    check_metric(BLEU(), ["a cat"], ["a cat sat here"])
    check_metric(BLEU(), [""], [[""]])


# --- Laws that a setting must decline ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Proud(BLEU):
    """BLEU that declines no law, whatever its settings."""

    name: ClassVar[str] = "proud"
    copy_is_best = True
    twice_is_same = True


CHOICES = [
    dict(zip(("order", "weights", "smoothing", "effective_order", "reference_length", "compat"), values, strict=True))
    for orders, *others in product(
        [(1, None), (4, None), (2, (0.5, 0.5)), (2, (0.0, 1.0)), (2, (1.0, 0.0))],
        DEFAULT_VALUES,
        ("segments", "never", "always"),
        ("closest", "shortest", "average"),
        (None, "mteval"),
    )
    for values in [(*orders, *others)]
]


def test_bleu_declines_the_law_of_the_copy_exactly_where_it_can_not_be_kept():
    wrong = [each for each in CHOICES if BLEU(**each).copy_is_best != keeps("a_copy_is_best", Proud(**each))]
    assert not wrong


def test_bleu_declines_the_law_of_the_corpus_twice_over_exactly_where_it_can_not_be_kept():
    # Where no 4-gram matches, every smoothing counts something that doesn't grow with the corpus.
    law, hyps, refs = "the_corpus_twice_over_scores_the_same", ["a cat sat there by me"], [["a cat sat here by you"]]
    for smoothing in DEFAULT_VALUES:
        assert BLEU(smoothing=smoothing).twice_is_same == keeps(law, Proud(smoothing=smoothing), hyps, refs), smoothing


# --- Metrics from outside ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ExactMatch(Metric):
    """The share of hypotheses that are one of their references, word for word."""

    name: ClassVar[str] = "exact"
    title: ClassVar[str] = "exact match"
    lowercase: str = "no"

    @property
    def columns(self):
        return ("same", "segments")

    @property
    def reading(self):
        return Reading("none", self.lowercase)

    def row(self, hyp, refs, survey=None):
        return [float(hyp in refs), 1.0]

    def rows(self, hyps, refs, survey=None, threads=1, progress=None):
        return np.array([self.row(hyps.words(i), refs.words(i)) for i in range(len(refs))])

    def score(self, totals):
        return {"score": 100 * divide(self.column(totals, "same"), self.column(totals, "segments"))}


@dataclass(frozen=True)
class KnownWords(Metric):
    """The share of words that any reference of the whole test set has: a metric that needs a survey."""

    name: ClassVar[str] = "known"
    title: ClassVar[str] = "known words"

    @property
    def columns(self):
        return ("known", "words")

    @property
    def reading(self):
        return Reading("13a")

    def survey(self, refs, threads=1):
        ids = refs.tokens.ids
        return frozenset(ids.tolist()), frozenset(
            word for i in range(len(refs.tokens)) for word in refs.tokens.words(i)
        )

    def row(self, hyp, refs, survey=None):
        _, words = survey
        return [float(sum(word in words for word in hyp)), float(len(hyp))]

    def rows(self, hyps, refs, survey=None, threads=1, progress=None):
        ids, _ = survey
        known = np.cumsum([0, *(each in ids for each in hyps.ids.tolist())])
        offsets = hyps.offsets.astype(np.int64)
        return np.stack([np.diff(known[offsets]), np.diff(offsets)], axis=-1).astype(np.float64)

    def score(self, totals):
        return {"score": 100 * divide(self.column(totals, "known"), self.column(totals, "words"))}


@dataclass(frozen=True)
class LengthError(Metric):
    """By how many words a hypothesis is too long or too short, on average: lower is better, without end."""

    name: ClassVar[str] = "length-error"
    title: ClassVar[str] = "length error"
    maximum: ClassVar[float | None] = None
    higher_is_better: ClassVar[bool] = False

    @property
    def columns(self):
        return ("error", "segments")

    @property
    def reading(self):
        return Reading("char")

    def row(self, hyp, refs, survey=None):
        return [float(min(abs(len(hyp) - len(ref)) for ref in refs)), 1.0]

    def rows(self, hyps, refs, survey=None, threads=1, progress=None):
        hyp_lengths, ref_lengths = (np.diff(each.offsets.astype(np.int64)) for each in (hyps, refs.tokens))
        errors = np.abs(np.repeat(hyp_lengths, np.diff(refs.starts)) - ref_lengths)
        return np.stack([np.minimum.reduceat(errors, refs.starts[:-1]), np.ones(len(refs))], axis=-1)

    def score(self, totals):
        return {"score": divide(self.column(totals, "error"), self.column(totals, "segments"))}


@pytest.mark.parametrize("metric", [ExactMatch(), ExactMatch("yes"), KnownWords(), LengthError()], ids=repr)
def test_a_metric_from_outside_keeps_the_laws(metric):
    check_metric(metric)
