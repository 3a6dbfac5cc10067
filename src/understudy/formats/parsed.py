"""What a file of any format holds, as one value; and several of them put side by side."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from understudy.errors import FormatError

Texts = list[str | None]  # None where the format says that there is none


@dataclass(frozen=True)
class Selection:
    """What the user says of files that hold more than one text: names of columns, systems, references, languages."""

    hypotheses: tuple[str, ...] = ()
    references: tuple[str, ...] = ()
    source: str | None = None
    ids: tuple[str, ...] = ()
    pair: str | None = None  # of languages
    encoding: str | None = None  # of text files; UTF-8 if it is not given
    delimiter: str | None = None  # of CSV files; by their header line if it is not given
    sheet: str | None = None  # of a spreadsheet with several
    skip_missing: bool = False  # leave out segments without a hypothesis or a reference
    names: tuple[tuple[str, str], ...] = ()  # of systems, each with its file before it
    where: tuple[tuple[str, tuple[str, ...]], ...] = ()  # columns with the values of the segments to take
    roles: bool = True  # whether columns are texts with roles; otherwise only the table is read


@dataclass(frozen=True)
class PieceSize:
    """How much of a file that is too large to be held makes a piece."""

    bytes: int
    rows: int  # of a table


@dataclass(frozen=True, eq=False)
class ParsedFile:
    """The texts of one file, each a list with one entry a segment.

    `targets` are translations of which the file does not say whether they are hypotheses or references: a plain text,
    the targets of an XLIFF file. They are what the command line takes them for.
    """

    path: str
    title: str  # of the format
    lines: Sequence[int | str]  # the line number of each segment; of shards, the shard too
    ids: list[str] | None = None
    source: Texts | None = None
    references: Mapping[str, Texts] = field(default_factory=dict)
    hypotheses: Mapping[str, Texts] = field(default_factory=dict)
    targets: Mapping[str, Texts] = field(default_factory=dict)
    columns: Mapping[str, Texts] = field(default_factory=dict)  # document, domain, and whatever else there is
    table: Mapping[str, Sequence[Any]] | None = None  # the file's own columns, if it has such
    raw: Any = None  # the same as its reader had them: an Arrow table, JSON objects
    summary: str = ""  # what was decided while reading, for people to read
    unit: str = "line"
    language: str = ""  # of the targets, if the file says

    def __len__(self) -> int:
        return len(self.lines)

    def cut(self, begin: int, end: int) -> ParsedFile:
        """Some of the segments.

        >>> ParsedFile("a.txt", "plain text", range(1, 4), targets={"": ["a", "b", "c"]}).cut(1, 3).targets
        {'': ['b', 'c']}
        """

        return self._with(lambda values: values[begin:end])

    def take(self, places: Sequence[int]) -> ParsedFile:
        """Some of the segments, by their places.

        >>> ParsedFile("a.txt", "plain text", range(1, 4), targets={"": ["a", "b", "c"]}).take([0, 2]).lines
        [1, 3]
        """
        return self._with(lambda values: [values[place] for place in places])

    def _with(self, chosen: Callable[[Any], Any]) -> ParsedFile:
        def cut(values: Any) -> Any:
            return None if values is None else chosen(values)

        def each(texts: Mapping[str, Any]) -> dict[str, Any]:
            return {name: cut(values) for name, values in texts.items()}

        return replace(
            self,
            lines=cut(self.lines),
            ids=cut(self.ids),
            source=cut(self.source),
            references=each(self.references),
            hypotheses=each(self.hypotheses),
            targets=each(self.targets),
            columns=each(self.columns),
            table=None if self.table is None else each(self.table),
            raw=None,
        )

    def place(self, segment: int) -> str:
        """The file and line of a segment.

        >>> ParsedFile("a.txt", "plain text", range(1, 4)).place(2)
        'a.txt:3'
        """
        if self.unit == "line":
            return f"{self.path}:{self.lines[segment]}"
        return f"{self.path}, {self.unit} {self.lines[segment]}"

    def named(self, segment: int) -> str:
        """A segment's place and, if it has one, its id."""
        return self.place(segment) + ("" if self.ids is None else f": segment {self.ids[segment]!r}")


def check_ids(parsed: ParsedFile) -> ParsedFile:
    """Raise FormatError for a duplicate id.

    >>> check_ids(ParsedFile("a.tsv", "TSV", [2, 3], ids=["1", "1"]))
    Traceback (most recent call last):
    understudy.errors.FormatError: a.tsv:3: duplicate segment id '1', first at a.tsv:2; give each segment its own id
    """
    if parsed.ids is None:
        return parsed
    first: dict[str, int] = {}
    for segment, name in enumerate(parsed.ids):
        if first.setdefault(name, segment) != segment:
            raise FormatError(
                f"{parsed.place(segment)}: duplicate segment id {name!r}, first at"
                f" {parsed.place(first[name])}; give each segment its own id"
            )
    return parsed


def order_like(model: ParsedFile, other: ParsedFile) -> list[int] | None:
    """The position of each segment of the model in another file, by its id; None where one of them has none.

    >>> order_like(ParsedFile("a", "", [1, 2], ids=["x", "y"]), ParsedFile("b", "", [1, 2], ids=["y", "x"]))
    [1, 0]
    """
    if model.ids is None or other.ids is None or other is model:
        return None
    places = {name: segment for segment, name in enumerate(other.ids)}
    for here, there, ids in ((model, other, places), (other, model, set(model.ids))):
        missing = [segment for segment, name in enumerate(here.ids or ()) if name not in ids]
        if missing:
            raise FormatError(
                f"{here.named(missing[0])} is not in {there.path} ({len(missing)} such);"
                " every segment must be in all files, unless --by scores groups apart or --where takes some"
            )
    return [places[name] for name in model.ids]


def in_order(values: list[Any], order: list[int] | None) -> list[Any]:
    """Put values into an order that `order_like` found.

    >>> in_order(["b", "a"], [1, 0])
    ['a', 'b']
    """
    return values if order is None else [values[place] for place in order]
