"""NIST against the programs that define it."""

import json
import math
import pickle
from collections import Counter
from dataclasses import replace
from functools import reduce
from operator import add
from pathlib import Path

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from nltk.translate.nist_score import corpus_nist
from strategies import corpora, repetitive, single_corpora

import understudy as us
from understudy import _core
from understudy.contract.metric import Bound
from understudy.inputs.texts import references, texts
from understudy.metrics.nist.metric import NIST
from understudy.metrics.shared.information import TableSurvey, count_ngrams
from understudy.testing import HYPOTHESES, REFERENCES, check_metric
from understudy.tokens import TokenTable

ORACLES = Path(__file__).parents[2] / "oracles"
EDGE_CASES = [json.loads(line) for line in (ORACLES / "edge_cases.jsonl").read_text(encoding="utf-8").splitlines()]
close = pytest.approx
ORDERS = range(1, 10)


# --- mteval on 37 hand-made pairs ---------------------------------------------------------------------------------

MTEVAL = {
    "mteval v13a": {},
    "mteval v13a -c": {"lowercase": False},
    "mteval v13a -c --no-smoothing": {"lowercase": False},
    "mteval v13a -c intl": {"lowercase": False, "tokenizer": "intl"},
}


def as_mteval_reads(text: str) -> str:
    """mteval was given its texts in SGML, escaped; it undoes that itself, as 13a does."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


@pytest.mark.parametrize("case", EDGE_CASES, ids=[case["case"] for case in EDGE_CASES])
def test_nist_equals_mteval_on_edge_cases(case):
    for options, settings in MTEVAL.items():
        printed = case[options]
        escape = as_mteval_reads if "intl" not in options else str
        hyps, refs = [escape(case["hyp"])], [[escape(ref) for ref in case["refs"]]]
        nine = us.nist(hyps, refs, compat="mteval", order=9, **settings)
        if not isinstance(printed, dict) or "NIST" not in printed:  # mteval dies on empty text; ours is 0
            assert nine.score == 0
            continue
        assert us.nist(hyps, refs, compat="mteval", **settings).score == close(printed["NIST"], abs=2e-12), options
        assert [nine.parts[f"individual_{n}"] for n in ORDERS] == close(printed["NIST_ind"], abs=2e-12), options


def test_the_length_is_that_of_the_average_reference():
    # 24 words of references, in which each word of the hypothesis stands twice: log2 12 each. 8 words of 12: a half.
    result = us.nist(["a b c d e f g h"], [["a b c d e f g h", "a b c d e f g h i j k l m n o p"]])
    assert result.score == close(1.792481, abs=5e-7)
    assert result.parts["length_factor"] == close(0.5)
    assert result.parts["information_1"] == close(math.log2(12))
    assert (result.parts["ref_length"], result.parts["hyp_length"]) == (12, 8)


def test_after_the_word_0_mteval_weighs_two_words_as_one():
    hyps, refs = ["0 x", "a b"], ["0 x", "0 0 a b c"]
    ours, theirs = (us.nist(hyps, refs, compat=compat, tokenizer="none").parts for compat in (None, "mteval"))
    # "0 x" stands once, "0" three times, among seven words; "a b" tells nothing.
    assert ours["information_2"] == close(math.log2(3) / 2)
    assert theirs["information_2"] == close(math.log2(7) / 2)
    assert ours["information_1"] == theirs["information_1"]


@given(corpus=corpora)
def test_without_the_word_0_the_mistake_of_mteval_makes_no_difference(corpus):
    assume("0" not in str(corpus))
    assert us.nist(*corpus).parts == us.nist(*corpus, compat="mteval").parts


# --- NLTK, live ---------------------------------------------------------------------------------------------------


def compare_with_nltk(hyps, refs, order):
    try:
        theirs = corpus_nist([[ref.split()] for ref in refs], [hyp.split() for hyp in hyps], order)
    except ZeroDivisionError:  # it divides by the number of n-grams of the longest order, and by that of words
        return
    ours = us.nist(hyps, refs, order=order, tokenizer="none", lowercase=False).score
    assert ours == close(theirs, rel=1e-9, abs=1e-10)


@given(corpus=single_corpora, order=st.integers(1, 6))
def test_nist_with_one_reference_equals_nltk_on_any_text(corpus, order):
    compare_with_nltk(*corpus, order)


@given(pairs=st.lists(st.tuples(repetitive, repetitive), min_size=2, max_size=8), order=st.integers(1, 6))
def test_nist_with_one_reference_equals_nltk_on_repetitive_text(pairs, order):
    compare_with_nltk([hyp for hyp, _ in pairs], [ref for _, ref in pairs], order)


@pytest.mark.parametrize("system", ["strong", "medium", "weak"])
def test_shipped_examples_equal_nltk(examples, system):
    compare_with_nltk(examples[system], examples["reference1"], 5)


# --- Laws ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"order": 1},
        {"order": 9, "compat": "mteval"},
        {"order": 64, "tokenizer": "char"},
        {"tokenizer": "none", "lowercase": False},
        {"tokenizer": "intl", "lowercase": True, "normalization": "NFKC"},
        {"tokenizer": str.split},
    ],
    ids=str,
)
def test_nist_keeps_the_laws(settings):
    check_metric(NIST(**settings))


def test_nist_keeps_the_laws_on_a_corpus_of_one_segment():
    check_metric(NIST(), ["a cat"], ["a cat sat here"])
    check_metric(NIST(), [""], [[""]])
    check_metric(NIST(compat="mteval"), ["0 1 0 0"], [["0 0 1 0", "0 1"]])


@given(corpus=corpora, order=st.integers(1, 7), compat=st.sampled_from([None, "mteval"]))
def test_fast_equals_readable_on_any_text(corpus, order, compat):
    metric = NIST(order=order, compat=compat)
    bound = metric.bind(corpus[1])
    tokens = bound.table.add(texts(corpus[0], "hypotheses"))
    rows = bound.count(tokens).rows
    for i in range(len(rows)):
        assert metric.row(tokens.words(i), bound.refs.words(i), bound.survey) == rows[i].tolist()


@given(corpus=corpora)
def test_scores_are_finite_and_not_negative(corpus):
    result = us.nist(*corpus)
    assert all(math.isfinite(part) and part >= 0 for part in result.parts.values())
    assert np.isfinite(result.segments).all()
    assert (result.segments >= 0).all()
    assert result.score == close(sum(result.parts[f"individual_{n}"] for n in range(1, 6)))


# --- Surveys add up -----------------------------------------------------------------------------------------------

CHUNKS = [slice(0, 7), slice(7, 8), slice(8, 30), slice(30, None)]


@given(corpus=corpora, order=st.integers(1, 6))
def test_a_survey_counts_every_ngram_of_every_reference(corpus, order):
    bound = NIST(order=order).bind(corpus[1])
    words = [ref for i in range(len(bound.refs)) for ref in bound.refs.words(i)]
    assert +bound.survey.counts == count_ngrams(words, order)


def test_surveys_of_chunks_in_one_table_add_up_to_that_of_the_whole():
    metric = NIST()
    whole = metric.bind(REFERENCES)
    chunks = [Bound.to(metric, references(REFERENCES[chunk]), whole.table) for chunk in CHUNKS]
    for order in (chunks, chunks[::-1]):
        survey = reduce(add, (chunk.survey for chunk in order))
        assert survey.counts == whole.survey.counts
        rows = [
            Bound(metric, whole.table, chunk.refs, chunk.counts, survey).stats(HYPOTHESES[part]).rows
            for part, chunk in zip(CHUNKS, chunks, strict=True)
        ]
        assert np.array_equal(np.concatenate(rows), whole.stats(HYPOTHESES).rows)


def test_counts_of_chunks_that_were_read_apart_add_up_to_those_of_the_whole():
    metric = NIST(compat="mteval")
    whole = metric.stats(HYPOTHESES, REFERENCES)
    # What processes would send each other.
    sent = [pickle.dumps(metric.bind(REFERENCES[chunk]).survey.counts) for chunk in CHUNKS]
    counts = sum(map(pickle.loads, sent), Counter())
    totals = [metric.bind(REFERENCES[chunk], information=counts).stats(HYPOTHESES[chunk]).totals() for chunk in CHUNKS]
    added = reduce(add, totals)
    assert added.values.tolist() == whole.totals().values.tolist()
    assert added.parts() == whole.totals().parts()


def test_surveys_of_different_tables_or_orders_are_not_added():
    one, other = (NIST().bind(["a b"]) for _ in range(2))
    with pytest.raises(us.InputError, match="different token tables or orders can't be added; add their .counts"):
        one.survey + other.survey
    shorter = NIST(order=2).survey(one.refs)
    with pytest.raises(us.InputError, match="different token tables or orders"):
        one.survey + shorter


# --- Information of another corpus --------------------------------------------------------------------------------


def test_information_can_come_from_a_larger_corpus():
    metric = NIST(tokenizer="none")
    larger = ["the cat", "the dog", "the the bird sings"]
    result = us.Result(metric.bind(["the cat"], information=larger).stats(["the cat"]))
    # By hand: 8 words, 4 of them "the", one "cat", after one "the" in four.
    assert result.parts["information_1"] == close((1 + 3) / 2)
    assert result.parts["information_2"] == close(2)
    assert "references=1+information" in result.signature
    assert us.make_metric(result.signature) == metric
    own = metric.bind(["the cat"], information=["the cat"]).stats(["the cat"]).totals().parts()
    assert own == us.nist(["the cat"], ["the cat"], tokenizer="none").parts


@pytest.mark.parametrize("long", [0, 70])
def test_an_ngram_that_the_information_corpus_lacks_is_an_error(long):
    refs = ["a", "a b c" + " x" * long]
    with pytest.raises(
        us.InputError, match="the n-gram 'a b' matches a reference but is not in the information corpus"
    ):
        NIST().bind(refs, information=["a", "b c" + " x" * long]).stats(refs)


@pytest.mark.parametrize("counts", [{("a",): 1}, {(): 2, ("a", "b"): 1}, {(): 2, ("a",): 0}, {(): 2, ("a",): 1.5}])
def test_counts_that_no_text_has_are_an_error(counts):
    with pytest.raises(us.InputError, match="give the counts of a survey, survey.counts, or of count_ngrams"):
        NIST().bind(["a"], information=Counter(counts))


@pytest.mark.parametrize("ngram", [("a", 1), "a", 5, ("\ud800",)])
def test_ngrams_that_are_no_tuples_of_words_are_an_error(ngram):
    with pytest.raises(us.InputError, match="an n-gram of the information corpus is a tuple of words, not"):
        NIST().bind(["a"], information=Counter({(): 2, ("a",): 2, ngram: 1}))


def test_counts_may_be_any_mapping():
    counts = count_ngrams([["a", "b", "a"]], 5)
    totals = [
        NIST().bind(["a b"], information=given).stats(["a b"]).totals().values.tolist()
        for given in (counts, dict(counts))
    ]
    assert totals[0] == totals[1]


def test_counts_of_a_higher_order_are_good_for_a_lower_one():
    counts = count_ngrams([["a", "b", "c"]], 9)
    survey = TableSurvey.of(counts, 2, TokenTable(NIST().reading).vocabulary)
    assert survey.counts == count_ngrams([["a", "b", "c"]], 2)


# --- Settings and results -----------------------------------------------------------------------------------------


def test_segment_scores_use_the_information_of_the_corpus():
    hyps, refs = ["the cat", "the dog"], ["the cat", "the dog"]
    result = us.nist(hyps, refs)
    # "the" stands twice among four words, "cat" once; after "the" each is one of two.
    assert result.segments == close([1.5 + 1] * 2)
    assert us.nist.sentence("the cat", "the cat").score == close(1)


def test_nist_is_scored_along_with_bleu():
    scores = us.score(HYPOTHESES, REFERENCES, ["bleu", "nist", "nist:order=2", "nist:lowercase=no"], threads=2)
    assert scores["nist"].score == us.nist(HYPOTHESES, REFERENCES).score
    assert scores["nist"].parts["cumulative_2"] == scores["nist:order=2,tokenizer=13a,lowercase=ascii"].score
    assert (
        scores["nist:order=5,tokenizer=13a,lowercase=no"].score
        == us.nist(HYPOTHESES, REFERENCES, lowercase=False).score
    )


def test_metrics_that_read_alike_read_every_text_once():
    read = Counter()

    def split(text):
        read[text] += 1
        return text.split()

    names = ("bleu", "nist", "wer", "hlepor")
    metrics = [us.make_metric(name, tokenizer=split, lowercase=False) for name in names]
    hyps, refs = ["one hypothesis", "another one"], [["a reference", "its second"], ["of another"]]
    assert list(us.score(hyps, refs, metrics)) == list(names)
    assert read == Counter([*hyps, *refs[0], *refs[1]])


def test_case_is_that_of_mteval():
    assert us.nist(["THE CAT É"], ["the cat é"]).parts["individual_1"] == close(2 * math.log2(3) / 3)
    assert us.nist(["THE CAT É"], ["the cat é"], lowercase=True).score == close(math.log2(3))
    assert us.nist(["THE CAT"], ["the cat"], lowercase=False).score == 0


def test_international_mteval_lowercases_all_of_unicode_as_for_bleu():
    for metric in (us.nist, us.bleu):
        assert metric.settings(compat="mteval", tokenizer="intl").lowercase == "yes"
        assert metric.settings(compat="mteval", tokenizer="intl", lowercase=False).lowercase == "no"
        assert metric.settings(compat="mteval").lowercase == "ascii"
        with pytest.raises(us.SettingError, match="compat decides other settings too"):
            us.make_metric(metric.settings(), compat="mteval")


def test_nist_has_no_fraction():
    with pytest.raises(ValueError, match="NIST has no maximum"):
        us.nist(["a"], ["a"]).fraction  # noqa: B018


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"order": 0}, "order must be a whole number from 1 to 64, got 0"),
        ({"order": True}, "order must be a whole number from 1 to 64, got True"),
        ({"compat": "nltk"}, "unknown compat 'nltk'; choose mteval"),
        ({"tokenizer": "13b"}, "unknown tokenizer '13b'"),
        ({"lowercase": "maybe"}, "unknown lowercase 'maybe'"),
        ({"smoothing": "exp"}, "unknown setting of nist 'smoothing'"),
    ],
)
def test_a_wrong_setting_is_refused_with_advice(settings, message):
    with pytest.raises(us.SettingError, match=message):
        us.nist(["a"], ["a"], **settings)


def test_an_order_in_a_signature_must_be_a_whole_number():
    with pytest.raises(us.SettingError, match=r"order=1\.5 is not a whole number"):
        us.make_metric("nist:order=1.5")


def test_a_survey_of_the_references_also_weighs_others():
    metric = NIST(tokenizer="none")
    whole = metric.bind(REFERENCES)
    part = Bound.to(metric, references(REFERENCES[8:30]), whole.table)
    rows = replace(part, survey=whole.survey).stats(HYPOTHESES[8:30]).rows
    assert rows.tobytes() == whole.stats(HYPOTHESES).rows[8:30].tobytes()


def test_places_are_refused_where_others_are_the_references():
    bound, other = NIST().bind(["a b"]), NIST().bind(["a b c"])
    weights, places = bound.survey.here.information, bound.survey.here.places
    for refs, first, numbers in ((other.refs, 0, weights), (bound.refs, 1, weights), (bound.refs, 0, weights[1:])):
        with pytest.raises(ValueError, match="these are not the references that were surveyed"):
            _core.weigh_places(refs.tokens, refs.tokens, refs.starts, places, first, numbers, 5, 12, 38)


# --- Threads ----------------------------------------------------------------------------------------------------------


def test_large_surveys_count_alike_on_any_number_of_threads():
    words = np.random.default_rng(5).zipf(1.3, size=(8000, 13)) % 500  # enough for several threads and parts
    lines = [" ".join(map(str, line)) for line in words.tolist()]
    metric = NIST(order=3, tokenizer="none", lowercase="no")
    expected = count_ngrams([line.split() for line in lines], metric.order)
    hyps = [" ".join(line.split()[1:]) for line in lines]
    rows = metric.stats(hyps, lines).rows
    for threads in (1, 2, 3):
        bound = metric.bind(lines, threads=threads)
        assert bound.survey.counts == expected
        assert bound.stats(hyps, threads).rows.tobytes() == rows.tobytes()
        assert TableSurvey(_core.survey_ngrams(bound.refs.tokens, metric.order, threads)).counts == expected
    plain = Bound(metric, bound.table, bound.refs, bound.counts, TableSurvey.of(expected, 3, bound.table.vocabulary))
    assert plain.stats(hyps).rows.tobytes() == rows.tobytes()
