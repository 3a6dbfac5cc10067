"""CharacTER: phrases are shifted, then characters are edited."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from understudy import _core
from understudy.contract.about import About
from understudy.contract.arithmetic import Rows, divide, plainly, summable_row, where
from understudy.contract.metric import Parts, SegmentMean
from understudy.errors import InputError
from understudy.inputs.texts import Progress
from understudy.metrics.character.about import ABOUT
from understudy.metrics.character.readable import distance, shift_all, shift_cost
from understudy.metrics.shared.best_reference import best_of
from understudy.metrics.shared.validation import name_lowercase
from understudy.tokens import Lowercase, Reading, Split, TokenizedReferences

if TYPE_CHECKING:
    from understudy.explanation.case import Blocks, Case

COUNTS = ("edits", "hyp_length", "ref_length", "shifts")


@dataclass(frozen=True)
class CharacTER(SegmentMean):
    """CharacTER: translation edit rate on character level, with phrases of words that may be shifted.

    What it measures
        The characters to edit after phrases of the hypothesis were put where the reference has them, in percent of
        the characters of the hypothesis. 0 is a copy, lower is better, 100 is the most.

    How
        A phrase that the reference has at another place is shifted there, as long as that lowers the edit distance of
        the words: each time the shift that lowers it most. Then CharacTER = (edit distance of the characters, spaces
        between words included + cost of the shifts) / characters of the hypothesis, at most 1. A shift costs the
        average length of the words of its phrase. The corpus score is the mean of the segment scores.

    Settings
        tokenizer: how text becomes words; none (whitespace), 13a, intl, zh, char or a function from a string to its
        tokens.
        lowercase: no, yes (Unicode) or ascii (A to Z only).
        normalization: NFC, NFD, NFKC or NFKD; none if not given.

    Several references
        Best: the one with the lowest CharacTER of the segment counts, the first of equals.

    Empty text
        Two empty texts score 0; if one is empty, 100. The original stops with an error at an empty reference.

    Known surprises
        It is normalized by the hypothesis, so that a longer one is not punished for its length. The paper lets similar
        words match; the original program shifts equal words alone, and so do we. The cost of shifts is told from the
        words before and after: of two phrases that change places, the one that stood first counts. Of shifts that save
        the same, the one counts whose words come last in alphabetical order. Chinese and Japanese don't separate words
        by spaces: choose a tokenizer, or nothing can be shifted.

    Paper
        Wang, Peter, Rosendahl and Ney 2016. CharacTer: translation edit rate on character level.

    Checked against
        cer 1.2.0, the package of the original program (any text, every segment to 1e-12), live in the tests.
    """

    name: ClassVar[str] = "character"
    title: ClassVar[str] = "CharacTER"
    about: ClassVar[About] = ABOUT
    higher_is_better: ClassVar[bool] = False

    tokenizer: str | Split = "none"
    lowercase: Lowercase | bool = "no"
    normalization: str | None = None

    def __post_init__(self) -> None:
        name_lowercase(self)
        _ = self.reading  # raises if a name is unknown

    @cached_property
    def reading(self) -> Reading:
        return Reading(self.tokenizer, self.lowercase, self.normalization)  # type: ignore[arg-type]

    @property
    def factors(self) -> tuple[str, ...]:
        return ("score", "shift_cost")

    # Columns and arguments have the shape of the error rates'; the counts are others, and so is the best reference.
    @cached_property
    def columns(self) -> tuple[str, ...]:
        return (*COUNTS, *super().columns)

    def rows(
        self,
        hyps: _core.Tokens,
        refs: TokenizedReferences,
        survey: Any = None,
        threads: int = 1,
        progress: Progress | None = None,
    ) -> Rows:
        try:
            pairs = _core.count_character(hyps, refs.tokens, refs.starts, threads, progress)
        except ValueError as error:
            raise InputError(str(error)) from None
        return self._rows_of(pairs, refs.starts)

    def row(self, hyp: list[str], refs: list[list[str]], survey: Any = None) -> list[float]:
        pairs = np.array([self._count(hyp, ref) for ref in refs], dtype=float)
        return self._rows_of(pairs, np.array([0, len(refs)]))[0].tolist()  # type: ignore[no-any-return]

    def _count(self, hyp: list[str], ref: list[str]) -> list[float]:
        words, shifts = shift_all(hyp, ref)
        letters = " ".join(words), " ".join(ref)
        return [distance(*letters), shift_cost(hyp, words), len(letters[0]), len(letters[1]), shifts]

    def _rows_of(self, pairs: Rows, starts: Any) -> Rows:
        """Keep the counts of the best reference of every segment, with its score."""
        if len(pairs) > len(starts) - 1:
            pairs = pairs[best_of(-self._rate(pairs), starts)]
        edits, cost, *others = self._columns_of(plainly(pairs))
        score = self._rate(plainly(pairs))
        if len(pairs) == 1:
            return summable_row([score, cost], before=[edits, *others])
        counts = np.stack([edits, *others], axis=-1)
        return np.concatenate([counts, self.as_rows(np.stack([score, cost], axis=-1))], axis=-1)

    def _columns_of(self, pairs: Rows) -> list[Rows]:
        return pairs.tolist() if pairs.ndim == 1 else [*np.ascontiguousarray(pairs.T)]

    def _rate(self, pairs: Rows) -> Rows:
        edits, cost, hyp_length, _, _ = self._columns_of(pairs)
        rate = divide(edits + cost, hyp_length)
        return where((rate > 1) | ((hyp_length == 0) & (edits > 0)), 1.0, rate)

    def score_alone(self, totals: Rows) -> Rows:
        return 100 * self.mean(totals, "score")

    def score(self, totals: Rows) -> Parts:
        counts = dict(zip(COUNTS, self.each(totals, COUNTS), strict=True))
        return {"score": 100 * self.mean(totals, "score"), "shift_cost": self.mean(totals, "shift_cost"), **counts}

    def explain(self, case: Case) -> Blocks:
        from understudy.metrics.character.explain import blocks

        return blocks(case)
