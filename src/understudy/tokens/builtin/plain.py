"""The tokenizers that know no language, readable: words between blanks of some kind, and characters."""

from __future__ import annotations

import re

# Chinese and Japanese characters and their punctuation; Hangul and full-width letters and digits make words.
ALONE = (
    *((0x2E80, 0x2FDF), (0x2FF0, 0x312F), (0x3190, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF), (0xFE30, 0xFE4F)),
    *((0xFF01, 0xFF0F), (0xFF1A, 0xFF20), (0xFF3B, 0xFF40), (0xFF5B, 0xFF9F), (0x1B000, 0x1B16F), (0x20000, 0x3FFFF)),
)


def tokenize_none(text: str) -> list[str]:
    r"""Split at white space of any kind, for text that is tokenized already.

    >>> tokenize_none("a\u00a0tokenized  text .")
    ['a', 'tokenized', 'text', '.']
    """
    return text.split()


def tokenize_ascii(text: str) -> list[str]:
    r"""Split at ASCII white space only, as multi-bleu.perl does, which reads bytes.

    >>> tokenize_ascii("caf\u00e9\u00a0noir is good")
    ['café\xa0noir', 'is', 'good']
    """
    # bytes.split() knows the six ASCII white space characters and no others.
    return [token.decode() for token in text.encode().split()]


def tokenize_jiwer(text: str) -> list[str]:
    r"""Split at single spaces and at two or more characters of any white space, as jiwer's default transform does.

    >>> tokenize_jiwer("one\tword  and\u00a0 one")
    ['one\tword', 'and', 'one']
    """
    return [word for word in re.sub(r"\s\s+", " ", text).strip().split(" ") if word]


def tokenize_char(text: str) -> list[str]:
    """Take every character that is not white space.

    >>> tokenize_char("on it")
    ['o', 'n', 'i', 't']
    """
    return [character for character in text if not character.isspace()]


def tokenize_letters(text: str) -> list[str]:
    """Take every character, whitespace between words too, as error rates on characters do.

    >>> tokenize_letters(" on it ")
    ['o', 'n', ' ', 'i', 't']
    """
    return list(text.strip())


def tokenize_all_characters(text: str) -> list[str]:
    """Take every character, white space too, as sacrebleu's chrF with `whitespace` does.

    >>> tokenize_all_characters(" on it ")
    [' ', 'o', 'n', ' ', 'i', 't', ' ']
    """
    return list(text)


def tokenize_mixed(text: str) -> list[str]:
    """Take Chinese and Japanese characters singly, and split everything else at white space.

    >>> tokenize_mixed("我买了iPhone 17，很好 really")
    ['我', '买', '了', 'iPhone', '17', '，', '很', '好', 'really']
    """
    return "".join(f" {character} " if stands_alone(character) else character for character in text).split()


def stands_alone(character: str) -> bool:
    """Tell the characters that are words by themselves.

    >>> stands_alone("我"), stands_alone("a")
    (True, False)
    """
    return any(first <= ord(character) <= last for first, last in ALONE)
