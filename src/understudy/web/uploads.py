"""Files that the browser sends as bytes: read by their format, each text with a guess of what it is.

Nothing here opens a file: a reader gets the bytes, and the file's name only to detect the format and for messages.
"""

from __future__ import annotations

import base64
import io
import re
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Any

from understudy.errors import FormatError
from understudy.formats.columns import generic
from understudy.formats.detect import detect
from understudy.formats.files.compression import Counted, unpacked
from understudy.formats.files.content import FileContent
from understudy.formats.parsed import ParsedFile, Selection, Texts
from understudy.formats.scores import ScoreColumn, scores_of
from understudy.web.limits import ANSWER

# What a text is by the name of its file or column: the first that fits.
BY_NAME = {
    "documents": re.compile(r"(^|[._-])(docs?|documents?|doc_?ids?)([._-]|$)", re.IGNORECASE),
    "source": re.compile(r"(^|[._-])(src|source)([._-]|$)", re.IGNORECASE),
    "reference": re.compile(r"(^|[._-])refs?\d*([._-]|$)|reference", re.IGNORECASE),
}
# Names of files that hold scores, with the name of the metric.
SCORES = re.compile(
    r"(^|[._-])(?P<name>(x?comet|cometkiwi|metricx|bleurt|bertscore|judge|scores?)[\w-]*)(?=[._-]|$)", re.IGNORECASE
)


def read_upload(given: dict[str, Any]) -> dict[str, Any]:
    """Read one file: its format, and its texts with their names and likely roles.

    >>> content = base64.b64encode(b"hyp\\tref\\tdoc\\na cat\\tthe cat\\tnews\\n").decode()
    >>> found = read_upload({"name": "all.tsv", "content": content})
    >>> found["format"], [(each["name"], each["role"]) for each in found["texts"]]
    ('TSV', [('all.tsv', 'system'), ('ref', 'reference'), ('doc', 'documents')])
    """
    name = PurePosixPath(given["name"].replace("\\", "/")).name or "file"
    data = _unpacked(_decoded(given["content"], name), name)
    if metric := SCORES.search(name):
        return _scores(FileContent(name, data), metric["name"])
    form = detect(name, data)
    parsed: ParsedFile = form.load().read(FileContent(name, data), Selection())
    texts = [{"name": label, "role": role, "segments": texts} for label, role, texts in _streams(parsed, name)]
    return {"name": name, "format": parsed.title, "ids": parsed.ids, "texts": texts}


def role_of(name: str) -> str:
    """Guess what a text is by the name of its file or column; a system if the name doesn't say.

    >>> role_of("generaltest2022.en-de.src.en"), role_of("newstest.ref.A.de"), role_of("docs.txt"), role_of("PROMT.de")
    ('source', 'reference', 'documents', 'system')
    """
    return next((role for role, pattern in BY_NAME.items() if pattern.search(name)), "system")


def _scores(file: FileContent, metric: str) -> dict[str, Any]:
    """Scores of a file, in the order of the segments, as texts that are named as `--scores` has them."""
    columns = scores_of(file, metric)
    texts = [
        {
            "name": metric if column.system is None else f"{metric}={column.system}",
            "role": "scores",
            "segments": [repr(value) for value in _in_order(column)],
        }
        for column in columns
    ]
    return {"name": file.name, "format": "scores", "ids": None, "texts": texts}


def _in_order(column: ScoreColumn) -> list[float]:
    if column.segments is None:
        return column.values
    try:
        places = sorted(range(len(column.values)), key=lambda place: int((column.segments or [])[place]))
    except ValueError:
        raise FormatError(
            f"{column.path} has scores of segments by name, as {column.segments[0]!r:.40}; number them from 1, or use"
            " the command line with --scores"
        ) from None
    return [column.values[place] for place in places]


def _decoded(content: str, name: str) -> bytes:
    try:
        return base64.b64decode(content, validate=True)
    except ValueError as error:
        raise FormatError(f"the content of {name} is not base64: {error}") from None


def _unpacked(data: bytes, name: str) -> bytes:
    pieces, size = [], 0
    for piece in unpacked(Counted(io.BytesIO(data), name)):
        pieces.append(piece)
        size += len(piece)
        if size > ANSWER:
            raise FormatError(
                f"{name} unpacks to more than {ANSWER / 1e6:g} megabytes; use the command line, which has no limit"
            )
    return b"".join(pieces)


def _streams(parsed: ParsedFile, name: str) -> Iterator[tuple[str, str, Texts]]:
    """Every text of a file with its label and role; a translation whose role isn't clear is what its file is called."""
    for label, texts in parsed.hypotheses.items():
        yield name if not label or (generic(label) and len(parsed.hypotheses) == 1) else label, "system", texts
    for label, texts in parsed.references.items():
        yield label or name, "reference", texts
    one = len(parsed.targets) == 1
    for label, texts in parsed.targets.items():
        yield (name if one else label), (role_of(name) if one else "unused"), texts
    if parsed.source is not None:
        yield "source", "source", parsed.source
    for label, texts in parsed.columns.items():
        yield label, "documents" if role_of(label) == "documents" else "unused", texts
