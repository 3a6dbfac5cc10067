"""How much faster than jiwer and rapidfuzz are the error rates from lists of Python strings?

python bench/wer.py [SEGMENTS]
"""

from __future__ import annotations

import sys

import corpus
import jiwer
import measure
import peers

import understudy as us
from understudy.alignment.edits import alignments


def main(segments: int = 100_000) -> None:
    hyps, nested = corpus.parallel(segments)
    refs = [each[0] for each in nested]
    fewer = max(1, segments // 5)
    few_hyps, few_refs = hyps[:fewer], refs[:fewer]
    words = sum(len(line.split()) for line in hyps + refs)

    jobs = [
        ("WER", "jiwer.wer", lambda: us.wer(hyps, refs).score, lambda: peers.jiwer_wer(hyps, refs)),
        ("WER, two threads", "jiwer.wer", lambda: us.wer(hyps, refs, threads=2).score, None),
        ("WER and segment scores", "jiwer.wer", lambda: us.wer(hyps, refs).segments.sum(), None),
        ("MER, ties=jiwer", "jiwer.wer", lambda: us.mer(hyps, refs, ties="jiwer").score, None),
        (
            "WER",
            "rapidfuzz distance with str.split",
            lambda: us.wer(hyps, refs).score,
            lambda: peers.rapidfuzz_wer(hyps, refs),
        ),
        ("alignments", "jiwer.process_words", lambda: alignments(hyps, refs), lambda: jiwer.process_words(refs, hyps)),
        (
            f"CER, {fewer:,} segments",
            "jiwer.cer",
            lambda: us.cer(few_hyps, few_refs).score,
            lambda: peers.jiwer_cer(few_hyps, few_refs),
        ),
    ]
    rows = [
        [name, peer, *others]
        for (name, *others), (_, peer, _, _) in zip(
            measure.compare([(name, ours, theirs) for name, _, ours, theirs in jobs], digits=1), jobs, strict=True
        )
    ]
    measure.report(
        "wer",
        "Error rates against jiwer and rapidfuzz",
        [
            f"{segments:,} segments, {words:,} words on both sides, lists of Python strings, one thread unless stated",
            "ratio: the peer's time for the same work divided by ours; ours gives all counts and rates",
            measure.machine(),
            measure.versions("understudy", "jiwer", "rapidfuzz", "numpy"),
        ],
        ["job", "peer", "faster than the peer", "time against the first row"],
        rows,
    )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
