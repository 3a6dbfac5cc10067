"""sclite's transcripts as texts to score; `transcripts` reads and writes the files."""

from __future__ import annotations

import re

from understudy.errors import FormatError
from understudy.formats.corpus import Choices, Corpus
from understudy.formats.files.opened import Opened
from understudy.formats.readers.text import lines_of
from understudy.formats.transcripts import utterances


def sniff(head: bytes) -> bool:
    """Whether this may be the beginning of such a file; a text may end in brackets too, so only the ending tells.

    >>> sniff(b"the cat sat (anna-01)")
    False
    """
    return False


def read(file: Opened, choices: Choices) -> Corpus:
    """Read a transcript; the speaker is what stands before the first hyphen or underscore of an utterance's name.

    >>> found = read(Opened("a.trn", b"the cat sat (anna-01)"), Choices())
    >>> found.targets, found.ids, found.columns
    ({'': ['the cat sat']}, ['anna-01'], {'speaker': ['anna']})
    """
    found = utterances(file.name, lines_of(file.data, file.name))
    if not found:
        raise FormatError(f"{file.name} holds no utterance; nothing can be scored")
    return Corpus(
        file.name, "sclite trn", [number for number, _ in found.values()], ids=list(found),
        targets={"": [text for _, text in found.values()]},
        columns={"speaker": [re.split("[-_]", name)[0] for name in found]},
    )  # fmt: skip
