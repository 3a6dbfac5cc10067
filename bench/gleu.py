"""How much faster than NLTK are corpus GLEU and RIBES from lists of Python strings?

python bench/gleu.py [SEGMENTS]
"""

from __future__ import annotations

import sys

import corpus
import measure
import peers

import understudy as us


def main(segments: int = 10_000) -> None:
    hyps, nested = corpus.parallel(segments, references=2)
    refs, more = [each[0] for each in nested], [each[1] for each in nested]
    words = sum(len(line.split()) for line in hyps + refs)

    def gleu(references: list) -> float:
        return us.gleu(hyps, references, tokenizer="none").fraction

    def ribes(references: list) -> float:
        return us.ribes(hyps, references, tokenizer="none", lowercase="no").fraction

    assert abs(gleu(nested) - peers.nltk_gleu(hyps, refs, more)) < 1e-12
    jobs = [
        ("GLEU", lambda: gleu(refs), lambda: peers.nltk_gleu(hyps, refs)),
        ("GLEU, two references", lambda: gleu(nested), lambda: peers.nltk_gleu(hyps, refs, more)),
        ("RIBES", lambda: ribes(refs), lambda: peers.nltk_ribes(hyps, refs)),
    ]
    measure.report(
        "gleu",
        "Corpus GLEU and RIBES against NLTK",
        [
            f"{segments:,} segments, {words:,} words on both sides, lists of Python strings, one thread",
            "ratio: the time of NLTK's corpus_gleu or corpus_ribes with str.split, by ours",
            "NLTK's RIBES is another score than RIBES.py's and ours, made from the same words",
            measure.machine(),
            measure.versions("understudy", "nltk", "numpy"),
        ],
        ["job", "faster than NLTK", "time against the first row"],
        measure.compare(jobs),
    )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
