"""Arrow files and streams (IPC; Feather is the same), by pyarrow."""

from __future__ import annotations

import io

from understudy.errors import FormatError
from understudy.formats.files.content import FileContent
from understudy.formats.parsed import ParsedFile, Selection
from understudy.formats.readers.parquet import from_arrow, import_pyarrow

MAGIC = b"ARROW1"


def read(file: FileContent, selection: Selection) -> ParsedFile:
    """Read all columns of a file or, where the bytes that mark a file are missing, of a stream.

    >>> import pyarrow
    >>> out, table = io.BytesIO(), pyarrow.table({"hyp": ["a cat"]})
    >>> with pyarrow.ipc.new_stream(out, table.schema) as stream:
    ...     stream.write_table(table)
    >>> read(FileContent("a.arrow", out.getvalue()), Selection()).hypotheses
    {'hyp': ['a cat']}
    """
    pyarrow = import_pyarrow("Arrow")
    try:
        if file.data.startswith(MAGIC):
            table = pyarrow.ipc.open_file(io.BytesIO(file.data)).read_all()
        else:
            table = pyarrow.ipc.open_stream(io.BytesIO(file.data)).read_all()
    except (pyarrow.ArrowException, OSError, EOFError) as error:
        raise FormatError(f"{file.name} is not a whole Arrow file: {error}; make the file again") from None
    return from_arrow(file.name, "Arrow", table, selection)
