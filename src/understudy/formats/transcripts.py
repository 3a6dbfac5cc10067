"""Transcripts as NIST's sclite reads them (`trn`): one utterance per line, with its id in parentheses at the end."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from understudy.errors import FormatError, InputError
from understudy.formats.readers.text import read_lines
from understudy.inputs.arguments import checked_path, strict

# The text ends with a letter, so that the time is linear, whatever the line.
UTTERANCE = re.compile(r"((?:.*\S)?)\s*\(\s*([^()\s](?:[^()]*[^()\s])?)\s*\)\s*")
COMMENTS = (";;", "**")


@strict
def read_trn(path: str) -> dict[str, str]:
    r"""Read a transcript: one utterance per line, with its id in parentheses at the end.

    `;;` or `**` at its start makes a line a comment. Braces are refused: sclite takes what they hold for alternatives.

    >>> import tempfile, pathlib
    >>> file = pathlib.Path(tempfile.mkdtemp(), "ref.trn")
    >>> _ = file.write_text(";; a test\nthe cat sat (anna-01)\n(anna-02)\n")
    >>> read_trn(str(file))
    {'anna-01': 'the cat sat', 'anna-02': ''}
    """
    return {name: text for name, (_, text) in utterances(path, read_lines(path)).items()}


def utterances(path: str, lines: list[str]) -> dict[str, tuple[int, str]]:
    """Read the lines of a transcript: the number of the line and the text of each utterance, by its name.

    >>> utterances("a.trn", ["the cat sat (anna-01)"])
    {'anna-01': (1, 'the cat sat')}
    """
    by_id: dict[str, tuple[int, str]] = {}
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.startswith(COMMENTS):
            continue
        parts = UTTERANCE.fullmatch(line)
        if parts is None:
            raise FormatError(f"{path}:{number}: {line!r:.80} doesn't end in a name such as (anna-01)")
        if parts[2] in by_id:
            raise FormatError(f"{path}:{number}: duplicate utterance id {parts[2]!r}; give each utterance its own")
        if "{" in parts[1] or "}" in parts[1]:
            raise FormatError(
                f"{path}:{number}: alternatives in braces are not read: {parts[1]!r:.80};"
                " leave one of them in the text, or give each as a reference of its own"
            )
        by_id[parts[2]] = (number, parts[1])
    return by_id


@strict
def read_trn_parallel(hyp: str, ref: str) -> tuple[list[str], list[str], list[str]]:
    r"""Read two transcripts and put their utterances side by side: names, hypotheses, references.

    >>> import tempfile, pathlib
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> _ = (folder / "hyp.trn").write_text("b (2)\na (1)\n"), (folder / "ref.trn").write_text("c (1)\nd (2)\n")
    >>> read_trn_parallel(str(folder / "hyp.trn"), str(folder / "ref.trn"))
    (['1', '2'], ['a', 'b'], ['c', 'd'])
    """
    hyps, refs = read_trn(hyp), read_trn(ref)
    for names, others, here, there in ((refs, hyps, ref, hyp), (hyps, refs, hyp, ref)):
        missing = [name for name in names if name not in others]
        if missing:
            raise FormatError(
                f"{here} has the utterance {missing[0]!r} but {there} doesn't ({len(missing)} such);"
                " every utterance must be in both, empty if nothing was said"
            )
    return list(refs), [hyps[name] for name in refs], list(refs.values())


@strict
def write_trn(path: str, utterances: Mapping[str, str]) -> None:
    """Write a transcript, one text for each name.

    >>> import tempfile, pathlib
    >>> file = pathlib.Path(tempfile.mkdtemp(), "hyp.trn")
    >>> write_trn(str(file), {"anna-01": "a cat sat"})
    >>> file.read_text()
    'a cat sat (anna-01)\\n'
    """
    lines = []
    for name, text in check_by_name(utterances, "utterances", str).items():
        if text.startswith(COMMENTS) or text != text.strip() or re.search(r"[\n{}]", text):
            raise InputError(
                f"the text of {name!r} can't be written to a trn file: {text!r:.80}; it must be one line without braces"
                " or whitespace at its ends, and not begin with ;; or **"
            )
        lines.append(f"{text} ({checked_name(name)})".lstrip() + "\n")
    write_lines(path, lines)


def check_by_name(values: Any, what: str, kind: type) -> Mapping[str, Any]:
    """Refuse what is no mapping from names to values of a kind.

    >>> check_by_name({"anna-01": "a cat"}, "utterances", str)
    {'anna-01': 'a cat'}
    """
    if not isinstance(values, Mapping):
        raise InputError(f"the {what} are {type(values).__name__}, {values!r:.80}; give a mapping from a name to each")
    for name, value in values.items():
        if not isinstance(value, kind) or not isinstance(name, str):
            raise InputError(f"the {what} contain {name!r:.40}: {value!r:.80}; give a string and a {kind.__name__}")
    return values


def checked_name(name: str) -> str:
    """Refuse a name that sclite could not read.

    >>> checked_name("anna-01")
    'anna-01'
    """
    if not name or name != " ".join(name.split()) or re.search(r'[()"<>]', name):
        raise InputError(
            f"the name {name!r} can't be written to an sclite file;"
            ' leave out ( ) " < > and whitespace other than single spaces between words'
        )
    return name


def write_lines(path: str, lines: list[str]) -> None:
    """Write a file of sclite, with the line ends that it expects.

    >>> import tempfile, pathlib
    >>> file = pathlib.Path(tempfile.mkdtemp(), "a.trn")
    >>> write_lines(str(file), ["a cat (anna-01)\\n"])
    >>> file.read_text()
    'a cat (anna-01)\\n'
    """
    try:
        Path(checked_path(path)).write_text("".join(lines), encoding="utf-8", newline="\n")
    except OSError as error:
        raise FormatError(f"{path!r} can't be written: {error.strerror}") from None
