"""The files of one command: each opened once, and its format detected once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from understudy.errors import FormatError, SettingError
from understudy.formats.contents import Format, find_format
from understudy.formats.detect import HEAD, detect, folder_format, needs_first_line
from understudy.formats.files.content import FileContent, display_name
from understudy.formats.files.encodings import check_encoding, to_utf8
from understudy.formats.files.opening import STANDARD_INPUT, OpenFile
from understudy.formats.parsed import ParsedFile, PieceSize, Selection
from understudy.inputs.arguments import checked_path, checked_paths, strict


@dataclass(frozen=True, eq=False)
class SourceFile:
    """One file, opened, and its format."""

    path: str
    format: Format
    file: OpenFile | None  # None for a folder

    @classmethod
    def open(cls, path: str, input_format: str | None = None) -> SourceFile:
        """Open a file, and detect its format unless it is given.

        >>> SourceFile.open("examples/strong.en").format.title
        'plain text'
        """
        from understudy.formats.sharded import ShardedSource, is_sharded

        path = checked_path(path)
        named = None if input_format is None else find_format(input_format)
        folder = folder_format(path)
        if folder is not None and named in (None, folder):
            return cls(path, folder, None)
        if named is not None and named.folder is not None:
            OpenFile.open(path).close()  # says why, if it can't be read at all
            raise FormatError(f"{display_name(path)} is not a folder of {named.title}; it must hold {named.folder!r}")
        if is_sharded(path):
            return ShardedSource.of(path, input_format)
        file = OpenFile.open(path)
        try:
            return cls(path, _format(path, file) if named is None else named, file)
        except BaseException:
            file.close()
            raise

    @property
    def open_file(self) -> OpenFile:
        """The bytes, which a folder doesn't have."""
        if self.file is None:
            raise FormatError(f"{self.path!r} is a folder; name a file in it")
        return self.file

    def close(self) -> None:
        """Close the file."""
        if self.file is not None:
            self.file.close()

    def read(self, selection: Selection) -> ParsedFile:
        """Read and parse all of it, and close it."""
        try:
            content = self._recoded(b"" if self.file is None else self.file.rest(), selection.encoding)
        finally:
            self.close()
        parsed: ParsedFile = self.format.load().read(content, selection)
        return parsed

    def _recoded(self, data: bytes, encoding: str | None) -> FileContent:
        if encoding is not None and self.format.encoded:
            data = to_utf8(data, encoding, display_name(self.path))
        return FileContent(self.path, data)

    @property
    def streams(self) -> bool:
        """Whether it can be read in pieces."""
        if self.file is None or self.format.streamed is None:
            return False
        return self.format.streamed == "bytes" or self.file.on_disk

    @property
    def size(self) -> int | None:
        """Bytes as they lie on disk; None if that is not known."""
        return self.open_file.size

    @property
    def done(self) -> int:
        """How many of them were read."""
        return self.open_file.counted.bytes

    def is_large(self, size: int) -> bool:
        """Whether it has more than so many bytes; they are read ahead."""
        self.open_file.look_ahead(size)
        return not self.open_file.whole

    def pieces(self, selection: Selection, size: PieceSize) -> Iterator[ParsedFile]:
        """Read and parse some segments at a time."""
        pieces: Iterator[ParsedFile] = self.format.load().pieces(self.open_file, selection, size)
        return pieces


@dataclass(frozen=True, eq=False)
class Sources:
    """The files of a command by path, and what the command takes each for."""

    systems: Sequence[str]
    references: Sequence[str] = ()
    source: str | None = None
    selection: Selection = field(default_factory=Selection)
    files: Mapping[str, SourceFile] = field(default_factory=dict)

    @classmethod
    def open(
        cls,
        systems: Sequence[str],
        references: Sequence[str] = (),
        source: str | None = None,
        selection: Selection = Selection(),  # noqa: B008 - frozen
        input_format: str | None = None,
    ) -> Sources:
        """Open every file once, though it may have several roles.

        >>> list(Sources.open(["examples/weak.en"], ["examples/reference1.en"]).files)
        ['examples/weak.en', 'examples/reference1.en']
        """
        systems, references = checked_paths(systems, "systems"), checked_paths(references, "references")
        source = None if source is None else checked_path(source)
        paths = check_paths(systems, references, source)
        check_selection(selection)
        check_encoding(selection.encoding)
        check_delimiter(selection.delimiter)
        files: dict[str, SourceFile] = {}
        sources = cls(systems, references, source, selection, files)
        try:
            for path in paths:
                files[path] = SourceFile.open(path, input_format)
            if selection.delimiter is not None and all(file.format.name != "csv" for file in files.values()):
                raise SettingError("--delimiter is for CSV files, and there is none; give --input-format csv too")
            if selection.encoding is not None and not any(file.format.encoded for file in files.values()):
                raise SettingError(
                    f"--encoding is for plain text and tables of text; {next(iter(files.values())).format.title} files"
                    " say theirs themselves"
                )
        except BaseException:
            sources.close()
            raise
        return sources

    def close(self) -> None:
        """Close all files."""
        for file in self.files.values():
            file.close()


def check_paths(systems: Sequence[str], references: Sequence[str], source: str | None = None) -> list[str]:
    """Refuse a file that is given twice in one role; return all of them, each once.

    >>> check_paths(["a.tsv"], ["a.tsv"])
    ['a.tsv']
    """
    if not systems:
        raise SettingError("there are no systems; name at least one file")
    everything = [*systems, *references, *([] if source is None else [source])]
    if everything.count(STANDARD_INPUT) > 1:
        raise SettingError("standard input (-) can be read only once; name files for the others")
    for kind, paths in {"system": systems, "reference": references}.items():
        for path, times in Counter(paths).items():
            if times > 1:
                raise SettingError(f"{kind} {path!r} is given twice; leave one out")
    return list(dict.fromkeys(everything))


@strict
def parse_file(
    path: str,
    selection: Selection = Selection(),  # noqa: B008 - frozen
    input_format: str | None = None,
) -> ParsedFile:
    """Read one file, of the format that is given, or as detected.

    >>> parse_file("examples/strong.en").title
    'plain text'
    """
    check_selection(selection)
    return SourceFile.open(path, input_format).read(selection)


def check_delimiter(delimiter: object) -> None:
    """Refuse what can't separate columns.

    >>> check_delimiter(";")
    """
    if delimiter is not None and (not isinstance(delimiter, str) or len(delimiter) != 1 or delimiter in '"\r\n'):
        raise SettingError(f"--delimiter must be one character, such as ';' or '|', or tab; got {delimiter!r:.80}")


def check_selection(selection: object) -> None:
    """Refuse what is no selection.

    >>> check_selection(Selection(hypotheses=("mt",)))
    """
    if not isinstance(selection, Selection):
        raise SettingError(
            f"selection must be a Selection, such as Selection(hypotheses=('mt',)), got {selection!r:.80}"
        )


def _format(path: str, file: OpenFile) -> Format:
    """Detect the format by the first bytes; by a whole line, if that may be JSON."""
    size = HEAD
    file.look_ahead(size)
    while needs_first_line(file.head) and not file.whole:
        size *= 4
        file.look_ahead(size)
    return detect(path, file.head)
