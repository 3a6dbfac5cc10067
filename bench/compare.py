"""How much faster than sacrebleu's paired tests is a comparison, and how much memory does it take?

python bench/compare.py [SEGMENTS]
"""

from __future__ import annotations

import sys

import corpus
import measure
from sacrebleu import BLEU, CHRF
from sacrebleu.significance import PairedTest

import understudy as us

SYSTEMS = 4
METRICS = ["bleu", "chrf"]
MANY = 30_000  # segments, for the memory of a bootstrap


def texts(segments: int) -> tuple[dict[str, list[str]], list[str]]:
    """Four systems of nearly the same quality."""
    hyps, refs = corpus.parallel(segments)
    systems = {f"system{n}": corpus.altered(hyps, 0.05 + n / 200, seed=n) for n in range(SYSTEMS)}
    return systems, [each[0] for each in refs]


def ours(
    systems: dict[str, list[str]], refs: list[str], test: str = "randomization", threads: int = 1
) -> us.Comparison:
    return us.compare(systems, refs, METRICS, test=test, threads=threads)


def theirs(systems: dict[str, list[str]], refs: list[str], kind: str) -> object:
    # With intervals, as ours. Fewer comparisons than ours: with the baseline only, not all pairs.
    return PairedTest(list(systems.items()), {"BLEU": BLEU(), "chrF": CHRF()}, [refs], kind, n_ar_confidence=0)()


def main(segments: int = 3_000) -> None:
    systems, refs = texts(segments)
    jobs = [
        ("randomization, 10,000 trials", lambda: ours(systems, refs), lambda: theirs(systems, refs, "ar")),
        ("bootstrap, 1,000 resamples", lambda: ours(systems, refs, "bootstrap"), lambda: theirs(systems, refs, "bs")),
    ]
    rows = measure.compare(jobs, runs=2)
    prepare = f"import compare, understudy as us\nsystems, refs = compare.texts({segments})\n"
    prepare += "us.compare({'A': ['a', 'b'], 'B': ['a', 'b']}, ['a', 'b'], ['bleu', 'chrf'], trials=9, resamples=9)\n"
    many = prepare + f"systems, refs = compare.texts({MANY})\nsystems = dict(list(systems.items())[:2])\n"
    memory = {
        "randomization": measure.extra_megabytes(prepare, "compare.ours(systems, refs)"),
        "ours": measure.extra_megabytes(many, "us.compare(systems, refs, test='bootstrap')"),
        "theirs": measure.extra_megabytes(
            many,
            "from sacrebleu.significance import PairedTest; from sacrebleu import BLEU\n"
            "PairedTest(list(systems.items()), {'BLEU': BLEU()}, [refs], 'bs', n_samples=1000)()",
        ),
    }
    measure.report(
        "compare",
        "Comparing systems, against sacrebleu's paired tests",
        [
            f"{SYSTEMS} systems, {segments:,} segments, BLEU and chrF, from lists of strings, one thread",
            "ours finds the p-values of all six pairs and the intervals of all parts and differences; sacrebleu's, of"
            " three pairs and of the scores",
            f"extra memory of the first row: {memory['randomization']:.0f} MB",
            f"extra memory of 1,000 bootstrap resamples of two systems by BLEU over {MANY:,} segments:"
            f" understudy {memory['ours']:.0f} MB, sacrebleu {memory['theirs']:.0f} MB",
            measure.machine(),
            measure.versions("understudy", "sacrebleu", "numpy"),
        ],
        ["job", "faster than sacrebleu", "time against the first row"],
        rows,
    )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
