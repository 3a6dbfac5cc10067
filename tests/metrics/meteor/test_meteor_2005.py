"""METEOR as its first paper has it: the formula, and an alignment that is searched for to the end."""

import functools
import random
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import understudy as us
from understudy.errors import InputError
from understudy.metrics.meteor.facts import lexicon_of, words_of
from understudy.metrics.meteor.first_paper.search import align_2005
from understudy.metrics.meteor.readable import MATCHERS, chunk_numbers

close = pytest.approx


def test_the_formula_of_2005():
    assert us.meteor.sentence("the cat sat on the mat", "the cat sat on the mat", variant="2005").fraction == close(
        1 - 0.5 / 6**3, abs=1e-15
    )
    parts = us.meteor.sentence("the cat sat", "on the mat the cat sat", variant="2005").parts
    precision, recall = 1, 3 / 6
    f_mean = 10 * precision * recall / (recall + 9 * precision)
    assert parts["f_mean"] == close(100 * f_mean, abs=1e-12)
    assert parts["score"] == close(100 * f_mean * (1 - 0.5 * (1 / 3) ** 3), abs=1e-12)


few = st.lists(st.sampled_from("the a run runs ran car auto big".split()), max_size=9)


@settings(max_examples=300)
@given(hyp=few, ref=few, modules=st.sampled_from(["exact", "exact stem", "exact stem synonym", "exact synonym"]))
def test_the_alignment_of_2005_has_most_matches_and_then_fewest_chunks(hyp, ref, modules):
    here, there = words_of(lexicon_of("en", True, True), [hyp, ref])
    matchers = [MATCHERS[module] for module in modules.split()]

    def slots(i, j):
        return [slot for slot, matches in enumerate(matchers) if matches(here[i], there[j])][:1]

    @functools.cache
    def best(j, used, goes_on):
        """The best of all alignments from a place on: matches of each module, less than none, and chunks."""
        if j == len(ref):
            return (0,) * (len(matchers) + 1)
        ways = [best(j + 1, used, -1)]
        for i in set(range(len(hyp))) - used:
            for slot in slots(i, j):
                *matches, chunks = best(j + 1, used | {i}, i + 1)
                matches[slot] -= 1
                ways.append((*matches, chunks + (i != goes_on)))
        return min(ways)

    found = align_2005(here, there, modules.split())
    assert all(slots(match.hyp_start, match.ref_start) == [match.slot] for match in found)
    assert len({match.hyp_start for match in found}) == len({match.ref_start for match in found}) == len(found)
    counts = [-sum(match.slot == slot for match in found) for slot in range(len(matchers))]
    assert (*counts, max(chunk_numbers(found), default=0)) == best(0, frozenset(), -1)


def test_the_alignment_of_2005_is_found_for_long_texts(examples):
    for begin in range(0, 96, 8):
        hyp, ref = (" ".join(examples[side][begin : begin + 8]) for side in ("weak", "reference1"))
        parts, beam = (us.meteor.sentence(hyp, ref, **chosen).parts for chosen in ({"variant": "2005"}, {}))
        assert parts["ref_length"] > 90
        matched, by_beam = (
            sum(of[f"ref_match_{module}"] for module in ("exact", "stem", "synonym")) for of in (parts, beam)
        )
        assert matched >= by_beam


def test_the_alignment_of_2005_has_fewer_chunks_than_the_beam_finds():
    hyp, ref = "the cat the dog".split(), "the dog the cat".split()
    here, there = words_of(lexicon_of("en", True, True), [hyp, ref])
    assert max(chunk_numbers(align_2005(here, there, ["exact"]))) == 2
    assert us.meteor.sentence(" ".join(hyp), " ".join(ref), variant="2005").parts["chunks"] == 2


def test_long_equal_texts_are_aligned_at_once_in_2005():
    text = " ".join(f"w{n * n % 37}" for n in range(300))
    assert us.meteor.sentence(text, text, variant="2005").parts["chunks"] == 1
    assert us.meteor.sentence("a " * 500, "a " * 500, variant="2005").parts["chunks"] == 1


def test_a_search_of_2005_without_end_is_refused():
    with pytest.raises(InputError, match="segment 1: a reference has 501 words; .* at most 500"):
        us.meteor(["a"], ["a " * 501], variant="2005")
    rng = random.Random(1)
    hyp, ref = (" ".join(rng.choices("abcd", k=90)) for _ in range(2))
    with pytest.raises(InputError, match="segment 2: .*100000 steps; split"):
        us.meteor(["a", hyp], ["a", ref], variant="2005")
    begin = time.process_time()
    with pytest.raises(InputError, match="steps; split"):
        us.meteor.sentence("car auto automobile " * 100, "automobile machine motorcar car " * 100, variant="2005")
    assert time.process_time() - begin < 30
