"""A score with everything that belongs to it."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from understudy import __version__
from understudy.contract.arithmetic import Rows
from understudy.contract.metric import Metric
from understudy.contract.signature import FORM
from understudy.contract.stats import Stats, Totals
from understudy.errors import InputError, SettingError

if TYPE_CHECKING:
    from understudy.contract.resampling import Interval


@dataclass(frozen=True, eq=False)
class Result:
    """One system's score by one metric: a number, its parts, the score of every segment, and the signature.

    It is made of rows, or of totals where no rows were kept: then there are no scores of segments and no intervals.

    >>> import understudy as us
    >>> result = us.bleu(["the cat sat on the mat"], ["the cat sat on a mat"])
    >>> round(float(result), 2), result.parts["match_1"], result.parts["total_1"]
    (53.73, 5.0, 6.0)
    """

    counted: Stats | Totals
    facts: tuple[tuple[str, str], ...] = ()  # about the test set, which the signature states: its name, what it lacks

    @cached_property
    def totals(self) -> Totals:
        """The sum of all rows."""
        return self.counted.totals() if isinstance(self.counted, Stats) else self.counted

    @property
    def stats(self) -> Stats | None:
        """The rows, one for each segment; None if only their sum was kept."""
        return self.counted if isinstance(self.counted, Stats) else None

    def require_stats(self) -> Stats:
        """The rows, or an error that says that only their sum was kept."""
        if self.stats is None:
            raise InputError(
                "only the sums of the segments were kept, so there are no scores of segments and no intervals;"
                " score all texts in one call to get them"
            )
        return self.stats

    @property
    def metric(self) -> Metric:
        """The metric with its settings."""
        return self.counted.metric

    @cached_property
    def score(self) -> float:
        """The score of all segments together, in the metric's own unit: 0 to 100 for a proportion."""
        self._check()
        counted = self.counted
        values = counted.sum() if isinstance(counted, Stats) else counted.values  # faster than by way of totals
        return float(counted.metric.score_alone(values))

    @property
    def fraction(self) -> float:
        """The score from 0 to 1, for metrics that have a maximum."""
        if self.metric.maximum is None:
            raise SettingError(f"{self.metric.title} has no maximum, so it has no fraction from 0 to 1; use .score")
        return self.score / self.metric.maximum

    @cached_property
    def parts(self) -> dict[str, float]:
        """The score and what it is made of, by name."""
        self._check()
        return self.totals.parts()

    def _check(self) -> None:
        if self.metric.segments_only and self.totals.segments > 1:
            raise SettingError(
                f"{self.metric.signature} is defined for single segments only; use .segments, or other settings"
            )

    @cached_property
    def segments(self) -> Rows:
        """The score of each segment, by `metric.sentence`."""
        return self.require_stats().segment_scores()

    def interval(
        self,
        part: str = "score",
        *,
        level: float = 0.95,
        resamples: int = 1_000,
        seed: int = 12345,
        documents: Sequence[Any] | None = None,
        threads: int = 1,
    ) -> Interval:
        """The confidence interval of the score or of one of its parts, by a bootstrap over segments or documents.

        >>> import understudy as us
        >>> refs = [f"the cat number {n} sat on the mat" for n in range(20)]
        >>> result = us.bleu([ref.replace("sat", "is") for ref in refs[:10]] + refs[10:], refs)
        >>> result.score in result.interval(), result.interval("brevity")
        (True, Interval(low=1.0, high=1.0, level=0.95))
        """
        from understudy.contract.resampling import check_numbers, percentile_interval, resampled_parts
        from understudy.errors import choose
        from understudy.inputs.texts import check_threads

        choose("part", part, self.parts)
        check_threads(threads)
        check_numbers(seed, level, resamples=resamples)
        resampled = resampled_parts(self.require_stats(), resamples, seed, documents, threads)
        return percentile_interval(resampled[part], level)

    def by(self, labels: Iterable[Hashable]) -> dict[Any, Result]:
        """The results of groups of segments, from the same rows: one label a segment, groups in order of appearance.

        >>> import understudy as us
        >>> result = us.bleu(["a cat sat here", "a dog", "a cat ran"], ["a cat sat here", "the dog", "a cat ran"])
        >>> {label: round(group.score) for label, group in result.by(["news", "chat", "news"]).items()}
        {'news': 100, 'chat': 0}
        """
        stats = self.require_stats()
        if isinstance(labels, (str, bytes)) or not isinstance(labels, Iterable):
            raise InputError(f"the labels are {labels!r:.60}; give a list with one label per segment")
        listed = list(labels)
        if len(listed) != len(stats):
            raise InputError(
                f"there are {len(stats)} segments but {len(listed)} labels, {listed!r:.60};"
                " give a list with one label per segment"
            )
        places: dict[Any, list[int]] = {}
        for place, label in enumerate(listed):
            if not isinstance(label, Hashable):
                raise InputError(f"segment {place + 1} has the label {label!r:.60}; give a text or a number")
            places.setdefault(label, []).append(place)
        return {label: Result(stats[chosen], self.facts) for label, chosen in places.items()}

    @property
    def signature(self) -> str:
        """What to print beside the score, so that others can get the same number."""
        return self._with_facts(self.metric)

    def signature_as(self, tool: str) -> str:
        """The signature in the form of another tool, for readers who know that one: so far of sacrebleu.

        >>> import understudy as us
        >>> us.bleu(["a cat sat here"], ["a cat sat there"]).signature_as("sacrebleu")
        'nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.6.0'
        """
        return self.metric.signature_as(tool, self.counted.counts)

    @property
    def segment_signature(self) -> str:
        """The signature of the segment scores."""
        return self._with_facts(self.metric.sentence)

    def _with_facts(self, metric: Metric) -> str:
        joint = ":" if FORM.fullmatch(metric.signature) or ":" not in metric.signature else ","
        facts = "".join(f",{name}={value}" for name, value in self.facts)
        return f"{metric.signature}{joint}references={self.counted.counts}{facts},version={__version__}"

    def __float__(self) -> float:
        return self.score

    def __repr__(self) -> str:
        return f"{self.metric.title} {self.score:.2f} ({self.signature})"
