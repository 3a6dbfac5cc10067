"""Results into files, atomically."""

from __future__ import annotations

import os
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from understudy.errors import FormatError, SettingError
from understudy.formats.contents import CONTENTS, Format
from understudy.formats.inputs import Inputs
from understudy.formats.missing import spread


def replace_file(path: str, data: bytes) -> None:
    """Write a file atomically: a failure leaves the file that was there before.

    >>> file = Path(tempfile.mkdtemp(), "out.tsv")
    >>> replace_file(str(file), b"a cat")
    >>> file.read_bytes(), len(list(file.parent.iterdir()))
    (b'a cat', 1)
    """
    if not path or Path(path).is_dir():
        raise FormatError(f"{path!r} is {'a folder' if path else 'no name'}; name a file to write")
    target = Path(os.path.realpath(path))  # a link stays one
    try:
        if target.exists() and not target.is_file():  # a device or a pipe can't be replaced, only written to
            target.write_bytes(data)
            return
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name[:100]}.")
    except OSError as error:
        raise FormatError(f"{path!r} can't be written: {error.strerror}; name a file in a folder of yours") from None
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        Path(name).chmod(_mode(target))
        Path(name).replace(target)
    except OSError as error:
        Path(name).unlink(missing_ok=True)
        raise FormatError(f"{path!r} can't be written: {error.strerror}; the old file is unchanged") from None
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def output_format(path: str) -> Format:
    """The format in which a file with such a name is written.

    >>> output_format("scores.tsv").title
    'TSV'
    """
    written = [each for each in CONTENTS.values() if each.written]
    for each in written:
        if path.lower().endswith(each.endings):
            return each
    endings = ", ".join(ending for each in written for ending in each.endings)
    raise SettingError(f"--output {path!r}: the ending gives the format and must be one of {endings}")


def write_scores(path: str, inputs: Inputs, scores: Mapping[str, Sequence[float | None]]) -> None:
    r"""Write the input's own columns and beside them those of the scores.

    >>> from understudy.formats import read_inputs
    >>> folder = Path(tempfile.mkdtemp())
    >>> _ = (folder / "in.tsv").write_text("hyp\tref\na cat\tthe cat\n")
    >>> write_scores(str(folder / "out.tsv"), read_inputs([str(folder / "in.tsv")]), {"bleu": [12.5]})
    >>> (folder / "out.tsv").read_text()
    'hyp\tref\tbleu\na cat\tthe cat\t12.5\n'
    """
    output = output_format(path)
    own = own_columns(inputs)
    if inputs.kept is not None and inputs.first.table is not None:
        scores = {name: spread(values, inputs.kept, len(inputs.first)) for name, values in scores.items()}
    for name in scores:
        if name in own:
            raise SettingError(
                f"{inputs.first.path} has a column {name!r} already, which --output would have twice; rename it there"
            )
    _check_names([*own, *scores])
    raw = inputs.first.raw
    if output.name == "parquet" and hasattr(raw, "append_column"):
        for name, values in scores.items():
            raw = raw.append_column(name, [list(values)])
        replace_file(path, output.load().write(raw))
    elif output.name == "jsonl" and isinstance(raw, list):
        rows = zip(raw, zip(*scores.values(), strict=True), strict=True)
        replace_file(
            path, output.load().write_objects([{**each, **dict(zip(scores, row, strict=True))} for each, row in rows])
        )
    elif output.name == "csv" and isinstance(raw, output.load().Dialect):
        replace_file(path, output.load().write({**own, **scores}, raw))
    else:
        replace_file(path, output.load().write({**own, **scores}))


def own_columns(inputs: Inputs) -> dict[str, Sequence[Any]]:
    """The columns of the first system's file or, of a format without columns, the texts that were read.

    >>> from understudy.formats import read_inputs
    >>> list(own_columns(read_inputs(["examples/weak.en"], ["examples/reference1.en"])))
    ['segment', 'weak.en', 'examples/reference1.en']
    """
    if inputs.first.table is not None:
        return dict(inputs.first.table)
    ids = inputs.first.ids or [str(number) for number in range(1, len(inputs.first) + 1)]
    ids = ids if inputs.kept is None else [ids[segment] for segment in inputs.kept]
    source = {} if inputs.source is None else {"source": inputs.source}
    groups = ({"segment": ids}, inputs.columns, source, inputs.hypotheses, inputs.references)
    for name, times in Counter(name for group in groups for name in group).items():
        if times > 1:
            raise SettingError(f"--output would have two columns named {name!r}; rename one of the files")
    return {name: values for group in groups for name, values in group.items()}


def _check_names(names: Sequence[str]) -> None:
    """Refuse names that are not valid UTF-8: possible for a file, not for a column."""
    for name in names:
        try:
            name.encode()
        except UnicodeEncodeError:
            raise SettingError(
                f"{name!r} is not UTF-8, so no column can have this name; give the file another"
            ) from None


def _mode(target: Path) -> int:
    """The permissions of the file that is replaced, or those of any new file."""
    if target.exists():
        return target.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
