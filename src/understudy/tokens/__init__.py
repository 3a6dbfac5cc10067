"""Tokenizers: how a text is cut into the pieces that metrics count."""

from __future__ import annotations

import re

from understudy.errors import SettingError
from understudy.tokens.reading import (
    NORMALIZATIONS,
    TOKENIZERS,
    Lowercase,
    Reading,
    Split,
    TokenizedReferences,
    TokenTable,
    tokenizer_name,
)

__all__ = [
    "NORMALIZATIONS",
    "TOKENIZERS",
    "Lowercase",
    "Reading",
    "Split",
    "TokenTable",
    "TokenizedReferences",
    "tokenizer_for",
    "tokenizer_name",
]

# Written without blanks between words: 13a would take whole clauses for words.
UNSPACED = {"ja": "Japanese", "ko": "Korean", "th": "Thai", "lo": "Lao", "km": "Khmer", "my": "Burmese"}


def tokenizer_for(lang: str) -> str:
    """Name the tokenizer that fits a language: `zh` for Chinese, `13a` where blanks part words.

    >>> tokenizer_for("zh"), tokenizer_for("de")
    ('zh', '13a')
    """
    code = lang.lower().replace("_", "-").split("-")[0]
    if not re.fullmatch("[a-z]{2,3}", code):
        raise SettingError(f"lang {lang!r} is not a language code; give one such as 'en', 'zh' or 'pt-BR'")
    if code in UNSPACED:
        raise SettingError(
            f"lang {lang!r}: no word tokenizer for {UNSPACED[code]} is built in;"
            " choose tokenizer='char', or pass a function as tokenizer"
        )
    return "zh" if code in ("zh", "yue", "wuu") else "13a"
