"""Every law notices the mistake that it is there for."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np
import pytest
from law_checks import keeps

from understudy.contract.arithmetic import divide
from understudy.contract.metric import Metric
from understudy.errors import InputError
from understudy.metrics.bleu.metric import BLEU
from understudy.metrics.shared.brevity import brevity_penalty
from understudy.testing import LAWS, LawBroken, check_metric
from understudy.tokens import Reading

MISTAKES: dict[str, list[Metric]] = {law: [] for law in LAWS}


def breaks(law: str, frozen: bool = True, **settings):
    """Plant a metric, with these settings, that has one mistake and breaks this one law."""

    def plant(cls):
        planted = dataclass(frozen=True)(cls) if frozen else cls
        MISTAKES[law].append(planted(**settings))
        return planted

    return plant


@dataclass(frozen=True)
class Planted(BLEU):
    """BLEU under a name that isn't in the table of contents; it has no mistake yet."""

    name: ClassVar[str] = "planted"


@dataclass(frozen=True)
class PlantedSurvey(Planted):
    """Adds a number that is surveyed to the length of every hypothesis; without a mistake yet."""

    def rows(self, hyps, refs, survey=None, threads=1, progress=None):
        rows = super().rows(hyps, refs, survey, threads, progress)
        rows[:, self.columns.index("hyp_length")] += survey
        return rows

    def row(self, hyp, refs, survey=None):
        first, *others = super().row(hyp, refs)
        return [first + survey, *others]


@breaks("tokens_count_as_their_text")
class LowersTokens(Planted):
    @property
    def for_tokens(self):
        return replace(super().for_tokens, lowercase="yes")


@breaks("rows_add_up_over_any_split")
class SurveysTheShard(PlantedSurvey):
    def survey(self, refs, threads=1):
        return len(refs.tokens)

    def rows(self, hyps, refs, survey=None, threads=1, progress=None):
        return super().rows(hyps, refs, self.survey(refs), threads, progress)


@breaks("order_does_not_matter")
class SurveysTheFirstReference(PlantedSurvey):
    def survey(self, refs, threads=1):
        return len(refs.tokens.words(0)) + 100


@breaks("the_corpus_twice_over_scores_the_same", smoothing="add-k")
class CountsOneMoreInACorpusOfAnySize(Planted):
    twice_is_same = True


@breaks("vectorised_equals_one_by_one")
class ComparesWithTheOtherRows(Planted):
    def score(self, totals):
        parts = super().score(totals)
        return parts | {"ratio": parts["ratio"] - np.max(parts["ratio"])}


@breaks("vectorised_equals_one_by_one")
class LosesTheLeadingShape(Planted):
    def score(self, totals):
        parts = super().score(totals)
        return parts | {"brevity": parts["brevity"].reshape(-1) if totals.ndim > 2 else parts["brevity"]}


@breaks("fast_equals_readable")
class ForgetsToClipInTheReadableTwin(Planted):
    def row(self, hyp, refs, survey=None):
        row = dict(zip(self.columns, super().row(hyp, refs), strict=True))
        return list((row | {f"match_{n}": row[f"plain_{n}"] for n in range(1, self.order + 1)}).values())


@breaks("fast_equals_readable")
class CountsInSinglePrecision(Planted):
    def rows(self, hyps, refs, survey=None, threads=1, progress=None):
        return super().rows(hyps, refs, survey, threads, progress).astype(np.float32)


@dataclass(frozen=True)
class ForgetsCase(Reading):
    def __call__(self, text):
        return super().__call__(text.casefold())


@breaks("fast_equals_readable")
class ReadsInAnotherWayThanTheTable(Planted):
    @property
    def reading(self):
        return ForgetsCase("13a")


@breaks("inputs_are_untouched")
class ScoresInPlace(Planted):
    def score(self, totals):
        parts = super().score(totals)
        totals[..., self.columns.index("plain_1")] = 0
        return parts


@breaks("inputs_are_untouched")
class TidiesTheListOfTheCaller(Planted):
    def stats(self, hyps, refs, threads=1):
        if isinstance(hyps, list):
            hyps[:] = [hyp.strip() if isinstance(hyp, str) else hyp for hyp in hyps]
        return super().stats(hyps, refs, threads)


@breaks("inputs_are_untouched")
class SortsTheReferencesOfTheCaller(Planted):
    def stats(self, hyps, refs, threads=1):
        stats = super().stats(hyps, refs, threads)
        for each in refs:
            each.sort()
        return stats


@breaks("empty_text_is_finite")
class DividesByTheLengthOfNothing(Planted):
    def score(self, totals):
        return super().score(totals) | {"ratio": totals[..., 0] / totals[..., 1]}


@breaks("the_score_alone_is_the_score")
class RoundsTheScoreAlone(Planted):
    def score_alone(self, totals):
        return np.round(super().score_alone(totals), 2)


@breaks("a_single_segment_is_a_corpus_of_one")
class CountsTheReferenceOnceMoreInACorpusOfOne(Planted):
    def stats(self, hyps, refs, threads=1):
        stats = super().stats(hyps, refs, threads)
        return replace(stats, counts="2") if len(stats) == 1 else stats


@breaks("empty_text_is_finite")
class IsNoNumberWithoutText(Planted):
    def score(self, totals):
        parts = super().score(totals)
        return parts | {"brevity": np.where(parts["hyp_length"] > 0, parts["brevity"], np.nan)}


@breaks("pickling_survives", order=2)
class ForgetsItsSettingsInAPickle(Planted):
    def __reduce__(self):
        return type(self), ()


@breaks("wrong_lengths_are_refused")
class CutsToTheShorter(Planted):
    def stats(self, hyps, refs, threads=1):
        shorter = min(len(hyps), len(refs))
        return super().stats(hyps[:shorter], refs[:shorter], threads)


@breaks("wrong_lengths_are_refused")
class TakesNoneForEmpty(Planted):
    def stats(self, hyps, refs, threads=1):
        hyps = hyps if isinstance(hyps, str) else ["" if hyp is None else hyp for hyp in hyps]
        return super().stats(hyps, refs, threads)


@breaks("wrong_lengths_are_refused")
class AssertsWhatTheCallerGives(Planted):
    def stats(self, hyps, refs, threads=1):
        assert len(hyps) == len(refs)
        return super().stats(hyps, refs, threads)


@breaks("signatures_tell_settings")
class LeavesASettingOutOfTheSignature(Planted):
    @property
    def signature(self):
        return f"{self.name}:order={self.order}"


@breaks("signatures_tell_settings")
class TakesTheNameOfAnother(Planted):
    name: ClassVar[str] = "bleu"


@breaks("threads_do_not_matter")
class LosesTheLastSegmentBetweenThreads(Planted):
    def rows(self, hyps, refs, survey=None, threads=1, progress=None):
        rows = super().rows(hyps, refs, survey, threads, progress)
        rows[-1] *= threads < 3
        return rows


@breaks("scores_stay_in_bounds")
class TurnsTheFractionOfBrevity(Planted):
    """As on some lecture slides: a text that is too short is rewarded."""

    def score(self, totals):
        parts = super().score(totals)
        hyp_length, ref_length = parts["hyp_length"], parts["ref_length"]
        right = brevity_penalty(hyp_length, ref_length)
        turned = np.where(hyp_length < ref_length, np.exp(1 - divide(hyp_length, ref_length)), 1.0)
        return parts | {"score": divide(parts["score"], right) * turned}


@breaks("a_copy_is_best", reference_length="average")
class WantsMoreWordsThanTheReferenceHas(Planted):
    copy_is_best = True


@breaks("settings_can_not_be_changed", frozen=False)
class ForgetsToBeAFrozenDataclass(Planted):
    """Python then lets new attributes in, though not new values for the settings."""


@breaks("settings_can_not_be_changed", frozen=False)
class CanBeChanged(Planted):
    def __setattr__(self, name, value):
        object.__setattr__(self, name, value)


@breaks("settings_can_not_be_changed")
class KeepsItsLastResult(Planted):
    def score(self, totals):
        object.__setattr__(self, "last", super().score(totals))
        return self.last


PLANTED = [(law, metric) for law, metrics in MISTAKES.items() for metric in metrics]


@pytest.mark.parametrize("law", LAWS)
def test_every_law_has_a_planted_mistake(law):
    assert MISTAKES[law]


@pytest.mark.parametrize(("law", "metric"), PLANTED, ids=[type(metric).__name__ for _, metric in PLANTED])
def test_a_planted_mistake_breaks_its_law_and_no_other(law, metric):
    with pytest.raises(LawBroken, match=f"breaks the law '{law.replace('_', ' ')}': ") as broken:
        check_metric(metric)
    assert str(broken.value).startswith(metric.signature)
    if type(metric) is not ScoresInPlace:  # what others see of it depends on who scores first
        assert [name for name in LAWS if not keeps(name, metric)] == [law]


def test_the_metric_that_mistakes_are_planted_into_keeps_the_laws():
    check_metric(Planted())


def test_a_broken_law_tells_metric_law_and_case():
    with pytest.raises(LawBroken) as broken:
        check_metric(ForgetsToClipInTheReadableTwin(), ["the cat", "the the the"], ["the cat", "the cat"])
    assert str(broken.value) == (
        f"{Planted().signature} breaks the law 'fast equals readable': "
        "row of segment 2, 'the the the', at [match_1]: expected 3.0, got 1.0"
    )


def test_checking_needs_both_hypotheses_and_references():
    with pytest.raises(InputError, match="not both"):
        check_metric(BLEU(), ["a cat"])
    with pytest.raises(InputError, match="2 hypotheses but references for 1"):
        check_metric(BLEU(), ["a cat", "sat"], [["a cat"]])


def test_references_for_checking_may_be_missing_or_in_named_columns():
    check_metric(BLEU(), ("a cat", "sat"), {"first": ["a cat", "sat"], "second": [None, "sat here"]})
