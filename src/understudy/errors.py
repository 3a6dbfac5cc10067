"""The errors that a caller can meet.

ValueError
└── UnderstudyError
    ├── InputError     the texts: lengths, types, missing references
    ├── SettingError   the choices: metrics, settings, tokenizers, languages
    └── FormatError    the files: missing, undecodable, misaligned
UserWarning
└── TextWarning        the score stands, but look at this
    └── LanguageWarning    a metric or tokenizer knows less of this language than of others
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class UnderstudyError(ValueError):
    """Any mistake that a message can help a caller to fix."""


class InputError(UnderstudyError):
    """The texts can't be scored as they are."""


class SettingError(UnderstudyError):
    """A metric, setting, tokenizer or language that doesn't exist or doesn't fit."""


class FormatError(UnderstudyError):
    """A file can't be read as the text it should be."""


class TextWarning(UserWarning):
    """Something about the texts that a user should know, though a score can be given."""


class LanguageWarning(TextWarning):
    """A metric lacks resources for a language, or a tokenizer doesn't find its words, though a score can be given."""


def unknown(kind: str, name: object, choices: Iterable[str]) -> SettingError:
    """Build the error for a name that is not among the choices.

    >>> print(unknown("smoothing", "exo", ["none", "floor", "add-k", "exp"]))
    unknown smoothing 'exo'; choose none, floor, add-k or exp (did you mean 'exp'?)
    """
    names = list(choices)
    listed = " or ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
    lowered = {each.lower(): each for each in names}
    near = difflib.get_close_matches(str(name).lower(), lowered, n=1)
    hint = f" (did you mean {lowered[near[0]]!r}?)" if near else ""
    return SettingError(f"unknown {kind} {name!r}; choose {listed}{hint}")


def choose(kind: str, name: object, choices: Iterable[str]) -> None:
    """Refuse a name that is not among the choices.

    >>> choose("smoothing", "exp", ["none", "exp"])
    """
    names = list(choices)
    if name not in names:
        raise unknown(kind, name, names)
