"""How much faster than pycocoevalcap is corpus CIDEr-D from lists of Python strings?

python bench/cider.py [SEGMENTS]
"""

from __future__ import annotations

import sys

import corpus
import measure
import peers

import understudy as us


def main(segments: int = 10_000) -> None:
    hyps, nested = corpus.parallel(segments, references=2)
    single = [[each[0]] for each in nested]
    words = sum(len(line.split()) for line in hyps + [each[0] for each in nested])

    def ours(references: list[list[str]], **settings: object) -> float:
        return us.ciderD(hyps, references, **{"tokenizer": "none", "lowercase": "no"} | settings).score

    def theirs(references: list[list[str]]) -> float:
        return peers.pycocoevalcap_cider(hyps, *map(list, zip(*references, strict=True)))

    assert abs(ours(nested) - theirs(nested)) < 1e-9
    jobs = [
        ("CIDEr-D, split at blanks", lambda: ours(single), lambda: theirs(single)),
        ("CIDEr-D, two threads", lambda: ours(single, threads=2), None),
        ("CIDEr-D, Unicode words in lower case", lambda: us.ciderD(hyps, single).score, None),
        ("CIDEr-D, two references", lambda: ours(nested), lambda: theirs(nested)),
    ]
    measure.report(
        "cider",
        "Corpus CIDEr-D against pycocoevalcap",
        [
            f"{segments:,} segments, {words:,} words on both sides, lists of Python strings, one thread unless stated",
            "ratio: the time of pycocoevalcap's Cider, which splits at blanks, by ours (one reference unless stated)",
            measure.machine(),
            measure.versions("understudy", "pycocoevalcap", "numpy"),
        ],
        ["job", "faster than pycocoevalcap", "time against the first row"],
        measure.compare(jobs),
    )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
