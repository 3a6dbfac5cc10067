"""Tokenizers: how a text is cut into the pieces that metrics count."""

from __future__ import annotations

from understudy.tokens.external.segmenters import SEGMENTERS, plain_name
from understudy.tokens.languages import tokenizer_for
from understudy.tokens.reading import (
    NORMALIZATIONS,
    TOKENIZERS,
    Lowercase,
    Reading,
    Split,
    TokenizedReferences,
    TokenTable,
    TokenTables,
    tokenizer_name,
)

__all__ = [
    "NORMALIZATIONS",
    "SEGMENTERS",
    "TOKENIZERS",
    "Lowercase",
    "Reading",
    "Split",
    "TokenTable",
    "TokenTables",
    "TokenizedReferences",
    "plain_name",
    "tokenizer_for",
    "tokenizer_name",
]
