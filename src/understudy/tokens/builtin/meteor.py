"""The tokenizers of METEOR 1.5, readable: `meteor-en` and so on, the same without punctuation, and `java`."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, partial

from understudy.lexicon import data

# The languages that METEOR normalizes; Czech has no list of prefixes.
LANGUAGES = ("en", "cz", "fr", "es", "de", "ru")

ALPHA = "A-Za-z\u0160\u017d\u0161\u017e\u0178\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u017e"
ALPHA += "\u0400-\u04ff\u0500-\u0527\ua640-\ua66e\ua67e-\ua697\u1d00-\u1d7f"
SPACES = " \u2000-\u200a\u202f\u205f\u3000\u00a0"
SEPARATORS = "[ \t\n\r\f]+"  # of Java's StringTokenizer

# Each rule is applied from left to right, matches don't overlap: a character that one match has taken is not
# there for the next, so the second comma of "a,b,c" and the second dash of "a-b-c" stay.
Rule = tuple[str, str]  # a pattern and what to write instead
APART: Rule = (rf"([^{ALPHA}0-9 \t\n\v\f\r.'`,\-‘’])", r" \1 ")
RULES: list[Rule] = [
    ("([^0-9]),([^0-9])", r"\1 , \2"),
    ("([0-9]),([^0-9])", r"\1 , \2"),
    ("([^0-9]),([0-9])", r"\1 , \2"),
    ("[`‘’]", "'"),
    ("[“”]|''", ' " '),
    ("–", "-"),
    ("--", "-"),
    (rf"([{ALPHA}0-9.])-([{ALPHA}0-9])", r"\1 \2"),
]
APOSTROPHES: dict[str, list[Rule]] = {
    "en": [
        (f"([^{ALPHA}])'([^{ALPHA}])", r"\1 ' \2"),
        (f"([^{ALPHA}0-9])'([{ALPHA}])", r"\1 ' \2"),
        (f"([{ALPHA}])'([^{ALPHA}])", r"\1 ' \2"),
        (f"([{ALPHA}])'([{ALPHA}])", r"\1 '\2"),
        ("([0-9])'s", r"\1 's"),
    ],
    "fr": [
        (f"([^{ALPHA}])'([^{ALPHA}])", r"\1 ' \2"),
        (f"([^{ALPHA}])'([{ALPHA}])", r"\1 ' \2"),
        (f"([{ALPHA}])'([^{ALPHA}])", r"\1 ' \2"),
        (f"([{ALPHA}])'([{ALPHA}])", r"\1' \2"),
    ],
}
ANY_APOSTROPHE: list[Rule] = [("'", " ' ")]


def tokenize_java(text: str) -> list[str]:
    r"""Split at the five characters at which Java's StringTokenizer splits, as METEOR does.

    >>> tokenize_java("a\u00a0b c\vd")
    ['a\xa0b', 'c\x0bd']
    """
    return [token for token in re.split(SEPARATORS, text) if token]


def tokenize_meteor(text: str, lang: str, punctuation: bool = True) -> list[str]:
    """Normalize, lower and split as METEOR 1.5 does with `-norm`, or with `-norm -noPunct`.

    >>> tokenize_meteor("Mr. O'Neil's U.S. well-known 'plan' cost $1,000.50...", "en")
    ['mr.', 'o', "'neil", "'s", 'us', 'well', 'known', "'", 'plan', "'", 'cost', '$', '1,000.50', '...']
    >>> tokenize_meteor("L'homme, aujourd'hui.", "fr", punctuation=False)
    ['l', 'homme', 'aujourd', 'hui']
    """
    line = _escape_ellipses(re.sub(*APART, f" {text} "))
    for pattern, replacement in RULES + APOSTROPHES.get(lang, ANY_APOSTROPHE):
        line = re.sub(pattern, replacement, line)
    line = _unescape_ellipses(" ".join(_with_stops_apart(tokenize_java(line), lang)))
    if not punctuation:
        line = re.sub(f"[^{ALPHA}0-9]", " ", line)
    line = re.sub(f"[{SPACES}]+", " ", line).strip("".join(map(chr, range(0x21))))
    return tokenize_java(line.lower())


def _escape_ellipses(line: str) -> str:
    """Write three stops as DOTDOTDOTMULTI, a word for the other rules; Moses' way."""
    line = re.sub(r"\.(\.+)", r" DOTMULTI\1", line)
    while "DOTMULTI." in line:
        line = re.sub(r"DOTMULTI\.([^.])", r"DOTDOTMULTI \1", line)
        line = line.replace("DOTMULTI.", "DOTDOTMULTI")
    return line


def _unescape_ellipses(line: str) -> str:
    return re.sub("((?:DOT)+)MULTI", lambda found: "." * (len(found[1]) // 3), line)


def _with_stops_apart(tokens: list[str], lang: str) -> list[str]:
    """Split final stops off, but not those of abbreviations, and not before a small letter."""
    followed = zip(tokens, [*tokens, ""][1:], strict=True)
    return [_with_stop_apart(token, following, lang) for token, following in followed]


def _with_stop_apart(token: str, following: str, lang: str) -> str:
    if len(token) < 2 or not token.endswith("."):
        return token
    before = token[:-1]
    if "." in before and re.search(f"[{ALPHA}]", before):
        return token.replace(".", "")
    always, before_numbers = prefixes(lang)
    if before in always or re.match("[a-z]", following) or (before in before_numbers and re.match("[0-9]", following)):
        return token
    return f"{before} ."


@cache
def prefixes(lang: str) -> tuple[frozenset[str], frozenset[str]]:
    """Give the abbreviations of a language: those that keep their stop always, and those that do before a number.

    >>> always, before_numbers = prefixes("en")
    >>> "Mr" in always, sorted(before_numbers)
    (True, ['Art', 'No', 'pp'])
    """
    listed = [] if lang == "cz" else [line.split(" ") for line in data.lines(f"prefixes-{lang}.txt")]
    return (
        frozenset(word for word, *mark in listed if not mark),
        frozenset(word for word, *mark in listed if mark),
    )


# By name, as `tokens.reading` lists them.
METEOR: dict[str, Callable[[str], list[str]]] = {
    f"meteor-{lang}{end}": partial(tokenize_meteor, lang=lang, punctuation=not end)
    for lang in LANGUAGES
    for end in ("", "-nopunct")
}
