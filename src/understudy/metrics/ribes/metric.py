"""RIBES: whether the words that hypothesis and reference share are in the same order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from understudy import _core
from understudy.contract.about import About
from understudy.contract.arithmetic import Rows, divide, power, summable_row, where
from understudy.contract.metric import Parts, SegmentMean
from understudy.inputs.texts import Progress
from understudy.metrics.ribes.about import ABOUT
from understudy.metrics.shared.best_reference import best_of
from understudy.metrics.shared.brevity import brevity_penalty
from understudy.metrics.shared.validation import checked_number, name_lowercase, name_normalizer, set_fields
from understudy.tokens import Lowercase, Reading, Split, TokenizedReferences

if TYPE_CHECKING:
    from understudy.explanation.case import Blocks, Case


@dataclass(frozen=True)
class RIBES(SegmentMean):
    """RIBES, rank-based intuitive bilingual evaluation score: word order, for distant language pairs.

    What it measures
        Whether the words that hypothesis and reference share are in the same order, at any distance.
        0 to 100, higher is better; comparable only between scores with the same signature on the same test set.

    How
        A word of the hypothesis is aligned if it occurs once in both texts; else if it does so together with the words
        before it or after it, as few as needed, before it in case of a tie. Of all pairs of aligned words, those in the
        same order in both texts are ascending: order = ascending pairs / all pairs (Kendall's tau, from 0 to 1).
        precision = aligned words / words of the hypothesis. brevity = exp(1 - reference length / hypothesis length), at
        most 1. RIBES = order * precision^alpha * brevity^beta. The corpus score is the mean of the segment scores.

    Settings
        alpha: the exponent of precision, 0.25.
        beta: the exponent of brevity, 0.1.
        tokenizer: 13a, intl, zh, char, none, ja-mecab or any other, or a function from a string to its tokens.
        lowercase: yes (Unicode), no, or ascii (A to Z only).
        normalization: NFC, NFD, NFKC or NFKD; none if not given.
        normalizer: rules for speech by name, such as whisper-en; none if not given.

    Several references
        The one with the best segment score counts, the first of equals; the parts are those against it.

    Empty text
        An empty hypothesis or reference scores 0, and so do two empty texts. RIBES.py stops at an empty reference
        unless it is run with -z.

    Known surprises
        With fewer than two aligned words there is no order, and score and precision of the segment are 0, except for an
        aligned reference of one word, where the order is 1. A copy of a text that repeats words may score less than
        100, because some of them can't be distinguished. Two words of the hypothesis may be aligned to the same word of
        the reference, by what comes before and by what comes after it. Scores are high: 80 is common for text that BLEU
        gives 20. NLTK's corpus_ribes prefers the words after a word and gives 0 to a correct single word, so that its
        numbers differ. RIBES.py takes whitespace tokens: choose tokenizer=none for equal numbers.

    Paper
        Isozaki, Hirao, Duh, Sudoh and Tsukada 2010. Automatic evaluation of translation quality for distant language
        pairs.

    Checked against
        RIBES.py 1.03.1 (TED talks, corpus and segments to 1e-9; order, precision and brevity of 37 pairs).
    """

    name: ClassVar[str] = "ribes"
    title: ClassVar[str] = "RIBES"
    about: ClassVar[About] = ABOUT

    alpha: float = 0.25
    beta: float = 0.1
    tokenizer: str | Split = "13a"
    lowercase: Lowercase | bool = "yes"
    normalization: str | None = None
    normalizer: str | None = None

    def __post_init__(self) -> None:
        name_lowercase(self)
        name_normalizer(self)
        for name in ("alpha", "beta"):
            set_fields(self, **{name: checked_number(name, getattr(self, name), 0, 100)})
        _ = self.reading  # raises if a name is unknown

    @property
    def factors(self) -> tuple[str, ...]:
        return ("score", "order", "precision", "brevity")

    @cached_property
    def reading(self) -> Reading:
        return Reading(self.tokenizer, self.lowercase, self.normalization, normalizer=self.normalizer)  # type: ignore[arg-type]

    @property
    def copy_is_best(self) -> bool:
        return False  # repeated words may be ambiguous

    def rows(
        self,
        hyps: _core.Tokens,
        refs: TokenizedReferences,
        survey: Any = None,
        threads: int = 1,
        progress: Progress | None = None,
    ) -> Rows:
        return self._rows_of(_core.align_ranks(hyps, refs.tokens, refs.starts, threads, progress), refs.starts)

    def row(self, hyp: list[str], refs: list[list[str]], survey: Any = None) -> list[float]:
        pairs = []
        for ref in refs:
            ranks = [place for _, place in aligned_places(hyp, ref)]
            pairs.append([len(hyp), len(ref), len(ranks), ascending_pairs(ranks)])
        return self._rows_of(np.array(pairs, dtype=float), np.array([0, len(refs)]))[0].tolist()  # type: ignore[no-any-return]

    def _rows_of(self, pairs: Rows, starts: Any) -> Rows:
        """Make the score and its factors for every pair of texts, and keep those of the best reference."""
        if len(pairs) == 1:
            return summable_row(self._factors_of(pairs[0].tolist()))
        found = self._factors_of([*np.ascontiguousarray(pairs.T)])
        return self.as_rows(np.stack(found, axis=-1)[best_of(found[0], starts)])

    def _factors_of(self, counts: list[Rows]) -> list[Rows]:
        hyp_length, ref_length, aligned, ascending = counts
        single = (aligned == 1) & (ref_length == 1)
        order = where(single, 1.0, divide(ascending, aligned * (aligned - 1) / 2))
        precision = where(single | (aligned > 1), divide(aligned, hyp_length), 0.0)
        brevity = where(hyp_length > 0, brevity_penalty(hyp_length, ref_length), 0.0)
        score = order * power(precision, self.alpha) * power(brevity, self.beta)
        return [score, order, precision, brevity]

    def score_alone(self, totals: Rows) -> Rows:
        return 100 * self.mean(totals, "score")

    def score(self, totals: Rows) -> Parts:
        return {name: value if name == "brevity" else 100 * value for name, value in self.means(totals).items()}

    def alignment(self, hyp: str, ref: str) -> list[tuple[int, int]]:
        """The places of words that are aligned in hypothesis and reference, counted from 0.

        >>> RIBES().alignment("the cat and the dog", "the dog and the cat")
        [(0, 3), (1, 4), (2, 2), (3, 3), (4, 1)]
        """
        return list(aligned_places(self.reading(hyp), self.reading(ref)))

    def explain(self, case: Case) -> Blocks:
        from understudy.metrics.ribes.explain import blocks

        return blocks(case)


def ascending_pairs(ranks: list[int]) -> int:
    """Count the pairs of places that are in the right order.

    >>> ascending_pairs([1, 2, 3, 0])
    3
    """
    return sum(one < other for one, other in combinations(ranks, 2))


def aligned_places(hyp: list[str], ref: list[str]) -> Iterator[tuple[int, int]]:
    """Align words of the hypothesis with words of the reference, each by as few neighbors as make it unambiguous.

    >>> list(aligned_places("a b a c".split(), "c a b a".split()))
    [(0, 1), (1, 2), (2, 3), (3, 0)]
    """
    for i in range(len(hyp)):
        place = certain_place(i, hyp, ref)
        if place is not None:
            yield i, place


def certain_place(i: int, hyp: list[str], ref: list[str]) -> int | None:
    """Find a word of the hypothesis in the reference, if it is unambiguous.

    The more words before or after it are compared, the fewer positions are left.

    >>> certain_place(2, "a b a c".split(), "c a b a".split())
    3
    """
    alike: dict[int, Sequence[Sequence[int]]] = {side: (range(len(hyp)), range(len(ref))) for side in (-1, 1)}
    for words in range(len(hyp)):
        for side in (-1, 1):
            further = side * words
            if not 0 <= i + further < len(hyp):
                continue
            alike[side] = [
                [k for k in places if 0 <= k + further < len(text) and text[k + further] == hyp[i + further]]
                for places, text in zip(alike[side], (hyp, ref), strict=True)
            ]
            in_hyp, in_ref = alike[side]
            if len(in_hyp) == len(in_ref) == 1:
                return in_ref[0]
    return None
