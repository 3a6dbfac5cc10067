"""Parquet files, by pyarrow."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

from understudy.errors import FormatError, SettingError
from understudy.formats.columns import from_columns, settled
from understudy.formats.files.content import FileContent
from understudy.formats.files.opening import OpenFile
from understudy.formats.parsed import ParsedFile, PieceSize, Selection

MAGIC = b"PAR1"


def read(file: FileContent, selection: Selection) -> ParsedFile:
    """Read all columns.

    >>> file = FileContent("a.parquet", write({"hyp": ["a cat"], "ref": ["the cat"]}))
    >>> read(file, Selection()).hypotheses
    {'hyp': ['a cat']}
    """
    pyarrow = import_pyarrow("Parquet")
    from pyarrow import parquet

    try:
        opened = parquet.ParquetFile(io.BytesIO(file.data))
        table = pyarrow.Table.from_batches(opened.iter_batches(), opened.schema_arrow)
    except (pyarrow.ArrowException, OSError) as error:
        raise FormatError(f"{file.name} is not a whole Parquet file: {error}; make the file again") from None
    return from_arrow(file.name, "Parquet", table, selection)


def pieces(file: OpenFile, selection: Selection, size: PieceSize) -> Iterator[ParsedFile]:
    """Read some rows at a time.

    >>> import tempfile, pathlib
    >>> path = pathlib.Path(tempfile.mkdtemp(), "a.parquet")
    >>> _ = path.write_bytes(write({"hyp": ["a", "b", "c"]}))
    >>> [len(each) for each in pieces(OpenFile.open(str(path)), Selection(), PieceSize(bytes=1, rows=2))]
    [2, 1]
    """
    first = 1
    for table in _tables(file, size.rows):
        parsed = from_arrow(file.path, "Parquet", table, selection, first)
        selection, first = settled(selection, parsed), first + table.num_rows
        yield parsed


def _tables(file: OpenFile, rows: int) -> Iterator[Any]:
    pyarrow = import_pyarrow("Parquet")
    from pyarrow import parquet

    try:
        with parquet.ParquetFile(file.rewound()) as opened:
            for batch in opened.iter_batches(rows):
                file.check_unchanged()
                yield pyarrow.Table.from_batches([batch])
            file.check_unchanged()
    except (pyarrow.ArrowException, OSError) as error:
        file.check_unchanged()
        raise FormatError(f"{file.path} is not a whole Parquet file: {error}; make the file again") from None


def from_arrow(name: str, title: str, table: Any, selection: Selection, first: int = 1) -> ParsedFile:
    """Parse an Arrow table, whose first row has this number in its file.

    >>> import pyarrow
    >>> from_arrow("a.arrow", "Arrow", pyarrow.table({"hyp": ["a cat"]}), Selection()).hypotheses
    {'hyp': ['a cat']}
    """
    if not table.num_rows:
        raise FormatError(f"{name} has columns but no row; nothing can be scored")
    try:
        table.validate(full=True)
        columns = {column: table[column].to_pylist() for column in table.column_names}
    except (ValueError, KeyError) as error:
        raise FormatError(f"{name} holds columns that can't be read: {error}; make the file again") from None
    return from_columns(name, title, columns, range(first, first + table.num_rows), selection, table, "row")


def write(table: Any) -> bytes:
    """Write columns, or an Arrow table as it is.

    >>> write({"hyp": ["a cat"]})[:4]
    b'PAR1'
    """
    pyarrow = import_pyarrow("Parquet")
    from pyarrow import parquet

    out = io.BytesIO()
    try:
        parquet.write_table(table if isinstance(table, pyarrow.Table) else pyarrow.table(dict(table)), out)
    except pyarrow.ArrowException as error:
        raise FormatError(f"the columns can't be written as Parquet: {error}; write JSONL") from None
    return out.getvalue()


def import_pyarrow(title: str) -> Any:
    """Import pyarrow, or say how to install it.

    >>> import_pyarrow("Parquet").__name__
    'pyarrow'
    """
    try:
        import pyarrow
    except ImportError:
        raise SettingError(f"{title} files need pyarrow; install it with: pip install 'understudy[arrow]'") from None
    return pyarrow
