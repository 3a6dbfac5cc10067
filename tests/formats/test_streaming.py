"""Files of any length in bounded memory, and files that mean harm: the same number, or a plain refusal."""

import bz2
import gzip
import io
import json
import lzma
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import texts

import understudy as us
from understudy.cli import main
from understudy.errors import FormatError, SettingError
from understudy.formats import Selection, Sources, read_lines, sources, streaming
from understudy.formats.files import compression, opening
from understudy.formats.files.compression import HEAD
from understudy.formats.files.opening import OpenFile

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

PACKED = {"gz": gzip.compress, "bz2": bz2.compress, "xz": lzma.compress, "zst": zstd.compress}
METRICS = ["bleu", "chrf", "ter", "rougeL"]
lines = texts.map(lambda text: text.replace("\n", " ").replace("\r", " "))
segments = st.lists(st.tuples(lines, lines, lines), min_size=1, max_size=12)


def make_tiny(patch):
    """Every file is large, and every piece small: of what is read ahead, which is more than its first bytes."""
    patch.setattr(sources, "HEAD", HEAD + 1)
    for name, size in (("LARGE", HEAD + 1), ("PIECE", 16), ("ROWS", 2)):
        patch.setattr(streaming, name, size)
    patch.setattr(opening, "PIECE", 7)


@pytest.fixture
def tiny(monkeypatch):
    make_tiny(monkeypatch)


def written(folder, kind, name, columns):
    """Write columns as a file, one text a line where the format has no columns."""
    path = folder / f"{name}.{kind}"
    if kind == "txt":
        (column,) = columns.values()
        path.write_bytes("".join(text + "\n" for text in column).encode())
    elif kind == "jsonl":
        rows = [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
        path.write_bytes("".join(json.dumps(row) + "\n" * (1 + n % 2) for n, row in enumerate(rows)).encode())
    else:
        pyarrow = pytest.importorskip("pyarrow")
        from pyarrow import parquet

        parquet.write_table(pyarrow.table(columns), path)
    return str(path)


def scored(capsys, *args):
    assert main(["score", *args, "-m", *METRICS, "--format", "json"]) == 0
    (system,) = json.loads(capsys.readouterr().out)["systems"]
    return {score["metric"]: score["score"] for score in system["scores"]}


@pytest.mark.parametrize(
    ("of_hyp", "of_ref"), [("txt", "txt"), ("jsonl", "txt"), ("txt", "parquet"), ("parquet", "jsonl")]
)
@settings(max_examples=15)
@given(rows=segments)
def test_pieces_give_the_score_of_the_whole(of_hyp, of_ref, rows, tmp_path_factory):
    folder = tmp_path_factory.mktemp("pieces")
    hyps, refs, _ = (list(column) for column in zip(*rows, strict=True))
    paths = written(folder, of_hyp, "hyp", {"hyp": hyps}), written(folder, of_ref, "ref", {"ref": refs})
    whole = us.score(hyps, refs, METRICS)
    with pytest.MonkeyPatch.context() as patch:
        make_tiny(patch)
        named = Selection(hypotheses=("hyp",), references=("ref",))  # a piece of numbers is not taken for texts unasked
        found = streaming.read_or_stream(Sources.open([paths[0]], [paths[1]], selection=named))
        running = us.Running(METRICS)
        for inputs in found if isinstance(found, streaming.Stream) else [found]:
            (batch,) = inputs.hypotheses.values()
            running.update(batch, inputs.references)
    for name, result in running.compute().items():
        assert result.parts == whole[name].parts


def test_the_command_streams_and_says_the_same(tmp_path, tiny, capsys):
    hyps, refs = [f"the cat number {n} sat" for n in range(50)], [f"a cat number {n} sat here" for n in range(50)]
    whole = {name: result.score for name, result in us.score(hyps, refs, METRICS).items()}
    texts_of = {"hyp": hyps}, {"ref": refs}
    one = written(tmp_path, "jsonl", "all", {"hyp": hyps, "ref": refs})
    both = [written(tmp_path, "txt", name, each) for name, each in zip(("h", "r"), texts_of, strict=True)]
    assert isinstance(streaming.read_or_stream(Sources.open([one])), streaming.Stream)
    assert scored(capsys, one) == scored(capsys, both[0], "-r", both[1]) == whole
    for ending, pack in PACKED.items():
        packed = Path(f"{both[0]}.{ending}")
        packed.write_bytes(pack(Path(both[0]).read_bytes()))
        assert scored(capsys, str(packed), "-r", both[1]) == whole


def test_standard_input_streams_too(tmp_path, tiny, capsys, monkeypatch):
    refs = written(tmp_path, "txt", "r", {"ref": ["a cat", "a dog", "a cow"]})
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"a cat\na dog\na cow")))
    assert scored(capsys, "-", "-r", refs)["chrf"] == 100


def test_a_signature_with_its_number_of_references_is_checked_at_the_end(tmp_path, tiny, capsys):
    rows = [{"hyp": "a cat sat here", "ref": ["a cat sat here"] * (1 + n // 10)} for n in range(20)]
    path = tmp_path / "all.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert main(["score", str(path), "-m", "bleu:references=1-2"]) == 0
    assert "references=1-2" in capsys.readouterr().out
    assert main(["score", str(path), "-m", "bleu:references=1"]) == 2
    assert "the segments have 1-2" in capsys.readouterr().err


@pytest.mark.parametrize("kind", ["jsonl", "parquet"])
def test_a_last_piece_of_numbers_is_still_text(kind, tmp_path, tiny, capsys):
    column = ["a cat sat here"] * 20 + ["1", "2"]
    assert scored(capsys, written(tmp_path, kind, "all", {"hyp": column, "refs": column}))["chrf"] == 100


def test_unequal_lengths_are_counted_to_their_ends(tmp_path, tiny, capsys):
    paths = [written(tmp_path, "txt", name, {"": ["a cat"] * n}) for name, n in {"h": 20, "r": 27}.items()]
    assert main(["score", paths[0], "-r", paths[1]]) == 1
    assert f"{paths[0]} has 20 lines but {paths[1]} has 27" in capsys.readouterr().err


def test_a_wrong_byte_far_into_a_file_is_located(tmp_path, tiny, capsys):
    hyp, ref = tmp_path / "h.txt", tmp_path / "r.txt"
    hyp.write_bytes(b"a cat\n" * 30 + b"a c\xffat\n")
    ref.write_bytes(b"a cat\n" * 31)
    assert main(["score", str(hyp), "-r", str(ref)]) == 1
    assert f"{hyp}:31: byte 4 of the line is 0xff" in capsys.readouterr().err
    hyp.with_suffix(".jsonl").write_bytes(b'{"hyp": "a"}\n' * 30 + b"{oops}\n")
    assert main(["score", str(hyp.with_suffix(".jsonl")), "-r", str(ref)]) == 1
    assert "h.jsonl:31: this is not JSON" in capsys.readouterr().err


def test_ids_in_another_order_are_refused_where_they_cannot_be_sorted(tmp_path, tiny, capsys):
    ids = [str(n) for n in range(20)]
    one = written(tmp_path, "jsonl", "h", {"id": ids, "hyp": [f"cat {n}" for n in ids]})
    other = written(tmp_path, "jsonl", "r", {"id": ids[::-1], "ref": [f"cat {n}" for n in ids]})
    assert main(["score", one, "-r", other]) == 1
    assert "must have their segments in the same order" in capsys.readouterr().err


@pytest.mark.parametrize("args", [["-m", "nist"], ["--segments"], ["-m", "bleu", "ciderD"]])
def test_what_needs_all_segments_reads_all_of_them(args, tmp_path, tiny, capsys):
    paths = [written(tmp_path, "txt", name, {"": ["a cat sat here"] * 20}) for name in "hr"]
    assert main(["score", paths[0], "-r", paths[1], *args]) == 0


@pytest.mark.parametrize("ending", PACKED)
def test_a_bomb_is_refused_before_it_bursts(ending, tmp_path, capsys, monkeypatch):
    if ending != "gz":  # the others are as dangerous when small, and packed in less time
        monkeypatch.setattr(compression, "ALWAYS_FREE", 5 << 20)
    free = compression.ALWAYS_FREE
    bomb = tmp_path / f"bomb.{ending}"
    bomb.write_bytes(PACKED[ending](bytes(3 * free)))
    assert main(["score", str(bomb), "-r", str(bomb)]) == 1
    message = capsys.readouterr().err
    assert f"{bomb} unpacks to more than 500 times its size" in message
    assert "set UNDERSTUDY_MAX_EXPANSION higher" in message
    read = OpenFile.open(str(bomb))
    with pytest.raises(FormatError, match="unpacks to more than"):
        for piece in read.pieces:
            assert len(piece) <= 1 << 20
    assert read.counted.bytes < 1.6 * free


def test_the_limit_can_be_moved(tmp_path, monkeypatch):
    packed = tmp_path / "repeated.gz"
    packed.write_bytes(gzip.compress(b"a cat\n" * (12 << 20)))
    monkeypatch.setenv("UNDERSTUDY_MAX_EXPANSION", "20")
    with pytest.raises(FormatError, match="more than 20 times its size"):
        read_lines(str(packed))
    monkeypatch.setenv("UNDERSTUDY_MAX_EXPANSION", "5000")
    assert len(read_lines(str(packed))) == 12 << 20
    monkeypatch.setenv("UNDERSTUDY_MAX_EXPANSION", "much")
    with pytest.raises(SettingError, match="must be a whole number from 1 to 1,000,000, got 'much'"):
        read_lines(str(packed))


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("/dev/zero", "'/dev/zero' is a device; name a text file"),
        ("/dev/null", "'/dev/null' is a device; name a text file"),
        ("nowhere.txt", "there is no file 'nowhere.txt'; check the name and the folder"),
        ("", "a file name is empty; name a text file"),
    ],
)
def test_what_is_no_file_is_named_plainly(path, message, capsys):
    assert main(["score", path, "-r", "examples/reference1.en"]) == 1
    assert capsys.readouterr().err == f"understudy: {message}\n"


def test_a_pipe_is_read_and_one_without_a_writer_is_given_up(tmp_path, capsys, monkeypatch):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=lambda: pipe.write_bytes(b"a cat\n"))
    writer.start()
    assert read_lines(str(pipe)) == ["a cat"]
    writer.join()
    monkeypatch.setattr(opening, "PATIENCE", 0.05)
    assert main(["score", str(pipe), "-r", str(pipe)]) == 1
    assert f"nobody has written to the pipe {str(pipe)!r}" in capsys.readouterr().err


def test_a_file_that_grows_while_it_is_read_is_refused(tmp_path):
    file = tmp_path / "growing.txt"
    file.write_bytes(b"a cat\n")
    source = OpenFile.open(str(file))
    assert next(source.pieces) == b"a cat\n"
    with file.open("ab") as more:
        more.write(b"another\n")
    with pytest.raises(FormatError, match="growing.txt was changed while it was read; try again when it is complete"):
        source.rest()


def test_a_file_that_vanishes_while_it_is_read_is_read_to_its_end(tmp_path):
    file = tmp_path / "gone.txt"
    file.write_bytes(b"a cat\n")
    source = OpenFile.open(str(file))
    file.unlink()
    assert source.rest() == b"a cat\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full, which stands for a full disk")
def test_a_full_disk_and_a_closed_pipe_get_no_traceback(tmp_path):
    command = [sys.executable, "-m", "understudy", "score", "examples/weak.en", "-r", "examples/reference1.en"]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, "understudy: the result can't be written: No space left on device\n")
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run(command, stdout=write, stderr=subprocess.PIPE, text=True, check=False)
    os.close(write)
    assert (done.returncode, done.stderr) == (1, "")


def as_lines(folder, name, rows):
    path = folder / f"{name}.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return str(path)


def test_a_reference_that_only_later_lines_have_is_counted(tmp_path, tiny, capsys):
    rows = [{"hyp": "a cat sat here", "ref": "a dog ran off"} for _ in range(20)]
    rows[15]["ref_b"] = rows[15]["hyp"]
    refs = [[row["ref"], row["ref_b"]] if "ref_b" in row else [row["ref"]] for row in rows]
    whole = us.score([row["hyp"] for row in rows], refs, METRICS)
    found = scored(capsys, as_lines(tmp_path, "late", rows))
    assert found == {name: result.score for name, result in whole.items()}


@pytest.mark.parametrize(("field", "option"), [("hyp_b", "--hypothesis-name"), ("id", "--id-name")])
def test_a_hypothesis_or_id_that_only_later_lines_have_is_refused(field, option, tmp_path, tiny, capsys):
    rows = [{"hyp": "a cat", "ref": "a cat"} | ({field: f"a cat {n}"} if n > 14 else {}) for n in range(20)]
    path = as_lines(tmp_path, "late", rows)
    assert main(["score", path]) == 1
    assert f"has the field {field!r} only from about line 16 on; every segment needs one" in capsys.readouterr().err
    assert main(["score", path, option, {"id": "none", "hyp_b": "hyp"}[field]]) == 0


def test_an_id_that_later_lines_lack_is_refused(tmp_path, tiny, capsys):
    rows = [{"hyp": "a cat", "ref": "a cat"} | ({"id": n} if n < 15 else {}) for n in range(20)]
    assert main(["score", as_lines(tmp_path, "h", rows)]) == 1
    assert "h.jsonl:16: the id in 'id' is None" in capsys.readouterr().err


def test_an_id_that_stands_twice_is_found_however_far_apart(tmp_path, tiny, capsys):
    rows = [{"id": str(n % 18), "hyp": "a cat", "ref": "a cat"} for n in range(20)]
    assert main(["score", as_lines(tmp_path, "h", rows)]) == 1
    assert "h.jsonl: segments 1 and 19 have the same id" in capsys.readouterr().err


@pytest.mark.parametrize("missing", [{}, {"refs": None}, {"refs": []}])
def test_a_segment_without_a_reference_is_told_by_its_number_in_the_file(missing, tmp_path, tiny, capsys):
    rows = [{"hyp": "a cat", "refs": ["a cat"]} for _ in range(20)]
    rows[13] = {"hyp": "a cat", **missing}
    assert main(["score", as_lines(tmp_path, "h", rows)]) == 1
    assert "segment 14 has no reference" in capsys.readouterr().err


def test_equal_lists_of_references_in_two_files_are_one_set(tmp_path, tiny, capsys, monkeypatch):
    monkeypatch.setattr(streaming, "PIECE", 200)  # so that the pieces of one file hold more segments than the other's
    refs = [["a cat", "the cat"] if n % 5 == 4 else ["a cat"] for n in range(20)]
    one = as_lines(tmp_path, "one", [{"hyp": "a cat", "refs": each} for each in refs])
    two = as_lines(tmp_path, "two", [{"hyp": "a much longer line than the other", "refs": each} for each in refs])
    assert main(["score", one, two]) == 0
    assert "references=1-2" in capsys.readouterr().out


def test_a_large_file_without_a_segment_is_refused(tmp_path, tiny, capsys):
    blank = tmp_path / "blank.jsonl"
    blank.write_bytes(b"\n" * 100)
    paths = [str(blank), written(tmp_path, "parquet", "none", {"hyp": [], "ref": []})]
    for path in paths:
        assert main(["score", path]) == 1
        assert f"{path} holds no segment" in capsys.readouterr().err
