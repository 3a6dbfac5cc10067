"""compat.nltk against NLTK itself, live."""

from __future__ import annotations

import math
import sys

import nltk
import pytest
from hypothesis import given
from hypothesis import strategies as st
from nltk.translate import bleu_score as their_bleu
from nltk.translate import chrf_score as their_chrf
from nltk.translate import gleu_score as their_gleu
from strategies import single_corpora

import understudy as us
from understudy.compat import nltk as ours
from understudy.compat.nltk.translate import bleu_score, chrf_score, gleu_score

EVEN = (0.25, 0.25, 0.25, 0.25)
WEIGHTS = [EVEN, (1,), (0.5, 0.5), (0.2,) * 5, (0.1, 0.4), [(1,), (0.5, 0.5)], [EVEN, (0.5, 0.3, 0.2)]]
tokens = st.lists(st.sampled_from([*"abcd", "a b", "é", 1, 2]), max_size=9)
corpora = st.lists(st.tuples(tokens, st.lists(tokens, min_size=1, max_size=3)), min_size=1, max_size=4)


def same(mine, other):
    pairs = zip(mine, other, strict=True) if isinstance(other, list) else [(mine, other)]
    return all(math.isclose(one, two, rel_tol=1e-12, abs_tol=1e-300) for one, two in pairs)


def outcome(call):
    """What a call gives, or how it fails: some methods need a third order, or a match of it."""
    try:
        return call()
    except (AssertionError, IndexError) as error:
        return AssertionError if isinstance(error, AssertionError) else IndexError


@pytest.mark.parametrize("method", [None, *(f"method{i}" for i in range(8))])
@pytest.mark.filterwarnings("ignore::UserWarning")
@given(pairs=corpora, weights=st.sampled_from(WEIGHTS), reweigh=st.booleans())
def test_bleu_equals_nltk_with_all_smoothing_functions_and_weights(method, pairs, weights, reweigh):
    hyps, refs = [hyp for hyp, _ in pairs], [each for _, each in pairs]

    def score(module):
        smoothing = method and getattr(module.SmoothingFunction(epsilon=0.2, alpha=4, k=3), method)
        return outcome(lambda: module.corpus_bleu(refs, hyps, weights, smoothing, reweigh))

    mine, other = score(bleu_score), score(their_bleu)
    assert mine is other or same(mine, other)


@given(pairs=corpora)
def test_parts_of_bleu_equal_nltk(pairs):
    hyp, refs = pairs[0]
    for n in range(1, 6):
        mine, other = (module.modified_precision(refs, hyp, n) for module in (bleu_score, their_bleu))
        assert (mine.numerator, mine.denominator) == (other.numerator, other.denominator)
        assert float(mine) == float(other)
    closest = bleu_score.closest_ref_length(refs, len(hyp))
    assert closest == their_bleu.closest_ref_length(refs, len(hyp))
    assert bleu_score.brevity_penalty(closest, len(hyp)) == their_bleu.brevity_penalty(closest, len(hyp))


@given(pairs=corpora, lengths=st.sampled_from([(1, 4), (2, 3), (1, 1), (3, 6)]))
def test_gleu_equals_nltk(pairs, lengths):
    hyps, refs = [hyp for hyp, _ in pairs], [each for _, each in pairs]
    assert gleu_score.corpus_gleu(refs, hyps, *lengths) == their_gleu.corpus_gleu(refs, hyps, *lengths)
    assert gleu_score.sentence_gleu(refs[0], hyps[0]) == their_gleu.sentence_gleu(refs[0], hyps[0])


@given(corpus=single_corpora, lengths=st.sampled_from([(1, 6), (2, 3)]), ignore=st.booleans())
def test_chrf_equals_nltk_on_any_text(corpus, lengths, ignore):
    # NLTK takes U+001C to U+001F for letters.
    hyps, refs = ([text.translate(dict.fromkeys(range(0x1C, 0x20))) for text in each] for each in corpus)
    for beta in (3.0, 1.0):
        arguments = refs, [hyps[0].split(" "), *hyps[1:]], *lengths, beta, ignore
        assert chrf_score.corpus_chrf(*arguments) == their_chrf.corpus_chrf(*arguments)
    assert chrf_score.sentence_chrf(refs[0], hyps[0]) == their_chrf.sentence_chrf(refs[0], hyps[0])


def test_an_order_without_a_match_warns_as_in_nltk():
    for module in (bleu_score, their_bleu):
        with pytest.warns(UserWarning) as warned:
            assert module.sentence_bleu([["a", "b", "c", "d"]], ["a", "b", "d", "c"]) < 1e-50
        orders = [str(each.message).splitlines()[1] for each in warned]
        assert orders == [f"The hypothesis contains 0 counts of {n}-gram overlaps." for n in (3, 4)]


def test_a_smoothing_function_of_ones_own_gets_what_nltk_gives_it():
    gathered = []

    def keep(p_n, references, hypothesis, hyp_len):
        gathered.append(([(p.numerator, p.denominator) for p in p_n], references, hypothesis, hyp_len))
        return [0.5] * len(p_n)

    refs, hyps = [[["a", "b"]], [["c"], ["c", "d"]]], [["a", "b"], ["c", "e"]]
    scores = [module.corpus_bleu(refs, hyps, smoothing_function=keep) for module in (bleu_score, their_bleu)]
    assert scores[0] == pytest.approx(scores[1], rel=1e-12) and gathered[0] == gathered[1]


def test_no_segments_are_refused():
    with pytest.raises(us.InputError, match="there are no segments to score"):
        bleu_score.corpus_bleu([], [])
    assert gleu_score.corpus_gleu([], []) == their_gleu.corpus_gleu([], []) == 0


def test_no_match_and_an_empty_hypothesis_are_0_as_in_nltk():
    for module in (bleu_score, their_bleu):
        assert module.sentence_bleu([["a"]], ["b"]) == 0
        assert module.sentence_bleu([["a"]], [], weights=[(1,), (0.5, 0.5)]) == [0, 0]


@pytest.mark.parametrize(
    "call",
    [
        lambda m: m.translate.bleu_score.corpus_bleu([[["a"]]], []),
        lambda m: m.translate.gleu_score.corpus_gleu([[["a"]]], []),
        lambda m: m.translate.chrf_score.corpus_chrf(["a"], []),
    ],
)
def test_unequal_lengths_are_asserted_against_as_in_nltk(call):
    with pytest.raises(AssertionError):
        call(nltk)
    with pytest.raises(AssertionError, match="there are 0 hypotheses but .* references first"):
        call(ours)


@pytest.mark.parametrize(
    ("references", "hypothesis"), [(["a cat"], ["a", "cat"]), ([["a", "cat"]], "a cat"), ("a cat", ["a", "cat"])]
)
def test_bare_strings_which_nltk_scores_by_letters_are_refused(references, hypothesis):
    for score in (bleu_score.sentence_bleu, gleu_score.sentence_gleu):
        with pytest.raises(us.InputError, match="segment 1 has the bare string 'a cat' where a list is due"):
            score(references, hypothesis)


def test_install_replaces_the_modules_that_are_offered():
    with us.compat.install("nltk.translate.bleu_score"):
        from nltk.translate.bleu_score import sentence_bleu
        from nltk.translate.ribes_score import sentence_ribes
    assert sentence_bleu is bleu_score.sentence_bleu
    assert sentence_ribes is sys.modules["nltk.translate.ribes_score"].sentence_ribes


def test_every_public_name_of_the_offered_modules_is_there():
    for module, peer in ((bleu_score, their_bleu), (gleu_score, their_gleu)):
        own = [name for name, value in vars(peer).items() if getattr(value, "__module__", "") == peer.__name__]
        assert [name for name in own if not hasattr(module, name)] == []
    assert ours.translate.bleu is bleu_score.sentence_bleu and ours.translate.chrf is chrf_score.sentence_chrf
    assert ours.translate.gleu is gleu_score.sentence_gleu
