"""How fast is cpWER beside meeteval's?

python bench/meetings.py; needs `make meeteval`
"""

from __future__ import annotations

import logging
import random
import time
from collections.abc import Callable

import measure
from meeteval.wer import cp_word_error_rate

import understudy as us

SHAPES = ((20, 4, 1000), (200, 2, 100))  # meetings, speakers, words of each speaker
REPEATS = 5
Meetings = dict[str, list[tuple[str, str]]]


def made(meetings: int, speakers: int, words: int) -> tuple[Meetings, Meetings]:
    """Meetings of chance: frequent and rare words, of which 5 % are lost and 8 % replaced."""
    draw = random.Random(1)
    vocabulary = [f"w{i}" for i in range(2000)]
    hyps, refs = Meetings(), Meetings()
    for m in range(meetings):
        hyps[str(m)], refs[str(m)] = [], []
        for speaker in range(speakers):
            said = [vocabulary[min(int(draw.paretovariate(1)), 1999)] for _ in range(words)]
            heard = [word if draw.random() > 0.08 else draw.choice(vocabulary) for word in said if draw.random() > 0.05]
            refs[str(m)].append((f"r{speaker}", " ".join(said)))
            hyps[str(m)].append((f"h{(speaker + 1) % speakers}", " ".join(heard)))
    return hyps, refs


def seconds(call: Callable[[], float]) -> tuple[float, float]:
    """Processor time of the quickest of some calls, for the machine may be busy, and what it gives."""
    times, value = [], 0.0
    for _ in range(REPEATS):
        begin = time.process_time()
        value = call()
        times.append(time.process_time() - begin)
    return min(times), value


def main() -> None:
    logging.disable(logging.CRITICAL)  # meeteval says for each meeting that it has no times
    rows = []
    for shape in SHAPES:
        hyps, refs = made(*shape)

        def theirs(hyps: Meetings = hyps, refs: Meetings = refs) -> float:
            found = [cp_word_error_rate(dict(refs[name]), dict(hyps[name])) for name in refs]
            return 100 * sum(each.errors for each in found) / sum(each.length for each in found)

        own, score = seconds(lambda hyps=hyps, refs=refs: us.score_meetings(hyps, refs).score)
        other, same = seconds(theirs)
        assert abs(score - same) < 1e-9, (score, same)
        rows.append([*map(str, shape), f"{1000 * own:.1f}", f"{1000 * other:.1f}", f"{other / own:.1f}"])
    measure.report(
        "meetings",
        "cpWER of meetings, against meeteval",
        [
            "meetings of chance, one text for each speaker, Python strings; one thread, milliseconds of processor time,"
            f" the best of {REPEATS}",
            "the machine was busy with other work; processor time leaves most of that out",
            measure.machine(),
            measure.versions("understudy", "meeteval", "numpy"),
        ],
        ["meetings", "speakers", "words of each", "understudy", "meeteval", "ratio"],
        rows,
    )


if __name__ == "__main__":
    main()
