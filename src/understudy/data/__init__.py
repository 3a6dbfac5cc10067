"""The data files that come with the package; README.md beside them says where each is from and its licence."""

from __future__ import annotations

import gzip
from functools import cache
from importlib.resources import files


@cache
def lines(name: str) -> tuple[str, ...]:
    """Read a file of words, one on each line.

    >>> lines("function-words-en.txt")[:4]
    ('the', ',', '.', 'to')
    """
    return tuple((files(__name__) / name).read_text(encoding="utf-8").splitlines())


def wordnet() -> bytes:
    """Read the table of WordNet 3.0: a line for each synset, a blank line, a line for each irregular form.

    >>> wordnet()[:20]
    b'1740 a_cappella able'
    """
    return gzip.decompress((files(__name__) / "wordnet-3.0.txt.gz").read_bytes())
