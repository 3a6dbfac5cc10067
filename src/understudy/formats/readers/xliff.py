"""XLIFF 1.2 and 2.x: units with a source and a target."""

from __future__ import annotations

from understudy.errors import FormatError
from understudy.formats.files.content import FileContent
from understudy.formats.parsed import ParsedFile, Selection, Texts, check_ids
from understudy.formats.readers.xml import Reader

CODES = frozenset(["bpt", "ept", "it", "ph", "x", "bx", "ex"])  # what they hold is markup of another program, not text
UNTRANSLATED = ("new", "needs-translation", "initial")  # states: of a target in version 1.2, of a segment in 2
ASIDE = frozenset(["alt-trans", "matches", "note", "notes", "seg-source", "ignorable", "originalData"])


def read(file: FileContent, selection: Selection) -> ParsedFile:
    """Read all units; a unit without a target has None there.

    >>> unit = b'<trans-unit id="1"><source>un <g id="2">chat</g></source><target>a cat</target></trans-unit>'
    >>> text = b'<xliff version="1.2"><file original="f"><body>' + unit + b"</body></file></xliff>"
    >>> found = read(FileContent("a.xlf", text), Selection())
    >>> found.source, found.targets, found.ids
    (['un chat'], {'': ['a cat']}, ['1'])
    """
    reader = _Reader(file.name)
    reader.walk(file.data)
    return reader.build()


class _Reader(Reader):
    """In version 1.2 a <trans-unit> is a segment, in version 2 a <segment> of a <unit>."""

    texts = frozenset(["source", "target"])
    aside = CODES | ASIDE

    def __init__(self, path: str) -> None:
        super().__init__(path)
        self.version = ""
        self.file: dict[str, str] = {}
        self.unit: dict[str, str] = {}
        self.files = 0
        self.segments_of_unit = 0
        self.ids: list[tuple[str, str]] = []  # file, unit
        self.sources: Texts = []
        self.targets: Texts = []
        self.facts: list[dict[str, str]] = []
        self.lines: list[int] = []
        self.languages: set[str] = set()  # of the targets
        self.state = ""
        self.premature = 0  # targets that are marked as not translated yet, and have text

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if name == "xliff":
            self.version = attributes.get("version", "")
            if self.version != "1.2" and not self.version.startswith("2."):
                raise self.fail(f"XLIFF of version {self.version!r} is not read; 1.2 and 2.x are")
            self.languages |= {attributes["trgLang"]} if "trgLang" in attributes else set()
        elif name == "file":
            self.file, self.files = attributes, self.files + 1
            self.languages |= {attributes["target-language"]} if "target-language" in attributes else set()
        elif name in ("trans-unit", "unit"):
            self.unit, self.segments_of_unit = attributes, 0
            if "id" not in attributes:
                raise self.fail(f"a <{name}> needs an id")
            if name == "trans-unit":
                self._segment(attributes["id"], attributes)
        elif name == "segment":
            self.segments_of_unit += 1
            own = attributes.get("id", str(self.segments_of_unit))
            self._segment(f"{self.unit.get('id', '')}:{own}", self.unit | attributes)
        elif name in ("source", "target") and self._counts():
            self._text_begins(name)
            self.state = attributes.get("state", self.facts[-1].get("state", ""))
        elif name == "cp" and self.collecting:
            self._character(attributes.get("hex", ""))

    def _segment(self, name: str, attributes: dict[str, str]) -> None:
        self.ids.append((self.file.get("original") or self.file.get("id", ""), name))
        self.sources.append(None)
        self.targets.append(None)
        self.facts.append({key: value for key, value in attributes.items() if key != "id"})
        self.lines.append(self.line)

    def _character(self, code: str) -> None:
        try:
            self.text += chr(int(code, 16))
        except (ValueError, OverflowError):
            raise self.fail(f"<cp> needs the number of a character in hex, got {code!r}") from None

    def _text_begins(self, name: str) -> None:
        if not self.ids:
            raise self.fail(f"a <{name}> must be inside a unit")
        if (self.sources if name == "source" else self.targets)[-1] is not None:
            raise self.fail(f"the unit {self.ids[-1][1]!r} has two <{name}>")
        self.text = ""

    def _counts(self) -> bool:
        return self.in_aside == 0 and ("trans-unit" in self.stack or "segment" in self.stack)

    def end(self, name: str) -> None:
        if name in ("source", "target") and self._counts():
            (self.sources if name == "source" else self.targets)[-1] = self.text
            if name == "target" and self.state in UNTRANSLATED:
                self._untranslated()

    def _untranslated(self) -> None:
        """Take an empty target that is marked as not translated yet for a missing one; count those with text."""
        if self.text.strip():
            self.premature += 1
        else:
            self.targets[-1] = None

    def build(self) -> ParsedFile:
        if not self.ids:
            raise FormatError(f"{self.path} holds no unit; nothing can be scored")
        names = dict.fromkeys(name for facts in self.facts for name in facts)
        columns: dict[str, Texts] = {"file": [file for file, _ in self.ids]}
        columns |= {name: [facts.get(name) for facts in self.facts] for name in names}
        # Files that differ in the name of their one original belong together all the same.
        ids = [unit if self.files == 1 else f"{file}:{unit}" for file, unit in self.ids]
        return check_ids(
            ParsedFile(
                self.path, f"XLIFF {self.version}", self.lines, ids=ids, source=self.sources,
                targets={"": self.targets}, columns=columns, summary=self._summary(),
                language=next(iter(self.languages)) if len(self.languages) == 1 else "",
            )
        )  # fmt: skip

    def _summary(self) -> str:
        if not self.premature:
            return ""
        targets = "1 target is" if self.premature == 1 else f"{self.premature} targets are"
        have = "has" if self.premature == 1 else "have"
        return f"{targets} marked as not translated yet, and {have} text all the same"
