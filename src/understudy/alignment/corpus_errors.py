"""The errors of a corpus: which words were substituted, left out and put in, and which are most often wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from understudy import __version__
from understudy.contract.metric import Metric
from understudy.errors import SettingError
from understudy.tables.alignments import Alignments
from understudy.tables.table import Cell, Table

WRONG = "wrong word"  # of the reference: substituted or left out
KINDS = ("substitution", "deletion", "insertion", WRONG)


@dataclass(frozen=True)
class ErrorCount:
    """How often an error was made, and how often it could have been: how often the word stands there at all."""

    kind: str
    ref: str
    hyp: str
    count: int
    of: int


@dataclass
class ErrorCounts:
    """The errors of some segments."""

    pairs: Counter[tuple[str, str, str]] = field(default_factory=Counter)  # kind, reference, hypothesis
    refs: Counter[str] = field(default_factory=Counter)  # all words of the references
    hyps: Counter[str] = field(default_factory=Counter)
    segments: int = 0

    def add(self, found: Alignments, segments: Sequence[int]) -> None:
        """Count the errors of some segments.

        >>> import understudy as us
        >>> counts = ErrorCounts()
        >>> counts.add(us.alignments(["a cat", "a dog"], ["the cat", "the dog"]), [0, 1])
        >>> counts.most_frequent(1)[0]
        ErrorCount(kind='substitution', ref='the', hyp='a', count=2, of=2)
        """
        for segment in segments:
            self.segments += 1
            for step in found[segment].steps:
                ref, hyp = step.ref or "", step.hyp or ""
                self.refs[ref] += step.ref is not None
                self.hyps[hyp] += step.hyp is not None
                if step.kind != "hit":
                    self.pairs[step.kind, ref, hyp] += 1
                    self.pairs[WRONG, ref, ""] += step.ref is not None

    def most_frequent(self, most: int | None = 10) -> list[ErrorCount]:
        """The most frequent errors of each kind."""
        listed = []
        for kind in KINDS:
            own = [(pair, count) for pair, count in self.pairs.items() if pair[0] == kind and count]
            for (_, ref, hyp), count in sorted(own, key=lambda item: (-item[1], item[0]))[:most]:
                total = self.hyps[hyp] if kind == "insertion" else self.refs[ref]
                listed.append(ErrorCount(kind, ref, hyp, count, total))
        return listed


@dataclass(frozen=True, eq=False)
class CorpusErrors:
    """The errors of several systems, by group where there are groups."""

    metric: Metric
    counts: Mapping[tuple[str, str], ErrorCounts]  # by system and group, "" where there are none
    by: str = ""  # what the groups are called
    most: int | None = 10  # of each kind

    @classmethod
    def of(
        cls,
        systems: Mapping[str, Any],
        refs: Any,
        metric: Metric,
        labels: Sequence[str] | None = None,
        by: str = "",
        most: int | None = 10,
        threads: int = 1,
    ) -> CorpusErrors:
        """Align the texts of all systems and count.

        >>> import understudy as us
        >>> found = CorpusErrors.of({"A": ["a cat"]}, ["the cat"], us.make_metric("wer"))
        >>> found.table().rows[0]
        ('A', 'substitution', 'the', 'a', 1, 1)
        """
        if most is not None and (type(most) is not int or most < 1):
            raise SettingError(f"--most must be a whole number from 1, got {most!r}")
        counts: dict[tuple[str, str], ErrorCounts] = {}
        for system, hyps in systems.items():
            found = metric.alignments(hyps, refs, threads)
            places: dict[str, list[int]] = {}
            for place in range(len(found)):
                places.setdefault("" if labels is None else labels[place], []).append(place)
            for label, segments in places.items():
                counts.setdefault((system, label), ErrorCounts()).add(found, segments)
        return cls(metric, counts, by, most)

    def table(self) -> Table:
        """List the most frequent errors; the last column says how often the word stands there."""
        rows: list[tuple[Cell, ...]] = []
        lines: list[int] = []
        for (system, label), counts in self.counts.items():
            lines += [len(rows)] if rows else []
            for each in counts.most_frequent(self.most):
                cells = (each.kind, each.ref, each.hyp, each.count, each.of)
                rows.append((system, *([label] if self.by else []), *cells))
        heads = ("System", *([self.by] if self.by else []), "Error", "Reference", "Hypothesis", "Count", "Of")
        notes = (
            f"aligned by  {self.metric.signature}",
            "of: how often the word of the reference, or the inserted word, stands in the texts",
            f"{WRONG}: of the reference, substituted or left out",
        )
        return Table(heads, tuple(rows), notes, lines=tuple(lines))

    def columns(self) -> dict[str, list[Cell]]:
        """The same as columns by name, for files."""
        table = self.table()
        return {name.lower(): [row[place] for row in table.rows] for place, name in enumerate(table.columns)}

    def to_dict(self) -> dict[str, Any]:
        """Give everything as plain values, ready for `json.dumps`."""
        found = [
            {
                "system": system,
                "group": label or None,
                "segment_count": counts.segments,
                "errors": [
                    {"kind": e.kind, "reference": e.ref, "hypothesis": e.hyp, "count": e.count, "of": e.of}
                    for e in counts.most_frequent(self.most)
                ],
            }
            for (system, label), counts in self.counts.items()
        ]
        return {"schema": 1, "understudy": __version__, "signature": self.metric.signature, "systems": found}
