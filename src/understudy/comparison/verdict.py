"""The result in words, from all metrics: who is better, where metrics disagree, what can't be told apart.

A metric counts by its p-value of the table, corrected for multiple comparisons. Metrics of one family are one witness.
With several families some p-value will be small by chance, so Simes' combination of them must be significant too.
Nothing here depends on the order of metrics or systems.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from understudy.comparison.findings import Finding, Kind, combined_p, finding, labels, together
from understudy.comparison.human_scale import CAVEATS
from understudy.comparison.ranking import Ranking, listed
from understudy.comparison.tests import find_test
from understudy.tables.probability import Probability
from understudy.tables.table import one_line

if TYPE_CHECKING:
    from understudy.comparison.compared import Comparison, MetricComparison
    from understudy.comparison.plan import Plan

ORDER: tuple[Kind, ...] = ("better", "disagreement", "no evidence", "same", "worse")


@dataclass(frozen=True)
class Standing:
    """How one system stands to the baseline, by all metrics together.

    >>> import understudy as us
    >>> refs = [f"number {n} is a good number" for n in range(20)]
    >>> both = us.compare({"A": refs, "B": [ref.replace("good", "bad") for ref in refs]}, refs, ["bleu", "ter"])
    >>> (standing,) = both.verdict.standings
    >>> standing.kind, standing.headline, standing.detail
    ('worse', 'B is worse than A', 'both metrics find it')
    """

    system: str
    baseline: str
    kind: Kind
    p: float  # of all metrics together
    findings: tuple[Finding, ...]

    @property
    def headline(self) -> str:
        """The standing in a few words."""
        if self.kind == "disagreement":
            return f"the metrics disagree on {self.system} and {self.baseline}"
        if self.kind == "same":
            return f"{self.system} and {self.baseline} score the same"
        if self.kind == "no evidence":
            return f"{self.system} and {self.baseline} can't be told apart"
        return f"{self.system} is {self.kind} than {self.baseline}"

    @property
    def detail(self) -> str:
        """Which metrics find it; in a disagreement, what each rewards and which has agreed more with people."""
        if self.kind == "disagreement":
            return "; ".join([*map(self._side, ("better", "worse")), *_people_side_with(self.findings)])
        if len(self.findings) == 1:
            return "" if self.kind == "same" else _measured(self.findings[0])
        if self.kind == "same":
            return "by " + ("both metrics" if len(self.findings) == 2 else f"all {len(self.findings)} metrics")
        return self._no_evidence() if self.kind == "no evidence" else self._agreement()

    @property
    def sentence(self) -> str:
        """Headline and detail as one sentence."""
        text = f"{self.headline}: {self.detail}." if self.detail else f"{self.headline}."
        return f"The{text[3:]}" if self.kind == "disagreement" else text

    def to_dict(self) -> dict[str, Any]:
        """Give everything as plain values."""
        return {
            "system": self.system,
            "baseline": self.baseline,
            "kind": self.kind,
            "headline": self.headline,
            "detail": self.detail,
            "p": self.p,
            "findings": [each.to_dict() for each in self.findings],
        }

    def _with(self, direction: str) -> list[Finding]:
        return [each for each in self.findings if each.direction == direction]

    def _side(self, direction: str) -> str:
        own = self._with(direction)
        says = "says" if len(own) == 1 else "say"
        return f"{listed([_introduced(each) for each in own])} {says} {direction}"

    def _agreement(self) -> str:
        finders, unclear = self._with(self.kind), [each for each in self.findings if each.direction != self.kind]
        families = len({each.family for each in self.findings})
        finding_families = len({each.family for each in finders})
        unit = "metrics" if families == len(self.findings) else "kinds of metric"
        if families == 1:
            variants = f"{len(finders)} of {len(self.findings)} variants"
            return f"{variants} of one metric find it: {listed([each.metric for each in finders])}"
        if not unclear:
            return f"both {unit} find it" if families == 2 else f"all {families} {unit} find it"
        finds = "finds" if finding_families == 1 else "find"
        names = listed([each.metric for each in finders])
        rest = f", not {listed([each.metric for each in unclear], 'or')}" if unclear else ""
        return f"{finding_families} of {families} {unit} {finds} it: {names}{rest}"

    def _no_evidence(self) -> str:
        strays = [each for each in self.findings if each.direction in ("better", "worse")]
        if not strays:
            return f"none of {len(self.findings)} metrics finds a difference that chance can't explain"
        says = listed([f"{each.metric} says {each.direction} ({_measured(each)})" for each in strays])
        return f"{says}, which among {len(self.findings)} metrics may be chance"


@dataclass(frozen=True)
class Verdict:
    """What a comparison finds, by all metrics together: one summary, and how each system stands to the baseline.

    >>> import understudy as us
    >>> refs = [f"number {n} is a good number" for n in range(20)]
    >>> bad, worse = ([ref.replace("good", word) for ref in refs] for word in ("bad", "x y z"))
    >>> print(us.compare({"A": bad, "B": refs, "C": worse}, refs, ["ter", "bleu"]).verdict)
    B is best; then A; C is worst.
    B is better than A: both metrics find it.
    C is worse than A: both metrics find it.
    """

    summary: str
    standings: tuple[Standing, ...]  # the best first
    clusters: tuple[tuple[str, ...], ...]  # the best first; empty if only the baseline's pairs were tested
    method: str  # how metrics were put together
    people: str | None  # what differences of these sizes have meant to people; None where nobody has counted

    @property
    def lines(self) -> tuple[str, ...]:
        """Everything in sentences, to be printed before a table."""
        sentences = [each.sentence for each in self.standings]
        return tuple(map(one_line, sentences if len(sentences) == 1 else [self.summary, *sentences]))

    def to_dict(self) -> dict[str, Any]:
        """Give everything as plain values, ready for `json.dumps`."""
        return {
            "summary": self.summary,
            "standings": [each.to_dict() for each in self.standings],
            "clusters": [list(cluster) for cluster in self.clusters],
            "method": self.method,
            "people": self.people,
        }

    def __str__(self) -> str:
        return "\n".join(self.lines)


def verdict(comparison: Comparison) -> Verdict:
    """Put all metrics together.

    >>> import understudy as us
    >>> refs = [f"number {n} is a good number" for n in range(20)]
    >>> verdict(us.compare({"A": refs, "B": refs}, refs, trials=99)).summary
    'B and A score the same.'
    """
    return _Judge(comparison).verdict()


class _Judge:
    def __init__(self, comparison: Comparison) -> None:
        self.comparison, self.plan = comparison, comparison.plan
        self.labels = labels(comparison)
        self.metrics = sorted(comparison, key=lambda name: (self.labels[name].casefold(), name))
        self.systems = list(next(iter(comparison.values())))

    def verdict(self) -> Verdict:
        standings = {name: self._standing(name) for name in self.systems if name != self.plan.baseline}
        places = self.ranking.places
        ordered = sorted(standings.values(), key=lambda each: (ORDER.index(each.kind), places[each.system]))
        summary = (
            self.ranking.summary() if len(ordered) > 1 else f"{ordered[0].sentence.partition(':')[0].rstrip('.')}."
        )
        method = _method(ordered[0], self.plan) + self._too_few()
        return Verdict(summary, tuple(ordered), self.ranking.clusters, method, self._people())

    def _too_few(self) -> str:
        """Say that nothing could be significant, whatever the difference."""
        pairs = len(next(iter(self.comparison.values())).pairs)
        comparisons = pairs or len(self.systems) - 1
        test = find_test(self.plan.test)
        if not test.is_too_seldom(self.plan, comparisons):
            return ""
        times = f"{test.count(self.plan):,} {test.repetitions}"
        among = f" of all {pairs} pairs" if pairs > 1 else f" of {comparisons} comparisons" if comparisons > 1 else ""
        return f"; WARNING: {times} are too few, no p-value{among} can be below {self.plan.alpha:g}"

    @cached_property
    def ranking(self) -> Ranking:
        """The order of the systems; pairs with the baseline are judged as in their standings."""
        kinds = {
            (name, self.plan.baseline): self._standing(name).kind for name in self.systems if name != self.plan.baseline
        }
        first, *others = (self.comparison[name] for name in self.metrics)
        for number, pair in enumerate(first.pairs):
            if self.plan.baseline not in (pair.a, pair.b):
                ps = [pair.corrected_p, *(each.pairs[number].corrected_p for each in others)]
                kinds[pair.a, pair.b] = together(self._findings(pair.a, pair.b, ps), self.plan)
        return Ranking(self.systems, kinds, self._mean_places(), self.plan.baseline, complete=bool(first.pairs))

    def _standing(self, system: str) -> Standing:
        ps = [self.comparison[name][system].corrected_p for name in self.metrics]
        findings = self._findings(system, self.plan.baseline, [1.0 if p is None else p for p in ps])
        return Standing(
            system, self.plan.baseline, together(findings, self.plan), combined_p(findings, self.plan), findings
        )

    def _findings(self, a: str, b: str, ps: Sequence[float]) -> tuple[Finding, ...]:
        each = ((name, self.comparison[name]) for name in self.metrics)
        return tuple(
            finding(own.metric, self.labels[name], own[a].score, own[b].score, p, self.plan.alpha)
            for (name, own), p in zip(each, ps, strict=True)
        )

    def _mean_places(self) -> dict[str, float]:
        """The mean of a system's places by all metrics, which orders what can't be told apart."""
        places = dict.fromkeys(self.systems, 0.0)
        for each in self.comparison.values():
            scores = {name: _signed(each, name) for name in self.systems}
            for name, own in scores.items():
                places[name] += sum(score > own for score in scores.values())
        return places

    def _people(self) -> str | None:
        """Say once, for all systems and metrics, how often people agreed with differences of these sizes."""
        counted: list[str] = []
        sources: dict[str, set[str]] = {}
        for system in sorted(set(self.systems) - {self.plan.baseline}, key=self.ranking.places.__getitem__):
            shares = []
            for each in self._standing(system).findings:
                if each.agreement is not None and each.source is not None and each.direction != "same":
                    shares.append(f"{each.metric} {each.agreement:.0f}")
                    sources.setdefault(each.source, set()).add(each.metric)
            counted += [f"{system} {', '.join(shares)}"] if shares else []
        if not counted:
            return None
        origins = [f"{', '.join(sorted(metrics, key=str.casefold))}: {source}" for source, metrics in sources.items()]
        return (
            "people: in past evaluations differences of these sizes agreed with human ranking so many times in 100"
            f" (50 is chance): {'; '.join(counted)} ({'; '.join(sorted(origins))}; {CAVEATS})"
        )


def _signed(metric: MetricComparison, system: str) -> float:
    return metric[system].score if metric.metric.higher_is_better else -metric[system].score


def _method(standing: Standing, plan: Plan) -> str:
    if plan.correction is None:
        return (
            f"verdict: a difference counts if any metric has p below {plan.alpha:g}; no correction for several metrics"
        )
    families = len({each.family for each in standing.findings})
    variants = "; variants of one metric count once" if families < len(standing.findings) else ""
    return f"verdict: from all metrics, whose p-values together (Simes) must be below {plan.alpha:g}{variants}"


def _measured(each: Finding) -> str:
    size = f"{each.delta:+.2f}" if abs(each.delta) >= 0.005 else f"{each.delta:+.1g}"
    return f"{size}, {Probability(each.p).words}"


def _introduced(each: Finding) -> str:
    rewards = f"rewards {each.rewards}; " if each.rewards else ""
    return f"{each.metric} ({rewards}{_measured(each)})"


def _people_side_with(findings: Sequence[Finding]) -> list[str]:
    """Say which side of a disagreement has agreed more with people, where one source has counted for both sides."""
    for source in sorted({each.source for each in findings if each.source is not None}):
        sides = [
            max((f for f in findings if f.source == source and f.direction == way), key=_share, default=None)
            for way in ("better", "worse")
        ]
        better, worse = sides
        if better is None or worse is None:
            continue
        more, less = sorted((better, worse), key=_share, reverse=True)
        shares = f"about {_share(more):.0f} times in 100 against {_share(less):.0f} for {less.metric}"
        if round(_share(more)) == round(_share(less)):
            return [
                f"differences of these sizes have agreed with people equally often by {more.metric} and {less.metric}"
            ]
        return [f"{more.metric} has agreed more with people at differences of these sizes, {shares} ({source})"]
    return []


def _share(each: Finding) -> float:
    return each.agreement or 0.0
