"""Scores of many files by an executor: a pool of processes or threads, Dask, MPI.

What is sent is which part of which file to read; what comes back are sums. No row leaves the worker that read it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from understudy.contract.metric import Metric, Stats
from understudy.contract.result import Result
from understudy.errors import InputError, SettingError
from understudy.formats.shards import File, Lines, RowGroup, cut
from understudy.inputs.texts import check_threads
from understudy.scoring.chunks import surveyed
from understudy.scoring.evaluate import Scores, check_counts, named_metrics
from understudy.sharding.accumulator import Sums
from understudy.sharding.batches import Place, texts_of
from understudy.sharding.shards import Counting, Surveys, add_sums, add_surveys, as_scores, check_sums, survey

Shard = RowGroup | Lines


def score_files(
    files: Iterable[File],
    hypothesis: str = "hyp",
    references: str | Sequence[str] = "ref",
    metrics: str | Metric | Iterable[str | Metric] = "bleu",
    *,
    lang: str | None = None,
    engine: Any = None,
    rows: bool = False,
    lines: int = 100_000,
    threads: int = 1,
) -> Scores:
    """Score Parquet, JSONL or text files together, as one test set; the scores are those of one machine.

    `hypothesis` and `references` name columns; a text file has none, so parallel text files are given as a mapping from
    the name of the column to the file. `engine` is anything with the `submit` of `concurrent.futures.Executor`; without
    one the work is done here. A row group of Parquet, or so many `lines` of other files, are one task, which uses so
    many `threads`. With `rows=True` the statistics of every row (about 100 bytes) come back too, so that there are
    segment scores and intervals.

    >>> from concurrent.futures import ThreadPoolExecutor
    >>> files = [{"hyp": "examples/strong.en", "ref": "examples/reference1.en"}]
    >>> with ThreadPoolExecutor() as pool:
    ...     round(score_files(files, engine=pool, lines=30)["bleu"].score, 2)
    56.36
    """
    check_threads(threads)
    metrics = metrics if isinstance(metrics, str | Metric) else list(metrics)
    named = named_metrics(metrics, lang)
    check_sums(named)
    if engine is not None and not hasattr(engine, "submit"):
        raise SettingError(
            f"engine must be an executor, such as concurrent.futures.ProcessPoolExecutor(), got {engine!r:.80}"
        )
    columns = hypothesis, tuple([references] if isinstance(references, str) else references)
    if not columns[1]:
        raise SettingError("no column of references is named; name at least one")
    shards = list(cut(files, list(dict.fromkeys([hypothesis, *columns[1]])), lines))
    surveys = (
        add_surveys(_each(engine, survey_shard, shards, columns, surveyed(named), threads)) if surveyed(named) else {}
    )
    counted = [each for each in _each(engine, count_shard, shards, columns, named, surveys, rows, threads) if each]
    if not counted:
        raise InputError("there are no segments to score: the files have no row")
    found = _stacked(counted) if rows else as_scores(add_sums(counted))
    check_counts(metrics, next(iter(found.values())).stats.counts)
    return found


def survey_shard(
    shard: Shard, columns: tuple[str, tuple[str, ...]], metrics: dict[str, Metric], threads: int = 1
) -> Surveys:
    """What a worker does in the first pass, for metrics that need one.

    >>> (shard,) = cut([{"hyp": "examples/strong.en", "ref": "examples/reference1.en"}], ["hyp", "ref"])
    >>> list(survey_shard(shard, ("hyp", ("ref",)), named_metrics("nist")))
    ['nist:order=5,tokenizer=13a,lowercase=ascii']
    """
    _, refs, _ = _texts(shard, columns)
    return survey(metrics, refs, threads) if len(refs) else {}


def count_shard(
    shard: Shard,
    columns: tuple[str, tuple[str, ...]],
    metrics: dict[str, Metric],
    surveys: Surveys,
    rows: bool,
    threads: int = 1,
) -> dict[str, Any]:
    """What a worker does: sums by metric, or rows with the numbers of references.

    >>> (shard,) = cut([{"hyp": "examples/strong.en", "ref": "examples/reference1.en"}], ["hyp", "ref"])
    >>> count_shard(shard, ("hyp", ("ref",)), named_metrics("bleu"), {}, rows=False)["bleu"].sums.segments
    100
    """
    hyps, refs, place = _texts(shard, columns)
    if not len(hyps):
        return {}
    try:
        found = Counting(metrics, surveys).scores(hyps, refs, threads)
    except InputError as error:  # whatever else a tokenizer or a metric finds
        raise InputError(f"{place(0)} and the {len(hyps) - 1} after it: {error}") from None
    if rows:
        return {name: result.stats for name, result in found.items()}
    return {name: Sums(result.stats.totals(), result.stats.counts) for name, result in found.items()}


def _texts(shard: Shard, columns: tuple[str, tuple[str, ...]]) -> tuple[Any, Any, Place]:
    hypothesis, references = columns
    corpus = shard.read(list(dict.fromkeys([hypothesis, *references])))
    return *texts_of(corpus.table or {}, hypothesis, references, corpus.place), corpus.place


def _each(engine: Any, work: Callable[..., Any], shards: Sequence[Shard], *given: Any) -> Iterator[Any]:
    """Do the work for each shard and give the results in order; after a failure, nothing more is begun."""
    if engine is None:
        yield from (work(shard, *given) for shard in shards)
        return
    futures = [engine.submit(work, shard, *given) for shard in shards]
    try:
        for future in futures:
            yield future.result()
    finally:
        for future in futures:
            future.cancel()


def _stacked(counted: Sequence[dict[str, Stats]]) -> Scores:
    """The rows of all shards, one below the other."""
    sums = add_sums([{name: Sums(stats.totals(), stats.counts) for name, stats in each.items()} for each in counted])
    return Scores(
        {
            name: Result(Stats(total.metric, np.vstack([each[name].rows for each in counted]), total.counts))
            for name, total in sums.items()
        }
    )
