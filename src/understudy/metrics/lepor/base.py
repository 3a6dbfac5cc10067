"""What LEPOR and its relatives share: their settings, the factors of a pair of texts, and the best reference."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from understudy import _core
from understudy.contract.arithmetic import Rows, divide, exp, summable_row, where
from understudy.contract.metric import Parts, SegmentMean
from understudy.errors import InputError, choose
from understudy.inputs.texts import Progress, texts
from understudy.metrics.lepor.positions import Align, AlignedPositions, align, distance
from understudy.metrics.lepor.presets import PRESETS
from understudy.metrics.shared.best_reference import best_of
from understudy.metrics.shared.means import weighted_harmonic_mean
from understudy.metrics.shared.ngrams import ngrams
from understudy.metrics.shared.validation import (
    check_whole,
    checked_weights,
    name_lowercase,
    name_normalizer,
    set_fields,
)
from understudy.tokens import Lowercase, Reading, Split, TokenizedReferences

if TYPE_CHECKING:
    from understudy.explanation.case import Blocks, Case

MOST_WORDS = 2_000_000  # of one text: beyond, the sum of distances would not fit into 64 bits


@dataclass(frozen=True)
class PositionMetric(SegmentMean):
    """Length penalty, position penalty, and the harmonic mean of precision and recall (HPR), combined by a subclass."""

    alpha: float | None = None
    beta: float | None = None
    window: int | None = None
    tokenizer: str | Split | None = None
    lowercase: Lowercase | bool = "yes"
    normalization: str | None = None
    corpus: str = "mean"
    normalizer: str | None = None

    def __post_init__(self) -> None:
        name_lowercase(self)
        name_normalizer(self)
        self._fill("default")
        choose("corpus", self.corpus, ("mean", "factors"))
        check_whole("window", self.window, 0, 100)
        alpha, beta = checked_weights("alpha and beta", (self.alpha, self.beta), 2)
        set_fields(self, alpha=alpha, beta=beta)
        _ = self.reading  # raises if a name is unknown

    def _fill(self, preset: str) -> None:
        """Give the settings that are still open the numbers of a preset."""
        for name, value in zip(("alpha", "beta", "window"), PRESETS[preset], strict=False):
            if getattr(self, name) is None:
                set_fields(self, **{name: value})
        if self.tokenizer is None and self._align is align:
            set_fields(self, tokenizer="13a")

    @property
    def factors(self) -> tuple[str, ...]:
        return ("score", "length_penalty", "position_penalty", "precision", "recall", "hpr")

    @cached_property
    def reading(self) -> Reading:
        return Reading(self.tokenizer, self.lowercase, self.normalization, normalizer=self.normalizer)  # type: ignore[arg-type]

    @property
    def _align(self) -> Align:
        return align

    @property
    def prefers_context(self) -> bool:
        """Whether words are aligned as `positions.align` does, preferring a shared neighbor to a short distance."""
        return self._align is align

    @property
    def _order(self) -> int:
        """Up to which order n-grams are counted; words are counted by aligning them."""
        return 0

    def rows(
        self,
        hyps: _core.Tokens,
        refs: TokenizedReferences,
        survey: Any = None,
        threads: int = 1,
        progress: Progress | None = None,
    ) -> Rows:
        _check_lengths(hyps, "the hypothesis")
        _check_lengths(refs.tokens, "a reference", refs.starts)
        pairs = _core.align_positions(hyps, refs.tokens, refs.starts, self.window or 0, self._order, threads, progress)
        return self._rows_of(pairs, refs.starts)

    def row(self, hyp: list[str], refs: list[list[str]], survey: Any = None) -> list[float]:
        pairs = np.array([self._pair(hyp, ref) for ref in refs], dtype=float)
        return self._rows_of(pairs, np.array([0, len(refs)]))[0].tolist()  # type: ignore[no-any-return]

    def _pair(self, hyp: list[str], ref: list[str]) -> list[int]:
        aligned = self._align(hyp, ref, self.window or 0)
        shared = [(ngrams(hyp, n) & ngrams(ref, n)).total() for n in range(1, self._order + 1)]
        return [len(hyp), len(ref), len(aligned), distance(aligned, len(hyp), len(ref)), *shared]

    def _rows_of(self, pairs: Rows, starts: Any) -> Rows:
        """Make factors of the counts of every pair of texts, and keep those of the best reference."""
        found = self._factors_of([*np.ascontiguousarray(pairs.T)] if len(pairs) > 1 else pairs[0].tolist())
        found["score"] = self._combined(found)
        if len(pairs) == 1:
            return summable_row([found[name] for name in self.factors])
        table = np.stack([found[name] for name in self.factors], axis=-1)
        return self.as_rows(table if len(table) == len(starts) - 1 else table[best_of(found["score"], starts)])

    def _factors_of(self, counts: list[Rows]) -> Parts:
        hyp_length, ref_length, match, moved = counts[:4]
        return {
            "length_penalty": length_penalty(hyp_length, ref_length),
            "position_penalty": exp(-divide(moved, hyp_length * hyp_length * ref_length)),
            **self._precision_and_recall(match, hyp_length, ref_length),
        }

    def _precision_and_recall(self, match: Rows, hyp_total: Rows, ref_total: Rows) -> Parts:
        nothing = hyp_total + ref_total == 0  # in either text
        precision = where(nothing, 1.0, divide(match, hyp_total))
        recall = where(nothing, 1.0, divide(match, ref_total))
        hpr = weighted_harmonic_mean((self.alpha or 0.0, self.beta or 0.0), (recall, precision))
        return {"precision": precision, "recall": recall, "hpr": hpr}

    def _combined(self, found: Parts) -> Rows:
        """Combine factors into a score from 0 to 1."""
        raise NotImplementedError

    def score_alone(self, totals: Rows) -> Rows:
        return 100 * (self.mean(totals, "score") if self.corpus == "mean" else self._combined(self.means(totals)))

    def score(self, totals: Rows) -> Parts:
        parts = self.means(totals)
        if self.corpus == "factors":
            parts["score"] = self._combined(parts)
        return {name: value if name.endswith("penalty") else 100 * value for name, value in parts.items()}

    def alignment(self, hyp: str, ref: str) -> AlignedPositions:
        """The positions of aligned words in hypothesis and reference, counted from 0.

        >>> from understudy.metrics.lepor.metric import LEPOR
        >>> LEPOR().alignment("a cat sat", "there sat a cat")
        [(0, 2), (1, 3), (2, 1)]
        """
        (of_hyp,), (of_ref,) = self._read([hyp], "hypothesis"), self._read([ref], "reference")
        return sorted(self._align(of_hyp, of_ref, self.window or 0))

    def best_reference(self, hyp: str, refs: Sequence[str]) -> int:
        """The index, counted from 0, of the reference that counts for a segment.

        >>> from understudy.metrics.lepor.metric import LEPOR
        >>> LEPOR().best_reference("a cat sat", ["a dog sat", "a cat sat", "a cat"])
        1
        """
        (of_hyp,), of_refs = self._read([hyp], "hypothesis"), self._read(refs, "references")
        if not of_refs:
            raise InputError("there is no reference to choose: the list is empty")
        scores = [self.row(of_hyp, [ref]) for ref in of_refs]
        return int(np.argmax(self.score(np.array(scores))["score"]))

    def _read(self, given: Sequence[str], what: str) -> list[list[str]]:
        checked = texts(given, what)
        return [self.reading(checked[i]) for i in range(len(checked))]

    def explain(self, case: Case) -> Blocks:
        from understudy.metrics.lepor.explain import blocks

        return blocks(case)


def _check_lengths(tokens: _core.Tokens, what: str, starts: Any = None) -> None:
    if tokens.total <= MOST_WORDS:
        return
    lengths = np.diff(tokens.offsets)
    longest = int(lengths.argmax())
    if lengths[longest] > MOST_WORDS:
        segment = longest + 1 if starts is None else int(np.searchsorted(starts, longest, side="right"))
        raise InputError(
            f"{what} of segment {segment} has {lengths[longest]:,} words; LEPOR takes at most {MOST_WORDS:,};"
            " split the text into segments"
        )


def length_penalty(hyp_length: Rows, ref_length: Rows) -> Rows:
    """1 for equal lengths, less the more one exceeds the other, 0 if only one text is empty.

    >>> length_penalty(np.array([6.0, 7.0, 0.0]), np.array([6.0, 6.0, 6.0])).round(4).tolist()
    [1.0, 0.8465, 0.0]
    """
    more = hyp_length > ref_length
    longer, shorter = where(more, hyp_length, ref_length), where(more, ref_length, hyp_length)
    return where(shorter > 0, exp(1 - divide(longer, shorter)), where(longer == 0, 1.0, 0.0))
