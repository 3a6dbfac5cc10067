"""How much faster than its peer is each metric from sentences to long documents?

python bench/long.py [--quick] [--only METRIC ...] [--lengths WORDS ...]

Made-up text of Zipf's law in three languages, with little noise, much noise, or none in common (bench/made_up.py).
One thread; ours and the peer's runs are taken in turn, as many of one as of the other; processor time, the best counts.
"""

from __future__ import annotations

import argparse
import functools
import os
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import made_up
import measure
import peers
from shapes import Text

import understudy as us

LENGTHS = (18, 100, 500, 2_000, 10_000)
QUICK = (18, 40)
WORDS = 40_000  # of the references in all
FEWER = 8_000  # for what takes the peer minutes
BUDGET = 20.0  # seconds that a run of a peer may take, judged by the length before
RUNS = 3
LEAST = 0.05  # seconds that are measured at once: a quicker call is repeated

Peer = Callable[[list[str], list[str]], object]
Clock = Callable[[], float]


@dataclass(frozen=True)
class Contest:
    metric: str  # ours, with the settings of the peer
    peer: str
    theirs: Peer
    least: dict[str, float]  # times as fast, by noise
    clock: Clock = time.process_time  # of the peer
    tolerance: float | None = None  # None: the scores are not the same by definition
    scale: float = 1.0  # ours over the peer's
    words: int = WORDS
    longest: int | None = None  # words of a segment that ours takes


def jar_seconds() -> float:
    """The processor time of the jar's process, all threads."""
    process = peers.warm_jar(peers.METEOR_MODULES).process
    spent = (path.read_text().split()[0] for path in Path(f"/proc/{process.pid}/task").glob("*/schedstat"))
    return sum(map(int, spent)) / 1e9


def rouge_l(hyps: list[str], refs: list[str]) -> float:
    return peers.rouge_score(hyps, refs, ("rougeL",))[0]


def always(least: float) -> dict[str, float]:
    return dict.fromkeys(made_up.NOISE, least)


BLEU_OF_CHARACTERS = functools.partial(peers.sacrebleu_bleu, tokenize="char")
WORD_METRICS = [
    Contest("bleu", "sacrebleu", peers.sacrebleu_bleu, always(80), tolerance=1e-9),
    Contest("chrf", "sacrebleu", peers.sacrebleu_chrf, always(80), tolerance=1e-9),
    Contest("wer", "jiwer", peers.jiwer_wer, {"3 %": 20}, tolerance=1e-9, scale=100),
    Contest("cer", "jiwer", peers.jiwer_cer, {"3 %": 15, "unrelated": 5}, tolerance=1e-9, scale=100),
    Contest("rougeL", "rouge_score", rouge_l, always(100), tolerance=1e-9, words=FEWER),
    Contest("ter", "sacrebleu", peers.sacrebleu_ter, always(200), words=FEWER, longest=5_000),
    Contest("meteor", "warm jar", peers.meteor_jar, always(20), jar_seconds, words=FEWER),
]
# rouge_score takes a letter with an umlaut for a blank, and the jar's synonyms are English.
METRICS = {
    "English": WORD_METRICS,
    "German": [each for each in WORD_METRICS if each.metric not in ("rougeL", "meteor")],
    "Japanese": [
        Contest("bleu:tokenizer=char", "sacrebleu", BLEU_OF_CHARACTERS, always(80), tolerance=1e-9),
        *(each for each in WORD_METRICS if each.metric in ("chrf", "cer")),
    ],
}


@dataclass(frozen=True)
class Cell:
    """Seconds for all segments; the peer's is None where it was not run."""

    ours: float | None
    theirs: float | None
    words: int

    def per_word(self) -> str:
        """Microseconds of ours."""
        return "-" if self.ours is None else f"{self.ours / self.words * 1e6:.2f}"

    def ratio(self) -> str:
        if self.ours is None:
            return "refused"
        if self.theirs is None:
            return "-"
        ratio = self.theirs / self.ours
        return f"{ratio:.1f} x" if ratio < 10 else f"{ratio:.0f} x"


def ours(contest: Contest, text: Text) -> float:
    scores = us.evaluate({"": text.hyps}, text.refs, [contest.metric], checks=False)[""]
    return next(iter(scores.values())).score


def once(call: Callable[[], object], clock: Clock, repeats: int, renew: Callable[[], None]) -> float:
    """Processor seconds of one call; a quick one is called several times, with new strings each time."""
    spent = 0.0
    for _ in range(repeats):
        renew()
        begin = clock()
        call()
        spent += clock() - begin
    return spent / repeats


def measured(contest: Contest, text: Text, words: int, expected: float, runs: int) -> Cell:
    """Both in turn. `expected` is about what a run of the peer takes."""
    own = functools.partial(ours, contest, text)

    def peer() -> object:
        return contest.theirs(text.hyps, text.refs)

    score = own()
    first = once(own, time.process_time, 1, text.renew)
    if expected > BUDGET:
        return Cell(min(first, *(once(own, time.process_time, 1, text.renew) for _ in range(runs))), None, words)
    begin = contest.clock()
    theirs = peer()
    long = contest.clock() - begin
    if contest.tolerance is not None and abs(score - contest.scale * float(theirs)) > contest.tolerance * max(1, score):
        raise SystemExit(f"{contest.metric} is {score}, and {contest.peer} says {theirs}")
    repeats, peer_repeats = (max(1, round(LEAST / max(each, 1e-6))) for each in (first, long))
    times = [
        (once(own, time.process_time, repeats, text.renew), once(peer, contest.clock, peer_repeats, text.renew))
        for _ in range(runs if long < BUDGET / 3 else 1)
    ]
    return Cell(min(first, *(each for each, _ in times)), min(each for _, each in times), words)


def row(contest: Contest, language: made_up.Language, noise: str, lengths: tuple[int, ...], quick: bool) -> list[str]:
    """A contest at every length."""
    cells: list[Cell] = []
    expected = 0.0
    for length in lengths:
        if contest.longest is not None and length > contest.longest:
            cells.append(Cell(None, None, length))
            continue
        segments = 2 if quick else max(1, contest.words // length)
        text = Text(language.parallel(segments, length, made_up.NOISE[noise]))
        cell = measured(contest, text, segments * length, expected, 1 if quick else RUNS)
        growth = (lengths[lengths.index(length) + 1] / length) if length != lengths[-1] else 1
        expected = expected * growth if cell.theirs is None else cell.theirs * growth
        cells.append(cell)
        print(contest.metric, language.name, noise, length, cell.ratio(), file=sys.stderr, flush=True)
    least = contest.least.get(noise)
    asked = "" if least is None else f"{least:g} x"
    return [
        contest.metric,
        contest.peer,
        language.name,
        noise,
        *(each.ratio() for each in cells),
        asked,
        *(each.per_word() for each in cells),
    ]


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="very little text: shows that it runs")
    parser.add_argument("--only", nargs="*", default=[], metavar="METRIC")
    parser.add_argument("--lengths", nargs="*", type=int, default=list(LENGTHS), metavar="WORDS")
    parser.add_argument("--language", nargs="*", default=[each.name for each in made_up.LANGUAGES])
    parser.add_argument("--noise", nargs="*", default=list(made_up.NOISE))
    chosen = parser.parse_args(arguments)
    lengths = QUICK if chosen.quick else tuple(chosen.lengths)
    rows = [
        row(contest, language, noise, lengths, chosen.quick)
        for language in made_up.LANGUAGES
        if language.name in chosen.language
        for contest in METRICS[language.name]
        if not chosen.only or contest.metric.partition(":")[0] in chosen.only
        for noise in made_up.NOISE
        if noise in chosen.noise
    ]
    measure.report(
        "long",
        "From sentences to long documents",
        [
            measure.machine(),
            measure.versions("understudy", "sacrebleu", "jiwer", "rapidfuzz", "rouge-score", "pycocoevalcap", "numpy"),
            f"made-up text, about {WORDS:,} words ({FEWER:,} for ROUGE-L, TER and METEOR); one thread",
            "a column's head is the length of its segments; refused: longer than our TER takes",
            f"processor time, best of {RUNS} runs taken in turn; METEOR's jar is warm, and all its threads count",
            "ours is us.evaluate without its checks for mistakes in the texts, which no peer looks for",
            f"-: not run, because the peer would take more than {BUDGET:g} seconds",
            "microseconds: of ours, for a word of the reference",
            f"other programs were running: a load of {os.getloadavg()[0]:.0f} on {os.cpu_count()} cores",
        ],
        [
            *("metric", "peer", "language", "noise"),
            *(f"{length:,} words" for length in lengths),
            "asked",
            *(f"us at {length:,}" for length in lengths),
        ],
        rows,
        keep=arguments == [],
    )


if __name__ == "__main__":
    main(sys.argv[1:])
