"""Which word became which: the alignment behind an error rate, as data, as text, and counted as confusions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from understudy.errors import InputError, SettingError
from understudy.inputs.texts import check_segments, references, texts
from understudy.metrics import make_metric
from understudy.metrics.error_rates.alignments import Alignments, Confusions
from understudy.metrics.error_rates.base import ErrorRate
from understudy.tables.edits import Alignment
from understudy.tokens import TokenizedReferences, TokenTable


def alignment(hyp: str, refs: str | Sequence[str], metric: str | ErrorRate = "wer", **settings: Any) -> Alignment:
    """Align one hypothesis with its reference, or with the best of several.

    >>> alignment("a cat", "a cat sat").counts
    {'hit': 2, 'substitution': 0, 'deletion': 1, 'insertion': 0}
    """
    if not isinstance(hyp, str):
        raise InputError(f"alignment takes one string as hypothesis, got {type(hyp).__name__}: {hyp!r:.80}")
    return alignments([hyp], [refs], metric, **settings)[0]


def alignments(
    hyps: Any, refs: Any, metric: str | ErrorRate = "wer", lang: str | None = None, threads: int = 1, **settings: Any
) -> Alignments:
    """Align every hypothesis with its reference, or with the best of several, as an error rate does.

    >>> [each.errors for each in alignments(["a cat", "it sat"], [["the cat", "a cat"], "it sits"])]
    [0, 1]
    """
    made = make_metric(metric, lang, **settings)
    if not isinstance(made, ErrorRate):
        raise SettingError(f"{made.name} has no alignment; choose an error rate, for example wer or cer")
    hypotheses = texts(hyps, "hypotheses")
    check_segments(len(hypotheses))
    aligned = references(refs, len(hypotheses))
    table = TokenTable(made.reading)
    ref_tokens, hyp_tokens = table.add(aligned.flat, threads), table.add(hypotheses, threads)
    if len(aligned.flat) > len(hypotheses):
        best = made.best_reference(hyp_tokens, TokenizedReferences(ref_tokens, aligned.starts), threads)
        ref_tokens = table.add(texts([aligned.flat[int(i)] for i in best], "references"), threads)
    return Alignments(hyp_tokens, ref_tokens, made, threads)


def confusions(hyps: Any, refs: Any, metric: str | ErrorRate = "wer", **settings: Any) -> Confusions:
    """Count over a corpus which words were substituted for which, deleted and inserted.

    >>> confusions(["a cat", "a dog"], ["the cat", "the dog too"]).substitutions
    {('the', 'a'): 2}
    """
    return alignments(hyps, refs, metric, **settings).confusions
