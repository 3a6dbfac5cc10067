"""Something around each text that is no part of it: a prefix, quotes, a line number, a record of another format."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

from understudy.checks.finding import Finding
from understudy.checks.sample import Sample, Side

__all__ = ["CHECKS"]

PREFIX = 10  # characters: shorter ones begin many sentences
QUOTES = "\"'“”„«‘「『"
QUOTED = re.compile(r"^.+[\"'”“»’」』]\s*$", re.DOTALL)
STARTS = "(0123456789"
NUMBERED = re.compile(r"^\(?(\d{1,9})[.):\t |]")
JSON = re.compile(r"^\s*(?:\{\s*\".*\}|\[\s*[\"{].*\]),?\s*$", re.DOTALL)
KEY = re.compile(r"\":\s*[\"\d\[{tfn]")


def prefix(sample: Sample) -> Finding | None:
    """Words before each translation, as language models add them."""
    side = sample.hyps
    starts = Counter(text[:PREFIX] for text in side.texts if len(text) > PREFIX)
    if not starts:
        return None
    start, count = starts.most_common(1)[0]
    if len(set(side.texts)) <= len(side) // 2 or count < max(5, 0.3 * len(side)):
        return None
    places = [place for place, text in enumerate(side.texts) if text.startswith(start)]
    whole = _common([side.texts[place] for place in places])
    if any(4 * sum(text.startswith(start) for text in ref.texts) > count for ref in sample.references):
        return None
    if any(_has_words(ref, places, whole) for ref in sample.references):
        return None
    message = f"the same beginning, {whole[:40]!r}, in many of {side.name} and hardly any of the references"
    remedy = "remove it; keep the translation only"
    return side.finding("prefix", "major", message, places, remedy, beginning=whole[:40])


def _has_words(side: Side, places: list[int], beginning: str) -> bool:
    """Whether texts have half of the words of a beginning themselves, somewhere."""
    words = beginning.lower().split()
    there = sum(word in side.texts[place].lower() for place in places for word in words)
    return 2 * there > len(places) * len(words)


def _common(texts: list[str]) -> str:
    first, last = min(texts), max(texts)
    return first[: next((i for i, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), len(first))]


def quoted(sample: Sample) -> Finding | None:
    """Quotes around each text."""
    places = [
        [place for place, text in enumerate(side.whole) if text[:1] in QUOTES and QUOTED.match(text)]
        for side in sample.sides
    ]
    if max(map(len, places)) < 0.6 * len(sample.hyps):
        return None
    return sample.frequent_on_one("quoted", "major", "quotes around whole segments", places, "remove the outer quotes")


def line_numbers(sample: Sample) -> Finding | None:
    """The number of the line at its beginning."""
    places = [_numbered(side) for side in sample.sides]
    if max(map(len, places)) < 0.6 * len(sample.hyps):
        return None
    remedy = "remove the numbers, or name the columns if it is a table"
    return sample.frequent_on_one("line-numbers", "major", "line numbers", places, remedy)


def _numbered(side: Side) -> list[int]:
    """Where the number at the beginning of a text is as far from its place as in most others."""
    matches = {place: NUMBERED.match(text) for place, text in enumerate(side.texts) if text[:1] in STARTS}
    apart = {place: int(match[1]) - side.numbers[place] for place, match in matches.items() if match}
    usual = Counter(apart.values()).most_common(1)
    return [place for place, distance in apart.items() if distance == usual[0][0]]


def records(sample: Sample) -> Finding | None:
    """JSON or columns where plain text is due."""
    places = [
        [place for place, text in enumerate(side.whole) if text[:1] in "{[" and JSON.match(text) and KEY.search(text)]
        for side in sample.sides
    ]
    if max(map(len, places)) >= 0.6 * len(sample.hyps):
        what, remedy, variant = "JSON objects", "take the text out of them", ""
        option = "name the file .jsonl, or use --input-format jsonl"
    else:
        places = [[place for place, text in enumerate(side.whole) if "\t" in text.strip()] for side in sample.sides]
        if max(map(len, places)) < 0.6 * len(sample.hyps):
            return None
        what, remedy, variant = "columns separated by tabs", "take the column with the text", "tabs"
        option = "name the file .tsv, or use --input-format tsv"
    finding = sample.frequent_on_one("records", "critical", what, places, remedy, variant=variant)
    return None if finding is None else _with_option(finding, option)


def _with_option(finding: Finding, option: str) -> Finding:
    return replace(finding, option=option)


CHECKS = (prefix, quoted, line_numbers, records)
