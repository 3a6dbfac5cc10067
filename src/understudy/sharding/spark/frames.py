"""Scores of a Spark DataFrame: rows are counted where they lie, batch by batch, and Spark adds up what they give.

Nothing of Spark is imported: a DataFrame of PySpark 3.5 or later brings all that is needed. The workers need understudy
and pyarrow.
"""

from __future__ import annotations

import copy
import os
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Literal, TypeVar, overload

import numpy as np

from understudy.comparison.compare import compare as compare_scores
from understudy.comparison.compared import Comparison
from understudy.contract.metric import Metric
from understudy.contract.result import Result
from understudy.contract.stats import Stats, Totals
from understudy.contract.survey import Counts
from understudy.errors import FormatError, InputError, SettingError
from understudy.inputs.arguments import check_arguments, check_flags, strict
from understudy.inputs.texts import check_threads
from understudy.scoring.chunks import surveyed
from understudy.scoring.evaluate import Evaluation, Metrics, Request, Scores, requested
from understudy.sharding.accumulator import as_scores
from understudy.sharding.batches import column_names
from understudy.sharding.shards import Surveys, check_sums
from understudy.sharding.spark.rows import (
    CHECKSUM,
    NOT_A_NUMBER,
    SEGMENTS,
    Layout,
    Work,
    add_groups,
    count_surveys,
    kept_rows,
    renamed,
    segment_scores,
)

TEXT = re.compile(r"string|(var)?char\(\d+\)|string collate .*", re.IGNORECASE)
Columns = str | Sequence[str]
V = TypeVar("V")
Worker = Callable[[Work, Iterator[Any]], Iterator[Any]]


@overload
def score(
    df: Any, hypothesis: str = ..., references: Columns = ..., metrics: Metrics = ..., *, lang: str | None = ...,
    order: str | None = ..., threads: int = ...,
) -> Scores: ...  # fmt: skip
@overload
def score(
    df: Any, hypothesis: str = ..., references: Columns = ..., metrics: Metrics = ..., *, lang: str | None = ...,
    by: Columns, order: str | None = ..., threads: int = ...,
) -> dict[Any, Scores]: ...  # fmt: skip
@overload
def score(
    df: Any, hypothesis: str = ..., references: Columns = ..., metrics: Metrics = ..., *, lang: str | None = ...,
    segments: Literal[True], threads: int = ...,
) -> Any: ...  # fmt: skip
@overload
def score(
    df: Any, hypothesis: Sequence[str], references: Columns = ..., metrics: Metrics = ..., *, lang: str | None = ...,
    order: str | None = ..., threads: int = ...,
) -> Evaluation: ...  # fmt: skip


@strict
def score(
    df: Any,
    hypothesis: Columns = "hyp",
    references: Columns = "ref",
    metrics: Metrics = "bleu",
    *,
    lang: str | None = None,
    by: Columns = (),
    order: str | None = None,
    segments: bool = False,
    threads: int = 1,
) -> Any:
    """Score the rows of a Spark DataFrame; the scores are those of one machine, to the last bit.

    `references` are columns of strings or of lists of strings. `by` names columns: then each group of rows has scores
    of its own, by its value, or by a tuple where there are several columns. `order` names a column that puts the rows
    in order: then the statistics of every row (about 100 bytes) come back in this order, so that there are segment
    scores and intervals, as on one machine. `segments` gives the DataFrame with one more column for each metric.
    `threads` are those of each task; give more than one where `spark.task.cpus` does. A list of several hypothesis
    columns is scored in one pass, and gives an evaluation: the scores of each by the name of its column.

    >>> score(["a cat"], "hyp", "ref")
    Traceback (most recent call last):
    understudy.errors.InputError: a Spark DataFrame is needed, got list; score other data with us.score
    """
    if not hasattr(df, "mapInArrow"):
        raise InputError(f"a Spark DataFrame is needed, got {type(df).__name__}; score other data with us.score")
    check_threads(threads)
    check_flags(segments=segments)
    request = requested(metrics, lang)
    named = request.metrics
    use_this_python(df)
    if not isinstance(hypothesis, str):
        if segments:
            raise SettingError("segments=True takes one hypothesis column; call it for each of them")
        return _several(df, column_names(hypothesis, "hypothesis"), references, request, by, order, threads)
    (hypothesis,) = column_names([hypothesis], "hypothesis")
    layout = Layout(hypothesis, column_names(references), column_names(by, "by") if by else (), order)
    _check_columns(df, layout)
    if segments:
        if layout.by or order is not None:
            raise SettingError("segments=True gives a DataFrame, which has all columns; leave by and order out")
        return _with_segments(df, layout, named, threads)
    check_sums(named)
    used = df.select(*map(_quoted, layout.columns))
    surveys, expected = _survey(used, layout, named, threads)
    work = Work(layout, named, surveys, threads)
    scores, checksum = _sums(used, work) if order is None else _rows(used, work)
    _check_stable(scores, checksum, expected)
    request.check_references(next(iter(next(iter(scores.values())).values())).totals.counts)
    return _keyed(scores, layout) if layout.by else scores[()]


SYSTEM, TEXTS = "understudy_system", "understudy_hypothesis"


def _several(
    df: Any, names: Sequence[str], references: Columns, request: Request, by: Columns, order: str | None, threads: int
) -> Any:
    """Score several columns of hypotheses in one pass: each row once for every one of them, with its name."""
    groups = column_names(by, "by") if by else ()
    layouts = [Layout(name, column_names(references), groups, order) for name in names]
    for layout in layouts:
        _check_columns(df, layout)
    check_sums(request.metrics)
    others = [name for name in layouts[0].columns if name != names[0]]
    pairs = ", ".join(f"{_literal(name)}, {_quoted(name)}" for name in names)
    stacked = df.selectExpr(f"stack({len(names)}, {pairs}) as ({SYSTEM}, {TEXTS})", *map(_quoted, others))
    surveys, expected = _survey(df.select(*map(_quoted, layouts[0].columns)), layouts[0], request.metrics, threads)
    if expected is not None:
        expected = Counter({key: count * len(names) for key, count in expected.items()})
    work = Work(Layout(TEXTS, layouts[0].references, (SYSTEM, *groups), order), request.metrics, surveys, threads)
    scores, checksum = _sums(stacked, work) if order is None else _rows(stacked, work)
    _check_stable(scores, checksum, expected)
    request.check_references(next(iter(next(iter(scores.values())).values())).totals.counts)
    if not groups:
        return Evaluation({name: scores[(name,)] for name in names})
    found: dict[Any, Any] = {}
    for (system, *key), each in scores.items():
        found.setdefault(tuple(key), {})[system] = each
    evaluations = {key: Evaluation({name: each[name] for name in names}) for key, each in found.items()}
    return _keyed(evaluations, layouts[0])


SETTINGS = ("test", "trials", "resamples", "seed", "documents", "correction", "level", "step")  # of us.compare


@strict
def compare(
    df: Any,
    hypotheses: Sequence[str],
    references: Columns = "ref",
    metrics: Metrics = "bleu",
    *,
    order: str,
    lang: str | None = None,
    threads: int = 1,
    **settings: Any,
) -> Comparison:
    """Compare columns of hypotheses of a Spark DataFrame, the first being the baseline, as `us.compare` does.

    The statistics of every row come back in the order of the column `order`; `settings` are those of `us.compare`:
    test, trials, resamples, seed, documents, correction, level.

    >>> compare(["a cat"], ["a", "b"], order="id")
    Traceback (most recent call last):
    understudy.errors.InputError: a Spark DataFrame is needed, got list; score other data with us.score
    """
    check_arguments("spark.compare", settings, SETTINGS)  # before Spark works for long
    if isinstance(hypotheses, str) or len(hypotheses) < 2:
        raise SettingError(
            f"the hypotheses are {hypotheses!r:.80}; give a list of two columns or more, the baseline first"
        )
    evaluation = score(df, list(hypotheses), references, metrics, lang=lang, order=order, threads=threads)
    return compare_scores(evaluation, threads=threads, **settings)


def use_this_python(df: Any) -> None:
    """Let the workers of a local master run this Python, unless PYSPARK_PYTHON names another.

    PySpark would take the first python3 of the path, which in an environment that is not activated lacks understudy.

    >>> use_this_python(None)
    """
    context = getattr(getattr(df, "sparkSession", None), "_sc", None)  # a session of Spark Connect has none
    if context is None or "PYSPARK_PYTHON" in os.environ or context.getConf().get("spark.pyspark.python"):
        return
    if context.master.startswith("local"):
        context.pythonExec = sys.executable


def _literal(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def _with_segments(df: Any, layout: Layout, named: Mapping[str, Metric], threads: int) -> Any:
    for name in named:
        if name.lower() in (each.lower() for each in df.columns):
            raise SettingError(f"the DataFrame has a column {name!r} already; rename it")
    work = Work(layout, dict(named), _survey(df, layout, named, threads)[0], threads)
    schema = copy.deepcopy(df.schema)
    for name in named:
        schema = schema.add(name, "double")
    return _mapped(df, segment_scores, work, schema)


def _survey(df: Any, layout: Layout, named: Mapping[str, Metric], threads: int) -> tuple[Surveys, Counts | None]:
    """The first pass, for metrics that need one: Spark adds up the counts of their surveys, and the rows."""
    two_passes = surveyed(named)
    if not two_passes:
        return {}, None
    counted = _mapped(
        df, count_surveys, Work(layout, two_passes, {}, threads), "metric string, key array<string>, count bigint"
    )
    rows = _collected(counted.groupBy("metric", "key").agg({"count": "sum"}))
    surveys: Surveys = {name: Counter() for name in (SEGMENTS, *(each.signature for each in two_passes.values()))}
    for signature, key, count in rows:
        surveys[signature][tuple(key)] = count
    return surveys, surveys.pop(SEGMENTS)


def _check_stable(scores: Mapping[tuple[Any, ...], Scores], checksum: int, expected: Counts | None) -> None:
    """Refuse a DataFrame that is not the same each time that it is computed: its survey would be of other rows."""
    if expected is None:
        return
    counted = sum(next(iter(each.values())).totals.segments for each in scores.values())
    if (counted, checksum) != (expected[()], expected[CHECKSUM]):
        rows = f"{expected[()]} rows in the first pass and {counted} in the second"
        raise InputError(
            f"the DataFrame had {rows if counted != expected[()] else 'other references in the second pass'}, so it is"
            " not the same each time it is computed; write it to files, and score those"
        )


def _sums(df: Any, work: Work) -> tuple[dict[tuple[Any, ...], Scores], int]:
    groups = [f"group_{i}" for i in range(len(work.layout.by))]
    types = [f"{group} {_type(df, name)}" for group, name in zip(groups, work.layout.by, strict=True)]
    columns = [f"sum_{i}" for i in range(work.width)]
    schema = ", ".join(
        [
            *types,
            "segments bigint, fewest bigint, most bigint, checksum bigint",
            *(f"{name} double" for name in columns),
        ]
    )
    added = dict.fromkeys(["segments", "checksum", *columns], "sum") | {"fewest": "min", "most": "max"}
    rows = _collected(_mapped(df, add_groups, work, schema).groupBy(*groups).agg(added))
    rows = [row for row in rows if row["sum(segments)"]]  # no rows at all are one group of nothing
    if not rows:
        raise InputError("there are no segments to score: the DataFrame has no row")
    counts = _counts(min(row["min(fewest)"] for row in rows), max(row["max(most)"] for row in rows))
    scores = {}
    for row in rows:
        totals = np.array([row[f"sum({name})"] for name in columns])
        by_name = {
            name: Totals(metric, totals[place], row["sum(segments)"], counts)
            for (name, metric), place in zip(work.metrics.items(), work.places, strict=True)
        }
        scores[tuple(row[group] for group in groups)] = as_scores(by_name)
    return scores, sum(row["sum(checksum)"] for row in rows)


def _rows(df: Any, work: Work) -> tuple[dict[tuple[Any, ...], Scores], int]:
    """The statistics of every row, in the order that a column gives."""
    import pyarrow

    streams = [row[0] for row in _collected(_mapped(df, kept_rows, work, "batch binary"))]
    if not streams:
        raise InputError("there are no segments to score: the DataFrame has no row")
    table = pyarrow.concat_tables([pyarrow.ipc.open_stream(bytes(each)).read_all() for each in streams])
    table = table.take(pyarrow.compute.sort_indices(table, [("order", "ascending")]))
    if work.layout.by and work.layout.by[0] == SYSTEM:
        scores: dict[tuple[Any, ...], Scores] = {}
        checksum = 0
        for system in sorted(set(table["group_0"].to_pylist())):
            own = table.filter(pyarrow.compute.equal(table["group_0"], system))
            found, added = _in_order(own, work)
            scores, checksum = scores | found, checksum + added
        return scores, checksum
    return _in_order(table, work)


def _in_order(table: Any, work: Work) -> tuple[dict[tuple[Any, ...], Scores], int]:
    _check_order(table["order"], str(work.layout.order))
    rows = np.column_stack([table[f"sum_{i}"].to_numpy() for i in range(work.width)])
    counts = _counts(min(table["fewest"].to_pylist()), max(table["most"].to_pylist()))
    results = {
        name: Result(Stats(metric, np.ascontiguousarray(rows[:, place]), counts))
        for (name, metric), place in zip(work.metrics.items(), work.places, strict=True)
    }
    checksum = sum(table["checksum"].to_pylist())
    if not work.layout.by:
        return {(): Scores(results)}, checksum
    labels = list(zip(*(_values(table[f"group_{i}"]) for i in range(len(work.layout.by))), strict=True))
    by_name = {name: result.by(labels) for name, result in results.items()}
    scores = {label: Scores({name: each[label] for name, each in by_name.items()}) for label in dict.fromkeys(labels)}
    return scores, checksum


def _values(column: Any) -> list[Any]:
    return [NOT_A_NUMBER if value != value else value for value in column.to_pylist()]


def _check_order(column: Any, name: str) -> None:
    import pyarrow.compute

    same = pyarrow.compute.equal(column[1:], column[:-1])
    place = same.index(True).as_py() if len(column) > 1 else -1
    if column.null_count or place >= 0:
        what = "null" if column.null_count else repr(column[place].as_py())
        raise InputError(f"the column {name!r} has {what} {'in a row' if column.null_count else 'twice'};"
                         " order= needs a column with another value in every row")  # fmt: skip


def _mapped(df: Any, worker: Worker, work: Work, schema: Any) -> Any:
    """Let workers work on the batches; Spark can't map columns with a dot in their name, so these have other names."""
    names = list(df.columns)

    def run(batches: Iterator[Any]) -> Iterator[Any]:
        return worker(work, renamed(batches, names))

    return df.toDF(*(f"column_{i}" for i in range(len(names)))).mapInArrow(run, schema)


def _collected(df: Any) -> list[Any]:
    """Run the job. Our own errors come back as themselves, not as the text of a worker's traceback."""
    try:
        rows: list[Any] = df.collect()
    except Exception as error:
        own = {each.__name__: each for each in (InputError, SettingError, FormatError)}
        match = re.search(rf"understudy\.errors\.({'|'.join(own)}): (.*)", str(error))
        if match is None:
            raise
        raise own[match[1]](match[2].strip()) from error
    return rows


def _check_columns(df: Any, layout: Layout) -> None:
    for name in layout.columns:
        if list(df.columns).count(name) != 1:
            what = "no column" if name not in df.columns else "several columns"
            raise InputError(f"the DataFrame has {what} {name!r}; its columns are {', '.join(df.columns)}")
    for name in (layout.hypothesis, *layout.references):
        kind = _type(df, name)
        item = re.fullmatch(r"array<(.*)>", kind) if name in layout.references else None
        if not TEXT.fullmatch(item[1] if item else kind):
            lists = " or lists of strings" if name in layout.references else ""
            raise InputError(f"the column {name!r} holds {kind}, but strings{lists} are needed")
    for name in layout.by:
        if _type(df, name).startswith(("array", "binary", "map", "struct", "variant")):
            raise InputError(f"the column {name!r} holds {_type(df, name)}; group by columns of plain values")


def _keyed(scores: Mapping[tuple[Any, ...], V], layout: Layout) -> dict[Any, V]:
    """Groups in the order of their values, null first."""
    ordered = sorted(scores, key=lambda key: [(value is not None, value if value is not None else 0) for value in key])
    return {key[0] if len(layout.by) == 1 else key: scores[key] for key in ordered}


def _type(df: Any, name: str) -> str:
    return str(df.schema[name].dataType.simpleString())


def _quoted(name: str) -> str:
    return "`" + name.replace("`", "``") + "`"


def _counts(fewest: int, most: int) -> str:
    return str(fewest) if fewest == most else f"{fewest}-{most}"
