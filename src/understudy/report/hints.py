"""What is probably wrong with a segment, told without a model: numbers, loops, lengths, brackets, case, punctuation."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from itertools import groupby

from understudy.report.content import Hint
from understudy.report.testset import TestSet

HINTS = ("empty", "copy", "missing", "extra", "loop", "short", "long", "brackets", "case", "punctuation")
NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
BRACKETS = {")": "(", "]": "[", "}": "{", "」": "「", "）": "（", "】": "【", "»": "«", "”": "“"}
BRACKET = re.compile(f"[{re.escape(''.join([*BRACKETS, *BRACKETS.values()]))}]")
EDGES = ".,;:!?…\"'“”‘’«»()[]。、！？،؟"  # of words
TIMES, LONGEST = 3, 4  # of a loop: how often words are repeated, and how many words
HALF, TWICE, CHARACTERS = 0.5, 2.0, 10  # of lengths that are odd, and by how many characters at least


def find_hints(texts: TestSet) -> dict[str, dict[str, list[Hint]]]:
    """The hints for every system, by the number of the segment, counted from 1; segments without a hint are left out.

    >>> import understudy as us
    >>> texts = TestSet.read({"A": ["at 10", "the the the cat"]}, ["at 9", "the cat"], None, None, [])
    >>> find_hints(texts)["A"]["1"], find_hints(texts)["A"]["2"]
    ([('missing', '9'), ('extra', '10')], [('loop', 'the')])
    """
    by_system: dict[str, dict[str, list[Hint]]] = {}
    for name, outputs in texts.systems.items():
        sources: Sequence[str | None] = texts.sources or [None] * len(texts)
        hints = [
            hints_for(output, refs, source)
            for output, refs, source in zip(outputs, texts.references, sources, strict=True)
        ]
        by_system[name] = {str(number): each for number, each in enumerate(hints, 1) if each}
    return by_system


def hints_for(output: str, references: list[str], source: str | None = None) -> list[Hint]:
    """The hints for one output.

    >>> hints_for("a (dog", ["a cat"]), hints_for("a cat", ["A cat"]), hints_for("a cat!", ["a cat."])
    ([('brackets', '')], [('case', '')], [('punctuation', '')])
    """
    if not output.strip():
        return [("empty", "")] if all(map(str.strip, references)) else []
    if output in references:
        return []
    hints = [("copy", "")] if source is not None and output.strip() == source.strip() else []
    hints += _numbers(output, references, source)
    hints += [("loop", " ".join(loop)) for loop in _loops(_words(output)) if not _has_loop(references)]
    hints += _lengths(output, references)
    if not _balanced(output) and all(map(_balanced, references)):
        hints.append(("brackets", ""))
    if output.casefold() in {ref.casefold() for ref in references}:
        hints.append(("case", ""))
    elif any(_differ_in_punctuation(output, ref) for ref in references):
        hints.append(("punctuation", ""))
    return hints


def _numbers(output: str, references: list[str], source: str | None) -> list[Hint]:
    """Numbers that every reference has and the output lacks, and the other way round."""
    if not NUMBER.search(output) and not any(map(NUMBER.search, references)):
        return []
    ours = Counter(_written_numbers(output))
    theirs = [Counter(_written_numbers(ref)) for ref in references]
    due, allowed = theirs[0], theirs[0]
    for each in theirs[1:]:
        due, allowed = due & each, allowed | each
    if source is not None:
        allowed = allowed | Counter(_written_numbers(source))
    missing, extra = due - ours, ours - allowed
    return [("missing", ", ".join(sorted(missing.elements())))] * bool(missing) + [
        ("extra", ", ".join(sorted(extra.elements())))
    ] * bool(extra)


def _written_numbers(text: str) -> list[str]:
    """The numbers of a text, in the digits 0 to 9."""
    return ["".join(str(unicodedata.digit(c, c)) for c in number) for number in NUMBER.findall(text)]


def _loops(words: list[str]) -> list[list[str]]:
    """The shortest run of words that is repeated again and again, if there is one."""
    for size in range(1, LONGEST + 1):
        same = [words[i] == words[i - size] for i in range(size, len(words))]
        place = size
        for equal, run in groupby(same):
            count = len(list(run))
            if equal and count >= size * (TIMES - 1):
                return [words[place - size : place]]
            place += count
    return []


def _words(text: str) -> list[str]:
    """The words of a text without the punctuation on them."""
    return [word.strip(EDGES) or word for word in text.split()]


def _has_loop(references: list[str]) -> bool:
    return any(_loops(_words(ref)) for ref in references)


def _lengths(output: str, references: list[str]) -> list[Hint]:
    nearest = min((len(ref) for ref in references), key=lambda length: abs(length - len(output)))
    if abs(nearest - len(output)) < CHARACTERS:
        return []
    if len(output) < HALF * nearest:
        return [("short", f"{len(output)} characters for {nearest}")]
    return [("long", f"{len(output)} characters for {nearest}")] if len(output) > TWICE * nearest else []


def _balanced(text: str) -> bool:
    waiting: list[str] = []
    for character in BRACKET.findall(text):
        if character not in BRACKETS:
            waiting.append(character)
        elif not waiting or waiting.pop() != BRACKETS[character]:
            return False
    return not waiting


def _differ_in_punctuation(output: str, reference: str) -> bool:
    # Marks above and below letters are no punctuation, though the quick look leaves them out too.
    if re.sub(r"[\W_]+", "", output) != re.sub(r"[\W_]+", "", reference):
        return False
    return _letters(output) == _letters(reference)


def _letters(text: str) -> str:
    """The text without punctuation and blanks."""
    return "".join(c for c in text if unicodedata.category(c)[0] not in "PZC")
