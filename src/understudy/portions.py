"""A test set counted portion by portion: the tokens of a portion are few, and forgotten before the next is read.

A row doesn't depend on its neighbours, so that portions change no number.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping

import numpy as np

from understudy import _core
from understudy.arithmetic import Rows
from understudy.metric import Bound, Metric, Stats
from understudy.texts import Progress, References, references, texts
from understudy.tokens import TokenTables

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

    >>> from understudy.metrics import make_metric
    >>> from understudy.texts import references, texts
    >>> stats = count({"wer": make_metric("wer")}, {"A": texts(["a cat"], "hypotheses")}, references(["the cat"]))
    >>> stats["A"]["wer"].totals().parts()["score"]
    50.0
    """
    tables = TokenTables(list(dict.fromkeys(metric.reading for metric in metrics.values())))
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

    def fill(begin: int, tables: TokenTables, alarm: Progress | None = None) -> int:
        part = slice(begin, min(begin + size, len(refs)))
        try:
            for system, name, rows in _count_part(metrics, hypotheses, refs, part, tables, alarm):
                found[system, name][part] = rows
        except InterruptedError:
            raise  # nothing is wrong with the portion
        except Exception:
            _count_behind_nothing(metrics, hypotheses, refs, part)
            raise
        return part.stop

    begins = range(0, len(refs), size)
    parallel = threads > 1 and next(iter(metrics.values())).reading.native
    for done in _in_threads(fill, begins, tables, threads) if parallel else (fill(begin, tables) for begin in begins):
        if step is not None:
            step("segments", done, len(refs))
    return _as_stats(metrics, found, refs.counts)


def is_surveyed(metric: Metric) -> bool:
    """Whether a metric must know all references before the first segment: then there is only one portion.

    >>> from understudy.metrics import make_metric
    >>> is_surveyed(make_metric("nist")), is_surveyed(make_metric("bleu"))
    (True, False)
    """
    return type(metric).survey is not Metric.survey


def _size(metrics: Mapping[str, Metric], hypotheses: Mapping[str, _core.Texts], refs: References, threads: int) -> int:
    """How many segments make a portion."""
    if any(map(is_surveyed, metrics.values())):
        return len(refs)
    text = max(segments.extent for segments in hypotheses.values()) + refs.flat.extent
    portions = 1 + text // TEXT
    if threads > 1:
        portions = max(portions, min(4 * threads, len(refs) // SHORTEST))
    if portions > threads:
        portions += -portions % threads  # as many for each thread
    return math.ceil(len(refs) / portions)


def _in_threads(
    fill: Callable[[int, TokenTables, Progress], int], begins: Iterable[int], tables: TokenTables, threads: int
) -> Iterator[int]:
    """Fill in portions side by side, each thread with tables of its own; gives the segments done, in order."""
    from concurrent.futures import ThreadPoolExecutor
    from threading import Event, local

    own, stopped = local(), Event()

    def alarm(_: int) -> None:
        if stopped.is_set():
            raise InterruptedError("another thread has failed, or the caller was interrupted")

    def work(begin: int) -> int:
        if not hasattr(own, "tables"):
            own.tables = tables.new()
        return fill(begin, own.tables, alarm)

    with ThreadPoolExecutor(threads) as pool:
        try:
            yield from pool.map(work, begins)
        except BaseException:
            stopped.set()
            pool.shutdown(cancel_futures=True)
            raise


def _count_part(
    metrics: Mapping[str, Metric],
    hypotheses: Mapping[str, _core.Texts],
    refs: References,
    part: slice,
    tables: TokenTables,
    alarm: Progress | None,
) -> Iterator[tuple[str, str, Rows]]:
    parts = {system: segments.part(part.start, part.stop) for system, segments in hypotheses.items()}
    step = None if alarm is None else lambda _what, done, _total: alarm(done)
    return _count(metrics, parts, refs.part(part.start, part.stop), tables, 1, step)


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
    tables = TokenTables(list(dict.fromkeys(metric.reading for metric in metrics.values()))).new()
    for _ in _count(metrics, parts, references([*([each] for each in nothing), *own]), tables, 1):
        pass


def _count(
    metrics: Mapping[str, Metric],
    hypotheses: Mapping[str, _core.Texts],
    refs: References,
    tables: TokenTables,
    threads: int,
    step: Step | None = None,
) -> Iterator[tuple[str, str, Rows]]:
    def watch(what: str, total: int = len(refs)) -> Progress | None:
        return None if step is None else lambda done: step(what, done, total)

    tokens = tables.add(refs.flat, threads, watch("references", len(refs.flat)))
    bound = {
        name: Bound.to(metric, refs, tables.tables[metric.reading], tokens[metric.reading], threads)
        for name, metric in metrics.items()
    }
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
