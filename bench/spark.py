"""Does Spark with two workers give the scores of one process, also when a worker is killed, and what does it cost?

python bench/spark.py [ROWS]
"""

from __future__ import annotations

import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import corpus
import measure
import pyarrow as pa
from pyarrow import parquet

import understudy as us
from understudy.sharding.spark import frames as spark

METRICS = ["bleu", "chrf", "hlepor", "wer"]
IN_A_FILE = 100_000


def main(rows: int = 5_000_000) -> None:
    if shutil.which("java") is None:
        print("Spark needs Java, which is not installed; nothing was measured")
        return
    sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
    from spark_cluster import cluster, killing_a_worker

    with tempfile.TemporaryDirectory() as folder:
        files = generate(Path(folder), rows)
        one, alone = timed(lambda: one_process(files))
        begin = time.perf_counter()
        with cluster(megabytes=1200) as session:
            df = session.read.parquet(folder)
            start = time.perf_counter() - begin
            first, found = timed(lambda: spark.score(df, "hyp", "ref", METRICS))
            check(found, alone)
            again, found = timed(lambda: spark.score(df, "hyp", "ref", METRICS))
            check(found, alone)
            marker = Path(folder).with_suffix(".killed")
            dying = killing_a_worker(df, str(marker), rows // 2)
            killed, found = timed(lambda: spark.score(dying, "hyp", "ref", METRICS))
            assert marker.exists()
            marker.unlink()
            check(found, alone)
            message = complaint(df, rows // 2 + 7)
    measure.report(
        "spark",
        "Spark with two workers against one process",
        [
            f"{rows:,} rows in {len(files)} Parquet files, {', '.join(METRICS)}; Spark in local-cluster mode,"
            " two workers with a core each",
            "scores and all their parts equal those of one process to the last bit, also after a worker was killed",
            f"a row without a hypothesis: {message}",
            measure.machine(),
            measure.versions("understudy", "pyspark", "pyarrow", "numpy"),
        ],
        ["job", "seconds", "time against one process"],
        [
            [name, f"{seconds:.1f}", f"{seconds / one:.2f}"]
            for name, seconds in {
                "one process, one thread, reading included": one,
                "Spark, to start": start,
                "Spark, first job": first,
                "Spark, second job": again,
                "Spark, a worker killed in the middle": killed,
            }.items()
        ],
    )


def generate(folder: Path, rows: int) -> list[Path]:
    begins = range(0, rows, IN_A_FILE)
    with ProcessPoolExecutor() as pool:
        return list(pool.map(write_file, [folder] * len(begins), begins, [rows] * len(begins)))


def write_file(folder: Path, begin: int, rows: int) -> Path:
    count = min(IN_A_FILE, rows - begin)
    hyps, refs = corpus.parallel(count, seed=begin)
    table = pa.table({"id": range(begin, begin + count), "hyp": hyps, "ref": [each[0] for each in refs]})
    file = folder / f"{begin:09}.parquet"
    parquet.write_table(table, file, row_group_size=IN_A_FILE // 4)
    return file


def one_process(files: list[Path]) -> us.Scores:
    running = us.Running(METRICS)
    for file in files:
        table = parquet.read_table(file)
        running.update(table["hyp"], table["ref"])
    return running.compute()


def check(found: us.Scores, alone: us.Scores) -> None:
    assert {name: each.parts for name, each in found.items()} == {name: each.parts for name, each in alone.items()}


def complaint(df: object, number: int) -> str:
    bad = df.selectExpr("id", "ref", f"case when id = {number} then null else hyp end as hyp")  # type: ignore[attr-defined]
    try:
        spark.score(bad, "hyp", "ref", METRICS)
    except us.InputError as error:
        return f"`{error}`"
    raise AssertionError("a row without a hypothesis was scored")


def timed(call: Callable[[], us.Scores]) -> tuple[float, us.Scores]:
    begin = time.perf_counter()
    found = call()
    return time.perf_counter() - begin, found


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
