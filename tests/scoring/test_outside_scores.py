"""Scores of other programs in files: every form gives the same column, and what does not belong together is refused."""

import json
from pathlib import Path

import numpy as np
import pytest

import understudy as us
from understudy import cli
from understudy.errors import FormatError, InputError, SettingError, TextWarning
from understudy.scoring.outside import ScoredTexts, ScoresSpec, read_outside, results_by_system

HYPS = {"A": ["a cat sat", "a dog ran", "it rains"], "B": ["the cat sat", "the dog ran", "rain"]}
REFS = ["the cat sat", "a dog ran", "it rains"]
SCORES = {"A": [0.5, 0.25, 0.75], "B": [0.625, 0.5, 0.125]}
TEXTS = ScoredTexts(HYPS, {"A": "out/A.txt", "B": "out/B.txt"})

# As comet-score 2.2 writes them: JSON with the texts, and lines that count segments from 0.
COMET_JSON = {
    f"out/{name}.txt": [
        {"src": "x", "mt": hyp, "ref": ref, "COMET": score}
        for hyp, ref, score in zip(HYPS[name], REFS, SCORES[name], strict=True)
    ]
    for name in HYPS
}
COMET_TEXT = "".join(
    f"out/{name}.txt\tSegment {n}\tscore: {SCORES[name][n]:.4f}\n" for n in range(3) for name in HYPS
) + "".join(f"out/{name}.txt\tscore: {np.mean(SCORES[name]):.4f}\n" for name in HYPS)
TABLE = [(name, n + 1, SCORES[name][n]) for n in (2, 0, 1) for name in HYPS]
METRICX = [
    {"source": "x", "hypothesis": HYPS[name][n], "reference": REFS[n], "prediction": SCORES[name][n], "system": name}
    for name in HYPS
    for n in range(3)
]
FILES = {
    "comet.json": json.dumps(COMET_JSON, indent=4),
    "comet.txt": COMET_TEXT,
    "en-de.comet.seg.score": "".join(f"{name}\t{score}\n" for name in HYPS for score in SCORES[name]),
    "table.tsv": "system\tsegment\tscore\n" + "".join(f"{a}\t{b}\t{c}\n" for a, b, c in TABLE),
    "long.csv": "metric,system,seg_id,score\r\nother,A,1,9\r\n"
    + "".join(f"comet,{a},{b},{c}\r\n" for a, b, c in TABLE),
    "zero.jsonl": "".join(json.dumps({"system": a, "segment": b - 1, "comet": c}) + "\n" for a, b, c in TABLE),
    "metricx.jsonl": "".join(json.dumps(each) + "\n" for each in METRICX),
    "wide.tsv": "comet.A\tcomet.B\n" + "".join(f"{SCORES['A'][n]}\t{SCORES['B'][n]}\n" for n in range(3)),
    "lists.json": json.dumps(SCORES),
}


def written(folder: Path, name: str, text: str) -> Path:
    (folder / name).write_text(text)
    return folder / name


@pytest.mark.parametrize("name", FILES)
def test_every_form_of_file_gives_the_same_scores(name, tmp_path):
    path = written(tmp_path, name, FILES[name])
    (results,), _ = read_outside([ScoresSpec.read(f"comet:version=2={path}")], TEXTS)
    assert {system: result.segments.tolist() for system, result in results.items()} == SCORES
    assert results["A"].metric.signature == "external(comet:version=2)"


def test_a_parquet_file_gives_the_same_scores(tmp_path):
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    columns = [list(column) for column in zip(*TABLE, strict=True)]
    parquet.write_table(
        pyarrow.table(dict(zip(("system", "segment", "score"), columns, strict=True))), tmp_path / "a.pq"
    )
    (results,), _ = read_outside([ScoresSpec.read(f"comet:version=2={tmp_path}/a.pq")], TEXTS)
    assert {system: result.segments.tolist() for system, result in results.items()} == SCORES


def test_files_of_numbers_belong_to_the_systems_in_order_or_by_name(tmp_path):
    paths = {name: written(tmp_path, f"{name}.txt", "".join(f"{x}\n" for x in SCORES[name])) for name in HYPS}
    in_order = [ScoresSpec.read(f"comet:version=2={paths[name]}") for name in ("A", "B")]
    (results,), told = read_outside(in_order, TEXTS)
    assert results["B"].segments.tolist() == SCORES["B"]
    assert told[:2] == (f"comet of A: {paths['A']}", f"comet of B: {paths['B']}")
    by_name = [ScoresSpec.read(f"comet:version=2,system={name}={paths[name]}") for name in ("B", "A")]
    (results,), _ = read_outside(by_name, TEXTS)
    assert results["B"].segments.tolist() == SCORES["B"]


def test_ids_of_the_texts_name_the_segments(tmp_path):
    path = written(tmp_path, "a.tsv", "system\tid\tscore\nA\td3\t3\nA\td1\t1\nA\td2\t2\n")
    texts = ScoredTexts({"A": HYPS["A"]}, {}, ["d1", "d2", "d3"])
    (results,), _ = read_outside([ScoresSpec.read(f"judge:model=me={path}")], texts)
    assert results["A"].segments.tolist() == [1, 2, 3]


def test_a_scale_multiplies_and_is_part_of_the_signature(tmp_path):
    path = written(tmp_path, "comet.json", FILES["comet.json"])
    (results,), _ = read_outside([ScoresSpec.read(f"comet:version=2,scale=100={path}")], TEXTS)
    assert results["A"].segments.tolist() == [50, 25, 75]
    assert results["A"].metric.signature == "external(comet:scale=100,version=2)"


WRONG = {
    "A\t0.5\nA\tnan\nA\t0.5\nB\t1\nB\t1\nB\t1\n": "f.txt:2: the score is 'nan'; every segment needs a number",
    "A\t0.5\nA\tNone\nA\t0.5\n": "f.txt:2: the score is 'None'",
    "0.5\n0.5\n": "no scores of 'A', 'B'; give one file for each system in their order, or say whose it is",
    "A\t1\nA\t1\nA\t1\n": "comet has no scores of 'B'; the files have A: name systems like them",
    "A\t1\nA\t1\nB\t1\nB\t1\nB\t1\n": "2 scores of 'A', which has 3 segments; give one per segment",
    "a cat\na dog\n": "f.txt:1: 'a cat' is no score; give one number per line",
    "A\tSegment 0\tscore: 1.0\nloading\n": "f.txt:2: 'loading' is no line of comet-score's output",
}


@pytest.mark.parametrize("text", WRONG)
def test_wrong_files_say_where_and_what_to_do(text, tmp_path):
    path = written(tmp_path, "f.txt", text)
    with pytest.raises((FormatError, InputError)) as error:
        read_outside([ScoresSpec.read(f"comet:version=2={path}")], TEXTS)
    assert WRONG[text] in str(error.value)


def test_scores_of_other_texts_are_refused(tmp_path):
    other = json.loads(FILES["comet.json"])
    other["out/B.txt"][1]["mt"] = "another text"
    path = written(tmp_path, "comet.json", json.dumps(other))
    with pytest.raises(InputError, match=r"segment 2 of 'B' was scored as 'another text', but the system has 'the dog"):
        read_outside([ScoresSpec.read(f"comet:version=2={path}")], TEXTS)


def test_another_model_version_is_refused_by_name(tmp_path):
    paths = [written(tmp_path, f"{name}.score", "".join(f"{name}\t{x}\n" for x in SCORES[name])) for name in HYPS]
    specs = [ScoresSpec.read(f"comet:version={n}={path}") for n, path in enumerate(paths, 1)]
    with pytest.raises(InputError, match=r"comet has version=2 in .*B.score but version=1 in .*A.score; scores that"):
        read_outside(specs, TEXTS)
    rows = "".join(f"{a}\t{b}\t{c}\t{'2.1.1' if a == 'A' else '1.1.3'}\n" for a, b, c in TABLE)
    table = written(tmp_path, "table.tsv", "system\tsegment\tscore\tversion\n" + rows)
    with pytest.raises(InputError, match=r"version=1.1.3 in .*table.tsv but version=2.1.1"):
        read_outside([ScoresSpec.read(f"comet={table}")], TEXTS)
    with pytest.raises(InputError, match=r"says that comet has version=2.1.1, but --scores says version=3"):
        read_outside([ScoresSpec.read(f"comet:version=3={table}")], TEXTS)


def test_missing_provenance_is_told(tmp_path):
    path = written(tmp_path, "comet.json", FILES["comet.json"])
    with pytest.warns(TextWarning, match="nothing says what made the scores of comet; name its model and version"):
        (results,), _ = read_outside([ScoresSpec.read(f"comet={path}")], TEXTS)
    assert results["A"].signature.startswith("external(comet:provenance=unknown):references=0,")


@pytest.mark.parametrize(
    ("text", "message"),
    {
        "comet": "is not of the form NAME",
        "comet=": "names no file",
        "comet:=f": "is not of the form",
        "comet:version=1,version=2=f": "has version= twice",
        "comet:lower=maybe=f": "lower=maybe",
        "comet:maximum=high=f": "maximum=high",
        "comet:scale=0=f": "must be above 0",
        "metricx=f": "lower is better, unless its scores were negated",
    }.items(),
)
def test_a_wrong_option_is_refused_before_anything_is_read(text, message):
    with pytest.raises(SettingError, match=message):
        ScoresSpec.read(text)


def test_values_with_commas_and_equals_signs_stand_in_quotes():
    spec = ScoresSpec.read('judge:prompt="rate 1-5, strictly=yes",model=gpt=a=b.txt')
    assert (spec.provenance, spec.path) == ({"prompt": "rate 1-5, strictly=yes", "model": "gpt"}, "a=b.txt")


def test_results_from_outside_equal_those_in_python(tmp_path, capsys):
    folder = tmp_path / "out"
    folder.mkdir()
    for name, lines in {**HYPS, "ref": REFS}.items():
        written(folder, f"{name}.txt", "".join(f"{line}\n" for line in lines))
    scores = written(tmp_path, "comet.json", FILES["comet.json"])
    files = [str(folder / f"{name}.txt") for name in "AB"]
    words = ["-r", str(folder / "ref.txt"), "-m", "bleu", "chrf", "--scores", f"comet:version=2={scores}"]
    assert cli.main(["compare", *files, *words, "--trials", "99", "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)["metrics"][-1]
    evaluation = us.evaluate(HYPS, REFS, ["bleu", "chrf"]).add(
        {name: us.scores_from("comet", own, provenance={"version": "2"}) for name, own in SCORES.items()}
    )
    ours = us.compare(evaluation, trials=99)["comet"]
    assert [each["p"] for each in found["systems"]] == [None, ours["B"].p]
    assert [each["score"] for each in found["systems"]] == [ours["A"].score, ours["B"].score]
    assert found["signature"] == ours.signature
    assert cli.main(["score", *files, *words, "--save", str(tmp_path / "log.jsonl"), "--segments"]) == 0
    assert "0.75" in capsys.readouterr().out
    assert cli.main(["report", *files, *words, "--trials", "99", "-o", str(tmp_path / "r.html")]) == 0
    assert "external(comet:version=2)" in (tmp_path / "r.html").read_text()
    assert (
        cli.main(["score", *files, *words[:-1], f"comet:version=3={scores}", "--save", str(tmp_path / "log.jsonl")])
        == 0
    )
    capsys.readouterr()
    assert cli.main(["leaderboard", str(tmp_path / "log.jsonl"), "-m", "comet"]) == 1
    assert "external(comet:version=3)" in capsys.readouterr().err


def test_people_are_compared_with_scores_of_any_form(tmp_path, capsys):
    human = written(
        tmp_path, "human.tsv", "system\tsegment\tscore\n" + "".join(f"{a}\t{b}\t{c}\n" for a, b, c in TABLE)
    )
    scores = written(tmp_path, "wmt.seg.score", FILES["en-de.comet.seg.score"])
    assert cli.main(["humans", str(human), "--scores", f"comet:version=2={scores}", "--test", "none"]) == 0
    out = capsys.readouterr().out
    assert "comet" in out
    assert "external(comet:version=2)" in out
    assert (
        results_by_system([ScoresSpec.read(f"comet:version=2={scores}")])["comet"]["B"].segments.tolist() == SCORES["B"]
    )
