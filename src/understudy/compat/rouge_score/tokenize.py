"""rouge_score's words: runs of the letters a to z and digits, in lower case."""

from __future__ import annotations

from typing import Any

from understudy.tokens import Reading

_READING = Reading("ascii-words", "yes")


def tokenize(text: str, stemmer: Any) -> list[str]:
    """Split a text, and stem words of more than three letters by the `stem` of a stemmer, if there is one.

    >>> tokenize("Two cats, naïve", None)
    ['two', 'cats', 'na', 've']
    """
    words = _READING(text)
    return [stemmer.stem(word) if len(word) > 3 else word for word in words] if stemmer else words
