"""Scores of many files by an executor: a pool of processes or threads, Dask, MPI.

What is sent is which shard of which file to read; what comes back are totals. No row leaves the worker that read it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from understudy.contract.metric import Metric
from understudy.contract.result import Result
from understudy.contract.stats import Stats
from understudy.errors import InputError, SettingError
from understudy.formats.shards import File, Lines, RowGroup, cut
from understudy.inputs.arguments import check_flags, strict
from understudy.inputs.texts import check_threads
from understudy.scoring.chunks import surveyed
from understudy.scoring.evaluate import Metrics, Scores, requested
from understudy.sharding.accumulator import add_totals, as_scores, totals_of
from understudy.sharding.batches import Place, column_names, texts_of
from understudy.sharding.shards import Counting, Surveys, add_surveys, check_sums, survey

Shard = RowGroup | Lines


@strict
def score_files(
    files: Iterable[File],
    hypothesis: str = "hyp",
    references: str | Sequence[str] = "ref",
    metrics: Metrics = "bleu",
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
    one the work is done here. A row group of Parquet, or this many `lines` of other files, is one task, which uses this
    many `threads`. With `rows=True` the statistics of every row (about 100 bytes) come back too, so that there are
    segment scores and intervals.

    >>> from concurrent.futures import ThreadPoolExecutor
    >>> files = [{"hyp": "examples/strong.en", "ref": "examples/reference1.en"}]
    >>> with ThreadPoolExecutor() as pool:
    ...     round(score_files(files, engine=pool, lines=30)["bleu"].score, 2)
    56.36
    """
    check_threads(threads)
    check_flags(rows=rows)
    request = requested(metrics, lang)
    check_sums(request.metrics)
    if engine is not None and not hasattr(engine, "submit"):
        raise SettingError(
            f"engine must be an executor, such as concurrent.futures.ProcessPoolExecutor(), got {engine!r:.80}"
        )
    columns = hypothesis, column_names(references)
    shards = list(cut(files, list(dict.fromkeys([hypothesis, *columns[1]])), lines))
    two_passes = surveyed(request.metrics)
    surveys = add_surveys(_each(engine, survey_shard, shards, columns, two_passes, threads)) if two_passes else {}
    count = _each(engine, count_shard, shards, columns, request.metrics, surveys, rows, threads)
    counted = [shard for shard in count if shard]
    if not counted:
        raise InputError("there are no segments to score: the files have no row")
    scores = _stacked(counted) if rows else as_scores(add_totals(counted))
    request.check_references(next(iter(scores.values())).totals.counts)
    return scores


def survey_shard(
    shard: Shard, columns: tuple[str, tuple[str, ...]], metrics: dict[str, Metric], threads: int = 1
) -> Surveys:
    """What a worker does in the first pass, for metrics that need one.

    >>> (shard,) = cut([{"hyp": "examples/strong.en", "ref": "examples/reference1.en"}], ["hyp", "ref"])
    >>> list(survey_shard(shard, ("hyp", ("ref",)), requested("nist").metrics))
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
    """What a worker does: count a shard, and return totals by metric, or all rows.

    >>> (shard,) = cut([{"hyp": "examples/strong.en", "ref": "examples/reference1.en"}], ["hyp", "ref"])
    >>> count_shard(shard, ("hyp", ("ref",)), requested("bleu").metrics, {}, rows=False)["bleu"].segments
    100
    """
    hyps, refs, place = _texts(shard, columns)
    if not len(hyps):
        return {}
    try:
        scores = Counting(metrics, surveys).scores(hyps, refs, threads)
    except InputError as error:  # whatever else a tokenizer or a metric finds
        raise InputError(f"{place(0)} and the {len(hyps) - 1} after it: {error}") from None
    return {name: result.require_stats() for name, result in scores.items()} if rows else totals_of(scores)


def _texts(shard: Shard, columns: tuple[str, tuple[str, ...]]) -> tuple[Any, Any, Place]:
    hypothesis, references = columns
    corpus = shard.read(list(dict.fromkeys([hypothesis, *references])))
    return *texts_of(corpus.table or {}, hypothesis, references, corpus.place), corpus.place


def _each(engine: Any, work: Callable[..., Any], shards: Sequence[Shard], *others: Any) -> Iterator[Any]:
    """Do the work for each shard and give the results in order; after a failure, nothing more is begun."""
    if engine is None:
        yield from (work(shard, *others) for shard in shards)
        return
    futures = [engine.submit(work, shard, *others) for shard in shards]
    try:
        for future in futures:
            yield future.result()
    finally:
        for future in futures:
            future.cancel()


def _stacked(shards: Sequence[dict[str, Stats]]) -> Scores:
    """The rows of all shards, one below the other."""
    totals = add_totals([{name: stats.totals() for name, stats in shard.items()} for shard in shards])
    return Scores(
        {
            name: Result(Stats(total.metric, np.vstack([shard[name].rows for shard in shards]), total.counts))
            for name, total in totals.items()
        }
    )
