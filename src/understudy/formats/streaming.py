"""Files that are too large to be held: plain text, JSONL and Parquet, read in pieces, all files in step."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from understudy.errors import FormatError, InputError
from understudy.formats.columns import role_of
from understudy.formats.contents import CONTENTS
from understudy.formats.corpus import Choices, Corpus
from understudy.formats.detect import sniff
from understudy.formats.files.opened import Opened
from understudy.formats.files.opening import STANDARD_INPUT, Source
from understudy.formats.inputs import Inputs, check_paths, put_together, read_inputs
from understudy.formats.readers.mtme import is_tree

LARGE = 16 << 20  # bytes from which a file is read in pieces
PIECE = 4 << 20  # bytes of text, or about as much of a table
ROWS = 10_000
BY_LINES = ("text", "jsonl")
IN_PIECES = (*BY_LINES, "parquet")


@dataclass(frozen=True)
class Stream:
    """The inputs of a command, some segments at a time."""

    systems: Sequence[str]
    references: Sequence[str]
    choices: Choices
    files: Mapping[str, tuple[str, Source]]  # by path: the format, and the bytes

    @property
    def size(self) -> int | None:
        """Bytes of all files together, as they lie on disk; None if that is not known."""
        sizes = [source.size for _, source in self.files.values()]
        return None if None in sizes else sum(size or 0 for size in sizes)

    @property
    def done(self) -> int:
        """How many of them were read."""
        return sum(source.counted.bytes for _, source in self.files.values())

    def __iter__(self) -> Iterator[Inputs]:
        waiting = {path: self._pieces(path) for path in self.files}
        held: dict[str, Corpus | None] = dict.fromkeys(self.files)
        counts = dict.fromkeys(self.files, 0)
        ids = _Ids()
        while True:
            for path, pieces in waiting.items():
                if held[path] is None:
                    held[path] = next(pieces, None)
            present = {path: corpus for path, corpus in held.items() if corpus is not None}
            if len(present) < len(held):
                if present:
                    self._refuse_lengths(counts, present, waiting)
                self._refuse_nothing(counts)
                ids.check()
                return
            size = min(map(len, present.values()))
            now = {path: corpus.cut(0, size) for path, corpus in present.items()}
            _check_order(list(now.values()))
            ids.add(list(now.values()))
            inputs = put_together(self.systems, self.references, None, self.choices, now)
            _check_references(inputs, next(iter(counts.values())))
            yield inputs
            for path, corpus in present.items():
                counts[path] += size
                held[path] = corpus.cut(size, len(corpus)) if len(corpus) > size else None

    def _pieces(self, path: str) -> Iterator[Corpus]:
        form, source = self.files[path]
        module, choices, first = CONTENTS[form].load(), self.choices, 1
        if form == "parquet":
            for table in module.tables(path, ROWS):
                corpus = module.from_arrow(path, "Parquet", table, choices, first)
                choices, first = _settled(choices, corpus), first + table.num_rows
                yield corpus
            return
        known: tuple[str, ...] = ()  # fields of JSONL
        for data in _cut_at_lines(source.all_pieces()):
            piece = Opened(path, data, first)
            if form == "text":
                yield module.read(piece, choices)
            elif data.strip():  # a piece of JSONL may be blank
                corpus = module.read(piece, choices, known)
                if late := [name for name in corpus.table if known and name not in known]:
                    choices = _with_late(choices, self.choices, corpus, late)
                    corpus = module.read(piece, choices, known)
                choices, known = _settled(choices, corpus), tuple(corpus.table)
                yield corpus
            first += data.count(b"\n")

    def _refuse_nothing(self, counts: Mapping[str, int]) -> None:
        for path, count in counts.items():
            if not count:
                raise FormatError(f"{Opened(path, b'').name} holds no segment; nothing can be scored")

    def _refuse_lengths(
        self, counts: dict[str, int], present: Mapping[str, Corpus], waiting: Mapping[str, Iterator[Corpus]]
    ) -> None:
        whole = {
            path: count + (len(present[path]) + sum(map(len, waiting[path])) if path in present else 0)
            for path, count in counts.items()
        }
        (first, length), *others = whole.items()
        other = next(path for path, count in others if count != length)
        unit = "lines" if all(form == "text" for form, _ in self.files.values()) else "segments"
        raise FormatError(
            f"{Opened(first, b'').name} has {length} {unit} but {Opened(other, b'').name} has {whole[other]};"
            " one hypothesis per segment is needed"
        )


class _Ids:
    """The ids of all segments so far, eight bytes for each: enough to find one that stands twice."""

    def __init__(self) -> None:
        self.path = ""
        self.hashes = array("q")

    def add(self, corpora: Sequence[Corpus]) -> None:
        """Keep the ids of some more segments; files that have them have the same."""
        for corpus in corpora:
            if corpus.ids is not None:
                self.path = corpus.path
                self.hashes.extend(map(hash, corpus.ids))
                return

    def check(self) -> None:
        """Refuse an id that stands twice."""
        values = np.array(self.hashes, dtype=np.int64)
        ordered = np.sort(values)
        twice = ordered[1:][ordered[1:] == ordered[:-1]]
        if len(twice):
            first = np.flatnonzero(np.isin(values, twice))[0]
            second = np.flatnonzero(values == values[first])[1]
            raise FormatError(
                f"{self.path}: segments {first + 1} and {second + 1} have the same id; each needs its own"
            )


def read_or_stream(
    systems: Sequence[str], references: Sequence[str], choices: Choices, input_format: str | None
) -> Inputs | Stream:
    """Read the files of a command or, where one of them is large and all can be, make ready to read them in pieces.

    >>> type(read_or_stream(["examples/weak.en"], ["examples/reference1.en"], Choices(), None)).__name__
    'Inputs'
    """
    paths = check_paths(systems, references)
    if any(is_tree(path) for path in paths):
        return read_inputs(systems, references, None, choices, input_format)
    files = {path: _opened(path, input_format) for path in paths}
    if all(source.whole for _, source in files.values()) or not all(form in IN_PIECES for form, _ in files.values()):
        opened = {path: Opened(path, source.rest()) for path, (_, source) in files.items()}
        return read_inputs(systems, references, None, choices, input_format, opened)
    return Stream(systems, references, choices, files)


def _opened(path: str, input_format: str | None) -> tuple[str, Source]:
    source = Source.open(path)
    source.look_ahead(LARGE)
    form = CONTENTS[input_format].name if input_format else sniff(Opened(path, source.head)).name
    if form == "parquet" and (path == STANDARD_INPUT or source.size is None or not _is_parquet(path)):
        form = "compressed parquet"
    return form, source


def _is_parquet(path: str) -> bool:
    """Whether the file itself is one, and not only what it unpacks to."""
    with Path(path).open("rb") as file:
        return bool(CONTENTS["parquet"].load().sniff(file.read(16)))


def _settled(choices: Choices, corpus: Corpus) -> Choices:
    """What the first piece of a file tells by its names holds for the others, whatever they look like."""
    if corpus.table is None:
        return choices
    columns = (name if name in corpus.table else name.rpartition(" ")[0] for name in corpus.references)
    return replace(
        choices,
        hypotheses=choices.hypotheses or tuple(corpus.hypotheses),
        references=choices.references or tuple(dict.fromkeys(columns)),
        ids=choices.ids or tuple(name for name in corpus.table if corpus.ids is not None and role_of(name) == "ids"),
    )


def _with_late(choices: Choices, asked: Choices, corpus: Corpus, late: Sequence[str]) -> Choices:
    """Take a field that no line before had: a reference was missing there, but nothing else may."""
    for name in late:
        role = role_of(name)
        if (role == "hypotheses" and not asked.hypotheses) or (role == "ids" and not asked.ids):
            raise FormatError(
                f"{corpus.path} has the field {name!r} only from about line {corpus.lines[0]} on; every segment needs"
                f" one, or say which fields to take with {'--id-name' if role == 'ids' else '--hypothesis-name'}"
            )
        if role == "references" and not asked.references:
            choices = replace(choices, references=(*choices.references, name))
    return choices


def _check_references(inputs: Inputs, before: int) -> None:
    """Refuse a segment without any reference by its number in the whole file."""
    if all(None in texts for texts in inputs.references.values()):
        for number, found in enumerate(zip(*inputs.references.values(), strict=True), before + 1):
            if all(text is None for text in found):
                raise InputError(f"segment {number} has no reference; give at least one, '' if it is empty")


def _cut_at_lines(chunks: Iterator[bytes]) -> Iterator[bytes]:
    """Join and cut bytes so that every piece but the last ends a line."""
    held: list[bytes] = []
    size = 0
    for chunk in chunks:
        held.append(chunk)
        size += len(chunk)
        end = chunk.rfind(b"\n") + 1
        if size >= PIECE and end:
            data = b"".join(held)
            cut = len(data) - len(chunk) + end
            yield data[:cut]
            held, size = [data[cut:]], len(data) - cut
    if rest := b"".join(held):
        yield rest


def _check_order(corpora: list[Corpus]) -> None:
    """Refuse files with ids in different orders: they are too large to be put in order."""
    named = [corpus for corpus in corpora if corpus.ids is not None]
    for other in named[1:]:
        for place, (here, there) in enumerate(zip(named[0].ids or (), other.ids or (), strict=True)):
            if here != there:
                raise FormatError(
                    f"{named[0].place(place)} is segment {here!r} but {other.place(place)} is {there!r}; files as large"
                    " as these must have their segments in the same order: sort them, or align them by order with"
                    " --id-name none"
                )
