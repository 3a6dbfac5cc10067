"""METEOR against METEOR 1.5 itself: what it printed once, and what it says of any text where Java is at hand."""

import functools
import importlib.util
import itertools
import json
import math
import pickle
import random
import re
import shutil
import subprocess
import sys
import time
import warnings
from pathlib import Path

import meteor_records
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import texts

import understudy as us
from understudy.errors import InputError, LanguageWarning, SettingError
from understudy.metrics.meteor.facts import lexicon_of, words_of
from understudy.metrics.meteor.first_paper.search import align_2005
from understudy.metrics.meteor.metric import METEOR
from understudy.metrics.meteor.readable import MATCHERS, STATISTICS, Match, align, chunk_numbers
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
        {},
        {"modules": "exact", "norm": "lower"},
        {"task": "adq", "norm": "nopunct", "characters": True},
        {"lang": "de", "beam": 5},
        {"lang": "zh"},
        {"alpha": 0.3, "beta": 0, "gamma": 1, "delta": 0, "weights": (0.5, 0, 1), "norm": "none"},
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


# --- The first paper --------------------------------------------------------------------------------------------------


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


# --- Settings ---------------------------------------------------------------------------------------------------------


def test_signatures_name_everything_that_bears_on_the_score():
    signature = METEOR().signature
    for part in ("variant=1.5", "lang=en", "task=rank", "norm=full", "modules=exact/stem/synonym", "beam=40"):
        assert part in signature
    assert re.search("weights=1/0.6/0.8,alpha=0.85,beta=0.2,gamma=0.6,delta=0.75", signature)
    assert re.search("function_words=en93-[0-9a-f]{8},stemmer=snowball-2.2,synonyms=wordnet-3.0-[0-9a-f]{8}", signature)
    assert us.make_metric(signature) == METEOR()
    assert METEOR(modules=["exact", "stem"]).signature == METEOR(modules="exact/stem").signature


def test_a_signature_of_other_resources_is_refused():
    with pytest.raises(SettingError, match="synonyms=wordnet-2.1-00112233 is asked for, but here it is wordnet-3.0"):
        METEOR(synonyms="wordnet-2.1-00112233")
    with pytest.raises(SettingError, match="the module stem is not used"):
        METEOR(stemmer="snowball-2.2", modules="exact")


@pytest.mark.parametrize(
    ("chosen", "message"),
    [
        ({"variant": "1.6"}, "unknown variant '1.6'"),
        ({"lang": "english"}, "not a language code"),
        ({"lang": "de", "task": "adq"}, "unknown task of METEOR in language 'de' 'adq'; choose rank, li"),
        ({"norm": "yes"}, "unknown norm"),
        ({"lang": "tr", "norm": "full"}, "no rules for lang=tr"),
        ({"modules": "stem"}, "must be exact"),
        ({"modules": "exact/synonym/stem"}, "in this order"),
        ({"modules": "exact/exact"}, "in this order"),
        ({"modules": "exact/stme"}, "did you mean 'stem'"),
        ({"modules": 5}, "modules must be such as exact/stem, or a list of such names; got 5"),
        ({"paraphrase": True}, "paraphrase must be auto or the path of a table, got True"),
        ({"paraphrase": ""}, "paraphrase must be auto or the path of a table, got ''"),
        ({"variant": 2006}, "unknown variant '2006'"),
        ({"lang": "cz", "modules": "exact/stem"}, "no module stem for lang=cz"),
        ({"lang": "de", "modules": "exact/synonym"}, "no module synonym for lang=de"),
        ({"modules": "exact/paraphrase"}, "needs a table"),
        ({"modules": "exact", "paraphrase": "auto"}, "needs a table"),
        ({"task": "universal"}, "2 weights for 3 modules"),
        ({"weights": (1, 2, 0)}, "3 numbers from 0 to 1"),
        ({"weights": (1, 0.5)}, "3 numbers from 0 to 1"),
        ({"alpha": 1.5}, "alpha must be a number from 0 to 1"),
        ({"beta": math.nan}, "beta must be a number"),
        ({"beam": 0}, "beam must be a whole number from 1 to 1,000"),
        ({"characters": "maybe"}, "characters must be yes or no"),
        ({"variant": "2005", "beam": 40}, "variant 2005 has no task, beam"),
        ({"function_words": "de"}, "function_words=de is asked for"),
    ],
    ids=str,
)
@pytest.mark.filterwarnings("ignore::understudy.errors.LanguageWarning")
def test_settings_that_make_no_sense_are_refused(chosen, message):
    with pytest.raises(SettingError, match=re.escape(message)):
        METEOR(**chosen)


def test_languages_without_resources_warn_once_and_name_what_is_missing():
    with pytest.warns(LanguageWarning, match="lang='zh' METEOR has no stemmer, no synonyms, no normalizer") as caught:
        metric = us.make_metric("meteor", lang="zh")
    assert len(caught) == 1
    assert (metric.lang, metric.modules, metric.task, metric.norm) == ("other", "exact", "li", "lower")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        metric.stats(["我 买 了"], ["我 买"])
        assert pickle.loads(pickle.dumps(metric)) == metric == us.make_metric(metric.signature)
        assert us.make_metric("meteor", lang="cs") == METEOR(lang="cz")
    with pytest.warns(LanguageWarning, match="lang='sv' METEOR has no normalizer"):
        assert METEOR(lang="sv").modules == "exact/stem"


def test_a_variant_may_be_a_number():
    assert METEOR(variant=2005) == METEOR(variant="2005")
    assert METEOR(variant=1.5).signature == METEOR().signature


def test_norwegian_has_stems_by_its_own_code_too():
    with pytest.warns(LanguageWarning, match="lang='nb' METEOR has no normalizer"):
        assert METEOR(lang="nb").modules == "exact/stem"


def test_weights_are_taken_by_place_as_meteor_does():
    assert METEOR(modules="exact/synonym").weights == (1.0, 0.6)


def test_changing_what_decides_other_settings_is_refused():
    with pytest.raises(SettingError, match="create a new metric"):
        us.make_metric(METEOR(), task="adq")


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
    command = [sys.executable, "-m", "understudy", "score", *texts, "-m", "meteor"]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True)
    assert "METEOR  Eval ID meteor-1.5-wo-en-norm-0.85_0.2_0.6_0.75-ex_st_sy-1.0_0.6_0.8" in done.stdout
    as_json = subprocess.run([*command, "--format", "json"], cwd=root, capture_output=True, text=True, check=True)
    assert json.loads(as_json.stdout)["systems"][0]["scores"][0]["parts"]["mean_of_segments"] > 0


def test_statistics_are_whole_numbers_that_any_number_of_threads_counts_alike(examples):
    metric = METEOR()
    alone, together = (metric.stats(examples["weak"], examples["reference1"], threads=n).rows for n in (1, 2))
    assert (alone == together).all()
    whole = alone[:, : len(STATISTICS)]
    assert (whole == np.rint(whole)).all()
    assert list(itertools.islice(metric.columns, 4)) == ["hyp_length", "ref_length", "hyp_function", "ref_function"]
