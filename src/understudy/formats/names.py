"""What systems are called: after their files, without what all of these names have in common."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath

from understudy.inputs.arguments import checked_paths, strict


@strict
def system_names(paths: Sequence[str]) -> list[str]:
    """Name systems after their files, by the last part of the path if that is unique, without a common beginning.

    >>> system_names(["out/A.txt", "out/B.txt"]), system_names(["1/out.txt", "2/out.txt"])
    (['A.txt', 'B.txt'], ['1/out.txt', '2/out.txt'])
    >>> system_names(["wmt22.en-de.hyp.Lan-Bridge.de", "wmt22.en-de.hyp.Online-A.de"])
    ['Lan-Bridge', 'Online-A']
    """
    listed = checked_paths(paths, "paths")
    short = [PurePath(path).name for path in listed]
    return _without_common(short) if len(set(short)) == len(short) else listed


def _without_common(names: list[str]) -> list[str]:
    """Leave out the parts, between points, with which all names begin and end; endings alone say what a file is."""
    parts = [name.split(".") for name in names]
    first = _common(parts)
    while first and not all(
        each[first][:1].isalpha() for each in parts
    ):  # of model.1.5 and model.1.6 nothing is left out
        first -= 1
    if len(names) < 2 or not first:
        return names
    last = _common([each[first:][::-1] for each in parts])
    short = [".".join(each[first : len(each) - last]) for each in parts]
    return short if len(set(short)) == len(short) else names


def _common(parts: Sequence[Sequence[str]]) -> int:
    """How many parts, from the first on, are the same in all names; each keeps one of its own."""
    count = 0
    while all(len(each) > count + 1 and each[count] == parts[0][count] for each in parts):
        count += 1
    return count
