"""METEOR against METEOR 1.5 itself: what it printed once, and what it says of any text where Java is at hand."""

import gc
import importlib.util
import itertools
import json
import random
import re
import shutil
import subprocess
import time
from pathlib import Path

import meteor_records
import numpy as np
import pytest
from command_line import printed
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import texts

import understudy as us
from understudy import _core
from understudy.errors import InputError, SettingError
from understudy.metrics.meteor import facts
from understudy.metrics.meteor.facts import facts_of, lexicon_of, words_of
from understudy.metrics.meteor.metric import METEOR
from understudy.metrics.meteor.readable import STATISTICS, Match, align, chunk_numbers
from understudy.testing import check_metric

close = pytest.approx
RUNS = list(meteor_records.runs(meteor_records.SHIPPED))
# What we don't reproduce: METEOR compares 32-bit hashes of words, and has an older Snowball for some languages.
EXCEPTIONS = ("hashcollision", "langera")
# Words with common stems and common meanings, so that modules compete.
LINKED = "run runs running ran car cars auto automobile big large bigger the a of cat cats created creates . ,".split()
linked = st.lists(st.sampled_from(LINKED), max_size=14).map(" ".join)


# --- What METEOR 1.5 printed ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("run", [run for run in RUNS if not run.name.startswith(EXCEPTIONS)], ids=lambda run: run.name)
def test_all_that_meteor_printed_is_reproduced(run):
    try:
        metric = meteor_records.metric_of(run.corpus["options"])
    except SettingError as error:
        assert "pip install pycocoevalcap" in str(error)
        pytest.skip(str(error))
    assert list(meteor_records.differences(run, metric)) == []


@pytest.mark.parametrize("run", [run for run in RUNS if run.name.startswith(EXCEPTIONS)], ids=lambda run: run.name)
def test_hashes_and_older_stemmers_are_the_only_exceptions(run):
    metric = meteor_records.metric_of(run.corpus["options"])
    found = list(meteor_records.differences(run, metric))
    assert found
    assert not any("tokens" in each or "Eval ID" in each for each in found)


def test_words_with_equal_java_hashes_are_different_words():
    hyp, ref = "all of it but, as ever", "an. of it burj c5 ever"
    assert us.meteor.sentence(hyp, ref, norm="lower", modules="exact").parts["hyp_match_exact"] == 3


# --- METEOR 1.5, live -------------------------------------------------------------------------------------------------


class Jar:
    """METEOR as a process that answers line by line."""

    def __init__(self, path: Path, *options: str) -> None:
        command = ["java", "-Xmx2G", "-Dfile.encoding=UTF-8", "-jar", str(path), "-", "-", "-stdio", *options]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )

    def ask(self, *parts: str) -> None:
        # Bytes, because text files of Python end a line in more places than Java does.
        self.process.stdin.write(" ||| ".join(parts).encode() + b"\n")
        self.process.stdin.flush()

    def statistics(self, hyp: str, refs: list[str]) -> list[float]:
        self.ask("SCORE", *refs, hyp)
        return [float(each) for each in self.process.stdout.readline().split()]

    def scores(self, rows: list[list[float]]) -> list[float]:
        """The score of every row, and of all of them."""
        self.ask("EVAL", *(" ".join(map(str, row)) for row in rows))
        return [float(self.process.stdout.readline()) for _ in range(len(rows) + 1)]


@pytest.fixture(scope="module")
def jar():
    """Start METEOR with options; each set of options once."""
    found = importlib.util.find_spec("pycocoevalcap")
    if shutil.which("java") is None or found is None:
        pytest.skip("METEOR itself needs java and the package pycocoevalcap, and one of them is missing")
    path = Path(next(iter(found.submodule_search_locations))) / "meteor" / "meteor-1.5.jar"
    started: dict[tuple[str, ...], Jar] = {}

    def start(*options: str) -> Jar:
        if options not in started:
            started[options] = Jar(path, *options)
        return started[options]

    yield start
    for each in started.values():
        each.process.stdin.close()
        each.process.stdout.close()
        each.process.wait()


LIVE = {
    "exact": ("-l", "en", "-norm", "-m", "exact"),
    "stem": ("-l", "en", "-norm", "-m", "exact stem"),
    "synonym": ("-l", "en", "-norm", "-m", "exact stem synonym"),
    "lower": ("-l", "en", "-lower", "-m", "exact stem synonym"),
    "paraphrase": ("-l", "en", "-norm"),
    "characters": ("-l", "en", "-norm", "-t", "util", "-ch", "-x", "7", "-m", "exact stem synonym"),
}


def ours(metric: METEOR, hyp: str, refs: list[str]) -> list[float]:
    """Our statistics, with the one chunk that METEOR prints for a segment covered by it."""
    row = dict(zip(metric.columns, metric.stats([hyp], [refs]).rows[0].tolist(), strict=True))
    if row["chunks"] == 0 and row["hyp_matched"]:
        row["chunks"] = 1.0
    return [row[name] for name in STATISTICS]


@pytest.mark.parametrize("name", LIVE)
def test_statistics_equal_meteors_on_the_shipped_examples(jar, examples, name):
    metric = meteor_records.metric_of(list(LIVE[name]))
    running = jar(*LIVE[name])
    systems = ("strong", "medium", "weak") if name == "synonym" else ("weak",)
    refs = [list(each) for each in zip(examples["reference1"], examples["reference2"], strict=True)]
    for system in systems:
        for hyp, each in zip(examples[system], refs, strict=True):
            assert ours(metric, hyp, each[:1]) == running.statistics(hyp, each[:1]), hyp
        if name == "synonym":
            theirs = [running.statistics(hyp, each) for hyp, each in zip(examples[system], refs, strict=True)]
            assert [ours(metric, hyp, each) for hyp, each in zip(examples[system], refs, strict=True)] == theirs
            *segments, corpus = running.scores(theirs)
            result = us.meteor(examples[system], refs)
            assert (result.segments / 100).tolist() == close(segments, abs=1e-12)
            assert result.fraction == close(corpus, abs=1e-12)


def spoken(text: str) -> bool:
    """Whether METEOR's line protocol can take it, and reads it as a text: it takes no text of blanks alone."""
    return not re.search("[\n\r\x85\u2028\u2029]|\\|\\|\\|", text) and bool(text.strip())


@settings(max_examples=150)
@given(hyp=linked, ref=linked, name=st.sampled_from([name for name in LIVE if name != "paraphrase"]))
def test_statistics_equal_meteors_where_modules_compete(jar, hyp, ref, name):
    if spoken(hyp) and spoken(ref):
        metric = meteor_records.metric_of(list(LIVE[name]))
        assert ours(metric, hyp, [ref]) == jar(*LIVE[name]).statistics(hyp, [ref])


@settings(max_examples=150)
@given(hyp=texts.filter(spoken), refs=st.lists(texts.filter(spoken), min_size=1, max_size=2))
def test_statistics_equal_meteors_on_any_text(jar, hyp, refs):
    metric = meteor_records.metric_of(list(LIVE["synonym"]))
    assert ours(metric, hyp, refs) == jar(*LIVE["synonym"]).statistics(hyp, refs)


def test_statistics_equal_meteors_on_long_random_text(jar, examples):
    rng = random.Random(4)
    vocabulary = [word for line in examples["reference1"] for word in line.split()] + LINKED
    metric, running = meteor_records.metric_of(list(LIVE["synonym"])), jar(*LIVE["synonym"])
    for _ in range(60):
        few = rng.sample(vocabulary, 25)
        hyp, ref = (" ".join(rng.choices(few, k=rng.randint(20, 70))) for _ in range(2))
        assert ours(metric, hyp, [ref]) == running.statistics(hyp, [ref])


# --- The laws, and the readable twin ----------------------------------------------------------------------------------


@pytest.mark.filterwarnings("ignore::understudy.errors.LanguageWarning")
@pytest.mark.parametrize(
    "chosen",
    [
        {},  # the beam of 40 that METEOR has; the readable twin takes long for it
        {"modules": "exact", "norm": "lower", "beam": 8},
        {"task": "adq", "norm": "nopunct", "characters": True, "beam": 1},
        {"lang": "de", "beam": 5},
        {"lang": "zh", "beam": 8},
        {"alpha": 0.3, "beta": 0, "gamma": 1, "delta": 0, "weights": (0.5, 0, 1), "norm": "none", "beam": 8},
    ],
    ids=str,
)
def test_meteor_keeps_the_laws(chosen):
    check_metric(METEOR(**chosen))


def test_the_variant_of_2005_keeps_the_laws():
    hyps = ["the cat the cat on the mat", "", "a word", "cats sat , a car ran", "mat the on sat cat the", "Runs. 猫"]
    refs = [
        ["the cat is on the mat", "there is a cat"],
        ["", "a"],
        [""],
        ["a cat sat in an auto"],
        ["the cat sat"],
        ["run 猫."],
    ]
    check_metric(METEOR(variant="2005"), hyps, refs)


@given(hyp=linked, ref=linked, beam=st.sampled_from([1, 2, 3, 40, 100]), length=st.integers(1, 3))
def test_the_native_aligner_equals_the_readable_one(hyp, ref, beam, length):
    metric = METEOR(norm="lower", beam=beam, modules=("exact", "stem", "synonym")[:length])
    found = metric.stats([hyp], [[ref]]).rows[0].tolist()
    assert found == metric.row(metric.reading(hyp), [metric.reading(ref)])


def test_a_table_that_grows_keeps_what_was_looked_up():
    bound = METEOR(norm="lower").bind(["a cat ran", "big cars"])
    first = bound.stats(["a cat runs", "large cars"]).rows
    second = bound.stats(["one kitty was running", "an automobile"]).rows
    assert (bound.stats(["a cat runs", "large cars"]).rows == first).all()
    assert (
        METEOR(norm="lower").stats(["one kitty was running", "an automobile"], ["a cat ran", "big cars"]).rows == second
    ).all()


# --- Worked examples --------------------------------------------------------------------------------------------------


def test_parts_are_those_of_the_formula():
    parts = us.meteor.sentence("the cats sat on a mat", "a cat sat on the rug").parts
    content, function = 0.75, 1 - 0.75
    precision = (1 * content + 3 * function + 0.6 * content) / (3 * content + 3 * function)  # sat; on, the, a; cats
    assert parts["precision"] == parts["recall"] == close(100 * precision, abs=1e-12)
    assert (parts["chunks"], parts["hyp_match_exact"], parts["ref_match_stem"]) == (3, 4, 1)
    assert parts["fragmentation"] == 3 / 5
    assert parts["penalty"] == close(0.6 * (3 / 5) ** 0.2, abs=1e-15)
    assert parts["score"] == close(parts["f_mean"] * (1 - parts["penalty"]), abs=1e-12)


def test_a_pair_that_matches_by_stem_and_meaning_competes_with_itself():
    assert us.meteor.sentence("created", "creates", modules="exact/stem").score == close(60)
    assert us.meteor.sentence("created", "creates").score == 0


def test_corpus_score_and_mean_of_segments_are_different_numbers():
    result = us.meteor(["the cat sat", "a dog"], ["the cat sat", "a big dog ran"])
    assert result.parts["mean_of_segments"] == close(result.segments.mean(), abs=1e-12)
    assert result.parts["score"] != close(result.parts["mean_of_segments"], abs=1)
    assert result.parts["chunks"] == 2  # the first segment is covered by one chunk and adds none


def test_the_first_of_equally_good_references_counts():
    one, other = "the cat", "cat the"
    stats = METEOR().stats(["the dog"], [[one, other]])
    assert (stats.rows == METEOR().stats(["the dog"], [[one]]).rows).all()


def test_no_match_and_empty_texts_score_nothing():
    assert [us.meteor.sentence(*pair).score for pair in (("a", "b"), ("", "b"), ("a", ""), ("", ""))] == [0, 0, 0, 0]


# --- Bounds -----------------------------------------------------------------------------------------------------------


def test_five_thousand_equal_words_take_seconds():
    begin = time.process_time()
    assert us.meteor.sentence("a " * 5000 + "b", "a " * 5000).score > 80
    assert time.process_time() - begin < 30


def test_too_many_words_are_refused_with_the_limit():
    with pytest.raises(InputError, match="segment 2: .*30000000 pairs"):
        us.meteor(["a", "a " * 6000 + "b"], ["a", "a " * 6000])
    with pytest.raises(InputError, match="segment 1: a reference has 20001 words; .* at most 20000"):
        us.meteor(["a"], ["b " * 20001])
    assert us.meteor(["a"], ["a"]).score == 100  # nothing is left over


def test_a_wide_beam_lowers_the_limit():
    with pytest.raises(InputError, match="more than 1200000 pairs"):
        us.meteor.sentence("a " * 2000 + "b", "a " * 2000, beam=1000)


# --- The alignment, and the command line ------------------------------------------------------------------------------


def test_the_alignment_as_data():
    found = METEOR().alignment("the cats sat on a mat", ["no word", "a cat sat on the rug"])
    assert found.ref == "a cat sat on the rug".split()
    assert found.matches[1] == Match(1, 1, 1, 1, 1)
    assert [(pair.module, pair.chunk) for pair in found.pairs][:3] == [("exact", 1), ("stem", 2), ("exact", 2)]
    assert found.chunks == 3
    with pytest.raises(InputError, match="takes a string"):
        METEOR().alignment(["a"], "a")


def test_runs_of_several_words_are_aligned_as_paraphrases():
    def phrases(hyp, ref):
        return [(1, 2, 0, 1), (1, 2, 0, 1)]

    hyp, ref = words_of(lexicon_of("en", True, True), ["certainly not".split(), "yes of course not".split()])
    found = align(hyp, ref, ["exact", "paraphrase"], phrases=phrases)
    assert found == (Match(1, 2, 0, 1, 1), Match(3, 1, 1, 1, 0))
    assert chunk_numbers(found) == [1, 1]


def test_the_command_prints_meteors_own_id_beside_the_signature(root):
    texts = ["examples/weak.en", "-r", "examples/reference1.en"]
    command = ["score", *texts, "-m", "meteor"]
    eval_id = "METEOR  Eval ID meteor-1.5-wo-en-norm-0.85_0.2_0.6_0.75-ex_st_sy-1.0_0.6_0.8"
    assert eval_id in printed(*command, cwd=root)
    as_json = printed(*command, "--format", "json", cwd=root)
    assert json.loads(as_json)["systems"][0]["scores"][0]["parts"]["mean_of_segments"] > 0


def test_native_columns_have_the_names_of_the_statistics():
    assert _core.meteor_columns() == [*STATISTICS, "one_chunk"]


def test_statistics_are_whole_numbers_that_any_number_of_threads_counts_alike(examples):
    metric = METEOR()
    alone, together = (metric.stats(examples["weak"], examples["reference1"], threads=n).rows for n in (1, 2))
    assert (alone == together).all()
    whole = alone[:, : len(STATISTICS)]
    assert (whole == np.rint(whole)).all()
    assert list(itertools.islice(metric.columns, 4)) == ["hyp_length", "ref_length", "hyp_function", "ref_function"]


# --- Memory -----------------------------------------------------------------------------------------------------------


def entries(value):
    """How many values an object holds in dicts and lists of its own."""
    return sum(len(each) for each in vars(value).values() if isinstance(each, dict | list | set))


def test_words_are_forgotten_with_the_texts_they_stand_in():
    lexicon = lexicon_of("en", True, True)
    us.meteor(["one call"], ["to warm up"])
    before = entries(lexicon)
    for call in range(50):
        us.meteor([f"novel{call} words{call}"], [f"novel{call} texts{call}"])
        us.meteor.sentence(f"newer{call} words{call}", f"newer{call} texts{call}")
        words_of(lexicon, [[f"readable{call}"]])
    assert entries(lexicon) == before


def test_a_token_table_takes_what_was_looked_up_of_its_words_with_it():
    vocabulary = _core.Vocabulary()
    _core.intern([["runs", "run"]], vocabulary)
    facts_of(lexicon_of("en", True, False), vocabulary)
    assert vocabulary in facts._of_tables
    size = len(facts._of_tables)
    del vocabulary
    gc.collect()
    assert len(facts._of_tables) < size
