"""What may be scored: sacrebleu's argument order, without its silent cuts.

Where sacrebleu raises a TypeError, so do we. Where it goes on with a bare string, with references that aren't nested,
or with lists of different lengths, it scores something else than was meant; here these are errors.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from understudy import _core
from understudy.errors import InputError
from understudy.inputs.texts import References
from understudy.inputs.texts import references as our_references


def hypothesis_texts(metric: str, hyps: Any, segments: int, references: Any) -> _core.Texts:
    """Take the hypotheses, one string for each of so many segments."""
    if isinstance(hyps, str) or not isinstance(hyps, Sequence):
        raise TypeError(f"{metric}: `hyps` should be a sequence of strings, got {_short(hyps)}; give a list of them.")
    for number, each in enumerate(hyps, 1):
        if not isinstance(each, str):
            raise TypeError(f"{metric}: Each element of `hyps` should be a string; number {number} is {_short(each)}.")
    if len(hyps) != segments:
        raise _unequal(metric, len(hyps), segments, references)
    return _core.Texts(list(hyps), "hypotheses")


def reference_streams(metric: str, refs: Any) -> References:
    """Take streams of references, each with one reference, or None, per segment."""
    nested = "a sequence of sequence of strings: [[reference of each segment], [another reference of each segment]]"
    if isinstance(refs, str) or not isinstance(refs, Sequence):
        raise TypeError(f"{metric}: `refs` should be {nested}, got {_short(refs)}.")
    for stream in refs:
        if isinstance(stream, str):
            raise TypeError(f"{metric}: `refs` should be {nested}; one of its elements is {_short(stream)}.")
        if not isinstance(stream, Sequence):
            raise TypeError(f"{metric}: Each element of `refs` should be a sequence of strings, got {_short(stream)}.")
    lengths = sorted({len(stream) for stream in refs})
    if len(lengths) > 1:
        raise InputError(
            f"{metric}: the streams of references have {_joined(lengths)} segments; all must have one entry per"
            " hypothesis, None where a reference is missing"
        )
    try:
        return our_references({str(number): stream for number, stream in enumerate(refs, 1)})
    except InputError as error:
        if "not a string" in str(error):
            raise TypeError(f"{metric}: `refs` should be {nested}; {error}.") from None
        raise


def segment_references(metric: str, hyp: Any, refs: Any) -> list[str]:
    """Take the references of one segment; None is a missing one."""
    if not isinstance(hyp, str):
        raise TypeError(f"{metric}: The argument `hyp` should be a string, got {_short(hyp)}.")
    if isinstance(refs, str) or not isinstance(refs, Sequence):
        raise TypeError(f"{metric}: The argument `refs` should be a sequence of strings, got {_short(refs)}.")
    present = [each for each in refs if each is not None]
    for each in present:
        if not isinstance(each, str):
            raise TypeError(f"{metric}: Each element of `refs` should be a string, got {_short(each)}.")
    if not present:
        raise InputError(f"{metric}: the segment has no reference; give at least one, '' if it is empty")
    return present


def _unequal(metric: str, hyps: int, segments: int, references: Any) -> InputError:
    message = f"{metric}: there are {hyps} hypotheses but {segments} references in each stream"
    if references and len(references) == hyps:
        return InputError(
            f"{message}; the references look transposed: give one list for each reference, not one for each"
            " segment, for example list(zip(*references))"
        )
    return InputError(f"{message}; one hypothesis and one reference, or None, per segment are needed")


def _joined(lengths: list[int]) -> str:
    return ", ".join(map(str, lengths[:-1])) + f" and {lengths[-1]}"


def _short(value: object) -> str:
    return f"{type(value).__name__} {value!r:.60}"
