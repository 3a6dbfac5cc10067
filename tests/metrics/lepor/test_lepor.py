"""LEPOR, hLEPOR and nLEPOR against worked examples, models of the formulas, and hLepor 0.0.4 itself."""

import json
import math
import subprocess
import sys
import time
import types
from pathlib import Path

import nltk
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import corpora, repetitive, texts

import understudy as us
from understudy.metrics.lepor.hlepor_compat import align_like_hlepor
from understudy.metrics.lepor.metric import HLEPOR, LEPOR, NLEPOR
from understudy.metrics.lepor.presets import PRESETS
from understudy.metrics.shared.ngrams import ngrams
from understudy.testing import check_metric

ORACLES = Path(__file__).parents[2] / "oracles"
EDGE_CASES = [json.loads(line) for line in (ORACLES / "edge_cases.jsonl").read_text(encoding="utf-8").splitlines()]
NAMES = [case["case"] for case in EDGE_CASES]
close = pytest.approx
THE_CAT = "the cat sat on the mat"
CHAIRS = ("two chairs and two clever boys", "two clever boys sat in two chairs")


@pytest.fixture(scope="session")
def hlepor():
    """hLepor 0.0.4, without the data that it would download for splitting text, and without names for annotations."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(nltk, "download", lambda *_: None)
        patch.setitem(sys.modules, "nptyping", types.SimpleNamespace(NDArray=None))
        import hlepor
    return hlepor


# --- Worked by hand -------------------------------------------------------------------------------------------------


def test_the_chairs_worked_by_hand():
    # S = 6, R = 7; distances times 42 are 29, 28, 22, 23 and 24: their sum is 126, so NPD = 126 / 42 / 6 = 1/2.
    parts = us.lepor.sentence(*CHAIRS).parts
    assert parts["length_penalty"] == close(math.exp(-1 / 6), abs=1e-12)
    assert parts["position_penalty"] == close(math.exp(-1 / 2), abs=1e-12)
    assert parts["precision"] == close(500 / 6, abs=1e-12)
    assert parts["recall"] == close(500 / 7, abs=1e-12)
    assert parts["hpr"] == close(1000 / (12.6 + 1.2), abs=1e-12)
    assert LEPOR().alignment(*CHAIRS) == [(0, 5), (1, 6), (3, 0), (4, 1), (5, 2)]
    assert parts["score"] == close(math.exp(-1 / 6) * math.exp(-1 / 2) * 1000 / 13.8, abs=1e-12)
    hybrid = 10 / (2 * math.exp(1 / 6) + math.exp(1 / 2) + 7 * 1.38)
    assert us.hlepor.sentence(*CHAIRS).fraction == close(hybrid, abs=1e-14)


@pytest.mark.parametrize(
    ("hyp", "ref", "lepor", "hlepor"),
    [
        (*CHAIRS, 0.372041, 0.731452),
        ("the cat sat", THE_CAT, 0.138735, 0.496717),
        ("mat the on sat cat the", THE_CAT, 0.716531, 0.961944),
        ("the the the the the the the", "the cat is on the mat", 0.255779, 0.403262),
        ("the cat the cat on the mat", "the cat is on the mat", 0.643813, 0.834695),
        ("no word", THE_CAT, 0, 0),
        ("", THE_CAT, 0, 0),
        (THE_CAT, "", 0, 0),
        ("", "", 1, 1),
        (THE_CAT, THE_CAT, 1, 1),
    ],
)
def test_examples_worked_out(hyp, ref, lepor, hlepor):
    assert us.lepor([hyp], [ref]).fraction == close(lepor, abs=5e-7)
    assert us.hlepor([hyp], [ref]).fraction == close(hlepor, abs=5e-7)


def test_the_short_hypothesis_worked_by_hand():
    parts = us.lepor.sentence("the cat sat", THE_CAT).parts
    assert parts["length_penalty"] == close(math.exp(-1), abs=1e-14)
    assert parts["position_penalty"] == close(math.exp(-1 / 3), abs=1e-14)  # 1/6, 1/3 and 1/2, divided by 3
    assert parts["hpr"] == close(1000 / 19, abs=1e-12)


def test_equal_words_in_another_order_are_penalised_unlike_in_perl():
    parts = us.lepor.sentence("mat the on sat cat the", THE_CAT).parts
    assert (parts["length_penalty"], parts["precision"], parts["recall"]) == (1, 100, 100)
    assert parts["position_penalty"] == close(math.exp(-1 / 3), abs=1e-14)


# --- A model of the formulas, and hLepor 0.0.4, on 37 hand-made pairs -------------------------------------------------


@pytest.mark.parametrize("case", [case for case in EDGE_CASES if case["case"] != "both_empty"], ids=lambda c: c["case"])
def test_scores_and_factors_equal_the_model_on_edge_cases(case):
    models = ("spec model: LEPOR 9:1 per ref", "spec model: hLEPOR 2/1/7 per ref", "spec model factors LP,NPP,HPR,m")
    for ref, lepor, hlepor, factors in zip(case["refs"], *(case[name] for name in models), strict=True):
        found = us.lepor.sentence(case["hyp"], ref, tokenizer="none").parts
        assert found["score"] / 100 == close(lepor, abs=1e-12)
        assert us.hlepor.sentence(case["hyp"], ref, tokenizer="none").fraction == close(hlepor, abs=1e-12)
        if case["hyp"].strip() and ref.strip():
            ours = [found["length_penalty"], found["position_penalty"], found["hpr"] / 100]
            assert ours == close(factors[:3], abs=1e-12)
            assert len(LEPOR(tokenizer="none").alignment(case["hyp"], ref)) == factors[3]


@pytest.mark.parametrize("case", EDGE_CASES, ids=NAMES)
def test_compat_equals_hlepor_on_edge_cases(case):
    for ref, expected in zip(case["refs"], case["pypi hLepor per ref (spaces)"], strict=True):
        ours = us.hlepor.sentence(case["hyp"], ref, compat="hlepor-0.0.4").fraction
        if isinstance(expected, str):  # it refuses empty text; ours is as without compat
            assert "Empty sentence" in expected
            assert ours == us.hlepor.sentence(case["hyp"], ref).fraction
        else:
            assert ours == close(expected, abs=1e-12)


# --- hLepor 0.0.4, live -----------------------------------------------------------------------------------------------


@given(
    pairs=st.lists(st.tuples(texts, texts).filter(lambda pair: all(pair)), min_size=1, max_size=4),
    preset=st.sampled_from(list(PRESETS)),
)
def test_compat_equals_hlepor_on_any_text(hlepor, pairs, preset):
    hyps, refs = [hyp for hyp, _ in pairs], [ref for _, ref in pairs]
    alpha, beta, window, weights = PRESETS[preset]
    names = ("weight_elp", "weight_pos", "weight_pr")
    theirs = hlepor.hlepor_score(
        refs, hyps, alpha, beta, window, **dict(zip(names, weights, strict=True)), separate_punctuation=False
    )
    assert us.hlepor(hyps, refs, preset=preset, compat="hlepor-0.0.4").fraction == close(theirs, abs=1e-12)


def test_compat_equals_hlepor_on_the_shipped_examples(hlepor, examples):
    for system in ("strong", "medium", "weak"):
        theirs = hlepor.hlepor_score(examples["reference1"], examples[system], separate_punctuation=False)
        ours = us.hlepor(examples[system], examples["reference1"], compat="hlepor-0.0.4")
        assert ours.fraction == close(theirs, abs=1e-12)


def test_compat_keeps_the_two_mistakes_of_hlepor():
    hyp, ref = (text.split() for text in CHAIRS)
    assert sorted(align_like_hlepor(hyp, ref, 2)) == [(0, 0), (1, 6), (3, 5), (4, 1), (5, 2)]
    assert us.hlepor.sentence(*CHAIRS, compat="hlepor-0.0.4").fraction == close(0.745249, abs=5e-7)


# --- The laws, and a second count of everything -----------------------------------------------------------------------

SETTINGS = [
    "lepor",
    "lepor:corpus=factors,alpha=1,beta=1",
    "lepor:window=0,tokenizer=char,lowercase=no",
    "lepor:alpha=0,beta=3,window=100,normalization=NFKC",
    "hlepor",
    "hlepor:corpus=factors,weights=0.1/0/0.3",
    "hlepor:preset=cushlepor-psqm-zh-en,tokenizer=intl",
    "hlepor:compat=hlepor-0.0.4",
    "hlepor:compat=hlepor-0.0.4,tokenizer=13a,corpus=factors",
    "nlepor",
    "nlepor:corpus=factors,order=2,weights=3/1",
    "nlepor:order=3,weights=0/0.5/0.5",
    "nlepor:order=11",
]


@pytest.mark.parametrize("written", SETTINGS)
def test_the_laws_are_kept(written):
    check_metric(us.make_metric(written))


@given(corpus=corpora, written=st.sampled_from(SETTINGS))
def test_no_score_leaves_the_scale(corpus, written):
    result = us.score(*corpus, written)[written.partition(":")[0]]
    assert 0 <= result.score <= 100
    assert np.all((result.segments >= 0) & (result.segments <= 100))
    assert all(math.isfinite(part) for part in result.parts.values())


@given(hyp=repetitive, ref=repetitive, window=st.integers(0, 4))
def test_matches_are_the_words_in_common_and_each_is_used_once(hyp, ref, window):
    aligned = LEPOR(tokenizer="none", window=window).alignment(hyp, ref)
    assert len(aligned) == (ngrams(hyp.split(), 1) & ngrams(ref.split(), 1)).total()
    assert len({j for j, _ in aligned}) == len({k for _, k in aligned}) == len(aligned)
    assert all(hyp.split()[j] == ref.split()[k] for j, k in aligned)


@given(corpus=corpora, window=st.integers(0, 5), order=st.integers(1, 5))
def test_the_native_rows_equal_the_readable_ones(corpus, window, order):
    hyps, refs = corpus
    for metric in (HLEPOR(window=window), NLEPOR(window=window, order=order)):
        rows = metric.stats(hyps, refs).rows
        for row, hyp, each in zip(rows, hyps, refs, strict=True):
            assert row.tolist() == metric.row(metric.reading(hyp), [metric.reading(ref) for ref in each])


@given(corpus=corpora)
def test_nlepor_of_words_is_lepor(corpus):
    for rule in ("mean", "factors"):
        ours, words = us.nlepor(*corpus, order=1, corpus=rule), us.lepor(*corpus, corpus=rule)
        assert ours.score == close(words.score, abs=1e-12)


def test_nlepor_counts_clipped_ngrams():
    parts = us.nlepor.sentence("the cat the cat sat", "the cat sat the cat", order=2).parts
    # The bigrams: the cat twice in both, cat sat once in both; cat the and sat the in one only.
    assert (parts["precision_2"], parts["recall_2"]) == close((75, 75))
    expected = parts["length_penalty"] * parts["position_penalty"] * math.sqrt(0.75)
    assert parts["score"] / 100 == close(expected)
    assert us.nlepor.sentence("the cat", "the dog").score == 0
    assert us.nlepor.sentence("the cat", "the cat").score == 100


# --- Several references, corpus rules, settings -----------------------------------------------------------------------


@pytest.mark.parametrize("refs", ["a cat", [], [None], ["\ud800"]])
def test_a_reference_to_choose_must_be_one_of_a_list_of_texts(refs):
    with pytest.raises(us.InputError, match="reference"):
        HLEPOR().best_reference("a cat", refs)


@pytest.mark.parametrize("text", [None, ["a"], "\ud800"])
def test_only_texts_are_aligned(text):
    with pytest.raises(us.InputError, match="segment 1 of the hypothesis"):
        LEPOR().alignment(text, "a")
    with pytest.raises(us.InputError, match="segment 1 of the reference"):
        LEPOR().alignment("a", text)


def test_a_metric_that_is_made_does_not_become_compatible_by_halves():
    with pytest.raises(us.SettingError, match="compat decides other settings too; create a new metric"):
        us.make_metric(HLEPOR(), compat="hlepor-0.0.4")


def test_the_best_reference_counts_and_is_named():
    refs = ["a dog sat there", "the cat sat on a mat", THE_CAT, THE_CAT]
    assert us.hlepor([THE_CAT], [refs]).score == 100
    assert HLEPOR().best_reference(THE_CAT, refs) == 2
    each = [us.hlepor([CHAIRS[0]], [ref]).score for ref in refs]
    assert us.hlepor([CHAIRS[0]], [refs]).score == max(each)


def test_the_corpus_score_is_the_mean_of_scores_or_the_score_of_means():
    hyps, refs = [CHAIRS[0], "the cat sat"], [CHAIRS[1], THE_CAT]
    mean, factors = us.lepor(hyps, refs), us.lepor(hyps, refs, corpus="factors")
    assert mean.score == close(mean.segments.mean())
    parts = factors.parts
    assert parts["score"] == close(parts["length_penalty"] * parts["position_penalty"] * parts["hpr"])
    assert mean.score != close(factors.score)
    assert mean.segments == close(factors.segments)


def test_presets_fill_in_what_is_not_given_and_the_signature_shows_numbers():
    german = us.make_metric("hlepor:preset=en-de")
    assert german == HLEPOR(weights=(3, 7, 1))
    assert german.signature == ("hlepor:alpha=9,beta=1,window=2,tokenizer=13a,lowercase=yes,corpus=mean,weights=3/7/1")
    cush = HLEPOR(preset="cushlepor-lm-en-de", window=3)
    assert (cush.alpha, cush.beta, cush.window, cush.weights) == (2.95, 2.68, 3, (1, 11.79, 1.87))


@pytest.mark.parametrize(
    ("metric", "settings", "message"),
    [
        (us.hlepor, {"preset": "en-dee"}, r"unknown preset 'en-dee'; choose .* \(did you mean 'en-de'\?\)"),
        (us.hlepor, {"compat": "perl"}, "unknown compat 'perl'; choose hlepor-0.0.4"),
        (us.hlepor, {"weights": (1, 2)}, r"weights must be 3 numbers from 0 to 1,000,000,000, not all 0, got \(1, 2\)"),
        (us.hlepor, {"weights": 7}, "weights must be 3 numbers"),
        (us.lepor, {"preset": "en-de"}, "unknown setting of lepor 'preset'"),
        (
            us.lepor,
            {"alpha": -1},
            r"alpha and beta must be 2 numbers from 0 to 1,000,000,000, .*, got \(-1, 1\)",
        ),
        (us.lepor, {"alpha": math.nan}, "alpha and beta must be 2 numbers"),
        (us.lepor, {"alpha": 0, "beta": 0}, "not all 0"),
        (us.lepor, {"alpha": "nine"}, "alpha and beta must be 2 numbers"),
        (us.lepor, {"window": 2.5}, "window must be a whole number from 0 to 100, got 2.5"),
        (us.lepor, {"corpus": "median"}, "unknown corpus 'median'; choose mean or factors"),
        (us.nlepor, {"order": 0}, "order must be a whole number from 1 to 64, got 0"),
        (us.nlepor, {"weights": (1, 1)}, "weights must be 4 numbers"),
        (us.lepor, {"lowercase": "maybe"}, "unknown lowercase 'maybe'"),
    ],
)
def test_a_wrong_setting_is_refused_with_advice(metric, settings, message):
    with pytest.raises(us.SettingError, match=message):
        metric(["a"], ["a"], **settings)


def test_a_preset_that_would_change_nothing_is_refused():
    with pytest.raises(us.SettingError, match="preset 'en-de' has nothing to fill in: alpha, beta, window and weights"):
        us.make_metric(HLEPOR(), preset="en-de")


# --- Long texts -----------------------------------------------------------------------------------------------------


def test_thousands_of_equal_words_take_seconds_at_most():
    begin = time.process_time()
    assert us.lepor(["the " * 5000], ["the " * 5000]).score == 100
    hard = us.hlepor(
        [" ".join(f"the {n}" for n in range(5000))], [" ".join(f"the -{n}" for n in range(5000))], window=1
    )
    assert hard.parts["precision"] == close(50)
    assert time.process_time() - begin < 20


def test_a_text_too_long_to_be_exact_is_refused():
    long = "a " * 2_000_001
    with pytest.raises(
        us.InputError, match="the hypothesis of segment 2 has 2,000,001 words; LEPOR takes at most 2,000"
    ):
        us.lepor(["a", long], ["a", "a"])
    with pytest.raises(us.InputError, match="a reference of segment 2 has 2,000,001 words"):
        us.lepor(["a", "a"], [["a", "b", "c"], ["a", long]])


@pytest.mark.parametrize("threads", [1, 2])
def test_a_long_alignment_can_be_interrupted(threads):
    program = f"""
import signal, time
import understudy as us
text = "the " * 150_000
signal.signal(signal.SIGPROF, signal.default_int_handler)
signal.setitimer(signal.ITIMER_PROF, 1.0)  # seconds of work, however long they take
begin = time.process_time()
try:
    us.lepor([text] * 2, [text] * 2, tokenizer="none", threads={threads})
except KeyboardInterrupt:
    print("interrupted", time.process_time() - begin < 4)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=300)
    assert done.stdout.strip() == "interrupted True", done.stderr
