"""How much faster than sacrebleu is corpus chrF from lists of Python strings?

python bench/chrf.py [SEGMENTS]
"""

from __future__ import annotations

import sys

import corpus
import measure
import peers
import shapes

import understudy as us


def main(segments: int = 20_000) -> None:
    hyps, nested = corpus.parallel(segments, references=2)
    refs, more = [each[0] for each in nested], [each[1] for each in nested]
    ja_hyps, ja_refs = shapes.japanese(segments)

    jobs = [
        ("chrF, English", lambda: us.chrf(hyps, refs).score, lambda: peers.sacrebleu_chrf(hyps, refs)),
        ("chrF, English, two threads", lambda: us.chrf(hyps, refs, threads=2).score, None),
        ("chrF, English, with segment scores", lambda: us.chrf(hyps, refs).segments.sum(), None),
        (
            "chrF, English, two references",
            lambda: us.chrf(hyps, nested).score,
            lambda: peers.sacrebleu_chrf(hyps, refs, more),
        ),
        (
            "chrF++, English",
            lambda: us.chrf(hyps, refs, word_order=2).score,
            lambda: peers.sacrebleu_chrf(hyps, refs, word_order=2),
        ),
        ("chrF, Japanese", lambda: us.chrf(ja_hyps, ja_refs).score, lambda: peers.sacrebleu_chrf(ja_hyps, ja_refs)),
    ]
    rows = measure.compare(jobs)
    measure.report(
        "chrf",
        "Corpus chrF against sacrebleu",
        [
            f"{segments:,} segments of {sum(map(len, refs)) // segments} characters in English and"
            f" {sum(map(len, ja_refs)) // segments} in Japanese, lists of Python strings, one thread unless stated",
            "ratio: sacrebleu's time for the same work (one reference unless stated), divided by ours",
            measure.machine(),
            measure.versions("understudy", "sacrebleu", "numpy"),
        ],
        ["job", "faster than sacrebleu", "time against the first row"],
        rows,
    )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
