"""The table of contents: every format that is read, how it is told, and what it needs."""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Format:
    """One format; its module has `sniff` (is this its beginning?) and `read`."""

    name: str  # for --input-format
    title: str
    module: str
    endings: tuple[str, ...]
    holds: str
    options: tuple[str, ...] = ()
    extra: str | None = None
    written: bool = False  # by --output

    def load(self) -> Any:
        """Import the module of the format."""
        return importlib.import_module(f"understudy.formats.readers.{self.module}")


NAMES = ("--hypothesis-name", "--reference-name")
COLUMNS = (*NAMES, "--source-name", "--id-name")

_ALL = (
    Format("text", "plain text", "text", (".txt",), "one segment a line"),
    Format(
        "tsv", "TSV", "tsv", (".tsv",), "columns with a header line, between tabs, not quoted", COLUMNS, written=True
    ),
    Format("csv", "CSV", "csv", (".csv",), "columns with a header line, quoted as in RFC 4180", COLUMNS, written=True),
    Format("jsonl", "JSONL", "json_lines", (".jsonl", ".ndjson"), "one JSON object a line", COLUMNS, written=True),
    Format("parquet", "Parquet", "parquet", (".parquet", ".pq"), "columns with types", COLUMNS, "arrow", written=True),
    Format("arrow", "Arrow", "arrow", (".arrow", ".feather", ".ipc"), "columns with types", COLUMNS, "arrow"),
    Format("sgml", "NIST SGML", "nist", (".sgm", ".sgml"), "srcset, refset or tstset, as for mteval", NAMES),
    Format("wmt", "WMT XML", "wmt", (".xml",), "documents with source, references and hypotheses", NAMES),
    Format("tmx", "TMX", "tmx", (".tmx",), "translation units in several languages", (*NAMES, "--source-name")),
    Format("xliff", "XLIFF", "xliff", (".xlf", ".xliff"), "units with source and target, of 1.2 and 2.x"),
    Format("coco", "COCO captions", "coco", (".json",), "captions by image: annotations, or results"),
    Format("trn", "sclite trn", "trn", (".trn",), "one utterance a line, its name in brackets at the end"),
    Format("mtme", "mt-metrics-eval", "mtme", (), "a folder with system-outputs", (*NAMES, "--language-pair")),
)
CONTENTS = {each.name: each for each in _ALL}
