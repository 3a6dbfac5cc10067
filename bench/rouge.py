"""How much faster than rouge-score is corpus ROUGE from lists of Python strings?

python bench/rouge.py [SEGMENTS]
"""

from __future__ import annotations

import sys

import corpus
import measure
import numpy as np
import peers

import understudy as us


def main(segments: int = 10_000) -> None:
    hyps, nested = corpus.parallel(segments)
    refs = [each[0] for each in nested]
    words = sum(len(line.split()) for line in hyps + refs)
    three = ["rouge1", "rouge2", "rougeL"]
    # The same words once more as summaries of three lines.
    summaries, due = (["\n".join(lines[i : i + 3]) for i in range(0, segments, 3)] for lines in (hyps, refs))

    def ours(names: list[str], stemmer: str = "none", compat: bool = True, threads: int = 1) -> list[float]:
        settings = f":compat=rouge_score,stemmer={stemmer}" if compat else ""
        both = (summaries, due) if names == ["rougeLsum"] else (hyps, refs)
        return [
            each.score for each in us.score(*both, [f"{name}{settings}" for name in names], threads=threads).values()
        ]

    def theirs(names: list[str], stemmer: bool = False) -> list[float]:
        both = (summaries, due) if names == ["rougeLsum"] else (hyps, refs)
        return peers.rouge_score(*both, tuple(names), stemmer)

    assert np.allclose(ours(three), theirs(three), rtol=1e-9)
    jobs = [
        ("ROUGE-1, ROUGE-2 and ROUGE-L", lambda: ours(three), lambda: theirs(three)),
        ("the three, two threads", lambda: ours(three, threads=2), None),
        ("the three, Unicode words", lambda: ours(three, compat=False), None),
        ("ROUGE-1", lambda: ours(["rouge1"]), lambda: theirs(["rouge1"])),
        ("ROUGE-2", lambda: ours(["rouge2"]), lambda: theirs(["rouge2"])),
        ("ROUGE-L", lambda: ours(["rougeL"]), lambda: theirs(["rougeL"])),
        ("ROUGE-1, Porter stems", lambda: ours(["rouge1"], "porter"), lambda: theirs(["rouge1"], stemmer=True)),
        ("ROUGE-Lsum, three lines each", lambda: ours(["rougeLsum"]), lambda: theirs(["rougeLsum"])),
    ]
    measure.report(
        "rouge",
        "Corpus ROUGE against rouge-score",
        [
            f"{segments:,} segments, {words:,} words on both sides, lists of Python strings, one thread unless stated",
            "ratio: rouge-score's time for the same scores, divided by ours; ASCII words without stems unless stated",
            measure.machine(),
            measure.versions("understudy", "rouge-score", "numpy"),
        ],
        ["job", "faster than rouge-score", "time against the first row"],
        measure.compare(jobs),
    )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
