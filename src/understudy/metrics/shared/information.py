"""How much an n-gram tells: counts of all n-grams of a corpus, which add up, and the information in each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import chain
from typing import Any

import numpy as np
import numpy.typing as npt

from understudy import _core
from understudy.contract.arithmetic import log2
from understudy.contract.survey import Counts
from understudy.errors import InputError

BLOCK = 1 << 16  # n-grams weighed at once


class TableSurvey:
    """The counts of all n-grams of a corpus, by the numbers that the words have in a token table.

    Surveys in one table add up. `counts` is the form for other tables and machines: it knows words as words, can be
    pickled, adds up by `+` too, and `TableSurvey.of` makes a survey of it again, in any table.
    """

    def __init__(self, ngrams: _core.NgramSurvey) -> None:
        self.ngrams = ngrams

    @classmethod
    def of(cls, counts: Mapping[tuple[str, ...], int], order: int, vocabulary: _core.Vocabulary) -> TableSurvey:
        """Make a survey of counts, up to an order, in the table that has this vocabulary."""
        _check(counts)
        chosen = {ngram: count for ngram, count in counts.items() if len(ngram) <= order}
        return cls(_core.survey_of_counts(list(chosen), list(chosen.values()), order, vocabulary))

    @cached_property
    def counts(self) -> Counts:
        """The counts by n-grams as words; the empty n-gram occurs as often as there are words."""
        ngrams: list[tuple[str, ...]] = [()]
        for head, word in zip(self.ngrams.heads[1:].tolist(), self.ngrams.last_words()[1:], strict=True):
            ngrams.append((*ngrams[head], word))
        return Counter(dict(zip(ngrams, self.ngrams.counts.tolist(), strict=True)))

    def __add__(self, other: TableSurvey) -> TableSurvey:
        if self.ngrams.vocabulary is not other.ngrams.vocabulary or self.ngrams.order != other.ngrams.order:
            raise InputError(
                "surveys of different token tables or orders can't be added;"
                " add their .counts and make a survey of the sum with TableSurvey.of"
            )
        return TableSurvey(_core.add_surveys(self.ngrams, other.ngrams))

    def at_places(self, refs: _core.Tokens) -> PlaceSurvey | None:
        """The counts at the places of these references, if that is how they were surveyed."""
        return None

    def information(self) -> npt.NDArray[np.float64]:
        """Weigh every n-gram; the first weight is for n-grams that the corpus lacks, and is no number."""
        return self._weighed(self.ngrams.heads[1:])

    def information_unless_after(self, word: str) -> npt.NDArray[np.float64]:
        """Weigh every n-gram, two words of which the first is `word` as if the second stood alone."""
        heads = self.ngrams.heads[1:]
        number = _core.intern([[word]], self.ngrams.vocabulary).ids[0]
        after = 1 + np.flatnonzero((heads == 0) & (self.ngrams.lasts[1:] == number))
        return self._weighed(np.where(np.isin(heads, after), 0, heads))

    def _weighed(self, heads: npt.NDArray[np.unsignedinteger[Any]]) -> npt.NDArray[np.float64]:
        counts = self.ngrams.counts
        weights = np.full(len(counts), np.nan)
        for begin in range(1, len(counts), BLOCK):
            block = slice(begin, begin + BLOCK)
            weights[block] = information(counts[heads[begin - 1 : begin - 1 + BLOCK]], counts[block])
        return weights


class PlaceSurvey:
    """The counts of all n-grams of texts, by the places where they occur.

    It takes little memory and time, and serves rows of these texts, or of a chunk of them, as references, in any token
    table.
    """

    def __init__(self, texts: _core.Tokens, order: int, threads: int = 1) -> None:
        self.places = _core.survey_places(texts, order, threads)

    def at_places(self, refs: _core.Tokens) -> PlaceSurvey:
        """The counts at the places of these references, which are a chunk of the texts."""
        return self

    @cached_property
    def information(self) -> npt.NDArray[np.float64]:
        """Weights of all pairs of counts: of the words before the last, and of the n-gram."""
        return information(*self.places.pairs.T)


class OwnSurvey(TableSurvey):
    """The counts of all n-grams of texts, by place; in the token table only if other texts ask for them."""

    def __init__(self, texts: _core.Tokens, order: int, threads: int = 1) -> None:
        self.texts = texts
        self.here = PlaceSurvey(texts, order, threads)

    @cached_property
    def ngrams(self) -> _core.NgramSurvey:  # type: ignore[override]
        return _core.survey_ngrams(self.texts, self.here.places.order)

    def at_places(self, refs: _core.Tokens) -> PlaceSurvey | None:
        """The counts at the places of these references, if they are the texts themselves."""
        return self.here if refs is self.texts else None

    def for_chunks(self) -> PlaceSurvey:
        """The counts by place alone: they serve any chunk, and the tokens may be forgotten."""
        return self.here


def information(before: npt.ArrayLike, count: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """Give the bits that the last word adds to the words before it: rarely seen after them, it tells much.

    `before` is how often the words before stand in the corpus, `count` how often the whole n-gram does.

    >>> information([8, 8], [8, 1]).tolist()
    [0.0, 3.0]
    """
    return log2(np.asarray(before, dtype=float) / np.asarray(count, dtype=float))


def count_ngrams(texts: Iterable[Sequence[str]], order: int) -> Counts:
    """Count all n-grams of all texts, plainly: the twin of `TableSurvey.counts`.

    >>> count_ngrams(["the cat the cat".split()], 2)[("the", "cat")]
    2
    """
    listed = list(texts)
    places = ((text[i : i + n] for n in range(1, order + 1) for i in range(len(text) - n + 1)) for text in listed)
    return Counter({(): sum(map(len, listed))}) + Counter(map(tuple, chain.from_iterable(places)))


def is_counts(information: object) -> bool:
    """Tell counts of n-grams from texts, which may be a mapping too, of named columns.

    >>> is_counts({(): 1, ("a",): 1}), is_counts({"news": ["a"]})
    (True, False)
    """
    mapping = isinstance(information, Mapping)
    return isinstance(information, Counter) or (mapping and any(isinstance(key, tuple) for key in information))  # type: ignore[attr-defined]


def _check(counts: Mapping[tuple[str, ...], int]) -> None:
    for ngram, count in counts.items():
        try:
            "".join(ngram).encode()
            words = isinstance(ngram, tuple)
        except (TypeError, UnicodeEncodeError):
            words = False
        if not words:
            raise InputError(f"an n-gram of the information corpus is a tuple of words, not {ngram!r:.80}")
        enough = type(count) is int and 0 <= count < 2**53
        if not enough or (ngram and not 0 < count <= counts.get(ngram[:-1], 0)):
            raise InputError(
                f"the n-gram {' '.join(ngram)!r} stands {count!r} times in the information corpus, but what comes"
                f" before its last word {counts.get(ngram[:-1], 0)!r} times;"
                " give the counts of a survey, survey.counts, or of count_ngrams"
            )
