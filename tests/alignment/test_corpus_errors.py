"""`understudy errors`: the counts are jiwer's, by system and group, in every output."""

import json

import jiwer
import pytest

import understudy as us
from understudy import cli
from understudy.alignment.corpus_errors import WRONG, CorpusErrors

REFS = ["the cat sat on the mat", "a dog ran home", "the cat is here now"]
SYSTEMS = {
    "A": ["a cat sat on a mat", "a dog ran", "the cat was here now"],
    "B": ["the cat sat on the mat", "a big dog ran home", "the cat is here"],
}


def counts(found, system):
    return {(each.kind, each.ref, each.hyp): each.count for each in found.counts[system, ""].most_frequent(None)}


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_counts_are_those_of_jiwer(system):
    found = counts(CorpusErrors.of(SYSTEMS, REFS, us.make_metric("wer")), system)
    substitutions, insertions, deletions = jiwer.collect_error_counts(jiwer.process_words(REFS, SYSTEMS[system]))
    expected = {("substitution", *pair): count for pair, count in substitutions.items()}
    expected |= {("insertion", "", word): count for word, count in insertions.items()}
    expected |= {("deletion", word, ""): count for word, count in deletions.items()}
    assert {key: count for key, count in found.items() if key[0] != WRONG} == expected
    wrong = {key[1]: count for key, count in found.items() if key[0] == WRONG}
    words = {ref for kind, ref, _ in expected if kind != "insertion"}
    assert wrong == {
        word: sum(count for (kind, ref, _), count in expected.items() if ref == word and kind != "insertion")
        for word in words
    }


def test_the_last_column_says_how_often_the_word_stands_there():
    rows = CorpusErrors.of(SYSTEMS, REFS, us.make_metric("wer")).table().rows
    assert ("A", "substitution", "the", "a", 2, 3) in rows
    assert ("B", "insertion", "", "big", 1, 1) in rows


@pytest.fixture
def words(tmp_path):
    for name, lines in {**SYSTEMS, "ref": REFS, "domains": ["news", "chat", "news"]}.items():
        (tmp_path / f"{name}.txt").write_text("".join(f"{line}\n" for line in lines))
    return [f"A={tmp_path}/A.txt", f"B={tmp_path}/B.txt", "-r", str(tmp_path / "ref.txt")]


def test_groups_are_counted_apart_and_add_up(words, tmp_path, capsys):
    whole = ["errors", *words, "--format", "json", "--most", "99"]
    assert cli.main(whole) == 0
    together = json.loads(capsys.readouterr().out)["systems"]
    assert cli.main([*whole, "--by", str(tmp_path / "domains.txt")]) == 0
    apart = json.loads(capsys.readouterr().out)["systems"]
    assert [(each["system"], each["group"]) for each in apart] == [
        ("A", "news"), ("A", "chat"), ("B", "news"), ("B", "chat"),
    ]  # fmt: skip
    assert sum(each["segment_count"] for each in apart) == sum(each["segment_count"] for each in together)
    errors = [sum(error["count"] for each in listed for error in each["errors"]) for listed in (together, apart)]
    assert errors[0] == errors[1]


def test_they_are_written_as_a_spreadsheet(words, tmp_path, capsys):
    pytest.importorskip("xlsxwriter", reason="XlsxWriter is not installed; it comes with the extra excel")
    openpyxl = pytest.importorskip("openpyxl", reason="openpyxl is not installed")
    assert cli.main(["errors", *words, "--output", str(tmp_path / "errors.xlsx")]) == 0
    assert capsys.readouterr().out == ""
    rows = list(openpyxl.load_workbook(tmp_path / "errors.xlsx").active.values)
    assert rows[0] == ("system", "error", "reference", "hypothesis", "count", "of")
    assert rows[1][:6] == ("A", "substitution", "the", "a", 2, 3)


def test_what_does_not_fit_is_refused(words, capsys):
    assert cli.main(["errors", *words, "-m", "bleu"]) == 2
    assert "bleu is not made of alignments; choose an error rate" in capsys.readouterr().err
    assert cli.main(["errors", *words, "--most", "0"]) == 2
    assert "--most must be a whole number from 1, got 0" in capsys.readouterr().err
