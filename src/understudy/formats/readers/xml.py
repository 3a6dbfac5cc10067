"""XML as the formats here need it: expat, streaming; entities, outside files and deep nesting are refused."""

from __future__ import annotations

from functools import lru_cache
from typing import ClassVar
from xml.parsers import expat

from understudy.errors import FormatError

DEEPEST = 200
ANY_NAMESPACE = " "


class Reader:
    """Walk through a file; a subclass says what to do at `start` and `end` of an element.

    Names come without their namespace. `text` collects the text of the elements `texts` but not in `aside`.

    >>> class Words(Reader):
    ...     texts = frozenset(["w"])
    ...     aside = frozenset(["code"])
    >>> words = Words("a.xml")
    >>> words.walk(b"<text>no <w>yes<code>no</code></w></text>")
    >>> words.text
    'yes'
    """

    texts: ClassVar[frozenset[str]] = frozenset()
    aside: ClassVar[frozenset[str]] = frozenset()

    def __init__(self, path: str) -> None:
        self.path = path
        self.text = ""
        self.in_texts = 0  # how many elements deep
        self.in_aside = 0
        self.stack: list[str] = []
        self._parser = expat.ParserCreate(namespace_separator=ANY_NAMESPACE)
        self._parser.buffer_text = True
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._characters
        self._parser.EntityDeclHandler = self._entity
        self._parser.SkippedEntityHandler = self._skipped

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """An element begins; it is the last of `stack`."""

    def end(self, name: str) -> None:
        """An element ends; it is the last of `stack`."""

    @property
    def line(self) -> int:
        """Where the parser is."""
        return self._parser.CurrentLineNumber

    def fail(self, message: str) -> FormatError:
        """Build an error with the line at which the parser is."""
        return FormatError(f"{self.path}:{self.line}: {message}")

    def walk(self, data: bytes) -> None:
        """Read the whole file."""
        try:
            self._parser.Parse(data, True)
        except expat.ExpatError as error:
            what = expat.errors.messages.get(error.code, str(error))
            raise FormatError(
                f"{self.path}:{error.lineno}: this is not well-formed XML ({what}, column {error.offset + 1});"
                " correct the file or make it again"
            ) from None
        except (LookupError, ValueError) as error:
            if isinstance(error, FormatError):
                raise
            raise FormatError(f"{self.path}: the encoding that the file names is not known ({error})") from None

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        if len(self.stack) == DEEPEST:
            raise self.fail(f"elements are nested more than {DEEPEST} deep; this is not a file of texts")
        short = local(name)
        self.stack.append(short)
        self.in_texts += short in self.texts
        self.in_aside += short in self.aside
        self.start(short, {local(key): value for key, value in attributes.items()})

    def _end(self, name: str) -> None:
        short = self.stack[-1]
        self.end(short)
        self.in_texts -= short in self.texts
        self.in_aside -= short in self.aside
        self.stack.pop()

    @property
    def collecting(self) -> bool:
        """Whether the parser is inside a text."""
        return self.in_texts > 0 and self.in_aside == 0

    def _characters(self, text: str) -> None:
        if self.in_texts and not self.in_aside:
            self.text += text

    def _entity(self, name: str, *_: object) -> None:
        raise self.fail(f"the file declares an entity, {name!r}, which is refused; write the text itself in its place")

    def _skipped(self, name: str, *_: object) -> None:
        raise self.fail(f"the entity {name!r} is not declared in the file; write the text itself in its place")


@lru_cache(maxsize=1024)
def local(name: str) -> str:
    """A name without its namespace.

    >>> local("urn:oasis:names:tc:xliff:document:1.2 file"), local("file")
    ('file', 'file')
    """
    return name.rpartition(ANY_NAMESPACE)[2]
