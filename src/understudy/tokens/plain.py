"""The tokenizers that know no language, readable: `none`, `ascii` and `char`."""

from __future__ import annotations


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


def tokenize_char(text: str) -> list[str]:
    """Take every character that is not white space.

    >>> tokenize_char("on it")
    ['o', 'n', 'i', 't']
    """
    return [character for character in text if not character.isspace()]
