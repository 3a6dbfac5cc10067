"""sacrebleu's chrF: our counts, its formula to the last digit, its signature."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from understudy.compat.sacrebleu.metrics.base import Metric, Score, Signature

if TYPE_CHECKING:
    from understudy.contract.arithmetic import Rows
    from understudy.metrics.chrf.metric import CHRF as OurCHRF

EPSILON = 1e-16


@lru_cache(maxsize=256)
def _counting(chars: int, words: int, beta: float, lowercase: bool, whitespace: bool, eps: bool) -> OurCHRF:
    from understudy.metrics.chrf.metric import CHRF as OurCHRF

    return OurCHRF(chars, words, beta, whitespace, lowercase, eps_smoothing=eps)


class CHRFSignature(Signature):
    """The signature of chrF."""

    def __init__(self, args: Mapping[str, Any]) -> None:
        super().__init__(args)
        self._add(
            {
                "case": ("c", "lc" if args["lowercase"] else "mixed"),
                "eff": ("e", "no" if args["eps_smoothing"] else "yes"),
                "nc": ("nc", args["char_order"]),
                "nw": ("nw", args["word_order"]),
                "space": ("s", "yes" if args["whitespace"] else "no"),
            }
        )


class CHRFScore(Score):
    """A chrF score with its orders and beta, which its name has too."""

    def __init__(self, score: float, char_order: int, word_order: int, beta: float) -> None:
        super().__init__(f"chrF{beta}" + "+" * word_order, score)
        self.beta = beta
        self.char_order = char_order
        self.word_order = word_order


class CHRF(Metric):
    """chrF and chrF++ with sacrebleu's settings.

    >>> CHRF(word_order=2).corpus_score(["The cat sat."], [["The cat sits."]])
    chrF2++ = 54.98
    """

    CHAR_ORDER = 6
    WORD_ORDER = 0
    BETA = 2
    _SIGNATURE_TYPE = CHRFSignature

    def __init__(
        self,
        char_order: int = CHAR_ORDER,
        word_order: int = WORD_ORDER,
        beta: float = BETA,
        lowercase: bool = False,
        whitespace: bool = False,
        eps_smoothing: bool = False,
        references: Sequence[Sequence[str | None]] | None = None,
    ) -> None:
        super().__init__()
        self.beta = beta
        self.char_order = char_order
        self.word_order = word_order
        self.order = char_order + word_order
        self.lowercase = lowercase
        self.whitespace = whitespace
        self.eps_smoothing = eps_smoothing
        if references is not None:
            self._ref_cache = self._cache_references(references)

    @property
    def ours(self) -> OurCHRF:
        """Our chrF."""
        flags = map(bool, (self.lowercase, self.whitespace, self.eps_smoothing))
        return _counting(self.char_order, self.word_order, self.beta, *flags)

    def _columns(self, rows: Rows) -> Rows:
        """Hypothesis, reference and match of each order in turn."""
        return rows.reshape(len(rows), 3, self.order).swapaxes(1, 2).reshape(len(rows), -1)

    def _preprocess_segment(self, sent: str) -> str:
        return sent.lower() if self.lowercase else sent

    def _compute_f_score(self, statistics: Any) -> float:
        """The F-score in percent, in sacrebleu's order of operations."""
        weight = self.beta**2
        mean: Any = 0.0
        precisions: Any = 0.0
        recalls: Any = 0.0
        orders = 0
        for start in range(0, 3 * self.order, 3):
            hyp, ref, match = statistics[start : start + 3]
            precision = match / hyp if hyp > 0 else EPSILON
            recall = match / ref if ref > 0 else EPSILON
            below = weight * precision + recall
            mean += (1 + weight) * precision * recall / below if below > 0 else EPSILON
            if hyp > 0 and ref > 0:
                precisions += precision
                recalls += recall
                orders += 1
        if self.eps_smoothing:
            return 100 * mean / self.order  # type: ignore[no-any-return]
        if orders == 0 or not precisions + recalls:
            return 0.0
        precisions /= orders
        recalls /= orders
        return 100 * ((1 + weight) * precisions * recalls / (weight * precisions + recalls))  # type: ignore[no-any-return]

    def _score_of_sums(self, sums: Any) -> float:
        return self._compute_f_score(sums)

    def _compute_score_from_stats(self, stats: Any) -> CHRFScore:
        return CHRFScore(self._compute_f_score(stats), self.char_order, self.word_order, self.beta)
