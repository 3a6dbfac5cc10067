"""Whatever scores takes `threads=`, and the bits are the same for any number of them."""

import inspect
import subprocess
import sys

import numpy as np
import pytest

import understudy as us
from understudy.metrics import CONTENTS
from understudy.scoring.evaluate import named_metrics
from understudy.sharding.executors import score_files
from understudy.sharding.shards import Counting, survey
from understudy.sharding.spark import frames as spark
from understudy.testing import HYPOTHESES, LAWS, REFERENCES

NUMBERS = (2, 3, 8)
SCORING = {
    "alignments": us.alignments,
    "compare": us.compare,
    "confusions": us.confusions,
    "score_files": us.score_files,
    "evaluate": us.evaluate,
    "make_report": us.make_report,
    "mbr": us.mbr,
    "mbr_aggregated": us.mbr_aggregated,
    "pairwise": us.pairwise,
    "reward_function": us.reward_function,
    "rewards": us.rewards,
    "score": us.score,
    "score_meetings": us.score_meetings,
}
OTHERS = {
    "align",
    "check",
    "explain",
    "explanations",
    "humans",
    "make_metric",
    "normalize",
    "read_inputs",
    "read_lines",
    "read_meetings",
    "read_report",
    "register_test",
    "scores_from",
    "segment",
    "tokenize",
}  # about one segment, a text, a sample, or scores that are there


@pytest.fixture(scope="module")
def large(examples):
    """The shipped examples, often enough that every thread has work."""
    return examples["medium"] * 30, [
        list(pair) for pair in zip(examples["reference1"], examples["reference2"], strict=True)
    ] * 30


def test_everything_that_scores_takes_threads():
    functions = {name for name in us.__all__ if name not in CONTENTS and inspect.isfunction(getattr(us, name))}
    assert functions == SCORING.keys() | OTHERS
    methods = (us.bleu.__call__, us.Running.update, Counting.scores, Counting.totals, survey, score_files, spark.score)
    for function in (*SCORING.values(), *methods, us.Metric.stats, us.Metric.bind, us.Metric.rows, us.Result.interval):
        assert inspect.signature(function).parameters["threads"].default == 1, function


@pytest.mark.parametrize("name", CONTENTS)
def test_every_metric_counts_the_same_rows(name):
    LAWS["threads_do_not_matter"](us.make_metric(name), HYPOTHESES, REFERENCES)


def test_all_metrics_together_count_the_same_rows(large):
    alone = us.score(*large, list(CONTENTS))
    for threads in NUMBERS:
        together = us.score(*large, list(CONTENTS), threads=threads)
        for name, result in alone.items():
            assert np.array_equal(together[name].stats.rows, result.stats.rows), (name, threads)
            assert together[name].parts == result.parts


def test_shards_are_counted_alike(large):
    metrics = named_metrics(["bleu", "nist", "ciderD", "hlepor"])
    surveys = survey(metrics, large[1])
    alone = Counting(metrics, surveys).totals(*large)
    for threads in NUMBERS:
        assert survey(metrics, large[1], threads) == surveys
        found = Counting(metrics, surveys).totals(*large, threads)
        assert {name: each.to_dict() for name, each in found.items()} == {
            name: each.to_dict() for name, each in alone.items()
        }


@pytest.mark.parametrize("name", ["bleu", "chrf", "ter", "meteor", "hlepor", "cer", "rougeL"])
def test_what_training_loops_call_gives_the_same_bits(large, name):
    hyps, refs = large[0][:200], large[1][:200]
    groups = [hyps[i : i + 8] for i in range(0, 200, 8)]
    running = {threads: us.Running(name) for threads in (1, *NUMBERS)}
    for threads, each in running.items():
        each.update(hyps, refs, threads=threads)
        assert each.to_dict() == running[1].to_dict()
    for threads in NUMBERS:
        chosen, first = (us.mbr(groups, metric=name, threads=n) for n in (threads, 1))
        assert [each.scores.tolist() for each in chosen] == [each.scores.tolist() for each in first]
        pairs, alone = (us.pairwise(name, groups, groups, threads=n) for n in (threads, 1))
        assert all(map(np.array_equal, pairs, alone))
        if us.make_metric(name).higher_is_better and us.make_metric(name).maximum:
            assert us.rewards(hyps, refs, metric=name, threads=threads) == us.rewards(hyps, refs, metric=name)


def test_files_are_counted_alike(root):
    files = [{"hyp": root / "examples/weak.en", "ref": root / "examples/reference1.en"}]
    alone = score_files(files, metrics=["bleu", "nist", "wer"], lines=40, rows=True)
    for threads in NUMBERS:
        found = score_files(files, metrics=["bleu", "nist", "wer"], lines=40, rows=True, threads=threads)
        for name, result in alone.items():
            assert np.array_equal(found[name].stats.rows, result.stats.rows)
    with pytest.raises(us.SettingError, match="threads must be a whole number from 1 to 1024, got 0"):
        score_files(files, threads=0)


# --- A limit on memory ------------------------------------------------------------------------------------------------

# Room for 300 MB more, which 63 stacks of 8 MB don't fit into.
LIMITED = """
import resource, sys
import understudy as us
from pathlib import Path
hyps, refs = ["a cat sat on the mat"] * 20000, ["the cat sat on a mat"] * 20000
expected = us.evaluate({"A": hyps}, refs, ["bleu", "meteor"])["A"]
used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + (300 << 20), -1))
limited = us.evaluate({"A": hyps}, refs, ["bleu", "meteor"], threads=64)["A"]
print([limited[name].score == expected[name].score for name in ("bleu", "meteor")])
"""


@pytest.mark.skipif(sys.platform != "linux", reason="other systems don't limit the memory of a process so")
def test_under_a_memory_limit_fewer_threads_do_the_work():
    done = subprocess.run([sys.executable, "-c", LIMITED], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("[True, True]\n", "")
