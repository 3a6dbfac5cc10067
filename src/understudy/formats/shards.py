"""Files cut into shards that any process can read: row groups of Parquet, lines of JSONL or of parallel text files."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from os import PathLike, fspath
from os.path import realpath
from pathlib import Path
from typing import Any

from understudy.errors import FormatError, SettingError
from understudy.formats.files.compression import MAGIC as COMPRESSED
from understudy.formats.files.opening import open_file
from understudy.formats.parsed import ParsedFile
from understudy.formats.readers.jsonl import objects
from understudy.formats.readers.parquet import MAGIC, import_pyarrow
from understudy.formats.readers.text import BYTE_ORDER_MARK, decode, split_lines
from understudy.inputs.arguments import checked_path

File = str | PathLike[str] | Mapping[str, str | PathLike[str]]  # of columns, or for each column a file of plain text
BLOCK = 1 << 22


@dataclass(frozen=True)
class RowGroup:
    """One row group of a Parquet file."""

    path: str
    number: int
    first: int  # its first row, counted from 1
    size: int  # of the file, in bytes

    def read(self, names: Sequence[str]) -> ParsedFile:
        """Read some of the columns."""
        pyarrow = import_pyarrow("Parquet")
        from pyarrow import parquet

        _check_size(self.path, self.size)
        try:
            with parquet.ParquetFile(self.path) as file:
                table = file.read_row_group(self.number, columns=list(names))
            table.validate(full=True)
        except (pyarrow.ArrowException, OSError, ValueError) as error:
            raise FormatError(
                f"{self.path}, row group {self.number}, can't be read: {error}; make the file again"
            ) from None
        lines = range(self.first, self.first + table.num_rows)
        return ParsedFile(self.path, "Parquet", lines, table={name: table[name] for name in names}, unit="row")


@dataclass(frozen=True)
class Range:
    """Whole lines of a file, from one byte to before another."""

    path: str
    begin: int
    end: int
    size: int  # of the file

    def lines(self) -> list[str]:
        """Read the lines. A byte order mark is one only where the file begins."""
        _check_size(self.path, self.size)
        with Path(self.path).open("rb") as file:
            file.seek(self.begin)
            data = file.read(self.end - self.begin)
        try:
            return split_lines(data.decode() if self.begin else decode(data, self.path))
        except ValueError:
            decode(open_file(self.path).data, self.path)  # says in which line of the file
            raise


@dataclass(frozen=True)
class Lines:
    """The same lines of parallel text files, by the name of the column, or lines of one JSONL file."""

    ranges: tuple[tuple[str, Range], ...]
    first: int  # the first line, counted from 1
    json: bool = False

    def read(self, names: Sequence[str]) -> ParsedFile:
        """Read the columns."""
        columns = {name: each.lines() for name, each in self.ranges}
        path = self.ranges[0][1].path
        lines = next(iter(columns.values()))
        if not self.json:
            numbers = range(self.first, self.first + len(lines))
            return ParsedFile(path, "plain text", numbers, table={name: columns[name] for name in names})
        numbered = objects(path, lines, self.first) if any(map(str.strip, lines)) else []
        table = {name: [each.get(name) for _, each in numbered] for name in names}
        return ParsedFile(path, "JSONL", [number for number, _ in numbered], table=table)


def cut(files: Iterable[File], names: Sequence[str], lines: int = 100_000) -> Iterator[RowGroup | Lines]:
    """Cut files into shards of `lines` lines, or of a row group, and check that they have the columns of these names.

    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> _ = (folder / "hyp.txt").write_text("a\\nb\\nc\\n"), (folder / "ref.txt").write_text("a\\nb\\nc")
    >>> shards = list(cut([{"hyp": folder / "hyp.txt", "ref": folder / "ref.txt"}], ["hyp", "ref"], lines=2))
    >>> [dict(shard.read(["hyp"]).table) for shard in shards]
    [{'hyp': ['a', 'b']}, {'hyp': ['c']}]
    """
    if isinstance(files, (str, bytes, PathLike, Mapping)) or not isinstance(files, Iterable):
        raise SettingError(f"the files are one bare {type(files).__name__}, {files!r:.80}; give a list of files")
    if type(lines) is not int or lines < 1:
        raise SettingError(f"lines must be a whole number from 1, got {lines!r}")
    paths = [dict(each) if isinstance(each, Mapping) else checked_path(each) for each in files]
    real = [_real(each) for each in paths]  # a link or another spelling is the same file
    for place, each in enumerate(real):
        if each in real[:place]:
            raise SettingError(
                f"the file {paths[place]!r} is given twice, also as {paths[real.index(each)]!r}; leave one out"
            )
    for each in paths:
        if isinstance(each, dict):
            _check_names(", ".join(map(str, each.values())), each, names)
            yield from _text_shards({name: fspath(each[name]) for name in names}, lines)
        else:
            yield from _table_shards(str(each), names, lines)


def _table_shards(path: str, names: Sequence[str], lines: int) -> Iterator[RowGroup | Lines]:
    head = _head(path)
    if head.startswith(MAGIC):
        yield from _row_groups(path, names)
    elif head.removeprefix(BYTE_ORDER_MARK).lstrip().startswith(b"{"):
        for number, each in enumerate(_ranges(path, lines)[0]):
            yield Lines((("", each),), number * lines + 1, json=True)
    else:
        raise FormatError(
            f"{path} is neither Parquet nor JSONL; give text files as a mapping from column to file,"
            " such as {'hyp': 'a.txt', 'ref': 'b.txt'}"
        )


def _row_groups(path: str, names: Sequence[str]) -> Iterator[RowGroup]:
    pyarrow = import_pyarrow("Parquet")
    from pyarrow import parquet

    try:
        size = Path(path).stat().st_size
        with parquet.ParquetFile(path) as file:
            schema, facts = file.schema_arrow, file.metadata
    except (pyarrow.ArrowException, OSError) as error:
        raise FormatError(f"{path} is not a whole Parquet file: {error}; make the file again") from None
    _check_names(path, schema.names, names)
    first = 1
    for number in range(facts.num_row_groups):
        yield RowGroup(path, number, first, size)
        first += facts.row_group(number).num_rows


def _text_shards(paths: Mapping[str, str], lines: int) -> Iterator[Lines]:
    for path in paths.values():
        _head(path)
    cuts = {name: _ranges(path, lines) for name, path in paths.items()}
    (first, (_, count)), *others = cuts.items()
    for name, (_, other) in others:
        if other != count:
            raise FormatError(
                f"{paths[first]} has {count} lines but {paths[name]} has {other}; one line per segment is needed"
            )
    for number, ranges in enumerate(zip(*(each for each, _ in cuts.values()), strict=True)):
        yield Lines(tuple(zip(cuts, ranges, strict=True)), number * lines + 1)


def _ranges(path: str, lines: int) -> tuple[list[Range], int]:
    """Cut a file after every so many lines; count the lines too."""
    cuts, count, place = [0], 0, 0
    with Path(path).open("rb") as file:
        while block := file.read(BLOCK):
            feed = block.find(b"\n")
            while feed >= 0:
                count += 1
                if count % lines == 0:
                    cuts.append(place + feed + 1)
                feed = block.find(b"\n", feed + 1)
            place += len(block)
            last = block[-1:]
    count += last != b"\n"
    cuts += [place] if cuts[-1] != place else []
    return [Range(path, begin, end, place) for begin, end in pairwise(cuts)], count


def _real(file: str | Mapping[str, Any]) -> Any:
    return {name: realpath(each) for name, each in file.items()} if isinstance(file, Mapping) else realpath(file)


def _check_size(path: str, size: int) -> None:
    """Refuse a file that was written to since it was cut: lines and row groups may be others."""
    try:
        now = Path(path).stat().st_size
    except OSError:
        now = len(open_file(path).data)  # says why not
    if now != size:
        raise FormatError(
            f"{path} had {size} bytes and now has {now}, so it changed while it was scored;"
            " score it when it is finished"
        )


def _head(path: str) -> bytes:
    """The beginning of a file, which must be there and neither empty nor compressed as a whole."""
    try:
        with Path(path).open("rb") as file:
            head = file.read(1024)
    except OSError:
        head = open_file(path).data  # says why not
    if not head:
        raise FormatError(f"{path} is empty; there is nothing to score")
    for magic, (kind, _) in COMPRESSED.items():
        if re.match(magic, head):
            raise FormatError(f"{path} is {kind}-compressed, so it can't be cut; unpack it, or write Parquet")
    return head


def _check_names(path: str, columns: Iterable[Any], names: Sequence[str]) -> None:
    for name in names:
        if name not in columns:
            raise FormatError(f"{path} has no column {name!r}; its columns are {', '.join(map(str, columns))}")
