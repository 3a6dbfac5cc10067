"""Files that are too large to be held: plain text, JSONL and Parquet, read in pieces, all files in step."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from understudy.errors import FormatError, InputError
from understudy.formats.files.content import display_name
from understudy.formats.inputs import Inputs, put_together, read_sources
from understudy.formats.parsed import ParsedFile, PieceSize
from understudy.formats.sources import Sources

LARGE = 16 << 20  # bytes from which a file is read in pieces
PIECE = 4 << 20  # bytes of text, or about as much of a table
ROWS = 10_000


@dataclass(frozen=True)
class Stream:
    """The inputs of a command, some segments at a time."""

    sources: Sources

    @property
    def size(self) -> int | None:
        """Bytes of all files together, as they lie on disk; None if that is not known."""
        sizes = [file.size for file in self.sources.files.values()]
        return None if None in sizes else sum(size or 0 for size in sizes)

    @property
    def done(self) -> int:
        """How many of them were read."""
        return sum(file.done for file in self.sources.files.values())

    def __iter__(self) -> Iterator[Inputs]:
        try:
            yield from self._in_step()
        finally:
            self.sources.close()

    def _in_step(self) -> Iterator[Inputs]:
        files = self.sources.files
        size = PieceSize(PIECE, ROWS)
        waiting = {path: file.pieces(self.sources.selection, size) for path, file in files.items()}
        held: dict[str, ParsedFile | None] = dict.fromkeys(files)
        counts = dict.fromkeys(files, 0)
        ids = _Ids()
        while True:
            for path, pieces in waiting.items():
                if held[path] is None:
                    held[path] = next(pieces, None)
            present = {path: parsed for path, parsed in held.items() if parsed is not None}
            if len(present) < len(held):
                if present:
                    self._refuse_lengths(counts, present, waiting)
                self._refuse_nothing(counts)
                ids.check()
                return
            count = min(map(len, present.values()))
            now = {path: parsed.cut(0, count) for path, parsed in present.items()}
            _check_order(list(now.values()))
            ids.add(list(now.values()))
            inputs = put_together(self.sources, now)
            _check_references(inputs, next(iter(counts.values())))
            yield inputs
            for path, parsed in present.items():
                counts[path] += count
                held[path] = parsed.cut(count, len(parsed)) if len(parsed) > count else None

    def _refuse_nothing(self, counts: Mapping[str, int]) -> None:
        for path, count in counts.items():
            if not count:
                raise FormatError(f"{display_name(path)} holds no segment; nothing can be scored")

    def _refuse_lengths(
        self, counts: dict[str, int], present: Mapping[str, ParsedFile], waiting: Mapping[str, Iterator[ParsedFile]]
    ) -> None:
        whole = {
            path: count + (len(present[path]) + sum(map(len, waiting[path])) if path in present else 0)
            for path, count in counts.items()
        }
        (first, length), *others = whole.items()
        other = next(path for path, count in others if count != length)
        unit = "lines" if all(file.format.name == "text" for file in self.sources.files.values()) else "segments"
        raise FormatError(
            f"{display_name(first)} has {length} {unit} but {display_name(other)} has {whole[other]};"
            " one hypothesis per segment is needed"
        )


class _Ids:
    """The ids of all segments so far, eight bytes for each: enough to find a duplicate."""

    def __init__(self) -> None:
        self.path = ""
        self.hashes = array("q")

    def add(self, parsed_files: Sequence[ParsedFile]) -> None:
        """Keep the ids of some more segments; files that have them have the same."""
        for parsed in parsed_files:
            if parsed.ids is not None:
                self.path = parsed.path
                self.hashes.extend(map(hash, parsed.ids))
                return

    def check(self) -> None:
        """Refuse a duplicate id."""
        values = np.array(self.hashes, dtype=np.int64)
        ordered = np.sort(values)
        twice = ordered[1:][ordered[1:] == ordered[:-1]]
        if len(twice):
            first = np.flatnonzero(np.isin(values, twice))[0]
            second = np.flatnonzero(values == values[first])[1]
            raise FormatError(
                f"{self.path}: segments {first + 1} and {second + 1} have the same id; each needs its own"
            )


def read_or_stream(sources: Sources) -> Inputs | Stream:
    """Read the files of a command or, where one of them is large and all can be, make ready to read them in pieces.

    >>> type(read_or_stream(Sources.open(["examples/weak.en"], ["examples/reference1.en"]))).__name__
    'Inputs'
    """
    try:
        large = _is_large(sources)
    except BaseException:
        sources.close()
        raise
    return Stream(sources) if large else read_sources(sources)


def _is_large(sources: Sources) -> bool:
    files = sources.files.values()
    selection = sources.selection
    if (
        selection.encoding is not None
        or selection.skip_missing
        or selection.where
        or not all(each.streams for each in files)
    ):
        return False
    large = [each.is_large(LARGE) for each in files]  # of each, for they are read ahead
    return any(large)


def _check_references(inputs: Inputs, before: int) -> None:
    """Refuse a segment without any reference by its number in the whole file."""
    if all(None in texts for texts in inputs.references.values()):
        for number, references in enumerate(zip(*inputs.references.values(), strict=True), before + 1):
            if all(text is None for text in references):
                raise InputError(f"segment {number} has no reference; give at least one, '' if it is empty")


def _check_order(parsed_files: list[ParsedFile]) -> None:
    """Refuse files with ids in different orders: they are too large to be put in order."""
    named = [parsed for parsed in parsed_files if parsed.ids is not None]
    for other in named[1:]:
        for place, (here, there) in enumerate(zip(named[0].ids or (), other.ids or (), strict=True)):
            if here != there:
                raise FormatError(
                    f"{named[0].place(place)} is segment {here!r} but {other.place(place)} is {there!r}; files as large"
                    " as these must have their segments in the same order: sort them, or align them by order with"
                    " --id-name none"
                )
