"""Test sets by name: the files that sacrebleu makes, the same scores and hashes."""

import json
from pathlib import Path

import pytest
import sacrebleu
from local_test_sets import CASES, facts, packed, tree
from sacrebleu import dataset as peers

import understudy as us
from understudy import cli
from understudy.testsets.catalog import CATALOG, TestSet, catalog
from understudy.testsets.downloading import download


def run(capsys, *arguments, code=0):
    capsys.readouterr()
    assert cli.main(list(map(str, arguments))) == code, capsys.readouterr().err
    return capsys.readouterr()


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
