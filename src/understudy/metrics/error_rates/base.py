"""What the error rates have in common: one alignment, counted once, gives all of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import numpy as np

from understudy import _core
from understudy.contract.arithmetic import Rows, divide, plainly, row_by_row, summable_row, where
from understudy.contract.metric import Link, Parts, SegmentMean
from understudy.errors import InputError, choose
from understudy.inputs.texts import Progress, check_segments, check_tokenized, references, texts
from understudy.metrics.error_rates.readable import TIES, best_steps
from understudy.metrics.shared.best_reference import best_of
from understudy.metrics.shared.validation import name_lowercase, name_normalizer, set_fields
from understudy.tables.alignments import Alignments
from understudy.tables.edits import KINDS
from understudy.tokens import Lowercase, Reading, Split, TokenizedReferences, TokenTable
from understudy.tokens.normalizers.steps import write_steps

if TYPE_CHECKING:
    from understudy.explanation.case import Blocks, Case

COUNTS = (
    *("hits", "substitutions", "deletions", "insertions"),
    *("hyp_length", "ref_length", "correct", "longer"),
)


@dataclass(frozen=True)
class ErrorRate(SegmentMean):
    """The family: a subclass says which of the rates is its score."""

    rate: ClassVar[str]  # the part that is the score
    unit_rate: ClassVar[str] = "wer"  # what errors / reference length is called on these tokens

    tokenizer: str | Split = "none"
    lowercase: Lowercase | bool = "no"
    normalization: str | None = None
    steps: str | Sequence[str] | None = None
    ties: Literal["most-hits", "jiwer"] = "most-hits"
    average: Literal["corpus", "segments"] = "corpus"
    normalizer: str | None = None

    def __post_init__(self) -> None:
        name_lowercase(self)
        name_normalizer(self)
        set_fields(self, steps=write_steps(self.steps))
        choose("ties", self.ties, TIES)
        choose("average", self.average, ("corpus", "segments"))
        _ = self.reading  # raises if a name is unknown

    @cached_property
    def reading(self) -> Reading:
        return Reading(self.tokenizer, self.lowercase, self.normalization, self.steps, normalizer=self.normalizer)  # type: ignore[arg-type]

    @property
    def factors(self) -> tuple[str, ...]:
        return ("rate",)

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
        counts = self._counts(hyps, refs, threads, progress)
        if len(counts) > len(refs):
            counts = counts[best_of(self._goodness(counts), refs.starts)]
        return self._with_rate(counts)

    def _counts(
        self, hyps: _core.Tokens, refs: TokenizedReferences, threads: int, progress: Progress | None = None
    ) -> Rows:
        """Count every pair of a hypothesis and a reference, one row each."""
        try:
            return _core.count_edits(hyps, refs.tokens, refs.starts, self.ties, threads, progress)
        except ValueError as error:
            raise InputError(str(error)) from None

    def row(self, hyp: list[str], refs: list[list[str]], survey: Any = None) -> list[float]:
        counts = np.array([self._count(hyp, ref) for ref in refs])
        best = int(np.argmax(self._goodness(counts)))
        return self._with_rate(counts[best : best + 1])[0].tolist()  # type: ignore[no-any-return]

    def _count(self, hyp: list[str], ref: list[str]) -> list[float]:
        kinds = Counter(best_steps(hyp, ref, self.ties))
        correct = (Counter(hyp) & Counter(ref)).total()
        return [
            *(float(kinds[kind]) for kind in KINDS),
            *(float(each) for each in (len(hyp), len(ref), correct, max(len(hyp), len(ref)))),
        ]

    def alignments(self, hyps: Any, refs: Any, threads: int = 1) -> Alignments:
        hypotheses = texts(hyps, "hypotheses", tokens=True)
        check_segments(len(hypotheses))
        every = references(refs, len(hypotheses), tokens=True)
        check_tokenized({"": hypotheses}, every.flat.tokenized)
        table = TokenTable(self.for_tokens.reading if hypotheses.tokenized else self.reading)
        ref_tokens, hyp_tokens = table.add(every.flat, threads), table.add(hypotheses, threads)
        if len(every.flat) > len(hypotheses):
            counts = self._counts(hyp_tokens, TokenizedReferences(ref_tokens, every.starts), threads)
            best = best_of(self._goodness(counts), every.starts)
            ref_tokens = _core.take(ref_tokens, best)
        return self.align(hyp_tokens, ref_tokens, threads)

    def align(self, hyps: _core.Tokens, refs: _core.Tokens, threads: int = 1) -> Alignments:
        """Align each hypothesis with the one reference at its place."""
        try:
            steps, starts = _core.align_edits(hyps, refs, self.ties, threads)
        except ValueError as error:
            raise InputError(str(error)) from None
        return Alignments(hyps, refs, steps, starts, "" if self.unit_rate == "cer" else " ")

    def links(self, hyps: list[str], refs: Sequence[list[str]], threads: int = 1) -> Iterator[list[Link]]:
        for each in self.alignments(hyps, refs, threads):
            yield [[step.ref or "", step.hyp or "", step.kind] for step in each.steps]

    def _goodness(self, counts: Rows) -> Rows:
        rate = row_by_row(lambda rows: self._rate(self.rate, self.each(rows, COUNTS)), counts)
        return rate if self.higher_is_better else -rate

    def _with_rate(self, counts: Rows) -> Rows:
        columns = self.each(plainly(counts), COUNTS)
        rate = self._rate(self.rate, columns)
        if len(counts) == 1:
            return summable_row([rate], before=columns)
        return np.concatenate([counts, self.as_rows(rate[..., np.newaxis])], axis=-1)

    def _rate(self, name: str, counts: list[Rows]) -> Rows:
        """One rate of the family, as a fraction; without a reference word, errors count as if there were one."""
        hits, substitutions, deletions, insertions, hyp_length, ref_length, correct, longer = counts
        errors = substitutions + deletions + insertions
        match name:
            case "mer":
                return divide(errors, hits + errors)
            case "wil":
                return 1 - self._rate("wip", counts)
            case "wip":
                return where(longer == 0, 1.0, divide(hits, ref_length) * divide(hits, hyp_length))
            case "per":
                errors = longer - correct
        return divide(errors, where(ref_length > 0, ref_length, 1.0))

    def score_alone(self, totals: Rows) -> Rows:
        mean = self.average == "segments"
        return 100 * (self.mean(totals, "rate") if mean else self._rate(self.rate, self.each(totals, COUNTS)))

    def score(self, totals: Rows) -> Parts:
        columns = self.each(totals, COUNTS)
        rates = {name: self._rate(name, columns) for name in (self.unit_rate, "mer", "wil", "wip", "per")}
        rates["segment_mean"] = self.mean(totals, "rate")
        score = rates["segment_mean" if self.average == "segments" else self.rate]
        parts = {"score": 100 * score} | {name: 100 * each for name, each in rates.items()}
        counts = dict(zip(COUNTS, columns, strict=True))
        del counts["longer"]
        return parts | counts

    def explain(self, case: Case) -> Blocks:
        from understudy.metrics.error_rates.explain import blocks

        return blocks(case)
