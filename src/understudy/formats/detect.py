"""One file of whatever format: told by its ending or its beginning, and read."""

from __future__ import annotations

from pathlib import PurePath

from understudy.errors import FormatError, choose
from understudy.formats.contents import CONTENTS, Format
from understudy.formats.corpus import Choices, Corpus
from understudy.formats.files.opened import Opened
from understudy.formats.files.opening import open_file
from understudy.formats.readers.mtme import is_tree

COMPRESSED = (".gz", ".bz2", ".xz", ".zst")
HEAD = 65536  # bytes in which a format must show itself
CERTAIN = ("parquet", "arrow", "sgml", "wmt", "tmx", "xliff")  # no text begins like these, whatever its ending says
LIKELY = ("coco", "jsonl")


def read_corpus(
    path: str,
    choices: Choices = Choices(),  # noqa: B008 - frozen
    input_format: str | None = None,
    opened: Opened | None = None,
) -> Corpus:
    """Read one file, which may be open already, of the format that is named, or that its ending or its beginning tells.

    >>> read_corpus("examples/strong.en").title
    'plain text'
    """
    if input_format is not None:
        choose("format", input_format, CONTENTS)
    if is_tree(path) and input_format in (None, "mtme"):
        tree: Corpus = CONTENTS["mtme"].load().read(Opened(path, b""), choices)
        return tree
    file = opened or open_file(path)
    found = CONTENTS[input_format] if input_format else sniff(file)
    if found.name == "mtme":
        raise FormatError(f"{file.name} is not a folder of mt-metrics-eval; it must hold 'system-outputs'")
    corpus: Corpus = found.load().read(file, choices)
    return corpus


def sniff(file: Opened) -> Format:
    """Tell the format of a file by its ending where that is clear, else by how it begins.

    >>> sniff(Opened("a.tsv", b"hyp")).name, sniff(Opened("a.xml", b"<tmx>")).name, sniff(Opened("a.en", b"hyp")).name
    ('tsv', 'tmx', 'text')
    """
    name = PurePath(file.path).name.lower()
    for ending in COMPRESSED:
        name = name.removesuffix(ending)
    head = file.data[:HEAD]
    certain = next((CONTENTS[each] for each in CERTAIN if CONTENTS[each].load().sniff(head)), None)
    by_ending = next((each for each in CONTENTS.values() if each.endings and name.endswith(each.endings)), None)
    if certain or (by_ending and by_ending.name != "coco"):
        return certain or by_ending or CONTENTS["text"]
    if head.startswith(b"{") and b"\n" not in head:  # an object a line, of which the first may be long
        head = file.data[: file.data.find(b"\n") + 1 or None]
    likely = next((CONTENTS[each] for each in LIKELY if CONTENTS[each].load().sniff(head)), None)
    return likely or by_ending or CONTENTS["text"]
