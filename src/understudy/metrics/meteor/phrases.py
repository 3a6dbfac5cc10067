"""Tables of paraphrases by the name that signatures give them, the beginning of a hash of their content."""

from __future__ import annotations

import re
import threading
from collections.abc import Sequence
from weakref import WeakKeyDictionary

import numpy as np
import numpy.typing as npt

from understudy import _core
from understudy.errors import SettingError
from understudy.lexicon.paraphrase_cache import cache_folder, kept
from understudy.lexicon.paraphrases import AUTO, ParaphraseTable, open_table
from understudy.metrics.meteor.readable import Phrases

Numbers = npt.NDArray[np.uint32]

_lock = threading.Lock()
_opened: dict[tuple[str, str], ParaphraseTable] = {}  # by language and name
_of_tables: WeakKeyDictionary[_core.Vocabulary, dict[str, Numbers]] = WeakKeyDictionary()


def named_table(source: str, lang: str) -> str:
    r"""Open a table, given by its path, `auto` or the name of one, and give its name.

    >>> import tempfile
    >>> from pathlib import Path
    >>> source = Path(tempfile.mkdtemp(), "table.txt")
    >>> _ = source.write_text("0.5\nof course\ncertainly\n")
    >>> named_table(str(source), "en"), named_table("3d95d1bf", "en")
    ('3d95d1bf', '3d95d1bf')
    """
    if (lang, str(source)) in _opened:
        return str(source)
    named = re.fullmatch("[0-9a-f]{8}", str(source)) is not None
    table = _found(str(source), lang) if named else open_table(source, lang)
    _opened[lang, table.hash8] = table
    return table.hash8


def _found(name: str, lang: str) -> ParaphraseTable:
    """Look for the table that a signature names, or a metric that comes from another process."""
    compiled = kept(name)
    if compiled is not None:
        return ParaphraseTable(compiled[0], name, compiled[1])
    try:
        table = open_table(AUTO, lang)
        reason = f"that of pycocoevalcap is {table.hash8}"
    except SettingError as error:
        table, reason = None, str(error).partition(";")[0]
    if table is None or table.hash8 != name:
        raise SettingError(
            f"the paraphrase table {name} that the signature names is not kept in {str(cache_folder())!r},"
            f" and {reason}; give paraphrase=PATH of that table,"
            " which also keeps it for other processes with this folder"
        )
    return table


def table_named(name: str, lang: str) -> ParaphraseTable:
    r"""Give the table of a name, which is opened if it isn't yet, as in another process.

    >>> import tempfile
    >>> from pathlib import Path
    >>> source = Path(tempfile.mkdtemp(), "table.txt")
    >>> _ = source.write_text("0.5\nof course\ncertainly\n")
    >>> table_named(named_table(str(source), "en"), "en").native.pairs
    1
    """
    return _opened[lang, named_table(name, lang)]


def phrases_in(table: ParaphraseTable) -> Phrases:
    r"""Give the function that finds the paraphrases of a pair of texts.

    >>> import tempfile
    >>> from pathlib import Path
    >>> source = Path(tempfile.mkdtemp(), "table.txt")
    >>> _ = source.write_text("0.5\nof course\ncertainly\n")
    >>> phrases_in(open_table(source, "en"))(["certainly"], ["yes", "of", "course"])
    [(1, 2, 0, 1)]
    """

    def find(hyp: Sequence[str], ref: Sequence[str]) -> list[tuple[int, int, int, int]]:
        found = table.native.candidates(table.native.ids(list(hyp)), table.native.ids(list(ref)))
        return [tuple(each) for each in found.tolist()]

    return find


def phrase_words_of(table: ParaphraseTable, vocabulary: _core.Vocabulary) -> Numbers:
    r"""Look up a table's numbers of all words of a token table, each word once.

    >>> import tempfile
    >>> from pathlib import Path
    >>> source = Path(tempfile.mkdtemp(), "table.txt")
    >>> _ = source.write_text("0.5\nof course\ncertainly\n")
    >>> vocabulary = _core.Vocabulary()
    >>> _ = _core.intern([["course", "x"]], vocabulary)
    >>> len(phrase_words_of(open_table(source, "en"), vocabulary))
    2
    """
    with _lock:
        known = _of_tables.setdefault(vocabulary, {})
        before = known.get(table.hash8, np.zeros(0, np.uint32))
        known[table.hash8] = np.concatenate([before, table.native.ids(vocabulary.words(len(before)))])
        return known[table.hash8]
