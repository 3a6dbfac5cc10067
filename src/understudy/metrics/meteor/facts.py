"""What METEOR knows of the words of a token table: looked up once for each distinct word."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from weakref import WeakKeyDictionary

import numpy as np

from understudy import _core
from understudy.lexicon.words import Lexicon, WordFacts
from understudy.metrics.meteor.readable import Word, words_with

_lock = threading.Lock()


@dataclass
class KnownWords:
    """What was looked up so far of the words of a token table; it goes with the table."""

    facts: WordFacts
    stems: dict[str, int]  # their numbers


_of_tables: WeakKeyDictionary[_core.Vocabulary, dict[Lexicon, KnownWords]] = WeakKeyDictionary()


@cache
def lexicon_of(lang: str, stem: bool, synonym: bool) -> Lexicon:
    """Load the resources of a language, once.

    >>> lexicon_of("en", True, False) is lexicon_of("en", True, False)
    True
    """
    return Lexicon(lang, stem, synonym)


def words_of(lexicon: Lexicon, texts: Iterable[Sequence[str]]) -> list[list[Word]]:
    """Look up the words of several texts, for the readable path.

    >>> [[hyp], [ref]] = words_of(lexicon_of("en", True, False), [["runs"], ["run"]])
    >>> hyp.stem == ref.stem
    True
    """
    listed = list(texts)
    distinct = list(dict.fromkeys(word for text in listed for word in text))
    by_word = dict(zip(distinct, words_with(distinct, lexicon.look_up(distinct)), strict=True))
    return [[by_word[word] for word in text] for text in listed]


def facts_of(lexicon: Lexicon, vocabulary: _core.Vocabulary) -> WordFacts:
    """Look up all words of a token table, with synsets numbered from 0; those that were looked up before are kept.

    >>> vocabulary = _core.Vocabulary()
    >>> _ = _core.intern([["runs", "run"]], vocabulary)
    >>> facts_of(lexicon_of("en", True, False), vocabulary).utf16.tolist()
    [4, 3]
    """
    with _lock:
        by_lexicon = _of_tables.setdefault(vocabulary, {})
        words = by_lexicon.get(lexicon)
        if words is None:
            stems: dict[str, int] = {}
            by_lexicon[lexicon] = words = KnownWords(lexicon.look_up(vocabulary.words(), stems), stems)
        elif new := vocabulary.words(len(words.facts.stems)):
            words.facts = _joined(words.facts, lexicon.look_up(new, words.stems))
        facts = words.facts
    _, numbers = np.unique(facts.synsets, return_inverse=True)
    return WordFacts(facts.stems, facts.synset_starts, numbers.astype(np.int32), facts.function, facts.utf16)


def _joined(old: WordFacts, new: WordFacts) -> WordFacts:
    return WordFacts(
        np.concatenate([old.stems, new.stems]),
        np.concatenate([old.synset_starts, new.synset_starts[1:] + old.synset_starts[-1]]),
        np.concatenate([old.synsets, new.synsets]),
        np.concatenate([old.function, new.function]),
        np.concatenate([old.utf16, new.utf16]),
    )
