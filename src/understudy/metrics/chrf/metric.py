"""chrF, chrF+ and chrF++: how many character n-grams, and word n-grams, both texts share."""

from __future__ import annotations

from dataclasses import astuple, dataclass, replace
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
import numpy.typing as npt

from understudy import _core
from understudy.contract.about import About
from understudy.contract.arithmetic import Rows, divide, row_by_row, where
from understudy.contract.metric import Metric, Parts
from understudy.errors import SettingError, choose
from understudy.inputs.texts import Progress
from understudy.metrics.chrf.about import ABOUT_CHRF, ABOUT_CHRF_PLUS_PLUS
from understudy.metrics.shared.best_reference import best_of
from understudy.metrics.shared.expected import Expected
from understudy.metrics.shared.ngrams import ngrams
from understudy.metrics.shared.sacrebleu import written
from understudy.metrics.shared.validation import (
    LONGEST,
    check_flag,
    check_whole,
    checked_number,
    name_lowercase,
    name_normalizer,
    set_fields,
)
from understudy.tokens import Lowercase, Reading, TokenizedReferences, TokenTable

if TYPE_CHECKING:
    from understudy.explanation.case import Blocks, Case

PUNCTUATION = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
EPSILON = 1e-16


@dataclass(frozen=True)
class CHRF(Metric):
    """chrF, the character n-gram F-score: precision and recall of n-grams of one to six characters.

    What it measures
        How many short character sequences the hypothesis and the reference share: partly correct endings and compounds
        count, which word n-grams ignore. Needs no tokenizer. 0 to 100, higher is better.

    How
        Whitespace is removed. For each n, the n-grams that both texts have, each at most as often as in either, are
        the matches; over the corpus, precision is matches / n-grams of the hypotheses, recall matches / n-grams of the
        references. Both are averaged over all orders, and
        chrF = (1 + beta^2) * precision * recall / (beta^2 * precision + recall). With word_order=1 (chrF+) or 2
        (chrF++) word n-grams are further orders in the same averages.

    Settings
        char_order: the longest n-gram of characters, 6; 0 with a word_order counts words alone.
        word_order: the longest n-gram of words, 0; 1 is chrF+, 2 is chrF++, which also has a name of its own: chrf++.
        beta: the weight of recall relative to precision, 2; 0 is precision alone.
        whitespace: count whitespace as characters too, also at the ends of a text; no.
        lowercase: no, yes (Unicode) or ascii (A to Z only).
        normalization: NFC, NFD, NFKC or NFKD; none if not given.
        normalizer: rules for speech by name, such as whisper-en; none if not given.
        eps_smoothing: no: average precision and recall over the orders for which both texts have n-grams, then take
        one F-score. yes: an F-score for every order, where a ratio with denominator 0 counts as 1e-16, and their mean
        over all orders, as chrF++.py, NLTK and Moses do.

    Several references
        Best: the one with the highest chrF of the segment counts, the first of equals. Segments may have different
        numbers of them.

    Empty text
        If either text is empty the segment scores 0, two empty texts too. In a corpus a hypothesis with an empty
        reference doesn't count for precision, as in sacrebleu: the n-grams of an order count only if the reference has
        any.

    Known surprises
        eps_smoothing hardly matters for a corpus but much for short segments: a copy of one letter scores 100 without
        it and 16.7 with it. Words are split at whitespace, and one ASCII punctuation mark is split off, at the end or
        else at the beginning: "(hi)" gives "(hi" and ")". Where a script doesn't separate words by spaces, as in
        Japanese, word_order counts whole clauses as words, in sacrebleu too. With whitespace=yes a space
        at the end of a line counts; sacrebleu's command removes it before. A character is a code point:
        normalization=NFC composes accents with their letters. NLTK's chrF has beta 3 and is the mean of segment scores.

    Paper
        Popović 2015. chrF: character n-gram F-score for automatic MT evaluation. Popović 2017. chrF++: words helping
        character n-grams.

    Checked against
        sacrebleu 2.6.0 (all settings, counts exactly, scores to 1e-9), live in the tests.
    """

    name: ClassVar[str] = "chrf"
    title: ClassVar[str] = "chrF"
    about: ClassVar[About] = ABOUT_CHRF

    char_order: int = 6
    word_order: int = 0
    beta: float = 2.0
    whitespace: bool = False
    lowercase: Lowercase | bool = "no"
    normalization: str | None = None
    eps_smoothing: bool = False
    normalizer: str | None = None

    def __post_init__(self) -> None:
        name_lowercase(self)
        name_normalizer(self)
        for name in ("char_order", "word_order"):
            check_whole(name, getattr(self, name), 0, LONGEST)
        if self.char_order + self.word_order == 0:
            raise SettingError("char_order and word_order are both 0, so there is nothing to count; set one of them")
        for name in ("whitespace", "eps_smoothing"):
            check_flag(name, getattr(self, name))
        set_fields(self, beta=checked_number("beta", self.beta, 0, 1000))
        _ = self.reading  # raises if a name is unknown

    @cached_property
    def reading(self) -> Reading:
        tokenizer = "all-characters" if self.whitespace else "letters"
        return Reading(tokenizer, self.lowercase, self.normalization, normalizer=self.normalizer)  # type: ignore[arg-type]

    @cached_property
    def orders(self) -> list[str]:
        """The orders by name: char_1 to char_6, word_1, word_2."""
        sizes = {"char": self.char_order, "word": self.word_order}
        return [f"{kind}_{n}" for kind, most in sizes.items() for n in range(1, most + 1)]

    @cached_property
    def columns(self) -> tuple[str, ...]:
        return tuple(f"{what}_{order}" for what in ("hyp", "ref", "match") for order in self.orders)

    @property
    def copy_is_best(self) -> bool:
        return not self.eps_smoothing  # orders that a copy is too short for count as next to nothing there

    def rows(
        self,
        hyps: _core.Tokens,
        refs: TokenizedReferences,
        survey: Any = None,
        threads: int = 1,
        progress: Progress | None = None,
    ) -> Rows:
        orders = max(self.char_order, 1), self.word_order  # the native core counts characters in any case
        counts = _core.count_chrf(hyps, refs.tokens, refs.starts, *orders, self.whitespace, threads, progress)
        if self.char_order == 0:
            counts = counts.reshape(len(counts), 3, sum(orders))[:, :, 1:].reshape(len(counts), -1)
        return counts if len(counts) == len(refs) else counts[best_of(row_by_row(self._f_score, counts), refs.starts)]

    def row(self, hyp: list[str], refs: list[list[str]], survey: Any = None) -> list[float]:
        counts = np.array([self._count(hyp, ref) for ref in refs], dtype=float)
        return counts[np.argmax(self._f_score(counts))].tolist()  # type: ignore[no-any-return]

    def _count(self, hyp: list[str], ref: list[str]) -> list[int]:
        hyp_counts, ref_counts = self.ngrams_of(hyp), self.ngrams_of(ref)
        both = list(zip(hyp_counts, ref_counts, strict=True))
        # An order that the reference is too short for doesn't count for its precision.
        in_hyp = [mine.total() if theirs else 0 for mine, theirs in both]
        return in_hyp + [theirs.total() for theirs in ref_counts] + [(mine & theirs).total() for mine, theirs in both]

    def ngrams_of(self, text: list[str]) -> list[Any]:
        """Count the n-grams of every order."""
        characters = text if self.whitespace else [character for character in text if not character.isspace()]
        counts = [ngrams(characters, n) for n in range(1, self.char_order + 1)]
        return counts + [ngrams(split_words("".join(text)), n) for n in range(1, self.word_order + 1)]

    def expected_rows(
        self, segments: _core.Texts, groups: npt.NDArray[np.int64], shares: npt.NDArray[np.float64], threads: int
    ) -> Rows:
        """Count every text against the average of its group."""
        reading = self.reading if self.whitespace else replace(self.reading, tokenizer="char")
        found = []
        if self.char_order:
            characters = TokenTable(reading).add(segments, threads)
            found.append(Expected.of(characters, groups, shares, self.char_order, threads))
        if self.word_order:
            words = TokenTable(replace(self.reading, tokenizer=split_words))
            found.append(Expected.of(words.add(segments, threads), groups, shares, self.word_order, threads))
        own, average, match = (np.concatenate(each, axis=1) for each in zip(*map(astuple, found), strict=True))
        return np.concatenate([np.where(average > 0, own, 0.0), average, match], axis=1)

    def score_alone(self, totals: Rows) -> Rows:
        return self._f_score(totals)

    def score(self, totals: Rows) -> Parts:
        hyp, ref, match = self.families(totals, "hyp", "ref", "match")
        by_order = {
            "precision": [100 * divide(m, h) for m, h in zip(match, hyp, strict=True)],
            "recall": [100 * divide(m, r) for m, r in zip(match, ref, strict=True)],
            "match": match,
            "hyp": hyp,
            "ref": ref,
        }
        precision, recall = self._means(hyp, ref, match)
        parts = {"score": self._f_score(totals), "precision": 100 * precision, "recall": 100 * recall}
        return parts | dict(zip(self._names_by_order, chain(*by_order.values()), strict=True))

    @cached_property
    def _names_by_order(self) -> list[str]:
        return [f"{name}_{order}" for name in ("precision", "recall", "match", "hyp", "ref") for order in self.orders]

    def _f_score(self, totals: Rows) -> Rows:
        hyp, ref, match = self.families(totals, "hyp", "ref", "match")
        if not self.eps_smoothing:
            return 100 * self.f_of(*self._means(hyp, ref, match))
        added = 0 * hyp[0]
        for h, r, m in zip(hyp, ref, match, strict=True):
            precision, recall = where(h > 0, divide(m, h), EPSILON), where(r > 0, divide(m, r), EPSILON)
            added = added + where(precision + recall > 0, self.f_of(precision, recall), EPSILON)
        return 100 * added / len(hyp)

    def _means(self, hyp: list[Rows], ref: list[Rows], match: list[Rows]) -> tuple[Rows, Rows]:
        """Precision and recall, averaged over the orders for which both texts have n-grams."""
        orders = precision = recall = 0 * hyp[0]
        # One order after the other: numpy's sum adds in another order, with other rounding, for some shapes.
        for h, r, m in zip(hyp, ref, match, strict=True):
            counted = (h > 0) & (r > 0)
            orders = orders + counted
            precision = precision + where(counted, divide(m, h), 0.0)
            recall = recall + where(counted, divide(m, r), 0.0)
        return divide(precision, orders), divide(recall, orders)

    def f_of(self, precision: Rows, recall: Rows) -> Rows:
        """Combine precision and recall."""
        weight = self.beta**2
        return divide((1 + weight) * precision * recall, weight * precision + recall)

    def signature_as(self, tool: str, references: str) -> str:
        from understudy.metrics.chrf import sacrebleu

        choose("signature", tool, ["sacrebleu"])
        return written(sacrebleu.settings(self), references)

    def explain(self, case: Case) -> Blocks:
        from understudy.metrics.chrf.explain import blocks

        return blocks(case)


@dataclass(frozen=True)
class CHRFPlusPlus(CHRF):
    """chrF++, the character n-gram F-score with words: chrF with word unigrams and bigrams.

    What it measures
        What chrF measures, with whole words as further evidence: it agrees better with human judgment than either
        alone. 0 to 100, higher is better.

    How
        As chrF, with eight orders in the averages: n-grams of one to six characters, and of one and two words. Words
        are split at whitespace, and one ASCII punctuation mark is split off, at the end or else at the beginning.

    Settings
        char_order: the longest n-gram of characters, 6.
        word_order: the longest n-gram of words, 2; 1 is chrF+, 0 is chrF.
        beta: the weight of recall relative to precision, 2; 0 is precision alone.
        whitespace: count whitespace as characters too, also at the ends of a text; no.
        lowercase: no, yes (Unicode) or ascii (A to Z only).
        normalization: NFC, NFD, NFKC or NFKD; none if not given.
        normalizer: rules for speech by name, such as whisper-en; none if not given.
        eps_smoothing: no: average precision and recall over the orders for which both texts have n-grams, then take
        one F-score. yes: the mean over all orders of an F-score each, as chrF++.py, NLTK and Moses do.

    Several references
        Best: the one with the highest chrF++ of the segment counts, the first of equals.

    Empty text
        If either text is empty the segment scores 0, two empty texts too.

    Known surprises
        In Python it is us.chrfpp: a plus sign can't be part of a name. The original chrF++.py counts the previous
        segment once more where nothing matches, and uses eps_smoothing; so its numbers differ slightly. Chinese and
        Japanese don't separate words by spaces: whole sentences are words there, and chrF is the better choice.

    Paper
        Popović 2017. chrF++: words helping character n-grams.

    Checked against
        sacrebleu 2.6.0 (all settings, counts exactly, scores to 1e-9), live in the tests.
    """

    # A metric of its own, with a name, a page and a default of its own; everything else is inherited.
    name: ClassVar[str] = "chrf++"
    title: ClassVar[str] = "chrF++"
    about: ClassVar[About] = ABOUT_CHRF_PLUS_PLUS

    word_order: int = 2


def split_words(text: str) -> list[str]:
    """Split at whitespace, and one ASCII punctuation mark off the end of a word, or else off its beginning.

    >>> split_words('She said: (hi) "you" there!')
    ['She', 'said', ':', '(hi', ')', '"you', '"', 'there', '!']
    """
    words: list[str] = []
    for word in text.split():
        if len(word) > 1 and word[-1] in PUNCTUATION:
            words += [word[:-1], word[-1]]
        elif len(word) > 1 and word[0] in PUNCTUATION:
            words += [word[0], word[1:]]
        else:
            words.append(word)
    return words
