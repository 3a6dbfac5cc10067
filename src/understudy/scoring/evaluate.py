"""Systems times metrics: splits every text once for each tokenizer, and shares what can be shared."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from understudy.contract import signature as settings
from understudy.contract.metric import Metric
from understudy.contract.result import Result
from understudy.errors import InputError, SettingError
from understudy.inputs.texts import References, check_parallel, check_segments, check_threads, references, texts
from understudy.metrics import make_metric
from understudy.scoring.chunks import Step, count

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


class Scores(Named[Result]):
    """The results of one system: by metric name, or by signature where a name stands twice."""

    def __repr__(self) -> str:
        return "\n".join(repr(result) for result in self.values())


class Evaluation(Named[Scores]):
    """The results of several systems on one test set, by the system's name."""

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
            segments = len(next(iter(self[system].values())).stats)
            if len(result.stats) != segments:
                raise InputError(
                    f"{metric.name} has {len(result.stats)} scores for {system!r}, which has {segments} segments"
                )
        return Evaluation({name: Scores({**self[name], metric.name: results[name]}) for name in self})


def score(
    hyps: Any,
    refs: Any,
    metrics: str | Metric | Iterable[str | Metric] = "bleu",
    lang: str | None = None,
    threads: int = 1,
) -> Scores:
    """Score one system by one or several metrics, reading the text once.

    >>> import understudy as us
    >>> result = us.score(["a cat sat here"], [["a cat sat here", "there sat a cat"]], metrics=["bleu", "bleu:order=2"])
    >>> [round(each.score) for each in result.values()]
    [100, 100]
    """
    return evaluate({"": hyps}, refs, metrics, lang, threads)[""]


def evaluate(
    systems: Mapping[str, Any],
    refs: Any,
    metrics: str | Metric | Iterable[str | Metric] = "bleu",
    lang: str | None = None,
    threads: int = 1,
    step: Step | None = None,
) -> Evaluation:
    """Score several systems, given by name, by one or several metrics.

    >>> import understudy as us
    >>> both = us.evaluate({"A": ["a cat sat here"], "B": ["a cat was here"]}, ["a cat sat here"])
    >>> round(both["A"]["bleu"].score), round(both["B"]["bleu"].score)
    (100, 35)
    """
    check_threads(threads)
    named = named_metrics(metrics, lang)
    if not isinstance(systems, Mapping):
        raise InputError(f"the systems are {type(systems).__name__}; give a mapping from a name to its hypotheses")
    hypotheses = {name: texts(hyps, _named("hypotheses", name)) for name, hyps in systems.items()}
    if not hypotheses:
        raise InputError("there are no systems to score; give a mapping from a name to its hypotheses")
    segments = check_parallel(hypotheses, "segments")
    check_segments(segments)
    aligned = references(refs, segments)
    check_facts(metrics, aligned)

    results: dict[str, dict[str, Result]] = {name: {} for name in hypotheses}
    for reading in dict.fromkeys(metric.reading.as_written for metric in named.values()):
        alike = {name: metric for name, metric in named.items() if metric.reading.as_written == reading}
        for system, counted in count(alike, hypotheses, aligned, threads, step).items():
            results[system] |= {name: Result(stats) for name, stats in counted.items()}
    return Evaluation({system: Scores({name: found[name] for name in named}) for system, found in results.items()})


def named_metrics(metrics: str | Metric | Iterable[str | Metric], lang: str | None = None) -> dict[str, Metric]:
    """Make the metrics, each under its plain name; under its signature where the name is taken.

    >>> list(named_metrics(["bleu", "bleu:order=2"]))[0]
    'bleu'
    """
    listed = _listed(metrics)
    if not listed:
        raise SettingError("no metric was asked for; give at least one, for example 'bleu'")
    made = [make_metric(each, lang) for each in listed]
    named: dict[str, Metric] = {}
    for each in made:
        twin = next((other for other in named.values() if other.signature == each.signature), None)
        if twin is not None:
            why = (
                "is asked for twice"
                if twin == each
                else "stands for two tokenizers; give the functions different names"
            )
            raise SettingError(f"the metric {each.signature} {why}")
        named[each.signature if each.name in named else each.name] = each
    return named


def _listed(metrics: str | Metric | Iterable[str | Metric]) -> list[str | Metric]:
    return list(metrics) if isinstance(metrics, Iterable) and not isinstance(metrics, str) else [metrics]


def check_facts(metrics: str | Metric | Iterable[str | Metric], refs: References) -> None:
    """Refuse a signature that was printed for another number of references.

    >>> check_facts("bleu:references=1", references(["a cat"]))
    """
    check_counts(metrics, refs.counts)


def check_counts(metrics: str | Metric | Iterable[str | Metric], counts: str) -> None:
    """Refuse a signature that was printed for another number of references per segment than `2` or `1-4`, say.

    >>> check_counts("bleu:references=1-4", "1-4")
    """
    for spec in _listed(metrics):
        said = settings.read(spec)[1].get("references") if isinstance(spec, str) else None
        if said not in (None, counts):
            raise SettingError(
                f"{spec!r} says references={said}, but the segments have {counts};"
                " give the same references for the same score, or leave references= out"
            )


def _named(what: str, system: str) -> str:
    return f"{what} of {system!r}" if system else what
