"""BLEU against the programs that define it."""

import json
import math
import re
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
import sacrebleu
from hypothesis import given
from hypothesis import strategies as st
from nltk.translate.bleu_score import SmoothingFunction, sentence_bleu
from strategies import corpora, is_stable, repetitive, single_corpora

import understudy as us

ORACLES = Path(__file__).parents[2] / "oracles"
EDGE_CASES = [json.loads(line) for line in (ORACLES / "edge_cases.jsonl").read_text(encoding="utf-8").splitlines()]
NAMES = [case["case"] for case in EDGE_CASES]
close = pytest.approx
SMOOTHINGS = ["none", "floor", "add-k", "exp"]
SACREBLEU_TOKENIZERS = ["13a", "intl", "zh", "char", "none"]


def same(ours: float, theirs: float) -> bool:
    return math.isclose(ours, theirs, rel_tol=1e-9, abs_tol=1e-12)


# --- The original programs on 37 hand-made pairs ------------------------------------------------------------------


@pytest.mark.parametrize("case", EDGE_CASES, ids=NAMES)
def test_corpus_bleu_equals_sacrebleu_on_edge_cases(case):
    for settings, expected in case["sacrebleu BLEU"].items():
        tokenizer, _, lowered = settings.partition("/")
        result = us.bleu([case["hyp"]], [case["refs"]], tokenizer=tokenizer, lowercase=bool(lowered))
        assert same(result.score, expected), settings


@pytest.mark.parametrize("case", EDGE_CASES, ids=NAMES)
def test_sentence_bleu_equals_sacrebleu_on_edge_cases(case):
    for smoothing, expected in case["sacrebleu sentBLEU eff"].items():
        assert same(us.bleu.sentence(case["hyp"], case["refs"], smoothing=smoothing).score, expected), smoothing


MTEVAL = {
    "mteval v13a": {},
    "mteval v13a -c": {"lowercase": False},
    "mteval v13a -c --no-smoothing": {"lowercase": False, "smoothing": "none"},
    "mteval v13a -c intl": {"lowercase": False, "tokenizer": "intl"},
}


def as_mteval_reads(text: str) -> str:
    """mteval was given its texts in SGML, escaped; it undoes that itself, as 13a does."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


@pytest.mark.parametrize("case", EDGE_CASES, ids=NAMES)
def test_bleu_equals_mteval_on_edge_cases(case):
    for options, settings in MTEVAL.items():
        printed = case[options]
        if not isinstance(printed, dict) or "BLEU" not in printed:  # mteval dies on empty text; ours is 0
            assert us.bleu([case["hyp"]], [case["refs"]], compat="mteval").score == 0
            continue
        escape = as_mteval_reads if "intl" not in options else str
        hyps, refs = [escape(case["hyp"])], [[escape(ref) for ref in case["refs"]]]
        result = us.bleu(hyps, refs, compat="mteval", **settings)
        assert result.fraction == close(printed["BLEU"], abs=1e-11), options
        nine = us.bleu(hyps, refs, compat="mteval", order=9, **settings).parts
        assert [nine[f"precision_{n}"] / 100 for n in range(1, 10)] == close(printed["BLEU_ind"], abs=1e-11), options


@pytest.mark.parametrize("case", EDGE_CASES, ids=NAMES)
def test_bleu_equals_multi_bleu_on_edge_cases(case):
    line = case["multi-bleu"]
    parts = us.bleu([case["hyp"]], [case["refs"]], compat="multi-bleu").parts
    if line.startswith(("DIES", "BLEU = 0,")):  # with an empty side it divides by zero, or gives up and prints zeros
        assert parts["score"] == 0
        return
    numbers = [float(number) for number in re.findall(r"\d+(?:\.\d+)?", line)]
    names = ["score", *(f"precision_{n}" for n in range(1, 5)), "brevity", "ratio", "hyp_length", "ref_length"]
    digits = [2, 1, 1, 1, 1, 3, 3, 0, 0]
    assert [round(parts[name], places) for name, places in zip(names, digits, strict=True)] == numbers


# --- sacrebleu, live ------------------------------------------------------------------------------------------------


def compare_with_sacrebleu(hyps, refs, *, tokenizer="13a", lowercase=False, smoothing="exp", order=4, value=None):
    streams = [list(stream) for stream in zip(*refs, strict=True)]
    theirs = sacrebleu.BLEU(
        tokenize=tokenizer, lowercase=lowercase, smooth_method=smoothing, smooth_value=value, max_ngram_order=order
    ).corpus_score(hyps, streams)
    settings = {"tokenizer": tokenizer, "lowercase": lowercase, "smoothing": smoothing, "order": order}
    ours = us.bleu(hyps, refs, smoothing_value=value, **settings)
    assert same(ours.score, theirs.score)
    assert (ours.parts["hyp_length"], ours.parts["ref_length"]) == (theirs.sys_len, theirs.ref_len)
    added = (value or 1) * (smoothing == "add-k" and any(ours.parts[f"match_{n}"] for n in range(1, order + 1)))
    for n in range(1, order + 1):
        k = added if n > 1 else 0
        assert ours.parts[f"match_{n}"] + k == close(theirs.counts[n - 1])
        assert ours.parts[f"total_{n}"] + k == close(theirs.totals[n - 1])
        assert same(ours.parts[f"precision_{n}"], theirs.precisions[n - 1])
    assert same(ours.parts["brevity"], theirs.bp)


@pytest.mark.parametrize("smoothing", SMOOTHINGS)
@pytest.mark.parametrize("tokenizer", SACREBLEU_TOKENIZERS)
@given(corpus=single_corpora)
def test_corpus_bleu_equals_sacrebleu_on_any_text(tokenizer, smoothing, corpus):
    hyps, refs = corpus
    compare_with_sacrebleu(hyps, [[ref] for ref in refs], tokenizer=tokenizer, smoothing=smoothing)


@given(corpus=single_corpora.filter(lambda corpus: all(map(is_stable, [*corpus[0], *corpus[1]]))))
def test_lowercased_bleu_equals_sacrebleu_on_any_text(corpus):
    compare_with_sacrebleu(corpus[0], [[ref] for ref in corpus[1]], lowercase=True)


@given(data=st.data(), order=st.integers(1, 7), count=st.integers(1, 4))
def test_several_references_and_orders_equal_sacrebleu(data, order, count):
    pairs = data.draw(
        st.lists(st.tuples(repetitive, st.lists(repetitive, min_size=count, max_size=count)), min_size=1, max_size=5)
    )
    compare_with_sacrebleu([h for h, _ in pairs], [r for _, r in pairs], order=order, smoothing="floor", value=0.3)


@given(corpus=corpora, smoothing=st.sampled_from(SMOOTHINGS))
def test_sentence_bleu_equals_sacrebleu_on_any_text(corpus, smoothing):
    hyps, refs = corpus
    theirs = [
        sacrebleu.sentence_bleu(hyp, each, smooth_method=smoothing).score for hyp, each in zip(hyps, refs, strict=True)
    ]
    assert us.bleu(hyps, refs, smoothing=smoothing).segments == close(theirs, rel=1e-9, abs=1e-12)


@pytest.mark.filterwarnings("ignore:tokenizer zh takes the texts for Chinese:understudy.errors.CorpusWarning")
@pytest.mark.parametrize("smoothing", SMOOTHINGS)
@pytest.mark.parametrize("tokenizer", SACREBLEU_TOKENIZERS)
@pytest.mark.parametrize("system", ["strong", "medium", "weak"])
def test_shipped_examples_equal_sacrebleu(examples, system, tokenizer, smoothing):
    refs = list(zip(examples["reference1"], examples["reference2"], strict=True))
    compare_with_sacrebleu(examples[system], refs, tokenizer=tokenizer, smoothing=smoothing)


def test_a_different_number_of_references_per_segment_equals_sacrebleu():
    hyps, refs = ["a b c d e", "f g h i j"], [["a b c d x"], ["f g h i y", "f g h i j k"]]
    streams = [["a b c d x", "f g h i y"], [None, "f g h i j k"]]
    assert same(us.bleu(hyps, refs).score, sacrebleu.corpus_bleu(hyps, streams).score)
    assert same(us.bleu(hyps, {"one": streams[0], "two": streams[1]}).score, us.bleu(hyps, refs).score)
    assert "references=1-2" in us.bleu(hyps, refs).signature


def test_an_empty_reference_is_a_real_one_and_none_is_missing():
    assert us.bleu(["a"], [["a b c", ""]], effective_order="always").score == 100
    assert us.bleu(["a"], [["a b c", None]], effective_order="always").score == close(13.533528323661276)


# --- Smoothing ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("smoothing", "method"), [("floor", "method1"), ("add-k", "method2"), ("exp", "method3")])
@given(hyp=repetitive.filter(lambda text: len(text.split()) >= 4), ref=repetitive)
def test_the_first_three_methods_of_chen_and_cherry_equal_nltk(smoothing, method, hyp, ref):
    ours = us.bleu.sentence(hyp, ref, smoothing=smoothing, tokenizer="none")
    smooth = getattr(SmoothingFunction(), method)
    theirs = sentence_bleu([ref.split()], hyp.split(), smoothing_function=smooth)
    assert ours.fraction == close(theirs, rel=1e-9)


def test_method_four_shrinks_the_count_of_each_missed_order_by_k_over_the_log_of_the_length():
    # Six words; matches 4, 1, 0, 0 of 6, 5, 4, 3. By hand: the missed counts are ln(6) / 5 and its square.
    found = us.bleu.sentence("a b x c y d", "a b u c v d", smoothing="chen-cherry-4", tokenizer="none").parts
    assert [found[f"match_{n}"] for n in (1, 2, 3, 4)] == [4, 1, 0, 0]
    share = math.log(6) / 5
    assert [found[f"precision_{n}"] for n in (1, 2, 3, 4)] == close([400 / 6, 20, 100 * share / 4, 100 * share**2 / 3])


def test_method_five_averages_matched_counts_of_neighbouring_orders():
    # By hand: m0 = 4 + 1 = 5, then (5 + 4 + 1) / 3, (10/3 + 1 + 0) / 3, (13/9 + 0 + 0) / 3, (13/27 + 0 + 0) / 3.
    found = us.bleu.sentence("a b x c y d", "a b u c v d", smoothing="chen-cherry-5", tokenizer="none").parts
    expected = [Fraction(10, 3) / 6, Fraction(13, 9) / 5, Fraction(13, 27) / 4, Fraction(13, 81) / 3]
    assert [found[f"precision_{n}"] for n in (1, 2, 3, 4)] == close([float(100 * each) for each in expected])


# --- Ends of the scale ----------------------------------------------------------------------------------------------

ANY_SETTINGS = st.fixed_dictionaries(
    {
        "order": st.integers(1, 6),
        "smoothing": st.sampled_from([*SMOOTHINGS, "chen-cherry-4", "chen-cherry-5"]),
        "reference_length": st.sampled_from(["closest", "shortest", "average"]),
        "effective_order": st.sampled_from(["never", "segments", "always"]),
        "compat": st.sampled_from([None, "mteval", "multi-bleu"]),
    }
)


@given(corpus=corpora, settings=ANY_SETTINGS)
def test_no_score_leaves_the_scale(corpus, settings):
    result = us.bleu(*corpus, **settings)
    if result.metric.segments_only and len(result.stats) > 1:
        return
    assert 0 <= result.score <= 100
    assert np.all((result.segments >= 0) & (result.segments <= 100))
    assert all(math.isfinite(part) for part in result.parts.values())


@given(hyp=repetitive.filter(bool), settings=ANY_SETTINGS)
def test_a_copy_scores_exactly_one_hundred(hyp, settings):
    settings |= {"effective_order": "always"}
    assert us.bleu.sentence(hyp, hyp, **settings).score == 100


def test_nothing_in_common_scores_exactly_zero():
    assert us.bleu(["a b c d e"], ["v w x y z"]).score == 0
    assert us.bleu([""], ["v w x y z"]).score == 0


# --- Settings -------------------------------------------------------------------------------------------------------


def test_weights_are_used():
    hyps, refs = ["the cat the cat on the mat"], [["the cat is on the mat", "there is a cat on the mat"]]
    weighted = us.bleu(hyps, refs, order=2, weights=(0.25, 0.75)).fraction
    assert weighted == close((5 / 7) ** 0.25 * (4 / 6) ** 0.75)
    assert us.bleu(hyps, refs, order=2, weights=(1, 0)).fraction == close(5 / 7)


def test_reference_length_rules():
    refs = [["a b c", "a b c d e f g h i j"]]
    lengths = {
        rule: us.bleu(["a b c d e f g"], refs, reference_length=rule).parts["ref_length"]
        for rule in ("closest", "shortest", "average")
    }
    assert lengths == {"closest": 10, "shortest": 3, "average": 6.5}
    tie = us.bleu(["a b c d"], [["a b c d e", "a b c"]])
    assert tie.parts["ref_length"] == 3


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"smoothing": "exo"}, "unknown smoothing 'exo'; choose none, floor, .* \\(did you mean 'exp'\\?\\)"),
        ({"tokenizer": "13b"}, "unknown tokenizer '13b'; choose .* \\(did you mean '13a'\\?\\)"),
        ({"ordre": 2}, "unknown setting of bleu 'ordre'; choose .* \\(did you mean 'order'\\?\\)"),
        ({"order": 0}, "order must be a whole number from 1 to 64, got 0"),
        (
            {"order": 2, "weights": (0.5, 0.6)},
            r"weights must be 2 numbers from 0 to 1 that add up to 1, got \(0.5, 0.6\)",
        ),
        ({"weights": (0.5, 0.5)}, "weights must be 4 numbers"),
        ({"smoothing_value": 0.1}, "smoothing 'exp' takes no smoothing_value, got 0.1"),
        ({"smoothing": "floor", "smoothing_value": -1}, "for floor must be a number of at least 0, got -1"),
        ({"smoothing": "add-k", "smoothing_value": -1}, "must be a number of at least 0"),
        ({"smoothing": "add-k", "smoothing_value": "x"}, "must be a number of at least 0, got 'x'"),
        ({"order": True}, "order must be a whole number from 1 to 64, got True"),
        ({"order": 2, "weights": ("x", 0.5)}, "weights must be 2 numbers"),
        ({"effective_order": "yes"}, "unknown effective_order 'yes'; choose segments, never or always"),
        ({"reference_length": "mean"}, "unknown reference_length 'mean'"),
        ({"compat": "moses"}, "unknown compat 'moses'; choose mteval or multi-bleu"),
        ({"lowercase": "maybe"}, "unknown lowercase 'maybe'; choose no, yes or ascii"),
        ({"normalization": "NFX"}, "unknown normalization 'NFX'; choose NFC"),
        ({"threads": 0}, "threads must be a whole number from 1 to 1024, got 0"),
        ({"lang": "bo"}, "there is no word tokenizer for Tibetan; choose tokenizer='char'"),
        ({"tokenizer": 5}, "tokenizer must be a name or a function from a string to tokens, got 5"),
        ({"weights": 1}, "weights must be 4 numbers"),
        ({"smoothing": "add-k", "smoothing_value": True}, "must be a number of at least 0"),
        ({"smoothing": "chen-cherry-4", "smoothing_value": 0.001}, "for chen-cherry-4 must be a number of at least 1"),
        ({"lang": 5}, "lang 5 is not a language code"),
        ({"lang": "Klingon!"}, "lang 'Klingon!' is not a language code"),
    ],
)
def test_a_wrong_setting_is_refused_with_advice(settings, message):
    with pytest.raises(us.SettingError, match=message):
        us.bleu(["a"], ["a"], **settings)


def test_methods_for_single_segments_give_no_corpus_score():
    result = us.bleu(["a b c d"] * 3, ["a b c d"] * 3, smoothing="chen-cherry-5")
    assert result.segments.tolist() == [100, 100, 100]
    with pytest.raises(us.SettingError, match="smoothing=chen-cherry-5.* is defined for single segments only"):
        _ = result.score


def test_a_setting_on_which_others_depend_is_not_changed_afterwards():
    with pytest.raises(us.SettingError, match=r"compat decides other settings too; create a new metric, for example"):
        us.make_metric(us.make_metric("bleu"), compat="mteval")
    with pytest.raises(us.SettingError, match=r"lang='zh' is for metrics given by name; bleu:.* is made already"):
        us.score(["a"], ["a"], us.make_metric("bleu"), lang="zh")


def test_mteval_lowercases_unicode_with_its_international_tokenizer():
    assert us.bleu(["ÉTÉ a b c"], ["été a b c"], compat="mteval", tokenizer="intl").score == 100
    assert us.bleu(["ÉTÉ a b c"], ["été a b c"], compat="mteval").score < 100


def test_settings_of_numpy_are_written_as_numbers():
    metric = us.make_metric("bleu", smoothing="floor", smoothing_value=np.float64(0.1))
    assert "smoothing_value=0.1" in metric.signature
    assert us.make_metric(metric.signature) == metric
    assert us.make_metric("bleu:lowercase=true") == us.make_metric("bleu:lowercase=yes")


def test_a_language_picks_its_tokenizer_and_the_signature_says_so():
    assert "tokenizer=zh" in us.bleu(["今天"], ["今天"], lang="zh").signature
    assert "tokenizer=13a" in us.bleu(["aujourd'hui"], ["aujourd'hui"], lang="fr-CA").signature
    assert "tokenizer=char" in us.bleu(["今天"], ["今天"], lang="zh", tokenizer="char").signature


def test_a_signature_is_a_metric_again():
    result = us.bleu(["a"], ["a"], order=2, weights=(0.75, 0.25), lowercase="ascii", smoothing="floor")
    assert us.make_metric(result.signature) == result.metric
    assert us.score(["a b"], ["a b"], result.signature)["bleu"].metric == result.metric
    with pytest.raises(
        us.SettingError,
        match=r"the signature was written by understudy 0\.0\.1, this is .*: install understudy==0\.0\.1",
    ):
        us.make_metric("bleu:order=4,version=0.0.1")


def test_segment_scores_state_that_they_use_the_effective_order():
    result = us.bleu(["a b"], ["a b"])
    assert (result.score, result.segments.tolist()) == (0, [100])
    assert "effective_order=always" in result.segment_signature
    assert "effective_order=segments" in result.signature
