"""What all scorers of pycocoevalcap take: captions by image, references and results, tokenized, with blanks between."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from understudy.errors import InputError

Captions = Mapping[Any, Sequence[str]]


def pairs(gts: Captions, res: Captions) -> tuple[list[str], list[list[str]]]:
    """Take one result for each image, and its references, in the order of the references; checked.

    >>> pairs({1: ["a dog", "the dog"]}, {1: ["dogs"]})
    (['dogs'], [['a dog', 'the dog']])
    """
    if gts.keys() != res.keys():
        only = sorted(map(repr, gts.keys() ^ res.keys()))
        raise InputError(
            f"{len(gts)} images have references and {len(res)} have results, but not the same ones: {only[0]} has only"
            " one of them; give both for every image"
        )
    if not gts:
        raise InputError("there are no images; give at least one with its references and its result")
    for image in gts:
        _check(image, gts[image], "references")
        _check(image, res[image], "results")
        if len(res[image]) != 1:
            raise InputError(
                f"image {image!r} has {len(res[image])} results; give a list of one caption for each image"
            )
    return [res[image][0] for image in gts], [list(gts[image]) for image in gts]


def _check(image: Hashable, captions: Any, what: str) -> None:
    if isinstance(captions, str) or not isinstance(captions, (list, tuple)) or not captions:
        raise InputError(f"the {what} of image {image!r} are {captions!r:.80}; give a list with at least one caption")
    for caption in captions:
        if not isinstance(caption, str):
            raise InputError(
                f"image {image!r} has {caption!r:.80} among its {what}; give strings, as PTBTokenizer().tokenize(...)"
                " makes them of [{'caption': ...}]"
            )
