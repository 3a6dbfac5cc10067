"""What some text looks like: its script, and the language whose most frequent words it has."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cache
from importlib import resources

CHARACTERS = 4000  # of all texts together: enough to tell a language
LETTERS, WORDS = 200, 60  # fewest that tell a script, and a language
DIFFERENT = 5  # fewest frequent words that must be there
SHARE = 0.08  # of frequent words: agglutinative languages have few
CLEARLY = 2.5  # times the share of frequent words of another language
RANGES = {
    "Latin": "A-Za-z\u00c0-\u024f\u1e00-\u1eff",
    "Cyrillic": "\u0400-\u052f",
    "Greek": "\u0370-\u03ff\u1f00-\u1fff",
    "Arabic": "\u0620-\u06ff\u0750-\u077f\ufb50-\ufdff\ufe70-\ufefc",
    "Hebrew": "\u05d0-\u05ea",
    "Devanagari": "\u0900-\u097f",
    "Bengali": "\u0980-\u09ff",
    "Gurmukhi": "\u0a00-\u0a7f",
    "Gujarati": "\u0a80-\u0aff",
    "Tamil": "\u0b80-\u0bff",
    "Telugu": "\u0c00-\u0c7f",
    "Kannada": "\u0c80-\u0cff",
    "Malayalam": "\u0d00-\u0d7f",
    "Sinhala": "\u0d80-\u0dff",
    "Thai": "\u0e00-\u0e7f",
    "Lao": "\u0e80-\u0eff",
    "Myanmar": "\u1000-\u109f",
    "Georgian": "\u10a0-\u10ff",
    "Armenian": "\u0530-\u058f",
    "Ethiopic": "\u1200-\u137f",
    "Khmer": "\u1780-\u17ff",
    "Hangul": "\uac00-\ud7a3",
    "Kana": "\u3041-\u30ff",
    "Han": "\u3400-\u4dbf\u4e00-\u9fff",
}
LETTER = re.compile("|".join(f"(?P<{name}>[{each}])" for name, each in RANGES.items()))


@dataclass(frozen=True)
class Language:
    """A language, its script, and words that are frequent in it."""

    code: str
    name: str
    script: str
    words: frozenset[str]

    def __str__(self) -> str:
        return f"{self.name} ({self.code})"


@dataclass(frozen=True)
class Look:
    """What some text looks like: its script, and the share of words that are frequent in each language."""

    script: str | None
    shares: dict[str, float]

    def language(self) -> Language | None:
        """The language, if script or words tell it from all others."""
        alone = [each for each in languages().values() if each.script == self.script]
        if len(alone) == 1:
            return alone[0]
        if not self.shares:
            return None
        best = max(self.shares, key=lambda code: self.shares[code])
        return languages()[best] if self.shares[best] >= SHARE else None

    def clearly(self, code: str, other: str) -> bool:
        """Whether the text has clearly more frequent words of one language than of another."""
        return self.shares.get(code, 0) >= max(SHARE, CLEARLY * self.shares.get(other, 0))


@cache
def languages() -> dict[str, Language]:
    """The languages that can be told, by code.

    >>> languages()["de"].name, "und" in languages()["de"].words
    ('German', True)
    """
    table = resources.files("understudy.checks").joinpath("data/languages.tsv").read_text(encoding="utf-8")
    rows = [line.split("\t") for line in table.splitlines() if not line.startswith("#")]
    return {row[0]: Language(row[0], row[1], row[2], frozenset(row[3].split() if row[3:] else ())) for row in rows}


def look(texts: list[str]) -> Look:
    """Look at the script and the words of texts.

    >>> look(["Der Hund und die Katze sind nicht auf der Matte, sagte er."] * 9).language().name
    'German'
    """
    text = "\n".join(texts)[:CHARACTERS].lower()
    script = script_of(text)
    with_words = [each for each in languages().values() if each.script == script and each.words]
    if not with_words:
        return Look(script, {})
    counts = Counter(text.split())
    total = counts.total()
    if total < WORDS:
        return Look(script, {})
    return Look(script, {each.code: _share(each, counts, total) for each in with_words})


def _share(language: Language, counts: Counter[str], total: int) -> float:
    """The share of frequent words; a few of them tell nothing, for each may be a word of another language."""
    times = [counts[word] for word in language.words if word in counts]
    return sum(times) / total if len(times) >= DIFFERENT else 0.0


def script_of(text: str) -> str | None:
    """The script of most letters; Kana stands for Japanese, which has Han characters too.

    >>> script_of("a cat " * 99), script_of("猫はマットの上に座っています" * 99), script_of("猫")
    ('Latin', 'Kana', None)
    """
    ascii_only = text.encode("ascii", "ignore")
    if 10 * len(ascii_only) > 9 * len(text):
        return "Latin" if sum(map(str.isalpha, text[: 2 * LETTERS])) >= LETTERS else None
    counts: Counter[str] = Counter()
    for letter, times in Counter(text[: CHARACTERS // 2]).items():
        match = LETTER.match(letter)
        if match:
            counts[str(match.lastgroup)] += times
    if 10 * counts["Kana"] > counts["Han"] + counts["Kana"]:
        counts["Kana"] += counts.pop("Han", 0)
    if counts.total() < LETTERS:
        return None
    (best, times), *_ = counts.most_common(1)
    return best if 3 * times > 2 * counts.total() else None
