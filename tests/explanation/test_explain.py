"""Explanations: the lecture's tables, and numbers that recombine to the score that they explain."""

from __future__ import annotations

import dataclasses
import json
import math
import re
import subprocess
import sys
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given, settings
from strategies import corpora, segments

import understudy as us
from understudy.metrics import CONTENTS, make_metric
from understudy.metrics.chrf.metric import EPSILON
from understudy.metrics.nist.metric import BETA
from understudy.scoring.explain import explanations

REFERENCES = ["The cat is on the mat", "There is a cat on the mat"]
REPEATED = "the the the the the the the"
BETTER = "the cat the cat on the mat"


def tables(explanation: us.Explanation) -> dict[str, list[list]]:
    """The tables of an explanation, by title, as its JSON has them."""
    found = json.loads(json.dumps(explanation.json(), allow_nan=False))["blocks"]
    return {block["title"]: block["rows"] for block in found if block["kind"] == "table"}


def formulas(explanation: us.Explanation) -> dict[str, dict]:
    return {block["name"]: block for block in explanation.json()["blocks"] if block["kind"] == "formula"}


# --- The lecture and the article ------------------------------------------------------------------------------------


def counts_and_clips(explanation: us.Explanation, n: int) -> dict[str, tuple[int, int]]:
    return {gram: (count, clip) for gram, count, *_, clip in tables(explanation)[f"{n}-grams"]}


def test_seven_times_the_is_seven_of_seven_and_two_of_seven_with_the_clip():
    found = us.explain(REPEATED, REFERENCES, lowercase=True)
    assert tables(found)["Precisions as fractions"][0] == [1, "7/7", "2/7"]
    assert tables(found)["1-grams"][0] == ["the", 7, 2, 1, 2, 2]
    assert formulas(found)["p_1"]["numbers"] == "2.0 / 7.0"


def test_the_bigrams_of_the_better_output_are_the_table_of_the_slide():
    found = us.explain(BETTER, REFERENCES, lowercase=True)
    slide = {"the cat": (2, 1), "cat the": (1, 0), "cat on": (1, 1), "on the": (1, 1), "the mat": (1, 1)}
    assert counts_and_clips(found, 2) == slide | {"total": (6, 4)}
    # "cat the" is in no reference, so that without the clip five of six would match.
    assert tables(found)["Precisions as fractions"][1] == [2, "5/6", "4/6"]


def test_the_unigrams_of_the_better_output_are_the_table_of_the_article():
    found = us.explain(BETTER, REFERENCES, lowercase=True)
    article = {"the": (3, 2), "cat": (2, 1), "on": (1, 1), "mat": (1, 1)}
    assert counts_and_clips(found, 1) == article | {"total": (7, 5)}
    assert tables(found)["Precisions as fractions"][0] == [1, "7/7", "5/7"]


def test_the_product_of_the_better_output_is_that_of_the_paper_by_hand():
    found = us.explain(BETTER, REFERENCES, lowercase=True)
    assert found.score == pytest.approx(100 * (5 / 7 * 4 / 6 * 2 / 5 * 1 / 4) ** 0.25, rel=1e-12)
    assert "BLEU = 100 × BP × geometric mean = 100 × 1 × 0.4671 = 46.71" in found.text()
    assert tables(found)["Lengths (the closest reference counts)"][2] == ["Reference 2", 7, "yes"]


# --- The numbers recombine ------------------------------------------------------------------------------------------

SETTINGS = {
    "bleu": [
        *({"smoothing": each} for each in ("none", "floor", "add-k", "exp", "chen-cherry-4", "chen-cherry-5")),
        *({"reference_length": each, "order": 2} for each in ("shortest", "average")),
        {"weights": (0.1, 0.2, 0.3, 0.4)},
        {"weights": (0, 0.5, 0.5, 0), "effective_order": "never"},
        {"compat": "mteval"},
        {"compat": "multi-bleu", "order": 3},
    ],
    "nist": [{"order": 2}, {"compat": "mteval"}],
    "wer": [{"ties": "jiwer"}, {"average": "segments", "tokenizer": "13a"}],
    "cer": [{"tokenizer": "char", "lowercase": "yes"}],
    "meteor": [{"variant": "2005"}, {"task": "adq"}, {"modules": "exact/stem"}, {"lang": "de"}],
    "lepor": [{"corpus": "factors"}],
    "hlepor": [{"preset": "en-de"}, {"compat": "hlepor-0.0.4"}, {"corpus": "factors"}],
    "nlepor": [{"order": 2, "weights": (2, 1)}, {"corpus": "factors"}],
    "chrf": [{"eps_smoothing": True}, {"whitespace": True, "beta": 1}],
    "chrf++": [{"lowercase": "yes"}],
    "ter": [{"normalized": True, "compat": "sacrebleu"}, {"normalized": True}],
    "rouge2": [{"stemmer": "porter"}],
    "rougeL": [{"compat": "rouge_score"}],
    "rougeLsum": [{"stemmer": "porter"}],
    "ciderD": [{"sigma": 2}],
    "gleu": [{"order": 2, "shortest": 2}],
    "ribes": [{"alpha": 0, "beta": 1}],
    "eed": [{"rules": "none", "rho": 0}, {"alpha": 0.5, "deletion": 1}],
}
CASES = [
    pytest.param(name, each, id=f"{name}-{i}")
    for name in CONTENTS
    for i, each in enumerate([{}, *SETTINGS.get(name, [])])
]

ARITHMETIC = {"exp": math.exp, "ln": math.log, "sqrt": math.sqrt, "min": min, "max": max}


def computed(numbers: str) -> float:
    """Compute what a formula prints, with nothing but arithmetic."""
    written = numbers.replace("×", "*").replace("^", "**")
    assert not set(re.findall(r"[a-z]+", re.sub(r"\d+(\.\d+)?(e[-+]?\d+)?", "", written))) - set(ARITHMETIC), written
    return eval(written, {"__builtins__": {}}, ARITHMETIC)


def close(a: float, b: float) -> bool:
    """Equal but for rounding: sums of rows are kept to 2^-50, and percentages are divided by 100 again."""
    return math.isclose(a, b, rel_tol=1e-12, abs_tol=1e-12)


def check(found: us.Explanation, metric: us.Metric) -> None:
    """Every formula is true, uses numbers that were shown before, and the last is the score; every column adds up."""
    blocks = json.loads(json.dumps(found.json(), allow_nan=False))["blocks"]
    known = [*shown_beforehand(found, metric)]
    for block in blocks:
        if block["kind"] == "table":
            check_sums(block)
            known += [cell for row in block["rows"] for cell in row if not isinstance(cell, str)]
        elif block["kind"] == "formula":
            assert close(computed(block["numbers"]), block["value"]), block
            check_source(block["numbers"], known)
            known.append(block["value"])
    last = blocks[-1]
    assert (last["kind"], last["name"], last["value"]) == ("formula", metric.title, found.score)


def shown_beforehand(found: us.Explanation, metric: us.Metric) -> Iterator[float]:
    """The settings, which the signature shows, and the lengths of the texts."""
    for field in dataclasses.fields(metric):
        value = getattr(metric, field.name)
        numbers = [each for each in (value if isinstance(value, tuple) else (value,)) if isinstance(each, (int, float))]
        yield from (number for each in numbers for number in (each, 1 - each))
    lengths = [len(metric.reading(text)) for text in (found.hypothesis, *found.references)]
    yield from (*lengths, np.mean(lengths[1:]), EPSILON, BETA)


def check_source(numbers: str, known: list[float]) -> None:
    """Small whole numbers stand everywhere; any other must come from somewhere. Bare ones are 0, 1 or 100."""
    listed = [float(each) for each in re.findall(r"\d+(?:\.\d+)?(?:e[-+]?\d+)?", numbers)]
    for number in listed:
        small = number == int(number) and (number <= 10 or number == 100)
        assert small or any(close(number, abs(each)) for each in known), (number, numbers)
    if re.fullmatch(r"[\d.e-]+", numbers):
        assert listed[0] < 1e-12 or listed[0] in (1, 100)


def check_sums(table: dict) -> None:
    *rows, last = table["rows"] or [[""]]
    if last[0] != "total":
        return
    for column in range(1, len(last)):
        if not isinstance(last[column], str):
            assert close(sum(row[column] for row in rows), last[column]), table


@pytest.mark.parametrize(("name", "chosen"), CASES)
@settings(max_examples=12)
@given(segments)
def test_the_numbers_of_an_explanation_recombine_to_the_score(name, chosen, segment):
    hypothesis, references = segment
    found = us.explain(hypothesis, references, name, **chosen)
    result = getattr(us, name).sentence(hypothesis, references, **chosen)
    assert found.score == result.score
    assert found.parts == result.parts
    assert found.signature == result.signature
    check(found, make_metric(name, **chosen))


@pytest.mark.parametrize(("name", "chosen"), [case for case in CASES if case.id.endswith("-0")])
@settings(max_examples=5)
@given(corpora)
def test_a_segment_of_a_corpus_has_the_score_that_the_corpus_gives_it(name, chosen, corpus):
    hypotheses, references = corpus
    expected = getattr(us, name)(hypotheses, references).segments.tolist()
    found = explanations(hypotheses, references, name)
    assert [each.score for each in found] == expected
    assert [each.segment for each in found] == list(range(1, len(hypotheses) + 1))
    for each in found:
        check(each, make_metric(name))


# --- What is counted is what the row counts ---------------------------------------------------------------------------


def row_of(metric: us.Metric, hypothesis: str, references: list[str]) -> dict[str, float]:
    rows = metric.sentence.stats([hypothesis], [references]).rows
    return dict(zip(metric.columns, rows[0].tolist(), strict=True))


@pytest.mark.parametrize("chosen", [{}, {"order": 2}, {"smoothing": "chen-cherry-5"}], ids=str)
@settings(max_examples=30)
@given(segments)
def test_the_totals_of_bleu_are_those_of_the_row(chosen, segment):
    row, found = row_of(make_metric("bleu", **chosen), *segment), tables(us.explain(*segment, **chosen))
    for n in range(1, 1 + sum(name.startswith("match_") for name in row)):
        *_, total = found[f"{n}-grams"]
        assert (total[1], total[-1]) == (row[f"total_{n}"], row[f"match_{n}"])


@settings(max_examples=30)
@given(segments)
def test_the_totals_of_nist_are_those_of_the_row(segment):
    row, found = row_of(make_metric("nist"), *segment), tables(us.explain(*segment, "nist"))
    for n in range(1, 6):
        *_, total = found[f"{n}-grams that match"]
        assert total[1] == row[f"total_{n}"]
        # rows keep information to 2^-38
        assert total[-1] == pytest.approx(row[f"information_{n}"] + row[f"fine_information_{n}"], rel=0, abs=2**-39)


@pytest.mark.parametrize("name", ["wer", "cer", "mer", "wil", "wip", "ter"])
@settings(max_examples=30)
@given(segments)
def test_the_steps_of_an_alignment_are_those_of_the_row(name, segment):
    row = row_of(make_metric(name), *segment)
    found = us.explain(*segment, name)
    (aligned,) = (block["steps"] for block in found.json()["blocks"] if block["kind"] == "aligned")
    kinds = {"hits": "hit", "substitutions": "substitution", "deletions": "deletion", "insertions": "insertion"}
    counted = {column: sum(step["kind"] == kind for step in aligned) for column, kind in kinds.items()}
    assert counted == {column: row[column] for column in kinds}
    if name == "ter":
        labels = [block["label"] for block in found.json()["blocks"] if block["kind"] == "marked"]
        assert sum("before" in label for label in labels) == row["shifts"]


@pytest.mark.parametrize("name", ["chrf", "chrf++"])
@settings(max_examples=30)
@given(segments)
def test_the_totals_of_chrf_are_those_of_the_row(name, segment):
    row, found = row_of(make_metric(name), *segment), tables(us.explain(*segment, name))
    for order, *counts in (line[:4] for line in found["By order"]):
        assert counts == [row[f"{what}_{order}"] for what in ("hyp", "ref", "match")]
        kind, n = order.split("_")
        title = f"{'Characters' if kind == 'char' else 'Words'}, {n}-grams"
        assert (title in found) == (counts[0] > 0 and counts[1] > 0)
        if title in found:
            assert found[title][-1][1:] == counts


@settings(max_examples=30)
@given(segments)
def test_the_totals_of_gleu_are_those_of_the_row(segment):
    row, found = row_of(make_metric("gleu"), *segment), tables(us.explain(*segment, "gleu"))
    sums = [sum(found[f"{n}-grams"][-1][column] for n in range(1, 5)) for column in (1, 2, 3)]
    assert sums == [row[name] for name in ("hyp_total", "ref_total", "match")]


@settings(max_examples=30)
@given(segments)
def test_the_matches_of_meteor_are_those_of_the_row(segment):
    row, found = row_of(make_metric("meteor"), *segment), tables(us.explain(*segment, "meteor"))
    for slot, line in enumerate(found["Matches by module"][:-1], 1):
        columns = [f"{side}_{kind}_match_{slot}" for side in ("hyp", "ref") for kind in ("content", "function")]
        assert line[2:] == [row[column] for column in columns]
    matched = [(pair[2], pair[3]) for pair in found["Alignment"] if pair[1] != "-"]
    assert len(matched) == row["hyp_matched"] == row["ref_matched"]


@pytest.mark.parametrize("name", ["rougeL", "rougeLsum"])
@settings(max_examples=30)
@given(segments)
def test_the_marked_words_of_rouge_are_its_matches(name, segment):
    found = us.explain(*segment, name)
    blocks = found.json()["blocks"]
    marked = [block for block in blocks if block["kind"] == "marked" and "Reference" in block["label"]]
    linked = [block for block in blocks if block["kind"] == "linked"]
    matches = sum("mark" in piece for block in marked for piece in block["pieces"])
    matches += sum(len(block["ties"]) for block in linked)
    words = sum(len(block["pieces"]) for block in marked) + sum(len(block["reference"]) for block in linked)
    assert close(found.parts["recall"], 100 * matches / max(words, 1))


GROWTH = """
import random
from pathlib import Path
import understudy as us
chance = random.Random(1)
def text():
    return " ".join("".join(chance.choices("abcdefgh", k=9)) for _ in range(6))
def kilobytes(calls):
    for _ in range(calls):
        us.explain(text(), [text()])
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4
print(-kilobytes(300) + kilobytes(300))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="asks Linux for the memory in use")
def test_explanations_of_ever_new_words_leave_nothing_in_memory():
    done = subprocess.run([sys.executable, "-c", GROWTH], capture_output=True, text=True, check=True)
    assert int(done.stdout) < 90  # 300 bytes a call; 10,000 calls leave 4 kB in all
