"""Chunks of a test set: they change no number, and no message."""

import threading
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import pytest
from processes import HANGS, interrupt

import understudy as us
from understudy import _core
from understudy.errors import LanguageWarning
from understudy.metrics import CONTENTS
from understudy.metrics.lepor import base as lepor_base
from understudy.metrics.nist.metric import NIST
from understudy.scoring import chunks
from understudy.tokens import TokenTables


@pytest.fixture
def short(monkeypatch):
    """Chunks of few segments."""
    monkeypatch.setattr(chunks, "TEXT", 1000)
    monkeypatch.setattr(chunks, "SHORTEST", 7)


def two_references(examples):
    return [list(pair) for pair in zip(examples["reference1"], examples["reference2"], strict=True)]


@pytest.mark.parametrize("threads", [1, 3])
def test_chunks_count_the_rows_of_the_whole(examples, short, monkeypatch, threads):
    refs = two_references(examples)
    systems = {"strong": examples["strong"], "weak": examples["weak"]}
    read = []
    monkeypatch.setattr(TokenTables, "add", lambda *args, add=TokenTables.add: read.append(len(args[1])) or add(*args))
    parted = us.evaluate(systems, refs, list(CONTENTS), threads=threads)
    assert min(read) < 10  # there were chunks indeed
    for system, found in parted.items():
        for name, result in found.items():
            whole = us.make_metric(name).stats(systems[system], refs)
            assert np.array_equal(result.stats.rows, whole.rows), (system, name)
            assert result.stats.counts == whole.counts == "2"


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize(
    "names",
    [["nist"], ["bleu", "nist:lowercase=no", "nist:order=2"], ["nist:tokenizer=char"], ["nist:compat=mteval"]],
    ids=["alone", "beside others", "char", "with its mistake"],
)
def test_nist_knows_all_references_in_every_chunk(examples, short, monkeypatch, names, threads):
    first, second = examples["reference1"], examples["reference2"]
    refs = [[one, other, one][: 1 + i % 3] for i, (one, other) in enumerate(zip(first, second, strict=True))]
    firsts = []

    def weigh(*arguments, weigh=_core.weigh_places):
        firsts.append(arguments[4])
        return weigh(*arguments)

    monkeypatch.setattr(_core, "weigh_places", weigh)
    found = us.score(examples["strong"], refs, names, threads=threads)
    if names == ["nist:compat=mteval"]:
        assert firsts == []  # it goes by words, and there is one chunk
    else:
        assert len(set(firsts)) > 5
    for name, result in found.items():
        whole = result.stats.metric.stats(examples["strong"], refs)
        assert result.stats.rows.tobytes() == whole.rows.tobytes(), name


def test_other_rows_of_nist_are_not_counted_in_chunks(examples, short):
    @dataclass(frozen=True)
    class Own(NIST):
        name: ClassVar[str] = "own"

        def rows(self, hyps, refs, survey=None, threads=1, progress=None):
            assert len(hyps) == 100
            return super().rows(hyps, refs, survey, threads, progress)

    assert NIST().survey_in_chunks and not Own().survey_in_chunks and not NIST(compat="mteval").survey_in_chunks
    (result,) = us.score(examples["strong"], examples["reference1"], Own()).values()
    assert result.score == us.nist(examples["strong"], examples["reference1"]).score


@pytest.mark.parametrize("threads", [1, 2])
def test_a_message_counts_segments_from_the_first(examples, short, monkeypatch, threads):
    hyps = list(examples["strong"])
    hyps[70] = hyps[75] = hyps[95] = "far " * 100  # the first is told
    monkeypatch.setattr(lepor_base, "MOST_WORDS", 90)
    with pytest.raises(us.InputError, match="hypothesis of segment 71 has 100 words"):
        us.hlepor(hyps, two_references(examples), threads=threads)


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("tokenizer", ["13a", str.split])
@pytest.mark.parametrize("name", ["bleu", "nist"])
def test_a_lone_surrogate_is_told_by_its_segment(examples, short, threads, tokenizer, name):
    hyps, refs = list(examples["strong"]), two_references(examples)
    refs[80] = ["good", "bad \ud800"]
    metric = us.make_metric(name, tokenizer=tokenizer)
    for given in (refs, [(first,) for first in hyps[:80]] + refs[80:]):
        with pytest.raises(us.InputError, match=r"^a reference of segment 81 holds a lone surrogate.*'bad \\ud800'"):
            us.score(hyps, given, metric, threads=threads)
    hyps[70] = "\udfff"
    with pytest.raises(us.InputError, match="^segment 71 of the hypotheses holds a lone surrogate"):
        us.score(hyps, examples["reference1"], metric, threads=threads)


def test_progress_tells_how_many_segments_are_done(examples, short):
    for threads in (1, 2):
        told = []
        us.evaluate(
            {"A": examples["strong"]},
            examples["reference1"],
            threads=threads,
            step=lambda *said, told=told: told.append(said),
        )
        assert {what for what, _, _ in told} == {"segments"}
        assert [done for _, done, _ in told] == sorted({done for _, done, _ in told})
        assert told[-1] == ("segments", 100, 100)


def test_a_step_that_fails_stops_all_threads(examples, short, monkeypatch):
    started, start = [], threading.Thread.start
    monkeypatch.setattr(threading.Thread, "start", lambda thread: started.append(thread) or start(thread))

    def step(*arguments):
        raise BrokenPipeError("nobody reads it")

    with pytest.raises(BrokenPipeError, match="nobody reads it"):
        us.evaluate({"A": examples["strong"]}, examples["reference1"], threads=2, step=step)
    assert len(started) == 1 and not started[0].is_alive()


def test_no_chunk_is_left_out_when_a_thread_ends(examples, short, monkeypatch):
    other_began = threading.Event()

    def count_chunk(*arguments, count=chunks._count_chunk):
        if threading.current_thread() is not threading.main_thread():
            other_began.set()
            raise SystemExit
        assert other_began.wait(HANGS)
        return count(*arguments)

    monkeypatch.setattr(chunks, "_count_chunk", count_chunk)
    with pytest.raises(SystemExit):
        us.evaluate({"A": examples["strong"]}, examples["reference1"], threads=2)


INTERRUPTED = """
import threading
import understudy as us
from understudy.scoring import chunks
chunks.TEXT = 1 << 30  # long ones, within which the threads must stop
chunks._recount_behind_empty_segments = lambda *_: print("counted again")
hyps, refs = ["a cat sat on the mat and slept"] * 3_000_000, ["the cat is on a mat and sleeps"] * 3_000_000
us.meteor(["a cat"], ["the cat"])  # reads its data
print("ready", flush=True)
try:
    us.meteor(hyps, refs, threads=2)  # would take half a minute
except KeyboardInterrupt:
    print(threading.active_count())
"""


def test_an_interrupt_stops_all_threads():
    printed, _, seconds = interrupt(INTERRUPTED)
    assert printed == "1\n"
    assert seconds < 20  # of a minute that the work takes both threads


def test_an_unfit_script_is_told_once(short):
    lines = ["今日は新しい機械翻訳の評価について話します。" * 3] * 100
    with pytest.warns(LanguageWarning) as told:
        us.bleu(lines, lines, threads=2)
    assert len(told) == 1
