"""The worked examples of the lecture and the article that introduce BLEU to most people."""

import math

import understudy as us
from understudy.metrics.shared.ngrams import ngrams

REFERENCES = ["The cat is on the mat", "There is a cat on the mat"]
REPEATED = "the the the the the the the"
BETTER = "the cat the cat on the mat"


def parts(hypothesis: str) -> dict[str, float]:
    return us.bleu([hypothesis], [REFERENCES], lowercase=True).parts


def fraction(found: dict[str, float], kind: str, n: int) -> tuple[float, float]:
    return found[f"{kind}_{n}"], found[f"total_{n}"]


def test_plain_precision_of_seven_times_the_is_seven_of_seven():
    assert fraction(parts(REPEATED), "plain", 1) == (7, 7)
    assert parts(REPEATED)["plain_precision_1"] == 100


def test_modified_precision_of_seven_times_the_is_two_of_seven():
    assert fraction(parts(REPEATED), "match", 1) == (2, 7)


def test_with_the_capital_as_printed_the_clip_is_one():
    assert us.bleu([REPEATED], [REFERENCES]).parts["match_1"] == 1


def test_bigrams_of_the_better_output_are_four_of_six():
    assert fraction(parts(BETTER), "match", 2) == (4, 6)
    counts = ngrams(BETTER.split(), 2)
    clips = {
        gram: min(count, max(ngrams(ref.lower().split(), 2)[gram] for ref in REFERENCES))
        for gram, count in counts.items()
    }
    slide = {"the cat": (2, 1), "cat the": (1, 0), "cat on": (1, 1), "on the": (1, 1), "the mat": (1, 1)}
    assert {" ".join(gram): (counts[gram], clips[gram]) for gram in counts} == slide


def test_unigrams_of_the_better_output_are_five_of_seven():
    assert fraction(parts(BETTER), "match", 1) == (5, 7)
    assert fraction(parts(BETTER), "plain", 1) == (7, 7)


def test_bleu_4_of_the_better_output():
    found = parts(BETTER)
    assert [fraction(found, "match", n) for n in (1, 2, 3, 4)] == [(5, 7), (4, 6), (2, 5), (1, 4)]
    assert found["brevity"] == 1
    assert round(found["score"] / 100, 6) == 0.467138
    assert math.isclose(found["score"] / 100, (5 / 7 * 4 / 6 * 2 / 5 * 1 / 4) ** 0.25, rel_tol=1e-12)


def test_the_formulas_as_the_slide_prints_them_would_exceed_one():
    found = parts(BETTER)
    mean = sum(found[f"precision_{n}"] for n in (1, 2, 3, 4)) / 400
    assert math.exp(mean) > 1
    short = us.bleu(["the cat"], [REFERENCES], lowercase=True).parts
    assert math.exp(1 - short["hyp_length"] / short["ref_length"]) > 1
    assert short["brevity"] < 1
