"""The tokenizers of other packages, by name: loaded when they are asked for, and reused."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

from understudy.errors import SettingError
from understudy.tokens.builtin import TOKENIZERS
from understudy.tokens.external.icu import load_icu
from understudy.tokens.external.jieba import load_jieba
from understudy.tokens.external.mecab import load_japanese, load_korean
from understudy.tokens.external.segmenter import Segmenter
from understudy.tokens.external.sentencepiece import MODELS, load_known, load_pieces

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

LOADERS: dict[str, Callable[[], Segmenter]] = {
    "ja-mecab": load_japanese,
    "ko-mecab": load_korean,
    "jieba": load_jieba,
    "icu": load_icu,
}
NAME = re.compile(r"\w+")
OUTSIDE = "understudy.tokenizers"  # the group of entry points: a name, and a function from a text to its tokens


def segmenter_names() -> list[str]:
    """The names of all tokenizers of other packages.

    >>> segmenter_names()[:3]
    ['ja-mecab', 'ko-mecab', 'jieba']
    """
    return [*LOADERS, *MODELS, *from_outside(), "spm(PATH)"]


@cache
def from_outside() -> dict[str, EntryPoint]:
    """The tokenizers that other packages offer, by name: their entry points in the group `understudy.tokenizers`.

    >>> set(from_outside()) & {*TOKENIZERS, *LOADERS}
    set()
    """
    from importlib.metadata import entry_points

    offered: dict[str, EntryPoint] = {}
    for entry in entry_points(group=OUTSIDE):
        if entry.name in (*TOKENIZERS, *LOADERS, *MODELS, *offered) or not NAME.fullmatch(entry.name):
            package = entry.dist.name if entry.dist else "a package"
            raise SettingError(
                f"{package} offers a tokenizer named {entry.name!r}, but that name is taken or not made of letters,"
                " digits and '_'; remove the package, or have it use another name"
            )
        offered[entry.name] = entry
    return offered


def _parts(written: str) -> tuple[str, str | None] | None:
    """A name as it is asked for, or as signatures have it, with the version behind it; None for other names."""
    if written in TOKENIZERS:
        return None
    names = "|".join(map(re.escape, segmenter_names()[:-1]))
    match = re.fullmatch(rf"({names}|spm\(.+\))(?:-(.+))?", written)
    return (match[1], match[2]) if match else None


def segmenter(written: str) -> Segmenter | None:
    """Load the tokenizer of a name; None if the name isn't one of another package's.

    >>> segmenter("13a") is None
    True
    >>> segmenter("icu").split("ແມວຢູ່ເທິງເສື່ອ")
    ['ແມວ', 'ຢູ່', 'ເທິງ', 'ເສື່ອ']
    """
    parts = _parts(written)
    return _checked(*parts) if parts else None


def plain_name(written: str) -> str:
    """Take the version off a name, after checking that it is the installed version.

    >>> plain_name("13a"), plain_name("ja-mecab-0.996-IPA")
    ('13a', 'ja-mecab')
    """
    parts = _parts(written)
    if not parts:
        return written
    _checked(*parts)
    return parts[0]


def versioned_name(name: str) -> str:
    """Write a name as signatures do, with the version on which the tokens depend.

    >>> versioned_name("13a"), versioned_name("ja-mecab")
    ('13a', 'ja-mecab-0.996-IPA')
    """
    name = plain_name(name)
    loaded = segmenter(name)
    return f"{name}-{loaded.version}" if loaded else name


def _checked(name: str, version: str | None) -> Segmenter:
    loaded = _load(name) if name in LOADERS or name in from_outside() else _load_model(name)
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
    if name in LOADERS:
        return LOADERS[name]()
    entry = from_outside()[name]
    split = entry.load()
    if not callable(split):
        raise SettingError(f"the entry point {name!r} = {entry.value!r} is not a function from a text to its tokens")
    return Segmenter(split, entry.dist.version if entry.dist else "unversioned")
