"""METEOR's paraphrases: the native table equals its readable twin, and what is no table is refused."""

import gzip
import random
import re
import shutil
import subprocess
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from paraphrase_tables import TABLE, compile_text, native_candidates, written

from understudy import _core
from understudy.errors import FormatError
from understudy.lexicon.paraphrases import _folders_of, candidates, open_table, read_pairs

NONE = 0xFFFFFFFF


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("UNDERSTUDY_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def source(tmp_path):
    path = tmp_path / "paraphrase-en.gz"
    path.write_bytes(gzip.compress(TABLE.encode()))
    return path


# --- Candidates -----------------------------------------------------------------------------------------------------


def test_candidates_come_in_the_order_that_the_definition_says(tmp_path):
    table = compile_text(TABLE, tmp_path / "table.bin")
    hypothesis, reference = ("certainly", "of", "course"), ("of", "course", "certainly")
    expected = [
        # Left sides in the reference: at 0 first "of" with its right sides in the file's order, then "of course".
        *[(0, 1, 1, 2), (0, 1, 0, 1), (0, 2, 0, 1), (0, 2, 1, 1), (2, 1, 1, 2)],
        # Left sides in the hypothesis.
        *[(0, 2, 0, 1), (0, 2, 1, 1), (2, 1, 1, 1), (2, 1, 1, 2), (0, 1, 1, 2)],
    ]
    assert native_candidates(table, hypothesis, reference) == expected
    assert candidates(read_pairs(TABLE.splitlines(keepends=True)), hypothesis, reference) == expected


words = st.sampled_from(["a", "b", "c", "ж", "猫", "é", "🙂"])
phrases = st.lists(words, min_size=1, max_size=4).map(tuple)


@given(st.lists(st.tuples(phrases, phrases), min_size=1, max_size=60), st.lists(words), st.lists(words))
def test_the_native_table_equals_its_twin(tmp_path_factory, pairs, hypothesis, reference):
    path = tmp_path_factory.mktemp("table") / "table.bin"
    table = compile_text(written(pairs), path)
    path.unlink()
    assert table.pairs == len(pairs)
    expected = candidates(pairs, tuple(hypothesis), tuple(reference))
    assert native_candidates(table, hypothesis, reference) == expected


@given(st.lists(st.tuples(phrases, phrases), min_size=1, max_size=9), st.integers(1, 9))
def test_pieces_may_be_cut_anywhere(tmp_path_factory, pairs, size):
    folder = tmp_path_factory.mktemp("table")
    compile_text(written(pairs), folder / "whole.bin")
    compile_text(written(pairs), folder / "pieces.bin", size)
    assert (folder / "whole.bin").read_bytes() == (folder / "pieces.bin").read_bytes()


@given(
    st.lists(st.text(st.characters(exclude_categories=["Cs"], exclude_characters=" \t\n\r\f"), min_size=1), min_size=1)
)
def test_every_word_has_its_number(tmp_path_factory, words):
    table = compile_text(written([((word,), (word,)) for word in words]), tmp_path_factory.mktemp("t") / "table.bin")
    ids = table.ids(words).tolist()
    assert ids == [list(dict.fromkeys(words)).index(word) for word in words]
    strangers = [word + "x" for word in words if word + "x" not in words]
    assert table.ids(["", *strangers]).tolist() == [NONE] * (len(strangers) + 1)


def test_words_that_the_table_does_not_have_match_nothing(tmp_path):
    table = compile_text(TABLE, tmp_path / "table.bin")
    assert native_candidates(table, ("yes", "yes"), ("yes",)) == []
    assert native_candidates(table, (), ("of", "course")) == []
    assert native_candidates(table, ("of", "course"), ()) == []


def test_lines_may_end_as_on_windows_and_the_last_may_lack_its_end(tmp_path):
    plain = compile_text(TABLE, tmp_path / "plain.bin")
    other = compile_text(TABLE.replace("\n", "\r\n").rstrip(), tmp_path / "other.bin")
    assert other.pairs == plain.pairs
    assert other.ids(["of", "course"]).tolist() == plain.ids(["of", "course"]).tolist()


def test_many_equal_words_yield_candidates_in_linear_time(tmp_path):
    table = compile_text("0.5\na\nb\n0.5\na a a\nb b\n", tmp_path / "table.bin")
    assert len(native_candidates(table, ["c"] * 5000, ["a"] * 5000)) == 0
    assert len(native_candidates(table, ["b"], ["a"] * 5000)) == 5000


def test_threads_may_share_a_table(tmp_path):
    table = compile_text(TABLE, tmp_path / "table.bin")
    expected = native_candidates(table, ("certainly",) * 50, ("of", "course") * 50)
    found = [None] * 4

    def work(i):
        found[i] = [native_candidates(table, ("certainly",) * 50, ("of", "course") * 50) for _ in range(20)]

    threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [[expected] * 20] * 4


def jar() -> Path | None:
    """METEOR's own program, if it and Java are here."""
    jars = [folder / "meteor" / "meteor-1.5.jar" for folder in _folders_of("pycocoevalcap")]
    return next((path for path in jars if path.is_file() and shutil.which("java")), None)


@pytest.mark.skipif(jar() is None, reason="needs Java and pycocoevalcap")
def test_what_meteors_jar_matches_is_among_the_candidates(tmp_path):
    rng = random.Random(1)

    def phrase(longest):
        return [
            rng.choice(["kar", "lum", "zig", "tob", "nex", "pim", "vor", "dax"]) for _ in range(rng.randint(1, longest))
        ]

    text = written((phrase(4), phrase(4)) for _ in range(400))
    (tmp_path / "table.gz").write_bytes(gzip.compress(text.encode()))
    sides = [[phrase(12) for _ in range(300)] for _ in range(2)]
    for name, side in zip(["hyp", "ref"], sides, strict=True):
        (tmp_path / name).write_text("".join(f"{' '.join(line)}\n" for line in side))
    options = "-l en -a table.gz -m paraphrase -vOut -writeAlignments -f found".split()
    command = ["java", "-Xmx512M", "-jar", jar(), "hyp", "ref", *options]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    table = compile_text(text, tmp_path / "table.bin")
    blocks = (tmp_path / "found-align.out").read_text().split("Alignment\t")[1:]
    matched = 0
    for block, hypothesis, reference in zip(blocks, *sides, strict=True):
        rows = re.findall(r"^(\d+):(\d+)\t+(\d+):(\d+)\t", block, re.MULTILINE)
        chosen = {tuple(map(int, row)) for row in rows}
        assert chosen <= set(native_candidates(table, hypothesis, reference))
        matched += len(chosen)
    assert matched > 300


# --- Tables that are not one ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"", "0: the table is empty"),
        (b"0.5\na\n", "2: the table ends within a pair"),
        (b"0.5\na\nb\n0.5\n", "4: the table ends within a pair"),
        (b"0.5\na\nb\nof course\n", "4: a probability is due here"),
        (b"\n", "1: a probability is due here"),
        (b"0.5\n \nb\n", "2: a side of a pair is empty"),
        (b"0.5\na\n\n", "3: a side of a pair is empty"),
        (b"0.5\na\n\xff\n", "3: the line is not valid UTF-8"),
        (b"0.5\na\rb\nc\n", "2: a carriage return stands within the line"),
    ],
)
def test_what_is_no_table_is_refused_with_its_line(tmp_path, cache, text, message):
    source = tmp_path / "table.gz"
    source.write_bytes(gzip.compress(text))
    with pytest.raises(FormatError) as error:
        open_table(source, "en")
    assert str(error.value).startswith(f"{source}:{message}")
    assert "paraphrase-en.gz is needed" in str(error.value)
    assert [path.name for path in cache.iterdir()] == ["paraphrases.lock"]


def test_a_broken_archive_is_refused(tmp_path, source):
    whole = source.read_bytes()
    for broken in (whole[:-9], whole[:20] + b"????" + whole[24:], whole + b"more"):
        source.write_bytes(broken)
        with pytest.raises(FormatError, match="is gzip-compressed but broken: .*; get the file again"):
            open_table(source, "en")


def test_a_missing_table_is_an_error(tmp_path):
    with pytest.raises(FormatError, match="there is no table of paraphrases .*nowhere.gz'; check the name"):
        open_table(tmp_path / "nowhere.gz", "en")
    with pytest.raises(FormatError, match="is a folder; name the table in it"):
        open_table(tmp_path, "en")


def test_the_twin_refuses_half_a_pair():
    with pytest.raises(FormatError, match="pair 2 of the table lacks a side"):
        list(read_pairs(["0.5", "a", "b", "0.5", "c"]))


# --- Compiled files that are not one --------------------------------------------------------------------------------


def test_every_changed_byte_of_a_compiled_file_is_noticed(tmp_path):
    path = tmp_path / "table.bin"
    compile_text(TABLE, path)
    whole = path.read_bytes()
    for at in range(len(whole)):
        damaged = bytearray(whole)
        damaged[at] ^= 1 << at % 8
        path.write_bytes(damaged)
        with pytest.raises(ValueError, match="not a compiled table of paraphrases that this version can use"):
            _core.Paraphrases(path)


def test_a_compiled_file_that_is_cut_short_or_has_grown_is_noticed(tmp_path):
    path = tmp_path / "table.bin"
    compile_text(TABLE, path)
    whole = path.read_bytes()
    for size in [*range(0, len(whole), 7), len(whole) + 1, len(whole) + 8]:
        path.write_bytes(whole[:size].ljust(size, b"\0"))
        with pytest.raises(ValueError, match="not a compiled table"):
            _core.Paraphrases(path)


def test_a_compiled_file_that_is_not_there_is_an_os_error(tmp_path):
    with pytest.raises(FileNotFoundError):
        _core.Paraphrases(tmp_path / "nowhere.bin")
    with pytest.raises(ValueError, match="not a regular file"):
        _core.Paraphrases(tmp_path)
