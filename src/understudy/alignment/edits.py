"""Which word became which: the alignment behind an error rate, as data, as text, and counted as confusions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from understudy.contract.metric import Metric
from understudy.errors import InputError
from understudy.inputs.arguments import strict
from understudy.metrics import make_metric
from understudy.tables.alignments import Alignments, Confusions
from understudy.tables.edits import Alignment


@strict
def align(hyp: str, refs: str | Sequence[str], metric: str | Metric = "wer", **settings: Any) -> Alignment:
    """Align one hypothesis with its reference, or with the best of several.

    >>> align("a cat", "a cat sat").counts
    {'hit': 2, 'substitution': 0, 'deletion': 1, 'insertion': 0}
    """
    if not isinstance(hyp, str):
        raise InputError(f"align takes one string as hypothesis, got {type(hyp).__name__}: {hyp!r:.80}")
    return alignments([hyp], [refs], metric, **settings)[0]


@strict
def alignments(
    hyps: Any, refs: Any, metric: str | Metric = "wer", lang: str | None = None, threads: int = 1, **settings: Any
) -> Alignments:
    """Align every hypothesis with its reference, or with the best of several, as an error rate does.

    >>> [each.errors for each in alignments(["a cat", "it sat"], [["the cat", "a cat"], "it sits"])]
    [0, 1]
    """
    return make_metric(metric, lang, **settings).alignments(hyps, refs, threads)


@strict
def confusions(
    hyps: Any, refs: Any, metric: str | Metric = "wer", lang: str | None = None, threads: int = 1, **settings: Any
) -> Confusions:
    """Count over a corpus which words were substituted for which, deleted and inserted.

    >>> confusions(["a cat", "a dog"], ["the cat", "the dog too"]).substitutions
    {('the', 'a'): 2}
    """
    return alignments(hyps, refs, metric, lang, threads, **settings).confusions
