"""Which word stands for which, for the metrics that are made of alignments; kept small enough for a page."""

from __future__ import annotations

from typing import Any

from understudy.report.testset import TestSet
from understudy.scoring.evaluate import Evaluation

MOST = 1_500  # outputs that are aligned: all of a small test set, none of a large one


def alignments_of(texts: TestSet, found: Evaluation, threads: int = 1) -> dict[str, Any] | None:
    """Align every output by the first metric that does so; None where there is no such metric, or too much text.

    >>> import understudy as us
    >>> systems, refs = {"A": ["the cat sat"]}, ["the cat was"]
    >>> texts = TestSet.read(systems, refs, None, None, [])
    >>> alignments_of(texts, us.evaluate(systems, refs, "wer"))["systems"]["A"]
    [[['the', 'the', 'hit'], ['cat', 'cat', 'hit'], ['was', 'sat', 'substitution']]]
    """
    for result in next(iter(found.values())).values():
        metric = result.metric
        links = {name: metric.links(outputs, texts.references, threads) for name, outputs in texts.systems.items()}
        aligned = {name: each for name, each in links.items() if each is not None}
        if aligned:
            small = len(texts) * len(found) <= MOST
            systems = {name: list(each) for name, each in aligned.items()} if small else None
            return {"metric": metric.title, "systems": systems, "most": MOST}
    return None
