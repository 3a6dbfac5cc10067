"""Compiled tables of paraphrases survive whatever happens to their cache, and the installed table is found."""

import gzip
import hashlib
import importlib
import json
import os
import pickle
import subprocess
import sys
from pathlib import Path

import pytest
from paraphrase_tables import TABLE, compile_text, native_candidates, written
from processes import HANGS, until

from understudy import _core
from understudy.errors import FormatError, SettingError
from understudy.lexicon import paraphrase_cache
from understudy.lexicon.paraphrases import installed_table, open_table
from understudy.metrics.meteor.metric import METEOR


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
from understudy.lexicon.paraphrases import open_table
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
    printed = {process.communicate(timeout=HANGS)[0] for process in processes}
    assert [process.returncode for process in processes] == [0, 0, 0]
    assert printed == {f"200000 {hashlib.sha256(source.read_bytes()).hexdigest()[:8]}\n"}
    assert sorted(path.suffix for path in cache.iterdir()) == [".bin", ".json", ".lock"]


def waits_for_a_lock(process: subprocess.Popen) -> bool:
    return any(
        "->" in line and str(process.pid) in line.split() for line in Path("/proc/locks").read_text().splitlines()
    )


def test_a_process_waits_for_the_one_that_compiles(source, cache):
    import fcntl

    cache.mkdir()
    with (cache / "paraphrases.lock").open("wb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        process = subprocess.Popen([sys.executable, "-c", PROGRAM, str(source)], stdin=subprocess.PIPE)
        process.stdin.write(b"now\n")
        process.stdin.flush()
        until(lambda: waits_for_a_lock(process) or process.poll() is not None)
        assert process.returncode is None
        assert not list(cache.glob("*.bin"))
    process.communicate(timeout=HANGS)
    assert process.returncode == 0
    assert list(cache.glob("*.bin"))


# --- A metric in another process ------------------------------------------------------------------------------------

SCORE = """
import pickle, sys
sys.modules["pycocoevalcap"] = None  # the table that is sought is none of its large ones
metric = pickle.load(sys.stdin.buffer)
print(metric.stats(["yes certainly"], ["yes of course"]).totals().parts()["score"], metric.signature)
"""


def elsewhere(metric: METEOR, cache: Path) -> subprocess.CompletedProcess:
    command, env = [sys.executable, "-c", SCORE], os.environ | {"UNDERSTUDY_CACHE": str(cache)}
    return subprocess.run(command, input=pickle.dumps(metric), capture_output=True, env=env, check=False)


def test_a_metric_with_a_table_of_ones_own_scores_alike_in_another_process(source, cache):
    metric = METEOR(paraphrase=str(source))
    score = metric.stats(["yes certainly"], ["yes of course"]).totals().parts()["score"]
    done = elsewhere(metric, cache)
    assert done.stdout.decode().split() == [str(score), metric.signature], done.stderr.decode()


def test_a_process_without_the_table_says_which_one_it_lacks(source, tmp_path, monkeypatch):
    metric = METEOR(paraphrase=str(source))
    done = elsewhere(metric, tmp_path / "other")
    assert done.returncode == 1
    assert f"the paraphrase table {metric.paraphrase} that the signature names is not kept in" in done.stderr.decode()


# --- Finding the table ----------------------------------------------------------------------------------------------


@pytest.fixture
def only(tmp_path, monkeypatch):
    """A search path that holds one folder, beside Python's own modules, any of which may be imported late."""
    folder = tmp_path / "site"
    folder.mkdir()
    library = [path for path in sys.path if not Path(path, "pycocoevalcap").exists()]
    monkeypatch.setattr(sys, "path", [str(folder), *library])
    monkeypatch.delitem(sys.modules, "pycocoevalcap", raising=False)
    return folder


def install(folder: Path, name: str, source: Path) -> Path:
    data = folder / "pycocoevalcap" / "meteor" / "data"
    data.mkdir(parents=True)
    for parent in (data.parent, data.parent.parent):
        (parent / "__init__.py").write_text("raise ImportError('this must not be imported')")
    (data / name).write_bytes(source.read_bytes())
    importlib.invalidate_caches()
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
