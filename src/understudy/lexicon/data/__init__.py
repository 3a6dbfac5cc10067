"""The data files that come with the package; README.md beside them says where each is from and its licence."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path


@cache
def lines(name: str) -> tuple[str, ...]:
    """Read a file of words, one on each line.

    >>> lines("function-words-en.txt")[:4]
    ('the', ',', '.', 'to')
    """
    return tuple(_content(name).decode().splitlines())


def pairs(name: str) -> tuple[tuple[str, str], ...]:
    """Read a file of pairs of words, one on each line with a tab between.

    >>> pairs("spellings-en.txt")[0]
    ('accessorise', 'accessorize')
    """
    return tuple((word, other) for word, _, other in (line.partition("\t") for line in lines(name)))


def wordnet() -> bytes:
    """Read the table of WordNet 3.0: a line for each synset, a blank line, a line for each irregular form.

    >>> wordnet()[:20]
    b'1740 a_cappella able'
    """
    import gzip

    return gzip.decompress(_content("wordnet-3.0.txt.gz"))


def senses() -> bytes:
    """Read what goes with each line of that table: parts of speech, and lemmas with capitals.

    >>> senses()[:40]
    b'n entity|v breathe take_a_breath respire'
    """
    import gzip

    return gzip.decompress(_content("wordnet-3.0-senses.txt.gz"))


@cache
def wordnet_hash() -> str:
    """Tell one version of the table from another: the first digits of the file's SHA-256.

    >>> len(wordnet_hash())
    8
    """
    from hashlib import sha256

    return sha256(_content("wordnet-3.0.txt.gz")).hexdigest()[:8]


def words_hash(words: Iterable[str]) -> str:
    """Tell one list of words from another, whatever their order.

    >>> words_hash(["the", "a"]) == words_hash(["a", "the", "a"])
    True
    """
    from hashlib import sha256

    return sha256("\n".join(sorted(set(words))).encode()).hexdigest()[:8]


def _content(name: str) -> bytes:
    return (Path(__file__).parent / name).read_bytes()
