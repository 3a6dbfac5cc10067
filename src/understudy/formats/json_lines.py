"""Texts by field, one JSON object a line."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from understudy.errors import FormatError
from understudy.formats.columns import corpus_of
from understudy.formats.corpus import Choices, Corpus
from understudy.formats.opened import Opened
from understudy.formats.text import lines_of


def sniff(head: bytes) -> bool:
    """Whether this is the beginning of such a file.

    >>> sniff(b'{"hyp": "a cat"}'), sniff(b"{a cat}")
    (True, False)
    """
    try:
        return isinstance(json.loads(head.partition(b"\n")[0]), dict)
    except (ValueError, RecursionError):
        return False


def read(file: Opened, choices: Choices) -> Corpus:
    """Read texts by the names of their fields; a field that a line lacks is missing there, like one that is null.

    >>> read(Opened("a.jsonl", b'{"hyp": "a cat", "refs": ["the cat", "cats"]}'), Choices()).references
    {'refs 1': ['the cat'], 'refs 2': ['cats']}
    """
    found = objects(file.name, lines_of(file.data, file.name))
    names = dict.fromkeys(name for _, each in found for name in each)
    table = {name: [each.get(name) for _, each in found] for name in names}
    return corpus_of(file.name, "JSONL", table, [number for number, _ in found], choices, [each for _, each in found])


def objects(name: str, lines: list[str]) -> list[tuple[int, dict[str, Any]]]:
    """Read the object of every line that is not blank, with the number of the line.

    >>> objects("a.jsonl", ['{"hyp": "a cat"}'])
    [(1, {'hyp': 'a cat'})]
    """
    found = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            each = json.loads(line, object_pairs_hook=_once)
        except json.JSONDecodeError as error:
            raise FormatError(f"{name}:{number}: this is not JSON ({error.msg}); one object a line is needed") from None
        except RecursionError:
            raise FormatError(
                f"{name}:{number}: the JSON is nested too deeply; one flat object a line is needed"
            ) from None
        except KeyError as error:
            raise FormatError(f"{name}:{number}: the field {error.args[0]!r} stands there twice") from None
        if not isinstance(each, dict):
            raise FormatError(f"{name}:{number}: a JSON object is needed, got {line!r:.60}")
        found.append((number, each))
    if not found:
        raise FormatError(f"{name} holds no JSON object; one a line is needed")
    return found


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise KeyError(name)
        found[name] = value
    return found


def write(table: Mapping[str, Sequence[Any]]) -> bytes:
    r"""Write one object a segment.

    >>> write({"hyp": ["a cat"], "bleu": [12.5]})
    b'{"hyp": "a cat", "bleu": 12.5}\n'
    """
    return write_objects([dict(zip(table, row, strict=True)) for row in zip(*table.values(), strict=True)])


def write_objects(objects: Sequence[Mapping[str, Any]]) -> bytes:
    r"""Write one object a line, as they are.

    >>> write_objects([{"hyp": "a cat"}])
    b'{"hyp": "a cat"}\n'
    """
    lines = (json.dumps(each, ensure_ascii=False, allow_nan=False) for each in objects)
    return "".join(line + "\n" for line in lines).encode()
