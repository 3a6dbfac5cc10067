"""Tokenizers: how a text is cut into the pieces that metrics count."""

from __future__ import annotations

from understudy.tokens.builtin import TOKENIZERS
from understudy.tokens.external.segmenters import plain_name, segmenter_names
from understudy.tokens.languages import tokenizer_for
from understudy.tokens.normalizers.named import NORMALIZERS, plain_normalizer, versioned_normalizer
from understudy.tokens.reading import NORMALIZATIONS, PRETOKENIZED, Lowercase, Reading, Split, tokenizer_name
from understudy.tokens.table import TokenizedReferences, TokenTable, TokenTables

__all__ = [
    "NORMALIZATIONS",
    "NORMALIZERS",
    "PRETOKENIZED",
    "TOKENIZERS",
    "Lowercase",
    "Reading",
    "Split",
    "TokenTable",
    "TokenTables",
    "TokenizedReferences",
    "plain_name",
    "plain_normalizer",
    "segmenter_names",
    "tokenizer_for",
    "tokenizer_name",
    "versioned_normalizer",
]
