"""COCO's captions: annotations, with several references for each image, or results, with one hypothesis."""

from __future__ import annotations

from typing import Any

from understudy.errors import FormatError
from understudy.formats.files.content import FileContent
from understudy.formats.parsed import ParsedFile, Selection, Texts, check_ids
from understudy.formats.readers.jsonl import read_whole
from understudy.formats.readers.text import decode

CHOICES = 'either an object with "annotations", or a list of results, each with "image_id" and "caption"'


def read(file: FileContent, selection: Selection) -> ParsedFile:
    """Read captions by image, in the order in which images are first named.

    >>> read(FileContent("a.json", b'[{"image_id": 7, "caption": "a cat"}]'), Selection()).hypotheses
    {'': ['a cat']}
    """
    value = _parsed(file.name, decode(file.data, file.name))
    if isinstance(value, list):
        captions = _captions(file.name, "result", value)
        return check_ids(
            ParsedFile(
                file.name, "COCO results", range(1, len(captions) + 1), ids=[image for image, _ in captions],
                hypotheses={"": [caption for _, caption in captions]}, unit="result",
            )
        )  # fmt: skip
    return _annotations(file.name, _captions(file.name, "annotation", value["annotations"]))


def _parsed(name: str, text: str) -> Any:
    value = read_whole(name, text, "captions")
    if isinstance(value, list) or (isinstance(value, dict) and isinstance(value.get("annotations"), list)):
        return value
    raise FormatError(f"{name}: these are not COCO captions; {CHOICES} is needed")


def _captions(name: str, kind: str, entries: list[Any]) -> list[tuple[str, str]]:
    if not entries:
        raise FormatError(f"{name} holds no {kind}; nothing can be scored")
    captions = []
    for number, each in enumerate(entries, 1):
        image, caption = (each.get("image_id"), each.get("caption")) if isinstance(each, dict) else (None, None)
        if isinstance(image, bool) or not isinstance(image, (int, str)) or not isinstance(caption, str):
            raise FormatError(
                f'{name}, {kind} {number}: "image_id" and a "caption" of text are needed, got {each!r:.80}'
            )
        captions.append((str(image), caption))
    return captions


def _annotations(name: str, captions: list[tuple[str, str]]) -> ParsedFile:
    by_image: dict[str, list[str]] = {}
    first: dict[str, int] = {}
    for number, (image, caption) in enumerate(captions, 1):
        by_image.setdefault(image, []).append(caption)
        first.setdefault(image, number)
    most = max(map(len, by_image.values()))
    references: dict[str, Texts] = {
        str(i + 1): [each[i] if i < len(each) else None for each in by_image.values()] for i in range(most)
    }
    return ParsedFile(
        name, "COCO annotations", list(first.values()), ids=list(by_image), references=references, unit="annotation"
    )
