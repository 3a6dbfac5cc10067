"""What a worker of Spark does with the batches of a partition. Everything here is pickled and sent, by name."""

from __future__ import annotations

import io
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from zlib import crc32

import numpy as np
import numpy.typing as npt

from understudy.contract.arithmetic import Rows
from understudy.contract.metric import Metric
from understudy.errors import InputError
from understudy.scoring.evaluate import Scores
from understudy.sharding.batches import Place, texts_of
from understudy.sharding.shards import Counting, Surveys, survey

SEGMENTS = "segments"  # their number and checksum, beside the counts of surveys
CHECKSUM = ("checksum",)
NOT_A_NUMBER = float("nan")  # one object, so that it is equal to itself in a tuple


@dataclass(frozen=True)
class Layout:
    """What the columns of a DataFrame are."""

    hypothesis: str
    references: tuple[str, ...]
    by: tuple[str, ...] = ()
    order: str | None = None

    @property
    def columns(self) -> list[str]:
        """All columns that are needed, each once."""
        order = [] if self.order is None else [self.order]
        return list(dict.fromkeys([self.hypothesis, *self.references, *self.by, *order]))


@dataclass(frozen=True, eq=False)
class Work:
    """Everything that a worker must know."""

    layout: Layout
    metrics: dict[str, Metric]
    surveys: Surveys
    threads: int = 1  # of each task

    @cached_property
    def places(self) -> list[slice]:
        """Where the statistics of each metric are, when those of all are side by side."""
        ends = np.cumsum([len(metric.columns) for metric in self.metrics.values()]).tolist()
        return [slice(end - len(metric.columns), end) for metric, end in zip(self.metrics.values(), ends, strict=True)]

    @property
    def width(self) -> int:
        """How many statistics there are, of all metrics."""
        return int(self.places[-1].stop)


@dataclass(frozen=True, eq=False)
class Counted:
    """A batch and the results of its rows."""

    batch: Any
    scores: Scores
    lengths: npt.NDArray[np.int64]  # the number of references of each row
    checksums: npt.NDArray[np.int64]  # of the references of each row, if they were surveyed

    @property
    def rows(self) -> Rows:
        """The statistics of all metrics side by side."""
        return np.hstack([result.require_stats().rows for result in self.scores.values()])


def renamed(batches: Iterator[Any], names: list[str]) -> Iterator[Any]:
    """Give the columns of every batch other names.

    >>> import pyarrow
    >>> [batch.schema.names for batch in renamed(iter([pyarrow.record_batch({"column_0": ["a"]})]), ["a.hyp"])]
    [['a.hyp']]
    """
    import pyarrow

    for batch in batches:
        yield pyarrow.RecordBatch.from_arrays(batch.columns, names=names)


def count_surveys(work: Work, batches: Iterator[Any]) -> Iterator[Any]:
    """Survey the references of each batch: the counts of every survey by key, and how many segments there are.

    >>> import pyarrow
    >>> from understudy.scoring.evaluate import named_metrics
    >>> work = Work(Layout("hyp", ("ref",)), named_metrics("nist"), {})
    >>> rows, ngrams = count_surveys(work, iter([pyarrow.record_batch({"hyp": ["a"], "ref": ["a a"]})]))
    >>> ngrams.to_pylist()[1]["key"], ngrams.to_pylist()[1]["count"]
    (['a'], 2)
    """
    import pyarrow

    for batch, place in _placed(batches):
        _, refs = _texts(work, batch, place)
        surveys: Surveys = {SEGMENTS: Counter({(): batch.num_rows, CHECKSUM: int(_checksums(refs).sum())})}
        for signature, counts in (surveys | survey(work.metrics, refs, work.threads)).items():
            yield pyarrow.record_batch(
                [
                    pyarrow.array([signature] * len(counts), pyarrow.string()),
                    pyarrow.array([list(key) for key in counts], pyarrow.list_(pyarrow.string())),
                    pyarrow.array(list(counts.values()), pyarrow.int64()),
                ],
                ["metric", "key", "count"],
            )


def add_groups(work: Work, batches: Iterator[Any]) -> Iterator[Any]:
    """Add the rows of each batch by group.

    >>> import pyarrow
    >>> from understudy.scoring.evaluate import named_metrics
    >>> work = Work(Layout("hyp", ("ref",), by=("domain",)), named_metrics("wer"), {})
    >>> batch = pyarrow.record_batch({"hyp": ["a", "b", "c"], "ref": ["a", "b", "d"], "domain": ["x", "y", "x"]})
    >>> [list(row.values())[:2] for sums in add_groups(work, iter([batch])) for row in sums.to_pylist()]
    [['x', 2], ['y', 1]]
    """
    import pyarrow

    for counted in _counted(work, batches):
        by = [counted.batch.column(name) for name in work.layout.by]
        places: dict[Any, list[int]] = {}
        keys = zip(*(column.to_pylist() for column in by), strict=True) if by else [()] * counted.batch.num_rows
        for row, key in enumerate(keys):
            places.setdefault(key, []).append(row)
        first = pyarrow.array([rows[0] for rows in places.values()])
        every = counted.rows
        sums = np.array([every[rows].sum(axis=0) for rows in places.values()])
        lengths = [counted.lengths[rows] for rows in places.values()]
        facts = {
            "segments": [len(each) for each in lengths],
            "fewest": [int(each.min()) for each in lengths],
            "most": [int(each.max()) for each in lengths],
            "checksum": [int(counted.checksums[rows].sum()) for rows in places.values()],
        }
        groups = {f"group_{i}": column.take(first) for i, column in enumerate(by)}
        yield pyarrow.record_batch({**groups, **facts, **_columns(sums)})


def kept_rows(work: Work, batches: Iterator[Any]) -> Iterator[Any]:
    """Write the rows of each batch, with their order and group, as bytes.

    >>> import pyarrow
    >>> from understudy.scoring.evaluate import named_metrics
    >>> work = Work(Layout("hyp", ("ref",), order="id"), named_metrics("wer"), {})
    >>> batch = pyarrow.record_batch({"id": [7], "hyp": ["a"], "ref": ["a"]})
    >>> (kept,) = kept_rows(work, iter([batch]))
    >>> pyarrow.ipc.open_stream(kept.to_pylist()[0]["batch"]).read_all()["order"].to_pylist()
    [7]
    """
    import pyarrow

    for counted in _counted(work, batches):
        groups = {f"group_{i}": counted.batch.column(name) for i, name in enumerate(work.layout.by)}
        facts = {"order": counted.batch.column(work.layout.order)}
        facts |= dict.fromkeys(("fewest", "most"), pyarrow.array(counted.lengths))
        facts["checksum"] = pyarrow.array(counted.checksums)
        rows = pyarrow.record_batch({**facts, **groups, **_columns(counted.rows)})
        out = io.BytesIO()
        with pyarrow.ipc.new_stream(out, rows.schema) as stream:
            stream.write_batch(rows)
        yield pyarrow.record_batch({"batch": pyarrow.array([out.getvalue()], pyarrow.binary())})


def segment_scores(work: Work, batches: Iterator[Any]) -> Iterator[Any]:
    """Give each batch with the scores of its rows, one more column for each metric.

    >>> import pyarrow
    >>> from understudy.scoring.evaluate import named_metrics
    >>> work = Work(Layout("hyp", ("ref",)), named_metrics("wer"), {})
    >>> batch = pyarrow.record_batch({"hyp": ["a"], "ref": ["a"]})
    >>> [scored.to_pylist() for scored in segment_scores(work, iter([batch]))]
    [[{'hyp': 'a', 'ref': 'a', 'wer': 0.0}]]
    """
    import pyarrow

    for counted in _counted(work, batches):
        own = [counted.batch.column(i) for i in range(counted.batch.num_columns)]
        scores = [pyarrow.array(result.segments) for result in counted.scores.values()]
        yield pyarrow.record_batch([*own, *scores], [*counted.batch.schema.names, *counted.scores])


def _counted(work: Work, batches: Iterator[Any]) -> Iterator[Counted]:
    counting = Counting(work.metrics, work.surveys)
    for batch, place in _placed(batches):
        hyps, refs = _texts(work, batch, place)
        try:
            scores = counting.scores(hyps, refs, work.threads)
        except InputError as error:  # whatever else a tokenizer or a metric finds
            raise InputError(f"{place(0)} and the {batch.num_rows - 1} after it: {error}") from None
        several = isinstance(refs, list)  # or a column of one reference each
        lengths = np.array([len(each) for each in refs] if several else [1] * len(hyps))
        yield Counted(batch, scores, lengths, _checksums(refs) if work.surveys else np.zeros_like(lengths))


def _checksums(refs: Any) -> npt.NDArray[np.int64]:
    """Detects references that change between the two passes, whatever the order of the rows."""
    rows = refs if isinstance(refs, list) else ([text] for text in refs.to_pylist())
    return np.array([crc32("\0".join(each).encode()) for each in rows], dtype=np.int64)


def _texts(work: Work, batch: Any, place: Place) -> tuple[Any, Any]:
    columns = dict(zip(batch.schema.names, batch.columns, strict=True))
    return texts_of(columns, work.layout.hypothesis, work.layout.references, place)


def _placed(batches: Iterator[Any]) -> Iterator[tuple[Any, Place]]:
    """Every batch that has rows, and how to name its rows: by partition and number."""
    partition, before = _partition(), 0
    for batch in batches:
        if batch.num_rows:
            yield batch, lambda row, before=before: f"partition {partition}, row {before + row + 1}"  # type: ignore[misc]
        before += batch.num_rows


def _partition() -> Any:
    """The number of the partition, which only Spark knows."""
    spark = sys.modules.get("pyspark")
    context = spark.TaskContext.get() if spark is not None else None
    return "?" if context is None else context.partitionId()


def _columns(rows: Rows) -> dict[str, Any]:
    return {f"sum_{i}": np.ascontiguousarray(rows[:, i]) for i in range(rows.shape[1])}
