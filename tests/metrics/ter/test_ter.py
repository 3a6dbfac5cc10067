"""TER against sacrebleu and tercom."""

import itertools
import json
import math
import random
from pathlib import Path

import pytest
import sacrebleu
from hypothesis import given
from hypothesis import strategies as st
from strategies import is_stable, repetitive, sentences

import understudy as us
from understudy.metrics import make_metric
from understudy.metrics.ter.metric import TER
from understudy.metrics.ter.readable import align, edits, errors, levenshtein
from understudy.testing import check_metric
from understudy.tokens.builtin.tercom import TercomWords

ORACLES = Path(__file__).parents[2] / "oracles"
EDGE_CASES = [json.loads(line) for line in (ORACLES / "edge_cases.jsonl").read_text(encoding="utf-8").splitlines()]
TOKENIZED = [json.loads(line) for line in (ORACLES / "tokenizers.jsonl").read_text(encoding="utf-8").splitlines()]
NAMES = [case["case"] for case in EDGE_CASES]
SETTINGS = [
    dict(zip(("normalized", "no_punct", "asian_support"), flags, strict=True))
    for flags in itertools.product([False, True], repeat=3)
    if flags != (False, False, True)
]
stable = st.one_of(sentences, repetitive).filter(is_stable)


def same(ours: float, theirs: float) -> bool:
    return math.isclose(ours, theirs, rel_tol=1e-9, abs_tol=1e-12)


def shuffled(seed: int, segments: int, words: int, vocabulary: int) -> tuple[list[str], list[str]]:
    """Texts in which runs of words have changed places, and some words have changed."""
    rng = random.Random(seed)
    hyps, refs = [], []
    for _ in range(segments):
        hyp = [f"w{rng.randrange(vocabulary)}" for _ in range(rng.randint(words // 2, words))]
        ref = list(hyp)
        for _ in range(rng.randint(0, 5)):
            start, end, target = sorted(rng.choices(range(len(ref) + 1), k=3))
            ref = ref[:start] + ref[end:target] + ref[start:end] + ref[target:]
        ref = [word if rng.random() > 0.2 else f"w{rng.randrange(vocabulary)}" for word in ref]
        hyps.append(" ".join(hyp))
        refs.append(" ".join(ref[: rng.randint(len(ref) // 2, len(ref))]))
    return hyps, refs


# --- The original programs on hand-made texts ---------------------------------------------------------------------


@pytest.mark.parametrize("case", EDGE_CASES, ids=NAMES)
def test_ter_equals_sacrebleu_on_edge_cases(case):
    options = {"": {}, " norm": {"normalized": True}, " case": {"lowercase": False}}
    for name, settings in options.items():
        result = us.ter([case["hyp"]], [case["refs"]], compat="sacrebleu", **settings)
        score, total, length = case[f"sacrebleu TER{name}"]
        assert same(result.score, score), name
        assert (result.parts["edits"], result.parts["ref_length"]) == (total, length), name


@pytest.mark.parametrize("case", EDGE_CASES, ids=NAMES)
def test_ter_equals_tercom_on_edge_cases(case):
    for name, settings in {"tercom": {}, "tercom -N": {"normalized": True}}.items():
        [[total, length, rate]] = case[name]
        parts = us.ter([case["hyp"]], [case["refs"]], **settings).parts
        if "\xa0" in case["hyp"]:  # tercom doesn't split there
            assert (total, parts["edits"]) == (2, 0)
        elif case["hyp"] == "g b b g c g f e f h":  # tercom misses a shift
            assert (total, parts["edits"]) == (5, 4)
        else:
            assert (parts["edits"], parts["ref_length"]) == (total, length)
            assert same(parts["score"], 100 * rate)


@pytest.mark.parametrize("case", TOKENIZED, ids=range(len(TOKENIZED)))
def test_words_equal_those_of_sacrebleu(case):
    options = {
        "norm": TercomWords(normalized=True, as_sacrebleu=True),
        "norm asian": TercomWords(normalized=True, asian_support=True, as_sacrebleu=True),
        "norm nopunct asian": TercomWords(True, True, True, True),
    }
    for name, split in options.items():
        assert split(case["text"].lower()) == case[f"sacrebleu ter {name}"].split(), name


# --- sacrebleu, live ------------------------------------------------------------------------------------------------


def by_sacrebleu(hyps, refs, lowercase=True, **settings):
    streams = [list(stream) for stream in zip(*refs, strict=True)]
    metric = sacrebleu.TER(case_sensitive=not lowercase, **settings)
    counts = metric._extract_corpus_statistics(hyps, streams)
    return metric._aggregate_and_compute(counts).score, [list(map(float, each)) for each in counts]


def by_us(hyps, refs, **settings):
    metric = make_metric("ter", **settings)
    stats = metric.stats(hyps, refs)
    parts = metric.score(stats.rows)
    return stats.totals().parts()["score"], [
        list(pair) for pair in zip(parts["edits"], parts["ref_length"], strict=True)
    ]


def compare_with_sacrebleu(hyps, refs, compat="sacrebleu", **settings):
    (ours, counts), (theirs, expected) = (
        by_us(hyps, refs, compat=compat, **settings),
        by_sacrebleu(hyps, refs, **settings),
    )
    assert counts == [[edits, pytest.approx(length, rel=1e-15)] for edits, length in expected]
    assert same(ours, theirs)


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
@given(pairs=st.lists(st.tuples(stable, stable), min_size=1, max_size=4), lowercase=st.booleans())
def test_ter_equals_sacrebleu_on_any_text(settings, pairs, lowercase):
    hyps, refs = [hyp for hyp, _ in pairs], [[ref] for _, ref in pairs]
    compare_with_sacrebleu(hyps, refs, lowercase=lowercase, **settings)
    if not settings["normalized"]:  # ours normalizes references once
        compare_with_sacrebleu(hyps, refs, compat=None, lowercase=lowercase, **settings)


@given(data=st.data(), count=st.integers(2, 4))
def test_several_references_equal_sacrebleu(data, count):
    pair = st.tuples(stable, st.lists(stable, min_size=count, max_size=count))
    pairs = data.draw(st.lists(pair, min_size=1, max_size=4))
    compare_with_sacrebleu([hyp for hyp, _ in pairs], [refs for _, refs in pairs])
    compare_with_sacrebleu([hyp for hyp, _ in pairs], [refs for _, refs in pairs], compat=None)


@pytest.mark.parametrize(
    ("segments", "words", "vocabulary"), [(300, 12, 6), (60, 24, 12), (8, 60, 40), (1, 130, 90), (1, 60, 6)]
)
def test_shifts_equal_those_of_sacrebleu(segments, words, vocabulary):
    hyps, refs = shuffled(words, segments, words, vocabulary)
    compare_with_sacrebleu(hyps, [[ref] for ref in refs])


@pytest.mark.parametrize("lengths", [(1, 200), (200, 1), (3, 180), (0, 30), (30, 0), (26, 24), (24, 26)])
def test_very_different_lengths_equal_sacrebleu(lengths):
    rng = random.Random(1)
    hyp, ref = (" ".join(rng.choice("abcdefg") for _ in range(length)) for length in lengths)
    compare_with_sacrebleu([hyp], [[ref]])


def test_the_end_of_the_search_equals_sacrebleu():
    rng = random.Random(3)
    words = [f"w{n % 12}" for n in range(70)]
    hyp, ref = rng.sample(words, 70), rng.sample(words, 70)
    compare_with_sacrebleu([" ".join(hyp)], [[" ".join(ref)]])
    exact, capped = (
        us.ter([" ".join(hyp)], [" ".join(ref)]),
        us.ter([" ".join(hyp)], [" ".join(ref)], compat="sacrebleu"),
    )
    assert exact.parts["shifts"] > capped.parts["shifts"]
    assert exact.score < capped.score


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
@pytest.mark.parametrize("system", ["strong", "weak"])
def test_ter_equals_sacrebleu_on_the_examples(examples, system, settings):
    both = list(zip(examples["reference1"], examples["reference2"], strict=True))
    compare_with_sacrebleu(examples[system], both, **settings)


# --- The search ----------------------------------------------------------------------------------------------------


@given(pair=st.tuples(*[st.lists(st.sampled_from("abcd"), min_size=1, max_size=14)] * 2))
def test_bits_count_as_the_matrix_does(pair):
    hyp, ref = pair
    assert levenshtein(tuple(hyp), ref) == errors(align(hyp, ref))


@pytest.mark.parametrize("compat", [None, "sacrebleu"])
@pytest.mark.parametrize(
    ("segments", "words", "vocabulary"), [(100, 20, 8), (15, 40, 30), (1, 75, 60), (1, 60, 9), (1, 90, 80)]
)
def test_the_fast_search_makes_the_shifts_of_the_readable_one(compat, segments, words, vocabulary):
    hyps, refs = shuffled(segments, segments, words, vocabulary)
    metric = TER(compat=compat)
    for hyp, ref, found in zip(hyps, refs, metric.shifts(hyps, refs), strict=True):
        assert edits(hyp.split(), ref.split(), beam=compat == "sacrebleu")[1] == found
    check_metric(metric, hyps, refs)


@given(
    pairs=st.lists(st.tuples(repetitive, repetitive), min_size=1, max_size=5),
    compat=st.sampled_from([None, "sacrebleu"]),
)
def test_shifts_and_steps_make_the_reference(pairs, compat):
    metric = TER(compat=compat)
    hyps, refs = [hyp for hyp, _ in pairs], [ref for _, ref in pairs]
    parts = metric.score(metric.stats(hyps, refs).rows)
    for i, shifts in enumerate(metric.shifts(hyps, refs)):
        words = hyps[i].split()
        for shift in shifts:
            words = shift.of(words)
        assert sorted(words) == sorted(hyps[i].split())
        assert len(shifts) + errors(align(words, refs[i].split())) == parts["edits"][i]
        assert sum(shift.length for shift in shifts) == parts["shifted_words"][i]


def test_the_shifts_are_those_of_the_reference_that_counts():
    shifts = TER().shifts(["b c d a", "x"], [["z z z z", "a b c d", "d c b a"], ["x"]])
    assert [[(each.start, each.length, each.target) for each in segment] for segment in shifts] == [[(3, 1, 0)], []]


@pytest.mark.parametrize("words", [1, 63, 64, 65, 128, 129, 200])
def test_moving_one_run_is_one_edit(words):
    hyp = [f"w{n}" for n in range(words)]
    moved = hyp[10:15] + hyp[:10] + hyp[15:]
    parts = us.ter([" ".join(hyp)], [" ".join(moved)]).parts
    assert (parts["edits"], parts["shifts"], parts["shifted_words"]) == ((1, 1, 5) if words > 15 else (0, 0, 0))


# --- Rules of our own -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "spec",
    [
        *(
            "ter",
            "ter:compat=sacrebleu",
            "ter:lowercase=no",
            "ter:tokenizer=mixed",
            "ter:tokenizer=13a,lowercase=ascii",
        ),
        *("ter:normalized=yes", "ter:no_punct=yes", "ter:normalized=yes,no_punct=yes,asian_support=yes"),
        *("ter:normalized=yes,compat=sacrebleu", "ter:normalization=NFC,no_punct=yes,asian_support=yes"),
    ],
)
def test_the_laws_hold(spec):
    check_metric(make_metric(spec))


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
@given(text=sentences)
def test_an_identical_pair_has_no_edits(settings, text):
    assert us.ter([text], [text], **settings).score == 0


def test_sacrebleu_reads_references_twice():
    text = "I think it's, well, fine."
    assert us.ter([text], [text], normalized=True).score == 0
    assert same(us.ter([text], [text], normalized=True, compat="sacrebleu").score, 100 * 2 / 9)


def test_kana_are_parted_from_other_scripts():
    text = "ABCです。テストXYZ"
    ours = TercomWords(normalized=True, asian_support=True)
    assert ours(text) == ["ABC", "です", "。", "テスト", "XYZ"]
    theirs = TercomWords(normalized=True, asian_support=True, as_sacrebleu=True)
    assert theirs(text) == ["ABCです", "。", "テストXYZ"]


def test_the_exact_search_has_fewer_edits_than_a_beam_in_long_segments():
    hyps, refs = shuffled(5, 20, 150, 60)
    exact, beam = (us.ter(hyps, refs, compat=compat).parts["edits"] for compat in (None, "sacrebleu"))
    assert exact < beam


def test_lengths_of_references_are_averaged():
    parts = us.ter(["a b"], [["a b c", "a b", "x"]]).parts
    assert (parts["edits"], parts["hits"]) == (0, 2)
    assert us.ter(["a c"], [["a b c", "a b", "x"]]).score == pytest.approx(50)


def test_the_language_picks_a_tokenizer():
    assert us.ter(["今天天气很好。"], ["今天的天气很好。"], lang="zh").parts["edits"] == 1


def test_very_long_segments_are_refused():
    with pytest.raises(us.InputError, match="segment 2 has 5001 words in the hypothesis and 1 in a reference"):
        us.ter(["a", "a " * 5001], ["a", "a"])
    assert us.ter(["a " * 5000], ["a " * 4999]).parts["edits"] == 1


def test_a_segment_that_would_take_too_long_is_refused():
    rng = random.Random(1)
    words = [rng.choice("abcdefgh") for _ in range(5000)]
    with pytest.raises(us.InputError, match="trying all shifts would take too long: split it into sentences"):
        us.ter([" ".join(words)], [" ".join(rng.sample(words, 5000))])


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"asian_support": True}, "asian_support alone changes nothing; set normalized or no_punct too"),
        ({"normalized": True, "tokenizer": "13a"}, "got tokenizer '13a' too"),
        ({"normalized": "maybe"}, "normalized must be yes or no"),
        ({"no_punct": 1}, "no_punct must be yes or no"),
        ({"compat": "tercom"}, "unknown compat 'tercom'; choose sacrebleu"),
        ({"tokenizer": "word"}, "unknown tokenizer 'word'"),
        ({"lowercase": "all"}, "unknown lowercase"),
        ({"case_sensitive": True}, "unknown setting of ter 'case_sensitive'"),
    ],
)
def test_settings_that_make_no_sense_are_refused(settings, message):
    with pytest.raises(us.SettingError, match=message):
        us.ter(["a"], ["a"], **settings)
