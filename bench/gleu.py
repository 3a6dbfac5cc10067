"""How much faster than NLTK are corpus GLEU and RIBES from lists of Python strings?

python bench/gleu.py [SEGMENTS]
"""

from __future__ import annotations

import sys

import corpus
import measure
from nltk.translate.gleu_score import corpus_gleu
from nltk.translate.ribes_score import corpus_ribes

import understudy as us


def main(segments: int = 10_000) -> None:
    hyps, nested = corpus.parallel(segments, references=2)
    single = [[each[0]] for each in nested]
    words = sum(len(line.split()) for line in hyps + [each[0] for each in nested])

    def theirs(of: object, references: list[list[str]]) -> float:
        return of([[ref.split() for ref in each] for each in references], [hyp.split() for hyp in hyps])

    def gleu(references: list[list[str]]) -> float:
        return us.gleu(hyps, references, tokenizer="none").fraction

    def ribes(references: list[list[str]]) -> float:
        return us.ribes(hyps, references, tokenizer="none", lowercase="no").fraction

    assert abs(gleu(nested) - theirs(corpus_gleu, nested)) < 1e-12
    jobs = [
        ("GLEU", lambda: gleu(single), lambda: theirs(corpus_gleu, single)),
        ("GLEU, two references", lambda: gleu(nested), lambda: theirs(corpus_gleu, nested)),
        ("RIBES", lambda: ribes(single), lambda: theirs(corpus_ribes, single)),
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
