"""Kaldi's `text`: one utterance per line, after its id."""

from __future__ import annotations

import re

from understudy.errors import FormatError
from understudy.formats.files.content import FileContent
from understudy.formats.parsed import ParsedFile, Selection, check_ids
from understudy.formats.readers.text import lines_of


def read(file: FileContent, selection: Selection) -> ParsedFile:
    """Read utterances; the speaker is the part before the first hyphen or underscore of an utterance's id.

    >>> parsed = read(FileContent("text", b"anna-01 the cat sat"), Selection())
    >>> parsed.targets, parsed.ids, parsed.columns
    ({'': ['the cat sat']}, ['anna-01'], {'speaker': ['anna']})
    """
    numbered = [(i, line.split(None, 1)) for i, line in enumerate(lines_of(file.data, file.name), 1) if line.strip()]
    ids = [fields[0] for _, fields in numbered]
    texts = [fields[1].rstrip() if len(fields) > 1 else "" for _, fields in numbered]
    if not ids:
        raise FormatError(f"{file.name} holds no utterance; nothing can be scored")
    return check_ids(
        ParsedFile(
            file.name, "Kaldi text", [number for number, _ in numbered], ids=ids, targets={"": [*texts]},
            columns={"speaker": [re.split("[-_]", each)[0] for each in ids]},
        )
    )  # fmt: skip
