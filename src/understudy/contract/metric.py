"""The whole program in one file: what a metric is, and how text becomes a score.

    text -> tokens -> one row of statistics per segment -> sum -> score

Rows add up. A corpus score, a segment score, a confidence interval, a document, a shard of a file that doesn't fit in
memory: each is the answer to "which rows do we add?". A metric is a frozen dataclass of settings that says

- how text is read (`reading`), so that metrics which read alike share their tokens;
- what the statistics are called (`columns`);
- how a segment's row is counted: `rows` fast, for all segments at once, and `row` readably, for one.
  They are equal bit for bit; `row` is the documentation and the oracle, `rows` is what runs;
- how sums become a score (`score`), vectorized over any leading shape, so that a thousand resamples are one call.

`survey` is for the few metrics that must know all references before the first row; see `contract/survey.py`. Rows and
their sums are `Stats` and `Totals`. `understudy.testing.check_metric` checks these promises, also for your metric.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
import numpy.typing as npt

from understudy import _core
from understudy.contract import signature as settings
from understudy.contract.about import About
from understudy.contract.arithmetic import Rows, divide, summable
from understudy.contract.columns import NamedColumns
from understudy.contract.stats import Stats
from understudy.contract.survey import Counts
from understudy.errors import InputError, SettingError
from understudy.inputs.texts import Progress, References, check_segments, check_tokenized, references, texts
from understudy.tables.table import Table
from understudy.tokens import PRETOKENIZED, Reading, TokenizedReferences, TokenTable

if TYPE_CHECKING:
    from understudy.explanation.case import Blocks, Case
    from understudy.tables.alignments import Alignments

Parts = dict[str, npt.NDArray[np.float64]]
Link = list[str]  # words of the reference, words of the hypothesis, and how they match; words are joined by spaces


@dataclass(frozen=True)
class Metric(NamedColumns):
    """Settings and formulas, no data, no results: a dataclass with `columns`, `reading`, `rows`, `row` and `score`."""

    name: ClassVar[str]  # on the command line and in signatures
    title: ClassVar[str]  # in tables
    maximum: ClassVar[float | None] = 100.0  # of the score; None if there is none
    higher_is_better: ClassVar[bool] = True
    about: ClassVar[About] = About()  # whom to cite, which parts explain it, which settings are harmless, ...
    decides_others: ClassVar[tuple[str, ...]] = ()  # settings on which the defaults of others depend
    tokenizer_by_language: ClassVar[bool] = True  # whether `lang` picks the tokenizer
    language: ClassVar[str | None] = None  # the code of the language whose words it knows, if it is made for one
    reads_text: ClassVar[bool] = True  # False where scores come from outside, which have no `reading`
    covers_tokenizers: ClassVar[tuple[str, ...]] = ()  # which `lang` needn't pick: its own reads such text as well

    def __init_subclass__(cls, **others: Any) -> None:
        super().__init_subclass__(**others)
        # A subclass with a formula of its own must not inherit the shortcut through another one.
        if "score" in vars(cls) and "score_alone" not in vars(cls):
            cls.score_alone = Metric.score_alone  # type: ignore[method-assign]

    @property
    def signature(self) -> str:
        """Every setting that bears on the score; itself a valid metric name for `-m` and `metrics=`."""
        return settings.write(self)

    def signature_as(self, tool: str, references: str) -> str:
        """The signature of these settings in the form of another tool; few metrics have one."""
        raise SettingError(f"{self.name} has no signature in the form of {tool!r}; print our own signature")

    @property
    def copy_is_best(self) -> bool:
        """Whether a copy of a reference gets the best score there is."""
        return True

    @property
    def twice_is_same(self) -> bool:
        """Whether the corpus twice over gets the same score."""
        return True

    @property
    def reading(self) -> Reading:
        """How text becomes tokens."""
        raise NotImplementedError

    @property
    def eval_id(self) -> str | None:
        """What the original tool prints to identify these settings; None if it prints nothing of the kind."""
        return None

    @property
    def segments_only(self) -> bool:
        """Whether only single segments have a score."""
        return False

    @property
    def sentence(self) -> Metric:
        """The metric that scores single segments: this one, unless its page says otherwise."""
        return self

    @property
    def for_tokens(self) -> Metric:
        """The metric for text that is tokenized already: without a tokenizer; or itself, on tokens joined by spaces."""
        tokenized = any(field.name == "tokenizer" for field in fields(self))
        return replace(self, tokenizer=PRETOKENIZED) if tokenized else self  # type: ignore[call-arg]

    @property
    def needs_survey(self) -> bool:
        """Whether all references must be known before the first row."""
        return type(self).survey is not Metric.survey

    def survey(self, refs: TokenizedReferences, threads: int = 1) -> Any:
        """What must be known of all references before the first row; `contract/survey.py` says what it may be."""
        return None

    def survey_from(self, counts: Counts, table: TokenTable) -> Any:
        """Make a survey of counts that were added up over shards, for rows of tokens in this table."""
        raise NotImplementedError

    @property
    def survey_in_chunks(self) -> bool:
        """Whether `survey(...).for_chunks()` serves rows of chunks; otherwise all segments are counted as one chunk."""
        return False

    def rows(
        self,
        hyps: _core.Tokens,
        refs: TokenizedReferences,
        survey: Any = None,
        threads: int = 1,
        progress: Progress | None = None,
    ) -> Rows:
        """Count the statistics of every segment, one row each; threads may call it for chunks at the same time."""
        raise NotImplementedError

    def row(self, hyp: list[str], refs: list[list[str]], survey: Any = None) -> list[float]:
        """Count the statistics of one segment, readably."""
        raise NotImplementedError

    def score(self, totals: Rows) -> Parts:
        """Make the score and its parts from sums of rows; the last axis of `totals` is the columns."""
        raise NotImplementedError

    def score_alone(self, totals: Rows) -> Rows:
        """The score without its parts, the same bit for bit; a metric may compute it faster than all of them."""
        return self.score(totals)["score"]

    def expected_rows(
        self, segments: _core.Texts, groups: npt.NDArray[np.int64], shares: npt.NDArray[np.float64], threads: int
    ) -> Rows:
        """Count every text against the average of its group, one row each; few metrics can."""
        raise SettingError(f"{self.title} has no score against an average text; use mbr, or bleu or chrf")

    def alignments(self, hyps: Any, refs: Any, threads: int = 1) -> Alignments:
        """Align each hypothesis with the reference that counts, edit by edit; only error rates do."""
        raise SettingError(f"{self.name} is not made of alignments; choose an error rate, for example wer or cer")

    def links(self, hyps: list[str], refs: Sequence[list[str]], threads: int = 1) -> Iterator[list[Link]] | None:
        """Say for each segment which words stand for which; None if the metric aligns no words."""
        return None

    def explain(self, case: Case) -> Blocks:
        """Tell how a segment gets its score; a string is a note on the whole. By default, its row and its parts."""
        row = tuple((name, case.column(name)) for name in case.metric.columns)
        yield Table(("Statistic", "Value"), row, title="The segment's row", digits=4)
        yield Table(("Part", "Value"), tuple(case.parts.items()), title="The score and its parts", digits=4)

    def bind(self, refs: Any, segments: int | None = None, threads: int = 1) -> Bound:
        """Read the references, once for any number of systems; `segments` is how many there must be, if known."""
        aligned = references(refs, segments, tokens=True)
        metric = self.for_tokens if aligned.flat.tokenized else self
        return Bound.to(metric, aligned, TokenTable(metric.reading), threads)

    def stats(self, hyps: Any, refs: Any, threads: int = 1) -> Stats:
        """Count the rows of one system."""
        hypotheses = texts(hyps, "hypotheses", tokens=True)
        check_segments(len(hypotheses))
        return self.bind(refs, len(hypotheses), threads).stats(hypotheses, threads)


@dataclass(frozen=True)
class SegmentMean(Metric):
    """A metric whose corpus score is made of means over segments; `factors` names what is averaged.

    Each factor has two columns, coarse and fine, of whole multiples of 2^-24 and 2^-50: sums of them are exact
    in float64, so they don't depend on order, split or engine.
    """

    @property
    def factors(self) -> tuple[str, ...]:
        """The names of the numbers to average, in the order that `as_rows` takes them."""
        raise NotImplementedError

    @cached_property
    def columns(self) -> tuple[str, ...]:
        """Two columns for each factor, and the number of segments."""
        return (*(f"{name}{end}" for name in self.factors for end in ("", "_fine")), "segments")

    def as_rows(self, factors: Rows) -> Rows:
        """Make rows of the factors of segments, which are on the last axis."""
        return summable(factors)

    def means(self, totals: Rows) -> Parts:
        """Average each factor."""
        return {name: self.mean(totals, name) for name in self.factors}

    def mean(self, totals: Rows, name: str) -> Rows:
        """Average one factor."""
        coarse, fine, segments = self.each(totals, (name, f"{name}_fine", "segments"))
        return divide(coarse + fine, segments)


@dataclass(frozen=True)
class Bound:
    """A metric with its references: ready for hypotheses."""

    metric: Metric
    table: TokenTable
    refs: TokenizedReferences
    counts: str
    survey: Any = None
    tokenized: bool = False  # whether the references were given as tokens, as hypotheses must be then

    @classmethod
    def to(cls, metric: Metric, refs: References, table: TokenTable, threads: int = 1) -> Bound:
        """Bind a metric to references, reading them into the table, which others may share."""
        tokenized = TokenizedReferences(table.add(refs.flat, threads), refs.starts)
        return cls(metric, table, tokenized, refs.counts, metric.survey(tokenized, threads), refs.flat.tokenized)

    def stats(self, hyps: Any, threads: int = 1) -> Stats:
        """Count the rows of one system."""
        segments = texts(hyps, "hypotheses", tokens=True)
        check_tokenized({"": segments}, self.tokenized)
        if len(segments) != len(self.refs):
            both = f"{len(segments)} hypotheses but references for {len(self.refs)} segments"
            raise InputError(f"there are {both}; give one hypothesis per segment")
        return self.count(self.table.add(segments, threads), threads)

    def count(self, hyps: _core.Tokens, threads: int = 1, progress: Progress | None = None) -> Stats:
        """Count the rows of one system whose tokens are in the table already."""
        return Stats(self.metric, self.metric.rows(hyps, self.refs, self.survey, threads, progress), self.counts)
