"""Where a text may be cut: at whitespace, and beside letters of languages that write none."""

from __future__ import annotations

import re
from typing import NamedTuple

from understudy.tokens import Reading

# Thai, Lao, Myanmar, Khmer, kana, Han and wide forms.
WITHOUT_SPACES = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3001-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff00-\uffef"
    "\U00020000-\U0003ffff]"
)
BLANK = "\u2581"  # what SentencePiece writes for a space


class Piece(NamedTuple):
    """A stretch of text within which there is no cut, its tokens, and whether whitespace stands before it."""

    text: str
    tokens: list[str]
    spaced: bool


def pieces(text: str, reading: Reading) -> list[Piece]:
    """Split a text into pieces, with their tokens as a metric reads them.

    >>> [piece.text for piece in pieces("Don't go. 今天好", Reading("zh"))]
    ["Don't", 'go.', '今', '天', '好']
    >>> pieces("It's", Reading("13a", lowercase="yes"))
    [Piece(text="It's", tokens=["it's"], spaced=True)]
    """
    words = text.split()
    if not WITHOUT_SPACES.search(text):
        if reading == Reading("none"):  # which changes nothing, so that it needn't be asked for each word
            return [Piece(word, [word], True) for word in words]
        return [Piece(word, reading(word), True) for word in words]
    return [piece for word in words for piece in _pieces_of_word(word, reading)]


def _pieces_of_word(word: str, reading: Reading) -> list[Piece]:
    """The tokens of a word, those together between which no cut may be; the whole word if its tokens are not in it."""
    if not WITHOUT_SPACES.search(word):
        return [Piece(word, reading(word), True)]
    found: list[Piece] = []
    at = 0
    for token in reading(word):
        bare = token.replace(BLANK, "")
        place = word.lower().find(bare.lower(), at)
        if place < 0:
            return [Piece(word, reading(word), True)]
        end = place + len(bare)
        begin = at  # characters that the tokenizer drops stay with the next token
        may_cut = begin == 0 or begin == end or WITHOUT_SPACES.search(word, begin - 1, begin + 1) is not None
        if may_cut and end > begin:
            found.append(Piece(word[begin:end], [token], not found))
        elif found:
            last = found.pop()
            found.append(Piece(last.text + word[begin:end], [*last.tokens, token], last.spaced))
        else:
            found.append(Piece(word[begin:end], [token], True))
        at = end
    if not found:
        return [Piece(word, [], True)]
    last = found.pop()
    return [*found, Piece(last.text + word[at:], last.tokens, last.spaced)]
