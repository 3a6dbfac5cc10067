"""Many systems in one sentence: who is best, who can't be told apart, where metrics disagree."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import combinations

from understudy.comparison.findings import Kind

MOST = 3  # pairs that are named one by one
OPPOSITE: dict[Kind, Kind] = {"better": "worse", "worse": "better"}


class Ranking:
    """An order of systems from what all metrics together find in pairs of them.

    `kinds` says how the first of a pair stands to the second, `mean_places` orders what can't be told apart, and
    `complete` is whether all pairs were tested, not only those with the baseline.

    >>> kinds = {("A", "B"): "worse", ("A", "C"): "no evidence", ("B", "C"): "better"}
    >>> ranking = Ranking("ABC", kinds, {"A": 1, "B": 0, "C": 2}, baseline="A", complete=True)
    >>> ranking.clusters, ranking.summary()
    ((('B',), ('A', 'C')), "B is best; A and C can't be told apart.")
    """

    def __init__(
        self,
        systems: Sequence[str],
        kinds: Mapping[tuple[str, str], Kind],
        mean_places: Mapping[str, float],
        baseline: str,
        complete: bool,
    ) -> None:
        self.kinds = dict(kinds) | {(b, a): OPPOSITE.get(kind, kind) for (a, b), kind in kinds.items()}
        self.baseline, self.complete = baseline, complete
        # Where all above are better than all below, they also win more pairs: so clusters are contiguous.
        self.ordered = sorted(systems, key=lambda name: (-self._won(name), mean_places[name], name))

    def _won(self, system: str) -> int:
        own = [kind for (name, _), kind in self.kinds.items() if name == system]
        return own.count("better") - own.count("worse")

    @cached_property
    def places(self) -> dict[str, int]:
        """The place of each system in the order."""
        return {name: place for place, name in enumerate(self.ordered)}

    @cached_property
    def clusters(self) -> tuple[tuple[str, ...], ...]:
        """The order, divided wherever every system above is better than every one below."""
        if not self.complete:
            return ()
        groups: list[list[str]] = [[]]
        for place, system in enumerate(self.ordered):
            above, below = self.ordered[:place], self.ordered[place:]
            if above and all(self.kinds[a, b] == "better" for a in above for b in below):
                groups.append([])
            groups[-1].append(system)
        return tuple(map(tuple, groups))

    def summary(self) -> str:
        """Say it in one sentence; disagreements first."""
        last = len(self.clusters) - 1
        clauses = [self._clause(cluster, place, last) for place, cluster in enumerate(self.clusters)]
        ranked = "; ".join(clauses) if self.complete else self._by_baseline()
        return f"{self._disagreements()}{ranked}."

    def _disagreements(self) -> str:
        pairs = [pair for pair in combinations(self.ordered, 2) if self.kinds.get(pair) == "disagreement"]
        if not pairs:
            return ""
        if len(pairs) > MOST:
            return f"The metrics disagree on {len(pairs)} of {len(self.kinds) // 2} pairs of systems. "
        return f"The metrics disagree on {listed([f'{a} against {b}' for a, b in pairs])}. "

    def _clause(self, cluster: tuple[str, ...], place: int, last: int) -> str:
        if len(cluster) == 1:
            (name,) = cluster
            return f"{name} is best" if place == 0 else f"{name} is worst" if place == last else f"then {name}"
        words = self._together(cluster)
        if last and place == 0:
            return f"{listed(cluster)} are ahead and {words}"
        return f"then {listed(cluster)}, which {words}" if 0 < place < last else f"{listed(cluster)} {words}"

    def _together(self, cluster: tuple[str, ...]) -> str:
        kinds = {self.kinds[pair] for pair in combinations(cluster, 2)}
        if kinds == {"same"}:
            return "score the same"
        if "disagreement" in kinds:
            return "can't be ranked"
        return "can't be told apart" if kinds <= {"same", "no evidence"} else "can't all be told apart"

    def _by_baseline(self) -> str:
        words: dict[Kind, str] = {
            "better": "better: {}", "disagreement": "metrics disagree: {}", "no evidence": "can't be told apart: {}",
            "same": "the same: {}", "worse": "worse: {}",
        }  # fmt: skip
        others = [name for name in self.ordered if name != self.baseline]
        groups = {kind: [name for name in others if self.kinds[name, self.baseline] == kind] for kind in words}
        return f"Against {self.baseline}, " + "; ".join(
            words[kind].format(listed(names)) for kind, names in groups.items() if names
        )


def listed(names: Sequence[str], word: str = "and") -> str:
    """Join names as a sentence has them.

    >>> listed(["A"]), listed(["A", "B", "C"])
    ('A', 'A, B and C')
    """
    return f" {word} ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
