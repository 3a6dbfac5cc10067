"""The tokenizers that are built in, readable: the twins of the native ones."""

from __future__ import annotations

from collections.abc import Callable

from understudy.tokens.builtin.chinese import tokenize_zh
from understudy.tokens.builtin.meteor import METEOR, tokenize_java
from understudy.tokens.builtin.mteval import tokenize_13a, tokenize_intl
from understudy.tokens.builtin.plain import (
    tokenize_all_characters,
    tokenize_ascii,
    tokenize_char,
    tokenize_jiwer,
    tokenize_letters,
    tokenize_mixed,
    tokenize_none,
)
from understudy.tokens.builtin.ptb import tokenize_ptb
from understudy.tokens.builtin.tercom import tokenize_tercom
from understudy.tokens.builtin.words import tokenize_ascii_words, tokenize_words

# The readable twin of each tokenizer of the native core, by name.
TOKENIZERS: dict[str, Callable[[str], list[str]]] = {
    "13a": tokenize_13a,
    "intl": tokenize_intl,
    "zh": tokenize_zh,
    "char": tokenize_char,
    "none": tokenize_none,
    "ascii": tokenize_ascii,
    "letters": tokenize_letters,
    "all-characters": tokenize_all_characters,
    "mixed": tokenize_mixed,
    "tercom": tokenize_tercom,
    "java": tokenize_java,
    **METEOR,
    "words": tokenize_words,
    "ascii-words": tokenize_ascii_words,
    "jiwer": tokenize_jiwer,
    "ptb": tokenize_ptb,
}
