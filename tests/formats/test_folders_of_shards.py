"""A folder of shards, or a pattern in quotation marks: one test set, whatever wrote it, with the bits of one file."""

import gzip
import json
import random
from pathlib import Path

import pytest
from command_line import understudy

import understudy as us
from understudy.errors import FormatError
from understudy.formats import Sources, read_inputs
from understudy.formats.streaming import read_or_stream

WORDS = [f"word{number}" for number in range(200)]


def rows(count, seed=1):
    made = random.Random(seed)
    found = []
    for number in range(count):
        ref = made.choices(WORDS, k=made.randint(3, 12))
        hyp = [word if made.random() < 0.7 else made.choice(WORDS) for word in ref]
        found.append({"id": number, "hyp": " ".join(hyp), "ref": " ".join(ref), "domain": "ab"[number % 2]})
    return found


def jsonl(some):
    return "".join(json.dumps(row) + "\n" for row in some).encode()


@pytest.fixture
def data(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("data").mkdir()
    return rows(600)


def score(*arguments):
    done = understudy("score", *arguments, "-m", "bleu", "chrf", "meteor", "--format", "tsv", "--no-checks")
    assert done.returncode == 0, done.stderr
    return [line.split("\t")[1:] for line in done.stdout.decode().splitlines()], done.stderr.decode()


def test_shards_of_parquet_have_the_bits_of_one_file(data):
    pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed; it comes with understudy[arrow]")
    from pyarrow import parquet

    table = pa.table({name: [row[name] for row in data] for name in data[0]})
    parquet.write_table(table, "one.parquet")
    for number in range(60):
        parquet.write_table(table.slice(number * 10, 10), f"data/part-{number}.snappy.parquet")
    parquet.write_table(table.slice(0, 0), "data/part-60.parquet")  # Spark writes such
    Path("data/_SUCCESS").touch()
    Path("data/.part-0.crc").write_bytes(b"crc")
    expected, _ = score("one.parquet")
    found, said = score("data")
    assert found == expected
    assert "data read as Parquet: hypotheses hyp; references ref; ids id; 61 shards of data" in said
    assert score("data/*.parquet") == (
        found,
        said.replace("shards of data", "shards of data/*.parquet").replace("data read", "data/*.parquet read"),
    )
    by = understudy("score", "data", "--by", "domain", "-m", "bleu", "--format", "tsv")
    alone = understudy("score", "one.parquet", "--by", "domain", "-m", "bleu", "--format", "tsv")
    assert by.stdout.replace(b"data", b"one.parquet") == alone.stdout


def test_shards_of_compressed_jsonl_and_of_parallel_text(data):
    Path("one.jsonl").write_bytes(jsonl(data))
    for folder in ("sys", "ref"):
        Path(folder).mkdir()
    for number in range(12):
        some = data[number * 50 : (number + 1) * 50]
        Path(f"data/part-{number}.jsonl.gz").write_bytes(gzip.compress(jsonl(some)))
        Path(f"sys/{number}.txt").write_text("".join(f"{row['hyp']}\n" for row in some))
        Path(f"ref/{number}.txt").write_text("".join(f"{row['ref']}\n" for row in some))
    expected, _ = score("one.jsonl")
    assert score("data")[0] == expected
    assert score("sys", "-r", "ref")[0] == expected
    inputs = read_inputs(["data"])
    assert inputs.hypotheses == {"data": [row["hyp"] for row in data]}  # part-2 before part-10
    assert inputs.first.named(51) == "data:part-1.jsonl.gz:2: segment '51'"


def test_only_one_shard_is_held_at_a_time(data):
    for number in range(600):
        Path(f"data/{number}.jsonl").write_bytes(jsonl(data[number : number + 1]) * 1)
    stream = read_or_stream(Sources.open(["data"]))
    sizes = [len(piece) for piece in stream]
    assert sum(sizes) == 600
    opened = Sources.open(["data"]).files["data"]
    assert opened.file is None  # no handle is kept


def test_what_is_wrong_with_shards_is_said_with_the_shard(data):
    Path("data/a.jsonl").write_bytes(jsonl(data[:5]))
    Path("data/b.jsonl").write_bytes(jsonl(data[4:9]))
    done = understudy("score", "data")
    assert done.returncode == 1
    assert b"data: segments 5 and 6 have the same id" in done.stderr
    with pytest.raises(FormatError, match=r"data:b.jsonl:1: duplicate segment id '4', first at data:a.jsonl:5"):
        read_inputs(["data"])
    Path("data/b.jsonl").write_bytes(jsonl(data[5:9]) + b'{"id": 99, "ref": "x"}\n')
    assert b"data:b.jsonl:5: segment '99' has no hypothesis" in understudy("score", "data").stderr
    Path("data/b.tsv").write_text("hyp\tref\na\tb\n")
    Path("data/b.jsonl").unlink()
    assert b"data/a.jsonl is JSONL but data/b.tsv is TSV; name shards of one" in understudy("score", "data").stderr


def test_folders_and_patterns_without_files_are_errors(data):
    assert b"'data' is a folder without files; name a file, or shards in its" in understudy("score", "data").stderr
    assert b"there is no file 'x*.txt', and none of this pattern" in understudy("score", "x*.txt").stderr
    Path("data/a.txt").touch()
    assert b"all files of 'data' are empty" in understudy("score", "data").stderr


def test_shards_that_the_shell_took_apart_get_a_hint(data):
    Path("data/a.jsonl").write_bytes(jsonl([{**row, "id": n} for n, row in enumerate(data[:5])]))
    Path("data/b.jsonl").write_bytes(jsonl([{**row, "id": n} for n, row in enumerate(data[5:10])]))
    done = understudy("score", "data/a.jsonl", "data/b.jsonl")
    assert b"if they are shards of one test set, name their folder, or the pattern in quotation marks" in done.stderr


def test_a_folder_of_texts_that_are_no_shards_is_refused(data):
    for name in ("sys.txt", "ref.txt"):
        Path("data", name).write_text("a cat\n")
    done = understudy("score", "data", "-r", "data/ref.txt")
    assert done.returncode == 1
    assert (
        b"'data' is a folder; name a text file in it, or, as 'ref.txt' and 'sys.txt' are not named like" in done.stderr
    )


def test_a_name_with_a_star_that_is_a_file_is_one(data):
    Path("a*.txt").write_text("a cat\n")
    Path("ab.txt").write_text("a dog\n")
    assert us.read_inputs(["a*.txt"], ["ab.txt"]).hypotheses == {"a*.txt": ["a cat"]}
