"""How much faster than sacrebleu is corpus TER from lists of Python strings?

python bench/ter.py [SEGMENTS]
"""

from __future__ import annotations

import sys

import corpus
import measure
import peers

import understudy as us


def main(segments: int = 2_000) -> None:
    hyps, nested = corpus.parallel(segments, references=2)
    refs, more = [each[0] for each in nested], [each[1] for each in nested]
    words = sum(len(line.split()) for line in hyps + refs)

    def ours(refs: list, **settings: object) -> float:
        return us.ter(hyps, refs, **settings).score

    def theirs(*streams: list[str], **settings: object) -> float:
        return peers.sacrebleu_ter(hyps, *streams, **settings)

    assert ours(refs, compat="sacrebleu") == theirs(refs)
    jobs = [
        ("TER", lambda: ours(refs), lambda: theirs(refs)),
        ("TER, two threads", lambda: ours(refs, threads=2), None),
        ("TER, compat=sacrebleu", lambda: ours(refs, compat="sacrebleu"), None),
        ("TER, two references", lambda: ours(nested), lambda: theirs(refs, more)),
        ("TER, normalized", lambda: ours(refs, normalized=True), lambda: theirs(refs, normalized=True)),
    ]
    rows = measure.compare(jobs)
    measure.report(
        "ter",
        "Corpus TER against sacrebleu",
        [
            f"{segments:,} segments, {words:,} words on both sides, lists of Python strings, one thread unless stated",
            "ratio: sacrebleu's time for the same work (one reference unless stated), divided by ours",
            measure.machine(),
            measure.versions("understudy", "sacrebleu", "numpy"),
        ],
        ["job", "faster than sacrebleu", "time against the first row"],
        rows,
    )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
