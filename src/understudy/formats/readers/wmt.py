"""The XML of WMT since 2021: documents with a source, references by translator and hypotheses by system."""

from __future__ import annotations

from understudy.formats.builder import ParsedFileBuilder
from understudy.formats.files.content import FileContent
from understudy.formats.parsed import ParsedFile, Selection
from understudy.formats.readers.xml import Reader

ROLES = {"src": ("source", None), "ref": ("reference", "translator"), "hyp": ("hypothesis", "system")}


def read(file: FileContent, selection: Selection) -> ParsedFile:
    """Read all documents.

    >>> text = b'<dataset><doc id="d" domain="news"><src><p><seg id="1">un chat</seg></p></src></doc></dataset>'
    >>> found = read(FileContent("a.xml", text), Selection())
    >>> found.source, found.ids, found.columns["domain"]
    (['un chat'], ['d:1'], ['news'])
    """
    reader = _Reader(file.name)
    reader.walk(file.data)
    return reader.builder.build(partial_references=True)


class _Reader(Reader):
    texts = frozenset(["seg"])

    def __init__(self, path: str) -> None:
        super().__init__(path)
        self.builder = ParsedFileBuilder(path, "WMT XML")
        self.collection: dict[str, str] = {}
        self.document: dict[str, str] = {}
        self.stream: tuple[str, str] | None = None
        self.segment: dict[str, str] = {}
        self.begin = 0

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if name == "collection":
            self.collection = {"collection": attributes["id"]} if "id" in attributes else {}
        elif name == "doc":
            if "id" not in attributes:
                raise self.fail("a <doc> needs an id")
            self.document = attributes
        elif name in ROLES:
            role, by = ROLES[name]
            self.stream = role, "" if by is None else attributes.get(by, "")
        elif name == "seg":
            self._segment(attributes)

    def _segment(self, attributes: dict[str, str]) -> None:
        if self.stream is None or not self.document:
            raise self.fail("a <seg> must be inside the <src>, <ref> or <hyp> of a <doc>")
        if "id" not in attributes:
            raise self.fail("a <seg> needs an id")
        self.segment, self.begin, self.text = attributes, self.line, ""

    def end(self, name: str) -> None:
        if name == "seg":
            assert self.stream is not None  # or its start was refused
            facts = {**self.collection, **self.document, **self.segment}
            del facts["id"]
            key = self.document["id"], self.segment["id"]
            self.builder.add(self.stream, key, self.text, self.begin, facts)
        elif name in ROLES:
            self.stream = None
        elif name == "doc":
            self.document = {}
