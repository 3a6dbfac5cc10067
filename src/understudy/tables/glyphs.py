"""What a terminal or a page makes of characters: how wide they are, and which would break or turn a line."""

from __future__ import annotations

import unicodedata

DIRECTIONS = frozenset("LRE RLE LRO RLO PDF LRI RLI FSI PDI".split())  # marks that change that of what follows


def visible(text: str) -> str:
    r"""Write what would break a line, or turn it around, as Python does in strings.

    >>> visible("a\tb")
    'a\\tb'
    """
    return "".join(c.encode("unicode_escape").decode() if _breaks(c) else c for c in text)


def _breaks(character: str) -> bool:
    turns = unicodedata.bidirectional(character) in DIRECTIONS
    return turns or unicodedata.category(character) in ("Cc", "Zl", "Zp")


def cells(text: str) -> int:
    """Say how many columns of a terminal a text takes: Chinese and Japanese characters take two.

    >>> cells("cat"), cells("猫")
    (3, 2)
    """
    from rich.cells import cell_len

    return cell_len(text)
