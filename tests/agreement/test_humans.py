"""us.humans and its command: judgments from files, metrics from anywhere, tables and refusals."""

import json
import math
from pathlib import Path

import numpy as np
import pytest
import scipy.stats
from command_line import understudy

import understudy as us
from understudy import cli
from understudy.agreement.layouts import LAYOUTS, judgments_from
from understudy.agreement.metric_tests import TESTABLE
from understudy.agreement.table import TITLES
from understudy.cli.humans import LAYOUTS as command_layouts
from understudy.formats.records import read_records


def approximately(value):
    return pytest.approx(value, abs=1e-12, nan_ok=True)


# --- Judgments and their files -------------------------------------------------------------------------------------


def read(tmp_path, text, layout="auto"):
    (tmp_path / "human.tsv").write_text(text, encoding="utf-8")
    return judgments_from(read_records(str(tmp_path / "human.tsv")), layout)


def test_mqm_errors_become_minus_their_weights_averaged_over_annotators(tmp_path):
    """By hand, with the weights of Freitag et al. 2021."""
    lines = [
        "system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity",
        "A\td\t1\t1\tr1\ts\tt\tAccuracy/Mistranslation\tMajor",
        "A\td\t1\t1\tr1\ts\tt\tFluency/Punctuation\tMinor",
        "A\td\t1\t1\tr2\ts\tt\tno-error\tno-error",
        "A\td\t2\t2\tr1\ts\tt\tNon-translation!\tMajor",
        "B\td\t1\t1\tr1\ts\tt\tFluency/Grammar\tMinor",
        "B\td\t1\t1\tr1\ts\tt\tStyle/Awkward\tNeutral",
        "B\td\t2\t2\tr1\ts\tt\tNo-error\tNo-error",
    ]
    human = read(tmp_path, "\n".join(lines) + "\n")
    assert human.layout == "mqm"
    assert human.scores.tolist() == [[approximately(-5.1 / 2), -25.0], [-1.0, 0.0]]
    assert human.documents == ("d", "d")


def test_direct_assessments_are_averaged_raw_or_standardized(tmp_path):
    lines = [
        "system\tsegment\tannotator\tscore",
        "A\t1\tx\t90",
        "A\t2\tx\t70",
        "B\t1\tx\t50",
        "B\t1\ty\t10",
        "A\t1\ty\t40",
    ]
    text = "\n".join([*lines, "B\t2\ty\tNone"]) + "\n"
    raw = read(tmp_path, text, "da")
    assert np.array_equal(raw.scores, [[65.0, 70.0], [30.0, math.nan]], equal_nan=True)
    x, y = scipy.stats.zscore([90, 70, 50], ddof=1), scipy.stats.zscore([10, 40], ddof=1)
    expected = [[(x[0] + y[1]) / 2, x[1]], [(x[2] + y[0]) / 2, math.nan]]
    assert read(tmp_path, text, "da-z").scores == pytest.approx(np.array(expected), nan_ok=True)


def test_json_lines_and_numbers_in_order(tmp_path):
    lines = [
        {"system": s, "item": i, "score": v} for s, i, v in [("A", 10, 1), ("A", 9, 2), ("B", 10, None), ("B", 9, 0)]
    ]
    human = read(tmp_path, "\n".join(map(json.dumps, lines)))
    assert human.items == ("9", "10")
    assert np.array_equal(human.scores, [[2, 1], [0, math.nan]], equal_nan=True)


def test_scores_of_whole_systems(tmp_path):
    human = read(tmp_path, "system\tscore\nA\t3\nB\t2\nC\t1\n")
    assert not human.per_segment
    agreement = us.humans(human, {"m": {"A": 0.9, "B": 0.7, "C": 0.8}, "ter": {"A": 1, "B": 2, "C": 3}})
    assert agreement["m"]["accuracy"] == approximately(2 / 3)
    assert agreement["ter"]["system_pearson"] == approximately(1.0)  # lower is better
    assert "Level: whole systems only" in agreement.table().text()
    assert (agreement.differences, agreement.statistic, agreement.ranks) == ((), None, {})


@pytest.mark.parametrize(
    ("text", "layout", "expected"),
    [
        ("A 1 3\n", "auto", "human.tsv:1: the first line must name the columns"),
        ("system\tsegment\tscore\nA\t1\n", "auto", "human.tsv:2: there are 2 cells but 3 columns"),
        ("system\tsegment\tscore\n", "auto", "has a header but no line below it"),
        ("system\tsegment\tscore\nA\t1\tgood\n", "auto", "human.tsv:2: score is 'good'; a number is needed"),
        ("system\tsegment\tscore\nA\t1\tinf\n", "auto", "human.tsv:2: score is 'inf'; a number is needed"),
        ("system\tsegment\tscore\nA\t1\t1\nA\t1\t2\n", "auto", "human.tsv:3: system 'A', segment '1' was scored at"),
        ("system\tsegment\tscore\nA\t1\t101\n", "da", "score is 101; the layout da has scores from 0 to 100"),
        ("system\tsegment\trank\nA\t1\t1\n", "auto", "the layout scores needs a column 'score'; there are sys"),
        ("system\tscore\nA\t1\n", "esa", "the layout esa needs a column 'segment', 'item' or 'seg_id'"),
        ("system\tsegment\tscore\n\t1\t1\n", "auto", "human.tsv:2: there is nothing in the column 'system'"),
        ("system\tsegment\tscore\nA\t1\t5\n", "da-z", "needs the annotator of every score"),
        ("system\tsegment\trater\tscore\nA\t1\tx\t5\n", "da-z", "annotator 'x' gave no two different scores"),
        ("system\tsegment\tcategory\tseverity\nA\t1\tx\tawful\n", "auto", "unknown severity 'awful'; choose Maj"),
        ("system\tsegment\tdoc\tscore\nA\t1\tx\t5\nB\t1\ty\t5\n", "auto", "segment '1' is in the doc 'y', but abo"),
        ('{"system": "A", "segment": 1, "score": 3}\n{oops\n', "auto", "human.tsv:2: this is not JSON"),
        ('{"system": "A", "segment": 1, "score": true}\n', "auto", "score is True; a number is needed"),
    ],
)  # fmt: skip
def test_a_table_that_is_wrong_is_refused_with_its_place(tmp_path, text, layout, expected):
    with pytest.raises(us.FormatError) as caught:
        read(tmp_path, text, layout)
    assert expected in str(caught.value)


# --- Everything together --------------------------------------------------------------------------------------------


HUMAN = {"A": [90, 80, 85, 30], "B": [60, None, 50, 20], "C": [20, 30, 40, 10]}
GOOD = {"A": [0.9, 0.8, 0.8, 0.3], "B": [0.7, 0.8, 0.6, 0.2], "C": [0.5, 0.2, 0.3, 0.1]}
BAD = {"A": [0.1, 0.8, 0.2, 0.4], "B": [0.7, 0.1, 0.6, 0.2], "C": [0.5, 0.2, 0.3, 0.1]}


def test_an_evaluation_is_compared_over_what_was_judged(examples):
    systems = {name: examples[name] for name in ("strong", "medium", "weak")}
    evaluation = us.evaluate(systems, examples["reference1"], ["bleu", "ter"])
    rng = np.random.default_rng(1)
    human = {name: (rng.random(100) * 50 + 30 * i).tolist() for i, name in enumerate(["weak", "medium", "strong"])}
    human["weak"][7] = None
    agreement = us.humans(human, evaluation, trials=100)
    judged = [line for i, line in enumerate(examples["weak"]) if i != 7]
    expected = us.bleu(judged, [line for i, line in enumerate(examples["reference1"]) if i != 7]).score
    scores = [expected, evaluation["medium"]["bleu"].score, evaluation["strong"]["bleu"].score]
    people = [np.mean([v for v in human[name] if v is not None]) for name in ("weak", "medium", "strong")]
    assert agreement["bleu"]["system_pearson"] == approximately(scipy.stats.pearsonr(people, scores).statistic)
    assert agreement["ter"]["system_pearson"] > 0  # the sign of an error rate is flipped
    assert agreement["bleu"].signature == evaluation["weak"]["bleu"].signature
    assert len(agreement.differences) == 1
    by_system = {name: us.score(systems[name], examples["reference1"], ["bleu", "ter"]) for name in systems}
    assert us.humans(human, by_system, trials=100).to_dict() == agreement.to_dict()


def test_missing_scores_of_a_metric_are_refused_or_dropped_and_said():
    gap = {**GOOD, "B": [0.7, None, None, 0.2]}
    with pytest.raises(
        us.InputError, match=r"gap has no score of system 'B', segment '3' \(1 are missing\); pass miss"
    ):
        us.humans(HUMAN, {"gap": gap})
    agreement = us.humans(HUMAN, {"gap": gap, "good": GOOD}, missing="drop", trials=50)
    assert "Missing scores of gap: 1, left out for people and all metrics" in agreement.facts
    fewer = {**HUMAN, "B": [60, None, None, 20]}
    expected = us.humans(fewer, {"good": GOOD})
    assert agreement["good"].values == expected["good"].values
    assert any(
        fact.startswith("Missing human scores: 1, left out; SPA uses the 3 segments") for fact in agreement.facts
    )


def test_systems_are_left_out_by_name():
    whole = us.humans(HUMAN, {"good": GOOD})
    two = us.humans({**HUMAN, "ref": [99, 99, 99, 99]}, {"good": GOOD}, without="ref")
    assert two["good"].values == whole["good"].values
    assert "Systems: A, B, C; left out: ref" in two.facts
    with pytest.raises(us.SettingError, match="unknown system to leave out 'reff'; choose A, B or C"):
        us.humans(HUMAN, {"good": GOOD}, without=["reff"])
    with pytest.raises(us.InputError, match="good has no scores of system 'ref', which people judged"):
        us.humans({**HUMAN, "ref": [99, 99, 99, 99]}, {"good": GOOD})


@pytest.mark.parametrize(
    ("human", "metrics", "settings", "expected"),
    [
        ([1, 2], {"m": GOOD}, {}, "the human scores are list; give a mapping"),
        ({"A": [1, 2], "B": [1]}, {"m": GOOD}, {}, "different shapes: 'A' \\(2,\\), 'B' \\(1,\\)"),
        ({"A": ["x"], "B": [1]}, {"m": GOOD}, {}, "the human scores of 'A' are not all numbers"),
        ({"A": [1, 2]}, {"m": GOOD}, {}, "the human scores are of 1 system"),
        ({"A": [1], "B": [None]}, {"m": GOOD}, {}, "system 'B' has no human score at all"),
        (HUMAN, {}, {}, "the metrics are dict; give an Evaluation"),
        (HUMAN, {"m": [1, 2]}, {}, "each metric needs a mapping from each system"),
        (HUMAN, {"m": {**GOOD, "C": [1]}}, {}, "people judged segment '2', but m has the segments 1 to 1 of"),
        (HUMAN, {"m": {**GOOD, "C": 3}}, {}, "m has one score for all of system 'C', but people judged segments"),
        (HUMAN, {"m": GOOD}, {"lower": ["n"]}, "lower is better for 'n', but there is no such metric; they are m"),
        (HUMAN, {"m": GOOD}, {"unit": "word"}, "unknown unit 'word'; choose item, document or pair"),
        (HUMAN, {"m": GOOD, "n": BAD}, {"unit": "document"}, "the human scores name no documents"),
        (HUMAN, {"m": GOOD, "n": BAD}, {"test": "kendall"}, "unknown statistic to test 'kendall'; choose acc_eq, "),
        (HUMAN, {"m": GOOD, "n": BAD}, {"test": "tau_b_item", "unit": "pair"}, "tau_b within items is no sum"),
        (HUMAN, {"m": GOOD, "n": BAD}, {"test": "darr"}, "darr needs a threshold"),
        (HUMAN, {"m": GOOD, "n": BAD}, {"seed": -1}, "seed must be a whole number from 0 to .*, got -1"),
        (HUMAN, {"m": GOOD, "n": BAD}, {"trials": 0}, "trials must be a whole number from 1 to .*, got 0"),
        (HUMAN, {"m": GOOD, "n": BAD}, {"trials": 10**9}, "trials must be a whole number from 1 to 10,000,000"),
        (HUMAN, {"m": GOOD}, {"domain": "news"}, "the human scores have no column 'domain'"),
        (HUMAN, {"m": GOOD}, {"threshold": math.nan}, "threshold must be a distance of human scores .*, got nan"),
        (HUMAN, {"m": GOOD}, {"threshold": -1.0}, "threshold must be a distance of human scores .*, got -1.0"),
        (HUMAN, {"m": GOOD}, {"threshold": math.inf}, "threshold must be a distance of human scores .*, got inf"),
        (HUMAN, {"m": GOOD}, {"test": "acc_eq"}, "acc_eq of m has nothing to be compared with; give two metrics"),
        (HUMAN, {"m": {n: dict(zip("234", v, strict=False)) for n, v in GOOD.items()}}, {}, "m has no score of system"),
    ],
)  # fmt: skip
def test_what_can_not_be_compared_is_refused(human, metrics, settings, expected):
    with pytest.raises(us.UnderstudyError, match=expected):
        us.humans(human, metrics, **settings)


def test_a_constant_metric_has_no_correlation_but_an_accuracy():
    flat = {name: [0.5] * 4 for name in HUMAN}
    agreement = us.humans(HUMAN, {"flat": flat, "good": GOOD}, trials=50)
    assert math.isnan(agreement["flat"]["pearson"])
    assert agreement["flat"]["accuracy"] == 0.0
    assert "nan: undefined" in agreement.table().text()
    assert json.loads(json.dumps(agreement.to_dict(), allow_nan=False))["schema"] == 2
    for test in TESTABLE:
        us.humans(HUMAN, {"flat": flat, "good": GOOD}, trials=50, test=test, threshold=25)


@pytest.mark.parametrize("test", TESTABLE)
def test_every_tested_difference_is_that_of_the_table(test):
    rng = np.random.default_rng(8)
    human, a, b = (np.round(rng.random((4, 20)) * 4) * 25 for _ in range(3))
    human[1, 3:5] = np.nan
    names = [f"s{i}" for i in range(4)]
    metrics = {key: dict(zip(names, value, strict=True)) for key, value in {"a": a, "b": b}.items()}
    agreement = us.humans(dict(zip(names, human, strict=True)), metrics, test=test, threshold=25, trials=50)
    expected = agreement["a"][test] - agreement["b"][test]
    assert agreement.differences[0].difference == pytest.approx(expected, abs=1e-9)
    assert set(agreement.ranks) == {"a", "b"}
    assert TITLES[test][1] in agreement.tests().text()


def test_metrics_that_are_better_when_lower_are_named():
    worse = {name: [-value if value else value for value in values] for name, values in GOOD.items()}
    agreement = us.humans(HUMAN, {"good": GOOD, "loss": worse, "ter": worse}, lower=["loss"], trials=20)
    assert "Lower is better, sign flipped: loss, ter" in agreement.facts
    assert agreement["loss"].values == agreement["good"].values
    assert not any("sign flipped" in fact for fact in us.humans(HUMAN, {"good": GOOD}).facts)


def test_a_metric_that_we_compute_is_not_flipped_by_its_name():
    texts = {"A": ["a cat sat here", "two"], "B": ["a dog", "one"]}
    both = us.evaluate(texts, texts["A"], ["chrf", "ter"])
    people = {"A": [5, 4], "B": [1, 2]}
    with pytest.raises(us.SettingError, match="higher is better for chrf; only for scores from outside"):
        us.humans(people, both, lower=["chrf"])
    assert us.humans(people, both, lower=["ter"], trials=20)["ter"]["accuracy"] == 1.0


def test_single_scores_are_not_called_pairs():
    for test, swapped in {"pearson": "score", "acc_eq": "pair"}.items():
        text = us.humans(HUMAN, {"m": GOOD, "n": BAD}, test=test, unit="pair", trials=20).tests().text()
        assert f"swapping each {swapped} at random" in text


# --- The command ------------------------------------------------------------------------------------------------------


SYSTEMS = ["--systems", "examples/strong.en", "examples/medium.en", "examples/weak.en"]
REFERENCE = ["-r", "examples/reference1.en"]
ESA = ["humans", "examples/human.tsv", "--layout", "esa", "--without", "reference2"]


def run(*args, code=0):
    root = Path(__file__).parents[2]
    done = understudy(*args, cwd=root)
    assert done.returncode == code, done.stderr
    return (done.stdout if code == 0 else done.stderr).decode()


def test_the_command_prints_the_table_the_tests_and_the_reference():
    text = run(*ESA, *SYSTEMS, *REFERENCE, "-m", "bleu", "chrf", "--trials", "100")
    assert "Reference: examples/reference1.en" in text
    assert "First  Second  Difference" in text
    assert "left out: reference2" in text
    found = json.loads(run(*ESA, *SYSTEMS, *REFERENCE, "-m", "bleu", "chrf", "--trials", "100", "--format", "json"))
    assert (found["schema"], found["segments"], found["test"]["statistic"]) == (2, 50, "acc_eq")
    assert found["test"]["trials"] == 100
    assert set(found["test"]["differences"][0]) == {"first", "second", "difference", "p", "corrected_p"}
    for form in ("markdown", "latex", "tsv"):
        assert "acc_eq" in run(*ESA, *SYSTEMS, *REFERENCE, "--format", form).replace("\\_", "_")


def test_metrics_of_one_name_are_told_apart_by_unusual_settings():
    found = json.loads(
        run(*ESA, *SYSTEMS, *REFERENCE, "-m", "bleu", "bleu:order=2", "--test", "none", "--format", "json")
    )
    assert [each["name"] for each in found["metrics"]] == ["bleu", "bleu:order=2"]
    assert found["test"]["differences"] == []


def test_the_command_knows_the_layouts():
    assert command_layouts == LAYOUTS


def test_scores_from_a_table_equal_those_from_texts(tmp_path):
    texts = [*SYSTEMS[1:], *REFERENCE, "-m", "chrf", "ter"]
    table = run("score", *texts, "--segments", "--format", "tsv")
    for name in ("strong", "medium", "weak"):
        table = table.replace(f"{name}.en\t", f"{name}\t")
    (tmp_path / "scores.tsv").write_text(table)
    given = json.loads(run(*ESA, "--scores", str(tmp_path / "scores.tsv"), "--format", "json"))
    scored = json.loads(run(*ESA, *SYSTEMS, *REFERENCE, "-m", "chrf", "ter", "--format", "json"))
    assert given["test"] == scored["test"]
    for one, other in zip(given["metrics"], scored["metrics"], strict=True):
        assert one["name"] == other["name"]
        assert one["values"]["acc_eq"] == other["values"]["acc_eq"]
        assert one["values"]["tau_b_item"] == other["values"]["tau_b_item"]


@pytest.mark.parametrize(
    ("args", "code", "expected"),
    [
        ([], 2, "nothing to compare with people; give --systems with -r, or --scores"),
        (SYSTEMS, 2, "--systems and -r belong together"),
        ([*SYSTEMS, "examples/source.fr", *REFERENCE], 1, "people judged no system named 'source' or 'sou"),
        ([*SYSTEMS[:3], *REFERENCE], 1, "bleu has no scores of system 'weak', which people judged"),
        ([*SYSTEMS, *REFERENCE, "--test", "tau"], 2, "unknown statistic to test 'tau'"),
        ([*SYSTEMS, *REFERENCE, "--digits", "99"], 2, "--digits must be from 0 to 17"),
        (["--scores", "SYSTEM", "--scores", "SYSTEM"], 1, "comet has a score of system 'strong' already"),
        (["--scores", "SEGMENT", "--scores", "SEGMENT"], 1, "comet has a score of system 'strong', segment '1' al"),
        (["--scores", "nosuch.tsv"], 1, "there is no file 'nosuch.tsv'"),
        (["--scores", "examples/human.tsv"], 1, "examples/human.tsv:2: scores of metrics need a column 'metric'"),
    ],
)  # fmt: skip
def test_the_command_refuses_with_advice(tmp_path, args, code, expected):
    tables = {"SYSTEM": "system\tmetric\tscore\nstrong\tcomet\t1\n"}
    tables["SEGMENT"] = "system\tsegment\tmetric\tscore\nstrong\t1\tcomet\t1\n"
    for name, text in tables.items():
        (tmp_path / name).write_text(text)
    assert expected in run(*ESA, *(str(tmp_path / each) if each in tables else each for each in args), code=code)


def test_one_line_that_is_numbered_in_two_ways_is_refused(tmp_path):
    lines = [f"{system}\t{segment}\t3\n" for system in ("strong", "weak") for segment in ("1", "01")]
    (tmp_path / "human.tsv").write_text("system\tsegment\tscore\n" + "".join(lines))
    systems = ["--systems", "examples/strong.en", "examples/weak.en", *REFERENCE]
    assert "['1', '01'], which are one line" in run("humans", str(tmp_path / "human.tsv"), *systems, code=1)


def test_a_copy_of_the_reference_among_the_systems_is_warned_of(capsys, monkeypatch):
    monkeypatch.chdir(Path(__file__).parents[2])
    command = ["humans", "examples/human.tsv", *SYSTEMS, "examples/reference2.en", "-r", "examples/reference2.en"]
    assert cli.main(command) == 0
    assert "'reference2' is a copy of a reference" in capsys.readouterr().err
