"""Which word stands for which, for the metrics that are made of alignments; kept small enough for a page."""

from __future__ import annotations

from understudy.report.content import Alignments
from understudy.report.testset import TestSet
from understudy.scoring.evaluate import Evaluation

MOST = 1_500  # outputs that are aligned: all of a small test set, none of a large one


def alignments_of(texts: TestSet, evaluation: Evaluation, threads: int = 1) -> Alignments | None:
    """Align every output by the first metric that does so; None where there is no such metric.

    >>> import understudy as us
    >>> systems, refs = {"A": ["the cat sat"]}, ["the cat was"]
    >>> texts = TestSet.read(systems, refs, None, None, [])
    >>> alignments_of(texts, us.evaluate(systems, refs, "wer")).systems["A"]
    [[('the', 'the', 'hit'), ('cat', 'cat', 'hit'), ('was', 'sat', 'substitution')]]
    """
    for result in next(iter(evaluation.values())).values():
        metric = result.metric
        links = {name: metric.links(outputs, texts.references, threads) for name, outputs in texts.systems.items()}
        aligned = {name: each for name, each in links.items() if each is not None}
        if not aligned:
            continue
        if len(texts) * len(evaluation) > MOST:
            return Alignments(metric.title, None, MOST)
        systems = {
            name: [[(ref, hyp, kind) for ref, hyp, kind in segment] for segment in each]
            for name, each in aligned.items()
        }
        return Alignments(metric.title, systems, MOST)
    return None
