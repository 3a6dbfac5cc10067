"""What in rated texts can change a conclusion: outputs gone wrong, and references that are made of judged outputs.

An output that repeats one token for ever, or is many times as long as its reference, rules the sums of a whole system;
and a reference that was chosen, segment by segment, from judged outputs is no evidence of anything.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

LONGEST_RUN = 10  # of one token, or three times as many of one character
LENGTH_RATIO = 4  # of characters, against the longest reference
SHORTEST = 40  # characters: "Yes, indeed!" for "Yes" is no accident
CHOSEN_SHARE = 0.5  # short segments often have one obvious translation, but no honest reference has so many


def degenerate(hypothesis: str, references: Sequence[str]) -> bool:
    """Whether an output has a run of one token that no reference has, or is four times as long as any of them.

    >>> degenerate("so . . . . . . . . . . .", ["so"]), degenerate("a cat sat", ["the cat sat"])
    (True, False)
    """
    longest = max(map(len, references), default=0)
    if len(hypothesis) >= SHORTEST and len(hypothesis) > LENGTH_RATIO * longest:
        return True
    return _runs_on(hypothesis) and not any(map(_runs_on, references))


def _runs_on(text: str) -> bool:
    return _longest_run(text.split()) >= LONGEST_RUN or _longest_run(text) >= 3 * LONGEST_RUN


def _longest_run(tokens: Sequence[str]) -> int:
    return max((sum(1 for _ in run) for _, run in groupby(tokens)), default=0)


def share_of_outputs(reference: Sequence[str | None], outputs: Mapping[str, Sequence[str | None]]) -> float:
    """The share of segments whose reference is, letter for letter, the output of a judged system.

    >>> share_of_outputs(["a", "b"], {"A": ["a", "x"], "B": ["y", "z"]})
    0.5
    """
    there = [(i, text) for i, text in enumerate(reference) if text is not None and text.strip()]
    found = sum(any(each[i] == text for each in outputs.values()) for i, text in there)
    return found / len(there) if there else 0.0


def chosen_references(
    references: Mapping[str, Sequence[str | None]], outputs: Mapping[str, Sequence[str | None]]
) -> list[str]:
    """Say which references seem to be chosen from judged outputs, segment by segment.

    >>> len(chosen_references({"best": ["a", "b"]}, {"A": ["a", "x"], "B": ["y", "b"]}))
    1
    """
    shares = {name: share_of_outputs(texts, outputs) for name, texts in references.items()}
    return [
        f"the reference {name!r} is the output of a judged system in {share:.0%} of its segments, so that it favors"
        " these systems and is no evidence; use another reference"
        for name, share in shares.items()
        if share >= CHOSEN_SHARE
    ]
