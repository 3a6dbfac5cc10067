"""One path counts: the rows of some segments, given an optional survey; and a test set counted chunk by chunk.

Whoever counts rows of texts calls `count_rows` and adds: threads for chunks, batches and shards for all they hold. A
chunk is what a thread takes. Its tokens are few, and forgotten before the next is read; a row doesn't depend on its
neighbors, so that chunks change no number.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import accumulate
from typing import TYPE_CHECKING, Any

import numpy as np

from understudy import _core
from understudy.contract.arithmetic import Rows
from understudy.contract.metric import Metric
from understudy.contract.stats import Stats
from understudy.contract.survey import Counts
from understudy.inputs.texts import Progress, References, StepProgress, texts
from understudy.inputs.tokens import Tokens
from understudy.tokens import TokenizedReferences, TokenTables

if TYPE_CHECKING:
    from threading import Thread

Fill = Callable[[int, TokenTables, Progress | None], int]  # counts the chunk from a segment on; gives its length

TEXT = 2 << 20  # characters in a chunk, about: its tokens fit into a processor's cache
SHORTEST = 250  # segments for which another thread is worthwhile


@dataclass(frozen=True, eq=False)
class SurveyedTables:
    """The surveys of a whole test set, by metric name, for rows of tokens in these tables: shards share them."""

    tables: TokenTables
    surveys: dict[str, Any]

    @classmethod
    def of(cls, metrics: Mapping[str, Metric], counts: Mapping[str, Counts]) -> SurveyedTables:
        """Make surveys of counts that were added up over shards, by the signature of the metric."""
        tables = _tables(metrics)
        return cls(
            tables,
            {
                name: metric.survey_from(counts[metric.signature], tables.tables[metric.reading])
                for name, metric in surveyed(metrics).items()
            },
        )


def count_rows(
    metrics: Mapping[str, Metric],
    hypotheses: Mapping[str, _core.Texts],
    refs: References,
    tables: TokenTables,
    surveys: Mapping[str, Any] | None = None,
    threads: int = 1,
    step: StepProgress | None = None,
    first: int = 0,
) -> Iterator[tuple[str, str, Rows]]:
    """Count the rows of all systems by metrics that read text alike but for case: a text is split once for all.

    Without `surveys`, these references are all there are, and are surveyed here. `first` is the number of the first
    of them among the references of the whole test set.

    >>> from understudy.metrics import make_metric
    >>> from understudy.inputs.texts import references
    >>> metrics = {"wer": make_metric("wer")}
    >>> systems, refs = {"A": texts(["a cat"], "hypotheses")}, references(["the cat"])
    >>> [(system, name, len(rows)) for system, name, rows in count_rows(metrics, systems, refs, _tables(metrics))]
    [('A', 'wer', 1)]
    """

    def watch(what: str, total: int = len(refs)) -> Progress | None:
        return None if step is None else lambda done: step(what, done, total)

    tokens = tables.add(refs.flat, threads, watch("references", len(refs.flat)))
    aligned = {reading: TokenizedReferences(of_reading, refs.starts, first) for reading, of_reading in tokens.items()}
    if surveys is None:
        surveys = {name: metric.survey(aligned[metric.reading], threads) for name, metric in metrics.items()}
    for system, segments in hypotheses.items():
        tokens = tables.add(segments, threads, watch(system))
        for name, metric in metrics.items():
            hyps, own = tokens[metric.reading], aligned[metric.reading]
            yield system, name, metric.rows(hyps, own, surveys.get(name), threads, watch(f"{system} {metric.name}"))


def count(
    metrics: Mapping[str, Metric],
    hypotheses: Mapping[str, _core.Texts],
    refs: References,
    threads: int = 1,
    step: StepProgress | None = None,
    surveyed_tables: SurveyedTables | None = None,
    look: bool = True,
) -> dict[str, dict[str, Stats]]:
    """Count all systems by metrics that read text alike but for case, in chunks and threads.

    References that are surveyed here for chunks are split once more. Surveys from elsewhere know one set of token
    tables, so that its chunks are counted one by one, with all threads in each. Without `look` nobody is warned of a
    script that the tokenizer can't split.

    >>> from understudy.metrics import make_metric
    >>> from understudy.inputs.texts import references, texts
    >>> stats = count({"wer": make_metric("wer")}, {"A": texts(["a cat"], "hypotheses")}, references(["the cat"]))
    >>> stats["A"]["wer"].totals().parts()["score"]
    50.0
    """
    surveys = surveyed_tables.surveys if surveyed_tables else None
    tables = surveyed_tables.tables if surveyed_tables else _tables(metrics)
    if look:
        tables.look(refs.flat)
    else:
        tables = tables.new()
    size = _size(metrics, hypotheses, refs, threads, surveys is not None)
    if size >= len(refs):
        whole = count_rows(metrics, hypotheses, refs, tables, surveys, threads, step)
        return _as_stats(metrics, {(system, name): rows for system, name, rows in whole}, refs.counts)
    parallel = threads > 1 and surveys is None and next(iter(metrics.values())).reading.native
    if surveys is None:
        surveys = _survey_for_chunks(metrics, refs, threads, step)
    every_row = {
        (system, name): np.empty((len(refs), len(metric.columns)))
        for system in hypotheses
        for name, metric in metrics.items()
    }

    def fill(begin: int, tables: TokenTables, alarm: Progress | None) -> int:
        chunk = slice(begin, min(begin + size, len(refs)))
        inner = 1 if parallel else threads
        try:
            for system, name, rows in _count_chunk(metrics, hypotheses, refs, chunk, surveys, tables, inner, alarm):
                every_row[system, name][chunk] = rows
        except InterruptedError:
            raise  # nothing is wrong with the chunk
        except Exception:
            _recount_behind_empty_segments(metrics, hypotheses, refs, chunk)
            raise
        return chunk.stop - chunk.start

    reported = 0
    for done in (_in_threads if parallel else _one_by_one)(fill, range(0, len(refs), size), tables, threads):
        if step is not None and done > reported:
            step("segments", done, len(refs))
        reported = done
    return _as_stats(metrics, every_row, refs.counts)


def surveyed(metrics: Mapping[str, Metric]) -> dict[str, Metric]:
    """Those of the metrics that take two passes.

    >>> from understudy.metrics import make_metric
    >>> list(surveyed({name: make_metric(name) for name in ("bleu", "ciderD")}))
    ['ciderD']
    """
    return {name: metric for name, metric in metrics.items() if metric.needs_survey}


def _size(
    metrics: Mapping[str, Metric],
    hypotheses: Mapping[str, _core.Texts],
    refs: References,
    threads: int,
    one_by_one: bool,
) -> int:
    """How many segments make a chunk."""
    for metric in surveyed(metrics).values():
        # What Python reads takes longest: it isn't read for the survey and again for the rows.
        if not one_by_one and not (metric.survey_in_chunks and metric.reading.direct):
            return len(refs)
    text = max(segments.extent for segments in hypotheses.values()) + refs.flat.extent
    chunks = 1 + text // TEXT
    if threads > 1 and not one_by_one:
        chunks = max(chunks, min(4 * threads, len(refs) // SHORTEST))
        if chunks > threads:
            chunks += -chunks % threads  # as many for each thread
    return math.ceil(len(refs) / chunks)


def _tables(metrics: Mapping[str, Metric]) -> TokenTables:
    return TokenTables(list(dict.fromkeys(metric.reading for metric in metrics.values())))


def _survey_for_chunks(
    metrics: Mapping[str, Metric], refs: References, threads: int, step: StepProgress | None
) -> dict[str, Any]:
    """Survey all references for the metrics that need it; their tokens are forgotten again."""
    of_all = surveyed(metrics)
    if not of_all:
        return {}
    watch = None if step is None else lambda done: step("references", done, len(refs.flat))
    tokens = _tables(of_all).new().add(refs.flat, threads, watch)
    return {
        name: metric.survey(TokenizedReferences(tokens[metric.reading], refs.starts), threads).for_chunks()
        for name, metric in of_all.items()
    }


def _one_by_one(fill: Fill, begins: Iterable[int], tables: TokenTables, _: int) -> Iterator[int]:
    return accumulate(fill(begin, tables, None) for begin in begins)


def _in_threads(fill: Fill, begins: Iterable[int], tables: TokenTables, threads: int) -> Iterator[int]:
    """Fill in chunks side by side, each thread with tables of its own; gives the number of segments done so far.

    The caller's thread is one of them: one that only waited would be woken for every chunk, and disturb the others.
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
        if failed and begin > min(failed):  # earlier chunks go on: the first that fails is reported
            raise InterruptedError("another thread has failed, or the caller was interrupted")

    pool = [Thread(target=lambda: deque(work(), maxlen=0)) for _ in range(_core.affordable_threads(threads) - 1)]
    try:
        _start(pool)
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


def _start(pool: list[Thread]) -> None:
    """Start threads; those that the system has no room for are taken out, as the others do their work."""
    for n, thread in enumerate(pool):
        try:
            thread.start()
        except RuntimeError:  # "can't start new thread"
            del pool[n:]
            return


def _count_chunk(
    metrics: Mapping[str, Metric],
    hypotheses: Mapping[str, _core.Texts],
    refs: References,
    chunk: slice,
    surveys: Mapping[str, Any],
    tables: TokenTables,
    threads: int,
    alarm: Progress | None,
) -> Iterator[tuple[str, str, Rows]]:
    of_systems = {system: segments.part(chunk.start, chunk.stop) for system, segments in hypotheses.items()}
    step = None if alarm is None else lambda _what, done, _total: alarm(done)
    first = int(refs.starts[chunk.start])
    return count_rows(metrics, of_systems, refs.part(chunk.start, chunk.stop), tables, surveys, threads, step, first)


def _recount_behind_empty_segments(
    metrics: Mapping[str, Metric], hypotheses: Mapping[str, _core.Texts], refs: References, chunk: slice
) -> None:
    """Count a chunk that failed behind empty segments, so that the message numbers its segments from the first."""
    of_systems = {
        system: _behind_empty_texts(segments.part(chunk.start, chunk.stop), chunk.start)
        for system, segments in hypotheses.items()
    }
    own = refs.part(chunk.start, chunk.stop)
    starts = np.concatenate([np.arange(chunk.start), own.starts + chunk.start])
    behind = References(_behind_empty_texts(own.flat, chunk.start), starts)
    for _ in count_rows(metrics, of_systems, behind, _tables(metrics).new()):
        pass


def _behind_empty_texts(segments: _core.Texts, empty: int) -> _core.Texts:
    own = range(len(segments))
    if segments.tokenized:
        return Tokens([*([[]] * empty), *(segments.tokens(i) for i in own)]).texts
    return texts([*([""] * empty), *(segments[i] for i in own)], "hypotheses")


def _as_stats(
    metrics: Mapping[str, Metric], every_row: Mapping[tuple[str, str], Rows], counts: str
) -> dict[str, dict[str, Stats]]:
    stats: dict[str, dict[str, Stats]] = {}
    for (system, name), rows in every_row.items():
        stats.setdefault(system, {})[name] = Stats(metrics[name], rows, counts)
    return stats
