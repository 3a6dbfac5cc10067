"""Leftovers of processing: tokenized text, entities, markup, pieces of words, special tokens."""

from __future__ import annotations

import re

from understudy.checks.finding import Finding
from understudy.checks.sample import Sample, Side

__all__ = ["CHECKS"]

HAN = "\u3400-\u9fff"
SPLIT = re.compile(
    rf"\w [,.](?= |$)|\w n't\b|\w ?&apos; ?s\b|\w '(?:s|re|ve|ll|m|d)\b|[{HAN}] [{HAN}] [{HAN}]|[{HAN}] [。，]",
    re.MULTILINE,
)
WHOLE = re.compile(rf"\w[,.](?= |$)|\wn't\b|\w'(?:s|re|ve|ll|m|d)\b|[{HAN}]{{3}}|[{HAN}][。，]", re.MULTILINE)
ENTITIES = re.compile(r"& ?(?:quot|amp|apos|lt|gt|nbsp|#\d{2,5}|#x[0-9a-fA-F]{2,5}) ?;")
SPECIAL = re.compile(
    r"</?s>|<(?:unk|pad|bos|eos|mask|sep|cls)>|<\|\w+\|>|\[(?:PAD|CLS|SEP|UNK|MASK)\]|<2[a-z]{2}>"
    r"|^(?:__[a-z]{2,3}__|[a-z]{3}_[A-Z][a-z]{3})(?: |$)",
    re.IGNORECASE | re.MULTILINE,
)
TAGS = re.compile(r"(?i)</?(?!s>|unk>|pad>|bos>|eos>|mask>|sep>|cls>)[a-zA-Z][a-zA-Z0-9]{0,11}(?: [^<>]{0,80})?/?>")
PIECES = re.compile(r"\w@@(?: |$)|▁|(?:^| )Ġ\w|\wĠ\w|\w ##\w", re.MULTILINE)
FEWEST = 5  # segments with punctuation from which to tell tokenized text


def tokenized(sample: Sample) -> Finding | None:
    """Text with blanks around its punctuation against text without."""
    states = [_is_split(side) for side in sample.sides]
    if True not in states:
        return None
    side = sample.sides[states.index(True)]
    places = side.matching(SPLIT)
    if False in states:
        other = sample.sides[states.index(False)]
        remedy = "detokenize: give text as people write it, on both sides"
        message = f"text in {side.name} is tokenized, in {other.plain} it is not"
        return side.finding("tokenized", "major", message, places, remedy, pattern=SPLIT, other=other.key)
    if None in states or sample.reader.split_already or _has_han(side):
        return None
    return side.finding(
        "tokenized", "minor", "hypotheses and references are tokenized, and are tokenized once more", places,
        "detokenize both for scores that compare with published ones, or choose tokenizer='none'",
        "detokenize both for scores that compare with published ones, or choose METRIC:tokenizer=none", SPLIT, "both",
    )  # fmt: skip


def _is_split(side: Side) -> bool | None:
    """Whether text is tokenized; None if that can't be told."""
    joined, chinese = side.joined, _has_han(side)
    marks = joined.count(",") + joined.count(".")
    if not chinese and 10 * (joined.count(" ,") + joined.count(" .")) < marks >= FEWEST:
        return False  # what follows takes longer
    split, whole = len(side.matching(SPLIT)), len(side.matching(WHOLE))
    if max(split, whole) < FEWEST:
        return None
    if 2 * split >= whole and 5 * split >= len(side):
        return True
    return False if 20 * split <= whole and 5 * whole >= len(side) else None


def _has_han(side: Side) -> bool:
    return any("\u3400" <= each <= "\u9fff" for each in side.foreign)


def entities(sample: Sample) -> Finding | None:
    """Characters that are escaped as in HTML, on one side."""
    remedy = "unescape them (html.unescape in Python)"
    return sample.one_sided("entities", "major", "escaped entities", ENTITIES, remedy, "&")


def markup(sample: Sample) -> Finding | None:
    """HTML tags on one side."""
    return sample.one_sided("markup", "major", "HTML tags", TAGS, "remove the tags, or keep them on both sides", "<")


def special_tokens(sample: Sample) -> Finding | None:
    """Tokens that a model uses for itself."""
    remedy = "decode without them (skip_special_tokens=True in transformers), or remove them"
    return sample.one_sided("special-tokens", "major", "special tokens of a model", SPECIAL, remedy, "<[_")


def subwords(sample: Sample) -> Finding | None:
    """Pieces of words that were not joined again."""
    remedy = "join the pieces: remove '@@ ', or decode with the model's own tokenizer"
    return sample.one_sided(
        "subwords", "critical", "pieces of words (BPE, SentencePiece)", PIECES, remedy, ("@@", "▁", "Ġ", "##")
    )


CHECKS = (tokenized, entities, markup, special_tokens, subwords)
