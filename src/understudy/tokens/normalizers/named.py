"""Normalizers by name and version: rules that a leaderboard or a paper names, and which may differ next year."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial

from understudy import _core
from understudy.errors import SettingError, choose
from understudy.inputs.arguments import strict
from understudy.tokens.normalizers.basic import normalize_basic
from understudy.tokens.normalizers.english import OPENAI, PACKAGE, Rule, normalize_english
from understudy.tokens.normalizers.native import english_normalizer


@dataclass(frozen=True)
class Normalizer:
    """Rules that rewrite a text before it is tokenized, readably; and natively, where that pays."""

    rewrite: Callable[[str], str]
    native: Callable[[], _core.EnglishNormalizer] | None = None

    def rewrite_all(self, segments: _core.Texts, threads: int = 1) -> list[str]:
        """Rewrite all texts; those that the native core leaves to the readable rules too.

        >>> from understudy.inputs.texts import texts
        >>> normalizer_named("whisper-en").rewrite_all(texts(["It's two o'clock.", "٣ Σ"], "texts"))
        ['it is 20 clock', '3 σ']
        """
        if self.native is None:
            return [self.rewrite(segments[i]) for i in range(len(segments))]
        written = self.native().normalize(segments, threads)
        return [self.rewrite(segments[i]) if text is None else text for i, text in enumerate(written)]


def _english(contractions: tuple[Rule, ...]) -> Normalizer:
    return Normalizer(partial(normalize_english, contractions=contractions), partial(english_normalizer, contractions))


# By name, then by version, the one that a plain name means first: releases of whisper-normalizer and of openai-whisper.
NORMALIZERS: dict[str, dict[str, Normalizer]] = {
    "whisper-en": {"0.1.15": _english(PACKAGE), "20250625": _english(OPENAI)},
    "whisper-basic": {"0.1.15": Normalizer(normalize_basic)},
}


@cache
def _by_written_name() -> dict[str, tuple[str, str]]:
    names = {}
    for name, versions in NORMALIZERS.items():
        names[name] = name, next(iter(versions))
        names |= {f"{name}-{version}": (name, version) for version in versions}
    return names


def plain_normalizer(written: str | None) -> str | None:
    """Write the name of a normalizer in one way: without a version where it is the usual one; None for none.

    >>> plain_normalizer("whisper-en-0.1.15"), plain_normalizer("whisper-en-20250625"), plain_normalizer("none")
    ('whisper-en', 'whisper-en-20250625', None)
    """
    if written is None or written == "none":
        return None
    known = _by_written_name()
    if not isinstance(written, str):
        raise SettingError(f"normalizer must be the name of one, got {written!r}; choose {', '.join(NORMALIZERS)}")
    for name, versions in NORMALIZERS.items():
        if written.startswith(f"{name}-") and written not in known:
            raise SettingError(
                f"normalizer {written!r} is asked for, but the versions of {name} here are {', '.join(versions)}:"
                f" scores would differ; choose one of these, or normalizer={name} for {next(iter(versions))}"
            )
    choose("normalizer", written, [*NORMALIZERS, "none", *(full for full in known if full not in NORMALIZERS)])
    name, version = known[written]
    return name if version == next(iter(NORMALIZERS[name])) else written


def versioned_normalizer(written: str) -> str:
    """Write a name as signatures do, with its version.

    >>> versioned_normalizer("whisper-en")
    'whisper-en-0.1.15'
    """
    return "-".join(_by_written_name()[written])


def normalizer_named(written: str) -> Normalizer:
    """Find a normalizer by its name.

    >>> normalizer_named("whisper-basic").rewrite("Ça va?")
    'ça va '
    """
    name, version = _by_written_name()[written]
    return NORMALIZERS[name][version]


@strict
def normalize(text: str, normalizer: str = "whisper-en") -> str:
    """Rewrite one text as a metric with this normalizer does before it is tokenized.

    >>> import understudy as us
    >>> us.normalize("Mr. O'Neill won't pay twenty-five dollars!")
    'mister 0 neill will not pay $25'
    """
    from understudy.errors import InputError

    if not isinstance(text, str):
        raise InputError(f"normalize takes one text, a string, got {type(text).__name__}: {text!r:.80}")
    name = plain_normalizer(normalizer)
    return text if name is None else normalizer_named(name).rewrite(text)
