"""Spreadsheets: .xlsx and .xlsm, read by python-calamine and written by XlsxWriter."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from typing import Any

from understudy.errors import FormatError, SettingError
from understudy.formats.columns import from_columns
from understudy.formats.files.compression import ALWAYS_FREE, LIMIT, expansion_limit
from understudy.formats.files.content import FileContent
from understudy.formats.parsed import ParsedFile, Selection

PLACE = re.compile(rb"""<(?:\w+:)?c\s[^>]*?\br\s*=\s*["']([A-Z]{1,3})(\d{1,7})""")
MOST_CELLS = 50_000_000  # of a sheet; all are held, and so are the empty ones between them
ROWS, CHARACTERS = 1_048_576, 32_767  # what a sheet and a cell can hold
FORMULA_ERROR = re.compile(r"#(N/A|REF!|VALUE!|DIV/0!|NAME\?|NULL!|NUM!|SPILL!|CALC!|GETTING_DATA)")
Rows = list[list[Any]]


def read(file: FileContent, selection: Selection) -> ParsedFile:
    """Read the columns of a sheet whose first row that is not empty names them; an empty cell is a missing text.

    >>> data = write({"mt": ["a cat", None], "reference": ["the cat", "a dog"]})
    >>> read(FileContent("a.xlsx", data), Selection()).hypotheses
    {'mt': ['a cat', None]}
    """
    name, rows = _sheet(file, selection.sheet)
    filled = [number for number, row in enumerate(rows) if any(cell is not None for cell in row)]
    if len(filled) < 2:
        raise FormatError(f"{file.name}, sheet {name!r}, needs a row with the names of the columns, and rows below it")
    head, below = filled[0], filled[1:]
    columns = _columns(f"{file.name}, sheet {name!r}, row {head + 1}", rows[head], [rows[number] for number in below])
    _refuse_errors(file.name, columns, below)
    table, digits = _with_digits(columns)
    parsed = from_columns(file.name, "XLSX", table, [number + 1 for number in below], selection, unit="row")
    texts = {*parsed.hypotheses, *parsed.references, *parsed.targets}
    facts = [parsed.summary, f"sheet {name}", _said_of_digits({k: n for k, n in digits.items() if k in texts})]
    blank = filled[-1] - head - len(below)
    facts.append(f"{blank} empty row{'s' if blank > 1 else ''} between the others left out" if blank else "")
    return replace(parsed, summary="; ".join(filter(None, facts)))


def _sheet(file: FileContent, wanted: str | None) -> tuple[str, Rows]:
    calamine = _import("python_calamine", "read")
    _check_size(file)
    try:
        with calamine.CalamineWorkbook.from_filelike(io.BytesIO(file.data)) as book:
            kinds = {each.name: each for each in book.sheets_metadata if each.typ == calamine.SheetTypeEnum.WorkSheet}
            sheets = {name: _rows(book.get_sheet_by_name(name)) for name in kinds if wanted in (None, name)}
            shown = [name for name, each in kinds.items() if each.visible == calamine.SheetVisibleEnum.Visible]
    except calamine.PasswordError:
        raise FormatError(f"{file.name} is protected by a password; save it without one") from None
    except Exception as error:  # calamine has many kinds for broken files, not all of one family
        raise FormatError(f"{file.name} is not a whole XLSX file: {error}; save it again") from None
    if wanted is not None and wanted not in kinds:
        raise FormatError(f"{file.name} has no sheet {wanted!r}; choose with --sheet: {', '.join(kinds)}")
    having = [name for name in (shown if wanted is None else sheets) if any(map(any, sheets[name]))]
    if not having:
        raise FormatError(f"{file.name} has no sheet with text in it; nothing can be scored")
    if len(having) > 1:
        raise FormatError(f"{file.name} has the sheets {', '.join(having)}; choose one with --sheet")
    return having[0], sheets[having[0]]


def _rows(sheet: Any) -> Rows:
    return [[_value(cell) for cell in row] for row in sheet.to_python(skip_empty_area=False)]


def _value(cell: Any) -> Any:
    """A cell as other formats have it: nothing where it is empty, whole numbers as such, dates as text."""
    if cell == "":
        return None
    if isinstance(cell, float) and cell.is_integer() and abs(cell) < 1e15:
        return int(cell)
    if isinstance(cell, (date, datetime, time)):
        return cell.isoformat()
    return str(cell) if isinstance(cell, timedelta) else cell


def _columns(place: str, head: Sequence[Any], rows: Rows) -> dict[str, list[Any]]:
    columns: dict[str, list[Any]] = {}
    for number, cell in enumerate(head):
        values = [row[number] for row in rows]
        name = "" if cell is None else str(cell).strip()
        if not name and all(value is None for value in values):
            continue
        if not name or name in columns:
            what = f"there are two columns named {name!r}" if name else f"column {letters(number)} has no name"
            raise FormatError(f"{place}: {what}; the first row that is not empty must name the columns, each once")
        columns[name] = values
    return columns


def _refuse_errors(path: str, columns: Mapping[str, Sequence[Any]], numbers: Sequence[int]) -> None:
    for name, values in columns.items():
        for number, value in zip(numbers, values, strict=True):
            if isinstance(value, str) and FORMULA_ERROR.fullmatch(value):
                raise FormatError(
                    f"{path}, row {number + 1}: {name!r} is {value}, the error of a formula; mend it, or save the"
                    " column as values"
                )


def _with_digits(columns: Mapping[str, list[Any]]) -> tuple[dict[str, list[Any]], dict[str, int]]:
    """Write whole numbers in columns of texts as digits, as the sheet most likely shows them; count them."""
    table, counts = dict[str, list[Any]](), dict[str, int]()
    for name, values in columns.items():
        is_text = any(isinstance(value, str) for value in values)
        whole = [is_text and isinstance(value, int) and not isinstance(value, bool) for value in values]
        table[name] = [str(value) if each else value for value, each in zip(values, whole, strict=True)]
        counts[name] = sum(whole)
    return table, {name: count for name, count in counts.items() if count}


def _said_of_digits(counts: Mapping[str, int]) -> str:
    return ", ".join(
        f"{count} number{'s' if count > 1 else ''} in {name} read as plain digits" for name, count in counts.items()
    )


def _check_size(file: FileContent) -> None:
    """Refuse a workbook that unpacks to far too much, or with a cell so far out that the sheet can't be held."""
    try:
        with zipfile.ZipFile(io.BytesIO(file.data)) as archive:
            size, most = sum(each.file_size for each in archive.infolist()), expansion_limit()
            if size > ALWAYS_FREE and size > most * len(file.data):
                raise FormatError(
                    f"{file.name} unpacks to more than {most} times its size, {size:,} bytes, like a decompression"
                    f" bomb; if it is not one, set {LIMIT} higher"
                )
            for each in archive.infolist():
                _check_extent(file.name, archive.read(each))
    except FormatError:
        raise
    except Exception as error:  # broken archives, and kinds of compression that Python may lack
        raise FormatError(f"{file.name} is not a whole XLSX file: {error}; save it again") from None


def _check_extent(name: str, sheet: bytes) -> None:
    places = set(PLACE.findall(sheet))
    if not places:
        return
    row = max(int(number) for _, number in places)
    column = max((column for column, _ in places), key=lambda each: (len(each), each))
    if row * (_column_number(column) + 1) > MOST_CELLS:
        raise FormatError(
            f"{name} has a sheet whose cells reach to column {column.decode()} and row {row:,}, which can't be held in"
            " memory; delete the columns and rows outside the table, or save it as CSV"
        )


def _column_number(column: bytes) -> int:
    number = 0
    for letter in column:
        number = number * 26 + letter - ord("A") + 1
    return number - 1


def letters(number: int) -> str:
    """The letters by which a sheet names a column, counted from 0.

    >>> letters(0), letters(25), letters(26)
    ('A', 'Z', 'AA')
    """
    return (letters(number // 26 - 1) if number >= 26 else "") + chr(ord("A") + number % 26)


def write(table: Mapping[str, Sequence[Any]]) -> bytes:
    """Write columns into one sheet, with a frozen head and filters; texts stay texts, never formulas.

    >>> write({"hyp": ["a cat"], "bleu": [12.5]})[:2]
    b'PK'
    """
    return write_sheets({"Segments": table})


def write_sheets(sheets: Mapping[str, Mapping[str, Sequence[Any]]], notes: Sequence[str] = ()) -> bytes:
    """Write tables, one a sheet, and notes on a sheet of their own.

    >>> write_sheets({"Scores": {"System": ["A"], "BLEU": [46.7]}}, ["BLEU  bleu:order=4"])[:2]
    b'PK'
    """
    xlsxwriter = _import("xlsxwriter", "written")
    out = io.BytesIO()
    book = xlsxwriter.Workbook(
        out, {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False}
    )
    book.set_properties({"created": datetime(2000, 1, 1)})  # the same results, the same bytes
    head = book.add_format({"bold": True, "bottom": 1, "text_wrap": True, "valign": "top"})
    wrapped = book.add_format({"text_wrap": True, "valign": "top"})
    number = book.add_format({"num_format": "0.00", "valign": "top"})
    for name, table in sheets.items():
        sheet = book.add_worksheet(name)
        _check_limits(table)
        for place, (title, values) in enumerate(table.items()):
            sheet.set_column(place, place, _width(title, values))
            sheet.write_string(0, place, title, head)
            for row, value in enumerate(values, 1):
                _write_cell(sheet, row, place, value, wrapped, number)
        sheet.freeze_panes(1, 0)
        rows = max(map(len, table.values()), default=0)
        sheet.autofilter(0, 0, rows, max(len(table) - 1, 0))
    if notes:
        sheet = book.add_worksheet("Notes")
        sheet.set_column(0, 0, 120)
        for row, note in enumerate(notes):
            sheet.write_string(row, 0, note, wrapped)
    book.close()
    return out.getvalue()


class _Exact(float):
    """A number that XlsxWriter, which formats to 16 digits, writes with all of them."""

    def __format__(self, _: str) -> str:
        return repr(float(self))


def _write_cell(sheet: Any, row: int, column: int, value: Any, wrapped: Any, number: Any) -> None:
    if isinstance(value, float):
        sheet.write_number(row, column, _Exact(value), number)
    elif isinstance(value, bool):
        sheet.write_boolean(row, column, value, wrapped)
    elif isinstance(value, int) and abs(value) < 1e15:
        sheet.write_number(row, column, value)
    elif value is not None and value != "":
        sheet.write_string(row, column, str(value), wrapped)


def _check_limits(table: Mapping[str, Sequence[Any]]) -> None:
    for name, values in table.items():
        if len(values) >= ROWS:
            raise FormatError(f"there are {len(values):,} rows, and a sheet holds {ROWS - 1:,}; write Parquet or CSV")
        for row, value in enumerate(values, 1):
            if isinstance(value, (list, dict)):
                raise FormatError(f"{name!r} of segment {row} is a {type(value).__name__}; write JSONL or Parquet")
            if isinstance(value, str) and len(value) > CHARACTERS:
                raise FormatError(
                    f"{name!r} of segment {row} has {len(value):,} characters, and a cell holds {CHARACTERS:,};"
                    " write CSV, JSONL or Parquet"
                )


def _width(title: str, values: Sequence[Any]) -> int:
    longest = max((len(str(value)) for value in values if isinstance(value, str)), default=0)
    return min(60, max(10, len(title) + 4, longest))


def _import(module: str, verb: str) -> Any:
    import importlib

    try:
        return importlib.import_module(module)
    except ImportError:
        package = {"python_calamine": "python-calamine", "xlsxwriter": "XlsxWriter"}[module]
        raise SettingError(
            f"XLSX files are {verb} with {package}; install it with: pip install 'understudy[excel]'"
        ) from None
