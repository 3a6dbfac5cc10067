"""Files of `understudy stats`: JSON, written whole or not at all."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from understudy.errors import FormatError, InputError, SettingError
from understudy.formats.files.opening import open_file
from understudy.formats.writing import replace_file

if TYPE_CHECKING:
    from understudy.sharding.partial import PartialSums, PartialSurvey

BEGINNING = b'{"understudy": "'


def read_partial(path: str) -> PartialSums | PartialSurvey:
    """Read sums or a survey; a message about what is wrong with the file names it.

    >>> import tempfile
    >>> file = Path(tempfile.mkdtemp(), "part.json")
    >>> _ = file.write_text('{"understudy": "0.1')
    >>> read_partial(str(file))
    Traceback (most recent call last):
    understudy.errors.FormatError: ...part.json is cut off or damaged; remove it and count the shard again
    """
    from understudy.sharding import partial

    data = open_file(path).data
    try:
        values = json.loads(data)
    except (ValueError, RecursionError):
        ours = BEGINNING.startswith(data[: len(BEGINNING)])
        damaged = "is cut off or damaged; remove it and count the shard again"
        raise FormatError(f"{path} {damaged if ours else partial.NOT_OURS}") from None
    try:
        return partial.from_dict(values)
    except InputError as error:
        raise FormatError(f"{path} {error}") from None
    except SettingError as error:
        raise FormatError(f"{path} was counted by a metric that is not here: {error}") from None


def write_partial(path: str, shard: PartialSums | PartialSurvey) -> None:
    """Write sums or a survey.

    >>> import tempfile
    >>> from understudy.sharding.partial import PartialSurvey
    >>> path = tempfile.mkdtemp() + "/survey.json"
    >>> write_partial(path, PartialSurvey({}, ("12ab",), 7))
    >>> read_partial(path).segments
    7
    """
    replace_file(path, (json.dumps(shard.to_dict()) + "\n").encode())


def exists(path: str) -> bool:
    """Whether there is a file already that a shard would be written to.

    >>> exists("/no/such/file")
    False
    """
    try:
        return Path(path).is_file()
    except OSError:  # writing it will say what is wrong
        return False
