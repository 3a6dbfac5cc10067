"""Predictions and targets in the shapes that torchmetrics takes, made one list per segment."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from understudy.errors import InputError
from understudy.inputs.tokens import Tokens

Single = tuple[list[str], list[str]]
Several = tuple[list[str], list[list[str]]]


def single(preds: Any, target: Any) -> Single:
    """Take one target for each prediction; a string is one segment.

    >>> single("a cat", "the cat")
    (['a cat'], ['the cat'])
    """
    hyps, refs = _texts(preds, "preds"), _texts(target, "target")
    _check_lengths(len(hyps), len(refs))
    return hyps, refs


def several(preds: Any, target: Any, together: bool = False) -> Several:
    """Take a list of targets for each prediction, or one; `together` takes strings for the targets of one prediction.

    >>> several(["a cat"], [["the cat", "a cat"]])
    (['a cat'], [['the cat', 'a cat']])
    >>> several("a cat", ["the cat", "a cat"], together=True)
    (['a cat'], [['the cat', 'a cat']])
    """
    hyps = _texts(preds, "preds")
    alone = together and len(hyps) == 1 and all(isinstance(each, str) for each in target)
    if alone or isinstance(target, str):
        target = [target]
    refs = [_texts(each, f"target {number}") for number, each in enumerate(target, 1)]
    if not hyps or not any(refs):
        return [], []  # no segment to count
    _check_lengths(len(hyps), len(refs))
    for number, each in enumerate(refs, 1):
        if not each:
            raise InputError(f"target {number} has no texts; give at least one for each prediction")
    return hyps, refs


def characters(texts: Sequence[str]) -> Tokens:
    """Take each character for a token, white space too.

    >>> len(characters(["a b"]))
    1
    """
    return Tokens(map(list, texts))


def _texts(given: Any, what: str) -> list[str]:
    texts = [given] if isinstance(given, str) else ["" if each == [] else each for each in given]
    for number, text in enumerate(texts, 1):
        if not isinstance(text, str):
            raise InputError(f"text {number} of {what} is {type(text).__name__}, {text!r:.60}; give strings")
    return texts


def _check_lengths(hyps: int, refs: int) -> None:
    if hyps != refs:
        raise InputError(f"there are {hyps} predictions but targets for {refs}; give one of each for every segment")
