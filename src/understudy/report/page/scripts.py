"""Scripts that are written without blanks between words, and whether a tokenizer finds words in them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from understudy.tokens import Reading

# Thai, Lao and Tibetan, Burmese, Khmer, kana, Chinese characters.
NO_BLANKS = re.compile("[\u0e00-\u0fff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")
SHARE = 0.2  # of the characters in such a script
LONG = 4  # characters of such a script in a token, on average: more than words have
SAMPLE = 200  # texts that are looked at


def script_share(texts: Sequence[str]) -> float:
    """The share of characters that are in such a script.

    >>> script_share(["猫 cat"])
    0.2
    """
    whole = "".join(_some(texts))
    return len(NO_BLANKS.findall(whole)) / max(1, len(whole))


def finds_no_words(reading: Reading, texts: Sequence[str]) -> bool:
    """Tell whether whole phrases are taken for words.

    >>> texts = ["猫はマットの上に座っています"]
    >>> finds_no_words(Reading("13a"), texts), finds_no_words(Reading("char"), texts)
    (True, False)
    """
    if script_share(texts) < SHARE:
        return False
    counts = [len(NO_BLANKS.findall(token)) for text in _some(texts) for token in reading(text)]
    inside = [count for count in counts if count]
    return bool(inside) and sum(inside) / len(inside) > LONG


def _some(texts: Sequence[str]) -> Sequence[str]:
    return texts[:: max(1, len(texts) // SAMPLE)]
