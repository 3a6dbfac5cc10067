"""What does a single segment cost, in microseconds above a native call that does nothing?

python bench/sentence.py [LOOPS]
"""

from __future__ import annotations

import sys
import time

import measure

import understudy as us
from understudy import _core

METRICS = ("bleu", "chrf", "chrf++", "ter", "wer", "cer", "rouge1", "rouge2", "rougeL", "rougeLsum", "gleu", "lepor")
METRICS += ("hlepor", "nlepor", "ribes", "meteor")
HYP, REF = "the cat sat on the mat with a hat and a bat", "the cat is on the mat with the hat and a bat"
CALLS = 30  # in one loop: so short that some loops are not disturbed


def main(loops: int = 2000) -> None:
    empty = best(lambda: _core.tokenize("", "none"), loops)
    rows = []
    for name in METRICS:
        sentence = getattr(us, name).sentence
        alone = best(lambda sentence=sentence: sentence(HYP, REF), loops)
        scored = best(lambda sentence=sentence: sentence(HYP, REF).score, loops)
        rows.append([name, *(f"{1e6 * (each - empty):.1f}" for each in (alone, scored))])
    measure.report(
        "sentence",
        "A single segment",
        [
            "one hypothesis of 12 words and one reference, Python strings, the same in every call; default settings",
            "in microseconds above the empty native call, which is _core.tokenize('', 'none'): two strings are handed"
            f" over and an empty list comes back, {1e6 * empty:.1f} microseconds",
            f"the best of {loops} loops of {CALLS} calls, with Python's own cost of the loop and of a lambda",
            measure.machine(),
            measure.versions("understudy", "numpy"),
        ],
        ["metric", "sentence(...)", "sentence(...).score"],
        rows,
    )


def best(call: measure.Call, loops: int) -> float:
    """The seconds of one call, in the loop that was disturbed least."""
    shortest = float("inf")
    for _ in range(loops):
        begin = time.perf_counter()
        for _ in range(CALLS):
            call()
        shortest = min(shortest, time.perf_counter() - begin)
    return shortest / CALLS


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
