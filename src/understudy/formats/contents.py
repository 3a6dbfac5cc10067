"""The table of contents: everything that the program knows of a file format is in its one entry here.

Other packages add formats by an entry point of the group `understudy.formats`, whose value is a `Format`.
"""

from __future__ import annotations

import importlib
import os
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol, cast

from understudy.errors import SettingError, choose
from understudy.formats.recognition import (
    Recognizer,
    containing,
    first_element,
    first_word,
    json_object_line,
    json_object_with,
    magic,
    message_catalog,
    spreadsheet,
)

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from understudy.formats.files.content import FileContent
    from understudy.formats.parsed import ParsedFile, Selection

GROUP = "understudy.formats"
READERS = "understudy.formats.readers"


class Reader(Protocol):
    """What the module of a format must have.

    Where its entry says so, it also has `write(columns) -> bytes` and `pieces(file, selection, size)`, an iterator of
    parsed files that hold some segments each.
    """

    def read(self, file: FileContent, selection: Selection) -> ParsedFile:
        """Parse the whole content of a file."""


@dataclass(frozen=True)
class Format:
    """One file format: how to recognize it, and which module reads it."""

    name: str  # for --input-format
    title: str
    reader: str  # the module, imported when a file is read
    endings: tuple[str, ...]
    holds: str  # in a few words
    options: tuple[str, ...] = ()  # that apply to it
    extra: str | None = None  # the optional dependencies that its reader needs
    written: bool = False  # by --output; the module has `write`
    begins: Recognizer | None = None  # whether these are the first bytes of such a file
    certain: bool = False  # no plain text begins so: the first bytes count for more than the ending
    shared_endings: bool = False  # other formats use its endings too: the first bytes of all are tried before them
    streamed: Literal["bytes", "file"] | None = None  # the module has `pieces`, of any bytes or of a file on disk only
    encoded: bool = False  # a text whose encoding the file doesn't say: --encoding can
    folder: str | None = None  # the format is a folder, which holds another folder of this name

    def load(self) -> Any:
        """Import the reader."""
        return cast("Reader", importlib.import_module(self.reader))

    def to_dict(self) -> dict[str, Any]:
        """What `understudy formats` lists."""
        names = ("name", "title", "endings", "holds", "options", "extra", "written")
        return {name: getattr(self, name) for name in names}


NAMES = ("--hypothesis-name", "--reference-name")
COLUMNS = (*NAMES, "--source-name", "--id-name")

_BUILT_IN = (
    Format("text", "plain text", f"{READERS}.text", (".txt",), "one segment per line", streamed="bytes", encoded=True),
    Format(
        "tsv", "TSV", f"{READERS}.tsv", (".tsv",), "columns with a header line, between tabs, not quoted", COLUMNS,
        written=True, encoded=True,
    ),
    Format(
        "csv", "CSV", f"{READERS}.csv", (".csv",), "columns with a header line, quoted as in RFC 4180", COLUMNS,
        written=True, encoded=True,
    ),
    Format(
        "jsonl", "JSONL", f"{READERS}.jsonl", (".jsonl", ".ndjson"), "one JSON object per line", COLUMNS,
        written=True, begins=json_object_line, streamed="bytes", encoded=True,
    ),
    Format(
        "parquet", "Parquet", f"{READERS}.parquet", (".parquet", ".pq"), "columns with types", COLUMNS, "arrow",
        written=True, begins=magic(b"PAR1"), certain=True, streamed="file",
    ),
    Format(
        "arrow", "Arrow", f"{READERS}.arrow", (".arrow", ".feather", ".ipc"), "columns with types", COLUMNS, "arrow",
        begins=magic(b"ARROW1"), certain=True,
    ),
    Format(
        "xlsx", "XLSX", f"{READERS}.xlsx", (".xlsx", ".xlsm"), "a sheet whose first row names the columns",
        (*COLUMNS, "--sheet"), "excel", written=True, begins=spreadsheet, certain=True,
    ),
    Format(
        "sgml", "NIST SGML", f"{READERS}.nist", (".sgm", ".sgml"), "srcset, refset or tstset, as for mteval", NAMES,
        begins=first_element("srcset", "refset", "tstset", "mteval", any_case=True), certain=True,
        encoded=True,
    ),
    Format(
        "wmt", "WMT XML", f"{READERS}.wmt", (".xml",), "documents with source, references and hypotheses", NAMES,
        begins=first_element("dataset"), certain=True,
    ),
    Format(
        "tmx", "TMX", f"{READERS}.tmx", (".tmx",), "translation units in several languages", (*NAMES, "--source-name"),
        begins=first_element("tmx"), certain=True,
    ),
    Format(
        "xliff", "XLIFF", f"{READERS}.xliff", (".xlf", ".xliff"), "units with source and target, of 1.2 and 2.x",
        begins=first_element("xliff"), certain=True,
    ),
    Format(
        "po", "PO", f"{READERS}.po", (".po", ".pot"), "messages with their translations, of gettext",
        begins=message_catalog, certain=True, encoded=True,
    ),
    Format(
        "coco", "COCO captions", f"{READERS}.coco", (".json",), "captions by image: annotations, or results",
        begins=containing(b'"image_id"', b'"annotations"'), shared_endings=True,
    ),
    Format(
        "trn", "sclite trn", f"{READERS}.trn", (".trn",), "one utterance per line, its id in parentheses at the end",
        encoded=True,
    ),
    Format(
        "stm", "STM", f"{READERS}.stm", (".stm",), "one utterance per line: file, channel, speaker, begin, end, words",
        encoded=True,
    ),
    Format(
        "ctm", "CTM", f"{READERS}.ctm", (".ctm",), "one word per line: file, channel, begin, duration, word",
        encoded=True,
    ),
    Format("kaldi", "Kaldi text", f"{READERS}.kaldi", (), "one utterance per line, after its id", encoded=True),
    Format(
        "seglst", "SegLST", f"{READERS}.seglst", (".seglst.json", ".json"), "a JSON list of utterances, of meeteval",
        begins=containing(b'"session_id"'), shared_endings=True,
    ),
    Format(
        "manifest", "NeMo manifest", f"{READERS}.manifest", (".json", ".jsonl"), "JSON lines with text and pred_text",
        begins=json_object_with("audio_filepath"), certain=True, shared_endings=True, encoded=True,
    ),
    Format("srt", "SRT", f"{READERS}.srt", (".srt",), "blocks of subtitles with their times", encoded=True),
    Format(
        "vtt", "WebVTT", f"{READERS}.vtt", (".vtt",), "blocks of subtitles of the web",
        begins=first_word(b"WEBVTT"), certain=True,
    ),
    Format(
        "mtme", "mt-metrics-eval", f"{READERS}.mtme", (), "a folder with system-outputs", (*NAMES, "--language-pair"),
        folder="system-outputs",
    ),
)  # fmt: skip
CONTENTS = {each.name: each for each in _BUILT_IN}


def all_formats() -> dict[str, Format]:
    """The formats of this package and of all others that are installed, by name.

    >>> "tsv" in all_formats()
    True
    """
    return CONTENTS | from_outside()


def find_format(name: str) -> Format:
    """Find a format by its name.

    >>> find_format("tsv").title
    'TSV'
    """
    formats = CONTENTS if name in list(CONTENTS) else all_formats()
    choose("format", name, formats)
    return formats[name]


@cache
def from_outside() -> dict[str, Format]:
    """The formats of other packages, by name: their entry points in the group `understudy.formats`.

    >>> sorted(set(from_outside()) & set(CONTENTS))
    []
    """
    if not _any_declared():
        return {}
    from importlib.metadata import entry_points

    formats: dict[str, Format] = {}
    for entry in entry_points(group=GROUP):
        if entry.name in CONTENTS or entry.name in formats:
            package = entry.dist.name if entry.dist else "a package"
            raise SettingError(
                f"{package} offers a format named {entry.name!r}, which there is already; remove one of them"
            )
        formats[entry.name] = _loaded(entry)
    return formats


def _any_declared() -> bool:
    """Whether any package declares a format: 2 ms, where importing importlib.metadata takes 100."""
    return any(GROUP in _entry_points(folder) for path in sys.path for folder in _package_infos(path or "."))


def _package_infos(path: str) -> list[str]:
    try:
        return [each.path for each in os.scandir(path) if each.name.endswith((".dist-info", ".egg-info"))]
    except OSError:  # not a folder
        return []


def _entry_points(folder: str) -> str:
    try:
        return Path(folder, "entry_points.txt").read_text(encoding="utf-8", errors="replace")
    except OSError:  # it has none
        return ""


def _loaded(entry: EntryPoint) -> Format:
    value = entry.load()
    if not isinstance(value, Format) or value.name != entry.name:
        raise SettingError(
            f"the entry point {entry.name!r} = {entry.value!r} is not a format of that name;"
            " it must be an understudy.formats.Format"
        )
    return value
