"""The tokenizers that a RougeScorer takes: objects with a method `tokenize`."""

from __future__ import annotations

import abc

from understudy.compat.rouge_score import tokenize
from understudy.lexicon.porter import porter_stem

__all__ = ["DefaultTokenizer", "Tokenizer"]


class Tokenizer(abc.ABC):
    """What a tokenizer of your own is derived from."""

    @abc.abstractmethod
    def tokenize(self, text: str) -> list[str]:
        """Split a text into its tokens."""
        raise NotImplementedError("Tokenizer must override tokenize() method")


class DefaultTokenizer(Tokenizer):
    """Words of ASCII letters and digits in lower case, or their stems.

    >>> DefaultTokenizer(use_stemmer=True).tokenize("Two cats")
    ['two', 'cat']
    """

    def __init__(self, use_stemmer: bool = False) -> None:
        self._stemmer = _Porter() if use_stemmer else None

    def tokenize(self, text: str) -> list[str]:
        """Split a text into its words."""
        return tokenize.tokenize(text, self._stemmer)


class _Porter:
    """Porter's stemmer in NLTK's form."""

    def stem(self, word: str) -> str:
        return porter_stem(word)
