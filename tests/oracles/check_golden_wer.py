"""Compare our error rates with jiwer's, live, on texts which can't be shipped here.

    python tests/oracles/check_golden_wer.py GOLDEN

GOLDEN holds the texts in `ted500/`. The report is like that of check_golden.py; the exit code is 1 if a rate differs by
more than the tolerance, or a count at all.
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Iterator

import jiwer
from golden import TOLERANCE, Comparison, Golden, report

import understudy as us

COUNTS = ("hits", "substitutions", "deletions", "insertions")
RATES = ("wer", "mer", "wil", "wip")


def jiwer_live(golden: Golden) -> Iterator[Comparison]:
    for data, system in itertools.product(("ted500.detok", "ted500.tok", "multited"), ("sys1", "sys2")):
        hyps, refs = golden.texts({"data": data, "sys": system, "refs": "ref"})
        flat = [each[0] for each in refs]
        blanks = [[" ".join(text.split()) for text in texts] for texts in (flat, hyps)]
        words, letters = jiwer.process_words(*blanks), jiwer.process_characters(flat, hyps)
        counts = [float(getattr(by, name)) for by in (words, letters) for name in COUNTS]
        rates = [getattr(words, name) for name in RATES] + [letters.cer]
        by_words, by_letters = us.wer(hyps, refs, ties="jiwer").parts, us.cer(hyps, refs, ties="jiwer").parts
        ours = [parts[name] for parts in (by_words, by_letters) for name in COUNTS]
        yield "counts of jiwer", "ties=jiwer", counts, ours, 0
        ours = [by_words[name] / 100 for name in RATES] + [by_letters["cer"] / 100]
        yield "rates of jiwer", "ties=jiwer", rates, ours, TOLERANCE
        ours = [us.wer(hyps, refs).fraction, us.cer(hyps, refs).fraction]
        yield "WER and CER of jiwer", "ties=most-hits", [words.wer, letters.cer], ours, TOLERANCE


if __name__ == "__main__":
    sys.exit(report(sys.argv[1], jiwer_live))
