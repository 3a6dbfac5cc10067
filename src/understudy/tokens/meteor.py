"""STAND-IN for part W's file of this name; replaced at merge."""

from __future__ import annotations

import re
import zipfile
from functools import cache
from importlib.util import find_spec
from pathlib import Path

LANGUAGES = {"en": "english", "cz": "czech", "fr": "french", "es": "spanish", "de": "german", "ru": "russian"}
ALPHA = (
    "A-Za-z\u0160\u017d\u0161\u017e\u0178\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u017e\u0400-\u04ff\u0500-\u0527"
    "\ua640-\ua66e\ua67e-\ua697\u1d00-\u1d7f"
)
ALNUM = ALPHA + "0-9"
SPACE = " \t\n\r\f\x0b"


@cache
def jar() -> zipfile.ZipFile:
    """The jar of pycocoevalcap.

    >>> jar() is jar()
    True
    """
    places = find_spec("pycocoevalcap").submodule_search_locations  # type: ignore[union-attr]
    return zipfile.ZipFile(Path(next(iter(places))) / "meteor" / "meteor-1.5.jar")  # type: ignore[arg-type]


@cache
def prefixes(lang: str) -> tuple[frozenset[str], frozenset[str]]:
    """Non-breaking prefixes: all, and those before numbers only.

    >>> "Mr" in prefixes("en")[0]
    True
    """
    everything, numeric = set(), set()
    for line in jar().read(f"nonbreaking/{LANGUAGES[lang]}.prefixes").decode().splitlines():
        word, _, rest = line.strip().partition(" ")
        if word and not word.startswith("#"):
            (numeric if "NUMERIC_ONLY" in rest else everything).add(word)
    return frozenset(everything), frozenset(numeric)


def normalise(line: str, lang: str, nopunct: bool) -> str:
    """Do what METEOR's normaliser does.

    >>> normalise("Hello, world.", "en", False)
    'Hello , world .'
    """
    text = f" {line} "
    text = re.sub(f"([^{ALNUM}{SPACE}.'`,\\-\u2018\u2019])", r" \1 ", text)
    text = re.sub(r"\.(\.+)", r" DOTMULTI\1", text)
    while "DOTMULTI." in text:
        text = re.sub(r"DOTMULTI\.([^.])", r"DOTDOTMULTI \1", text)
        text = text.replace("DOTMULTI.", "DOTDOTMULTI")
    for pattern in ("([^0-9]),([^0-9])", "([0-9]),([^0-9])", "([^0-9]),([0-9])"):
        text = re.sub(pattern, r"\1 , \2", text)
    text = re.sub("[`\u2018\u2019]", "'", text)
    text = re.sub("[\u201c\u201d]|''", ' " ', text)
    text = text.replace("\u2013", "-").replace("--", "-")
    text = re.sub(f"([{ALNUM}.])-([{ALNUM}])", r"\1 \2", text)
    if lang in ("en", "fr"):
        text = re.sub(f"([^{ALPHA}])'([^{ALPHA}])", r"\1 ' \2", text)
        text = re.sub(f"([^{ALPHA}0-9])'([{ALPHA}])" if lang == "en" else f"([^{ALPHA}])'([{ALPHA}])", r"\1 ' \2", text)
        text = re.sub(f"([{ALPHA}])'([^{ALPHA}])", r"\1 ' \2", text)
        text = re.sub(f"([{ALPHA}])'([{ALPHA}])", r"\1 '\2" if lang == "en" else r"\1' \2", text)
        if lang == "en":
            text = re.sub("([0-9])'s", r"\1 's", text)
    else:
        text = text.replace("'", " ' ")
    words = [word for word in re.split("[ \t\n\r\f]+", text) if word]
    out = []
    everything, numeric = prefixes(lang)
    for word, following in zip(words, [*words[1:], ""], strict=False):
        if len(word) > 1 and word.endswith("."):
            before = word[:-1]
            if "." in before and re.search(f"[{ALPHA}]", before):
                out.append(word.replace(".", ""))
                continue
            keep = before in everything | numeric and (before in everything or True)
            if before in numeric:
                keep = bool(re.match("[0-9]", following)) or bool(re.match("[a-z]", following))
            if not keep and not re.match("[a-z]", following):
                out += [before, "."]
                continue
        out.append(word)
    text = " ".join(out)
    while "DOTDOTMULTI" in text:
        text = text.replace("DOTDOTMULTI", "DOTMULTI.")
    text = text.replace("DOTMULTI", ".")
    if nopunct:
        text = re.sub(f"[^{ALNUM}]", " ", text)
    text = re.sub("[ \u2000-\u200a\u202f\u205f\u3000\u00a0]+", " ", text)
    return text.strip("".join(map(chr, range(33))))


def tokenize_java(text: str) -> list[str]:
    """Split at space, tab, newline, carriage return and form feed.

    >>> tokenize_java("a b")
    ['a', 'b']
    """
    return [word for word in re.split("[ \t\n\r\f]+", text) if word]


def tokenizer(lang: str, nopunct: bool):  # type: ignore[no-untyped-def]
    """Make a tokenizer.

    >>> tokenizer("en", False)("Hello, world.")
    ['hello', ',', 'world', '.']
    """
    return lambda text: tokenize_java(normalise(text, lang, nopunct).lower())


METEOR = {f"meteor-{lang}{end}": tokenizer(lang, bool(end)) for lang in LANGUAGES for end in ("", "-nopunct")} | {
    "java": tokenize_java
}
