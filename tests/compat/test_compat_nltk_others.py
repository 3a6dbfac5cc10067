"""compat.nltk's NIST, RIBES, METEOR and LEPOR against NLTK itself, live."""

from __future__ import annotations

import hashlib
import math
import random
import warnings

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nltk.stem.porter import PorterStemmer
from nltk.translate import lepor as _their_function
from nltk.translate import meteor_score as their_meteor
from nltk.translate import nist_score as their_nist
from nltk.translate import ribes_score as their_ribes

import understudy as us
from understudy.compat.nltk import translate
from understudy.compat.nltk.translate import meteor_score, nist_score, ribes_score
from understudy.lexicon.senses import RULES, senses

their_lepor = __import__("sys").modules["nltk.translate.lepor"]
lepor = __import__("sys").modules["understudy.compat.nltk.translate.lepor"]

words = st.lists(st.sampled_from([*"abcd", "A", "é", "running", "run"]), max_size=12)
full = words.filter(bool)
corpora = st.lists(st.tuples(words, st.lists(full, min_size=1, max_size=3)), min_size=1, max_size=4)


class Names:
    """A WordNet of a few words, for NLTK and for us."""

    def __init__(self, *names):
        self.names = names

    def synsets(self, word):
        return [self] if word in self.names else []

    def lemmas(self):
        return [Name(name) for name in self.names]


class Name:
    def __init__(self, text):
        self.text = text

    def name(self):
        return self.text


@given(pairs=corpora, order=st.integers(1, 5))
def test_nist_equals_nltk_with_any_number_of_references(pairs, order):
    hyps, refs = [hyp for hyp, _ in pairs], [each for _, each in pairs]
    mine = nist_score.corpus_nist(refs, hyps, order)
    if max(map(len, hyps)) < order:  # NLTK divides by zero
        with pytest.raises(ZeroDivisionError):
            their_nist.corpus_nist(refs, hyps, order)
    else:
        assert mine == pytest.approx(their_nist.corpus_nist(refs, hyps, order), rel=1e-9, abs=1e-9)
    if hyps[0]:
        assert nist_score.sentence_nist(refs[0], hyps[0], 1) == pytest.approx(
            their_nist.sentence_nist(refs[0], hyps[0], 1), rel=1e-9, abs=1e-9
        )


def test_nist_length_penalty_equals_nltk():
    for ref, hyp in [(6, 4), (6, 7), (6, 6), (3, 0), (9, 1)]:
        assert nist_score.nist_length_penalty(ref, hyp) == pytest.approx(their_nist.nist_length_penalty(ref, hyp))


def test_an_order_that_no_hypothesis_is_long_enough_for_counts_0():
    assert nist_score.sentence_nist([["a", "b"]], ["a", "b"], 5) == nist_score.sentence_nist(
        [["a", "b"]], ["a", "b"], 2
    )


@settings(max_examples=50)
@given(pairs=corpora, alpha=st.sampled_from([0.25, 1.0]), beta=st.sampled_from([0.1, 2.0]))
def test_ribes_equals_nltk(pairs, alpha, beta):
    hyps, refs = [hyp for hyp, _ in pairs], [each for _, each in pairs]
    mine, other = (module.corpus_ribes(refs, hyps, alpha, beta) for module in (ribes_score, their_ribes))
    assert math.isclose(mine, other, rel_tol=1e-12)
    for hyp, each in pairs:
        ranks = ribes_score.word_rank_alignment(each[0], hyp)
        assert ranks == their_ribes.word_rank_alignment(each[0], hyp)
        assert list(ribes_score.find_increasing_sequences(ranks)) == list(their_ribes.find_increasing_sequences(ranks))
        for normalize in (True, False):
            assert ribes_score.kendall_tau(ranks, normalize) == their_ribes.kendall_tau(ranks, normalize)
            if len(ranks) > 1:
                assert ribes_score.spearman_rho(ranks, normalize) == their_ribes.spearman_rho(ranks, normalize)
        for ngram in (tuple(hyp[:2]), tuple(hyp[1:4]), ("x",)):
            if ngram:
                mine, other = (m.position_of_ngram(ngram, each[0]) for m in (ribes_score, their_ribes))
                assert mine == other


def test_ribes_of_long_texts_equals_nltk(monkeypatch):
    monkeypatch.setattr(ribes_score, "SHORT", 0)
    generator = random.Random(3)
    for _ in range(150):
        hyp, ref = ([generator.choice("abcdef") for _ in range(generator.randint(1, 30))] for _ in range(2))
        assert ribes_score.word_rank_alignment(ref, hyp) == their_ribes.word_rank_alignment(ref, hyp)


def test_ribes_of_two_thousand_repeated_words_is_quick_and_of_more_refused():
    assert their_ribes.word_rank_alignment(["a", "b"] * 10, ["a", "b"] * 10) == [0, 1, 18, 19]
    text = ["a", "b"] * 1000
    assert ribes_score.word_rank_alignment(text, text) == [0, 1, 1998, 1999]
    with pytest.raises(ValueError, match="a text has 2001 words; NLTK's RIBES takes at most 2000"):
        ribes_score.sentence_ribes([text], [*text, "a"])


@given(pairs=corpora, alpha=st.sampled_from([0.9, 0.5]), gamma=st.sampled_from([0.5, 0.2]))
def test_meteor_equals_nltk_with_the_same_wordnet(pairs, alpha, gamma):
    wordnet = Names("a", "b", "run", "c_d", "é")
    for hyp, refs in pairs:
        chosen = {"wordnet": wordnet, "alpha": alpha, "beta": 2.0, "gamma": gamma}
        assert meteor_score.meteor_score(refs, hyp, **chosen) == their_meteor.meteor_score(refs, hyp, **chosen)
        for match in ("exact_match", "stem_match", "align_words", "wordnetsyn_match"):
            arguments = (wordnet,) if match == "wordnetsyn_match" else ()
            keywords = {"wordnet": wordnet} if match == "align_words" else {}
            mine, other = (
                getattr(m, match)(hyp, refs[0], *arguments, **keywords) for m in (meteor_score, their_meteor)
            )
            assert mine == other


def test_meteor_takes_stemmers_and_cases_as_nltk_does():
    ref, hyp = ["The", "Runner", "ran"], ["the", "runners", "Ran"]
    for preprocess in (str.lower, str):
        for stemmer in (PorterStemmer(), PorterStemmer(PorterStemmer.ORIGINAL_ALGORITHM)):
            chosen = {"preprocess": preprocess, "stemmer": stemmer, "wordnet": Names()}
            mine, other = (m.single_meteor_score(ref, hyp, **chosen) for m in (meteor_score, their_meteor))
            assert mine == other


def test_synonyms_are_those_of_nltk_for_all_words_of_wordnet():
    # NLTK 3.10.4's reader of WordNet 3.0, as in the source of wn 0.0.23 with Unix line ends: for every fifth word
    # " ".join(sorted({l.name() for s in wordnet.synsets(word) for l in s.lemmas() if "_" not in l.name()})).
    table = senses()
    listed = {word for some in (table._synsets, table._bases) for part in some.values() for word in part}
    listed |= {word + end for word in sorted(listed)[::23] for end in ("s", "es", "ed", "ing", "er", "est")}
    digest = hashlib.sha256()
    for word in sorted(listed)[::5]:
        names = sorted(name for name in table.synonyms(word) if "_" not in name)
        digest.update(f"{word} {' '.join(names)}\n".encode())
    assert digest.hexdigest() == "b6ff3e9e03d51694c5808e4c46108fea3cae5538b1f08d59fc4aed3b7e9e5ddc"
    assert set(RULES) == set("nvar")


HYPOTHESIS = "It is a guide to action which ensures that the military always obeys the commands of the party".split()
REFERENCE = "It is a guide to action that ensures that the military will forever heed Party commands".split()


def test_meteor_has_the_numbers_of_nltks_documentation():
    # nltk.translate.meteor_score and nltk/test/meteor.doctest, which need nltk_data.
    assert round(meteor_score.single_meteor_score(REFERENCE, HYPOTHESIS), 4) == 0.6944
    assert translate.meteor(["The cat sat on the mat".split()], "on the mat sat the cat".split()) == 0.5
    was = translate.meteor(["The cat sat on the mat".split()], "The cat was sat on the mat".split())
    assert round(was, 4) == 0.9654
    vm = "creates or updates a virtual machine scale set".split()
    assert round(translate.meteor(["create or update a vm set".split()], vm), 4) == 0.7806


@given(hyp=full, refs=st.lists(full, min_size=1, max_size=3), alpha=st.sampled_from([1.0, 9.0]))
@pytest.mark.filterwarnings("ignore:NLTK's LEPOR rewards")
def test_lepor_equals_nltk(hyp, refs, alpha):
    texts = [" ".join(ref) for ref in refs]
    mine, other = (
        module.corpus_lepor([list(texts)], [" ".join(hyp)], alpha, 2.0, str.split) for module in (lepor, their_lepor)
    )
    assert mine == other
    for ref in refs:
        assert lepor.alignment(ref, hyp) == their_lepor.alignment(ref, hyp)
        assert lepor.length_penalty(ref, hyp) == their_lepor.length_penalty(ref, hyp)
        assert lepor.ngram_positional_penalty(ref, hyp) == their_lepor.ngram_positional_penalty(ref, hyp)


def test_a_reward_for_length_is_told():
    with pytest.warns(UserWarning, match=r"rewards .* understudy\.lepor has that of the paper"):
        assert translate.lepor(["a b c d"], "a b", tokenizer=str.split)[0] > us.lepor(["a b"], ["a b c d"]).fraction
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        translate.lepor(["a b"], "a c", tokenizer=str.split)


def test_references_are_left_as_they_are():
    references = ["a cat"]
    translate.lepor(references, "a cat", tokenizer=str.split)
    assert references == ["a cat"]
    their_lepor.sentence_lepor(references, "a cat", tokenizer=str.split)
    assert references == [["a", "cat"]]  # NLTK changes the caller's list


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: nist_score.corpus_nist([], []), "there are no segments"),
        (lambda: nist_score.corpus_nist([[["a"]]], []), "there are 0 hypotheses but references for 1"),
        (lambda: nist_score.sentence_nist([], ["a"]), "segment 1 has no references"),
        (lambda: nist_score.sentence_nist(["a cat"], ["a"]), "bare string 'a cat'"),
        (lambda: ribes_score.sentence_ribes(["a cat"], ["a"]), "bare string 'a cat'"),
        (lambda: ribes_score.corpus_ribes([], [["a"]]), "the number of reference sets must be that of hypotheses"),
        (lambda: meteor_score.meteor_score([], ["a"]), "there are no references"),
        (lambda: meteor_score.meteor_score([["a"]], "a cat"), "the hypothesis is the bare string 'a cat'"),
        (lambda: meteor_score.meteor_score("a cat", ["a"]), "the reference is the bare string 'a'"),
        (lambda: lepor.sentence_lepor("a cat", "a cat"), "the references are the bare string 'a cat'"),
        (lambda: lepor.sentence_lepor(["a"], "", tokenizer=str.split), "a text is empty"),
        (lambda: lepor.corpus_lepor([], []), "there are no segments"),
        (lambda: lepor.corpus_lepor([["a"]], ["a", "b"]), "there are 2 hypotheses but references for 1"),
    ],
)
def test_wrong_shapes_are_refused_with_the_remedy(call, message):
    with pytest.raises((us.InputError, TypeError), match=message):
        call()


def test_lepor_repeats_are_limited_as_in_nltk(monkeypatch):
    assert lepor.MAX_LEPOR_ALIGN_WORK == their_lepor.MAX_LEPOR_ALIGN_WORK
    for module in (lepor, their_lepor):
        monkeypatch.setattr(module, "MAX_LEPOR_ALIGN_WORK", 399)
        assert len(module.alignment(["a"] * 20, ["a"] * 19)) == 19
        with pytest.raises(ValueError, match="399 "):
            module.alignment(["a"] * 20, ["a"] * 20)


def test_long_texts_without_a_common_word_are_quick():
    hyp, ref = ([f"{letter}{i}" for i in range(5_000)] for letter in "hr")
    assert meteor_score.single_meteor_score(ref, hyp) == 0.0


def test_every_public_name_of_these_modules_is_there():
    for module, peer in (
        (nist_score, their_nist),
        (ribes_score, their_ribes),
        (meteor_score, their_meteor),
        (lepor, their_lepor),
    ):
        own = [name for name, value in vars(peer).items() if getattr(value, "__module__", "") == peer.__name__]
        assert [name for name in own if not name.startswith("_") and not hasattr(module, name)] == []
    assert translate.lepor is lepor.sentence_lepor and _their_function.__name__ == "sentence_lepor"


@pytest.mark.parametrize("name", ["nltk", "nltk.translate"])
def test_install_replaces_the_metrics_and_leaves_the_rest_of_nltk(name):
    import nltk

    theirs = nltk.translate.meteor, nltk.translate.meteor_score
    with us.compat.install(name):
        import nltk
        from nltk.translate import AlignedSent, bleu, meteor
        from nltk.translate import lepor as sentence_lepor
        from nltk.translate.nist_score import corpus_nist

        assert nltk.translate.meteor_score is meteor_score
        assert AlignedSent.__module__ == "nltk.translate.api" and nltk.__file__.endswith("nltk/__init__.py")
    assert meteor is meteor_score.meteor_score and corpus_nist is nist_score.corpus_nist
    assert bleu is translate.bleu and sentence_lepor is lepor.sentence_lepor
    assert (nltk.translate.meteor, nltk.translate.meteor_score) == theirs


def test_random_sentences_of_common_words_equal_nltk():
    generator = random.Random(5)
    common = "the of a cat dog sat ran on in house car auto big large small and , .".split()
    for _ in range(200):
        hyp, ref = ([generator.choice(common) for _ in range(generator.randint(3, 25))] for _ in range(2))
        assert ribes_score.sentence_ribes([ref], hyp) == pytest.approx(
            their_ribes.sentence_ribes([ref], hyp), rel=1e-12
        )
        mine, other = (
            m.single_meteor_score(ref, hyp, wordnet=Names("car", "auto")) for m in (meteor_score, their_meteor)
        )
        assert mine == other
