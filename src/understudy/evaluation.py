"""Systems times metrics: reads every text once for each way of reading it, and shares what can be shared."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from understudy import _core
from understudy.errors import InputError, SettingError
from understudy.metric import Bound, Metric
from understudy.metrics import make_metric
from understudy.result import Result
from understudy.texts import References, check_parallel, check_segments, check_threads, references, texts
from understudy.tokens import Reading, TokenTable

Step = Callable[[str, int, int], object]  # what is being done, segments done, segments in all


@dataclass(frozen=True)
class Scores(Mapping[str, Result]):
    """The results of one system: by metric name, or by signature where a name stands twice."""

    results: dict[str, Result]

    def __getitem__(self, metric: str) -> Result:
        return self.results[metric]

    def __iter__(self) -> Iterator[str]:
        return iter(self.results)

    def __len__(self) -> int:
        return len(self.results)

    def __repr__(self) -> str:
        return "\n".join(repr(result) for result in self.results.values())


@dataclass(frozen=True)
class Evaluation(Mapping[str, Scores]):
    """The results of several systems on one test set, by the system's name."""

    systems: dict[str, Scores]

    def __getitem__(self, system: str) -> Scores:
        return self.systems[system]

    def __iter__(self) -> Iterator[str]:
        return iter(self.systems)

    def __len__(self) -> int:
        return len(self.systems)


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
    hypotheses = {name: texts(hyps, _named("hypotheses", name)) for name, hyps in systems.items()}
    if not hypotheses:
        raise InputError("there are no systems to score; give a mapping from a name to its hypotheses")
    segments = check_parallel(hypotheses, "segments")
    check_segments(segments)
    aligned = references(refs, segments)

    results: dict[str, dict[str, Result]] = {name: {} for name in hypotheses}
    for reading in dict.fromkeys(metric.reading for metric in named.values()):
        alike = {name: metric for name, metric in named.items() if metric.reading == reading}
        for system, name, result in _score_alike(reading, alike, hypotheses, aligned, threads, step):
            results[system][name] = result
    return Evaluation({system: Scores({name: found[name] for name in named}) for system, found in results.items()})


def _score_alike(
    reading: Reading,
    metrics: dict[str, Metric],
    hypotheses: dict[str, _core.Texts],
    refs: References,
    threads: int,
    step: Step | None,
) -> Iterator[tuple[str, str, Result]]:
    """Score by all metrics that read text in one way: the texts are read once for all of them."""
    table = TokenTable(reading)

    def watch(what: str) -> Callable[[int], object] | None:
        return None if step is None else lambda done: step(what, done, len(refs))

    bound: dict[str, Bound] = {}
    for name, metric in metrics.items():
        first = next(iter(bound.values()), None)
        bound[name] = first.share(metric) if first else Bound.to(metric, refs, table, threads, watch("references"))
    for system, segments in hypotheses.items():
        tokens = table.add(segments, threads, watch(system))
        for name, each in bound.items():
            yield system, name, Result(each.count(tokens, threads, watch(f"{system} {each.metric.name}")))


def named_metrics(metrics: str | Metric | Iterable[str | Metric], lang: str | None = None) -> dict[str, Metric]:
    """Make the metrics, each under its plain name; under its signature where the name is taken.

    >>> list(named_metrics(["bleu", "bleu:order=2"]))[0]
    'bleu'
    """
    listed = [metrics] if isinstance(metrics, (str, Metric)) else list(metrics)
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


def _named(what: str, system: str) -> str:
    return f"{what} of {system!r}" if system else what
