"""How often does a test call a difference significant where there is none? At the level 0.05 it should be 5 in 100.

Two systems whose outputs were swapped at random, segment by segment, are equally good by construction: whoever rejects
that is wrong. Prints the rates of our two tests and of sacrebleu's.

python bench/type_one_error.py [PAIRS]
"""

from __future__ import annotations

import sys

import corpus
import measure
import numpy as np

import understudy as us
from understudy.scoring.evaluate import Evaluation, Scores

LEVEL = 0.05

TESTS: dict[str, dict[str, object]] = {
    "randomization, our default": {"trials": 1000, "resamples": 1},
    "centered bootstrap, ours": {"test": "bootstrap", "resamples": 1000},
    "sacrebleu's randomization": {"trials": 1000, "resamples": 1, "compat": "sacrebleu"},
    "sacrebleu's bootstrap": {"test": "bootstrap", "resamples": 1000, "compat": "sacrebleu"},
}


def sources() -> dict[str, tuple[list[str], list[str], list[str]]]:
    """Pairs of systems and the references: the shipped examples, and generated ones."""
    refs = corpus.lines("reference1.en")
    found = {
        "examples: strong, medium": (corpus.lines("strong.en"), corpus.lines("medium.en"), refs),
        "examples: medium, weak": (corpus.lines("medium.en"), corpus.lines("weak.en"), refs),
    }
    hyps, nested = corpus.parallel(400)
    own = [each[0] for each in nested]
    found["generated, 400 segments"] = (corpus.altered(hyps, 0.1, 1), corpus.altered(hyps, 0.1, 2), own)
    found["generated, 150 segments"] = (hyps[:150], corpus.altered(hyps, 0.2, 3)[:150], own[:150])
    return found


def true_null(results: list[us.Result], rng: np.random.Generator) -> Evaluation:
    """Swap the rows of two systems at random."""
    a, b = (result.stats.rows for result in results)
    swap = rng.integers(2, size=(len(a), 1), dtype=bool)
    pair = {"A": np.where(swap, b, a), "B": np.where(swap, a, b)}
    metric = results[0].metric
    return Evaluation({name: Scores({metric.name: us.Result(us.Stats(metric, rows))}) for name, rows in pair.items()})


def main(pairs: int = 1_600) -> None:
    jobs = [(name, metric, texts) for name, texts in sources().items() for metric in ("bleu", "chrf")]
    rejections = {test: dict.fromkeys([name for name, _, _ in jobs], 0) for test in TESTS}
    each = -(-pairs // len(jobs))
    for place, (name, metric, (first, second, refs)) in enumerate(jobs):
        results = [us.score(hyps, refs, metric)[metric] for hyps in (first, second)]
        rng = np.random.default_rng([place, 2026])
        for number in range(each):
            null = true_null(results, rng)
            for test, options in TESTS.items():
                found = us.compare(null, seed=1_000_000 * place + number, correction=None, **options)  # type: ignore[arg-type]
                rejections[test][name] += found[metric]["B"].p < LEVEL  # type: ignore[operator]
    total = each * len(jobs)
    names = list(sources())
    rows = [
        [test, f"{sum(found.values()) / total:.3f}", *(f"{found[name] / (2 * each):.3f}" for name in names)]
        for test, found in rejections.items()
    ]
    measure.report(
        "type_one_error",
        "False alarms at the level 0.05",
        [
            f"{total:,} pairs of equally good systems: the outputs of two systems, swapped at random for each segment",
            "share of them that a test calls different, by BLEU or chrF, half of the pairs each; 0.05 is right",
            f"1,000 trials or resamples each; standard error of the first column {(0.05 * 0.95 / total) ** 0.5:.4f}",
            measure.versions("understudy", "sacrebleu", "numpy"),
        ],
        ["test", "all", *names],
        rows,
    )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
