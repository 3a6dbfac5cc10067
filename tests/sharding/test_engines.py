"""Files scored by an executor, part by part: the number of one machine, and a mistake named by file and row."""

import json
import pickle
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import texts

import understudy as us
from understudy.formats.shards import cut
from understudy.sharding.executors import score_files

METRICS = ["bleu", "chrf", "ter", "hlepor", "nist", "ciderD"]


@pytest.fixture
def columns(examples):
    return {
        "hyp": examples["medium"],
        "ref1": examples["reference1"],
        "ref2": [None if i % 7 == 0 else ref for i, ref in enumerate(examples["reference2"])],
    }


@pytest.fixture
def whole(columns):
    return us.score(columns["hyp"], {"1": columns["ref1"], "2": columns["ref2"]}, METRICS)


@pytest.fixture
def parquets(columns, tmp_path):
    pa = pytest.importorskip("pyarrow", reason="Parquet needs pyarrow")
    from pyarrow import parquet

    table = pa.table(columns)
    parquet.write_table(table.slice(0, 70), tmp_path / "1.parquet", row_group_size=30)
    parquet.write_table(table.slice(70), tmp_path / "2.parquet", row_group_size=7)
    return [tmp_path / "1.parquet", str(tmp_path / "2.parquet")]


def objects(columns, **changes):
    rows = [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def same(found, whole):
    assert list(found) == list(whole)
    for name, result in whole.items():
        assert (found[name].parts, found[name].signature) == (result.parts, result.signature)


def processes(number: int) -> ProcessPoolExecutor:
    """Processes that inherit nothing: those that fork hang where a thread of another test holds a lock."""
    return ProcessPoolExecutor(number, mp_context=get_context("spawn"))


@pytest.mark.parametrize("pool", [None, ThreadPoolExecutor, processes])
def test_row_groups_of_parquet_give_the_score_of_the_whole(parquets, whole, pool):
    assert len(list(cut(parquets, ["hyp"]))) == 3 + 5
    if pool is None:
        return same(score_files(parquets, "hyp", ["ref1", "ref2"], METRICS), whole)
    with pool(2) as engine:
        return same(score_files(parquets, "hyp", ["ref1", "ref2"], METRICS, engine=engine), whole)


def test_rows_come_back_in_order_and_give_the_same_intervals(parquets, whole):
    with ThreadPoolExecutor(2) as engine:
        found = score_files(parquets, "hyp", ["ref1", "ref2"], METRICS, engine=engine, rows=True)
    same(found, whole)
    for name, result in whole.items():
        assert found[name].segments.tolist() == result.segments.tolist()
        assert found[name].interval(resamples=50) == result.interval(resamples=50)


@pytest.mark.parametrize("lines", [1, 9, 100, 1000])
def test_lines_of_jsonl_and_text_give_the_score_of_the_whole(columns, whole, tmp_path, lines):
    (tmp_path / "a.jsonl").write_text("\n" + objects(columns).replace("\n", "\n\n").rstrip("\n"), encoding="utf-8")
    same(score_files([tmp_path / "a.jsonl"], "hyp", ["ref1", "ref2"], METRICS, lines=lines), whole)
    for name in ("hyp", "ref1"):
        (tmp_path / f"{name}.txt").write_bytes("\r\n".join(columns[name]).encode())
    text = {name: tmp_path / f"{name}.txt" for name in ("hyp", "ref1")}
    alone = us.score(columns["hyp"], columns["ref1"], METRICS)
    same(score_files([text], "hyp", "ref1", METRICS, lines=lines), alone)


@settings(max_examples=50)
@given(st.lists(texts, min_size=1, max_size=9), st.integers(1, 5), st.booleans())
def test_shards_of_a_text_are_its_lines(tmp_path_factory, lines, size, final):
    lines = [line.replace("\n", " ").removesuffix("\r") for line in lines]
    lines[-1] = lines[-1] or "."
    lines[len(lines) // 2] = "\ufeff" + lines[len(lines) // 2] if len(lines) > 1 else "x"  # not at the beginning
    file = tmp_path_factory.mktemp("text") / "a.txt"
    file.write_bytes(("\n".join(lines) + "\n" * final).encode())
    shards = pickle.loads(pickle.dumps(list(cut([{"hyp": file}], ["hyp"], size))))
    assert [line for shard in shards for line in shard.read(["hyp"]).table["hyp"]] == lines
    assert [len(shard.read(["hyp"])) for shard in shards[:-1]] == [size] * (len(shards) - 1)


def test_dask_is_an_executor_too(parquets, whole):
    distributed = pytest.importorskip("distributed", reason="Dask is not installed")
    with distributed.Client(
        n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None
    ) as client:  # fmt: skip
        same(score_files(parquets, "hyp", ["ref1", "ref2"], METRICS, engine=client.get_executor()), whole)


@pytest.mark.parametrize(
    ("row", "column", "value", "message"),
    [
        (45, "hyp", None, r"the hypothesis is null \(an empty text is ''\)"),
        (45, "ref1", None, "there is no reference"),
        (69, "hyp", None, "the hypothesis is null"),
    ],
)
def test_a_bad_row_of_parquet_is_named(columns, tmp_path, row, column, value, message):
    pa = pytest.importorskip("pyarrow", reason="Parquet needs pyarrow")
    from pyarrow import parquet

    changed = columns | {column: [*columns[column][:row], value, *columns[column][row + 1 :]]}
    parquet.write_table(pa.table(changed), tmp_path / "a.parquet", row_group_size=30)
    with processes(2) as engine, pytest.raises(us.InputError, match=message) as error:
        score_files([tmp_path / "a.parquet"], "hyp", "ref1", engine=engine)
    assert f"{tmp_path / 'a.parquet'}, row {row + 1}: " in str(error.value)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (
            '{"hyp": 5, "ref": "a"}',
            r"a.jsonl:3: the hypothesis is 5, int; a text is needed, in hyp=5, ref='a'",
        ),
        ('{"hyp": "a", "ref": ["a", 7]}', "a.jsonl:3: a reference is 7, int"),
        ('{"hyp": "a", "ref": []}', "a.jsonl:3: there is no reference"),
        ('{"hyp": "a"}', "a.jsonl:3: there is no reference"),
        ('{"hyp": "a", "ref"', "a.jsonl:3: this is not JSON"),
        ('{"hyp": "\udcff", "ref": "a"}', "a.jsonl:3: byte 10 of the line is 0xff"),
    ],
)
def test_a_bad_line_of_jsonl_is_named(tmp_path, line, message):
    good = '{"hyp": "a cat", "ref": "a cat"}\n'
    data = f"{good}{good}{line}\n{good}".encode("utf-8", "surrogateescape")
    (tmp_path / "a.jsonl").write_bytes(data)
    for lines in (1, 2, 100):
        with pytest.raises(us.UnderstudyError, match=message):
            score_files([tmp_path / "a.jsonl"], lines=lines)


def test_a_file_that_a_worker_does_not_see_is_named(tmp_path, parquets):
    (tmp_path / "a.txt").write_text("a\nb\n")
    (tmp_path / "b.txt").write_text("a\nb\n")
    shards = [*cut([{"hyp": tmp_path / "a.txt"}, {"hyp": tmp_path / "b.txt"}], ["hyp"]), *cut(parquets, ["hyp"])]
    (tmp_path / "a.txt").unlink()
    (tmp_path / "b.txt").write_text("a")
    Path(parquets[0]).unlink()
    for shard, message in zip(
        shards, ["no file .*a.txt", "b.txt had 4 bytes and now has 1, so it changed", "no file .*parquet"], strict=False
    ):
        with pytest.raises(us.FormatError, match=message):
            shard.read(["hyp"])


def test_other_mistakes(tmp_path, parquets):
    (tmp_path / "one.txt").write_text("a\n")
    (tmp_path / "two.txt").write_text("a\nb\n")
    (tmp_path / "empty.txt").write_text("")
    (tmp_path / "blank.jsonl").write_text("{}")
    (tmp_path / "a.gz").write_bytes(b"\x1f\x8b000")
    (tmp_path / "cut.parquet").write_bytes(Path(parquets[0]).read_bytes()[:-100])
    (tmp_path / "link.parquet").symlink_to(parquets[0])
    one, two = tmp_path / "one.txt", tmp_path / "two.txt"
    for files, message in [
        ([{"hyp": one, "ref": two}], "one.txt has 1 lines but .*two.txt has 2"),
        ([{"hyp": one}], "has no column 'ref'"),
        ([{"hyp": one, "ref": one}] * 2, "given twice"),
        ([parquets[0], tmp_path / "link.parquet"], "link.parquet' is given twice, also as "),
        ([{"hyp": one, "ref": one}, {"ref": tmp_path / "." / "one.txt", "hyp": f"{tmp_path}//one.txt"}], "given twice"),
        ([one], "neither Parquet nor JSONL; give text files as a mapping"),
        ([tmp_path / "empty.txt"], "empty.txt is empty"),
        ([tmp_path / "no.txt"], "there is no file"),
        ([tmp_path / "a.gz"], "gzip-compressed, so it can't be cut"),
        ([tmp_path / "cut.parquet"], "cut.parquet is not a whole Parquet file"),
        ([parquets[0]], "has no column 'ref'; its columns are hyp, ref1, ref2"),
        ([tmp_path / "blank.jsonl"], "blank.jsonl:1: the hypothesis is null"),
        ([], "there are no segments"),
        ("a.parquet", "one bare str"),
    ]:
        with pytest.raises(us.UnderstudyError, match=message):
            score_files(files)
    with pytest.raises(us.SettingError, match="engine must be an executor"):
        score_files([{"hyp": one, "ref": one}], engine="dask")
    with pytest.raises(us.SettingError, match="says references=2"):
        score_files([{"hyp": one, "ref": one}], metrics="bleu:references=2")
    with pytest.raises(us.SettingError, match="single segments only"):
        score_files([{"hyp": one, "ref": one}], metrics="bleu:smoothing=chen-cherry-4")
