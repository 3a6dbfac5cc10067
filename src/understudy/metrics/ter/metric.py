"""TER, the translation edit rate: how many edits turn the hypothesis into the reference, if phrases may be moved."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from understudy import _core
from understudy.contract.about import About
from understudy.contract.arithmetic import Rows, divide, split, where
from understudy.contract.metric import Metric, Parts
from understudy.errors import InputError, SettingError, choose
from understudy.inputs.texts import Progress, texts
from understudy.metrics.shared.best_reference import best_of
from understudy.metrics.shared.sacrebleu import written
from understudy.metrics.shared.validation import check_flag, name_lowercase, name_normalizer
from understudy.metrics.ter.about import ABOUT
from understudy.metrics.ter.readable import DELETION, HIT, INSERTION, SUBSTITUTION, Shift, edits
from understudy.tokens import Lowercase, Reading, Split, TokenizedReferences
from understudy.tokens.builtin.tercom import TercomWords

if TYPE_CHECKING:
    from understudy.explanation.case import Blocks, Case

COUNTS = ("hits", "substitutions", "deletions", "insertions", "shifts", "shifted_words", "hyp_length")
EDITS = ("substitutions", "deletions", "insertions", "shifts")
EDIT_COLUMNS = [COUNTS.index(name) for name in EDITS]


@dataclass(frozen=True)
class TER(Metric):
    """TER, the translation edit rate: edits that turn the hypothesis into the reference, shifts of phrases included.

    What it measures
        The number of edits, in percent of the words of the reference. An edit substitutes, deletes or inserts a word,
        or shifts a sequence of words to another position. 0 is a copy, lower is better; more than 100 is possible.

    How
        Sequences of up to ten words that the reference has elsewhere, at most fifty words away, are shifted as long as
        that saves edits: each time the one that saves most, then the longest, then the first. TER = (shifts +
        substitutions + deletions + insertions) / reference words: sums over all segments, divided once. The counts are
        parts of the score, and shifts(hyps, refs) gives the shifts themselves.

    Settings
        tokenizer: how text becomes words; none (whitespace), 13a, intl, zh, mixed, char or a function from a string to
        its tokens.
        lowercase: yes (Unicode), no or ascii (A to Z only).
        normalization: NFC, NFD, NFKC or NFKD; none if not given.
        normalizer: rules for speech by name, such as whisper-en; none if not given.
        normalized: split off punctuation and decode entities, as tercom's -N does; no.
        no_punct: remove the marks . , ? : ; ! " ( and ), as tercom's -P does; no.
        asian_support: with normalized, one token per Chinese character, and kana separated from other scripts; with
        no_punct, remove Chinese and Japanese punctuation too; as tercom's -A does; no.
        compat: sacrebleu (its beam search near the diagonal; its limit of a thousand shifts; references normalized
        twice; its mistakes in asian_support). Otherwise the edit distance is exact.

    Several references
        The one with the fewest edits counts, the first of equals, over the average length of all of them. Segments may
        have different numbers of references.

    Empty text
        An empty hypothesis scores 100. Against an empty reference every word is an edit and no length is added; if all
        references are empty the score is 0 without edits, else 100.

    Known surprises
        Case is ignored unless lowercase=no, which is sacrebleu's case_sensitive. The search for shifts is greedy, so
        that a better sequence of shifts may exist. sacrebleu and tercom prune the search in segments of more than about
        25 words and then count more edits than needed. sacrebleu with normalized=True normalizes references twice, so
        that a copy can score above 0: it's (comma) becomes it 's; ours does so only with compat=sacrebleu. A segment of
        more than 5,000 words, or one that would take longer than a few seconds, is refused. Chinese and Japanese don't
        separate words by spaces: choose a tokenizer, or normalized with asian_support.

    Paper
        Snover, Dorr, Schwartz, Micciulla and Makhoul 2006. A study of translation edit rate with targeted human
        annotation.

    Checked against
        sacrebleu 2.6.0 (edits of every segment exactly with compat=sacrebleu, and without it on short segments), live
        in the tests; tercom 0.10.0.
    """

    name: ClassVar[str] = "ter"
    title: ClassVar[str] = "TER"
    about: ClassVar[About] = ABOUT
    higher_is_better: ClassVar[bool] = False

    tokenizer: str | Split = "none"
    lowercase: Lowercase | bool = "yes"
    normalization: str | None = None
    normalized: bool = False
    no_punct: bool = False
    asian_support: bool = False
    compat: str | None = None
    normalizer: str | None = None

    def __post_init__(self) -> None:
        name_lowercase(self)
        name_normalizer(self)
        if self.compat is not None:
            choose("compat", self.compat, ["sacrebleu"])
        for name in ("normalized", "no_punct", "asian_support"):
            check_flag(name, getattr(self, name))
        rewritten = self.normalized or self.no_punct
        if self.asian_support and not rewritten:
            raise SettingError("asian_support alone changes nothing; set normalized or no_punct too")
        if rewritten and self.tokenizer != "none":
            raise SettingError(
                f"normalized and no_punct split text themselves, got tokenizer {self.tokenizer!r} too; leave one out"
            )
        Reading(self.tokenizer, self.lowercase, self.normalization, normalizer=self.normalizer)  # type: ignore[arg-type]  # raises if a name is unknown

    @property
    def _words(self) -> TercomWords:
        return TercomWords(self.normalized, self.no_punct, self.asian_support, self.compat == "sacrebleu")

    @cached_property
    def reading(self) -> Reading:
        words = self._words
        tokenizer = words if self.normalized or self.no_punct else self.tokenizer
        if words == TercomWords(normalized=True):
            tokenizer = "tercom"  # the same words, natively
        return Reading(tokenizer, self.lowercase, self.normalization, normalizer=self.normalizer)  # type: ignore[arg-type]

    @property
    def for_tokens(self) -> Metric:
        """Without its tokenizer; itself, on tokens joined by spaces, if it is to normalize them or drop punctuation."""
        return self if self.normalized or self.no_punct else super().for_tokens

    @cached_property
    def columns(self) -> tuple[str, ...]:
        return (*COUNTS, "ref_length", "ref_length_fine")

    @property
    def copy_is_best(self) -> bool:
        return not self._reads_references_twice

    @property
    def _reads_references_twice(self) -> bool:
        return self.normalized and self.compat == "sacrebleu"

    @property
    def _search(self) -> str:
        return self.compat or "exact"

    def _all_read_again(self, refs: TokenizedReferences) -> TokenizedReferences:
        """Normalize references a second time, as sacrebleu does."""
        if not self._reads_references_twice:
            return refs
        again = [self.read_again(refs.tokens.words(i)) for i in range(len(refs.tokens))]
        return TokenizedReferences(_core.intern(again, refs.tokens.vocabulary), refs.starts)

    def read_again(self, words: list[str]) -> list[str]:
        """The words of a reference as they are compared: normalized a second time, where sacrebleu does so."""
        return self._words(" ".join(words)) if self._reads_references_twice else words

    def rows(
        self,
        hyps: _core.Tokens,
        refs: TokenizedReferences,
        survey: Any = None,
        threads: int = 1,
        progress: Progress | None = None,
    ) -> Rows:
        return self._rows_of(self._counts(hyps, self._all_read_again(refs), threads, progress), refs.starts)

    def _counts(self, hyps: _core.Tokens, refs: TokenizedReferences, threads: int, progress: Progress | None) -> Rows:
        """Count every pair of a hypothesis and a reference: the counts, and the length of the reference."""
        try:
            return _core.count_ter(hyps, refs.tokens, refs.starts, self._search, threads, progress)
        except ValueError as error:
            raise InputError(str(error)) from None

    def row(self, hyp: list[str], refs: list[list[str]], survey: Any = None) -> list[float]:
        counts = np.array([self._count(hyp, self.read_again(ref)) for ref in refs], dtype=float)
        return self._rows_of(counts, np.array([0, len(refs)]))[0].tolist()  # type: ignore[no-any-return]

    def _count(self, hyp: list[str], ref: list[str]) -> list[int]:
        steps, shifts = edits(hyp, ref, beam=self.compat == "sacrebleu")
        counts = [steps.count(kind) for kind in (HIT, SUBSTITUTION, DELETION, INSERTION)]
        return [*counts, len(shifts), sum(shift.length for shift in shifts), len(hyp), len(ref)]

    def _rows_of(self, counts: Rows, starts: Any) -> Rows:
        """Keep the counts of the best reference of every segment, and the average length of all."""
        if len(counts) == len(starts) - 1:  # one reference each, whose length is a whole number
            rows = np.zeros((len(counts), len(self.columns)))
            rows[:, :-1] = counts
            return rows
        sums = np.add.reduceat(counts[:, -1], starts[:-1])
        lengths = np.stack(split(sums / np.diff(starts), 24, 50), axis=-1)
        return np.concatenate([counts[self._best(counts, starts), :-1], lengths], axis=-1)

    def _best(self, counts: Rows, starts: Any) -> Any:
        return best_of(-counts[:, EDIT_COLUMNS].sum(axis=1), starts)

    def edits_and_length(self, totals: Rows) -> tuple[Rows, Rows]:
        first, *edits, coarse, fine = self.each(totals, (*EDITS, "ref_length", "ref_length_fine"))
        return sum(edits, first), coarse + fine

    def score_alone(self, totals: Rows) -> Rows:
        return edit_rate(*self.edits_and_length(totals))

    def score(self, totals: Rows) -> Parts:
        total, length = self.edits_and_length(totals)
        counts = dict(zip(COUNTS, self.each(totals, COUNTS), strict=True))
        return {"score": edit_rate(total, length), "edits": total, "ref_length": length, **counts}

    def shifts(self, hyps: Any, refs: Any, threads: int = 1) -> list[list[Shift]]:
        """Give the shifts of every segment, in the order in which they are made, for the reference that counts.

        >>> TER().shifts(["on the mat the black cat sat"], ["the black cat sat on the mat"])
        [[Shift(start=0, length=3, target=7)]]
        """
        hypotheses = texts(hyps, "hypotheses")
        bound = self.bind(refs, len(hypotheses), threads)
        tokens, again = bound.table.add(hypotheses, threads), self._all_read_again(bound.refs)
        best = self._best(self._counts(tokens, again, threads, None), again.starts)
        found = _core.find_shifts(tokens, again.tokens, again.starts, self._search, threads)
        places = {int(pair): segment for segment, pair in enumerate(best)}
        listed: list[list[Shift]] = [[] for _ in range(len(hypotheses))]
        for pair, *shift in found.tolist():
            if pair in places:
                listed[places[pair]].append(Shift(*shift))
        return listed

    def signature_as(self, tool: str, references: str) -> str:
        from understudy.metrics.ter import sacrebleu

        choose("signature", tool, ["sacrebleu"])
        return written(sacrebleu.settings(self), references)

    def explain(self, case: Case) -> Blocks:
        from understudy.metrics.ter.explain import blocks

        return blocks(case)


def edit_rate(total: Rows, length: Rows) -> Rows:
    """Edits in percent of the words of the reference; 100 for any edits if the reference is empty.

    >>> edit_rate(1.0, 4.0), edit_rate(2.0, 0.0)
    (25.0, 100.0)
    """
    return 100 * where(length > 0, divide(total, length), where(total > 0, 1.0, 0.0))
