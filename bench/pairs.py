"""How much faster than fastchrf and sacrebleu are all pairs by chrF?

python bench/pairs.py [CANDIDATES]
"""

from __future__ import annotations

import os
import sys

os.environ["RAYON_NUM_THREADS"] = "1"  # fastchrf takes all cores otherwise

import corpus
import fastchrf
import measure
import sacrebleu

import understudy as us


def main(candidates: int = 200) -> None:
    hyps, nested = corpus.parallel(candidates)
    refs = [each[0] for each in nested]
    chrf = sacrebleu.CHRF()

    def by_sacrebleu() -> list[list[float]]:
        return [[chrf.sentence_score(hyp, [ref]).score for ref in refs] for hyp in hyps[:fewer]]

    fewer = max(1, candidates // 20)
    jobs = [
        ("all pairs, chrF", lambda: us.pairwise("chrf", hyps, refs), lambda: fastchrf.pairwise_chrf([hyps], [refs])),
        ("all pairs, chrF, two threads", lambda: us.pairwise("chrf", hyps, refs, threads=2), None),
        (
            "candidates against their average, chrF",
            lambda: us.mbr_aggregated(refs),
            lambda: fastchrf.aggregate_chrf([refs], [refs]),
        ),
        (f"all pairs, chrF, {fewer} hypotheses", lambda: us.pairwise("chrf", hyps[:fewer], refs), by_sacrebleu),
    ]
    rows = measure.compare(jobs, digits=1)
    measure.report(
        "pairs",
        "All pairs against fastchrf and sacrebleu",
        [
            f"{candidates} hypotheses and references, lists of Python strings, one thread unless stated, the peers too",
            "peers: fastchrf's pairwise_chrf and aggregate_chrf; the last row a loop over sacrebleu's sentence_score",
            measure.machine(),
            measure.versions("understudy", "fastchrf", "sacrebleu", "numpy"),
        ],
        ["job", "faster than the peer", "time against the first row"],
        rows,
    )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
