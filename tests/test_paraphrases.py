"""METEOR's paraphrases: the native table equals its readable twin, and its cache survives whatever happens to it."""

import gzip
import hashlib
import json
import os
import random
import re
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from understudy import _core
from understudy.errors import FormatError, SettingError
from understudy.metrics import paraphrase_cache
from understudy.metrics.paraphrases import _folders_of, candidates, installed_table, open_table, read_pairs

NONE = 0xFFFFFFFF
TABLE = """\
0.5
of course
certainly
0.25
of course
of
0.125
of
of course
1.0E-2
of
certainly
0.1
certainly
of course
"""


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("UNDERSTUDY_CACHE", str(tmp_path / "cache"))
    paraphrase_cache._opened.cache_clear()
    return tmp_path / "cache"


@pytest.fixture
def source(tmp_path):
    path = tmp_path / "paraphrase-en.gz"
    path.write_bytes(gzip.compress(TABLE.encode()))
    return path


def compile_text(text: str | bytes, path: Path, size: int = 1 << 20) -> _core.Paraphrases:
    data = text.encode() if isinstance(text, str) else text
    compiler = _core.ParaphraseCompiler()
    for at in range(0, len(data), size):
        compiler.feed(data[at : at + size])
    compiler.finish(path, hashlib.sha256(data).digest())
    return _core.Paraphrases(path)


def native_candidates(table: _core.Paraphrases, hypothesis, reference) -> list[tuple[int, ...]]:
    found = table.candidates(table.ids(list(hypothesis)), table.ids(list(reference)))
    return [tuple(row) for row in found.tolist()]


def written(pairs) -> str:
    return "".join(f"0.5\n{' '.join(left)}\n{' '.join(right)}\n" for left, right in pairs)


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


# --- The cache ------------------------------------------------------------------------------------------------------


def files(cache: Path) -> dict[str, Path]:
    """The files of the cache by what they end with."""
    return {path.suffix: path for path in cache.iterdir()}


def again(source: Path):
    """Open a table as a new process would."""
    paraphrase_cache._opened.cache_clear()
    return open_table(source, "en")


def test_a_table_is_compiled_once(source, cache):
    table = open_table(source, "en")
    assert table.hash8 == hashlib.sha256(source.read_bytes()).hexdigest()[:8]
    assert table.path == source
    assert open_table(str(source), "en").native is table.native
    assert set(files(cache)) == {".bin", ".json", ".lock"}
    before = files(cache)[".bin"].stat()
    expected = [(0, 1, 0, 1), (0, 2, 0, 1), (0, 2, 0, 1)]
    assert native_candidates(again(source).native, ("certainly",), ("of", "course")) == expected
    assert files(cache)[".bin"].stat() == before


def test_the_source_is_not_read_again(source, cache, monkeypatch):
    open_table(source, "en")
    monkeypatch.setattr(paraphrase_cache, "_digest", lambda path: pytest.fail("it was read"))
    again(source)


def test_another_table_under_the_same_name_is_compiled(source, cache):
    first = open_table(source, "en")
    source.write_bytes(gzip.compress(TABLE.replace("certainly", "naturally").encode()))
    second = open_table(source, "en")
    assert first.hash8 != second.hash8
    assert native_candidates(second.native, ("naturally",), ("of",)) == [(0, 1, 0, 1)]
    assert native_candidates(first.native, ("naturally",), ("of",)) == []


def test_the_same_table_elsewhere_is_not_compiled_again(source, cache, tmp_path):
    open_table(source, "en")
    before = files(cache)[".bin"].stat()
    copy = tmp_path / "copy.gz"
    copy.write_bytes(source.read_bytes())
    assert again(copy).hash8 == open_table(source, "en").hash8
    assert files(cache)[".bin"].stat() == before


def test_a_table_may_be_plain_text(tmp_path, source):
    plain = tmp_path / "table.txt"
    plain.write_text(TABLE)
    assert open_table(plain, "en").native.pairs == open_table(source, "en").native.pairs == 5


@pytest.mark.parametrize("harm", ["cut", "changed", "foreign", "emptied"])
def test_a_damaged_compiled_file_is_made_again(source, cache, harm):
    open_table(source, "en")
    path = files(cache)[".bin"]
    whole = path.read_bytes()
    other = {"cut": whole[:-8], "changed": whole[:-20] + b"?" + whole[-19:], "foreign": b"\x7fELF" * 99, "emptied": b""}
    path.unlink()  # a file that is mapped is never changed in place
    path.write_bytes(other[harm])
    assert again(source).native.pairs == 5
    assert path.read_bytes() == whole


def test_a_compiled_file_of_another_table_is_made_again(source, cache, tmp_path):
    open_table(source, "en")
    path = files(cache)[".bin"]
    path.unlink()
    compile_text(TABLE.replace("certainly", "naturally"), path)
    assert native_candidates(again(source).native, ("certainly",), ("of",)) == [(0, 1, 0, 1)]


@pytest.mark.parametrize("note", [b"", b"{", b"[]", b"{}", b'{"source": 1}', b"\xff"])
def test_a_damaged_note_is_written_again(source, cache, note):
    open_table(source, "en")
    path = files(cache)[".json"]
    whole = path.read_bytes()
    path.write_bytes(note)
    again(source)
    assert path.read_bytes() == whole


def test_a_note_with_a_wrong_hash_does_no_harm(source, cache):
    open_table(source, "en")
    path = files(cache)[".json"]
    note = json.loads(path.read_bytes())
    for wrong in ("00" * 32, "", "00"):
        path.write_text(json.dumps(note | {"sha256": wrong}))
        assert again(source).hash8 == note["sha256"][:8]


def test_a_source_that_changes_while_it_is_read_is_refused(source, cache, monkeypatch):
    pieces = paraphrase_cache._pieces

    def changing(path):
        yield from pieces(path)
        path.write_bytes(gzip.compress(b"0.5\nx\ny\n"))

    monkeypatch.setattr(paraphrase_cache, "_pieces", changing)
    with pytest.raises(FormatError, match="changed while it was read"):
        open_table(source, "en")
    assert set(files(cache)) == {".lock"}


def test_leftovers_of_killed_processes_are_removed(source, cache):
    cache.mkdir()
    old, new = cache / "paraphrases-v1-0.bin.1-a.part", cache / "paraphrases-v1-0.bin.2-b.part"
    for path in (old, new):
        path.write_bytes(b"half a ta")
    os.utime(old, (0, 0))
    open_table(source, "en")
    assert not old.exists()
    assert new.exists()  # by a process that may still be at work


def test_a_cache_folder_that_can_not_be_written_is_an_error(source, tmp_path, monkeypatch):
    monkeypatch.setenv("UNDERSTUDY_CACHE", str(source / "cache"))  # the parent is a file
    with pytest.raises(SettingError, match="can't be kept in .*; set UNDERSTUDY_CACHE to a folder that can be written"):
        open_table(source, "en")


def test_a_cache_that_can_only_be_read_is_enough(source, cache):
    open_table(source, "en")
    for path in (files(cache)[".json"], files(cache)[".lock"]):
        path.unlink()
        path.mkdir()  # so that nobody can write there, not even the superuser
    assert again(source).native.pairs == 5


def test_a_full_disk_is_an_error():
    compiler = _core.ParaphraseCompiler()
    compiler.feed(TABLE.encode())
    with pytest.raises(OSError, match="No space left on device"):
        compiler.finish("/dev/full", bytes(32))


def test_where_the_cache_is(monkeypatch, tmp_path):
    where = paraphrase_cache.cache_folder
    monkeypatch.setenv("UNDERSTUDY_CACHE", "~/mine")
    assert where() == Path.home() / "mine"
    monkeypatch.delenv("UNDERSTUDY_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert where() == tmp_path / "understudy"
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    assert where() == Path.home() / ".cache" / "understudy"


PROGRAM = """
import sys
from understudy.metrics.paraphrases import open_table
sys.stdin.readline()
table = open_table(sys.argv[1], "en")
print(table.native.pairs, table.hash8)
"""


def test_processes_that_start_together_share_one_compiled_table(tmp_path, cache):
    source = tmp_path / "table.txt"
    source.write_text(written((("a", f"l{i}"), (f"r{i}", "b")) for i in range(200_000)))
    start = [sys.executable, "-c", PROGRAM, str(source)]
    processes = [subprocess.Popen(start, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in range(3)]
    for process in processes:
        process.stdin.write("now\n")
        process.stdin.flush()
    printed = {process.communicate(timeout=60)[0] for process in processes}
    assert [process.returncode for process in processes] == [0, 0, 0]
    assert printed == {f"200000 {hashlib.sha256(source.read_bytes()).hexdigest()[:8]}\n"}
    assert sorted(path.suffix for path in cache.iterdir()) == [".bin", ".json", ".lock"]


def test_a_process_waits_for_the_one_that_compiles(source, cache):
    import fcntl

    cache.mkdir()
    with (cache / "paraphrases.lock").open("wb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        process = subprocess.Popen([sys.executable, "-c", PROGRAM, str(source)], stdin=subprocess.PIPE)
        process.stdin.write(b"now\n")
        process.stdin.flush()
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(timeout=1.5)
        assert not list(cache.glob("*.bin"))
    process.communicate(timeout=60)
    assert process.returncode == 0
    assert list(cache.glob("*.bin"))


# --- Finding the table ----------------------------------------------------------------------------------------------


@pytest.fixture
def only(tmp_path, monkeypatch):
    """A search path that holds one folder."""
    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.setattr(sys, "path", [str(folder)])
    monkeypatch.delitem(sys.modules, "pycocoevalcap", raising=False)
    return folder


def install(folder: Path, name: str, source: Path) -> Path:
    data = folder / "pycocoevalcap" / "meteor" / "data"
    data.mkdir(parents=True)
    for parent in (data.parent, data.parent.parent):
        (parent / "__init__.py").write_text("raise ImportError('this must not be imported')")
    (data / name).write_bytes(source.read_bytes())
    return data / name


def test_the_table_is_found_without_importing_the_package(only, source):
    path = install(only, "paraphrase-en.gz", source)
    table = open_table("auto", "en")
    assert table.path == path
    assert table.native.pairs == 5
    assert "pycocoevalcap" not in sys.modules


def test_languages_have_meteors_names(only, source):
    path = install(only, "paraphrase-cz.gz", source)
    assert installed_table("cs") == installed_table("cz") == path


def test_a_table_that_is_not_installed_is_an_error_that_says_how_to_get_it(only, source):
    with pytest.raises(
        SettingError, match="package is not installed; 'pip install pycocoevalcap' brings it; or give the"
    ):
        open_table("auto", "en")
    install(only, "paraphrase-en.gz", source)
    with pytest.raises(SettingError, match="'de' in pycocoevalcap: it has paraphrase-en.gz; give the path of METEOR's"):
        open_table("auto", "de")


def test_a_module_without_a_spec_is_no_package(only, monkeypatch):
    module = type(sys)("pycocoevalcap")
    monkeypatch.setitem(sys.modules, "pycocoevalcap", module)
    with pytest.raises(SettingError, match="not installed"):
        open_table("auto", "en")
