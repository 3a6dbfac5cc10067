"""The tokenizers of other packages, by name: loaded when they are asked for, and reused."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from understudy.errors import SettingError
from understudy.tokens.external.icu import load_icu
from understudy.tokens.external.jieba import load_jieba
from understudy.tokens.external.mecab import load_japanese, load_korean
from understudy.tokens.external.segmenter import Segmenter
from understudy.tokens.external.sentencepiece import MODELS, load_known, load_pieces

LOADERS: dict[str, Callable[[], Segmenter]] = {
    "ja-mecab": load_japanese,
    "ko-mecab": load_korean,
    "jieba": load_jieba,
    "icu": load_icu,
}
SEGMENTERS = (*LOADERS, *MODELS, "spm(PATH)")
# A name as it is asked for, or as signatures have it: with the version behind it.
WRITTEN = re.compile(rf"({'|'.join(map(re.escape, SEGMENTERS[:-1]))}|spm\(.+\))(?:-(.+))?")


def segmenter(written: str) -> Segmenter | None:
    """Load the tokenizer of a name; None if the name isn't one of another package's.

    >>> segmenter("13a") is None
    True
    >>> segmenter("icu").split("ແມວຢູ່ເທິງເສື່ອ")
    ['ແມວ', 'ຢູ່', 'ເທິງ', 'ເສື່ອ']
    """
    found = WRITTEN.fullmatch(written)
    return _checked(*found.groups()) if found else None


def plain_name(written: str) -> str:
    """Take the version off a name, after a look whether it is the one that is installed.

    >>> plain_name("13a"), plain_name("ja-mecab-0.996-IPA")
    ('13a', 'ja-mecab')
    """
    found = WRITTEN.fullmatch(written)
    if not found:
        return written
    _checked(*found.groups())
    return found[1]


def versioned_name(name: str) -> str:
    """Write a name as signatures do, with the version on which the tokens depend.

    >>> versioned_name("13a"), versioned_name("ja-mecab")
    ('13a', 'ja-mecab-0.996-IPA')
    """
    name = plain_name(name)
    loaded = segmenter(name)
    return f"{name}-{loaded.version}" if loaded else name


def _checked(name: str, version: str | None) -> Segmenter:
    loaded = _load(name) if name in LOADERS else _load_model(name)
    if version not in (None, loaded.version):
        raise SettingError(
            f"tokenizer {name}-{version} is asked for, but here it is {name}-{loaded.version}: scores would differ;"
            f" install that version, or ask for tokenizer={name}"
        )
    return loaded


def _load_model(name: str) -> Segmenter:
    """Load a model, whose place depends on the folder and the environment of the moment."""
    return load_known(name) if name in MODELS else load_pieces(name.removeprefix("spm(").removesuffix(")"))


@cache
def _load(name: str) -> Segmenter:
    return LOADERS[name]()
