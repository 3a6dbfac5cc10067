"""METEOR's table of paraphrases: where it is, and the candidates for matching that it yields.

The table is not part of the package. METEOR's own `paraphrase-en.gz` comes with the package pycocoevalcap, which is
looked for but never imported; a path to any table of that format does as well. It is compiled once into a file that
is mapped into memory, which `paraphrase_cache` keeps.
"""

from __future__ import annotations

import dataclasses
import importlib.util
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from understudy import _core
from understudy.errors import FormatError, SettingError
from understudy.lexicon.paraphrase_cache import compiled

AUTO = "auto"
# METEOR's names of languages where they differ from ours.
NAMES = {"cs": "cz"}

Words = tuple[str, ...]
Candidate = tuple[int, int, int, int]  # reference start and length, hypothesis start and length


@dataclasses.dataclass(frozen=True)
class ParaphraseTable:
    """A table that is ready for use: the native one, the first 8 digits of its source's SHA-256, and the source."""

    native: _core.Paraphrases
    hash8: str
    path: Path


def open_table(source: str | Path, lang: str) -> ParaphraseTable:
    r"""Open a table of paraphrases, given by its path or as "auto"; the first time it is compiled, later it is mapped.

    >>> import tempfile
    >>> source = Path(tempfile.mkdtemp(), "table.txt")
    >>> _ = source.write_text("0.5\nof course\ncertainly\n")
    >>> table = open_table(source, "en")
    >>> table.hash8, table.native.pairs
    ('3d95d1bf', 1)
    >>> hypothesis, reference = table.native.ids(["yes", ",", "certainly"]), table.native.ids(["of", "course"])
    >>> table.native.candidates(hypothesis, reference).tolist()
    [[0, 2, 2, 1]]
    """
    path = installed_table(lang) if source == AUTO else Path(source).expanduser()
    native = compiled(path)
    return ParaphraseTable(native, native.source.hex()[:8], path)


def installed_table(lang: str) -> Path:
    """Find the table of a language in an installed pycocoevalcap, without importing it.

    >>> installed_table("tlh")  # doctest: +IGNORE_EXCEPTION_DETAIL
    Traceback (most recent call last):
    understudy.errors.SettingError: there is no table of paraphrases for the language 'tlh' ...
    """
    name = f"paraphrase-{NAMES.get(lang, lang)}.gz"
    folders = _folders_of("pycocoevalcap")
    for folder in folders:
        path = folder / "meteor" / "data" / name
        if path.is_file():
            return path
    have = sorted(path.name for folder in folders for path in folder.glob("meteor/data/paraphrase-*.gz"))
    reason = f"it has {', '.join(have) or 'no table'}" if folders else "that package is not installed"
    remedy = f"give the path of METEOR's {name} instead of 'auto', or ask for modules without paraphrase"
    if name == "paraphrase-en.gz":
        remedy = f"'pip install pycocoevalcap' brings it; or {remedy}"
    raise SettingError(
        f"there is no table of paraphrases for the language {lang!r} in pycocoevalcap: {reason}; {remedy}"
    )


def read_pairs(lines: Iterable[str]) -> Iterator[tuple[Words, Words]]:
    r"""Read the pairs of a table, three lines each: a probability, which is not used, the left and the right side.

    >>> list(read_pairs(["0.25\n", "of course\n", "certainly\n"]))
    [(('of', 'course'), ('certainly',))]
    """
    line = iter(lines)
    for number, _ in enumerate(line):
        left, right = words_of(next(line, "")), words_of(next(line, ""))
        if not left or not right:
            raise FormatError(f"pair {number + 1} of the table lacks a side; make the file again")
        yield left, right


def words_of(side: str) -> Words:
    r"""Split one side of a pair at the characters at which METEOR splits.

    >>> words_of("of\tcourse\n")
    ('of', 'course')
    """
    return tuple(re.findall(r"[^ \t\n\r\f]+", side))


def candidates(pairs: Iterable[tuple[Words, Words]], hypothesis: Words, reference: Words) -> list[Candidate]:
    """List the candidates of a small table in METEOR's order: the readable twin of the native `candidates`.

    >>> candidates([(("of", "course"), ("sure",)), (("sure",), ("of", "course"))], ("sure",), ("yes", "of", "course"))
    [(1, 2, 0, 1), (1, 2, 0, 1)]
    """
    # Python's sort keeps the order of the file among left sides of one length.
    shorter_first = sorted(pairs, key=lambda pair: len(pair[0]))
    found: list[Candidate] = []
    for j in range(len(reference)):
        for left, right in shorter_first:
            if stands_at(left, reference, j):
                places = [i for i in range(len(hypothesis)) if stands_at(right, hypothesis, i)]
                found += [(j, len(left), i, len(right)) for i in places]
    for i in range(len(hypothesis)):
        for left, right in shorter_first:
            if stands_at(left, hypothesis, i):
                places = [j for j in range(len(reference)) if stands_at(right, reference, j)]
                found += [(j, len(right), i, len(left)) for j in places]
    return found


def stands_at(phrase: Words, text: Words, place: int) -> bool:
    """Say whether a phrase stands at a place of a text.

    >>> stands_at(("of", "course"), ("yes", "of", "course"), 1)
    True
    """
    return text[place : place + len(phrase)] == phrase


def _folders_of(package: str) -> Sequence[Path]:
    try:
        spec = importlib.util.find_spec(package)  # imports nothing, having no parent package
    except ValueError:  # a module without a spec stands in its place
        spec = None
    return [Path(folder) for folder in spec.submodule_search_locations or []] if spec else []
