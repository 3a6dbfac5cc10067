"""Files to texts. Only this package opens the files that users name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import PurePath

from understudy.errors import FormatError, SettingError
from understudy.formats.text import STANDARD_INPUT, read_lines
from understudy.texts import check_parallel

__all__ = ["STANDARD_INPUT", "read_beside", "read_lines", "read_parallel", "system_names"]


def read_parallel(
    systems: Sequence[str], references: Sequence[str]
) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """Read line-parallel files: the hypotheses of every system and the references, each by its name.

    >>> import tempfile, pathlib
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> _ = (folder / "sys.txt").write_text("a cat\\n"), (folder / "ref.txt").write_text("the cat\\n")
    >>> read_parallel([str(folder / "sys.txt")], [str(folder / "ref.txt")])[0]
    {'sys.txt': ['a cat']}
    """
    for path, times in Counter([*systems, *references]).items():
        if times > 1 and path == STANDARD_INPUT:
            raise SettingError("standard input (-) can be read only once; name files for the others")
    for kind, paths in {"system": systems, "reference": references}.items():
        for path, times in Counter(paths).items():
            if times > 1:
                raise SettingError(f"{kind} {path!r} is given twice")
    names = dict(zip(system_names(systems), systems, strict=True))
    lines = {path: read_lines(path) for path in dict.fromkeys([*systems, *references])}
    shown = {"standard input" if path == STANDARD_INPUT else path: each for path, each in lines.items()}
    check_parallel(shown, "lines", FormatError)
    return {name: lines[path] for name, path in names.items()}, {path: lines[path] for path in references}


def read_beside(path: str, model: str, segments: int, what: str) -> list[str]:
    """Read what belongs to the segments of files that were read before, such as the names of their documents.

    >>> import tempfile, pathlib
    >>> file = pathlib.Path(tempfile.mkdtemp(), "documents.txt")
    >>> _ = file.write_text("news\\nnews\\n")
    >>> read_beside(str(file), "sys.txt", 2, "document name")
    ['news', 'news']
    """
    lines = read_lines(path)
    if len(lines) != segments:
        raise FormatError(f"{path} has {len(lines)} lines but {model} has {segments}; one {what} per segment is needed")
    return lines


def system_names(paths: Sequence[str]) -> list[str]:
    """Name systems after their files, by the last part of the path where that tells them apart.

    >>> system_names(["out/A.txt", "out/B.txt"]), system_names(["1/out.txt", "2/out.txt"])
    (['A.txt', 'B.txt'], ['1/out.txt', '2/out.txt'])
    """
    short = [PurePath(path).name for path in paths]
    return short if len(set(short)) == len(short) else list(paths)
