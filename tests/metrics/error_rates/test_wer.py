"""The error rates against jiwer, rapidfuzz and their definitions."""

import itertools
import json
import math
import random
import subprocess
import sys
from collections import Counter
from functools import cache
from pathlib import Path

import jiwer
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.distance import Levenshtein
from strategies import corpora, sentences, single_corpora

import understudy as us
from understudy import _core
from understudy.inputs.texts import texts
from understudy.metrics import make_metric
from understudy.metrics.error_rates.readable import best_steps
from understudy.tables.edits import KINDS
from understudy.testing import check_metric
from understudy.tokens import Reading, TokenTable
from understudy.tokens.normalizers.steps import STEPS, apply_steps

ORACLES = Path(__file__).parents[2] / "oracles"
EDGE_CASES = [json.loads(line) for line in (ORACLES / "edge_cases.jsonl").read_text(encoding="utf-8").splitlines()]
FAMILY = ["wer", "cer", "mer", "wil", "wip", "per"]
words = st.lists(st.sampled_from("abcd"), max_size=12)


def same(ours: float, theirs: float) -> bool:
    return math.isclose(ours, theirs, rel_tol=1e-12, abs_tol=1e-12)


def blanks(texts):
    """Give texts the white space that jiwer knows, so that both split alike."""
    return [" ".join(text.split()) for text in texts]


def encoded(pairs, reading="none"):
    table = TokenTable(Reading(reading))
    refs = table.add(texts([" ".join(ref) for _, ref in pairs], "references"))
    return table.add(texts([" ".join(hyp) for hyp, _ in pairs], "hypotheses")), refs


# --- jiwer, live ----------------------------------------------------------------------------------------------------


def compare_with_jiwer(hyps, refs):
    hyps, refs = blanks(hyps), blanks(refs)
    theirs = jiwer.process_words(refs, hyps)
    ours = us.wer(hyps, refs, ties="jiwer").parts
    assert same(us.wer(hyps, refs).fraction, theirs.wer)
    assert same(us.wer(hyps, refs).fraction, jiwer.wer(refs, hyps))
    for name in ("wer", "mer", "wil", "wip"):
        assert same(ours[name] / 100, getattr(theirs, name)), name
        assert same(getattr(us, name)(hyps, refs, ties="jiwer").fraction, getattr(theirs, name)), name
    for name in ("hits", "substitutions", "deletions", "insertions"):
        assert ours[name] == getattr(theirs, name), name


def compare_cer_with_jiwer(hyps, refs):
    theirs = jiwer.process_characters(refs, hyps)
    assert same(us.cer(hyps, refs).fraction, theirs.cer)
    ours = us.cer(hyps, refs, ties="jiwer").parts
    assert same(ours["cer"] / 100, theirs.cer)
    for name in ("hits", "substitutions", "deletions", "insertions"):
        assert ours[name] == getattr(theirs, name), name


def garbled(words, rate, vocabulary, rng):
    """A copy with some words left out, put in or replaced."""
    for word in words:
        kind = rng.random() / rate
        if kind < 2 / 3:
            yield from rng.sample(vocabulary, k=1 if kind < 1 / 3 else 0)
        else:
            yield from (rng.choice(vocabulary), word) if kind < 1 else (word,)


# Where rapidfuzz's matrix would take 1 MiB it divides the pair, and with that finds another alignment.
LARGE = [(2048, 5, 0.5), (2050, 5, 0.5), (3000, 1000, 0.1), (4000, 10, 0.4), (7300, 2000, 0.6), (20000, 50, 0.02)]


@pytest.mark.parametrize(("length", "vocabulary", "rate"), LARGE)
def test_counts_equal_jiwer_on_pairs_of_any_size(length, vocabulary, rate):
    rng, letters = random.Random(length), [chr(0x4E00 + i) for i in range(vocabulary)]
    ref = rng.choices(letters, k=length)
    hyp = list(garbled(ref, rate, letters, rng))
    compare_with_jiwer([" ".join(hyp), "a b"], [" ".join(ref), "a c"])
    compare_cer_with_jiwer(["".join(hyp)], ["".join(ref)])


@pytest.mark.parametrize(("hyp_length", "ref_length"), [(70_000, 70), (9, 600_000), (600_000, 9), (64, 80_000)])
def test_counts_equal_jiwer_where_one_text_is_much_longer(hyp_length, ref_length):
    rng = random.Random(hyp_length)
    compare_with_jiwer(*([" ".join(rng.choices("abc", k=length))] for length in (hyp_length, ref_length)))


def test_the_readable_alignment_of_a_large_pair_is_that_of_rapidfuzz():
    rng = random.Random(5)
    ref, hyp = rng.choices("abcd", k=65), rng.choices("abcd", k=66_000)
    kinds = {"equal": "hit", "replace": "substitution", "delete": "deletion", "insert": "insertion"}
    expected = [
        kinds[step.tag]
        for step in Levenshtein.opcodes(ref, hyp)
        for _ in range(max(step.src_end - step.src_start, step.dest_end - step.dest_start))
    ]
    assert best_steps(hyp, ref, "jiwer") == expected
    (ours,) = us.alignments([" ".join(hyp)], [" ".join(ref)], ties="jiwer")
    assert [step.kind for step in ours.steps] == expected


@given(corpus=single_corpora)
def test_word_rates_and_counts_equal_jiwer_on_any_text(corpus):
    compare_with_jiwer(*corpus)


@given(corpus=single_corpora)
def test_character_rates_and_counts_equal_jiwer_on_any_text(corpus):
    compare_cer_with_jiwer(*corpus)


@given(pairs=st.lists(st.tuples(words, words), min_size=1, max_size=8))
def test_rates_and_counts_equal_jiwer_where_words_repeat(pairs):
    compare_with_jiwer([" ".join(hyp) for hyp, _ in pairs], [" ".join(ref) for _, ref in pairs])


@pytest.mark.parametrize("case", EDGE_CASES, ids=[case["case"] for case in EDGE_CASES])
def test_rates_and_counts_equal_jiwer_on_edge_cases(case):
    compare_with_jiwer([case["hyp"]], case["refs"][:1])
    compare_cer_with_jiwer([case["hyp"]], case["refs"][:1])


@pytest.mark.parametrize("system", ["strong", "medium", "weak"])
def test_rates_and_counts_equal_jiwer_on_the_examples(examples, system):
    compare_with_jiwer(examples[system], examples["reference1"])
    compare_cer_with_jiwer(examples[system], examples["reference1"])


@pytest.mark.parametrize(("ref_length", "hyp_length"), [(63, 70), (64, 64), (65, 130), (300, 260), (1500, 1400)])
def test_long_texts_equal_jiwer(ref_length, hyp_length):
    rng = np.random.default_rng(ref_length)
    hyps, refs = (
        [" ".join(map(str, line)) for line in rng.integers(60, size=(4, length))] for length in (hyp_length, ref_length)
    )
    compare_with_jiwer(hyps, refs)


def test_what_differs_from_jiwer_is_the_white_space_that_parts_words():
    assert jiwer.wer("a\tb", "a b") == 2.0
    assert us.wer(["a b"], ["a\tb"]).score == 0.0


# --- The definition by brute force ----------------------------------------------------------------------------------


def every_alignment(hyp, ref):
    """The counts H, S, D, I of every alignment there is."""

    @cache
    def ways(i, j):
        if not i and not j:
            return frozenset({(0, 0, 0, 0)})
        found = set()
        if i and j:
            hit = ref[i - 1] == hyp[j - 1]
            found |= {(h + hit, s + (not hit), d, n) for h, s, d, n in ways(i - 1, j - 1)}
        if i:
            found |= {(h, s, d + 1, n) for h, s, d, n in ways(i - 1, j)}
        if j:
            found |= {(h, s, d, n + 1) for h, s, d, n in ways(i, j - 1)}
        return frozenset(found)

    return ways(len(ref), len(hyp))


def test_counts_are_those_of_least_errors_then_most_hits():
    short = [list(word) for n in range(6) for word in itertools.product("ab", repeat=n)]
    short += [list(word) for word in itertools.product("abc", repeat=4)]
    pairs = list(itertools.product(short, short))
    hyps, refs = encoded(pairs)
    counts = _core.count_edits(hyps, refs, np.arange(len(pairs) + 1))[:, :4]
    for (hyp, ref), got in zip(pairs, counts.tolist(), strict=True):
        expected = min(every_alignment(tuple(hyp), tuple(ref)), key=lambda c: (sum(c[1:]), -c[0]))
        assert tuple(got) == expected, (hyp, ref)


@given(pair=st.tuples(st.lists(st.sampled_from("abcd"), max_size=9), st.lists(st.sampled_from("abcd"), max_size=9)))
def test_counts_equal_brute_force_on_more_letters(pair):
    hyps, refs = encoded([pair])
    expected = min(every_alignment(*map(tuple, pair)), key=lambda c: (sum(c[1:]), -c[0]))
    assert tuple(_core.count_edits(hyps, refs, np.arange(2))[0, :4]) == expected


@pytest.mark.parametrize(
    ("length", "letters"),
    [
        *itertools.product([1, 20, 63, 64, 65, 127, 128, 129, 239, 241, 700], [2, 5, 40, 5000]),
        (30_000, 40),
        (30_000, 20_000),
    ],
)
def test_distances_equal_rapidfuzz_at_every_size(length, letters):
    rng = np.random.default_rng(length * letters)
    noise = rng.integers(letters, size=length)
    changed = np.where(rng.random(length) < 0.1, rng.integers(letters, size=length), noise)[rng.random(length) < 0.95]
    other = rng.integers(letters, size=length + 7) if length < 30_000 else changed
    lines = [line.astype(str).tolist() for line in (noise, changed, other)]
    pairs = [(lines[0], lines[1]), (lines[1], lines[0]), (lines[0], lines[2]), (lines[2], lines[1])]
    hyps, refs = encoded(pairs)
    starts = np.arange(len(pairs) + 1)
    expected = [Levenshtein.distance(ref, hyp) for hyp, ref in pairs]
    counts = _core.count_edits(hyps, refs, starts)
    assert counts[:, 1:4].sum(axis=1).tolist() == expected
    if length <= 241:
        for (hyp, ref), got in zip(pairs, counts, strict=True):
            kinds = Counter(best_steps(hyp, ref))
            assert got[:4].tolist() == [kinds[kind] for kind in KINDS]


MANY_WORDS = """
import resource
import understudy as us
words = [str(i) for i in range(60_000)]
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
assert us.wer([" ".join(words[::2])], [" ".join(words)]).score == 50
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="memory is told in kilobytes on Linux only")
def test_memory_does_not_grow_with_the_square_of_the_length():
    done = subprocess.run([sys.executable, "-c", MANY_WORDS], check=True, capture_output=True, text=True)
    assert int(done.stdout) < 150_000  # a table of the places of all words takes 450,000


def test_the_position_independent_rate_is_that_of_multisets(examples):
    hyps, refs = examples["weak"], examples["reference1"]
    errors = length = 0
    for hyp, ref in zip(hyps, refs, strict=True):
        h, r = Counter(hyp.split()), Counter(ref.split())
        errors += max(h.total(), r.total()) - (h & r).total()
        length += r.total()
    assert same(us.per(hyps, refs).fraction, errors / length)
    assert us.per(["mat the on cat"], ["the cat on mat"]).score == 0


@given(corpus=corpora)
def test_rates_keep_their_order_and_bounds(corpus):
    hyps, refs = corpus
    parts = us.wer(hyps, [each[:1] for each in refs]).parts
    assert parts["per"] <= parts["wer"] + 1e-9
    assert parts["mer"] <= min(100.0, parts["wer"]) + 1e-9
    assert 0 <= parts["wip"] <= 100 and 0 <= parts["wil"] <= 100
    assert parts["hits"] + parts["substitutions"] + parts["deletions"] == parts["ref_length"]
    assert parts["hits"] + parts["substitutions"] + parts["insertions"] == parts["hyp_length"]


# --- The rules of our own -------------------------------------------------------------------------------------------


def test_the_corpus_rate_and_the_mean_of_segment_rates_have_different_names():
    hyps, refs = ["a", "a b c d e f g h x"], ["b", "a b c d e f g h i"]
    result = us.wer(hyps, refs)
    assert same(result.score, 100 * 2 / 10)
    mean = us.wer(hyps, refs, average="segments")
    assert same(mean.score, 100 * (1 + 1 / 9) / 2)
    assert same(result.parts["segment_mean"], mean.score) and same(mean.parts["wer"], result.score)
    assert "average=segments" in mean.signature
    assert same(mean.score / 100, np.mean([jiwer.wer(ref, hyp) for hyp, ref in zip(hyps, refs, strict=True)]))


def test_of_several_references_the_lowest_rate_counts_and_the_first_of_equals():
    result = us.wer(["a b c"], [["x y z w", "a b d", "a c b", "a b"]])
    assert result.parts["substitutions"] == 1 and result.parts["ref_length"] == 3
    assert us.wip(["a b c"], [["x y z", "a b", "a b c d"]]).parts["ref_length"] == 4
    assert us.per(["a b c"], [["a b d", "c b a"]]).score == 0


@given(corpus=corpora)
def test_of_several_references_none_would_be_better(corpus):
    hyps, refs = corpus
    for name in FAMILY:
        metric = getattr(us, name)
        for hyp, each, got in zip(hyps, refs, metric(hyps, refs).segments, strict=True):
            alone = [metric([hyp], [ref]).score for ref in each]
            assert got == (max(alone) if name == "wip" else min(alone))


def test_empty_references_are_defined_and_finite():
    assert us.wer([""], [""]).score == us.cer([""], [""]).score == us.mer([""], [""]).score == 0
    assert us.wip([""], [""]).score == 100
    assert us.wer(["a b"], [""]).score == 200 == 100 * jiwer.wer("", "a b")
    assert us.mer(["a b"], [""]).score == us.wil(["a b"], [""]).score == 100
    assert us.wer(["a b", "c d"], ["", "c d e f"]).score == 100


def test_chinese_and_japanese_are_read_by_the_character_or_mixed():
    assert us.wer(["今天天气很好"], ["今天天气不好"]).score == 100
    assert same(us.wer(["今天天气很好"], ["今天天气不好"], tokenizer="char").score, 100 / 6)
    assert same(us.cer(["今天 天气很好"], ["今天天气不好"], tokenizer="char").score, 100 / 6)
    mixed = us.wer(["我 买了 iPhone 手机"], ["我买了iPhone 手表"], tokenizer="mixed")
    assert mixed.parts["ref_length"] == 6 and mixed.parts["substitutions"] == 1


@given(text=sentences)
def test_mixed_is_white_space_where_no_character_stands_alone(text):
    spaced = text.encode("ascii", "ignore").decode()
    assert _core.tokenize(spaced, "mixed") == spaced.split()
    assert "".join(_core.tokenize(text, "mixed")) == "".join(text.split())


def test_a_language_picks_the_tokenizer_of_words_but_not_of_characters():
    assert us.wer.settings("en").tokenizer == "none"
    assert us.cer.settings("en").tokenizer == us.cer.settings("ja").tokenizer == "letters"
    with pytest.raises(us.SettingError, match="doesn't produce characters"):
        us.cer(["a"], ["a"], tokenizer="13a")


def test_steps_show_in_the_signature_and_are_applied_in_order():
    steps = ("strip-bracketed", "lower", "strip-punctuation")
    result = us.wer(["well its fine"], ["[laughs] Well, it's fine."], steps=steps)
    assert result.score == 0
    assert "steps=strip-bracketed+lower+strip-punctuation" in result.signature
    assert make_metric(result.metric.signature) == result.metric
    assert apply_steps("strip-punctuation+strip-bracketed", "[a] b") == "a b"
    assert us.wer(["x"], ["x"], steps=()).metric == us.wer.settings()
    with pytest.raises(us.SettingError, match="unknown step 'lowr'.*did you mean 'lower'"):
        us.wer(["a"], ["a"], steps="lowr")


@pytest.mark.parametrize("steps", [5, {"lower", "casefold"}, {"lower": 1}, [5], ""])
def test_steps_without_names_or_an_order_are_refused(steps):
    with pytest.raises(us.SettingError, match="step"):
        us.wer(["a"], ["a"], steps=steps)


def test_every_step_does_what_its_name_says():
    text = " [um] Ünïcode—“Straße”  costs €5 (or so) "
    made = {name: apply_steps(name, text) for name in STEPS}
    assert made["lower"] == text.lower() and made["casefold"] == text.casefold()
    assert made["strip-punctuation"] == " um ÜnïcodeStraße  costs €5 or so "
    assert made["punctuation-to-blanks"] == "  um  Ünïcode  Straße   costs €5  or so  "
    assert made["strip-symbols"] == text.replace("€", "")
    assert made["strip-diacritics"] == text.replace("Ü", "U").replace("ï", "i")
    assert made["strip-bracketed"] == "  Ünïcode—“Straße”  costs €5  "
    assert made["collapse-blanks"] == "[um] Ünïcode—“Straße” costs €5 (or so)"
    assert made["strip-blanks"] == "[um]Ünïcode—“Straße”costs€5(orso)"


def test_unknown_choices_are_refused():
    for setting in ({"ties": "best"}, {"average": "mean"}, {"tokenizer": "word"}):
        with pytest.raises(us.SettingError, match="unknown"):
            us.wer(["a"], ["a"], **setting)


@pytest.mark.parametrize(
    "settings",
    [
        *FAMILY,
        *(f"{name}:ties=jiwer,average=segments,lowercase=yes" for name in FAMILY),
        "wer:tokenizer=mixed,steps=lower+strip-punctuation,normalization=NFKC",
        "wer:tokenizer=13a",
        "cer:tokenizer=char",
    ],
)
def test_every_law_holds(settings):
    check_metric(make_metric(settings))
