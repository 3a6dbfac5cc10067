"""Downloads of test sets: every fault of a server and of the disk is an error, and the cache stays as it was."""

import contextlib
import resource
import socket
import subprocess
import sys

import pytest
from local_test_sets import tree

from understudy import cli
from understudy.errors import FormatError, SettingError
from understudy.testsets.catalog import TestSet, catalog
from understudy.testsets.downloading import download
from understudy.testsets.locations import locate


def run(capsys, *arguments, code=0):
    capsys.readouterr()
    assert cli.main(list(map(str, arguments))) == code, capsys.readouterr().err
    return capsys.readouterr()


def faulty(server, fault):
    """The set at an address where something goes wrong."""
    made = catalog()["toy"]
    return TestSet(made.name, made.kind, "", (f"{server.base}/{fault}/set.tgz",), made.md5, made.langpairs, made.refs)


@pytest.mark.parametrize(
    ("fault", "message"),
    [
        ("wrong", "has the checksum .*, where .* is expected: it was changed or damaged, and is not kept"),
        ("missing", "the server answers 404"),
        ("loop", "the server answers 302"),
    ],
)
def test_a_fault_of_the_server_is_an_error_and_the_cache_stays_as_it_was(server, tmp_path, fault, message):
    cache = tmp_path / "cache"
    (cache / "toy").mkdir(parents=True)
    (cache / "toy" / "mine.txt").write_text("mine")
    before = tree(cache)
    with pytest.raises(FormatError, match=message):
        download(faulty(server, fault), cache, say=lambda _: None)
    assert tree(cache) == before


def test_a_connection_that_is_cut_is_an_error_and_the_next_call_resumes(server, tmp_path):
    cache, size = tmp_path / "cache", len(server.files["set.tgz"])
    with pytest.raises(FormatError, match=r"(ended after .* of .*|broke .*); run it again to resume"):
        download(faulty(server, "cut"), cache, say=lambda _: None)
    assert not (cache / "toy").exists()
    assert len((cache / ".partial" / "toy.set.tgz").read_bytes()) == size // 2
    said = []
    download(faulty(server, "good"), cache, say=said.append)
    assert server.requests[-1] == ("/good/set.tgz", f"bytes={size // 2}-")
    assert "resumed at" in said[0]
    assert locate("toy", "en-de").source.read_text() == "One cat & a dog\nTwo\nTwo again\nTen\n"
    assert not (cache / ".partial").exists()


@pytest.mark.parametrize("fault", ["redirect", "whole", "unsized"])
def test_redirects_and_servers_that_begin_again_give_the_whole_set(server, tmp_path, fault):
    cache = tmp_path / "cache"
    with contextlib.suppress(FormatError):
        download(faulty(server, "cut"), cache, say=lambda _: None)
    download(faulty(server, fault), cache, say=lambda _: None)
    assert len(tree(cache / "toy")) == 9


def test_what_was_left_of_another_file_is_not_taken_for_this_one(server, tmp_path):
    partial = tmp_path / "cache" / ".partial" / "toy.set.tgz"
    partial.parent.mkdir(parents=True)
    partial.write_bytes(b"x" * 9_999_999)  # longer than the file: the server can't resume
    download(faulty(server, "good"), tmp_path / "cache", say=lambda _: None)
    partial.parent.mkdir(parents=True, exist_ok=True)
    partial.write_bytes(b"x" * 10)
    (tmp_path / "cache" / "toy" / "raw" / "toy.set.tgz").unlink()
    with pytest.raises(FormatError, match="checksum"):
        download(faulty(server, "good"), tmp_path / "cache", say=lambda _: None)
    assert not partial.exists()


def test_a_full_disk_is_an_error_and_leaves_nothing(server, tmp_path):
    program = "import sys; from understudy.cli import main; sys.exit(main(['testsets', 'download', 'toy']))"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000)),
    )  # fmt: skip
    assert done.returncode == 1
    assert "toy can't be written to" in done.stderr
    assert "File too large; make room, or name another folder" in done.stderr
    assert tree(tmp_path / "cache") == {}


def test_no_server_at_all_is_an_error_with_the_address(tmp_path):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{free.getsockname()[1]}/a.tgz"  # nobody listens there
    nowhere = TestSet("toy", "TSVDataset", "", (address,), ("0",), {"en-de": ["a", "b"]})
    with pytest.raises(FormatError, match=f"{address} can't be reached: .*; check the connection"):
        download(nowhere, tmp_path, say=lambda _: None)
    assert tree(tmp_path) == {}


def test_an_archive_that_lacks_a_pair_leaves_nothing(server, tmp_path):
    made = faulty(server, "good")
    lacking = TestSet(
        made.name, made.kind, "", made.data, made.md5, {**made.langpairs, "en-fr": ["x/no.xml"]}, made.refs
    )
    with pytest.raises(FormatError, match="the archives of toy lack x/no.xml, the texts of en-fr"):
        download(lacking, tmp_path / "cache", say=lambda _: None)
    assert tree(tmp_path / "cache") == {}


def test_a_mirror_is_one_folder_of_files_named_as_in_the_cache(server, tmp_path, capsys):
    run(capsys, "testsets", "download", "toy", "--mirror", f"{server.base}/good/")
    assert server.requests[-1][0] == "/good/toy.set.tgz"
    dry = run(capsys, "testsets", "download", "toy", "--dry-run")
    assert dry.out == f"{server.base}/good/set.tgz: {len(server.files['set.tgz']) / 1e3:.0f} kB\n"
    assert "begins with http" in run(capsys, "testsets", "download", "toy", "--mirror", "ftp://x", code=2).err


def test_a_catalogue_of_ones_own_is_checked(tmp_path, monkeypatch):
    own = tmp_path / "own.json"
    monkeypatch.setenv("UNDERSTUDY_TESTSETS", str(own))
    with pytest.raises(SettingError, match="which can't be read: No such file"):
        catalog()
    own.write_text('{"sets": {"a": {}}}')
    with pytest.raises(FormatError, match="own.json, which UNDERSTUDY_TESTSETS names, is no catalogue: KeyError"):
        catalog()
