"""BLEU of captions, from 0 to 1, for each order up to n."""

from __future__ import annotations

import math
from collections.abc import Sequence

from understudy.compat.pycocoevalcap.captions import Captions, pairs
from understudy.errors import SettingError
from understudy.metrics.bleu.metric import BLEU

__all__ = ["Bleu"]

# Added to matches and lengths, and to what they are divided by, so that nothing is divided by zero.
TINY, SMALL = 1e-15, 1e-9


class Bleu:
    """BLEU with the closest reference length: `[Bleu_1, ...]`, and the same of every image.

    >>> score, scores = Bleu(2).compute_score({1: ["a dog runs"]}, {1: ["a dog sits"]}, verbose=0)
    >>> [round(each, 4) for each in score], [[round(each, 4) for each in of] for of in scores]
    ([0.6667, 0.5774], [[0.6667], [0.5774]])
    """

    def __init__(self, n: int = 4) -> None:
        if not isinstance(n, int) or n < 1:
            raise SettingError(f"n is {n!r}; give the longest n-gram, for example 4")
        self._n = n

    def compute_score(self, gts: Captions, res: Captions, verbose: int = 1) -> tuple[list[float], list[list[float]]]:
        """Score results against references; verbose=1 prints the sums, as pycocoevalcap does."""
        hyps, refs = pairs(gts, res)
        stats = BLEU(order=self._n, tokenizer="none", smoothing="none").stats(hyps, refs)
        match, total = stats.metric.families(stats.rows, "match", "total")
        hyp_length, ref_length = stats.metric.each(stats.rows, ("hyp_length", "ref_length"))
        columns = [*match, *total, hyp_length, ref_length]
        rows = zip(*(column.astype(int).tolist() for column in columns), strict=True)
        scores = [list(each) for each in zip(*(self._score(row) for row in rows), strict=True)]
        sums = [int(column.sum()) for column in columns]
        if verbose > 0:
            print(self._components(sums))
            print("ratio:", (sums[-2] + TINY) / (sums[-1] + SMALL))
        return self._score(sums), scores

    def method(self) -> str:
        """The name of the score."""
        return "Bleu"

    def _score(self, row: Sequence[int]) -> list[float]:
        *counts, hyp_length, ref_length = row
        product, scores = 1.0, []
        for k, (match, total) in enumerate(zip(counts[: self._n], counts[self._n :], strict=True), 1):
            product *= (match + TINY) / (total + SMALL)
            scores.append(product ** (1.0 / k))
        ratio = (hyp_length + TINY) / (ref_length + SMALL)
        return [score * math.exp(1 - 1 / ratio) for score in scores] if ratio < 1 else scores

    def _components(self, sums: Sequence[int]) -> dict[str, int | list[int]]:
        guess, correct = list(sums[self._n : 2 * self._n]), list(sums[: self._n])
        return {"testlen": sums[-2], "reflen": sums[-1], "guess": guess, "correct": correct}
