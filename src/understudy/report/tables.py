"""The tables of a report, each as one value from which the page, LaTeX, Markdown and CSV are written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from understudy.comparison.table import Probability
from understudy.contract.resampling import LEVEL, Interval
from understudy.tables.table import Cell, Table


@dataclass(frozen=True)
class Tables:
    """All tables of the content of a report.

    >>> import understudy as us
    >>> refs = [f"number {n} is good" for n in range(9)]
    >>> report = us.make_report({"A": refs, "B": refs}, refs, metrics="bleu", samples=99)
    >>> Tables(report.content).leaderboard("A").columns
    ('System', 'BLEU', 'BLEU 95 %', 'BLEU delta', 'BLEU p')
    """

    content: dict[str, Any]

    def leaderboard(self, baseline: str) -> Table:
        """List the systems, best first by the first metric, with intervals and the differences to a baseline."""
        metrics = self.content["metrics"]
        head = ["System"]
        compared = self.content["comparisons"].get(baseline)
        for metric in metrics:
            head += [metric["title"]]
            head += [f"{metric['title']} 95 %"] * (compared is not None or self.content["intervals"] is not None)
            if compared:
                head += [f"{metric['title']} delta", f"{metric['title']} p"]
        rows: list[tuple[Cell, ...]] = []
        for system in self.order(baseline):
            row: list[Cell] = [system]
            for metric in range(len(metrics)):
                row += self._leader_cells(baseline, system, metric)
            rows.append(tuple(row))
        return Table(tuple(head), tuple(rows), self._notes(baseline), lines=self.lines(baseline))

    def _leader_cells(self, baseline: str, system: str, metric: int) -> list[Cell]:
        own = self.standing_of(baseline, system, metric)
        cells: list[Cell] = [own["score"]]
        if own["interval"] is not None:
            cells.append(written(own["interval"]))
        if self.content["comparisons"]:
            cells.append("" if own["delta"] is None else own["delta"])
            cells.append("" if own["corrected_p"] is None else Probability(own["corrected_p"]))
        return cells

    def standing_of(self, baseline: str, system: str, metric: int) -> dict[str, Any]:
        """What is known of a system by a metric, beside a baseline; what only a comparison has is None without one."""
        place = self.content["systems"].index(system)
        compared = self.content["comparisons"].get(baseline)
        if compared:
            found: dict[str, Any] = compared["metrics"][metric]["systems"][place]
            return found
        score = self.content["scores"]["systems"][place]["scores"][metric]["score"]
        intervals = self.content["intervals"]
        interval = intervals["metrics"][self.content["metrics"][metric]["name"]] if intervals else None
        return {"name": system, "score": score, "interval": interval, "delta": None, "corrected_p": None, "rank": None}

    def order(self, baseline: str) -> list[str]:
        """The systems, best first by the first metric."""
        compared = self.content["comparisons"].get(baseline)
        if compared:
            return [name for cluster in compared["metrics"][0]["clusters"] for name in cluster]
        better = -1 if self.content["metrics"][0]["higher_is_better"] else 1
        scores = {each["name"]: each["scores"][0]["score"] for each in self.content["scores"]["systems"]}
        return sorted(scores, key=lambda name: better * scores[name])

    def lines(self, baseline: str) -> tuple[int, ...]:
        """The rows of the leaderboard above which a line is drawn, by the first metric."""
        compared = self.content["comparisons"].get(baseline)
        if not compared:
            return ()
        sizes = [len(cluster) for cluster in compared["metrics"][0]["clusters"]]
        return tuple(sum(sizes[:place]) for place in range(1, len(sizes)))

    def _notes(self, baseline: str) -> tuple[str, ...]:
        signatures = tuple(f"{each['title']}  {each['signature']}" for each in self.content["metrics"])
        return (*signatures, *self.content["method"].get(baseline, []))

    def matrix(self, metric: int) -> Table:
        """Every system against every other: the difference, its p-value, and the segments won, tied and lost."""
        systems = self.content["systems"]
        rows: list[tuple[Cell, ...]] = []
        for system in systems:
            cells: list[Cell] = [system]
            for other in systems:
                own = None if other == system else self.duel(system, other, metric)
                cells.append("" if own is None else f"{own['delta']:+.2f}, p {own['p']:.4f}, {own['tally']}")
            rows.append(tuple(cells))
        title = self.content["metrics"][metric]["title"]
        note = f"{title} of the row less that of the column; p corrected for all pairs; segments won/tied/lost"
        return Table(("System", *systems), tuple(rows), (note,))

    def duel(self, system: str, other: str, metric: int) -> dict[str, Any]:
        """One system against another, by a metric: what a cell of the matrix says."""
        found = self.content["comparisons"][other]["metrics"][metric]
        own = next(each for each in found["systems"] if each["name"] == system)
        pair = next(each for each in found["pairs"] if {each["a"], each["b"]} == {system, other})
        better = own["delta"] if self.content["metrics"][metric]["higher_is_better"] else -own["delta"]
        apart = pair["corrected_p"] < self.content["comparisons"][other]["alpha"]
        return {
            "delta": own["delta"],
            "p": pair["corrected_p"],
            "tally": f"{own['wins']}/{own['ties']}/{own['losses']}",
            "standing": "alike" if not apart or not better else "better" if better > 0 else "worse",
        }

    def group_deltas(self, kind: str, pair: int, metric: str, most: int) -> Table:
        """The differences of a pair in documents or buckets, those that differ most if there are too many."""
        a, b = self.content["pairs"][pair]
        systems = self.content["systems"]
        groups = self.content["groups"][kind]
        if len(groups) > most:
            largest = sorted(groups, key=lambda each: -abs(each["deltas"][metric][pair][0]))[:most]
            groups = [each for each in groups if each in largest]
        rows: list[tuple[Cell, ...]] = []
        for each in groups:
            delta, low, high = each["deltas"][metric][pair]
            scores = [each["scores"][metric][systems.index(name)] for name in (a, b)]
            ends: list[Cell] = ["" if end is None else end for end in (low, high)]
            rows.append((each["name"], each["segments"], *scores, delta, *ends))
        what = {"documents": "Document", "lengths": "Words"}[kind]
        return Table((what, "Segments", a, b, "Delta", "Low", "High"), tuple(rows))

    def frequency(self) -> Table:
        """The F1 of words by how often the references have them."""
        systems = self.content["systems"]
        rows: list[tuple[Cell, ...]] = [
            (each["name"], each["words"], *(each["systems"][name]["f1"] for name in systems))
            for each in self.content["frequency"]
        ]
        return Table(("Times in the references", "Words", *systems), tuple(rows))

    def distinctive(self, pair: int) -> Table:
        """The phrases that one of two systems has in more segments."""
        a, b = self.content["pairs"][pair]
        rows: list[tuple[Cell, ...]] = [
            (
                each["phrase"],
                each["more"],
                each["less"],
                *each["counts"],
                Probability(each["p"]),
                Probability(each["q"]),
            )
            for each in self.content["distinctive"][pair]["phrases"]
        ]
        head = ("Phrase", f"More in {a}", f"More in {b}", f"Times {a}", f"Times {b}", "Times reference", "p", "q")
        return Table(head, tuple(rows))

    def hints(self, names: dict[str, str]) -> Table:
        """How many segments of each system have each hint."""
        systems = self.content["systems"]
        rows: list[tuple[Cell, ...]] = []
        for hint, name in names.items():
            counts = [
                sum(any(kind == hint for kind, _ in each) for each in self.content["hints"][system].values())
                for system in systems
            ]
            if any(counts):
                rows.append((name, *counts))
        return Table(("Hint", *systems), tuple(rows))


def written(interval: list[float]) -> str:
    """Write an interval.

    >>> written([1.0, 2.5])
    '[1.00, 2.50]'
    """
    return f"{Interval(interval[0], interval[1], LEVEL):.2f}"
