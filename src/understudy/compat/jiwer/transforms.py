"""Transforms of sentences, each a small object that is called with a string or a list of strings; jiwer's names."""

from __future__ import annotations

import re
import string
import sys
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from understudy.errors import InputError

__all__ = [
    "AbstractTransform",
    "Compose",
    "ExpandCommonEnglishContractions",
    "ReduceToListOfListOfChars",
    "ReduceToListOfListOfWords",
    "ReduceToSingleSentence",
    "RemoveEmptyStrings",
    "RemoveKaldiNonWords",
    "RemoveMultipleSpaces",
    "RemovePunctuation",
    "RemoveSpecificWords",
    "RemoveWhiteSpace",
    "Strip",
    "SubstituteRegexes",
    "SubstituteWords",
    "ToLowerCase",
    "ToUpperCase",
]

Transform = Callable[[Any], Any]
# In this order: the longer ones hold the endings.
CONTRACTIONS = {
    "won't": "will not",
    "can't": "can not",
    "let's": "let us",
    "n't": " not",
    "'re": " are",
    "'s": " is",
    "'d": " would",
    "'ll": " will",
    "'t": " not",
    "'ve": " have",
    "'m": " am",
}
# Compiled at first use, which `re` remembers: an import is to be fast.
NON_WORDS = r"[<\[][^>\]]*[>\]]"
SEVERAL_SPACES = r"\s\s+"


class AbstractTransform:
    """A transform of one string, `process_string`, which is applied to each of a list."""

    def __call__(self, sentences: str | list[str]) -> Any:
        """Transform a string or a list of strings."""
        if isinstance(sentences, str):
            return self.process_string(sentences)
        if isinstance(sentences, list):
            return self.process_list(sentences)
        raise InputError(
            f"a string or a list of strings is needed, got {type(sentences).__name__}: {sentences!r:.80};"
            " give a list, for example list(sentences)"
        )

    def process_string(self, s: str) -> Any:
        """Transform one string."""
        raise NotImplementedError

    def process_list(self, inp: list[str]) -> Any:
        """Transform a list of strings."""
        return [self.process_string(each) for each in inp]


class Compose:
    """Transforms one after another.

    >>> Compose([ToLowerCase(), ReduceToListOfListOfWords()])("A Cat")
    [['a', 'cat']]
    """

    def __init__(self, transforms: Sequence[Transform]) -> None:
        self.transforms = transforms

    def __call__(self, text: Any) -> Any:
        """Apply all transforms."""
        for transform in self.transforms:
            text = transform(text)
        return text


class BaseRemoveTransform(AbstractTransform):
    """Replaces strings by another, one after another; by nothing unless told."""

    def __init__(self, tokens_to_remove: Iterable[str], replace_token: str = "") -> None:
        self.tokens_to_remove = tokens_to_remove
        self.replace_token = replace_token

    def process_string(self, s: str) -> str:
        """Replace all of them."""
        for each in self.tokens_to_remove:
            s = s.replace(each, self.replace_token)
        return s


class _Reduce(AbstractTransform):
    """Makes a list of tokens of every sentence, and one empty list where there is no sentence."""

    def _tokens(self, sentence: str) -> list[str]:
        raise NotImplementedError

    def process_string(self, s: str) -> list[list[str]]:
        """Make a list with one list of tokens."""
        return [self._tokens(s)]

    def process_list(self, inp: list[str]) -> list[list[str]]:
        """Make a list of tokens of each sentence."""
        return [self._tokens(each) for each in inp] or [[]]


class ReduceToListOfListOfWords(_Reduce):
    """Makes a list of words of every sentence.

    >>> ReduceToListOfListOfWords()(["hi", "this is  it"])
    [['hi'], ['this', 'is', 'it']]
    """

    def __init__(self, word_delimiter: str = " ") -> None:
        self.word_delimiter = word_delimiter

    def _tokens(self, sentence: str) -> list[str]:
        return [word for word in sentence.split(self.word_delimiter) if word]


class ReduceToListOfListOfChars(_Reduce):
    """Makes a list of characters of every sentence.

    >>> ReduceToListOfListOfChars()("a b")
    [['a', ' ', 'b']]
    """

    def _tokens(self, sentence: str) -> list[str]:
        return list(sentence)


class ReduceToSingleSentence(AbstractTransform):
    """Joins all sentences but the empty ones, for a number of them that differs.

    >>> ReduceToSingleSentence()(["hi", "", "this is it"])
    ['hi this is it']
    """

    def __init__(self, word_delimiter: str = " ") -> None:
        self.word_delimiter = word_delimiter

    def process_string(self, s: str) -> str:
        """One sentence stays as it is."""
        return s

    def process_list(self, inp: list[str]) -> list[str]:
        """Join the sentences."""
        present = [each for each in inp if each]
        return [self.word_delimiter.join(present)] if present else []


class SubstituteRegexes(AbstractTransform):
    r"""Replaces what matches regular expressions.

    >>> SubstituteRegexes({r"\b(\w+)ed\b": r"\1"})("doomed or loved")
    'doom or lov'
    """

    def __init__(self, substitutions: Mapping[str, str]) -> None:
        self.substitutions = substitutions

    def process_string(self, s: str) -> str:
        """Replace in the order of the mapping."""
        for pattern, replacement in self.substitutions.items():
            s = re.sub(pattern, replacement, s)
        return s


class SubstituteWords(AbstractTransform):
    """Replaces whole words.

    >>> SubstituteWords({"you": "i", "'re": " am"})("you're your")
    'i am your'
    """

    def __init__(self, substitutions: Mapping[str, str]) -> None:
        self.substitutions = substitutions

    def process_string(self, s: str) -> str:
        """Replace in the order of the mapping."""
        for word, replacement in self.substitutions.items():
            s = re.sub(rf"\b{re.escape(word)}\b", replacement, s)
        return s


class RemoveSpecificWords(SubstituteWords):
    """Puts a space in the place of some words.

    >>> RemoveSpecificWords(["the"])("the apple")
    '  apple'
    """

    def __init__(self, words_to_remove: Iterable[str]) -> None:
        super().__init__(dict.fromkeys(words_to_remove, " "))


class _RemoveCharacters(BaseRemoveTransform):
    """Removes single characters, in one pass."""

    def process_string(self, s: str) -> str:
        """Replace all of them."""
        return s.translate(_table(tuple(self.tokens_to_remove), self.replace_token))


class RemoveWhiteSpace(_RemoveCharacters):
    r"""Removes ASCII white space, or puts a space in its place.

    >>> RemoveWhiteSpace(replace_by_space=True)("a\tb")
    'a b'
    """

    def __init__(self, replace_by_space: bool = False) -> None:
        super().__init__(list(string.whitespace), " " if replace_by_space else "")


class RemovePunctuation(_RemoveCharacters):
    """Removes all punctuation of Unicode.

    >>> RemovePunctuation()("hello, «world»!")
    'hello world'
    """

    def __init__(self) -> None:
        super().__init__(_punctuation())


class RemoveMultipleSpaces(AbstractTransform):
    """Makes one space of two or more characters of white space."""

    def process_string(self, s: str) -> str:
        """Replace each run."""
        return re.sub(SEVERAL_SPACES, " ", s)


class Strip(AbstractTransform):
    """Removes white space at both ends."""

    def process_string(self, s: str) -> str:
        """Strip one string."""
        return s.strip()


class RemoveEmptyStrings(AbstractTransform):
    """Removes the strings of a list that are empty or white space."""

    def process_string(self, s: str) -> str:
        """Strip one string."""
        return s.strip()

    def process_list(self, inp: list[str]) -> list[str]:
        """Keep the others as they are."""
        return [each for each in inp if each.strip()]


class ExpandCommonEnglishContractions(AbstractTransform):
    """Writes contractions out.

    >>> ExpandCommonEnglishContractions()("she'll see you can't")
    'she will see you can not'
    """

    def process_string(self, s: str) -> str:
        """Replace all of them, the longer ones first."""
        for contraction, words in CONTRACTIONS.items():
            s = s.replace(contraction, words)
        return s


class ToLowerCase(AbstractTransform):
    """Lowercases."""

    def process_string(self, s: str) -> str:
        """Lowercase one string."""
        return s.lower()


class ToUpperCase(AbstractTransform):
    """Uppercases."""

    def process_string(self, s: str) -> str:
        """Uppercase one string."""
        return s.upper()


class RemoveKaldiNonWords(AbstractTransform):
    """Removes what stands between [] or <>, such as [laugh] and <unk>."""

    def process_string(self, s: str) -> str:
        """Remove all of them."""
        return re.sub(NON_WORDS, "", s)


@cache
def _punctuation() -> frozenset[str]:
    every = map(chr, range(sys.maxunicode + 1))
    return frozenset(each for each in every if unicodedata.category(each).startswith("P"))


@cache
def _table(characters: tuple[str, ...], replacement: str) -> dict[int, str]:
    return {ord(each): replacement for each in characters}
