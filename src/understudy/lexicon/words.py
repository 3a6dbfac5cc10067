"""What METEOR knows of words, looked up once for each distinct word: stems, synonyms, function words."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

from understudy import _core
from understudy.errors import SettingError
from understudy.lexicon import data
from understudy.lexicon.snowball import GENERATION, stemmer

# WordNet's rules from a form to its base, in METEOR's order: nouns, verbs, adjectives.
BASES = [("s", ""), ("ses", "s"), ("xes", "x"), ("zes", "z"), ("ches", "ch"), ("shes", "sh"), ("men", "man")]
BASES += [("ies", "y"), ("s", ""), ("ies", "y"), ("es", "e"), ("es", ""), ("ed", "e"), ("ed", ""), ("ing", "e")]
BASES += [("ing", ""), ("er", ""), ("est", ""), ("er", "e"), ("est", "e")]


@dataclass(frozen=True, eq=False)
class WordFacts:
    """Facts about words, one entry for each of them in each array; all that the aligner is to see of a word."""

    stems: npt.NDArray[np.int32]  # equal if the stems are
    synset_starts: npt.NDArray[np.int64]  # those of word i are synsets[synset_starts[i] : synset_starts[i + 1]]
    synsets: npt.NDArray[np.int32]  # sorted and distinct for each word
    function: npt.NDArray[np.bool_]  # whether it is a function word, in lower case
    utf16: npt.NDArray[np.int32]  # the length that METEOR counts: in units of UTF-16


class Lexicon:
    """The words of one language: stems and synonyms where they are wanted, and the function words.

    It remembers no words: whoever looks them up as they come keeps the numbers of their stems.

    >>> lexicon = Lexicon("en")
    >>> facts = lexicon.look_up(["runs", "run", "the"])
    >>> (facts.stems.tolist(), facts.function.tolist(), len(facts.synsets) > 0)
    ([0, 0, 1], [False, False, True], True)
    """

    def __init__(
        self, lang: str = "en", stem: bool = True, synonym: bool = True, function_words: Iterable[str] | None = None
    ) -> None:
        listed = None if function_words is None else frozenset(function_words)
        if synonym and lang != "en":
            raise SettingError(
                f"there are synonyms for English only, not for lang {lang!r}; choose modules without synonym"
            )
        self.function_words = frozenset(data.lines("function-words-en.txt")) if listed is None else listed
        self.resources = resources(stem, synonym, listed)
        self._stems: Callable[[list[str]], list[str]] = stemmer(lang) if stem else list
        self._synonyms = synonyms() if synonym else None
        self._lock = threading.Lock()  # PyStemmer's stemmers are not for several threads at once

    def look_up(self, words: list[str], numbers: dict[str, int] | None = None) -> WordFacts:
        """Give the facts about some words, for example those that are new in a vocabulary.

        `numbers` are those of the stems so far, which new ones are added to.

        >>> numbers = {}
        >>> [Lexicon("en").look_up([word], numbers).stems.tolist() for word in ("runs", "walk", "run")]
        [[0], [1], [0]]
        """
        numbers = {} if numbers is None else numbers
        with self._lock:
            stemmed = self._stems(words)
        stems = [numbers.setdefault(stem, len(numbers)) for stem in stemmed]
        starts, synsets = np.zeros(len(words) + 1, np.int64), np.zeros(0, np.int32)
        if self._synonyms is not None:
            starts, synsets = self._synonyms.look_up(words)
        return WordFacts(
            np.array(stems, np.int32),
            starts,
            synsets,
            np.array([word.lower() in self.function_words for word in words], np.bool_),
            np.array([len(word.encode("utf-16-le")) // 2 for word in words], np.int32),
        )


def resources(stem: bool, synonym: bool, function_words: Iterable[str] | None = None) -> dict[str, str]:
    """Name each resource that bears on a score, with a hash of its content: for signatures, without loading much.

    >>> list(resources(stem=True, synonym=True))
    ['stemmer', 'synonyms', 'function_words']
    """
    listed = set(data.lines("function-words-en.txt") if function_words is None else function_words)
    named = {"stemmer": GENERATION} if stem else {}
    named |= {"synonyms": f"wordnet-3.0-{data.wordnet_hash()}"} if synonym else {}
    name = "en" if function_words is None else "own"
    return named | {"function_words": f"{name}{len(listed)}-{data.words_hash(listed)}"}


@cache
def synonyms() -> _core.Synonyms:
    """Load WordNet's table, once for the life of the program.

    >>> starts, synsets = synonyms().look_up(["car", "automobile"])
    >>> set(synsets[: starts[1]]) & set(synsets[starts[1] :])
    {...2958343...}
    """
    return _core.Synonyms(data.wordnet())


class PlainSynonyms:
    """WordNet's table, readably: the twin of the native one.

    >>> sorted(PlainSynonyms().of("mice") & PlainSynonyms().of("mouse"))[:2]
    [1212115, 1911888]
    """

    def __init__(self) -> None:
        synsets, _, exceptions = data.wordnet().decode("ascii").partition("\n\n")
        self.lemmas: dict[str, set[int]] = {}
        number = 0
        for line in synsets.splitlines():
            distance, *lemmas = line.split(" ")
            number += int(distance)
            for lemma in lemmas:
                self.lemmas.setdefault(lemma, set()).add(number)
        self.bases = {form: bases for form, *bases in map(str.split, exceptions.splitlines())}

    def of(self, word: str) -> set[int]:
        """The synsets of a word and of its base forms."""
        bases = self.bases[word] if word in self.bases else [self._base_form(word)]
        return set().union(*(self.lemmas.get(each, ()) for each in [word, *bases]))

    def _base_form(self, word: str) -> str:
        if word.endswith("ss") or len(word) <= 2:
            return word
        forms = (word.removesuffix(suffix) + instead for suffix, instead in BASES if word.endswith(suffix))
        return next((form for form in forms if form in self.lemmas), word)
