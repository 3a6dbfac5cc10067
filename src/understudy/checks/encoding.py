"""Characters that were decoded or encoded wrongly, can't be seen, or stand for others."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import replace

from understudy.checks.finding import Finding
from understudy.checks.sample import Sample

__all__ = ["CHECKS"]

# UTF-8 that was read as Latin-1 or Windows-1252: a first byte, and one or two bytes of the rest.
REST = "\x80-\xbf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ"
MOJIBAKE = re.compile(f"[Â-ß][{REST}]|[à-ï](?!\xa0)[{REST}][{REST}]|\ufffd")
LEADS = (*map(chr, range(0xC2, 0xF0)), "\ufffd")
UTF7 = re.compile(r"\+[A-Za-z0-9/]{3,}(?![A-Za-z0-9/])")
INVISIBLE = re.compile("[\u2060\ufeff]|[A-Za-zÀ-ɏЀ-ӿ぀-鿿][\u200b-\u200d]")
SOFT_HYPHEN = re.compile("\u00ad")
WIDE = tuple(map(chr, (*range(0xFF10, 0xFF1A), *range(0xFF21, 0xFF3B), *range(0xFF41, 0xFF5B))))
FULL_WIDTH = re.compile("[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]")


def null_characters(sample: Sample) -> Finding | None:
    """UTF-16 that was read as another encoding: every other character is null."""
    for side in sample.sides:
        if "\0" in side.joined:
            places = [place for place, text in enumerate(side.texts) if 3 * text.count("\0") >= len(text) >= 8]
            if places:
                remedy = "the file is UTF-16: convert it to UTF-8 before it is read"
                message = f"null characters in {side.name}"
                return side.finding("encoding", "critical", message, places, remedy, variant="null")
    return None


def mojibake(sample: Sample) -> Finding | None:
    """UTF-8 that was read as another encoding, such as Ã© for é; or characters that couldn't be decoded."""
    if not any(MOJIBAKE.search(side.beyond_ascii) for side in sample.sides):
        return None
    remedy = "read the file as UTF-8 (encoding='utf-8'), and convert it once only"
    return sample.one_sided("encoding", "critical", "wrongly decoded characters", MOJIBAKE, remedy, LEADS)


def utf7(sample: Sample) -> Finding | None:
    """UTF-7, such as +AOk- for é."""
    if not any("+" in side.joined for side in sample.sides):
        return None
    places = [[place for place in side.matching(UTF7) if _decodes(side.texts[place])] for side in sample.sides]
    return sample.frequent_on_one(
        "encoding", "critical", "characters encoded as UTF-7", places, "convert the file from UTF-7 to UTF-8",
        variant="utf7",
    )  # fmt: skip


def _decodes(text: str) -> bool:
    try:
        decoded = text.encode("ascii").decode("utf-7")
    except UnicodeError:
        return False
    return any(ord(c) > 127 and (c.isalnum() or c.isprintable()) for c in decoded)


def normal_form(sample: Sample) -> Finding | None:
    """Composed characters (NFC) against decomposed ones."""
    if all(side.joined.isascii() or unicodedata.is_normalized("NFC", side.joined) for side in sample.sides):
        return None
    places = [
        [place for place, text in enumerate(side.texts) if not unicodedata.is_normalized("NFC", text)]
        for side in sample.sides
    ]
    return sample.frequent_on_one(
        "normal-form", "critical" if 3 * max(map(len, places)) > len(sample.hyps) else "major",
        "characters that are not in Unicode's composed form (NFC)", places,
        "normalize both sides to NFC (unicodedata.normalize('NFC', text) in Python)", 0.05,
    )  # fmt: skip


def invisible(sample: Sample) -> Finding | None:
    """Characters without width, which make words unequal."""
    remedy = "remove them (U+200B to U+200D, U+2060, U+FEFF)"
    needs = "\u200b\u200c\u200d\u2060\ufeff"
    return sample.one_sided(
        "invisible", "major", "zero-width characters", INVISIBLE, remedy, needs
    ) or sample.one_sided(
        "invisible", "major", "soft hyphens", SOFT_HYPHEN, "remove them (U+00AD)", "\u00ad", variant="hyphens"
    )


def full_width(sample: Sample) -> Finding | None:
    """Full-width letters and digits, as in East Asian fonts."""
    remedy = "normalize both sides to NFKC (unicodedata.normalize('NFKC', text) in Python)"
    finding = sample.one_sided("full-width", "major", "full-width letters or digits", FULL_WIDTH, remedy, WIDE, 0.05)
    # Digits alone, in a tenth of the segments of news from English into Japanese, cost 0.1 of BLEU by characters.
    rare = finding is not None and 3 * finding.count < finding.total
    return replace(finding, severity="minor") if finding is not None and rare else finding


CHECKS = (null_characters, mojibake, utf7, normal_form, invisible, full_width)
