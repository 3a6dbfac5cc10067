"""compat.evaluate: the numbers of its documentation, and those of the packages that its scripts call, live."""

from __future__ import annotations

import math
import subprocess
import sys
from collections import Counter
from pathlib import Path

import jiwer
import pytest
import sacrebleu
from cer import calculate_cer_corpus
from hypothesis import given, settings
from hypothesis import strategies as st
from nltk.translate.gleu_score import corpus_gleu
from nltk.translate.nist_score import corpus_nist
from rouge_score.rouge_scorer import RougeScorer

import understudy as us
from understudy.compat import evaluate

EXAMPLES = Path(__file__).parents[2] / "examples"
HYPS, REFS, OTHERS = (
    (EXAMPLES / name).read_text(encoding="utf-8").splitlines()[:40]
    for name in ("medium.en", "reference1.en", "reference2.en")
)
BOTH = [list(pair) for pair in zip(REFS, OTHERS, strict=True)]
DUCK = "It is a guide to action which ensures that the rubber duck always disobeys the commands of the cat"
DUCKS = [
    "It is the guiding principle which guarantees the rubber duck forces never being under the command of the cat",
    "It is a guide to action that ensures that the rubber duck will never heed the cat commands",
    "It is the practical guide for the rubber duck army never to heed the directions of the cat",
]
BOOK, HISTORY = (
    "he read the book because he was interested in world history",
    ("he was interested in world history because he read the book"),
)
PARTY = "It is a guide to action which ensures that the military always obeys the commands of the party"
PARTIES = [
    "It is a guide to action that ensures that the military will forever heed Party commands",
    "It is the guiding principle which guarantees the military forces always being under the command of the Party",
    "It is the practical guide for the army always to heed the directions of the party",
]
CATS = [
    "The relationship between cats and dogs is not exactly friendly.",
    "a good bookshop is just a genteel black hole that knows how to read.",
]
DOGS = [
    ["The relationship between dogs and cats is not exactly friendly."],
    ["A good bookshop is just a genteel Black Hole that knows how to read."],
]
TER = ["does this sentence match??", "what about this sentence?", "What did the TER metric user say to the developer?"]
TERS = [
    ["does this sentence match", "does this sentence match!?!"],
    ["wHaT aBoUt ThIs SeNtEnCe?", "wHaT aBoUt ThIs SeNtEnCe?"],
    ["Your jokes are...", "...TERrible"],
]
KENOBI = ["hello there general kenobi", "foo bar foobar"]
PAIR = ["this is the prediction", "there is an other sample"], ["this is the reference", "there is another one"]


def compute(name, predictions, references, **options):
    return evaluate.load(name).compute(predictions=predictions, references=references, **options)


def test_results_are_those_of_evaluates_documentation():
    # The docstrings of huggingface/evaluate, metrics/NAME/NAME.py.
    assert compute("bleu", KENOBI, [[KENOBI[0], "hello there !"], [KENOBI[1]]]) == {
        "bleu": 1.0,
        "precisions": [1.0, 1.0, 1.0, 1.0],
        "brevity_penalty": 1.0,
        "length_ratio": 1.1666666666666667,
        "translation_length": 7,
        "reference_length": 6,
    }
    result = compute("sacrebleu", KENOBI, [[KENOBI[0], "hello there !"], [KENOBI[1], KENOBI[1]]])
    assert list(result) == ["score", "counts", "totals", "precisions", "bp", "sys_len", "ref_len"]
    assert round(result.pop("score"), 1) == 100.0 and result.pop("counts") == result.pop("totals") == [7, 5, 3, 1]
    assert result == {"precisions": [100.0] * 4, "bp": 1.0, "sys_len": 7, "ref_len": 7}
    assert compute("wer", *PAIR) == 0.5
    assert compute("cer", *PAIR) == 0.34146341463414637
    chrf = {"score": 84.64214891738334, "char_order": 6, "word_order": 0, "beta": 2}
    assert compute("chrf", CATS, DOGS) == chrf
    assert compute("chrf", CATS, DOGS, word_order=2)["score"] == 82.87263732906315
    assert compute("chrf", CATS, DOGS, word_order=2, lowercase=True)["score"] == 92.12853119829202
    ter = compute("ter", TER, TERS, case_sensitive=True)
    assert ter == {"score": 150.0, "num_edits": 15, "ref_length": 10.0}
    assert compute("rouge", KENOBI, KENOBI) == dict.fromkeys(("rouge1", "rouge2", "rougeL", "rougeLsum"), 1.0)
    several = compute(
        "rouge", ["hello there", "general kenobi"], [["hello", "there"], ["general kenobi", "general yoda"]]
    )
    third = 0.8333333333333333
    assert several == {"rouge1": third, "rouge2": 0.5, "rougeL": third, "rougeLsum": third}
    assert compute("nist_mt", [PARTY], [PARTIES])["nist_mt"] == pytest.approx(3.3709935957649324, abs=1e-9)
    assert compute("nist_mt", [PARTY], PARTIES[:1])["nist_mt"] == pytest.approx(2.4477124183006533, abs=1e-9)
    assert round(compute("meteor", [PARTY], PARTIES[:1], tokenizer=str.split)["meteor"], 4) == 0.6944


@pytest.mark.parametrize(
    ("ducks", "options", "expected"),
    [
        (DUCKS[:1], {}, 0.44),
        (DUCKS, {}, 0.61),
        (DUCKS, {"min_len": 2}, 0.53),
        (DUCKS, {"min_len": 2, "max_len": 6}, 0.4),
    ],
)
def test_google_bleu_is_that_of_the_documentation(ducks, options, expected):
    assert round(compute("google_bleu", [DUCK, BOOK], [ducks, [HISTORY]], **options)["google_bleu"], 2) == expected


def nmt_bleu(hyps, refs, max_order, smooth):
    """BLEU of tensorflow/nmt, readably: what evaluate's bleu loads."""
    matches, possible, hyp_length, ref_length = [0] * max_order, [0] * max_order, 0, 0
    for hyp, each in zip(hyps, refs, strict=True):
        hyp_length, ref_length = hyp_length + len(hyp), ref_length + min(map(len, each))
        for n in range(1, max_order + 1):
            grams, *of_refs = (Counter(zip(*(text[i:] for i in range(n)), strict=False)) for text in (hyp, *each))
            merged = Counter()
            for one in of_refs:
                merged |= one
            matches[n - 1] += (grams & merged).total()
            possible[n - 1] += max(len(hyp) - n + 1, 0)
    pairs = zip(matches, possible, strict=True)
    precisions = [(m + smooth) / (p + smooth) if p + smooth else 0.0 for m, p in pairs]
    mean = math.exp(sum(math.log(p) / max_order for p in precisions)) if min(precisions) > 0 else 0
    ratio = hyp_length / ref_length
    return mean * (1 if ratio > 1 else math.exp(1 - 1 / ratio)), precisions


words = st.lists(st.sampled_from([*"abcd", "é", "."]), min_size=1, max_size=8)
corpora = st.lists(st.tuples(words, st.lists(words, min_size=1, max_size=3)), min_size=1, max_size=4)


@settings(max_examples=50)
@given(pairs=corpora, order=st.integers(1, 5), smooth=st.booleans())
def test_bleu_is_that_of_the_program_that_evaluate_loads(pairs, order, smooth):
    hyps, refs = [hyp for hyp, _ in pairs], [each for _, each in pairs]
    texts = [" ".join(hyp) for hyp in hyps], [[" ".join(ref) for ref in each] for each in refs]
    for tokenizer in ({}, {"tokenizer": str.split}):
        result = compute("bleu", *texts, max_order=order, smooth=smooth, **tokenizer)
        expected, precisions = nmt_bleu(hyps, refs, order, smooth)
        assert result["bleu"] == pytest.approx(expected, rel=1e-12)
        assert result["precisions"] == pytest.approx(precisions, rel=1e-12)


def test_scores_equal_the_packages_that_evaluate_calls():
    streams = [REFS, OTHERS]
    options = {"smooth_method": "floor", "smooth_value": 0.2, "lowercase": True, "tokenize": "intl"}
    expected = sacrebleu.corpus_bleu(HYPS, streams, **options)
    assert compute("sacrebleu", HYPS, BOTH, **options)["score"] == expected.score
    assert compute("sacrebleu", HYPS, BOTH)["counts"] == sacrebleu.corpus_bleu(HYPS, streams).counts
    assert compute("chrf", HYPS, BOTH)["score"] == sacrebleu.corpus_chrf(HYPS, streams).score
    assert compute("ter", HYPS, BOTH)["score"] == pytest.approx(sacrebleu.corpus_ter(HYPS, streams).score, rel=1e-12)
    assert compute("wer", HYPS, REFS) == compute("wer", HYPS, REFS, concatenate_texts=True) == jiwer.wer(REFS, HYPS)
    assert compute("cer", HYPS, REFS) == jiwer.cer(REFS, HYPS)
    scorer = RougeScorer(["rouge1", "rougeLsum"], use_stemmer=True)
    every = [scorer.score(ref, hyp)["rougeLsum"].fmeasure for hyp, ref in zip(HYPS, REFS, strict=True)]
    options = {"rouge_types": ["rouge1", "rougeLsum"], "use_stemmer": True}
    assert compute("rouge", HYPS, REFS, use_aggregator=False, **options)["rougeLsum"] == every
    assert compute("rouge", HYPS, REFS, **options)["rougeLsum"] == pytest.approx(sum(every) / len(every), rel=1e-12)
    tokens = [hyp.split() for hyp in HYPS], [[ref.split() for ref in each] for each in BOTH]
    split = {"tokenizer": str.split}
    assert compute("google_bleu", HYPS, BOTH, **split)["google_bleu"] == corpus_gleu(tokens[1], tokens[0])
    nist = compute("nist_mt", HYPS, BOTH, western_lang=False)["nist_mt"]
    assert nist == pytest.approx(corpus_nist(tokens[1], tokens[0]), abs=1e-9)


def test_texts_are_added_in_any_way_and_forgotten_after_scoring():
    expected = compute("chrf", HYPS, BOTH)
    metric = evaluate.load("chrf")
    metric.add(prediction=HYPS[0], reference=BOTH[0])
    metric.add(predictions=HYPS[1], references=BOTH[1])  # evaluate takes these names too
    metric.add_batch(predictions=HYPS[2:9], references=BOTH[2:9])
    assert metric.compute(predictions=HYPS[9:], references=BOTH[9:]) == expected
    with pytest.raises(us.InputError, match="there is nothing to score"):
        metric.compute()


def test_combined_metrics_prefix_the_keys_that_they_share():
    both = evaluate.combine(["sacrebleu", "chrf", "wer"])
    result = both.compute(predictions=KENOBI, references=KENOBI)
    assert {"sacrebleu_score", "chrf_score", "wer", "bp", "beta"} <= set(result) and "score" not in result
    twice = evaluate.combine(["rouge", evaluate.load("rouge")]).compute(predictions=KENOBI, references=KENOBI)
    assert {"rouge_0_rouge1", "rouge_1_rouge1"} <= set(twice)
    named = evaluate.combine({"a": "bleu"}, force_prefix=True)
    named.add_batch(predictions=KENOBI, references=KENOBI)
    named.add(KENOBI[0], KENOBI[0])
    assert named.compute()["a_bleu"] == 1.0


def test_what_is_said_about_files_is_taken_and_not_needed(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    metric = evaluate.load("evaluate-metric/wer", experiment_id="x", cache_dir=str(tmp_path), keep_in_memory=True)
    assert (metric.name, metric.compute(predictions=["a"], references=["a"])) == ("wer", 0.0)
    assert evaluate.load("metrics/wer/wer.py").name == "wer"
    assert list(tmp_path.iterdir()) == []
    assert metric.features["references"] == "string" and "jiwer" in metric.description
    assert "concatenate_texts" in metric.inputs_description
    assert set(evaluate.list_evaluation_modules()) >= {"bleu", "sacrebleu", "rouge"}


def test_character_prints_what_its_documentation_prints():
    preds = ["this week the saudis denied information published in the new york times", "this is in fact an estimate"]
    refs = ["saudi arabia denied this week information published in the american new york times"]
    assert compute("character", preds[:1], refs) == {"cer_score": pytest.approx(0.36619718309859156, abs=1e-15)}
    both = compute("character", preds, [*refs, "this is actually an estimate"], aggregate="sum", return_all_scores=True)
    assert both["cer_score"] == pytest.approx(0.6254564423578508, abs=1e-15)
    assert both["cer_scores"] == pytest.approx([0.36619718309859156, 0.25925925925925924], abs=1e-15)


def test_character_equals_the_package_that_its_script_calls():
    theirs = calculate_cer_corpus([hyp.split() for hyp in HYPS], [ref.split() for ref in REFS])
    for aggregate in ("mean", "median"):
        ours = compute("character", HYPS, REFS, aggregate=aggregate)
        assert ours == {"cer_score": pytest.approx(theirs[aggregate], abs=1e-12)}


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: evaluate.load("blue"), "unknown metric of evaluate 'blue'.*did you mean 'bleu'"),
        (lambda: evaluate.load("charcut_mt"), "'charcut_mt' of evaluate is not offered: it is CharCut"),
        (lambda: compute("character", ["a"], ["a"], aggregate="max"), "unknown aggregate 'max'; choose mean"),
        (lambda: evaluate.load("bleu", num_process=2), "num_process is 2.*gather the texts"),
        (lambda: evaluate.load("bleu", cachedir=""), "unknown argument of load 'cachedir'"),
        (lambda: compute("bleu", "a cat", ["a cat"]), "predictions is the bare string 'a cat'"),
        (lambda: compute("bleu", ["a", "b"], ["a"]), "2 predictions but references for 1"),
        (lambda: compute("wer", ["a"], [["a"]]), "reference 1 is list.*wer takes a string"),
        (lambda: compute("bleu", [None], ["a"]), "prediction 1 is NoneType"),
        (lambda: compute("bleu", ["a"], [[]]), "give a list of at least one string"),
        (lambda: compute("bleu", ["a", "b"], ["a", ["b"]]), "give all in one form"),
        (lambda: compute("bleu", ["a"], None), "references missing"),
        (lambda: compute("sacrebleu", ["a", "b"], [["a"], ["b", "c"]]), "requires the same number of references"),
        (lambda: compute("bleu", ["a"], ["a"], smoothing=True), "unknown argument of bleu 'smoothing'"),
        (lambda: compute("bleu", [""], ["a"]), "the predictions have no words"),
        (lambda: evaluate.load("wer").add(prediction="a", refs="a"), "unknown input of wer 'refs'"),
    ],
)
def test_wrong_shapes_and_names_are_refused_with_the_remedy(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_installed_under_the_peers_name_without_numpy_at_import():
    program = (
        "import sys\nfrom understudy import compat\ncompat.install('evaluate')\nimport evaluate\n"
        "assert 'numpy' not in sys.modules and 'datasets' not in sys.modules\n"
        "print(evaluate.load('wer').compute(predictions=['a'], references=['a']), evaluate.__version__)"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (run.stdout, run.stderr) == ("0.0 0.4.6\n", "")
