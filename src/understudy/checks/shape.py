"""Texts of an odd shape: empty, all alike, doubled, cut, copies of each other, much too short or long."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from understudy.checks.finding import Finding, Severity
from understudy.checks.sample import Sample, Side

__all__ = ["CHECKS"]

EQUAL = 100  # segments from which a system that equals the reference is no small example
SHORT, LONG = 0.5, 2.0  # times the characters of the references
TWICE = 8  # characters: shorter texts may be doubled on purpose


def empty(sample: Sample) -> Finding | None:
    """Hypotheses that are empty where the references are not."""
    side = sample.hyps
    refs = sample.references[0]
    places = [place for place, text in enumerate(side.whole) if not text.strip() and refs.whole[place].strip()]
    if len(places) < max(3, 0.02 * len(side)):
        return None
    severity: Severity = "critical" if 2 * len(places) > len(side) else "major"
    return side.finding(
        "empty", severity, f"empty lines in {side.name}", places, "find out why nothing was translated there"
    )


def empty_references(sample: Sample) -> Finding | None:
    """References that are empty where the hypotheses are not."""
    for side in sample.references:
        places = [
            place for place, text in enumerate(side.whole) if not text.strip() and sample.hyps.whole[place].strip()
        ]
        if len(places) >= max(3, 0.02 * len(side)):
            message = f"empty lines in {side.name}"
            remedy = "leave those segments out, or give None for a reference that doesn't exist"
            return side.finding("empty-references", "major", message, places, remedy)
    return None


def constant(sample: Sample) -> Finding | None:
    """One line over and over."""
    side = sample.hyps
    (line, count), *_ = Counter(text for text in side.whole if text.strip()).most_common(1) or [("", 0)]
    if count < max(5, 0.2 * len(side)):
        return None
    if any(2 * max(Counter(ref.whole).values()) > count for ref in sample.references):
        return None
    places = [place for place, text in enumerate(side.whole) if text == line]
    return side.finding("constant", "critical", f"the same line over and over in {side.name}", places, "decode again")


def doubled(sample: Sample) -> Finding | None:
    """Each text twice in a row."""
    places = [[place for place, text in enumerate(side.whole) if _is_doubled(text.strip())] for side in sample.sides]
    return sample.frequent_on_one("doubled", "critical", "text that is there twice", places, "keep one of the two", 0.1)


def _is_doubled(text: str) -> bool:
    half = len(text) // 2
    return half >= TWICE and (text[:half] == text[-half:]) and text[half : len(text) - half].strip() == ""


def cut(sample: Sample) -> Finding | None:
    """Texts that all end at the same number of words, or of characters."""
    for count, unit in ((_words, "words"), (len, "characters")):
        finding = _cut_at(sample, count, unit)
        if finding:
            return finding
    return None


def _words(text: str) -> int:
    return text.strip().count(" ") + 1


def _cut_at(sample: Sample, count: Callable[[str], int], unit: str) -> Finding | None:
    side, refs = sample.hyps, sample.references[0]
    lengths = [count(text) for text in side.whole]
    most = max(lengths)
    places = [place for place, length in enumerate(lengths) if length == most]
    if most < 5 or len(places) < max(5, 0.1 * len(side)) or len({side.whole[place] for place in places}) < 5:
        return None
    longer = [place for place, text in enumerate(refs.whole) if count(text) > most]
    at_most = sum(lengths[place] == most for place in longer)
    if len(longer) < 5 or at_most < 0.7 * len(longer) or len(set(map(count, refs.whole))) < 8:  # all alike
        return None
    message = f"{side.name} end at {most} {unit}, where references are longer"
    remedy = "raise the maximum length of the output (max_new_tokens)"
    variant = "" if unit == "words" else unit
    return side.finding("cut", "critical", message, places, remedy, variant=variant, most=most)


def length(sample: Sample) -> Finding | None:
    """Hypotheses that are together much shorter or longer than the references."""
    side, refs = sample.hyps, sample.references[0]
    own, theirs = sum(map(len, side.whole)), sum(map(len, refs.whole))
    if not own or theirs < 100 or SHORT <= own / theirs <= LONG:
        return None
    short = own < theirs
    places = [
        place for place, text in enumerate(side.whole)
        if (len(text) < SHORT * len(refs.whole[place]) if short else len(text) > LONG * len(refs.whole[place]))
    ]  # fmt: skip
    message = f"{side.name} have {own / theirs:.2f} times the characters of {refs.name}"
    remedy = "look for cut output" if short else "look for repetitions or added text"
    if not places:
        return None
    return side.finding("length", "major", message, places, remedy, ratio=f"{own / theirs:.2f}", other=refs.key)


def equal(sample: Sample) -> Finding | None:
    """Hypotheses that are a reference."""
    side = sample.hyps
    for refs in sample.references:
        places = _same(side, refs)
        if len(side) >= EQUAL and len(places) >= 0.9 * len(side) and 2 * len(set(side.whole)) > len(side):
            message = f"{side.name} are the same as {refs.name}"
            remedy = "give the output of a system"
            return side.finding("equal", "critical", message, places, remedy, other=refs.key)
    return None


def copies(sample: Sample) -> Finding | None:
    """A reference that is a copy of another."""
    for n, side in enumerate(sample.references):
        for other in sample.references[:n]:
            places = _same(side, other)
            if len(places) >= 0.95 * len(side) and len(set(side.whole)) > 1:
                message = f"{side.name} is a copy of {other.name}"
                remedy = "leave it out: it adds nothing"
                return side.finding("reference-copy", "major", message, places, remedy, other=other.key)
    return None


def untranslated(sample: Sample) -> Finding | None:
    """The source in place of hypotheses or references."""
    if sample.source is None:
        return None
    for side in sample.sides:
        others = [each for each in sample.sides if each is not side]
        places = [
            place for place in _same(side, sample.source)
            if all(side.whole[place].strip() != each.whole[place].strip() for each in others)
        ]  # fmt: skip
        if len(places) >= max(5, 0.2 * len(side)):
            severity: Severity = "critical" if 2 * len(places) > len(side) else "major"
            message = f"{side.name}: the source, not translated"
            kind = "untranslated" if side is sample.hyps else "source-as-reference"
            return side.finding(kind, severity, message, places, "give translations")
    return None


def _same(one: Side, other: Side) -> list[int]:
    pairs = zip(one.whole, other.whole, strict=True)
    return [place for place, (a, b) in enumerate(pairs) if a.strip() and a.strip() == b.strip()]


CHECKS = (empty, empty_references, constant, doubled, cut, length, equal, copies, untranslated)
