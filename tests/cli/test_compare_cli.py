"""`understudy compare`, run as people run it, and the conditions of `--fail-if`."""

import json
import math

import pytest
from command_line import complaint, printed, understudy
from hypothesis import given
from hypothesis import strategies as st

import understudy as us
from understudy.comparison.gate import Condition

FILES = ("examples/medium.en", "examples/strong.en", "-r", "examples/reference1.en")


def test_compare_prints_what_the_api_finds(root, examples):
    found = us.compare(
        {"medium.en": examples["medium"], "strong.en": examples["strong"]},
        {"examples/reference1.en": examples["reference1"]},
        ["bleu", "ter"],
        trials=500,
        seed=0,
    )
    options = ("compare", *FILES, "-m", "bleu", "ter", "--trials", 500, "--seed", 0)
    assert printed(*options, cwd=root) == f"{found!r}\n"
    assert json.loads(printed(*options, "--format", "json", cwd=root)) == json.loads(json.dumps(found.to_dict()))
    for form in ("tsv", "markdown", "latex"):
        assert "strong.en" in printed(*options, "--format", form, cwd=root)


def test_every_option_reaches_the_comparison(root):
    options = ("--docs", "examples/documents.txt", "--test", "bootstrap", "--resamples", 77, "--correction", "bh")
    read = json.loads(printed("compare", *FILES, *options, "--level", 0.9, "--format", "json", cwd=root))
    assert read["plan"] == {
        "baseline": "medium.en", "test": "bootstrap", "trials": 10_000, "resamples": 77, "seed": 12345,
        "correction": "bh", "level": 0.9, "units": "documents", "unit_count": 10, "compat": None,
    }  # fmt: skip
    like = printed("compare", *FILES, "--compat", "sacrebleu", "--correction", "none", "--trials", 64, cwd=root)
    assert "as sacrebleu's approximate randomization" in like
    assert "Rank" not in like


def test_a_condition_that_holds_exits_with_3_and_says_why(root):
    condition = "bleu.delta > 5 and bleu.p < 0.05"
    done = understudy("compare", *FILES, "--trials", 200, "--fail-if", condition, cwd=root)
    assert done.returncode == 3
    assert done.stdout
    assert done.stderr.decode().startswith(
        f"understudy: strong.en fails: {condition} (bleu.delta = 25.07, bleu.p = 0.00"
    )
    done = understudy("compare", *FILES, "--trials", 200, "--fail-if", f"not ({condition})", cwd=root)
    assert (done.returncode, done.stderr) == (0, b"")


def test_metrics_of_one_name_are_named_as_they_were_asked_for(root):
    options = ("compare", *FILES, "--trials", 9, "-m", "bleu:order=2", "bleu", "--format", "json")
    read = json.loads(printed(*options, cwd=root))
    first, second = (found["systems"][1]["delta"] for found in read["metrics"])
    assert first != second
    done = understudy(*options, "--fail-if", f"bleu.delta == {second} and bleu:order=2.delta=={first}", cwd=root)
    assert done.returncode == 3, done.stderr
    message = complaint(
        "compare", *FILES, "-m", "bleu:order=2", "bleu:order=3", "--fail-if", "bleu.p < 1", code=2, cwd=root
    )
    assert "'bleu' in the condition may be bleu:order=2 or bleu:order=3; name it with its settings" in message


@pytest.mark.parametrize(
    ("condition", "message"),
    [
        ("bleu.delta <", "has 'the end' where a number or a name"),
        ("bleu.delta < 1 bleu", "can't be read at 'bleu'"),
        ("bleu.delta < 1 2", "has '2' where and, or, or the end"),
        ("blue.delta < 1", "unknown metric in the condition 'blue'; choose bleu"),
        ("bleu.dleta < 1", "did you mean 'delta'"),
        ("(bleu.p < 1", "where and, or, or a closing parenthesis"),
        ("1 < 2", "is about no metric"),
        ("0 < bleu.p < 1", "has '<' where and, or, or the end"),
        ("__import__('os')", "can't be read at"),
        ("bleu.p", "has 'the end' where one of < <= > >= == !="),
        ("", "has 'the end' where a number or a name"),
        ("not " * 99 + "bleu.p < 1", "nested more than 50 deep"),
        ("(" * 5000, "nested more than 50 deep"),
    ],
)
def test_a_mistake_in_a_condition_is_found_before_any_file_is_read(condition, message):
    found = complaint("compare", "no.txt", "such.txt", "-r", "file.txt", "--fail-if", condition, code=2)
    assert message in found


@pytest.mark.parametrize(
    ("args", "code", "message"),
    [
        (("--trials", 0), 2, "trials must be a whole number from 1"),
        (("--seed", -1), 2, "seed must be a whole number from 0"),
        (("--level", 95), 2, "level must be a number between 0 and 1"),
        (("--compat", "sacrebleu", "--fail-if", "bleu.delta_low < 0"), 2, "has no interval of a difference"),
        (("--docs", "examples/README.md"), 1, "lines but examples/medium.en has 100; one document name per segment"),
        (("--docs", "nowhere.txt"), 1, "there is no file 'nowhere.txt'"),
    ],
)
def test_mistakes_are_refused_with_advice(root, args, code, message):
    assert message in complaint("compare", *FILES, *args, code=code, cwd=root)


# --- Conditions -----------------------------------------------------------------------------------------------------

NAMES = ["bleu.delta", "bleu.p", "chrf++.score"]
NUMBERS = st.sampled_from([-1.5, -1.0, 0.0, 0.05, 1.0, 2.5])
SIDES = st.one_of(st.sampled_from(NAMES), NUMBERS.map(str))
SINGLE = st.tuples(SIDES, st.sampled_from(["<", "<=", ">", ">=", "==", "!="]), SIDES).map(" ".join)
CONDITIONS = st.recursive(
    SINGLE,
    lambda inner: st.one_of(
        inner.map("not {}".format),
        inner.map("({})".format),
        st.tuples(inner, st.sampled_from(["and", "or"]), inner).map(" ".join),
    ),
    max_leaves=8,
)


@given(CONDITIONS, st.tuples(NUMBERS, NUMBERS, NUMBERS))
def test_conditions_mean_what_they_mean_in_python(text, numbers):
    values = dict(zip(NAMES, numbers, strict=True))
    if not any(name in text for name in NAMES):
        return
    python = text
    for name, number in values.items():
        python = python.replace(name, f"({number})")
    assert Condition.read(text, ["bleu", "chrf++"]).holds(values) == eval(python)


@given(st.text("bleu.pdta<>=!() andornot0123.-+e", max_size=30))
def test_any_text_is_a_condition_or_refused(text):
    try:
        condition = Condition.read(text, ["bleu"])
    except us.SettingError:
        return
    assert condition.holds(dict.fromkeys(condition.names, math.pi)) in (True, False)
