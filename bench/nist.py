"""How much faster than NLTK is corpus NIST from lists of Python strings?

python bench/nist.py [SEGMENTS]
"""

from __future__ import annotations

import sys

import corpus
import measure
import peers

import understudy as us


def main(segments: int = 20_000) -> None:
    hyps, nested = corpus.parallel(segments, references=2)
    refs, more = [each[0] for each in nested], [each[1] for each in nested]
    words = sum(len(line.split()) for line in hyps + refs)

    def ours(references: list, **settings: object) -> us.Result:
        return us.nist(hyps, references, **{"tokenizer": "none", "lowercase": "no"} | settings)

    assert abs(ours(refs).score - peers.nltk_nist(hyps, refs)) < 1e-9
    jobs = [
        ("NIST, split at blanks", lambda: ours(refs).score, lambda: peers.nltk_nist(hyps, refs)),
        ("NIST, with segment scores", lambda: ours(refs).segments.sum(), None),
        ("NIST, two threads", lambda: ours(refs, threads=2).score, None),
        ("NIST, 13a, ASCII lower case", lambda: us.nist(hyps, refs).score, None),
        ("NIST, order 9", lambda: ours(refs, order=9).score, None),
        ("NIST, two references", lambda: ours(nested).score, lambda: peers.nltk_nist(hyps, refs, more)),
    ]
    rows = measure.compare(jobs)
    measure.report(
        "nist",
        "Corpus NIST against NLTK",
        [
            f"{segments:,} segments, {words:,} words on both sides, lists of Python strings, one thread unless stated",
            "ratio: the time of NLTK's corpus_nist with order 5 and str.split (one reference unless stated), by ours",
            "with two references NLTK computes another score, so that only the amount of text is the same",
            measure.machine(),
            measure.versions("understudy", "nltk", "numpy"),
        ],
        ["job", "faster than NLTK", "time against the first row"],
        rows,
    )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
