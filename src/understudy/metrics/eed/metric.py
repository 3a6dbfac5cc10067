"""EED, the extended edit distance: characters to edit, if one may jump between words."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import numpy as np

from understudy import _core
from understudy.contract.about import About
from understudy.contract.arithmetic import Rows, divide, plainly, summable_row, where
from understudy.contract.metric import Parts, SegmentMean
from understudy.errors import choose
from understudy.inputs.texts import Progress
from understudy.metrics.eed.about import ABOUT
from understudy.metrics.eed.readable import RULES, EedCharacters, distance_and_visits
from understudy.metrics.shared.best_reference import best_of
from understudy.metrics.shared.validation import checked_number, name_lowercase, set_fields
from understudy.tokens import Lowercase, Reading, TokenizedReferences

if TYPE_CHECKING:
    from understudy.explanation.case import Blocks, Case

COUNTS = ("visits", "hyp_length", "ref_length")


@dataclass(frozen=True)
class EED(SegmentMean):
    """EED, the extended edit distance: characters to edit, where a jump to another word is one operation.

    What it measures
        How much of the hypothesis must be changed, character by character, to become the reference, if one may jump
        within it at the ends of words. 0 to 100, lower is better; comparable only between scores with the same
        signature on the same test set.

    How
        The cheapest way through the hypothesis that spells the reference: a character that differs or is missing costs
        1, one too many costs deletion, and after a space a jump anywhere costs alpha. Coverage adds rho for each place
        of the hypothesis that is visited again, and for each that is never visited. EED = (distance + coverage) /
        (characters of the reference + coverage), at most 1. The corpus score is the mean of the segment scores.

    Settings
        alpha: the cost of a jump, 2.
        rho: the cost of a place visited again or never, 0.3.
        deletion: the cost of a character that the reference lacks, 0.2.
        insertion: the cost of a character that the hypothesis lacks, 1.
        rules: en (punctuation split off, a space at both ends), ja (NFKC), or none.
        lowercase: no, yes (Unicode) or ascii (A to Z only).
        normalization: NFC, NFD, NFKC or NFKD; none if not given.

    Several references
        Best: the one with the lowest EED of the segment counts, the first of equals.

    Empty text
        Finite everywhere: with rules=en every text has at least the spaces at its ends. Two empty texts score 100 with
        rules=ja or none, where only coverage is left.

    Known surprises
        A copy doesn't score 0: the place before the first character is never visited, and is charged. The rule of the
        original that joins "Mr ." drops the character after the title whatever it is: "Mr Smith" is read as "Mr.mith",
        in both texts. Text in scripts without spaces has no place to jump.

    Paper
        Stanchev, Wang and Ney 2019. EED: extended edit distance measure for machine translation.

    Checked against
        torchmetrics 1.9.0, whose code is the authors' EED.py (any text, corpus and segments to 1e-6, in which it
        counts): live where torch is installed, and its printed numbers everywhere.
    """

    name: ClassVar[str] = "eed"
    title: ClassVar[str] = "EED"
    about: ClassVar[About] = ABOUT
    higher_is_better: ClassVar[bool] = False

    alpha: float = 2.0
    rho: float = 0.3
    deletion: float = 0.2
    insertion: float = 1.0
    rules: Literal["en", "ja", "none"] = "en"
    lowercase: Lowercase | bool = "no"
    normalization: str | None = None

    def __post_init__(self) -> None:
        name_lowercase(self)
        choose("rules", self.rules, RULES)
        for name in ("alpha", "rho", "deletion", "insertion"):
            set_fields(self, **{name: checked_number(name, getattr(self, name), 0, 1000)})
        _ = self.reading  # raises if a name is unknown

    @cached_property
    def reading(self) -> Reading:
        return Reading(EedCharacters(self.rules), self.lowercase, self.normalization)  # type: ignore[arg-type]

    @property
    def factors(self) -> tuple[str, ...]:
        return ("score", "distance")

    @cached_property
    def columns(self) -> tuple[str, ...]:
        return (*COUNTS, *super().columns)

    @property
    def copy_is_best(self) -> bool:
        return False  # coverage charges for the place before the first character

    def rows(
        self,
        hyps: _core.Tokens,
        refs: TokenizedReferences,
        survey: Any = None,
        threads: int = 1,
        progress: Progress | None = None,
    ) -> Rows:
        costs = (self.alpha, self.deletion, self.insertion)
        return self._rows_of(_core.count_eed(hyps, refs.tokens, refs.starts, *costs, threads, progress), refs.starts)

    def row(self, hyp: list[str], refs: list[list[str]], survey: Any = None) -> list[float]:
        pairs = [
            [*distance_and_visits(hyp, ref, self.alpha, self.deletion, self.insertion), len(hyp), len(ref)]
            for ref in refs
        ]
        return self._rows_of(np.array(pairs, dtype=float), np.array([0, len(refs)]))[0].tolist()  # type: ignore[no-any-return]

    def _rows_of(self, pairs: Rows, starts: Any) -> Rows:
        """Keep the counts of the best reference of every segment, with its score."""
        if len(pairs) > len(starts) - 1:
            pairs = pairs[best_of(-self._eed(pairs), starts)]
        distance, *counts = self._columns_of(plainly(pairs))
        score = self._eed(plainly(pairs))
        if len(pairs) == 1:
            return summable_row([score, distance], before=counts)
        return np.concatenate([pairs[:, 1:], self.as_rows(np.stack([score, distance], axis=-1))], axis=-1)

    def _columns_of(self, pairs: Rows) -> list[Rows]:
        return pairs.tolist() if pairs.ndim == 1 else [*np.ascontiguousarray(pairs.T)]

    def _eed(self, pairs: Rows) -> Rows:
        distance, visits, _, ref_length = self._columns_of(pairs)
        coverage = self.rho * visits
        rate = divide(distance + coverage, ref_length + coverage)
        return where((rate > 1) | ((ref_length + coverage == 0) & (distance > 0)), 1.0, rate)

    def score_alone(self, totals: Rows) -> Rows:
        return 100 * self.mean(totals, "score")

    def score(self, totals: Rows) -> Parts:
        visits, hyp_length, ref_length, segments = self.each(totals, (*COUNTS, "segments"))
        return {
            "score": 100 * self.mean(totals, "score"),
            "distance": self.mean(totals, "distance"),
            "coverage": divide(self.rho * visits, segments),
            "hyp_length": hyp_length,
            "ref_length": ref_length,
        }

    def explain(self, case: Case) -> Blocks:
        from understudy.metrics.eed.explain import blocks

        return blocks(case)
