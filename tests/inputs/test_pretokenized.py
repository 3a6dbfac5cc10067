"""Text that is given as tokens: the same numbers as the same tokens read from text, in every way to score."""

from __future__ import annotations

import gc
import pickle
import sys

import hypothesis.strategies as st
import nltk.translate.bleu_score
import numpy as np
import pytest
from hypothesis import given
from strategies import corpora

import understudy as us
from understudy.metrics import CONTENTS, make_metric
from understudy.scoring.evaluate import named_metrics
from understudy.sharding.accumulator import add_totals
from understudy.sharding.shards import Counting, add_surveys, survey

HYPS = [["the", "cat", "sat", "on", "the", "mat"], ["a", "dog", "ran", "home", "today"], []]
REFS = [
    [["the", "cat", "sat", "on", "a", "mat"], ["there", "sat", "the", "cat"]],
    [["a", "dog", "ran", "away", "today"]],
    [["nothing"]],
]


def joined(nested):
    return " ".join(nested) if not nested or isinstance(nested[0], str) else list(map(joined, nested))


def many(texts, times=700):
    """Enough segments for several chunks and threads, not all alike."""
    return [_with(each, str(i)) for i in range(times) for each in texts]


def _with(nested, token):
    return [*nested, token] if not nested or isinstance(nested[0], str) else [_with(each, token) for each in nested]


tokens = st.lists(st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=3), min_size=4, max_size=8)


@given(st.lists(st.tuples(tokens, st.lists(tokens, min_size=1, max_size=3)), min_size=1, max_size=4))
def test_bleu_of_tokens_is_that_of_nltk_whatever_the_tokens_hold(pairs):
    hyps, refs = [hyp for hyp, _ in pairs], [each for _, each in pairs]
    theirs = nltk.translate.bleu_score.corpus_bleu(refs, hyps, smoothing_function=lambda p_n, **_: _positive(p_n))
    ours = us.bleu(us.Tokens(hyps), us.Tokens(refs), smoothing="none")
    assert ours.fraction == pytest.approx(theirs, abs=1e-12)


def _positive(precisions):
    return precisions if all(precision.numerator for precision in precisions) else [sys.float_info.min] * 4


@given(corpora)
def test_tokens_count_like_text_with_spaces_between_them(corpus):
    hyps, refs = [hyp.split() for hyp in corpus[0]], [[ref.split() for ref in each] for each in corpus[1]]
    ours = us.score(us.Tokens(hyps), us.Tokens(refs), ["bleu", "wer", "ter", "chrf", "cer", "meteor"])
    text = [joined(hyps), [[joined(ref) for ref in each] for each in refs]]
    theirs = us.score(*text, ["bleu:tokenizer=none", "wer", "ter", "chrf", "cer", "meteor"])
    for name, result in theirs.items():
        assert (ours[name].require_stats().rows == result.require_stats().rows).all(), name


def test_the_signature_says_so_and_asks_for_the_same_score_again():
    result = us.bleu(us.Tokens(HYPS), us.Tokens(REFS))
    assert "tokenizer=pretokenized" in result.signature
    again = us.score(us.Tokens(HYPS), us.Tokens(REFS), result.signature)["bleu"]
    assert (again.score, again.signature) == (result.score, result.signature)


def test_a_token_may_hold_anything():
    assert us.wer(us.Tokens([["New York", "", "is\tbig"]]), us.Tokens([["New York", "", "is\tbig"]])).parts["hits"] == 3


def test_lower_case_and_normalization_are_as_set():
    hyps, refs = us.Tokens([["THE", "caf\u00e9"]]), us.Tokens([["the", "cafe\u0301"]])
    assert us.wer(hyps, refs).score == 100
    assert us.wer(hyps, refs, lowercase="yes").score == 50
    assert us.wer(hyps, refs, lowercase="yes", normalization="NFC").score == 0


# System B has the segments of A in another order.
@pytest.mark.filterwarnings("ignore::understudy.errors.CorpusWarning")
@pytest.mark.parametrize("threads", [1, 3])
def test_chunks_threads_and_systems_count_the_same_rows(threads):
    hyps, refs = many(HYPS), many(REFS)
    metrics = ["bleu", "nist", "wer", "bleu:lowercase=yes,order=2", "chrf"]
    plain = ["bleu:tokenizer=none", "nist:tokenizer=none", "wer", "bleu:lowercase=yes,order=2,tokenizer=none", "chrf"]
    systems = {"A": us.Tokens(hyps), "B": us.Tokens(hyps[::-1])}
    ours = us.evaluate(systems, us.Tokens(refs), metrics, threads=threads)
    texts = {"A": list(map(joined, hyps)), "B": list(map(joined, hyps[::-1]))}
    theirs = us.evaluate(texts, list(map(joined, refs)), plain)
    for system in texts:
        for mine, other in zip(ours[system].values(), theirs[system].values(), strict=True):
            assert (mine.require_stats().rows == other.require_stats().rows).all()


@pytest.mark.filterwarnings("ignore::understudy.errors.CorpusWarning")
def test_compare_finds_the_same_difference():
    hyps, others, refs = HYPS * 20, HYPS[::-1] * 20, REFS * 20
    ours = us.compare({"A": us.Tokens(hyps), "B": us.Tokens(others)}, us.Tokens(refs), "wer")
    theirs = us.compare({"A": list(map(joined, hyps)), "B": list(map(joined, others))}, list(map(joined, refs)), "wer")
    assert ours["wer"]["B"].p == theirs["wer"]["B"].p


def test_running_scores_add_batches_of_tokens_and_refuse_text_beside_them():
    running = us.Running(["bleu", "chrf"])
    for hyp, ref in zip(HYPS, REFS, strict=True):
        running.update(us.Tokens([hyp]), us.Tokens([ref]))
    whole = us.score(us.Tokens(HYPS), us.Tokens(REFS), ["bleu", "chrf"])
    restored = us.Running.from_dict(running.to_dict())
    assert {name: each.score for name, each in whole.items()} == {
        name: each.score for name, each in restored.compute().items()
    }
    with pytest.raises(us.InputError, match="different metrics"):
        running.update(["a cat"], ["a cat"])


def test_shards_of_tokens_add_up_to_the_whole():
    metrics = named_metrics(["bleu:tokenizer=pretokenized", "nist:tokenizer=pretokenized"])
    surveys = add_surveys(survey(metrics, us.Tokens([ref])) for ref in REFS)
    counting = Counting(metrics, surveys)
    shards = [counting.totals(us.Tokens([hyp]), us.Tokens([ref])) for hyp, ref in zip(HYPS, REFS, strict=True)]
    whole = us.score(us.Tokens(HYPS), us.Tokens(REFS), ["bleu", "nist"])
    assert add_totals(shards)["nist"].parts() == whole["nist"].parts
    with pytest.raises(us.InputError, match="surveys are of text"):
        of_text = named_metrics("nist")
        Counting(of_text, survey(of_text, ["a cat"])).totals(us.Tokens(HYPS), us.Tokens(REFS))


def test_alignments_are_made_of_tokens():
    (found,) = us.alignments(us.Tokens([["New York", "is"]]), us.Tokens([[["York", "is"], ["New York", "was"]]]))
    assert [(step.kind, step.ref, step.hyp) for step in found.steps] == [
        ("substitution", "York", "New York"),
        ("hit", "is", "is"),
    ]


def test_python_is_not_called_for_each_segment():
    def calls(times):
        hyps, refs = us.Tokens(HYPS[:2] * times), us.Tokens([["the", "cat"], ["a", "dog"]] * times)
        events = []
        gc.disable()  # what other tests left would be counted when it is collected
        sys.setprofile(lambda frame, event, argument: events.append(event))
        try:
            us.score(hyps, refs, ["bleu:lowercase=yes", "wer"])
        finally:
            sys.setprofile(None)
            gc.enable()
        return len(events)

    calls(1)
    assert calls(200) == calls(2)


def test_tokens_are_values():
    one, same, other = us.Tokens(REFS), us.Tokens([[tuple(ref) for ref in each] for each in REFS]), us.Tokens(HYPS)
    assert one == same and hash(one) == hash(same) and one != other
    assert pickle.loads(pickle.dumps(one)) == one and one.to_list() == REFS
    assert (len(one), len(other)) == (3, 3)
    assert repr(us.Tokens([["a"]])) == "Tokens([['a']])"


def test_changes_of_the_lists_change_nothing():
    lists = [["a", "cat"]]
    tokens = us.Tokens(lists)
    lists[0].append("x")
    assert tokens.to_list() == [["a", "cat"]]


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ("the cat", "the tokens are str, 'the cat'; give a list with a list of tokens per segment"),
        ({"a": 1}, "the tokens are dict"),
        (3, "the tokens are int"),
        (["the cat"], "segment 1 of the tokens is not a list of tokens but str: 'the cat'; give a list of strings"),
        ([["a"], None], "segment 2 of the tokens is not a list of tokens but NoneType"),
        ([["a"], ["b", 3]], "a token of segment 2 of the tokens is not a string but int: 3"),
        ([["a"], [["b"]]], "a token of a reference of segment 1 is not a string|is not a list of tokens but str: 'a'"),
        ([[["a"]], []], "segment 2 has no reference, got"),
    ],
)
def test_what_is_no_list_of_tokens_is_refused(wrong, message):
    with pytest.raises(us.InputError, match=message):
        us.Tokens(wrong)


def test_tokens_beside_text_are_refused():
    with pytest.raises(us.InputError, match="the hypotheses of 'A' are tokens but the references are text"):
        us.evaluate({"A": us.Tokens(HYPS)}, list(map(joined, REFS)))
    with pytest.raises(us.InputError, match="the hypotheses are text but the references are tokens"):
        us.chrf(list(map(joined, HYPS)), us.Tokens(REFS))
    with pytest.raises(us.InputError, match="as for references; give one list of tokens each"):
        us.bleu(us.Tokens(REFS), us.Tokens(REFS))
    with pytest.raises(us.InputError, match="there are 2 hypotheses but references for 3 segments"):
        us.bleu(us.Tokens(HYPS[:2]), us.Tokens(REFS))
    with pytest.raises(us.InputError, match="are Tokens, but text is needed here"):
        us.explanations(us.Tokens(HYPS), list(map(joined, REFS)))


@pytest.mark.parametrize("name", [name for name in CONTENTS if make_metric(name).for_tokens.reading.pretokenized])
def test_text_is_refused_where_tokens_are_asked_for(name):
    metric = make_metric(name).for_tokens
    with pytest.raises(us.InputError, match="tokenizer=pretokenized takes tokens, but this is text"):
        metric.stats(["a cat"], ["a cat"])


def test_settings_that_need_the_text_are_refused():
    with pytest.raises(us.SettingError, match="steps=lower rewrites text before it is tokenized"):
        us.wer(us.Tokens(HYPS), us.Tokens(REFS), steps="lower")
    with pytest.raises(us.SettingError, match="is asked for twice"):
        us.score(us.Tokens(HYPS), us.Tokens(REFS), ["bleu", "bleu:tokenizer=intl"])


def test_a_lone_surrogate_is_told_by_its_segment_behind_any_chunk():
    hyps = many(HYPS)
    hyps[2000] = ["\ud800"]
    with pytest.raises(us.InputError, match="a token of segment 2001 of the tokens holds a lone surrogate"):
        us.bleu(us.Tokens(hyps), us.Tokens(many(REFS)), threads=2)


def test_rows_of_tokens_are_numbers_of_their_own():
    rows = us.wer(us.Tokens([["b", "a"], ["a"]]), us.Tokens([["a", "b"], ["a"]])).require_stats().rows
    assert np.array_equal(rows[:, :4], [[1, 0, 1, 1], [1, 0, 0, 0]])


def test_lists_of_other_classes_are_asked_for_their_items():
    class Doubled(list):
        def __iter__(self):
            return iter([*list.__iter__(self)] * 2)

        def __len__(self):
            return 99

    assert us.Tokens([Doubled(["a", "b"])]).to_list() == [["a", "b", "a", "b"]]


def test_a_list_that_grows_shorter_while_it_is_read_is_an_error():
    victim = ["a"] * 5

    class Emptying(list):
        def __iter__(self):
            victim.clear()
            return iter(["b"])

    with pytest.raises(IndexError):
        us.Tokens([victim, Emptying()])
