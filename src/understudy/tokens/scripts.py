"""A look at the script of a text: whether it needs another tokenizer than the one that was chosen."""

from __future__ import annotations

import re
import sys
import warnings
from collections.abc import Sequence
from dataclasses import dataclass

from understudy.errors import LanguageWarning
from understudy.tokens.external.sentencepiece import MODELS

SEGMENTS, CHARACTERS = 16, 80  # how much of a text is looked at: enough to tell, too little to take time
BY_PIECES = ("char", "letters", "all-characters", *MODELS)  # which need no words
SPLIT_ALREADY = ("none", "ascii", "java", "jiwer", "mixed")  # tokenizers for text with whitespace between its words

LANGUAGES = {"zh": "zh", "jieba": "zh", "ja-mecab": "ja", "ko-mecab": "ko"}  # of tokenizers that are made for one

HAN = "\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3038-\u303b\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
KANA = "\u3041-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\uff66-\uff9f\U0001b000-\U0001b16f"


@dataclass(frozen=True)
class Script:
    """A script without whitespace between words, and the tokenizers that know its words; the first is the best."""

    language: str
    code: str
    characters: str
    fitting: tuple[str, ...]
    longest: int = 12  # characters: runs that are longer, on average, are no words
    marks: str = ""  # characters that tell it from another language in the same script

    def fills(self, text: str, total: int) -> bool:
        """Whether most of the text is in this script, in runs that are too long for words."""
        runs = re.findall(f"[{self.characters}]+", text)
        inside = sum(map(len, runs))
        if 2 * inside <= total or inside <= self.longest * len(runs):
            return False
        return not self.marks or 10 * len(re.findall(f"[{self.marks}]", text)) > inside

    @property
    def advice(self) -> str:
        """What to choose."""
        by_language = f"lang={self.code} or " if self.code else ""
        return f"choose {by_language}tokenizer={self.fitting[0]}"

    @property
    def choice(self) -> str:
        """The settings to choose one of, without words."""
        return " / ".join([*([f"lang={self.code}"] if self.code else []), f"tokenizer={self.fitting[0]}"])


SCRIPTS = (
    Script("Japanese", "ja", HAN + KANA, ("ja-mecab", "icu", "mixed", "words"), 4, marks=KANA),
    Script("Chinese", "zh", HAN, ("zh", "jieba", "icu", "mixed", "words", "ja-mecab"), 4),
    Script("Thai", "th", "\u0e00-\u0e7f", ("icu",)),
    Script("Lao", "lo", "\u0e80-\u0eff", ("icu",)),
    Script("Khmer", "km", "\u1780-\u17ff\u200b", ("icu",)),
    Script("Burmese", "my", "\u1000-\u109f\uaa60-\uaa7f\ua9e0-\ua9ff\u200b", ("icu",)),
    Script("Tibetan", "", "\u0f00-\u0fff", ("char",)),
)
# Whatever may be in one of them: a few ranges are searched many times faster than all of theirs.
PERHAPS = re.compile("[\u0e00-\u109f\u1780-\u17ff\u2e80-\uabff\uf900-\uffff\U0001b000-\U0003ffff]")


def script_without_spaces(text: str) -> Script | None:
    """Tell the script of a text if words are not separated in it: by whitespace, or because it was split before.

    >>> script_without_spaces("今天天气很好，我们去公园。").language
    'Chinese'
    >>> script_without_spaces("今天 天气 很 好 ， 我们 去 公园 。") is None
    True
    """
    if text.isascii() or not PERHAPS.search(text):
        return None
    total = sum(map(len, text.split()))
    return next((script for script in SCRIPTS if script.fills(text, total)), None)


def sample(segments: int) -> range:
    """The segments to look at, out of so many.

    >>> sample(3), sample(32)
    (range(0, 3), range(0, 32, 2))
    """
    return range(0, segments, -(-segments // SEGMENTS) or 1)


def script_without_words(tokenizer: str, texts: Sequence[str]) -> Script | None:
    """The script of these texts, if a tokenizer doesn't find their words.

    >>> script_without_words("13a", ["今天天气很好，我们去公园。"]).choice
    'lang=zh / tokenizer=zh'
    """
    if tokenizer in BY_PIECES or tokenizer.startswith("spm("):
        return None
    some = "\n".join(text[:CHARACTERS] for text in texts)
    script = script_without_spaces(some.replace("\u200b", " ") if tokenizer == "words" else some)
    return None if script is None or tokenizer in script.fitting else script


def unfit(tokenizer: str, texts: Sequence[str]) -> str | None:
    """Say that a tokenizer doesn't find the words of these texts, and what to choose; None if nothing is wrong.

    >>> unfit("13a", ["今天天气很好，我们去公园。"])[:34], unfit("zh", ["今天天气很好，我们去公园。"])
    ('the text is mostly Chinese, which ', None)
    """
    script = script_without_words(tokenizer, texts)
    if script is None:
        return None
    split = ", or split the text into words first" if tokenizer in SPLIT_ALREADY else ""
    return (
        f"the text is mostly {script.language}, which has no whitespace between words, and tokenizer {tokenizer}"
        f" doesn't find them; {script.advice}{split}"
    )


def warn_of_script(tokenizer: str, texts: Sequence[str]) -> None:
    """Warn if a tokenizer doesn't find the words of these texts.

    >>> warn_of_script("13a", ["The cat sat on the mat."])
    """
    said = unfit(tokenizer, texts)
    if said is not None:
        warnings.warn(said, LanguageWarning, stacklevel=_outside())


def _outside() -> int:
    """How many callers up the package is left, for `stacklevel`: the warning then points to the user's line."""
    level, frame = 1, sys._getframe(1)
    while frame.f_back is not None and str(frame.f_globals.get("__name__")).startswith("understudy."):
        level, frame = level + 1, frame.f_back
    return level
