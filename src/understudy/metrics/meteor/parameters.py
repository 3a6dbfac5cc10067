"""METEOR 1.5's numbers: what each language and task weighs, and which modules a language has."""

from __future__ import annotations

from typing import NamedTuple

from understudy.errors import choose

LANGUAGE_ALIASES = {
    "cs": "cz",
    "sv": "se",
    "nb": "no",
}  # METEOR has its own codes for Czech, Swedish and Norwegian Bokmål
NORMALIZED = ("en", "cz", "fr", "es", "de", "ru")  # languages that METEOR's normalizer knows
STEMMED = ("en", "fr", "es", "de", "ru", "pt", "da", "ro", "hu", "tr", "fi", "nl", "it", "no", "se")
LANGUAGES = tuple(dict.fromkeys((*NORMALIZED, *STEMMED, "other")))


class Parameters(NamedTuple):
    """One row of numbers; a weight for each module, in the order of the modules."""

    alpha: float
    beta: float
    gamma: float
    delta: float
    weights: tuple[float, ...]


INDEPENDENT = Parameters(0.75, 1.4, 0.7, 0.5, (1.0, 0.5, 0.5, 0.5))
# For any language.
ANY = {
    "li": INDEPENDENT,
    "tune": Parameters(0.5, 1.0, 0.5, 0.5, (1.0, 0.5, 0.5, 0.5)),
    "universal": Parameters(0.7, 1.4, 0.3, 0.7, (1.0, 0.6)),
}
TUNED: dict[str, dict[str, Parameters]] = {
    "en": {
        "rank": Parameters(0.85, 0.2, 0.6, 0.75, (1.0, 0.6, 0.8, 0.6)),
        "adq": Parameters(0.75, 1.4, 0.45, 0.7, (1.0, 1.0, 0.6, 0.8)),
        "hter": Parameters(0.4, 1.5, 0.35, 0.55, (1.0, 0.2, 0.6, 0.8)),
        "util": Parameters(0.65, 0.1, 0.55, 0.65, (1.0, 0.0, 0.0, 0.8)),
    },
    "cz": {"rank": Parameters(0.95, 0.2, 0.6, 0.8, (1.0, 0.4))},
    "fr": {"rank": Parameters(0.9, 1.4, 0.6, 0.65, (1.0, 0.2, 0.4))},
    "es": {"rank": Parameters(0.65, 1.3, 0.5, 0.8, (1.0, 0.8, 0.6))},
    "de": {"rank": Parameters(0.95, 1.0, 0.55, 0.55, (1.0, 0.8, 0.2))},
    "ru": {"rank": INDEPENDENT},
}
# Banerjee and Lavie 2005: F = 10PR / (R + 9P), penalty = 0.5 (chunks / matches)^3, all words alike.
FIRST_PAPER = Parameters(0.9, 3.0, 0.5, 0.5, (1.0, 1.0, 1.0))


def modules_of(lang: str) -> tuple[str, ...]:
    """Name the modules of a language that need no table of paraphrases.

    >>> modules_of("en"), modules_of("de"), modules_of("cz")
    (('exact', 'stem', 'synonym'), ('exact', 'stem'), ('exact',))
    """
    return ("exact", *(["stem"] if lang in STEMMED else []), *(["synonym"] if lang == "en" else []))


def default_task(lang: str) -> str:
    """Name the task that METEOR chooses for a language.

    >>> default_task("de"), default_task("pt")
    ('rank', 'li')
    """
    return "rank" if lang in TUNED else "li"


def parameters_of(lang: str, task: str) -> Parameters:
    """Find the numbers of a task.

    >>> parameters_of("de", "rank").alpha
    0.95
    """
    rows = TUNED.get(lang, {}) | ANY
    # METEOR scores everything 0 if a task has no numbers for a language.
    choose(f"task of METEOR in language {lang!r}", task, rows)
    return rows[task]
