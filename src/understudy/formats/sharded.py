"""A folder of shards, as Spark, DuckDB or the jobs of a cluster write them: many files, read as one, one at a time."""

from __future__ import annotations

import glob
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from understudy.errors import FormatError
from understudy.formats.columns import settled
from understudy.formats.parsed import ParsedFile, PieceSize, Selection, check_ids
from understudy.formats.sources import SourceFile

ASIDE = ("_", ".")  # beginnings of names that are no data: _SUCCESS, .crc
PATTERN = re.compile(r"[*?\[]")
ALL = PieceSize(bytes=1 << 62, rows=1 << 20)


def is_sharded(path: str) -> bool:
    """Whether a path names a folder, or is a pattern and no file.

    >>> is_sharded("examples"), is_sharded("examples/*.en"), is_sharded("examples/weak.en")
    (True, True, False)
    """
    try:
        return os.path.isdir(path) or (PATTERN.search(path) is not None and not os.path.exists(path))  # noqa: PTH110, PTH112  # Path fails on long texts
    except ValueError:  # whoever opens the path says what is wrong with it
        return False


def shards_of(path: str) -> list[str]:
    """The files in a folder or of a pattern, in natural order; those that are no data are left out.

    >>> shards_of("examples/reference*.en")
    ['examples/reference1.en', 'examples/reference2.en']
    """
    if Path(path).is_dir():
        files = [str(each) for each in Path(path).iterdir() if each.is_file() and not each.name.startswith(ASIDE)]
        if not files:
            raise FormatError(
                f"{path!r} is a folder without files; name a file, or shards in its folders with a pattern in quotation"
                f" marks: '{path.rstrip('/')}/*/*.parquet'"
            )
    else:
        files = [each for each in glob.glob(path, recursive=True) if Path(each).is_file()]  # noqa: PTH207  # absolute patterns too
        if not files:
            raise FormatError(f"there is no file {path!r}, and none of this pattern; check the name and the folder")
    return sorted(files, key=_natural)


def _check_alike(path: str, shards: Sequence[str]) -> None:
    """Refuse a folder of texts that are hardly one test set: names of shards differ in their digits alone."""
    kinds = {re.sub(r"\d+", "", Path(each).name): each for each in reversed(shards)}
    if len(kinds) > 1:
        one, two = sorted(kinds.values())[:2]
        raise FormatError(
            f"{path!r} is a folder; name a text file in it, or, as {Path(one).name!r} and {Path(two).name!r} are not"
            " named like shards, those that are with a pattern in quotation marks, such as 'part-*.txt'"
        )


def _natural(path: str) -> list[tuple[int, str]]:
    """Digits by their value: part-2 before part-10."""
    return [(int(piece), "") if piece.isdecimal() else (-1, piece) for piece in re.split(r"(\d{1,18})", path)]


@dataclass(frozen=True, eq=False)
class ShardedSource(SourceFile):
    """Several files of one format that are one test set, in their order."""

    shards: tuple[str, ...] = ()
    input_format: str | None = None

    @classmethod
    def of(cls, path: str, input_format: str | None = None) -> ShardedSource:
        """Find the shards; the first that holds anything tells the format.

        >>> ShardedSource.of("examples/reference*.en").format.title
        'plain text'
        """
        shards = [each for each in shards_of(path) if Path(each).stat().st_size]
        if not shards:
            raise FormatError(f"all files of {path!r} are empty; nothing can be scored")
        first = SourceFile.open(shards[0], input_format)
        first.close()
        if first.format.name == "text" and os.path.isdir(path):  # noqa: PTH112
            _check_alike(path, shards)
        return cls(path, first.format, None, tuple(shards), input_format)

    @property
    def streams(self) -> bool:
        """Whether it can be read in pieces: always, shard by shard."""
        return True

    @property
    def size(self) -> int | None:
        """Bytes of all shards as they lie on disk."""
        return sum(Path(each).stat().st_size for each in self.shards)

    @property
    def done(self) -> int:
        """Unknown: shards are opened and closed as they come."""
        return 0

    def is_large(self, size: int) -> bool:
        """Whether it must not be read at once: there may be any number of shards."""
        return True

    def pieces(self, selection: Selection, size: PieceSize) -> Iterator[ParsedFile]:
        """Read the shards one after the other; small ones are put together, large ones come in pieces."""
        held: list[ParsedFile] = []
        for parsed in self._pieces(selection, size):
            held.append(parsed)
            if sum(map(len, held)) >= size.rows // 2:
                yield together(self.path, held)
                held = []
        if held:
            yield together(self.path, held)

    def _pieces(self, selection: Selection, size: PieceSize) -> Iterator[ParsedFile]:
        said = f"{len(self.shards):,} shard{'s' if len(self.shards) > 1 else ''} of {self.path}"
        for shard in self.shards:
            opened = SourceFile.open(shard, self.input_format)
            if opened.format.name != self.format.name:
                opened.close()
                raise FormatError(
                    f"{self.shards[0]} is {self.format.title} but {shard} is {opened.format.title}; name shards of one"
                    f" format with a pattern in quotation marks, such as '{Path(self.path) / '*'}{Path(shard).suffix}'"
                )
            in_pieces = opened.streams and selection.encoding is None
            for parsed in opened.pieces(selection, size) if in_pieces else [opened.read(selection)]:
                selection = settled(selection, parsed)
                yield replace(parsed, summary="; ".join(filter(None, [parsed.summary, said])))
            opened.close()

    def read(self, selection: Selection) -> ParsedFile:
        """Read and parse all shards, and put them together."""
        return check_ids(together(self.path, list(self._pieces(selection, ALL))))


def together(path: str, pieces: Sequence[ParsedFile]) -> ParsedFile:
    """Several parsed files, one after the other, as one.

    >>> one, two = (ParsedFile(name, "plain text", [1], targets={"": [name]}) for name in ("a", "b"))
    >>> together("folder", [one, two]).targets
    {'': ['a', 'b']}
    """
    if not pieces:
        raise FormatError(f"{path} holds no segment; nothing can be scored")
    first = pieces[0]

    def joined(name: str) -> Any:
        texts = [getattr(each, name) for each in pieces]
        keys = dict.fromkeys(key for each in texts for key in each)
        return {
            key: [
                value
                for each, piece in zip(texts, pieces, strict=True)
                for value in (each[key] if key in each else [None] * len(piece))
            ]
            for key in keys
        }

    def listed(name: str) -> Any:
        values = [getattr(each, name) for each in pieces]
        return None if any(each is None for each in values) else [value for each in values for value in each]

    places = [f"{Path(each.path).name}:{line}" for each in pieces for line in each.lines]
    table: Mapping[str, Sequence[Any]] | None = None if first.table is None else joined("table")
    return replace(
        first, path=path, lines=places, ids=listed("ids"), source=listed("source"), references=joined("references"),
        hypotheses=joined("hypotheses"), targets=joined("targets"), columns=joined("columns"), table=table, raw=None,
        unit="line",
    )  # fmt: skip
