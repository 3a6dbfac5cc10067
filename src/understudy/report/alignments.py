"""Which word stands for which, for the metrics that are made of alignments; kept small enough for a page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from understudy.alignment.edits import alignments
from understudy.metrics.error_rates.base import ErrorRate
from understudy.report.testset import TestSet
from understudy.scoring.evaluate import Evaluation

MOST = 1_500  # outputs that are aligned: all of a small test set, none of a large one

# Each link is [words of the reference, words of the output, what it is]; the words are joined by blanks.
Link = list[str]


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
        if isinstance(metric, ErrorRate) or _is_meteor(metric):
            if len(texts) * len(found) > MOST:
                return {"metric": metric.title, "systems": None, "most": MOST}
            links = _error_links if isinstance(metric, ErrorRate) else _meteor_links
            return {
                "metric": metric.title,
                "systems": {
                    name: list(links(metric, outputs, texts, threads)) for name, outputs in texts.systems.items()
                },
                "most": MOST,
            }
    return None


def _is_meteor(metric: Any) -> bool:
    return metric.name == "meteor" and hasattr(metric, "alignment")


def _error_links(metric: Any, outputs: list[str], texts: TestSet, threads: int) -> Iterator[list[Link]]:
    for each in alignments(outputs, texts.references, metric, threads=threads):
        yield [[step.ref or "", step.hyp or "", step.kind] for step in each.steps]


def _meteor_links(metric: Any, outputs: list[str], texts: TestSet, threads: int) -> Iterator[list[Link]]:
    for output, refs in zip(outputs, texts.references, strict=True):
        yield [
            [" ".join(pair.ref), " ".join(pair.hyp), pair.module or ("deletion" if pair.ref else "insertion")]
            for pair in metric.alignment(output, refs).pairs
        ]
