"""Where a text may be cut: at whitespace, and beside letters of languages that write none."""

from __future__ import annotations

from typing import NamedTuple

from understudy.tokens import Reading

# Han, kana, Thai, Lao, Myanmar and Khmer: first and last letters.
WITHOUT_SPACES = (
    (0x0E00, 0x0EFF), (0x1000, 0x109F), (0x1780, 0x17FF), (0x3001, 0x30FF), (0x3400, 0x4DBF), (0x4E00, 0x9FFF),
    (0xF900, 0xFAFF), (0xFF00, 0xFFEF), (0x20000, 0x3FFFF),
)  # fmt: skip
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
    if not any(map(_has_no_spaces, text)):
        return [Piece(word, reading(word), True) for word in words]
    return [piece for word in words for piece in _pieces_of_word(word, reading)]


def _has_no_spaces(character: str) -> bool:
    code = ord(character)
    return code >= 0x0E00 and any(first <= code <= last for first, last in WITHOUT_SPACES)


def _pieces_of_word(word: str, reading: Reading) -> list[Piece]:
    """The tokens of a word, those together between which no cut may be; the whole word if its tokens are not in it."""
    if not any(map(_has_no_spaces, word)):
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
        may_cut = begin == 0 or begin == end or _has_no_spaces(word[begin - 1]) or _has_no_spaces(word[begin])
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
