"""How much faster than fastchrf and sacrebleu are all pairs by chrF, and what does a single segment cost?

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
from understudy import _core

REPEATS = 2000  # of a call too short to be timed alone


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
            *single_segments(),
            measure.machine(),
            measure.versions("understudy", "fastchrf", "sacrebleu", "numpy"),
        ],
        ["job", "faster than the peer", "time against the first row"],
        rows,
    )


def single_segments() -> list[str]:
    """What `sentence(...)`, and its score, cost beyond the native calls on the same texts."""
    hyp, ref = "the cat sat on the mat with a hat and a bat", "the cat is on the mat with the hat and a bat"
    facts = []
    for name in ("bleu", "chrf", "ter", "wer", "rougeL"):
        metric = getattr(us, name).settings()

        def native(metric: us.Metric = metric) -> None:
            reading = metric.reading
            words = _core.Vocabulary()
            for text in (hyp, ref):
                _core.encode(_core.Texts([text], "texts"), reading.tokenizer, reading.lowercase, words)

        def call(name: str = name) -> us.Result:
            return getattr(us, name).sentence(hyp, ref)

        def scored(name: str = name) -> None:
            _ = getattr(us, name).sentence(hyp, ref).score

        def many(call: measure.Call) -> measure.Call:
            return lambda: [call() for _ in range(REPEATS)]

        alone, with_score, without = (
            each / REPEATS * 1e6 for each in measure.in_turn([many(call), many(scored), many(native)])
        )
        facts.append(
            f"{name}.sentence(...) costs {alone - without:.0f} microseconds more than reading the two texts natively,"
            f" and with its .score {with_score - without:.0f}"
        )
    return facts


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
