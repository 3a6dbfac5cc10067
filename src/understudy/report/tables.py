"""The tables of a report, each as one value from which the page, LaTeX, Markdown and CSV are written."""

from __future__ import annotations

from dataclasses import dataclass, replace

from understudy.comparison.table import method
from understudy.contract.resampling import LEVEL, Interval
from understudy.report.content import Bounds, Content, Difference, Group, GroupDifference, Pair
from understudy.tables.probability import Probability
from understudy.tables.table import Cell, Table


@dataclass(frozen=True)
class Tables:
    """All tables of the content of a report.

    >>> import understudy as us
    >>> refs = [f"number {n} is good" for n in range(9)]
    >>> report = us.make_report({"A": refs, "B": refs}, refs, metrics="bleu", trials=99)
    >>> Tables(report.content).leaderboard("A").columns
    ('System', 'BLEU', 'BLEU 95 %', 'BLEU delta', 'BLEU p')
    """

    content: Content

    def leaderboard(self, baseline: str) -> Table:
        """List the systems, best first by the first metric, with intervals and the differences to a baseline."""
        head = ["System"]
        for metric in self.content.metrics:
            head += [metric.title]
            head += [f"{metric.title} 95 %"] * (self.content.plan is not None)
            if self.content.against:
                head += [f"{metric.title} delta", f"{metric.title} p"]
        rows: list[tuple[Cell, ...]] = []
        for system in self.order():
            row: list[Cell] = [system]
            for place in range(len(self.content.metrics)):
                row += self._leader_cells(baseline, system, place)
            rows.append(tuple(row))
        return Table(tuple(head), tuple(rows), self._notes(baseline), lines=self.lines())

    def _leader_cells(self, baseline: str, system: str, metric: int) -> list[Cell]:
        own = self.content.scores[system][metric]
        cells: list[Cell] = [own.score]
        if own.interval is not None:
            cells.append(written(own.interval))
        if self.content.against:
            difference = self.content.difference(system, baseline, metric)
            cells += ["", ""] if difference is None else [difference.delta, Probability(difference.corrected_p)]
        return cells

    def order(self) -> list[str]:
        """The systems, best first by the first metric."""
        if self.content.clusters:
            return [name for cluster in self.content.clusters[0] for name in cluster]
        better = -1 if self.content.metrics[0].higher_is_better else 1
        return sorted(self.content.systems, key=lambda name: better * self.content.scores[name][0].score)

    def lines(self) -> tuple[int, ...]:
        """The rows of the leaderboard above which a line is drawn, by the first metric."""
        sizes = [len(cluster) for cluster in self.content.clusters[0]] if self.content.clusters else []
        return tuple(sum(sizes[:place]) for place in range(1, len(sizes)))

    def _notes(self, baseline: str) -> tuple[str, ...]:
        return (*(f"{each.title}  {each.signature}" for each in self.content.metrics), *self.method(baseline))

    def method(self, baseline: str) -> list[str]:
        """Say how the systems were compared with a baseline."""
        plan = self.content.plan
        return method(replace(plan, baseline=baseline)) if plan is not None and self.content.against else []

    def matrix(self, metric: int) -> Table:
        """Every system against every other: the difference, its p-value, and the segments won, tied and lost."""
        rows: list[tuple[Cell, ...]] = []
        for system in self.content.systems:
            cells: list[Cell] = [system]
            for other in self.content.systems:
                own = self.content.difference(system, other, metric)
                cells.append("" if own is None else f"{own.delta:+.2f}, p {Probability(own.pair_p):.4f}, {tally(own)}")
            rows.append(tuple(cells))
        title = self.content.metrics[metric].title
        note = f"{title} of the row minus that of the column; p corrected for all pairs; segments won/tied/lost"
        return Table(("System", *self.content.systems), tuple(rows), (note,))

    def group_deltas(
        self, groups: list[Group], differences: list[GroupDifference], what: str, names: tuple[str, str], metric: int
    ) -> Table:
        """The differences of two systems by document or by length."""
        places = [self.content.systems.index(name) for name in names]
        rows: list[tuple[Cell, ...]] = []
        for each in differences:
            group = groups[each.group]
            scores = [group.scores[metric][place] for place in places]
            rows.append((group.name, group.segments, *scores, each.delta, *(each.interval or ("", ""))))
        return Table((what, "Segments", *names, "Delta", "Low", "High"), tuple(rows))

    def frequency(self) -> Table:
        """The F1 of words by how often the references have them."""
        systems = self.content.systems
        rows: list[tuple[Cell, ...]] = [
            (each.name, each.words, *(each.systems[name].f1 for name in systems)) for each in self.content.frequency
        ]
        return Table(("Times in the references", "Words", *systems), tuple(rows))

    def distinctive(self, pair: Pair) -> Table:
        """The phrases that one of two systems has in more segments."""
        rows: list[tuple[Cell, ...]] = [
            (each.phrase, each.more, each.less, *each.counts, Probability(each.p), Probability(each.q))
            for each in pair.phrases
        ]
        a, b = pair.a, pair.b
        head = ("Phrase", f"More in {a}", f"More in {b}", f"Times {a}", f"Times {b}", "Times reference", "p", "q")
        return Table(head, tuple(rows))

    def hints(self, names: dict[str, str]) -> Table:
        """How many segments of each system have each hint."""
        rows: list[tuple[Cell, ...]] = []
        for hint, name in names.items():
            counts = [
                sum(any(kind == hint for kind, _ in each) for each in self.content.hints[system].values())
                for system in self.content.systems
            ]
            if any(counts):
                rows.append((name, *counts))
        return Table(("Hint", *self.content.systems), tuple(rows))


def tally(own: Difference) -> str:
    """Write segments won, tied and lost.

    >>> tally(Difference(1.0, (0.0, 2.0), 0.1, 0.1, 0.1, 5, 2, 3, "alike", "alike"))
    '5/2/3'
    """
    return f"{own.wins}/{own.ties}/{own.losses}"


def written(interval: Bounds) -> str:
    """Write an interval.

    >>> written((1.0, 2.5))
    '[1.00, 2.50]'
    """
    return f"{Interval(*interval, LEVEL):.2f}"
