"""The native twin of the rules for English: it gets its tables from the readable one, so that they are written once."""

from __future__ import annotations

import unicodedata
from functools import cache

from understudy import _core
from understudy.tokens.normalizers.english import FILLERS, Rule, spellings, without_diacritics
from understudy.tokens.normalizers.numbers import NUMBER_WORDS

END = 0x2C00  # Latin, Greek, Cyrillic, Hebrew, Arabic and Indic letters, punctuation and currencies are below
WORD, SPACE, UNKNOWN = 1, 2, 4  # flags of `native/text/english.hpp`


@cache
def english_normalizer(contractions: tuple[Rule, ...]) -> _core.EnglishNormalizer:
    """Make the native normalizer with these contractions.

    >>> from understudy.inputs.texts import texts
    >>> from understudy.tokens.normalizers.english import OPENAI
    >>> english_normalizer(OPENAI).normalize(texts(["It isn't 1,000 metres.", "日本"], "texts"))
    ['it is not 1000 meters', None]
    """
    number_words = [(text, int(word.kind), word.number, word.suffix) for text, word in NUMBER_WORDS.items()]
    return _core.EnglishNormalizer(
        *_facts(), list(contractions), list(FILLERS), list(spellings().items()), number_words
    )


@cache
def _facts() -> tuple[list[int], list[int], list[str]]:
    """Lower case, flags, and what stands for each character below END, as this Python's version of Unicode has it."""
    lower, flags, plain = [], [], []
    for character in map(chr, range(END)):
        lowered, written = character.lower(), without_diacritics(character)
        word = character.isalnum() or character == "_"
        known = _is_simple(character, lowered, written)
        lower.append(ord(lowered) if known else 0)
        flags.append(WORD * word + SPACE * character.isspace() + UNKNOWN * (not known))
        plain.append(written if known or _in_range(written) else "")
    return lower, flags, plain


def _is_simple(character: str, lowered: str, written: str) -> bool:
    """Whether the rules see nothing in a character but one letter or symbol: no digits of other scripts, no sigma."""
    digits = any(unicodedata.category(each) == "Nd" and not each.isascii() for each in character + written)
    return len(lowered) == 1 and character != "Σ" and _in_range(lowered + written) and not digits


def _in_range(text: str) -> bool:
    return all(ord(each) < END for each in text)
