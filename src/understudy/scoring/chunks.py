"""A test set counted portion by portion: the tokens of a portion are few, and forgotten before the next is read.

A row doesn't depend on its neighbours, so that portions change no number.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import accumulate
from typing import Any

import numpy as np

from understudy import _core
from understudy.contract.arithmetic import Rows
from understudy.contract.metric import Bound, Metric, Stats
from understudy.inputs.texts import Progress, References, references, texts
from understudy.tokens import TokenizedReferences, TokenTables

Fill = Callable[[int, TokenTables, Progress | None], int]  # from which segment on, and if told to stop; gives how many
Step = Callable[[str, int, int], object]  # what is being done, segments done, segments in all

TEXT = 2 << 20  # characters in a portion, about: its tokens fit into a processor's cache
SHORTEST = 250  # segments for which another thread is worth while


def count(
    metrics: Mapping[str, Metric],
    hypotheses: Mapping[str, _core.Texts],
    refs: References,
    threads: int = 1,
    step: Step | None = None,
) -> dict[str, dict[str, Stats]]:
    """Count all systems by metrics that read text alike but for case: the texts are split once for all of them.

    References that are surveyed for portions are split once more.

    >>> from understudy.metrics import make_metric
    >>> from understudy.inputs.texts import references, texts
    >>> stats = count({"wer": make_metric("wer")}, {"A": texts(["a cat"], "hypotheses")}, references(["the cat"]))
    >>> stats["A"]["wer"].totals().parts()["score"]
    50.0
    """
    tables = _tables(metrics)
    tables.look(refs.flat)
    size = _size(metrics, hypotheses, refs, threads)
    if size >= len(refs):
        whole = _count(metrics, hypotheses, refs, tables, threads, step)
        return _as_stats(metrics, {(system, name): rows for system, name, rows in whole}, refs.counts)
    found = {
        (system, name): np.empty((len(refs), len(metric.columns)))
        for system in hypotheses
        for name, metric in metrics.items()
    }
    surveys = _survey(metrics, refs, threads, step)

    def fill(begin: int, tables: TokenTables, alarm: Progress | None) -> int:
        part = slice(begin, min(begin + size, len(refs)))
        try:
            for system, name, rows in _count_part(metrics, hypotheses, refs, part, surveys, tables, alarm):
                found[system, name][part] = rows
        except InterruptedError:
            raise  # nothing is wrong with the portion
        except Exception:
            _count_behind_nothing(metrics, hypotheses, refs, part)
            raise
        return part.stop - part.start

    begins = range(0, len(refs), size)
    parallel = threads > 1 and next(iter(metrics.values())).reading.native
    told = 0
    for done in (_in_threads if parallel else _one_by_one)(fill, begins, tables, threads):
        if step is not None and done > told:
            step("segments", done, len(refs))
        told = done
    return _as_stats(metrics, found, refs.counts)


def is_surveyed(metric: Metric) -> bool:
    """Whether a metric must know all references before the first segment.

    >>> from understudy.metrics import make_metric
    >>> is_surveyed(make_metric("nist")), is_surveyed(make_metric("bleu"))
    (True, False)
    """
    return type(metric).survey is not Metric.survey


def surveyed(metrics: Mapping[str, Metric]) -> dict[str, Metric]:
    """Those of the metrics that take two passes.

    >>> from understudy.metrics import make_metric
    >>> list(surveyed({name: make_metric(name) for name in ("bleu", "ciderD")}))
    ['ciderD']
    """
    return {name: metric for name, metric in metrics.items() if is_surveyed(metric)}


def _size(metrics: Mapping[str, Metric], hypotheses: Mapping[str, _core.Texts], refs: References, threads: int) -> int:
    """How many segments make a portion."""
    for metric in surveyed(metrics).values():
        # What Python reads takes longest: it isn't read for the survey and again for the rows.
        if metric.survey_for_portions is None or not metric.reading.direct:
            return len(refs)
    text = max(segments.extent for segments in hypotheses.values()) + refs.flat.extent
    portions = 1 + text // TEXT
    if threads > 1:
        portions = max(portions, min(4 * threads, len(refs) // SHORTEST))
    if portions > threads:
        portions += -portions % threads  # as many for each thread
    return math.ceil(len(refs) / portions)


def _tables(metrics: Mapping[str, Metric]) -> TokenTables:
    return TokenTables(list(dict.fromkeys(metric.reading for metric in metrics.values())))


def _survey(metrics: Mapping[str, Metric], refs: References, threads: int, step: Step | None) -> dict[str, Any]:
    """Survey all references for the metrics that need it; their tokens are forgotten again."""
    asked = surveyed(metrics)
    if not asked:
        return {}
    watch = None if step is None else lambda done: step("references", done, len(refs.flat))
    tokens = _tables(asked).new().add(refs.flat, threads, watch)
    surveys = {}
    for name, metric in asked.items():
        assert metric.survey_for_portions is not None
        surveys[name] = metric.survey_for_portions(TokenizedReferences(tokens[metric.reading], refs.starts), threads)
    return surveys


def _one_by_one(fill: Fill, begins: Iterable[int], tables: TokenTables, _: int) -> Iterator[int]:
    return accumulate(fill(begin, tables, None) for begin in begins)


def _in_threads(fill: Fill, begins: Iterable[int], tables: TokenTables, threads: int) -> Iterator[int]:
    """Fill in portions side by side, each thread with tables of its own; gives the segments that are done.

    The caller's thread is one of them: one that only waited would be woken for every portion, and disturb the others.
    """
    from collections import deque
    from threading import Thread

    waiting, done, failed = deque(begins), list[int](), dict[int, BaseException]()

    def work() -> Iterator[int]:
        own = tables.new()
        while True:
            try:
                begin = waiting.popleft()
            except IndexError:
                return
            try:
                done.append(fill(begin, own, partial(alarm, begin)))
            except BaseException as error:
                failed[begin if isinstance(error, Exception) else -1] = error  # an interrupt comes before all
                waiting.clear()
            yield sum(done)

    def alarm(begin: int, _: int) -> None:
        if failed and begin > min(failed):  # earlier portions go on: the first that fails is told
            raise InterruptedError("another thread has failed, or the caller was interrupted")

    pool = [Thread(target=lambda: deque(work(), maxlen=0)) for _ in range(threads - 1)]
    try:
        for thread in pool:
            thread.start()
        yield from work()
        for thread in pool:
            thread.join()
    except BaseException as error:
        failed[-1] = error
        waiting.clear()
        for thread in pool:
            if thread.ident is not None:
                thread.join()
        raise
    if failed:
        raise failed[min(failed)]
    yield sum(done)


def _count_part(
    metrics: Mapping[str, Metric],
    hypotheses: Mapping[str, _core.Texts],
    refs: References,
    part: slice,
    surveys: Mapping[str, Any],
    tables: TokenTables,
    alarm: Progress | None,
) -> Iterator[tuple[str, str, Rows]]:
    parts = {system: segments.part(part.start, part.stop) for system, segments in hypotheses.items()}
    step = None if alarm is None else lambda _what, done, _total: alarm(done)
    first = int(refs.starts[part.start])
    return _count(metrics, parts, refs.part(part.start, part.stop), tables, 1, step, surveys, first)


def _count_behind_nothing(
    metrics: Mapping[str, Metric], hypotheses: Mapping[str, _core.Texts], refs: References, part: slice
) -> None:
    """Count a portion that failed behind empty segments, so that the message counts them from the first."""
    nothing = [""] * part.start
    parts = {
        system: texts([*nothing, *(segments[i] for i in range(part.start, part.stop))], "hypotheses")
        for system, segments in hypotheses.items()
    }
    own = [[refs.flat[i] for i in range(refs.starts[n], refs.starts[n + 1])] for n in range(part.start, part.stop)]
    for _ in _count(metrics, parts, references([*([each] for each in nothing), *own]), _tables(metrics).new(), 1):
        pass


def _count(
    metrics: Mapping[str, Metric],
    hypotheses: Mapping[str, _core.Texts],
    refs: References,
    tables: TokenTables,
    threads: int,
    step: Step | None = None,
    surveys: Mapping[str, Any] | None = None,
    first: int = 0,
) -> Iterator[tuple[str, str, Rows]]:
    def watch(what: str, total: int = len(refs)) -> Progress | None:
        return None if step is None else lambda done: step(what, done, total)

    tokens = tables.add(refs.flat, threads, watch("references", len(refs.flat)))
    bound = {}
    for name, metric in metrics.items():
        own = TokenizedReferences(tokens[metric.reading], refs.starts, first)
        survey = metric.survey(own, threads) if surveys is None else surveys.get(name)
        bound[name] = Bound(metric, tables.tables[metric.reading], own, refs.counts, survey)
    for system, segments in hypotheses.items():
        tokens = tables.add(segments, threads, watch(system))
        for name, each in bound.items():
            hyps = tokens[each.metric.reading]
            yield system, name, each.count(hyps, threads, watch(f"{system} {each.metric.name}")).rows


def _as_stats(
    metrics: Mapping[str, Metric], found: Mapping[tuple[str, str], Rows], counts: str
) -> dict[str, dict[str, Stats]]:
    stats: dict[str, dict[str, Stats]] = {}
    for (system, name), rows in found.items():
        stats.setdefault(system, {})[name] = Stats(metrics[name], rows, counts)
    return stats
