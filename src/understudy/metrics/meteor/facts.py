"""What METEOR knows of the words of a token table: looked up once for each distinct word."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence
from functools import cache
from weakref import WeakKeyDictionary

import numpy as np

from understudy import _core
from understudy.lexicon.words import Lexicon, WordFacts
from understudy.metrics.meteor.readable import Word, words_with

_lock = threading.Lock()
_of_tables: WeakKeyDictionary[_core.Vocabulary, dict[Lexicon, WordFacts]] = WeakKeyDictionary()


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
    with _lock:
        facts = lexicon.look_up(distinct)
    known = dict(zip(distinct, words_with(distinct, facts), strict=True))
    return [[known[word] for word in text] for text in listed]


def facts_of(lexicon: Lexicon, vocabulary: _core.Vocabulary) -> WordFacts:
    """Look up all words of a token table, with synsets numbered from 0; those that were looked up before are kept.

    >>> vocabulary = _core.Vocabulary()
    >>> _ = _core.intern([["runs", "run"]], vocabulary)
    >>> facts_of(lexicon_of("en", True, False), vocabulary).utf16.tolist()
    [4, 3]
    """
    with _lock:
        by_lexicon = _of_tables.setdefault(vocabulary, {})
        known = by_lexicon.get(lexicon)
        new = vocabulary.words(0 if known is None else len(known.stems))
        if known is None or new:
            found = lexicon.look_up(new)
            by_lexicon[lexicon] = found if known is None else _joined(known, found)
        facts = by_lexicon[lexicon]
    _, numbers = np.unique(facts.synsets, return_inverse=True)
    return WordFacts(facts.stems, facts.synset_starts, numbers.astype(np.int32), facts.function, facts.utf16)


def _joined(known: WordFacts, found: WordFacts) -> WordFacts:
    return WordFacts(
        np.concatenate([known.stems, found.stems]),
        np.concatenate([known.synset_starts, found.synset_starts[1:] + known.synset_starts[-1]]),
        np.concatenate([known.synsets, found.synsets]),
        np.concatenate([known.function, found.function]),
        np.concatenate([known.utf16, found.utf16]),
    )
