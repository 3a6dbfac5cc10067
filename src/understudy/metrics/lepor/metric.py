"""LEPOR, hLEPOR and nLEPOR: length, word order, precision and recall, each a factor of the score."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from understudy import _core
from understudy.contract.about import About
from understudy.contract.arithmetic import Rows, divide, where
from understudy.contract.metric import Parts
from understudy.errors import SettingError, choose
from understudy.inputs.texts import Progress
from understudy.metrics.lepor.about import ABOUT_HLEPOR, ABOUT_LEPOR, ABOUT_NLEPOR
from understudy.metrics.lepor.base import PositionMetric
from understudy.metrics.lepor.hlepor_compat import align_like_hlepor, split_at_spaces
from understudy.metrics.lepor.positions import Align, align
from understudy.metrics.lepor.presets import PRESETS
from understudy.metrics.shared.docstrings import documented
from understudy.metrics.shared.means import weighted_geometric_mean, weighted_harmonic_mean
from understudy.metrics.shared.validation import check_order, checked_weights, set_fields
from understudy.tokens import Reading, TokenizedReferences

# What the pages have in common.
SETTINGS = """\
alpha: the weight of recall, 9.
    beta: the weight of precision, 1.
    window: how many words on either side are a word's context, 2.
    tokenizer: 13a, intl, zh, char, none, ja-mecab or any other, or a function from a string to its tokens.
    lowercase: yes (Unicode), no, or ascii (A to Z only).
    normalization: NFC, NFD, NFKC or NFKD; none if not given.
    normalizer: rules for speech by name, such as whisper-en; none if not given."""
SHARED = {
    "Several references": """\
The one with the best segment score counts, the first of equals; precision, recall and penalties are those
against it. The authors' programs take one reference only.""",
    "Empty text": "If hypothesis and reference are both empty the segment scores 100; if only one of them is, 0.",
}


@documented(SHARED, settings=SETTINGS)
@dataclass(frozen=True)
class LEPOR(PositionMetric):
    """LEPOR: length penalty, times position penalty, times the harmonic mean of precision and recall.

    What it measures
        Whether the hypothesis has the words of the reference, in about the same positions, and is about as long.
        0 to 100, higher is better; comparable only between scores with the same signature on the same test set.

    How
        Each word of the hypothesis, from left to right, is aligned to an equal word of the reference that is still
        free. Of several, those that share a word with it within the window on either side are preferred, then the
        nearest, then the first. With S and R the lengths of hypothesis and reference and m the number of aligned
        words: LP = exp(1 - longer / shorter length); NPD = the sum of |j/S - k/R| over aligned positions j and k,
        counted from 1, divided by S; position penalty = exp(-NPD); precision P = m/S; recall Rc = m/R; HPR = (alpha +
        beta) / (alpha/Rc + beta/P). LEPOR = LP * position penalty * HPR. The corpus score is the mean of the segment
        scores.

    Settings
        {settings}
        corpus: mean (of segment scores: the authors' LEPOR-A) or factors (the formula applied to the means of the
        three factors: their LEPOR-B).

    Known surprises
        The authors' Perl program gives other numbers, for five reasons that its code shows. It tests whether a position
        is used by a prefix of its number, so that a used position 10 blocks position 1, and counts too few matches.
        Near the ends of a sentence two missing neighbors count as equal, and negative positions wrap around. Elsewhere
        a word is its own neighbor, so that the first equal word is always taken. Words of the reference are used
        several times for positions, also by words beyond the matches. And a hypothesis with the reference's words in
        any order has no position penalty at all. None of that is reproduced. NLTK's lepor inverts the length penalty
        and exceeds 1; its scores can't be compared with any LEPOR.

    Paper
        Han, Wong and Chao 2012. LEPOR: a robust evaluation metric for machine translation with augmented factors.

    Checked against
        Examples worked by hand; a model of the formulas on 37 pairs; the authors' LEPOR_V1.0 Perl program on 1,000
        segments, where scores differ exactly where a model of its five mistakes does (TED talks, to 1e-9).
    """

    name: ClassVar[str] = "lepor"
    title: ClassVar[str] = "LEPOR"
    about: ClassVar[About] = ABOUT_LEPOR

    def _combined(self, found: Parts) -> Rows:
        return found["length_penalty"] * found["position_penalty"] * found["hpr"]


# What it measures is said again, since each metric's docstring becomes a page of its own.
@documented(SHARED, settings=SETTINGS)
@dataclass(frozen=True)
class HLEPOR(PositionMetric):
    """hLEPOR: the weighted harmonic mean of length penalty, position penalty, and precision with recall.

    What it measures
        Whether the hypothesis has the words of the reference, in about the same positions, and is about as long.
        0 to 100, higher is better; comparable only between scores with the same signature on the same test set.

    How
        The factors are those of LEPOR: length penalty LP, position penalty NPosPenal, and HPR, the harmonic mean of
        recall and precision weighted by alpha and beta. With weights a, b and c,
        hLEPOR = (a + b + c) / (a/LP + b/NPosPenal + c/HPR), and 0 if a factor is 0.
        The corpus score is the mean of the segment scores. cushLEPOR is hLEPOR with numbers that were tuned to
        neural or human scores: they are among the presets.

    Settings
        {settings}
        corpus: mean (of segment scores: the authors' hLEPOR-A) or factors (the formula applied to the means of the
        three factors: their hLEPOR-B).
        weights: of length penalty, position penalty and HPR, 2/1/7.
        preset: published numbers for alpha, beta, window and weights, filled in where they are not given: en-cs,
        en-de, en-es, en-fr, en-ru, cs-en, de-en, es-en, fr-en or ru-en (WMT13), wmt19 (that year's baseline, any
        pair), cushlepor-lm-zh-en, cushlepor-psqm-zh-en, cushlepor-lm-en-de, cushlepor-psqm-en-de or
        cushlepor-lm-en-de-v1. The signature shows the numbers.
        compat: hlepor-0.0.4 (the Python package of that name and version, with its alignment, and with text split at
        single spaces unless a tokenizer is given). It takes the slow, readable path.

    Empty text
        If hypothesis and reference are both empty the segment scores 100; if only one of them is, 0. hLepor 0.0.4
        refuses empty text; compat=hlepor-0.0.4 scores it in the same way.

    Known surprises
        The authors' Perl program gives other numbers, for the reasons on LEPOR's page. hLepor 0.0.4 makes two mistakes
        in its alignment: the nearest of the candidates in context is looked up in the list of all candidates, and a
        word near the beginning has no left context; so about a fifth of segments differ, by less than half a point. It
        splits text with NLTK's word_tokenize, which you can pass as tokenizer, or at single spaces, where two spaces
        make an empty word. A weight for HPR as small as in en-de makes all scores high and close.

    Paper
        Han, Wong, Chao, He, Lu, Xing and Zeng 2013. Language-independent model for machine translation evaluation with
        reinforced factors.
        Presets: Han, Sorokina, Erofeev and Gladkoff 2021. cushLEPOR: customising hLEPOR metric using Optuna for higher
        agreement with human judgments or pre-trained language model LaBSE.

    Checked against
        Examples worked by hand; a model of the formulas on 37 pairs; the authors' Perl program on 1,000 segments, where
        scores differ exactly where a model of its mistakes does; hLepor 0.0.4 under compat with nine sets of numbers
        (9,000 segment scores to 1e-9) and live on any text.
    """

    name: ClassVar[str] = "hlepor"
    title: ClassVar[str] = "hLEPOR"
    about: ClassVar[About] = ABOUT_HLEPOR
    decides_others: ClassVar[tuple[str, ...]] = ("compat",)

    weights: tuple[float, ...] | None = None
    preset: str | None = None
    compat: str | None = None

    def __post_init__(self) -> None:
        if self.compat is not None:
            choose("compat", self.compat, ["hlepor-0.0.4"])
        if self.preset is not None:
            self._fill_from_preset(self.preset)
        super().__post_init__()
        set_fields(self, weights=checked_weights("weights", self.weights, 3))

    def _fill_from_preset(self, preset: str) -> None:
        choose("preset", preset, PRESETS)
        if None not in (self.alpha, self.beta, self.window, self.weights):
            raise SettingError(
                f"preset {preset!r} has nothing to fill in: alpha, beta, window and weights are all given;"
                " leave out the preset, or the numbers that it is to give"
            )
        self._fill(preset)
        # From here on the numbers speak: equal numbers are equal metrics, whatever their source.
        set_fields(self, preset=None)

    def _fill(self, preset: str) -> None:
        super()._fill(preset)
        if self.weights is None:
            set_fields(self, weights=PRESETS[preset][-1])

    @cached_property
    def reading(self) -> Reading:
        if self.tokenizer is None:
            return Reading(split_at_spaces, self.lowercase, self.normalization, normalizer=self.normalizer)  # type: ignore[arg-type]
        return super().reading

    @property
    def _align(self) -> Align:
        return align if self.compat is None else align_like_hlepor

    def rows(
        self,
        hyps: _core.Tokens,
        refs: TokenizedReferences,
        survey: Any = None,
        threads: int = 1,
        progress: Progress | None = None,
    ) -> Rows:
        if self.compat is None:
            return super().rows(hyps, refs, survey, threads, progress)
        pairs = []
        for i in range(len(hyps)):
            if progress is not None and i % 100 == 0:
                progress(i)
            hyp = hyps.words(i)
            pairs += [self._pair(hyp, ref) for ref in refs.words(i)]
        return self._rows_of(np.array(pairs, dtype=float), refs.starts)

    def _combined(self, found: Parts) -> Rows:
        factors = found["length_penalty"], found["position_penalty"], found["hpr"]
        return weighted_harmonic_mean(self.weights or (), factors)


@documented(SHARED, settings=SETTINGS)
@dataclass(frozen=True)
class NLEPOR(PositionMetric):
    """nLEPOR: LEPOR with the precision and recall of n-grams instead of words.

    What it measures
        Whether the hypothesis has the n-grams of the reference, its words in about the same positions, and is about as
        long. 0 to 100, higher is better; comparable only between scores with the same signature on the same test set.

    How
        Length penalty and position penalty are those of LEPOR. For each n, HPR_n is the harmonic mean of the recall and
        the precision of n-grams, weighted by alpha and beta.
        nLEPOR = LP * position penalty * exp(sum of w_n * log HPR_n).
        No public program has an nLEPOR, and its paper leaves open how n-grams are matched, how many orders there are
        and what their weights are. Our choice: an n-gram counts as often as both texts have it (clipped), four orders,
        uniform weights. An order for which both texts are too short is left out and the other weights are rescaled to
        add up to 1. The corpus score is the mean of the segment scores.

    Settings
        {settings}
        corpus: mean (of segment scores) or factors (the formula applied to the means of the penalties and of each
        HPR_n, the latter over segments that are long enough for the order).
        order: the longest n-gram, 4.
        weights: one w_n per order, none negative, of any sum; uniform if not given.

    Known surprises
        A segment in which some order has no match scores 0, as with BLEU before smoothing: with four orders that is
        common for short or free translations. corpus=factors averages first and is not affected. With order=1 it is
        LEPOR. The authors' program of this name is LEPOR.

    Paper
        Han, Wong, Chao, Lu, He, Wang and Zhou 2013. A description of tunable machine translation evaluation systems in
        WMT13 metrics task.

    Checked against
        LEPOR, which it equals with order=1, and a count of n-grams in plain Python; there is no original program.
    """

    name: ClassVar[str] = "nlepor"
    title: ClassVar[str] = "nLEPOR"
    about: ClassVar[About] = ABOUT_NLEPOR

    order: int = 4
    weights: tuple[float, ...] | None = None

    def __post_init__(self) -> None:
        check_order(self.order)
        if self.weights is not None:
            set_fields(self, weights=checked_weights("weights", self.weights, self.order))
        super().__post_init__()

    @property
    def factors(self) -> tuple[str, ...]:
        by_order = [f"{name}_{n}" for n in self.orders for name in ("precision", "recall", "hpr", "present")]
        return ("score", "length_penalty", "position_penalty", *by_order)

    @property
    def copy_is_best(self) -> bool:
        return self.weights is None or self.weights[0] > 0  # else a copy may be too short for the orders that count

    @property
    def _order(self) -> int:
        return self.order

    @property
    def orders(self) -> range:
        """The lengths of n-grams that count."""
        return range(1, self.order + 1)

    def _factors_of(self, counts: list[Rows]) -> Parts:
        hyp_length, ref_length = counts[:2]
        found = super()._factors_of(counts)
        for n, match in zip(self.orders, counts[4:], strict=True):
            totals = [where(length > n - 1, length - (n - 1), 0.0) for length in (hyp_length, ref_length)]
            # Two empty texts are equal in every order.
            present = where((totals[0] + totals[1] > 0) | (hyp_length + ref_length == 0), 1.0, 0.0)
            for name, value in self._precision_and_recall(match, *totals).items():
                found[f"{name}_{n}"] = value * present
            found[f"present_{n}"] = present
        return found

    def _combined(self, found: Parts) -> Rows:
        hpr, present = ([found[f"{name}_{n}"] for n in self.orders] for name in ("hpr", "present"))
        mean = weighted_geometric_mean(self.weights or (1.0,) * self.order, hpr, [each > 0 for each in present])
        return found["length_penalty"] * found["position_penalty"] * mean

    def means(self, totals: Rows) -> Parts:
        found = super().means(totals)
        for n in self.orders:
            for name in ("precision", "recall", "hpr"):
                found[f"{name}_{n}"] = divide(found[f"{name}_{n}"], found[f"present_{n}"])
        return found

    score_alone = PositionMetric.score_alone

    def score(self, totals: Rows) -> Parts:
        return {name: value for name, value in super().score(totals).items() if not name.startswith("present_")}
