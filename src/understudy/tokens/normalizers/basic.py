"""Whisper's rules for text of any language: neither case nor punctuation counts."""

from __future__ import annotations

import re
import unicodedata

from understudy.tokens.normalizers.english import without_asides


def normalize_basic(text: str) -> str:
    """Write text as Whisper's basic normalizer does: compatibility forms composed (NFKC), marks and symbols as spaces.

    >>> normalize_basic("[Musik] Grüße aus „Köln“, ½ km!")
    ' grüße aus köln 1 2 km '
    """
    text = unicodedata.normalize("NFKC", without_asides(text.lower())).translate(_WITHOUT_SYMBOLS).lower()
    return re.sub(r"\s+", " ", text)


class _WithoutSymbols(dict[int, str]):
    """A space for each mark, symbol and punctuation character; itself for every other."""

    def __missing__(self, code: int) -> str:
        character = chr(code)
        self[code] = stands = " " if unicodedata.category(character)[0] in "MSP" else character
        return stands


_WITHOUT_SYMBOLS = _WithoutSymbols()
