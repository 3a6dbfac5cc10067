"""The tokenizer `icu`: the words of ICU, which has dictionaries for Thai, Khmer, Lao, Burmese, Chinese and Japanese."""

from __future__ import annotations

from understudy.tokens.external.segmenter import Segmenter, needing

# ICU chooses the dictionary by the script of each character; these languages have no rules of their own beyond that.
LOCALE = "th"


def load_icu() -> Segmenter:
    """Load ICU's word breaker.

    >>> load_icu().split("แมวอยู่บนเสื่อ 2 ผืน")
    ['แมว', 'อยู่', 'บน', 'เสื่อ', '2', 'ผืน']
    """
    with needing("icu", "icu4py", "icu"):
        from icu4py import icu_version
        from icu4py.breakers import WordBreaker
    return Segmenter(lambda text: " ".join(WordBreaker(text, LOCALE)).split(), icu_version)
