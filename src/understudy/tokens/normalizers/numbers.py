"""Number words as digits, as Whisper's normalizer for English writes them: "twenty one" is 21, "two dollars" is $2.

A number is read word by word. It is an `int` while the words add up ("two hundred" and "six" are 206), and becomes a
`str` where they are only written side by side ("nineteen" and "ninety" are 1990, "one" and "oh" are 10).
"""

from __future__ import annotations

import re
from enum import IntEnum
from fractions import Fraction
from typing import NamedTuple


class Kind(IntEnum):
    """What a number word does; `native/text/english.hpp` has the same."""

    ZERO = 0
    ONE = 1  # one to nineteen
    TEN = 2  # twenty to ninety
    MULTIPLIER = 3
    SIGN = 4
    CURRENCY = 5
    PERCENT = 6
    PER = 7
    AND = 8
    REPEAT = 9
    POINT = 10


class Word(NamedTuple):
    """A number word: its number, for a multiplier its power of ten; what follows the digits, if it ends the number."""

    kind: Kind
    number: int = 0
    suffix: str = ""


Number = int | str

ONES = (
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
    " eighteen nineteen"
).split()
TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
POWERS = "thousand million billion trillion quadrillion quintillion sextillion septillion octillion nonillion decillion"
ORDINALS = {"zeroth": 0, "first": 1, "second": 2, "third": 3, "fifth": 5, "twelfth": 12}
ORDINAL_ENDS = {1: "st", 2: "nd", 3: "rd"}
SIGNS = {"minus": "-", "negative": "-", "plus": "+", "positive": "+"}
CURRENCIES = {"pound": "£", "euro": "€", "dollar": "$", "cent": "¢"}
PREFIXES = "-+£€$¢"
NUMERAL = re.compile(r"\d+(\.\d+)?")


def _number_words() -> dict[str, Word]:
    words = {word: Word(Kind.ZERO) for word in ("o", "oh", "zero")}
    for number, word in enumerate(ONES, start=1):
        words[word] = Word(Kind.ONE, number)
        words["sixes" if word == "six" else f"{word}s"] = Word(Kind.ONE, number, "s")
        if number > 3 and number not in (5, 12):
            words[word + ("h" if word.endswith("t") else "th")] = Word(Kind.ONE, number, "th")
    for word, number in ORDINALS.items():
        words[word] = Word(Kind.ONE, number, ORDINAL_ENDS.get(number, "th"))
    for number, word in zip(range(20, 100, 10), TENS, strict=True):
        words[word] = Word(Kind.TEN, number)
        words[f"{word[:-1]}ies"] = Word(Kind.TEN, number, "s")
        words[f"{word[:-1]}ieth"] = Word(Kind.TEN, number, "th")
    for power, word in [(2, "hundred"), *zip(range(3, 34, 3), POWERS.split(), strict=True)]:
        words[word] = Word(Kind.MULTIPLIER, power)
        words[f"{word}s"] = Word(Kind.MULTIPLIER, power, "s")
        words[f"{word}th"] = Word(Kind.MULTIPLIER, power, "th")
    for word, sign in SIGNS.items():
        words[word] = Word(Kind.SIGN, 0, sign)
    for word, sign in CURRENCIES.items():
        words[word] = words[f"{word}s"] = Word(Kind.CURRENCY, 0, sign)
    others = {"percent": Word(Kind.PERCENT), "per": Word(Kind.PER), "and": Word(Kind.AND), "point": Word(Kind.POINT)}
    return words | others | {"double": Word(Kind.REPEAT, 2), "triple": Word(Kind.REPEAT, 3)}


NUMBER_WORDS = _number_words()


def write_numbers(text: str) -> str:
    """Write the number words of a text in lower case, without punctuation, as digits.

    >>> write_numbers("two hundred and six dollars and five cents in nineteen ninety nine")
    '$206.05 in 1999'
    """
    reader = _Reader(_prepared(text).split())
    return _with_cents(" ".join(reader.written()))


def _prepared(text: str) -> str:
    text = " ".join(_halves(text))
    text = re.sub(r"([a-z])([0-9])", r"\1 \2", text)
    text = re.sub(r"([0-9])([a-z])", r"\1 \2", text)
    return re.sub(r"([0-9])\s+(st|nd|rd|th|s)\b", r"\1\2", text)


def _halves(text: str) -> list[str]:
    """Write "and a half" after a number word as "point five"."""
    *before, last = re.split(r"\band\s+a\s+half\b", text)
    parts: list[str] = []
    for part in before:
        if part.strip():
            word = NUMBER_WORDS.get(part.split()[-1])
            number = word is not None and not word.suffix and word.kind <= Kind.MULTIPLIER
            parts += part, "point five" if number else "and a half"
    return [*parts, last] if last.strip() else parts


def _with_cents(text: str) -> str:
    text = re.sub(r"([€£$])([0-9]+) (?:and )?¢([0-9]{1,2})\b", lambda at: f"{at[1]}{at[2]}.{int(at[3]):02d}", text)
    text = re.sub(r"[€£$]0.([0-9]{1,2})\b", lambda at: f"¢{int(at[1])}", text)
    return re.sub(r"\b1(s?)\b", r"one\1", text)


class _Reader:
    """Reads a text word by word, and writes its numbers and its other words."""

    def __init__(self, words: list[str]) -> None:
        self.words = words
        self.number: Number | None = None  # as far as it is read
        self.prefix = ""  # what will stand before the next thing that is written
        self.output: list[str] = []

    def written(self) -> list[str]:
        """All that is written for the words."""
        at = 0
        while at < len(self.words):
            at += self._read(at)
        self._end_number()
        return self.output

    def _write(self, text: Number) -> None:
        self.output.append(f"{self.prefix}{text}")
        self.number, self.prefix = None, ""

    def _end_number(self) -> None:
        if self.number is not None:
            self._write(self.number)

    def _write_word(self, word: str) -> None:
        self._end_number()
        self._write(word)

    def _read(self, at: int) -> int:
        """Read the word at a place, and tell how many were read: two where the next one belongs to it."""
        text = self.words[at]
        prefix = text[0] if text[0] in PREFIXES else ""
        if NUMERAL.fullmatch(text, len(prefix)):
            self._read_numeral(text, prefix)
            return 1
        word = NUMBER_WORDS.get(text)
        if word is None:
            self._write_word(text)
            return 1
        following = self.words[at + 1] if at + 1 < len(self.words) else ""
        next_word = NUMBER_WORDS.get(following)
        may_go_on = next_word is not None or NUMERAL.fullmatch(following) is not None
        previous = NUMBER_WORDS.get(self.words[at - 1]) if at else None
        match word.kind:
            case Kind.ZERO:
                self.number = f"{self.number or ''}0"
            case Kind.ONE | Kind.TEN:
                self._add(word, _plain_kind(previous))
            case Kind.MULTIPLIER:
                self._multiply(word)
            case Kind.SIGN:
                self._end_number()
                if may_go_on:
                    self.prefix = word.suffix
                else:
                    self._write(text)
            case Kind.CURRENCY if self.number is not None:
                self.prefix = word.suffix
                self._end_number()
            case Kind.PERCENT if self.number is not None:
                self._write(f"{self.number}%")
            case Kind.PER if self.number is not None and following == "cent":
                self._write(f"{self.number}%")
                return 2
            case Kind.AND if may_go_on:
                if _plain_kind(previous) is not Kind.MULTIPLIER:  # else it joins "hundred" and what follows
                    self._write_word(text)
            case Kind.REPEAT if _plain_kind(next_word) in (Kind.ZERO, Kind.ONE):
                assert next_word is not None
                self.number = f"{self.number or ''}{str(next_word.number) * word.number}"
                return 2
            case Kind.POINT if may_go_on:
                if next_word is None or _plain_kind(next_word) in (Kind.ZERO, Kind.ONE, Kind.TEN):
                    self.number = f"{self.number or ''}."
            case _:
                self._write_word(text)
        return 1

    def _read_numeral(self, text: str, prefix: str) -> None:
        if isinstance(self.number, str) and self.number.endswith("."):
            self.number += text
            return
        self._end_number()
        self.prefix = prefix or self.prefix
        digits = text.removeprefix(prefix)
        number = Fraction(digits)
        self.number = number.numerator if number.denominator == 1 else digits

    def _add(self, word: Word, previous: Kind | None) -> None:
        """Add one to nineteen, or a ten, to the number, or write it behind it."""
        number, so_far = word.number, self.number
        if so_far is None:
            self.number = number
        elif isinstance(so_far, str) or (word.kind is Kind.ONE and previous is Kind.ONE):
            replaces_zero = previous is Kind.TEN and number < 10
            self.number = f"{str(so_far)[:-1] if replaces_zero else so_far}{number}"
        elif so_far % (10 if number < 10 else 100) == 0:
            self.number = so_far + number
        else:
            self.number = f"{so_far}{number}"
        if word.suffix:
            self._write(f"{self.number}{word.suffix}")

    def _multiply(self, word: Word) -> None:
        power: int = 10**word.number
        product = power if self.number is None else _product(self.number, power)
        if product is None:  # such as "1.2.3 million"
            self._end_number()
            product = power
        self.number = product
        if word.suffix:
            self._write(f"{product}{word.suffix}")


def _plain_kind(word: Word | None) -> Kind | None:
    """The kind of a word that doesn't end a number; None for other words."""
    return word.kind if word is not None and not (word.suffix and word.kind <= Kind.MULTIPLIER) else None


def _product(number: Number, power: int) -> int | None:
    """Multiply the thousands' rest of a number, or a decimal number if that gives a whole one."""
    if isinstance(number, int):
        return number // 1000 * 1000 + number % 1000 * power
    try:
        product = Fraction(number) * power
    except ValueError:
        return None
    return product.numerator if product.denominator == 1 else None
