"""How much faster than hLepor and NLTK are hLEPOR and LEPOR from lists of Python strings?

python bench/lepor.py [SEGMENTS]
"""

from __future__ import annotations

import sys
import types

import corpus
import measure
import nltk
from nltk.translate.lepor import corpus_lepor

import understudy as us

# hLepor downloads data for splitting at punctuation, which is not measured, and names types that nothing evaluates.
nltk.download = lambda *_: None
sys.modules["nptyping"] = types.SimpleNamespace(NDArray=None)
from hlepor import hlepor_score  # noqa: E402


def main(segments: int = 100_000) -> None:
    hyps, nested = corpus.parallel(segments, references=2)
    refs = [each[0] for each in nested]
    words = sum(len(line.split()) for line in hyps + refs)

    def by_hlepor() -> float:
        return hlepor_score(refs, hyps, separate_punctuation=False)

    def by_nltk() -> float:
        # The inner lists are made anew: it writes its tokens into them.
        scores = corpus_lepor([[ref] for ref in refs], hyps, 9.0, 1.0, tokenizer=lambda text: text.lower().split())
        return sum(each[0] for each in scores) / segments

    peers = {"hLepor": measure.seconds(by_hlepor, runs=2), "NLTK": measure.seconds(by_nltk, runs=2)}
    jobs = [
        ("hLEPOR, none", lambda: us.hlepor(hyps, refs, tokenizer="none").score),
        ("LEPOR, none", lambda: us.lepor(hyps, refs, tokenizer="none").score),
        ("nLEPOR, none", lambda: us.nlepor(hyps, refs, tokenizer="none").score),
        ("hLEPOR, 13a", lambda: us.hlepor(hyps, refs).score),
        ("hLEPOR, none, with segment scores", lambda: us.hlepor(hyps, refs, tokenizer="none").segments.sum()),
        ("hLEPOR, none, two threads", lambda: us.hlepor(hyps, refs, tokenizer="none", threads=2).score),
        ("hLEPOR, none, two references", lambda: us.hlepor(hyps, nested, tokenizer="none").score),
    ]
    rows = []
    first = 0.0
    for name, ours in jobs:
        mine = measure.seconds(ours, runs=5)
        first = first or mine
        rows.append([name, *(f"{peer / mine:.0f} x" for peer in peers.values()), f"{mine / first:.2f}"])
    measure.report(
        "lepor",
        "LEPOR against hLepor and NLTK",
        [
            f"{segments:,} segments, {words:,} words on both sides, lists of Python strings, one thread unless stated",
            "ratio: the peer's time for one reference, split at white space and lowercased, divided by ours",
            "hLepor computes hLEPOR with separate_punctuation=False; NLTK's LEPOR is faulty, only its time is compared",
            measure.machine(),
            measure.versions("understudy", "hLepor", "nltk", "numpy"),
        ],
        ["job", "faster than hLepor", "faster than NLTK", "time against the first row"],
        rows,
    )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
