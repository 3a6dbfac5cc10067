"""One segment by itself: the numbers, refusals and warnings of a corpus of one."""

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import texts

import understudy as us
from understudy import _core
from understudy.contract.result import Result
from understudy.errors import LanguageWarning
from understudy.inputs.texts import texts as native
from understudy.metrics.error_rates.metric import WER
from understudy.scoring.segment import segment_stats

METRICS = ["bleu", "chrf", "chrf++", "ter", "wer", "cer", "rouge2", "rougeL", "gleu", "hlepor", "nlepor", "meteor"]


@pytest.mark.parametrize("name", METRICS)
@given(hyp=texts, refs=st.lists(texts, min_size=1, max_size=3), others=texts)
def test_a_segment_scores_the_same_alone_and_in_a_corpus(name, hyp, refs, others):
    metric = getattr(us, name)
    segments = metric([hyp, others], [refs, [others]]).segments
    assert metric.sentence(hyp, refs).score == segments[0]
    assert metric.sentence(hyp, tuple(refs)).parts["score"] == segments[0]
    if len(refs) == 1:
        assert metric.sentence(hyp, refs[0]).score == segments[0]


@pytest.mark.parametrize(
    "refs", [None, 3, b"a", [], (), [None], [3], "a \ud800", ["a", "\udfff b"], ["a", b"b"], {"a": 1}, {"a"}, [["a"]]]
)
def test_references_are_refused_with_the_message_of_a_corpus_of_one(refs):
    with pytest.raises(us.InputError) as corpus:
        us.wer(["a"], [refs])
    with pytest.raises(us.InputError) as alone:
        us.wer.sentence("a", refs)
    assert str(alone.value) == str(corpus.value)


def test_a_hypothesis_with_a_lone_surrogate_is_refused():
    with pytest.raises(us.InputError, match="segment 1 of the hypotheses holds a lone surrogate"):
        us.wer.sentence("a \ud800", "a b")


def test_a_missing_reference_is_left_out():
    assert us.wer.sentence("a b c d", [None, "a b c x"]).score == 25


def test_a_script_without_spaces_is_warned_of_at_the_line_of_the_caller():
    with pytest.warns(LanguageWarning, match="mostly Chinese") as warned:
        us.bleu.sentence("今天天气很好", ["今天天气很好，我们去公园。"])
    assert warned[0].filename == __file__


def test_a_formula_of_ones_own_is_not_bypassed():
    @dataclass(frozen=True)
    class Halved(WER):
        def score(self, totals):
            parts = super().score(totals)
            return parts | {"score": parts["score"] / 2}

    stats = segment_stats(Halved(), "a b c d", "a b c x")
    assert Result(stats).score == Result(stats).parts["score"] == 12.5
    assert stats.segment_scores().tolist() == [12.5]


@given(hyp=texts, refs=st.lists(texts, min_size=1, max_size=3), lines=st.booleans())
@pytest.mark.parametrize("tokenizer", ["13a", "words", "letters", "meteor-en"])
def test_one_native_call_reads_what_two_do(tokenizer, hyp, refs, lines):
    hyps, references, words = native([hyp], "h"), native(refs, "r"), _core.Vocabulary()
    apart = [_core.encode(each, tokenizer, "yes", words, lines=lines) for each in (references, hyps)]
    together = _core.encode_segment(hyps, references, tokenizer, "yes", lines)
    for one, two in zip(together, reversed(apart), strict=True):
        assert one.ids.tolist() == two.ids.tolist()
        assert one.offsets.tolist() == two.offsets.tolist()
        assert one.total == len(one.ids)
    assert together[0].vocabulary.words() == words.words()
