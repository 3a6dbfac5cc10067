"""Files to texts. Only this package opens the files that users name."""

from __future__ import annotations

from collections.abc import Sequence

from understudy.errors import FormatError
from understudy.formats.contents import Format
from understudy.formats.files.content import FileContent
from understudy.formats.files.opening import STANDARD_INPUT
from understudy.formats.inputs import Inputs, read_inputs
from understudy.formats.names import system_names
from understudy.formats.parsed import ParsedFile, Selection
from understudy.formats.readers.text import read_lines
from understudy.formats.recognition import containing, first_element, magic
from understudy.formats.sources import Sources, parse_file
from understudy.inputs.arguments import strict

__all__ = [
    "STANDARD_INPUT",
    "FileContent",
    "Format",
    "Inputs",
    "ParsedFile",
    "Selection",
    "Sources",
    "containing",
    "first_element",
    "magic",
    "parse_file",
    "read_inputs",
    "read_lines",
    "read_parallel",
    "system_names",
]


@strict
def read_parallel(
    systems: Sequence[str], references: Sequence[str]
) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """Read files of one test set: the hypotheses of every system and the references, each by its name.

    >>> import tempfile, pathlib
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> _ = (folder / "sys.txt").write_text("a cat\\n"), (folder / "ref.txt").write_text("the cat\\n")
    >>> read_parallel([str(folder / "sys.txt")], [str(folder / "ref.txt")])[0]
    {'sys.txt': ['a cat']}
    """
    inputs = read_inputs(systems, references)
    whole: dict[str, list[str]] = {}
    for name, texts in inputs.references.items():
        if None in texts:
            raise FormatError(f"{name} lacks the reference of segment {texts.index(None) + 1}; one is needed for each")
        whole[name] = [text for text in texts if text is not None]
    return inputs.hypotheses, whole
