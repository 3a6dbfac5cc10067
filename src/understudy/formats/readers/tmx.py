"""TMX, translation memories: units with a text in each of several languages."""

from __future__ import annotations

from understudy.errors import FormatError
from understudy.formats.files.content import FileContent
from understudy.formats.parsed import ParsedFile, Selection, Texts, check_ids
from understudy.formats.readers.xml import Reader

CODES = frozenset(["bpt", "ept", "it", "ph", "ut"])  # what they hold is markup of another program, not text
ALL_LANGUAGES = "*all*"


def read(file: FileContent, selection: Selection) -> ParsedFile:
    """Read all units; the texts of other languages than the source's are targets by language.

    >>> units = b'<tu><tuv xml:lang="fr"><seg>un chat</seg></tuv><tuv xml:lang="en"><seg>a cat</seg></tuv></tu>'
    >>> found = read(FileContent("a.tmx", b'<tmx><header srclang="fr"/><body>' + units + b"</body></tmx>"), Selection())
    >>> found.source, found.targets
    (['un chat'], {'en': ['a cat']})
    """
    reader = _Reader(file.name)
    reader.walk(file.data)
    return reader.build(selection)


class _Reader(Reader):
    texts = frozenset(["seg", "prop"])
    aside = CODES

    def __init__(self, path: str) -> None:
        super().__init__(path)
        self.source_language = ""
        self.units: list[dict[str, str]] = []  # texts by language
        self.facts: list[dict[str, str]] = []
        self.lines: list[int] = []
        self.language = ""
        self.property = ""

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if name == "header":
            self.source_language = attributes.get("srclang", "")
        elif name == "tu":
            self.units.append({})
            self.facts.append(dict(attributes))
            self.lines.append(self.line)
        elif name == "tuv":
            self.language = attributes.get("lang", "")
            if not self.language:
                raise self.fail("a <tuv> needs the language of its text, xml:lang")
        elif name == "prop":
            self.property, self.text = attributes.get("type", ""), ""
        elif name == "seg":
            self._segment()

    def _segment(self) -> None:
        if not self.units or "tuv" not in self.stack:
            raise self.fail("a <seg> must be inside a <tuv>")
        if self.language in self.units[-1]:
            raise self.fail(f"the unit has two texts in {self.language!r}; one is needed")
        self.text = ""

    def end(self, name: str) -> None:
        if name == "seg":
            self.units[-1][self.language] = self.text
        elif name == "prop" and "tu" in self.stack:
            self.facts[-1].setdefault(self.property.removeprefix("x-"), self.text)

    def build(self, selection: Selection) -> ParsedFile:
        if not self.units:
            raise FormatError(f"{self.path} holds no translation unit; nothing can be scored")
        texts: dict[str, Texts] = {
            language: [unit.get(language) for unit in self.units]
            for language in dict.fromkeys(language for unit in self.units for language in unit)
        }
        source = self._source(texts, selection)
        targets = {name: each for name, each in texts.items() if name != source}
        names = dict.fromkeys(name for facts in self.facts for name in facts if name != "tuid")
        identified = all("tuid" in facts for facts in self.facts)
        return check_ids(
            ParsedFile(
                self.path, "TMX", self.lines,
                ids=[facts["tuid"] for facts in self.facts] if identified else None,
                source=texts.get(source), targets=targets, language=next(iter(targets)) if len(targets) == 1 else "",
                columns={name: [facts.get(name) for facts in self.facts] for name in names},
                summary=f"languages {', '.join(texts)}" + (f"; source {source}" if source else ""),
            )
        )  # fmt: skip

    def _source(self, texts: dict[str, Texts], selection: Selection) -> str:
        """The language of the source, written as in the units: tags are compared without regard to case."""
        wanted = selection.source or self.source_language
        if wanted.lower() in ("", ALL_LANGUAGES):
            return ""
        exact = [name for name in texts if name.lower() == wanted.lower()]
        wider = [name for name in texts if name.lower().split("-")[0] == wanted.lower().split("-")[0]]
        return (exact or wider or [""])[0]
