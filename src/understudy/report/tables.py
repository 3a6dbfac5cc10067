"""The tables of a report that don't depend on the chosen pair, each as one value with all its forms."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from understudy.report.content import Content
from understudy.report.hints import HINTS
from understudy.report.messages import Messages
from understudy.report.numbers import interval, p_value, signed
from understudy.tables.probability import Probability
from understudy.tables.table import Cell, Table


@dataclass(frozen=True)
class Tables:
    """All tables of the content of a report.

    >>> import understudy as us
    >>> from understudy.report.messages import read_messages
    >>> refs = [f"number {n} is good" for n in range(9)]
    >>> report = us.make_report({"A": refs, "B": refs}, refs, metrics="bleu", trials=99)
    >>> Tables(report.content, read_messages("en")).leaderboard("A").columns
    ('System', 'BLEU', 'BLEU 95 %', 'BLEU delta', 'BLEU p')
    """

    content: Content
    t: Messages

    def leaderboard(self, baseline: str) -> Table:
        """List the systems, best first by the first metric, with intervals and the differences to a baseline."""
        head = [self.t("system")]
        for metric in self.content.metrics:
            head += [metric.title]
            head += [f"{metric.title} {self.level}"] * (self.content.plan is not None)
            if self.content.against:
                head += [f"{metric.title} {self.t('delta')}", f"{metric.title} p"]
        rows: list[tuple[Cell, ...]] = []
        for system in self.order():
            row: list[Cell] = [system]
            for place, own in enumerate(self.content.scores[system]):
                row.append(own.score)
                row += [interval(own.interval)] if own.interval is not None else []
                row += self._against(system, baseline, place)
            rows.append(tuple(row))
        return Table(tuple(head), tuple(rows), self._notes(baseline), lines=self.lines())

    def leaderboard_values(self, baseline: str) -> Table:
        """The leaderboard for other programs: every number in a column of its own, with every digit."""
        head = ["system"]
        rows: list[tuple[Cell, ...]] = []
        for system in self.order():
            row: dict[str, Cell] = {"system": system}
            for place, (metric, own) in enumerate(zip(self.content.metrics, self.content.scores[system], strict=True)):
                row[metric.title] = own.score
                if own.interval is not None:
                    row |= _ends(metric.title, own.interval)
                if self.content.against:
                    row |= self._differences(system, baseline, place)
            head = list(row)
            rows.append(tuple(row.values()))
        return Table(tuple(head), tuple(rows))

    def _differences(self, system: str, baseline: str, metric: int) -> dict[str, Cell]:
        title = f"{self.content.metrics[metric].title} delta"
        own = self.content.difference(system, baseline, metric)
        if own is None:
            return dict.fromkeys((title, f"{title} low", f"{title} high", title.replace(" delta", " p")), "")
        return {title: own.delta} | _ends(title, own.interval) | {title.replace(" delta", " p"): own.corrected_p}

    def _against(self, system: str, baseline: str, metric: int) -> list[Cell]:
        if not self.content.against:
            return []
        own = self.content.difference(system, baseline, metric)
        return ["", ""] if own is None else [own.delta, Probability(own.corrected_p)]

    @property
    def level(self) -> str:
        """The confidence level of intervals."""
        return "" if self.content.plan is None else f"{100 * self.content.plan.level:g} %"

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

    def method(self, baseline: str, say: Callable[..., str] | None = None) -> list[str]:
        """Say how intervals and p-values were computed, as text, or by `say` as markup."""
        plan, say = self.content.plan, say or self.t
        if plan is None:
            return []
        units = self.t(f"method.{plan.units}")
        intervals = say("method.interval", resamples=f"{plan.resamples:,}", units=units, seed=plan.seed)
        if not self.content.against:
            return [intervals]
        findings = self.content.against[baseline].verdict.standings[0].findings
        variants = len({each.family for each in findings}) < len(findings)
        return [
            say(
                "method.p", trials=f"{plan.trials:,}", count=f"{plan.unit_count:,}", units=units, seed=plan.seed,
                baseline=baseline,
            ),
            intervals,
            say("method.rank", alpha=f"{plan.alpha:g}"),
            say("method.sampling"),
            say("method.verdict", alpha=f"{plan.alpha:g}"),
            *([say("method.variants")] if variants else []),
        ]  # fmt: skip

    def matrix(self, metric: int) -> Table:
        """Every system against every other: the difference, its p-value, and the segments won, tied and lost."""
        order = self.order()
        rows: list[tuple[Cell, ...]] = []
        for system in order:
            cells: list[Cell] = [system]
            for other in order:
                own = self.content.difference(system, other, metric)
                tally = "" if own is None else f"{own.wins}/{own.ties}/{own.losses}"
                cells.append("" if own is None else f"{signed(own.delta)}, p {p_value(own.pair_p)}, {tally}")
            rows.append(tuple(cells))
        note = self.t("matrix.note", metric=self.content.metrics[metric].title)
        return Table((self.t("system"), *order), tuple(rows), (note,))

    def frequency(self) -> Table:
        """The F1 of words by how often the references have them."""
        systems = self.content.systems
        rows: list[tuple[Cell, ...]] = [
            (each.name, each.words, *(each.systems[name].f1 for name in systems)) for each in self.content.frequency
        ]
        return Table((self.t("frequency.times"), self.t("frequency.words"), *systems), tuple(rows))

    def hint_counts(self) -> dict[str, list[int]]:
        """How many segments of each system have each hint; hints that none has are left out."""
        counts: dict[str, list[int]] = {}
        for place, system in enumerate(self.content.systems):
            for hints in self.content.hints[system].values():
                for kind in {kind for kind, _ in hints}:
                    counts.setdefault(kind, [0] * len(self.content.systems))[place] += 1
        return {kind: counts[kind] for kind in HINTS if kind in counts}

    def hints(self) -> Table:
        """How many segments of each system have each hint."""
        rows: tuple[tuple[Cell, ...], ...] = tuple(
            (self.t(f"hint.{kind}"), *counts) for kind, counts in self.hint_counts().items()
        )
        return Table((self.t("hints.hint"), *self.content.systems), rows)


def _ends(title: str, bounds: tuple[float, float]) -> dict[str, Cell]:
    return {f"{title} low": bounds[0], f"{title} high": bounds[1]}
