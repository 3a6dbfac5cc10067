"""Tables of paraphrases by the name that signatures give them: the beginning of a hash of their content."""

from __future__ import annotations

import re
from typing import Any

from understudy.errors import SettingError

_opened: dict[tuple[str, str], Any] = {}  # by language and name


def named_table(source: str, lang: str) -> str:
    """Open a table, given by its path, `auto` or the name of one, and give its name."""
    if (lang, source) in _opened:
        return source
    from understudy.metrics.paraphrases import open_table

    named = re.fullmatch("[0-9a-f]{8}", str(source)) is not None
    table = open_table("auto" if named else source, lang)
    name = str(table.hash8)
    if named and name != source:
        raise SettingError(
            f"the signature names the paraphrase table {source}, but the one that was found is {name};"
            " give paraphrase=PATH of the same table"
        )
    _opened[lang, name] = table
    return name


def table_named(name: str, lang: str) -> Any:
    """Give the table of a name, which is opened if it isn't yet."""
    return _opened[lang, named_table(name, lang)]
