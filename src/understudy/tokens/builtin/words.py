"""The tokenizers that keep words and drop what stands between them, readable: `words` and `ascii-words`."""

from __future__ import annotations

import re
import unicodedata

from understudy.tokens.builtin.plain import stands_alone

# Joiners, marks of direction, variation selectors: within a word they belong to it, at its ends they are nothing.
UNSEEN_RANGES = ((0x200C, 0x200F), (0x202A, 0x202E), (0x2060, 0x2069), (0xFE00, 0xFE0F), (0xFEFF,) * 2)
UNSEEN = "".join(chr(c) for first, last in (*UNSEEN_RANGES, (0xE0000, 0xE01EF)) for c in range(first, last + 1))


def tokenize_words(text: str) -> list[str]:
    """Take the words of any script, without punctuation and symbols; Chinese and Japanese characters singly.

    >>> tokenize_words("Naïve cafés, 50% — 我买了iPhone 17！")
    ['Naïve', 'cafés', '50', '我', '买', '了', 'iPhone', '17']
    """
    spaced = "".join(" " if _parts_words(c) else f" {c} " if stands_alone(c) else c for c in text)
    return [word for each in spaced.split() if (word := each.strip(UNSEEN))]


def _parts_words(character: str) -> bool:
    category = unicodedata.category(character)
    return category[0] in "PS" or category == "Cc" or character == "\u200b"


def tokenize_ascii_words(text: str) -> list[str]:
    """Take the runs of a to z, A to Z and 0 to 9, as rouge_score does after making lower case.

    >>> tokenize_ascii_words("Naïve cafés, 50%")
    ['Na', 've', 'caf', 's', '50']
    """
    return re.findall("[A-Za-z0-9]+", text)
