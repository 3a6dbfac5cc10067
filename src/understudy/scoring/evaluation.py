"""The results of several systems by several metrics, by name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from understudy.contract.result import Result
from understudy.errors import InputError
from understudy.tables.table import Table
from understudy.tables.tabular import Tabular, card

V = TypeVar("V")


@dataclass(frozen=True)
class Named(Mapping[str, V]):
    """Values by name, in the order in which they were asked for."""

    items_by_name: dict[str, V]

    def __getitem__(self, name: str) -> V:
        return self.items_by_name[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.items_by_name)

    def __len__(self) -> int:
        return len(self.items_by_name)


class Scores(Named[Result], Tabular):
    """The results of one system: by metric name, or by signature where a name stands twice.

    >>> import understudy as us
    >>> us.score(["a cat sat here"], ["a cat sat here"], ["bleu", "wer"]).to_columns()["score"]
    [100.0, 0.0]
    """

    def __repr__(self) -> str:
        return "\n".join(repr(result) for result in self.values())

    def table(self, digits: int = 2) -> Table:
        """List the metrics with their scores, the signatures below."""
        return self._evaluation.table(digits)

    def html(self) -> str:
        """Write an HTML fragment with class names only, to be put into a page."""
        return self._evaluation.html()

    def to_columns(self) -> dict[str, list[Any]]:
        """Give one row a metric as columns by name; a result alone gives its segments so."""
        columns = self._evaluation.to_columns()
        del columns["system"]
        return columns

    def to_dict(self) -> dict[str, Any]:
        """Give everything as plain values, ready for `json.dumps`."""
        (system,) = self._evaluation.to_dict()["systems"]
        return dict(zip(self, system["scores"], strict=True))

    @property
    def _evaluation(self) -> Evaluation:
        return Evaluation({"": self})


class Evaluation(Named[Scores], Tabular):
    """The results of several systems on one test set, by the system's name.

    >>> import understudy as us
    >>> both = us.evaluate({"A": ["a cat sat here"], "B": ["a dog sat here"]}, ["a cat sat here"], ["bleu", "wer"])
    >>> both
    System    BLEU    WER
    A       100.00   0.00
    B        35.36  25.00
    >>> both.to_pandas()["score"].tolist()[-1]
    25.0
    """

    def __repr__(self) -> str:
        from understudy.tables.tabular import cut

        return cut(replace(self.table(), notes=())).text() if self else "no systems"

    def table(self, digits: int = 2) -> Table:
        """List systems against metrics, with the signatures below."""
        from understudy.scoring.table import scores

        return scores(self, digits)

    def html(self) -> str:
        """Write an HTML fragment with class names only, to be put into a page."""
        table = self.table()
        unnamed = list(self) == [""]  # one system, which was given without a name
        listed = table.only(table.columns[1:]) if unnamed else table
        segments = next(iter(next(iter(self.values())).values())).totals.segments
        systems = "" if unnamed else f"{len(self)} system{'s' * (len(self) != 1)}, "
        return card(f"{systems}{segments:,} segment{'s' * (segments != 1)}", [listed])

    def to_columns(self) -> dict[str, list[Any]]:
        """Give one score a row as columns by name: system, metric, score, number of segments, signature."""
        rows = [
            (system, name, result.score, result.totals.segments, result.signature)
            for system, own in self.items()
            for name, result in own.items()
        ]
        names = ("system", "metric", "score", "segments", "signature")
        return {name: [row[place] for row in rows] for place, name in enumerate(names)}

    def to_dict(self) -> dict[str, Any]:
        """Give everything as plain values, ready for `json.dumps`."""
        from understudy.scoring.table import as_json

        return as_json(self)

    def check_alike(self) -> None:
        """Refuse systems that were not scored by the same metrics, with the same settings.

        >>> import understudy as us
        >>> us.evaluate({"A": ["a cat"], "B": ["a dog"]}, ["a cat"]).check_alike()
        """
        signatures = {system: [each.signature for each in found.values()] for system, found in self.items()}
        first = next(iter(signatures))
        for system, own in signatures.items():
            if own != signatures[first]:
                raise InputError(
                    f"{system!r} has scores by {', '.join(own)} and {first!r} by {', '.join(signatures[first])};"
                    " score all systems by the same metrics"
                )

    def with_facts(self, facts: Mapping[str, str]) -> Evaluation:
        """The same results with facts about the test set in their signatures.

        >>> import understudy as us
        >>> stated = us.evaluate({"A": ["a cat"]}, ["a cat"], "wer").with_facts({"skipped": "2"})
        >>> stated["A"]["wer"].signature
        'wer:tokenizer=none,lowercase=no,...,references=1,skipped=2,version=...'
        """
        listed = tuple(facts.items())
        if not listed:
            return self
        return Evaluation(
            {
                system: Scores({name: replace(each, facts=listed) for name, each in found.items()})
                for system, found in self.items()
            }
        )

    def add(self, results: Mapping[str, Result]) -> Evaluation:
        """Add one more result for each system, such as scores from outside, and give all of them.

        >>> import understudy as us
        >>> both = us.evaluate({"A": ["a cat sat here"], "B": ["a cat was here"]}, ["a cat sat here"])
        >>> both = both.add({name: us.scores_from("judge", [grade]) for name, grade in {"A": 5, "B": 3}.items()})
        >>> {name: round(result.score) for name, result in both["B"].items()}
        {'bleu': 35, 'judge': 3}
        """
        if set(results) != set(self):
            raise InputError(
                f"there are results for {sorted(results)} but the systems are {sorted(self)}; give one for each"
            )
        kinds = {result.metric for result in results.values()}
        if len(kinds) != 1:
            raise InputError(f"the results are of different metrics: {sorted(kind.signature for kind in kinds)}")
        (metric,) = kinds
        for system, result in results.items():
            if metric.name in self[system]:
                raise InputError(f"{system!r} has a result named {metric.name!r} already; give it another name")
            segments = next(iter(self[system].values())).totals.segments
            if result.totals.segments != segments:
                raise InputError(
                    f"{metric.name} has {result.totals.segments} scores for {system!r}, which has {segments} segments"
                )
        facts = next(iter(next(iter(self.values())).values())).facts  # about the test set, so true of all results
        stated = {name: replace(result, facts=facts) for name, result in results.items()}
        return Evaluation({name: Scores({**self[name], metric.name: stated[name]}) for name in self})

    def add_each(self, outside: Iterable[Mapping[str, Result]]) -> Evaluation:
        """Add several metrics from outside, each as `add` does.

        >>> import understudy as us
        >>> one = us.evaluate({"A": ["a cat"]}, ["a cat"])
        >>> list(one.add_each([{"A": us.scores_from("judge", [5])}, {"A": us.scores_from("comet", [0.5])}])["A"])
        ['bleu', 'judge', 'comet']
        """
        evaluation = self
        if isinstance(outside, (str, Mapping)) or not isinstance(outside, Iterable):
            raise InputError(
                f"outside is {type(outside).__name__}; give a list of mappings from a system to its result"
            )
        for results in outside:
            if not isinstance(results, Mapping) or not all(isinstance(each, Result) for each in results.values()):
                raise InputError(
                    f"outside has {results!r:.60}; give a mapping from each system to what scores_from makes"
                )
            evaluation = evaluation.add(results)
        return evaluation
