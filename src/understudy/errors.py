"""The errors that a caller can meet.

ValueError
└── UnderstudyError
    ├── InputError     the texts: lengths, types, missing references
    ├── SettingError   the choices: metrics, settings, tokenizers, languages
    │   └── UnknownName    one that is not among the choices, arguments of functions included
    └── FormatError    the files: missing, undecodable, misaligned
UserWarning
└── TextWarning        the score stands, but look at this
    ├── LanguageWarning    a metric or tokenizer knows less of this language than of others
    └── CorpusWarning      a sign of a mistake in the texts of a test set
"""

from __future__ import annotations

from collections.abc import Iterable


class UnderstudyError(ValueError):
    """Any mistake that a message can help a caller to fix."""


class InputError(UnderstudyError):
    """The texts can't be scored as they are."""


class SettingError(UnderstudyError):
    """A metric, setting, tokenizer or language that doesn't exist or doesn't fit."""


class UnknownName(SettingError):
    """A name that is not among the choices, which it remembers."""

    kind: str
    name: object
    choices: tuple[str, ...]


class FormatError(UnderstudyError):
    """A file can't be read as the text it should be."""


class TextWarning(UserWarning):
    """Something about the texts that a user should know, though a score can be given."""


class LanguageWarning(TextWarning):
    """A metric lacks resources for a language, or a tokenizer doesn't find its words, though a score can be given."""


class CorpusWarning(TextWarning):
    """A sign of a mistake in the texts of a test set, though a score can be given; `us.check` gives it as values."""

    def __init__(self, message: str, on_command_line: str = "") -> None:
        super().__init__(message)
        self.on_command_line = on_command_line or message  # with the remedy in options instead of arguments


def nearest(name: str, names: Iterable[str]) -> str | None:
    """The name that was probably meant, if one is near enough.

    >>> nearest("exo", ["none", "exp"])
    'exp'
    """
    lowered = {each.lower(): each for each in names}
    import difflib  # late: it is needed for mistakes only

    near = difflib.get_close_matches(name.lower(), lowered, n=1)
    return lowered[near[0]] if near else None


def unknown(kind: str, name: object, choices: Iterable[str], meant: str | None = None) -> UnknownName:
    """Build the error for a name that is not among the choices; `meant` is the likely one, if that is clear.

    >>> print(unknown("smoothing", "exo", ["none", "floor", "add-k", "exp"]))
    unknown smoothing 'exo'; choose none, floor, add-k or exp (did you mean 'exp'?)
    """
    names = list(choices)
    listed = " or ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
    likely = meant or nearest(str(name), names)
    hint = f" (did you mean {likely!r}?)" if likely else ""
    error = UnknownName(f"unknown {kind} {name!r}; choose {listed}{hint}")
    error.kind, error.name, error.choices = kind, name, tuple(names)
    return error


def choose(kind: str, name: object, choices: Iterable[str]) -> None:
    """Refuse a name that is not among the choices.

    >>> choose("smoothing", "exp", ["none", "exp"])
    """
    names = list(choices)
    if name not in names:
        raise unknown(kind, name, names)
