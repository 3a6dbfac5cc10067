"""Texts that are gathered by document and segment, in whatever order a file has them, and checked to be complete."""

from __future__ import annotations

from dataclasses import dataclass, field

from understudy.errors import FormatError
from understudy.formats.parsed import ParsedFile, Texts

Key = tuple[str, str]  # document, segment
Stream = tuple[str, str]  # role (source, reference, hypothesis), name


@dataclass(eq=False)
class ParsedFileBuilder:
    """The texts of a file by stream, and what is known of each segment."""

    path: str
    title: str
    texts: dict[Stream, dict[Key, tuple[str, int]]] = field(default_factory=dict)
    facts: dict[Key, dict[str, str]] = field(default_factory=dict)

    def add(self, stream: Stream, key: Key, text: str, line: int, facts: dict[str, str]) -> None:
        """Add one text; the same segment twice is refused.

        >>> found = ParsedFileBuilder("a.xml", "WMT XML")
        >>> found.add(("source", ""), ("d", "1"), "un chat", 3, {"domain": "news"})
        >>> found.build().source
        ['un chat']
        """
        texts = self.texts.setdefault(stream, {})
        if key in texts:
            raise FormatError(
                f"{self.path}:{line}: duplicate segment id {key[1]!r} in document {key[0]!r} of the {describe(stream)},"
                f" first at {self.path}:{texts[key][1]}; give each segment its own id"
            )
        texts[key] = (text, line)
        self.facts.setdefault(key, {}).update(facts)

    def build(self, partial_references: bool = False) -> ParsedFile:
        """Put the streams side by side; `partial_references` allows documents that lack one of the references."""
        if not self.texts:
            raise FormatError(f"{self.path} holds no segment; nothing can be scored")
        model = next((stream for stream in self.texts if stream[0] == "source"), next(iter(self.texts)))
        keys = list(self.texts[model])
        for stream in self.texts:
            self._check(model, stream, partial_references and stream[0] == "reference")
        lines = [line for _, line in self.texts[model].values()]
        columns: dict[str, Texts] = {"document": [document for document, _ in keys]}
        names = dict.fromkeys(name for key in keys for name in self.facts[key])
        columns |= {name: [self.facts[key].get(name) for key in keys] for name in names}
        return ParsedFile(
            self.path, self.title, lines, ids=[":".join(key) for key in keys],
            source=next((self._stream(s, keys) for s in self.texts if s[0] == "source"), None),
            references={s[1]: self._stream(s, keys) for s in self.texts if s[0] == "reference"},
            hypotheses={s[1]: self._stream(s, keys) for s in self.texts if s[0] == "hypothesis"},
            columns=columns,
        )  # fmt: skip

    def _stream(self, stream: Stream, keys: list[Key]) -> Texts:
        texts = self.texts[stream]
        return [texts[key][0] if key in texts else None for key in keys]

    def _check(self, model: Stream, stream: Stream, partial: bool) -> None:
        documents = {document for document, _ in self.texts[stream]}
        for here, there in ((model, stream), (stream, model)):
            for key, (_, line) in self.texts[here].items():
                if key in self.texts[there] or (partial and here == model and key[0] not in documents):
                    continue
                raise FormatError(
                    f"{self.path}:{line}: the {describe(here)} has segment {key[1]!r} of document {key[0]!r} but the"
                    f" {describe(there)} doesn't; every segment must be in both"
                )


def describe(stream: Stream) -> str:
    """A stream in words.

    >>> describe(("hypothesis", "A")), describe(("source", ""))
    ("hypothesis 'A'", 'source')
    """
    return stream[0] + (f" {stream[1]!r}" if stream[1] else "")
