"""Test sets by name: the files that sacrebleu makes, the same scores and hashes, and every fault of a server."""

import contextlib
import hashlib
import http.server
import io
import json
import os
import resource
import socket
import subprocess
import sys
import tarfile
import threading
import zipfile
from pathlib import Path
from typing import ClassVar

import pytest
import sacrebleu
from sacrebleu import dataset as peers

import understudy as us
from understudy import cli
from understudy.errors import FormatError, SettingError
from understudy.testsets.catalog import CATALOG, TestSet, catalog
from understudy.testsets.downloading import download
from understudy.testsets.locations import locate

XML = """<?xml version='1.0' encoding='utf-8'?>
<dataset id="t"><collection id="g">
<doc origlang="en" id="d1" domain="news"><src lang="en"><p><seg id="1">One   cat &amp; a dog</seg><seg id="2">Two</seg>
</p></src><ref lang="de" translator="refA"><p><seg id="1"> Eine Katze und ein Hund </seg><seg id="2">Zwei Häuser</seg>
</p></ref><ref lang="de" translator="refB"><p><seg id="1">Katz und Hund</seg><seg id="2"></seg></p></ref>
<hyp lang="de" system="Online-A"><p><seg id="1">Eine Katz</seg><seg id="2">Zwei</seg></p></hyp></doc>
<doc origlang="de" id="d2" domain="social"><src lang="en"><p><seg id="10">Ten</seg><seg id="2">Two again</seg></p>
<p><seg id="3">nobody translated this</seg></p></src>
<ref lang="de" translator="refA"><p><seg id="10">Zehn kleine Worte</seg><seg id="2">Nochmal zwei</seg></p></ref>
<hyp lang="de" system="Online-A"><p><seg id="10">Zehn</seg><seg id="2">Wieder zwei</seg><seg id="3">x</seg></p></hyp>
</doc><doc origlang="en" id="ts" testsuite="hard" domain="news"><src lang="en"><p><seg id="1">Skip</seg></p></src>
<ref lang="de" translator="refA"><p><seg id="1">Weg</seg></p></ref></doc>
</collection></dataset>
"""
SGML = """<srcset setid="t" srclang="any">
<doc docid="d1" genre="news" origlang="en">
<p>
<seg id="1">A  cat &amp; more </seg>
<seg id="2">Second</seg> tail
</p>
</doc>
<doc docid="d2" origlang="de">
<seg id="1">No end
</doc>
</srcset>
"""
CASES = {
    "WMTXMLDataset": ({"x/t.xml": XML}, {"en-de": ["x/t.xml"]}, "tgz"),
    "FakeSGMLDataset": (
        {"s/a.sgm": SGML, "s/b.sgm": SGML.replace("cat", "Katze"), "s/c.sgm": SGML},
        {"en-de": ["s/a.sgm", "s/b.sgm"], "en-fr": ["s/a.sgm", "s/b.sgm", "s/c.sgm"]},
        "tar.gz",
    ),
    "WMTAdditionDataset": ({"s/a.sgm": SGML, "r.ref": "eins \nzwei\ndrei"}, {"en-de": ["s/a.sgm", "r.ref"]}, "tgz"),
    "PlainTextDataset": ({"a.en": "one  two \n\nthree\n", "a.de": "eins\n\ndrei"}, {"en-de": ["a.en", "a.de"]}, "zip"),
    "TSVDataset": ({"t.tsv": "1\t2\ta\tb\n3\t4\t\td e \n"}, {"en-de": ["2:t.tsv", "3:t.tsv"]}, "tgz"),
}


def packed(files, ending):
    out = io.BytesIO()
    if ending == "zip":
        with zipfile.ZipFile(out, "w") as archive:
            for name, text in files.items():
                archive.writestr(name, text)
    else:
        with tarfile.open(fileobj=out, mode="w:gz") as archive:
            for name, text in {**files, "noise.bin": os.urandom(200_000)}.items():
                info, data = tarfile.TarInfo(name), text if isinstance(text, bytes) else text.encode()
                info.size = len(data)
                archive.addfile(info, io.BytesIO(data))
    return out.getvalue()


def facts(kind, address, data, langpairs):
    kwargs = {"refs": ["refA"]} if kind == "WMTXMLDataset" else {}
    md5 = hashlib.md5(data).hexdigest()
    return {
        "kind": kind, "description": "toy", "data": [address], "md5": [md5], "langpairs": langpairs, "kwargs": kwargs
    }  # fmt: skip


class Handler(http.server.BaseHTTPRequestHandler):
    """A server whose first folder says what goes wrong."""

    files: ClassVar[dict[str, bytes]] = {}
    requests: ClassVar[list[tuple[str, str | None]]] = []

    def do_GET(self):
        fault, _, name = self.path.strip("/").partition("/")
        wanted = self.headers.get("Range")
        self.requests.append((self.path, wanted))
        data = self.files.get(name)
        if fault in ("redirect", "loop"):
            self.send_response(302)
            self.send_header("Location", f"/good/{name}" if fault == "redirect" else self.path)
            self.end_headers()
            return
        if data is None or fault == "missing":
            self.send_error(404)
            return
        begin = int(wanted.removeprefix("bytes=").removesuffix("-")) if wanted and fault != "whole" else 0
        if begin and begin >= len(data):
            self.send_error(416)
            return
        data = b"x" * len(data) if fault == "wrong" else data[begin:]
        self.send_response(206 if begin else 200)
        if fault != "unsized":
            self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        if self.command == "GET":
            self.wfile.write(data[: len(data) // 2] if fault == "cut" else data)

    do_HEAD = do_GET

    def log_message(self, *_):
        pass


@pytest.fixture
def server(tmp_path, monkeypatch):
    """A server on this machine, a catalogue with one set at its address, and an empty cache."""
    handler = type("Own", (Handler,), {"files": {}, "requests": []})
    running = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    running.daemon_threads = True
    thread = threading.Thread(target=running.serve_forever)
    thread.start()
    files, langpairs, ending = CASES["WMTXMLDataset"]
    data = packed(files, ending)
    handler.files["set.tgz"] = handler.files["toy.set.tgz"] = data
    base = f"http://127.0.0.1:{running.server_port}"
    own = tmp_path / "own.json"
    own.write_text(json.dumps({"sets": {"toy": facts("WMTXMLDataset", f"{base}/good/set.tgz", data, langpairs)}}))
    for name, value in {"UNDERSTUDY_TESTSETS": own, "SACREBLEU": tmp_path / "cache", "HOME": tmp_path}.items():
        monkeypatch.setenv(name, str(value))
    monkeypatch.delenv("UNDERSTUDY_MIRROR", raising=False)
    monkeypatch.chdir(tmp_path)
    handler.base = base
    yield handler
    running.shutdown()
    running.server_close()
    thread.join()


def run(capsys, *arguments, code=0):
    capsys.readouterr()
    assert cli.main(list(map(str, arguments))) == code, capsys.readouterr().err
    return capsys.readouterr()


def tree(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in Path(folder).rglob("*") if path.is_file()}


# --- The same files, scores and hashes --------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", CASES)
def test_a_downloaded_set_has_the_files_that_sacrebleu_makes(kind, tmp_path, server):
    files, langpairs, ending = CASES[kind]
    data = packed(files, ending)
    server.files[f"a.{ending}"] = data
    own = facts(kind, f"{server.base}/good/a.{ending}", data, langpairs)
    module = {"WMTXMLDataset": "wmt_xml", "PlainTextDataset": "plain_text", "TSVDataset": "tsv"}.get(kind, "fake_sgml")
    peer = getattr(getattr(peers, module), kind)(
        "toy/one", own["data"], "", None, own["md5"], langpairs, **own["kwargs"]
    )
    peer._outdir, peer._rawdir = str(tmp_path / "peer"), str(tmp_path / "peer" / "raw")
    peer.process_to_text()
    made = TestSet("toy/one", kind, "", tuple(own["data"]), tuple(own["md5"]), langpairs, ("refA",))
    folder = download(made, tmp_path / "ours", say=lambda _: None)
    theirs = {name: text for name, text in tree(tmp_path / "peer").items() if not name.startswith("raw")}
    ours = {name: text for name, text in tree(folder).items() if not name.startswith("raw")}
    assert ours == theirs
    assert set(tree(folder)) - set(ours) <= set(tree(tmp_path / "peer"))  # what sacrebleu unpacks, but for the rest


def test_by_name_from_the_cache_and_from_plain_files_the_scores_and_hashes_are_equal(server, tmp_path, capsys):
    hyps = ["Eine Katze und Hund", "Zwei", "Nochmal zwei", "Zehn Worte"]
    Path("sys.txt").write_text("".join(f"{hyp}\n" for hyp in hyps))
    assert run(capsys, "score", "sys.txt", "-t", "toy", "-l", "en-de", code=1).err.endswith(
        "nothing is downloaded unasked; run: understudy testsets download toy\n"
    )
    done = run(capsys, "testsets", "download", "toy")
    size = len(server.files["set.tgz"])
    assert f"downloading {server.base}/good/set.tgz: {size / 1e3:.0f} kB" in done.err
    for name, field in {"src.txt": "src", "ref.txt": "ref"}.items():
        Path(name).write_text(run(capsys, "testsets", "-t", "toy", "-l", "en-de", "--echo", field).out)
    refs = Path("ref.txt").read_text().splitlines()
    run(capsys, "score", "sys.txt", "-t", "toy", "-l", "en-de", "--save", "a.jsonl", "-m", "bleu", "chrf")
    run(capsys, "score", "sys.txt", "-r", "ref.txt", "--save", "b.jsonl", "-m", "bleu", "chrf")
    by_name, plain = (
        [json.loads(line) for line in Path(name).read_text().splitlines()] for name in ("a.jsonl", "b.jsonl")
    )
    same = ("score", "totals", "references_sha256", "hypotheses_sha256")
    assert [[each[key] for key in same] for each in by_name] == [[each[key] for key in same] for each in plain]
    assert by_name[0]["test_set"] == "toy/en-de"
    assert ",testset=toy,langpair=en-de,version=" in by_name[0]["signature"]
    assert by_name[0]["score"] == pytest.approx(sacrebleu.corpus_bleu(hyps, [refs]).score)
    other = us.evaluate({"A": hyps}, refs, "bleu")["A"]["bleu"].score
    assert by_name[0]["score"] == other
    again = run(capsys, "testsets", "download", "toy")
    assert "downloading" not in again.err  # it is there


def test_mt_metrics_evals_folder_is_read_where_it_is(server, tmp_path, capsys):
    folder = tmp_path / ".mt-metrics-eval" / "mt-metrics-eval-v2" / "wmt99"
    for name, text in {
        "sources/en-de.txt": "one\ntwo\n", "references/en-de.refA.txt": "eins\nzwei\n",
        "documents/en-de.docs": "news\td1\nsocial\td2\n", "system-outputs/en-de/A.txt": "eins\n2\n",
    }.items():  # fmt: skip
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    Path("sys.txt").write_text("eins\ndrei\n")
    done = run(capsys, "score", "sys.txt", "-t", "wmt99", "-l", "en-de", "-m", "wer", "--format", "tsv")
    assert done.out.endswith("\t50.0\n")
    assert f"test set wmt99/en-de from {folder}" in done.err
    subset = run(capsys, "score", "sys.txt", "-t", "wmt99", "-l", "en-de", "-m", "wer", "--subset", "domain=news")
    assert "subset=domain:news" in subset.out
    assert "0.00" in subset.out


# --- Subsets, fields, lists, citations --------------------------------------------------------------------------------


def test_subsets_by_origin_document_and_domain_score_their_own_segments(server, tmp_path, capsys):
    run(capsys, "testsets", "download", "toy")
    hyps = ["Eine Katze", "Zwei", "Nochmal zwei", "Zehn Worte"]
    refs = run(capsys, "testsets", "-t", "toy", "-l", "en-de", "--echo", "ref").out.splitlines()
    Path("sys.txt").write_text("\n".join(hyps))
    for subset, chosen in {
        "origin=en": [0, 1],
        "origin=non-en": [2, 3],
        "document=d2": [2, 3],
        "domain=news": [0, 1],
    }.items():
        done = run(
            capsys, "score", "sys.txt", "-t", "toy", "-l", "en-de", "--subset", subset, "-m", "chrf", "--format", "tsv"
        )
        expected = us.chrf([hyps[i] for i in chosen], [refs[i] for i in chosen]).score
        assert float(done.out.splitlines()[1].split("\t")[2]) == expected
        assert f"subset={subset.replace('=', ':')}" in done.out
    echoed = run(
        capsys,
        "testsets",
        "-t",
        "toy",
        "-l",
        "en-de",
        "--echo",
        "docid",
        "origlang",
        "ref:refB",
        "--subset",
        "origin=de",
    )
    assert echoed.out == "d2\tde\t\nd2\tde\t\n"
    by = run(capsys, "score", "sys.txt", "-t", "toy", "-l", "en-de", "--by", "domain", "-m", "wer")
    assert "social" in by.out
    wrong = run(capsys, "score", "sys.txt", "-t", "toy", "-l", "en-de", "--subset", "origin=fr", code=1)
    assert "toy/en-de has no such segment; origin may be de, en" in wrong.err
    assert (
        "known: document, origin, domain"
        in run(capsys, "score", "sys.txt", "-t", "toy", "-l", "en-de", "--subset", "x=y", code=2).err
    )


def test_test_sets_are_listed_and_cited(server, capsys):
    listed = run(capsys, "testsets", "--list", "-l", "en-de").out
    assert "wmt24" in listed
    assert "toy" in listed
    assert "wmt22/" not in run(capsys, "testsets", "-l", "ru-sah").out
    assert "kocmi-etal-2024-findings" in run(capsys, "testsets", "-t", "wmt24", "--cite").out
    assert "the catalogue has no paper for it" in run(capsys, "testsets", "-t", "toy", "--cite").out
    values = json.loads(run(capsys, "testsets", "--format", "json").out)
    assert {each["name"] for each in values} == set(catalog())


def test_the_catalogue_is_what_sacrebleu_has():
    sets = json.loads(CATALOG.read_text())["sets"]
    assert {name: (each.data, each.md5) for name, each in peers.DATASETS.items()} == {
        name: (each["data"], each["md5"]) for name, each in sets.items()
    }


def test_questions_that_are_not_whole_are_answered_with_what_is_missing(server, capsys):
    Path("sys.txt").write_text("a\n")
    Path("ref.txt").write_text("a\n")
    assert "-t wmt24 -l en-de" in run(capsys, "score", "sys.txt", "-t", "toy", code=2).err
    assert "leave out -r" in run(capsys, "score", "sys.txt", "-t", "toy", "-l", "en-de", "-r", "ref.txt", code=2).err
    assert "did you mean 'wmt24'" in run(capsys, "score", "sys.txt", "-t", "wmt42", "-l", "en-de", code=2).err
    assert "language pair of toy 'en-xx'" in run(capsys, "score", "sys.txt", "-t", "toy", "-l", "en-xx", code=2).err
    assert (
        "--subset needs a test set" in run(capsys, "score", "sys.txt", "-r", "ref.txt", "--subset", "a=b", code=2).err
    )
    assert "which test set?" in run(capsys, "testsets", "download", code=2).err


# --- Every fault of a server, and of the disk -------------------------------------------------------------------------


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
