"""Two ways to write the same: quotes, case, punctuation, digits, diacritics, simplified and traditional characters."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from importlib import resources
from re import Pattern

from understudy.checks.finding import Finding, Severity
from understudy.checks.sample import FEWEST, Sample, Side

__all__ = ["CHECKS"]

CURLY, STRAIGHT = "“”‘’„‚«»", "\"'"
OTHER_DIGITS, ASCII_DIGITS = "٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९০১২৩৪৫৬৭৮৯", "0123456789"
CJK = "\u3400-\u9fff぀-ヿ"
WIDE_MARKS = re.compile(f"[{CJK}][，。！？；：]")
NARROW_MARKS = re.compile(f"[{CJK}] ?[,.!?;:](?![0-9])")
DIACRITICS = re.compile("[\u064b-\u0652\u05b0-\u05bc]")
LETTERS_WITH_DIACRITICS = re.compile("[\u05d0-\u05ea\u0621-\u063a\u0641-\u064a]")
MARKS = ".,;:!?،؟。，！？।"
OFTEN = 0.2  # of the segments: quotes there cost some points of BLEU (2 to 3 in news from English into German)


Sign = str | Pattern[str]  # any of some characters, or a pattern


def _where(side: Side, sign: Sign) -> list[int]:
    return side.containing(sign) if isinstance(sign, str) else side.matching(sign)


def _choice(sample: Sample, one: Sign, other: Sign, fewest: int = 5) -> tuple[Side, Side] | None:
    """A side that has almost only the one, and a side that has almost only the other, in segments enough."""
    ones, others = [], []
    for side in sample.sides:
        first, second = len(_where(side, one)), len(_where(side, other))
        if first >= fewest and first >= 9 * second:
            ones.append(side)
        elif second >= fewest and second >= 9 * first:
            others.append(side)
    return (ones[0], others[0]) if ones and others else None


def _differing(
    sample: Sample, kind: str, severity: Severity, one: Sign, other: Sign, words: tuple[str, str], remedy: str,
) -> Finding | None:  # fmt: skip
    sides = _choice(sample, one, other)
    if sides is None:
        return None
    message = f"{words[0]} in {sides[0].name}, {words[1]} in {sides[1].name}"
    side, sign = (sides[1], other) if sides[1] is sample.hyps else (sides[0], one)
    pattern = re.compile(f"[{sign}]") if isinstance(sign, str) else sign
    return side.finding(
        kind, severity, message, _where(side, sign), remedy, pattern=pattern, side=sides[0].key, other=sides[1].key
    )


def quotes(sample: Sample) -> Finding | None:
    """Curly quotes against straight ones."""
    if not any(side.has(CURLY) for side in sample.sides):
        return None
    words, remedy = ("curly quotes", "straight ones"), "write the same quotes on both sides"
    finding = _differing(sample, "quotes", "minor", CURLY, STRAIGHT, words, remedy)
    often = finding is not None and finding.count >= OFTEN * finding.total
    return replace(finding, severity="major") if finding is not None and often else finding


def digits(sample: Sample) -> Finding | None:
    """Digits of other scripts against 0 to 9."""
    if not any(side.has(OTHER_DIGITS) for side in sample.sides):
        return None
    words, remedy = ("digits of another script", "0 to 9"), "write the same digits on both sides"
    return _differing(sample, "digits", "major", OTHER_DIGITS, ASCII_DIGITS, words, remedy)


def marks_of_width(sample: Sample) -> Finding | None:
    """Full-width punctuation against ASCII in Chinese or Japanese."""
    if not any(side.has("，。！？；：") for side in sample.sides):
        return None
    words = "full-width punctuation", "ASCII punctuation"
    remedy = "write the same punctuation on both sides"
    return _differing(sample, "punctuation-width", "minor", WIDE_MARKS, NARROW_MARKS, words, remedy)


def diacritics(sample: Sample) -> Finding | None:
    """Arabic or Hebrew with its vowel signs against text without."""
    if not any("\u05b0" <= each <= "\u0652" for side in sample.sides for each in side.foreign):
        return None
    shares = [_share(side, DIACRITICS, LETTERS_WITH_DIACRITICS) for side in sample.sides]
    if max(shares) < 0.15 or min(shares) > 0.03:
        return None
    side, other = sample.sides[shares.index(max(shares))], sample.sides[shares.index(min(shares))]
    if not LETTERS_WITH_DIACRITICS.search(other.joined):
        return None
    message = f"vowel signs in {side.name}, hardly any in {other.plain}"
    remedy = "remove them, or write them on both"
    return side.finding("diacritics", "major", message, side.matching(DIACRITICS), remedy, other=other.key)


def _share(side: Side, some: Pattern[str], of: Pattern[str]) -> float:
    return 0.0 if side.joined.isascii() else len(some.findall(side.joined)) / max(len(of.findall(side.joined)), 100)


def case(sample: Sample) -> Finding | None:
    """Lower case, or upper case, on one side only."""
    for what, is_so in (("small", str.islower), ("capital", str.isupper)):
        places = [[place for place, text in enumerate(side.texts) if is_so(text)] for side in sample.sides]
        counts = list(map(len, places))
        odd, usual = counts.index(max(counts)), counts.index(min(counts))
        side, other = sample.sides[odd], sample.sides[usual]
        written = sum(text != text.swapcase() for text in side.texts) if counts[odd] >= FEWEST else 0
        if counts[odd] >= FEWEST and counts[odd] >= 0.95 * written and 2 * counts[usual] < len(other):
            if sample.reader.ignores_case():
                return None
            message = f"{what} letters only in {side.name}, but not in {other.plain}"
            return side.finding(
                "case", "major", message, places[odd],
                "give both in their own case, or choose lowercase=True for all metrics",
                "give both in their own case, or choose METRIC:lowercase=yes for all metrics",
                variant="" if what == "small" else what, other=other.key,
            )  # fmt: skip
    return None


def punctuation(sample: Sample) -> Finding | None:
    """No punctuation on one side only, as in transcripts of speech."""
    counts = [sum(side.joined.count(mark) for mark in MARKS if side.has(mark)) for side in sample.sides]
    bare, full = sample.sides[counts.index(min(counts))], sample.sides[counts.index(max(counts))]
    if 2 * max(counts) < len(full) or max(counts) < FEWEST or 100 * min(counts) > max(counts):
        return None
    places = [place for place, text in enumerate(bare.texts) if text.strip()]
    if 2 * len(places) < len(bare):
        return None
    message = f"no punctuation in {bare.name}, but in {full.plain}"
    remedy = "remove it from both sides, or from none"
    return bare.finding("punctuation", "major", message, places, remedy, other=full.key)


@cache
def _variants() -> tuple[Pattern[str], Pattern[str]]:
    """Simplified and traditional characters that differ."""
    lines = resources.files("understudy.checks").joinpath("data/han-variants.txt").read_text(encoding="utf-8")
    pairs = [pair for line in lines.splitlines() if not line.startswith("#") for pair in line.split()]
    return tuple(re.compile("[" + "".join(pair[i] for pair in pairs) + "]") for i in (0, 1))  # type: ignore[return-value]


@cache
def _characters() -> frozenset[str]:
    return frozenset(_variants()[0].pattern + _variants()[1].pattern) - {"[", "]"}


def han_variants(sample: Sample) -> Finding | None:
    """Simplified Chinese against traditional."""
    if not all(side.foreign & _characters() for side in sample.sides):
        return None
    words = "simplified Chinese", "traditional"
    remedy = "convert one side (with OpenCC, for example), or use references in the same characters"
    return _differing(sample, "han-variants", "critical", *_variants(), words, remedy)


CHECKS = (quotes, digits, marks_of_width, diacritics, case, punctuation, han_variants)
