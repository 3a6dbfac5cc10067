"""Spark with two workers in processes of their own: the scores of one machine, whatever happens on the way."""

import shutil
import sys

import pytest
from spark_cluster import cluster, killing_a_worker

import understudy as us
from understudy.sharding.spark import frames as spark

ROWS = 1200
METRICS = ["bleu", "hlepor", "nist", "ciderD"]


def same(found, whole):
    assert list(found) == list(whole)
    for name, result in whole.items():
        assert (found[name].parts, found[name].signature) == (result.parts, result.signature)


@pytest.fixture
def columns(examples):
    def cycled(name, step):
        lines = examples[name]
        return [f"{lines[i % 100]} {lines[i * step % 97]}" for i in range(ROWS)]

    return {
        "id": list(range(ROWS)),
        "hyp": cycled("medium", 3),
        "ref1": cycled("reference1", 3),
        "refs": [[None, ref] if i % 7 else None for i, ref in enumerate(cycled("reference2", 3))],
        "domain": [None if i % 11 == 0 else "news" if i % 3 else "chat" for i in range(ROWS)],
    }


@pytest.fixture
def folder(columns, tmp_path):
    pa = pytest.importorskip("pyarrow", reason="Parquet needs pyarrow")
    from pyarrow import parquet

    for begin in range(0, ROWS, 300):
        rows = {name: values[begin : begin + 300] for name, values in columns.items()}
        parquet.write_table(pa.table(rows), tmp_path / f"{begin:05}.parquet")
    return tmp_path


# One test, since a cluster takes long to start, and tests of one file may be run by several processes.
@pytest.mark.filterwarnings("ignore:PySpark does not yet fully support pandas:FutureWarning")
@pytest.mark.filterwarnings("ignore::ResourceWarning")
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.skipif(shutil.which("java") is None, reason="Spark needs Java, which is not installed")
def test_two_workers_give_the_scores_of_one_machine(columns, folder):
    pytest.importorskip("pyspark", reason="pyspark is not installed")
    refs = {"1": columns["ref1"], "2": [each and each[1] for each in columns["refs"]]}
    whole = us.score(columns["hyp"], refs, METRICS)
    with cluster(brief=True) as session:
        df = session.read.parquet(str(folder))
        _a_killed_worker_changes_nothing(df, whole, folder.parent / "killed")
        _groups_are_those_of_one_machine(df, whole, columns["domain"])
        _rows_in_order_give_the_same_intervals(df, whole, columns["domain"])
        _several_hypotheses_are_scored_and_compared(df, columns, refs)
        _segments_are_columns(df, whole)
        _bad_rows_are_named(df)
        _a_changing_dataframe_is_refused(df, str(folder.parent / "read"))
        _other_references_in_the_second_pass_are_noticed(df, str(folder.parent / "read again"))
        _odd_columns_are_taken_or_refused(df)
        _other_mistakes(df)


def _a_killed_worker_changes_nothing(df, whole, marker):
    found = spark.score(killing_a_worker(df, str(marker), 700), "hyp", ["ref1", "refs"], METRICS)
    assert marker.exists()
    same(found, whole)
    with pytest.raises(us.InputError, match="only the sums of the segments were kept"):
        found["bleu"].interval()


def _groups_are_those_of_one_machine(df, whole, domains):
    found = spark.score(df, "hyp", ["ref1", "refs"], ["bleu", "hlepor"], by=["domain"])
    assert list(found) == [None, "chat", "news"]
    for name in ("bleu", "hlepor"):
        groups = whole[name].by(domains)
        assert {key: each[name].parts for key, each in found.items()} == {k: each.parts for k, each in groups.items()}
        assert all(each[name].signature == whole[name].signature for each in found.values())


def _rows_in_order_give_the_same_intervals(df, whole, domains):
    found = spark.score(df.orderBy("hyp"), "hyp", ["ref1", "refs"], ["bleu"], by="domain", order="id")
    for key, group in whole["bleu"].by(domains).items():
        assert found[key]["bleu"].segments.tolist() == group.segments.tolist()
        assert found[key]["bleu"].interval() == group.interval()
    some = df.where("id < 100").selectExpr("*", "id div 2 as n")
    with pytest.raises(us.InputError, match="the column 'domain' has null in a row; order= needs"):
        spark.score(some, "hyp", "ref1", order="domain")
    with pytest.raises(us.InputError, match="the column 'n' has 0 twice; order= needs"):
        spark.score(some, "hyp", "ref1", order="n")


def _several_hypotheses_are_scored_and_compared(df, columns, refs):
    df = df.selectExpr("*", "ref1 as `it's a ``copy```")
    names = ["hyp", "it's a `copy`"]
    systems = dict(zip(names, [columns["hyp"], columns["ref1"]], strict=True))
    local = us.evaluate(systems, refs, ["bleu", "nist"], checks=False)
    found = spark.score(df, names, ["ref1", "refs"], ["bleu", "nist"])
    assert list(found) == names
    for name in names:
        same(found[name], local[name])
    compared = spark.compare(df, names, ["ref1", "refs"], ["bleu"], order="id", trials=99, resamples=20)
    expected = us.compare(us.evaluate(systems, refs, checks=False), trials=99, resamples=20)
    assert compared.to_dict() == expected.to_dict()
    with pytest.raises(us.SettingError, match="give a list of two columns or more, the baseline first"):
        spark.compare(df, ["hyp"], "ref1", order="id")


def _segments_are_columns(df, whole):
    scored = spark.score(df, "hyp", ["ref1", "refs"], ["bleu", "nist"], segments=True)
    assert scored.columns == [*df.columns, "bleu", "nist"]
    rows = sorted(scored.select("id", "bleu", "nist").collect())
    assert [row["bleu"] for row in rows] == whole["bleu"].segments.tolist()
    assert [row["nist"] for row in rows] == whole["nist"].segments.tolist()


def _bad_rows_are_named(df):
    bad = df.selectExpr("id", "ref1", "case when id = 777 then null else hyp end as hyp")
    with pytest.raises(
        us.InputError, match=r"^partition \d, row 178: the hypothesis is null \(.*\), in hyp=None, ref1=['\"]"
    ):
        spark.score(bad, "hyp", "ref1")
    with pytest.raises(Exception, match=r"InputError: partition \d, row 178: the hypothesis is null.*id=777"):
        spark.score(bad, "hyp", "ref1", segments=True).collect()
    with pytest.raises(us.InputError, match=r"^partition \d, row 1: there is no reference .*refs=None"):
        spark.score(df.where("id < 5"), "hyp", "refs")


def _a_changing_dataframe_is_refused(df, marker):
    def first_time_less(batches):
        from pathlib import Path

        for batch in batches:
            yield batch.slice(0 if Path(marker).exists() else 1)
            Path(marker).touch()

    changing = df.where("id < 5").coalesce(1).mapInArrow(first_time_less, df.schema)
    with pytest.raises(us.InputError, match="had 4 rows in the first pass and 5 in the second"):
        spark.score(changing, "hyp", "ref1", "ciderD")


def _other_references_in_the_second_pass_are_noticed(df, marker):
    def first_time_other(batches):
        from pathlib import Path

        import pyarrow as pa

        for batch in batches:
            if not Path(marker).exists():
                rows = [row | {"ref1": row["ref1"].upper()} for row in batch.to_pylist()]
                batch = pa.RecordBatch.from_pylist(rows, batch.schema)
            yield batch
            Path(marker).touch()

    changing = df.where("id < 5").coalesce(1).mapInArrow(first_time_other, df.schema)
    with pytest.raises(us.InputError, match="had other references in the second pass, so it is not the same each time"):
        spark.score(changing, "hyp", "ref1", "ciderD")


def _odd_columns_are_taken_or_refused(df):
    odd = df.where("id < 40").selectExpr(
        "hyp as `a.hyp`",
        "ref1 as `sum(segments)`",
        "if(id % 2 = 0, double('NaN'), 1D) as segments",
        "id",
        "binary(hyp) as b",
    )
    given = {"hypothesis": "a.hyp", "references": "sum(segments)", "metrics": ["bleu", "nist"], "by": "segments"}
    sums, rows = spark.score(odd, **given), spark.score(odd, **given, order="id", threads=2)
    for found in (sums, rows):
        assert sorted(map(str, found)) == ["1.0", "nan"]
    for name in ("bleu", "nist"):
        assert {str(key): each[name].parts for key, each in sums.items()} == {
            str(key): each[name].parts for key, each in rows.items()
        }
    scored = spark.score(odd, "a.hyp", "sum(segments)", "bleu", segments=True)
    assert scored.columns == [*odd.columns, "bleu"]
    assert [row["bleu"] for row in sorted(scored.collect(), key=lambda row: row["id"])] == (
        us.bleu(
            *([row[name] for row in sorted(odd.collect(), key=lambda row: row["id"])] for name in odd.columns[:2])
        ).segments.tolist()
    )
    with pytest.raises(us.InputError, match="the column 'b' holds binary; group by columns of plain values"):
        spark.score(odd, **given | {"by": "b"})


def _other_mistakes(df):
    df = df.where("id < 5")
    for expected, given in [
        ("no column 'mt'; its columns are id, hyp", {"hypothesis": "mt", "references": "ref1"}),
        ("the column 'id' holds bigint, but strings are needed", {"hypothesis": "id", "references": "ref1"}),
        ("'id' holds bigint, but strings or lists of strings", {"references": ["ref1", "id"]}),
        ("group by columns of plain values", {"references": "ref1", "by": "refs"}),
        ("references must be the name of a column, or a list of names", {"references": []}),
        ("leave by and order out", {"references": "ref1", "by": "domain", "segments": True}),
        ("single segments only", {"references": "ref1", "metrics": "bleu:smoothing=chen-cherry-4"}),
        ("says references=2, but the segments have 1", {"references": "ref1", "metrics": "bleu:references=2"}),
        ("unknown metric 'blue'", {"references": "ref1", "metrics": "blue"}),
    ]:
        with pytest.raises(us.UnderstudyError, match=expected):
            spark.score(df, **given)
    with pytest.raises(us.SettingError, match="has a column 'bleu' already"):
        spark.score(df.selectExpr("*", "id as bleu"), "hyp", "ref1", segments=True)
    with pytest.raises(us.InputError, match="the DataFrame has no row"):
        spark.score(df.where("id < 0"), "hyp", "ref1")


def test_workers_of_a_local_master_run_this_python(monkeypatch):
    class Context:
        master, pythonExec = "local[2]", "python3"

        def getConf(self):
            return {}

    context = Context()
    df = type("Frame", (), {"sparkSession": type("Session", (), {"_sc": context})})
    monkeypatch.setenv("PYSPARK_PYTHON", "chosen")
    spark.use_this_python(df)
    assert context.pythonExec == "python3"
    monkeypatch.delenv("PYSPARK_PYTHON")
    spark.use_this_python(df)
    assert context.pythonExec == sys.executable
