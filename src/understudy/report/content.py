"""Everything that a report shows, as typed values; the page embeds them as JSON, from which they are read back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from understudy.comparison import verdict
from understudy.comparison.plan import Plan
from understudy.report.plain import typed

KIND = "understudy report"
SCHEMA = 3

Bounds = tuple[float, float]  # of a confidence interval
Standing = Literal["better", "worse", "alike"]
Severity = Literal["critical", "major", "minor"]
Hint = tuple[str, str]  # its kind, and the words or numbers in question


@dataclass(frozen=True)
class MetricFacts:
    """A metric as the page names it."""

    name: str
    title: str
    kind: str
    maximum: float | None
    higher_is_better: bool
    measures: str  # what it measures, in words
    signature: str
    segment_signature: str


@dataclass(frozen=True)
class Counts:
    """How much there is of everything, and how words were counted."""

    segments: int
    documents: int | None
    references: str
    reference_words: int
    system_words: dict[str, int]
    tokenizer: str


@dataclass(frozen=True)
class Texts:
    """All texts by segment."""

    systems: dict[str, list[str]]
    references: list[list[str]]
    sources: list[str] | None
    documents: list[str] | None


@dataclass(frozen=True)
class Score:
    """One system by one metric."""

    score: float
    interval: Bounds | None
    parts: dict[str, float]
    part_intervals: dict[str, Bounds]
    segments: list[float]


@dataclass(frozen=True)
class Difference:
    """One system against a baseline by one metric; `pair_p` is corrected for all pairs of systems."""

    delta: float
    interval: Bounds
    p: float
    corrected_p: float
    pair_p: float
    wins: int
    ties: int
    losses: int
    standing: Standing
    pair_standing: Standing


@dataclass(frozen=True)
class Verdict:
    """What all metrics together say of the systems beside one baseline."""

    summary: str
    method: str
    clusters: list[list[str]]
    sources: list[str]  # where it was counted how often people agreed
    standings: list[verdict.Standing]


@dataclass(frozen=True)
class Against:
    """All other systems against one baseline: the verdict, differences by system and metric, and a table for papers."""

    verdict: Verdict
    latex: str
    differences: dict[str, list[Difference]]


@dataclass(frozen=True)
class Group:
    """A document, or the segments of similar length: scores by metric, then by system."""

    name: str
    segments: int
    scores: list[list[float]]


@dataclass(frozen=True)
class GroupDifference:
    """The difference of two systems in one group, by the group's place in the list."""

    group: int
    delta: float
    interval: Bounds | None


@dataclass(frozen=True)
class Phrase:
    """A phrase that one system of a pair uses in more segments: counts in the first, the second and the reference."""

    phrase: str
    more: int
    less: int
    counts: tuple[int, int, int]
    p: float
    q: float
    segments: list[int]


@dataclass(frozen=True)
class Pair:
    """What is known of two systems beyond their scores; differences by group for each metric."""

    a: str
    b: str
    documents: list[list[GroupDifference]]
    lengths: list[list[GroupDifference]]
    phrases_tested: int
    phrases: list[Phrase]


@dataclass(frozen=True)
class WordScores:
    """How well words are translated."""

    precision: float
    recall: float
    f1: float


@dataclass(frozen=True)
class Frequency:
    """The words that the references have so many times."""

    name: str
    words: int
    systems: dict[str, WordScores]


@dataclass(frozen=True)
class Alignments:
    """Which word stands for which, by a metric that aligns words; not packed where there is too much text."""

    metric: str
    packed: str | None


@dataclass(frozen=True)
class Notice:
    """What a reader should know before believing the numbers, with a segment that shows it."""

    text: str  # in English
    severity: Severity
    segment: int | None = None
    key: str = ""  # of the same in the language of the interface
    values: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Content:
    """Everything that a report shows."""

    understudy: str  # the version
    title: str
    date: str | None
    lang: str | None
    ui_lang: str
    baseline: str
    systems: list[str]
    metrics: list[MetricFacts]
    counts: Counts
    texts: Texts
    warnings: list[Notice]  # the most severe first
    scores: dict[str, list[Score]]  # by system, one for each metric
    plan: Plan | None = None  # how intervals and tests were computed, where there are any
    clusters: list[list[list[str]]] = field(default_factory=list)  # by metric, best first
    against: dict[str, Against] = field(default_factory=dict)  # by baseline
    documents: list[Group] = field(default_factory=list)
    lengths: list[Group] = field(default_factory=list)
    pairs: list[Pair] = field(default_factory=list)
    frequency: list[Frequency] = field(default_factory=list)
    hints: dict[str, dict[str, list[Hint]]] = field(default_factory=dict)  # by system, then by number of the segment
    alignments: Alignments | None = None

    def to_dict(self) -> dict[str, Any]:
        """Give everything as plain values, ready for `json.dumps`."""
        return {"kind": KIND, "schema": SCHEMA} | asdict(self)

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Content:
        """Read back what `to_dict` gives."""
        return typed(cls, {key: value for key, value in values.items() if key not in ("kind", "schema")})

    def difference(self, system: str, baseline: str, metric: int) -> Difference | None:
        """One system against another; None where nothing is compared, or a system is its own baseline."""
        against = self.against.get(baseline)
        return None if against is None or system == baseline else against.differences[system][metric]

    def pair(self, a: str, b: str) -> Pair:
        """Find the pair of two systems, in this order."""
        return next(pair for pair in self.pairs if (pair.a, pair.b) == (a, b))
