"""Small changes of a text before it is read, each with a name that stands in the signature."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence

from understudy.errors import SettingError, choose


def _without(category: str, text: str, instead: str = "") -> str:
    return "".join(instead if unicodedata.category(c)[0] == category else c for c in text)


def _without_diacritics(text: str) -> str:
    return unicodedata.normalize("NFC", _without("M", unicodedata.normalize("NFD", text)))


def _without_bracketed(text: str) -> str:
    return re.sub(r"\[[^\[\]]*\]|\([^()]*\)|<[^<>]*>", "", text)


STEPS: dict[str, Callable[[str], str]] = {
    "lower": str.lower,
    "casefold": str.casefold,
    "strip-punctuation": lambda text: _without("P", text),
    "punctuation-to-blanks": lambda text: _without("P", text, " "),
    "strip-symbols": lambda text: _without("S", text),
    "strip-diacritics": _without_diacritics,
    "strip-bracketed": _without_bracketed,
    "collapse-blanks": lambda text: " ".join(text.split()),
    "strip-blanks": lambda text: "".join(text.split()),
}


def apply_steps(steps: str, text: str) -> str:
    """Apply steps, joined by "+", from left to right.

    >>> apply_steps("strip-bracketed+strip-punctuation+lower+collapse-blanks", "[noise] Well, it's  HERE.")
    'well its here'
    """
    for name in steps.split("+"):
        text = STEPS[name](text)
    return text


def write_steps(steps: str | Sequence[str] | None) -> str | None:
    """Check the names of steps, and join them as signatures do.

    >>> write_steps(("lower", "strip-punctuation"))
    'lower+strip-punctuation'
    """
    if steps is None or steps == [] or steps == ():
        return None
    if not isinstance(steps, Sequence):
        raise SettingError(f"steps must be names joined by '+', or a list of names; got {steps!r}")
    names = steps.split("+") if isinstance(steps, str) else list(steps)
    for name in names:
        if not isinstance(name, str):
            raise SettingError(f"steps must be names, got {name!r}; choose {', '.join(STEPS)}")
        choose("step", name, STEPS)
    return "+".join(names)
