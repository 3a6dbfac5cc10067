"""EED readably: the characters that are compared, and the distance with jumps."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

RULES = ("en", "ja", "none")
TITLES = re.compile(r"(Dr|Jr|Prof|Rev|Gen|Mr|Mt|Mrs|Ms) .")  # the last character may be any, as in the original
ABBREVIATIONS = (("e . g .", "e.g."), ("i . e .", "i.e."), ("U . S .", "U.S."))


@dataclass(frozen=True)
class EedCharacters:
    """A tokenizer: the characters of a text, after the original's rules for a language.

    >>> "".join(EedCharacters("en")("Yes, 0.5 of it."))
    ' Yes , 0 .5 of it . '
    """

    rules: str = "en"

    def __call__(self, text: str) -> list[str]:
        """Split one text."""
        if self.rules == "en":
            return list(f" {_english(text)} ")
        return list(unicodedata.normalize("NFKC", text.rstrip()) if self.rules == "ja" else text)


def _english(text: str) -> str:
    text = text.rstrip()
    for mark in ".!?,":
        text = text.replace(mark, f" {mark}")
    text = re.sub(r"\s+", " ", text)
    text = re.sub(r"(\d) ([.,]) (\d)", r"\1\2\3", text)
    text = TITLES.sub(r"\1.", text)
    for apart, together in ABBREVIATIONS:
        text = text.replace(apart, together)
    return text


def distance_and_visits(
    hyp: list[str], ref: list[str], alpha: float, deletion: float, insertion: float
) -> tuple[float, int]:
    """The cost of the cheapest way through the hypothesis, and the visits that coverage charges for.

    Each character of the reference is a step: to the next character of the hypothesis (free if it is the same), over
    one more of them (a deletion), or nowhere (an insertion); after a space, anywhere (a jump). Where the row of a
    character is cheapest counts as visited; each visit after the first is charged, and so is a place without one.

    >>> distance_and_visits(list("ab"), list("ab"), 2.0, 0.2, 1.0)
    (0.0, 1)
    """
    row = [0.0] + [1.0] * len(hyp)
    visits = [-1] * len(row)
    for character in ref:
        after = [row[0] + 1.0]
        for i, mine in enumerate(hyp, 1):
            after.append(min(after[-1] + deletion, row[i - 1] + (mine != character), row[i] + insertion))
        cheapest = min(after)
        visits[after.index(cheapest)] += 1
        row = [min(cost, alpha + cheapest) for cost in after] if character == " " else after
    return row[-1], sum(1 if each < 0 else each for each in visits)
