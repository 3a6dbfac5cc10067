"""Counts, rates and alignments of sentences, as jiwer gives them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from understudy.compat.jiwer import transforms as tr
from understudy.compat.jiwer.transformations import cer_default, wer_default
from understudy.errors import InputError

if TYPE_CHECKING:
    from understudy.compat.jiwer.tokenized import Pair

__all__ = ["AlignmentChunk", "CharacterOutput", "WordOutput", "process_characters", "process_words"]

Output = TypeVar("Output")
TYPES = ("equal", "substitute", "delete", "insert")  # numbered so by the native core
COUNTS = ("hits", "substitutions", "deletions", "insertions")
MADE_LATE = ("references", "hypotheses", "alignments")


@dataclass
class AlignmentChunk:
    """A run of steps of one type: which words of the reference became which of the hypothesis."""

    type: str
    ref_start_idx: int
    ref_end_idx: int
    hyp_start_idx: int
    hyp_end_idx: int

    def __post_init__(self) -> None:
        if self.type == "replace":  # rapidfuzz's name
            self.type = "substitute"
        if self.type not in TYPES:
            raise InputError(f"unknown type {self.type!r} of a chunk; choose {', '.join(TYPES)}")
        for text, start, end in (
            ("ref", self.ref_start_idx, self.ref_end_idx),
            ("hyp", self.hyp_start_idx, self.hyp_end_idx),
        ):
            if start > end:
                raise InputError(f"{text}_start_idx={start} is larger than {text}_end_idx={end}")


class _Lazy:
    """What takes long is made when it is looked at: sentences as lists, and alignments."""

    _pair: Pair

    def __getattr__(self, name: str) -> Any:
        if name not in MADE_LATE or "_pair" not in vars(self):
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        from understudy.compat.jiwer import counting

        setattr(self, name, getattr(counting, name)(*self._pair))
        return vars(self)[name]

    def __getstate__(self) -> dict[str, Any]:
        for name in MADE_LATE:
            getattr(self, name)
        return {name: value for name, value in vars(self).items() if name != "_pair"}


@dataclass
class WordOutput(_Lazy):
    """The sentences as words, their alignments, counts and rates."""

    references: list[list[str]]
    hypotheses: list[list[str]]
    alignments: list[list[AlignmentChunk]]
    wer: float
    mer: float
    wil: float
    wip: float
    hits: int
    substitutions: int
    insertions: int
    deletions: int


# Fields and their order are jiwer's; a class that both share would put the shared ones first.
@dataclass
class CharacterOutput(_Lazy):
    """The sentences as characters, their alignments, counts and rate."""

    references: list[list[str]]
    hypotheses: list[list[str]]
    alignments: list[list[AlignmentChunk]]
    cer: float
    hits: int
    substitutions: int
    insertions: int
    deletions: int


def process_words(
    reference: str | list[str],
    hypothesis: str | list[str],
    reference_transform: tr.Transform = wer_default,
    hypothesis_transform: tr.Transform = wer_default,
) -> WordOutput:
    """Align references with hypotheses word by word.

    >>> out = process_words("a cat sat", "the cat sat here")
    >>> out.hits, out.substitutions, out.insertions, round(out.wer, 3)
    (2, 1, 1, 0.667)
    """
    pair, counts = count(reference, hypothesis, reference_transform, hypothesis_transform)
    return _lazy(WordOutput, pair, rates_of(*counts), counts)


def process_characters(
    reference: str | list[str],
    hypothesis: str | list[str],
    reference_transform: tr.Transform = cer_default,
    hypothesis_transform: tr.Transform = cer_default,
) -> CharacterOutput:
    """Align references with hypotheses character by character, spaces included.

    >>> process_characters("a cat", "a bat").cer
    0.2
    """
    pair, counts = count(reference, hypothesis, reference_transform, hypothesis_transform)
    return _lazy(CharacterOutput, pair, {"cer": rates_of(*counts)["wer"]}, counts)


def count(
    reference: Any, hypothesis: Any, of_reference: tr.Transform, of_hypothesis: tr.Transform, ties: str = "jiwer"
) -> tuple[Pair, tuple[int, int, int, int]]:
    """Transform both texts and count hits, substitutions, deletions and insertions.

    >>> count("a cat", "a bat", wer_default, wer_default)[1]
    (1, 1, 0, 0)
    """
    from understudy.compat.jiwer.counting import counts_of
    from understudy.compat.jiwer.tokenized import tokenize_pair

    pair = tokenize_pair(reference, hypothesis, of_reference, of_hypothesis)
    return pair, counts_of(pair, ties)


def rates_of(hits: int, substitutions: int, deletions: int, insertions: int) -> dict[str, float]:
    """The four rates, each divided once; whole numbers where no reference has a word, as jiwer has them.

    >>> rates_of(2, 1, 0, 1)["wip"] == (2 / 3) * (2 / 4)
    True
    """
    errors = substitutions + deletions + insertions
    ref_length, hyp_length = hits + substitutions + deletions, hits + substitutions + insertions
    if ref_length:
        wip = (hits / ref_length) * (hits / hyp_length) if hyp_length else 0
        return {"wer": errors / ref_length, "mer": errors / (ref_length + insertions), "wil": 1 - wip, "wip": wip}
    lost = int(hyp_length > 0)
    return {"wer": insertions, "mer": lost, "wil": lost, "wip": 1 - lost}


def _lazy(kind: type[Output], pair: Pair, rates: dict[str, float], counts: tuple[int, ...]) -> Output:
    output = object.__new__(kind)
    vars(output).update(rates, **dict(zip(COUNTS, counts, strict=True)), _pair=pair)
    return output
