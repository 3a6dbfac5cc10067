"""Compare our error rates with jiwer's, live, on texts which can't be shipped here.

    python tests/oracles/check_golden_wer.py GOLDEN

GOLDEN holds the texts in `ted500/`. The exit code is 1 if a rate differs by more than the tolerance, or a count at all.
"""

from __future__ import annotations

import sys
from pathlib import Path

import jiwer
from check_golden import TOLERANCE, Golden, relative

import understudy as us

COUNTS = ("hits", "substitutions", "deletions", "insertions")


def main(folder: str) -> int:
    golden, good = Golden(Path(folder)), True
    for data in ("ted500.detok", "ted500.tok", "multited"):
        for system in ("sys1", "sys2"):
            hyps, refs = golden.texts({"data": data, "sys": system, "refs": "ref"})
            flat = [each[0] for each in refs]
            words = [" ".join(text.split()) for text in hyps], [" ".join(text.split()) for text in flat]
            by_words = jiwer.process_words(words[1], words[0])
            by_letters = jiwer.process_characters(flat, hyps)
            ours, letters = us.wer(hyps, refs, ties="jiwer").parts, us.cer(hyps, refs, ties="jiwer").parts
            expected = [getattr(by_words, name) for name in (*COUNTS, "wer", "mer", "wil", "wip")]
            expected += [getattr(by_letters, name) for name in (*COUNTS, "cer")]
            got = [ours[name] for name in COUNTS] + [ours[name] / 100 for name in ("wer", "mer", "wil", "wip")]
            got += [letters[name] for name in COUNTS] + [letters["cer"] / 100]
            worst = max(relative(a, b) for a, b in zip(expected, got, strict=True))
            plain = us.wer(hyps, refs).parts
            good &= worst <= TOLERANCE and relative(by_words.wer, plain["wer"] / 100) <= TOLERANCE
            verdict = "ok" if worst <= TOLERANCE else "DIFFERS"
            print(f"{verdict:8}{data} {system}: {len(got)} values, largest relative difference {worst:.1e}")
            rates = " ".join(f"{name} {plain[name]:.2f}" for name in ("wer", "mer", "wil", "per"))
            print(f"        ties=jiwer; with ties=most-hits: {rates}")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
