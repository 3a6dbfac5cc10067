"""What the ROUGE scores share: their settings, stems, precision, recall and F, and the best reference."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
import numpy.typing as npt

from understudy import _core
from understudy.contract.about import About
from understudy.contract.arithmetic import Rows, divide, summable_row
from understudy.contract.metric import Parts, SegmentMean
from understudy.errors import choose
from understudy.inputs.texts import Progress
from understudy.lexicon.porter import porter_stem
from understudy.metrics.rouge.about import ABOUT
from understudy.metrics.shared.best_reference import best_of
from understudy.metrics.shared.validation import name_lowercase, name_normalizer, set_fields
from understudy.tokens import Lowercase, Reading, Split, TokenizedReferences

if TYPE_CHECKING:
    from understudy.explanation.case import Blocks, Case

# What is filled in where a setting is not given.
COMPAT: dict[str | None, dict[str, str]] = {
    None: {"tokenizer": "words", "stemmer": "none"},
    "rouge_score": {"tokenizer": "ascii-words", "stemmer": "porter"},
}


@dataclass(frozen=True)
class RougeBase(SegmentMean):
    """Precision, recall and F of whatever a subclass counts in a pair of texts; the corpus score is the mean."""

    about: ClassVar[About] = ABOUT
    decides_others: ClassVar[tuple[str, ...]] = ("compat",)
    covers_tokenizers: ClassVar[tuple[str, ...]] = ("zh",)  # `words` tokenizes Chinese too

    tokenizer: str | Split | None = None
    lowercase: Lowercase | bool = "yes"
    normalization: str | None = None
    stemmer: str | None = None
    compat: str | None = None
    normalizer: str | None = None

    def __post_init__(self) -> None:
        name_lowercase(self)
        name_normalizer(self)
        if self.compat is not None:
            choose("compat", self.compat, [name for name in COMPAT if name])
        for name, default in COMPAT[self.compat].items():
            if getattr(self, name) is None:
                set_fields(self, **{name: default})
        choose("stemmer", self.stemmer, ("none", "porter"))
        _ = self.reading  # raises if a name is unknown

    @property
    def factors(self) -> tuple[str, ...]:
        return ("score", "precision", "recall")

    @cached_property
    def reading(self) -> Reading:
        return Reading(self.tokenizer, self.lowercase, self.normalization, normalizer=self.normalizer)  # type: ignore[arg-type]

    def rows(
        self,
        hyps: _core.Tokens,
        refs: TokenizedReferences,
        survey: Any = None,
        threads: int = 1,
        progress: Progress | None = None,
    ) -> Rows:
        if self.stemmer == "porter":
            numbers = numbers_of_stems(hyps.vocabulary.words())
            hyps = _core.renumber(hyps, numbers)
            refs = TokenizedReferences(_core.renumber(refs.tokens, numbers), refs.starts)
        return self._rows_of(self._count(hyps, refs, threads, progress), refs.starts)

    def row(self, hyp: list[str], refs: list[list[str]], survey: Any = None) -> list[float]:
        hyp, refs = self.compared(hyp), [self.compared(ref) for ref in refs]
        pairs = np.array([self.pair(hyp, ref) for ref in refs], dtype=float)
        return self._rows_of(pairs, np.array([0, len(refs)]))[0].tolist()  # type: ignore[no-any-return]

    def compared(self, words: list[str]) -> list[str]:
        """The words as they are compared: their stems, if the settings say so."""
        return [stem(word) for word in words] if self.stemmer == "porter" else words

    def _count(self, hyps: _core.Tokens, refs: TokenizedReferences, threads: int, progress: Progress | None) -> Rows:
        """Count for every reference: what the hypothesis has, what the reference has, and what both have."""
        raise NotImplementedError

    def pair(self, hyp: list[str], ref: list[str]) -> tuple[int, int, int]:
        """Count the same for one reference, readably."""
        raise NotImplementedError

    def _rows_of(self, pairs: Rows, starts: Any) -> Rows:
        """Make the three numbers of every pair of texts, and keep those of the reference with the best F."""
        hyp_total, ref_total, match = pairs.T if len(pairs) > 1 else pairs[0].tolist()
        precision, recall = divide(match, hyp_total), divide(match, ref_total)
        found = f_measure(precision, recall), precision, recall
        if len(pairs) == 1:
            return summable_row(found)
        table = np.stack(found, axis=-1)
        return self.as_rows(table if len(table) == len(starts) - 1 else table[best_of(table[:, 0], starts)])

    def score_alone(self, totals: Rows) -> Rows:
        return 100 * self.mean(totals, "score")

    def score(self, totals: Rows) -> Parts:
        return {name: 100 * value for name, value in self.means(totals).items()}

    def explain(self, case: Case) -> Blocks:
        from understudy.metrics.rouge.explain import blocks

        return blocks(case)


def stem(word: str) -> str:
    """Take Porter's stem of a word of more than three letters, as rouge_score does.

    >>> stem("cats"), stem("was")
    ('cat', 'was')
    """
    return porter_stem(word) if len(word) > 3 else word


def numbers_of_stems(words: list[str]) -> npt.NDArray[np.uint32]:
    """Give each word the number of the first one that has the same stem.

    >>> numbers_of_stems(["cat", "dogs", "cats", "dog"]).tolist()
    [0, 1, 0, 1]
    """
    first: dict[str, int] = {}
    return np.array([first.setdefault(stem(word), number) for number, word in enumerate(words)], dtype=np.uint32)


def f_measure(precision: Rows, recall: Rows) -> Rows:
    """The harmonic mean of precision and recall; 0 if both are.

    >>> f_measure(np.array([0.5, 0.0]), np.array([1.0, 0.0])).round(4).tolist()
    [0.6667, 0.0]
    """
    return divide(2 * precision * recall, precision + recall)
