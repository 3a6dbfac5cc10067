"""CIDEr-D against pycocoevalcap, live; CIDEr against the formula."""

import math
import pickle
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pycocoevalcap.cider.cider import Cider
from strategies import corpora, repetitive

import understudy as us
from understudy.contract.metric import Bound
from understudy.inputs.texts import references, texts
from understudy.metrics.cider.metric import CIDEr, CIDErD, document_counts
from understudy.metrics.shared.information import TableSurvey
from understudy.testing import HYPOTHESES, REFERENCES, check_metric
from understudy.tokens import TokenTable

close = pytest.approx
# Of repetitive words, so that much is in common.
captions = st.lists(st.tuples(repetitive, st.lists(repetitive, min_size=1, max_size=3)), min_size=2, max_size=6)


def compare_with_pycocoevalcap(hyps, refs, sigma=6.0):
    if not any(ref.split() for each in refs for ref in each):
        return  # it looks for the largest of no counts
    by_number = {i: list(each) for i, each in enumerate(refs)}
    theirs, segments = Cider(sigma=sigma).compute_score(by_number, {i: [hyp] for i, hyp in enumerate(hyps)})
    ours = us.ciderD(hyps, refs, tokenizer="none", lowercase=False, sigma=sigma)
    assert ours.score == close(float(theirs), abs=1e-12)
    assert ours.segments == close(np.array(segments), abs=1e-12)


@given(corpus=corpora)
def test_cider_d_equals_pycocoevalcap_on_any_text(corpus):
    compare_with_pycocoevalcap(*corpus)


@given(pairs=captions, sigma=st.sampled_from([1.0, 6.0, 20.0]))
def test_cider_d_equals_pycocoevalcap_on_captions(pairs, sigma):
    compare_with_pycocoevalcap([hyp for hyp, _ in pairs], [refs for _, refs in pairs], sigma)


@pytest.mark.parametrize("system", ["strong", "medium", "weak"])
def test_shipped_examples_equal_pycocoevalcap(examples, system):
    compare_with_pycocoevalcap(examples[system], list(zip(examples["reference1"], examples["reference2"], strict=True)))


def test_cider_worked_by_hand():
    # Of four segments, one has "cat" and all have "a": ln 4 and 0. Repetition makes the vector longer but no less like.
    hyps, refs = ["a cat cat", "a", "a", "a"], ["a cat", "a dog", "a cow", "a pig"]
    plain = us.cider(hyps, refs, order=1)
    assert plain.segments.tolist() == [10, 0, 0, 0]
    clipped = us.ciderD(hyps, refs, order=1)
    assert clipped.segments == close(np.array([10 * math.exp(-1 / 72) / 2, 0, 0, 0]))
    assert clipped.parts["score_1"] == close(clipped.score)
    # "cat cat" is in no reference, so that it weighs as much as what is in one: ln 4 beside the ln 4 of "a cat".
    assert us.cider(hyps, refs, order=2).stats.rows.shape == (4, 7)
    assert us.cider(hyps, refs, order=2).parts["score_2"] == close(10 / math.sqrt(2) / 4)


def test_a_copy_scores_10_and_a_lone_segment_0():
    lines = ["the cat sat on the mat", "a dog ran away from me", "two clever boys sat in two chairs"]
    for metric in (us.cider, us.ciderD):
        assert metric(lines, lines).segments == close(np.array([10.0] * 3))
        assert metric(lines, lines).segments.max() <= 10
        assert metric(lines, lines).fraction == close(1)
        assert metric.sentence(lines[0], lines[0]).score == 0


# --- Surveys --------------------------------------------------------------------------------------------------------


def test_documents_are_counted_once_each():
    bound = CIDEr(order=2).bind([["a b a", "a"], ["b", "a"], ["c"]])
    assert bound.survey.counts == Counter({(): 3, ("a",): 2, ("b",): 2, ("c",): 1, ("a", "b"): 1, ("b", "a"): 1})
    assert document_counts([[["a", "b", "a"], ["a"]], [["b"], ["a"]], [["c"]]], 2) == bound.survey.counts


@given(corpus=corpora)
def test_surveys_of_parts_add_up_to_that_of_the_whole(corpus):
    metric, refs = CIDErD(), corpus[1]
    whole = metric.bind(refs)
    parts = [Bound.to(metric, references([each]), whole.table).survey for each in refs]
    total = parts[0]
    for part in parts[1:]:
        total = total + part
    assert total.counts == whole.survey.counts == sum((part.counts for part in parts), Counter())
    elsewhere = pickle.loads(pickle.dumps(total.counts))
    ours, theirs = whole.stats(corpus[0]), metric.bind(refs, documents=elsewhere).stats(corpus[0])
    assert ours.rows.tolist() == theirs.rows.tolist()


def test_documents_of_another_corpus_can_be_given():
    hyps, refs = ["a cat", "the dog"], ["a cat", "the dog ran"]
    more = [*([ref] for ref in refs), ["a cow"], ["the pig ran"]]
    bound = CIDErD().bind(refs, documents=more)
    assert bound.counts == "1+documents"
    same = CIDErD().bind(refs, documents=document_counts([[text.split() for text in each] for each in more], 4))
    assert bound.stats(hyps).rows.tolist() == same.stats(hyps).rows.tolist()
    alone = CIDErD().bind(["a cat"], documents=more).stats(["a cat"]).segment_scores()
    assert alone.tolist() == bound.stats(hyps).segment_scores()[:1].tolist()
    assert alone[0] > 0


def test_large_surveys_count_alike_on_any_number_of_threads():
    words = np.random.default_rng(6).zipf(1.3, size=(8000, 13)) % 500  # enough for several threads and parts
    lines = [" ".join(map(str, line)) for line in words.tolist()]
    refs = [[lines[i], lines[i + 1]] for i in range(0, len(lines), 2)]
    expected = document_counts([[text.split() for text in each] for each in refs], 3)
    metric = CIDEr(order=3, tokenizer="none", lowercase="no")
    for threads in (1, 2, 3):
        assert metric.bind(refs, threads=threads).survey.counts == expected


def test_surveys_of_other_tables_are_refused():
    one, other = (TokenTable(CIDEr().reading).add(texts(["a b"], "texts")) for _ in range(2))
    starts = references(["a b"]).starts
    metric = CIDEr()
    surveys = [metric.survey(type(metric.bind(["a"]).refs)(each, starts)) for each in (one, other)]
    with pytest.raises(us.InputError, match="different token tables"):
        _ = surveys[0] + surveys[1]
    with pytest.raises(ValueError, match="does not belong to the same token table"):
        metric.rows(one, type(metric.bind(["a"]).refs)(one, starts), surveys[1])
    with pytest.raises(us.InputError, match="stands -1 times"):
        TableSurvey.of(Counter({(): 1, ("a",): -1}), 4, one.vocabulary)


# --- Laws and refusals ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("cls", [CIDEr, CIDErD])
@pytest.mark.parametrize(
    "settings",
    [{}, {"order": 1}, {"order": 9, "tokenizer": "char"}, {"tokenizer": str.split, "lowercase": False}],
    ids=str,
)
def test_cider_keeps_the_laws(cls, settings):
    check_metric(cls(**settings))


def test_cider_keeps_the_laws_on_few_segments():
    for cls in (CIDEr, CIDErD):
        check_metric(cls(), ["a cat"], ["a cat sat here"])
        check_metric(cls(), [""], [[""]])
        check_metric(cls(), HYPOTHESES[:2], REFERENCES[:2])


@given(corpus=corpora, order=st.integers(1, 6), cls=st.sampled_from([CIDEr, CIDErD]))
def test_fast_equals_readable_on_any_text(corpus, order, cls):
    metric = cls(order=order)
    bound = metric.bind(corpus[1])
    tokens = bound.table.add(texts(corpus[0], "hypotheses"))
    rows = bound.count(tokens).rows
    for i in range(len(rows)):
        assert metric.row(tokens.words(i), bound.refs.words(i), bound.survey) == rows[i].tolist()


def test_wrong_settings_are_refused():
    for order in (0, 65, 1.5, True):
        with pytest.raises(us.SettingError, match="order must be a whole number from 1 to 64"):
            us.cider(["a"], ["a"], order=order)
    for sigma in (0, -1, "six", float("nan")):
        with pytest.raises(us.SettingError, match="sigma must be a number from 0.001 to 1,000,000,000, got"):
            us.ciderD(["a"], ["a"], sigma=sigma)
    with pytest.raises(us.SettingError, match="unknown setting of cider 'sigma'"):
        us.cider(["a"], ["a"], sigma=6)
