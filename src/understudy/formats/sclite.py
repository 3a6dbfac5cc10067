"""The files of NIST's sclite: transcripts (`trn`), alignments for people (`pra`) and for programs (`sgml`)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from html import escape, unescape
from pathlib import Path

from understudy.alignment import MARKS, Alignment, Step, cells
from understudy.errors import FormatError, InputError
from understudy.formats.text import read_lines

UTTERANCE = re.compile(r"(.*?)\s*\(([^()\s]+)\)\s*")
LETTERS = {"C": "hit", "S": "substitution", "D": "deletion", "I": "insertion"}
CODES = {kind: letter for letter, kind in LETTERS.items()}
STEP = re.compile(r'([CSDI]),(?:"([^"]*)")?,(?:"([^"]*)")?(?::|$)')


def read_trn(path: str) -> dict[str, str]:
    r"""Read a transcript: one utterance a line, with its name in brackets at the end; `;;` begins a comment.

    >>> import tempfile, pathlib
    >>> file = pathlib.Path(tempfile.mkdtemp(), "ref.trn")
    >>> _ = file.write_text(";; a test\nthe cat sat (anna-01)\n(anna-02)\n")
    >>> read_trn(str(file))
    {'anna-01': 'the cat sat', 'anna-02': ''}
    """
    found: dict[str, str] = {}
    for number, line in enumerate(read_lines(path), 1):
        if not line.strip() or line.startswith(";;"):
            continue
        parts = UTTERANCE.fullmatch(line)
        if parts is None:
            raise FormatError(f"{path}:{number}: {line!r:.80} doesn't end in a name such as (anna-01)")
        if parts[2] in found:
            raise FormatError(f"{path}:{number}: the utterance {parts[2]!r} stands there twice")
        found[parts[2]] = parts[1]
    return found


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


def write_trn(path: str, utterances: Mapping[str, str]) -> None:
    """Write a transcript, one text for each name.

    >>> import tempfile, pathlib
    >>> file = pathlib.Path(tempfile.mkdtemp(), "hyp.trn")
    >>> write_trn(str(file), {"anna-01": "a cat sat"})
    >>> file.read_text()
    'a cat sat (anna-01)\\n'
    """
    lines = []
    for name, text in utterances.items():
        if text.startswith(";;") or "\n" in text or text != text.strip():
            raise InputError(
                f"the text of {name!r} can't stand in a trn file: {text!r:.80};"
                " it must be one line, without white space at its ends, that doesn't begin with ;;"
            )
        lines.append(f"{text} ({_named(name)})".lstrip() + "\n")
    _write(path, lines)


def write_pra(path: str, alignments: Mapping[str, Alignment]) -> None:
    """Write alignments for people to read, one block for each name, words as they are (sclite's `-s`).

    >>> import tempfile, pathlib
    >>> from understudy.alignment import alignment
    >>> file = pathlib.Path(tempfile.mkdtemp(), "out.pra")
    >>> write_pra(str(file), {"anna-01": alignment("the cat has sat", "the big cat sits")})
    >>> print(file.read_text().rstrip())
    id: (anna-01)
    Scores: (#C #S #D #I) 2 1 1 1
    REF:  the big cat *** sits
    HYP:  the *** cat has sat
    Eval:     D       I   S
    """
    _write(path, [f"id: ({_named(name)})\n{pra(each)}\n\n" for name, each in alignments.items()])


def pra(alignment: Alignment) -> str:
    """Print one alignment as sclite's `pra` does, without the line that names it.

    >>> from understudy.alignment import alignment
    >>> print(pra(alignment("a", "a b")))
    Scores: (#C #S #D #I) 1 0 1 0
    REF:  a b
    HYP:  a *
    Eval:   D
    """
    rows: tuple[list[str], list[str], list[str]] = ([], [], [])
    for step in alignment.steps:
        _check_word(step)
        width = _width(step)
        for row, word in zip(rows, (step.ref, step.hyp, MARKS[step.kind]), strict=True):
            row.append("*" * width if word is None else word + " " * (width - cells(word)))
    counts = " ".join(str(count) for count in alignment.counts.values())
    lines = [f"{head:6}{' '.join(row)}".rstrip() for head, row in zip(("REF:", "HYP:", "Eval:"), rows, strict=True)]
    return "\n".join([f"Scores: (#C #S #D #I) {counts}", *lines])


def read_pra(path: str) -> dict[str, Alignment]:
    """Read alignments that `write_pra` wrote.

    >>> import tempfile, pathlib
    >>> from understudy.alignment import alignment
    >>> file, found = pathlib.Path(tempfile.mkdtemp(), "out.pra"), alignment("a cat", "the cat sat")
    >>> write_pra(str(file), {"anna-01": found})
    >>> read_pra(str(file)) == {"anna-01": found}
    True
    """
    found: dict[str, Alignment] = {}
    name, rows = "", dict[str, str]()
    for number, line in enumerate(read_lines(path), 1):
        head, _, rest = line.partition(":")
        if head == "id":
            name = rest.strip().strip("()")
        elif head in ("REF", "HYP", "Eval"):
            rows[head] = line[6:]
        if head == "Eval":
            if not name or len(rows) != 3:
                raise FormatError(f"{path}:{number}: the lines id:, REF: and HYP: must stand before Eval:")
            found[name] = Alignment(tuple(_from_rows(rows, f"{path}:{number}")))
            name, rows = "", {}
    if name or rows:
        raise FormatError(f"{path} ends within the alignment of {name!r}; make the file again")
    return found


def _from_rows(rows: Mapping[str, str], where: str) -> Iterator[Step]:
    refs, hyps = rows["REF"].split(" "), rows["HYP"].split(" ")
    refs, hyps = [word for word in refs if word], [word for word in hyps if word]
    if len(refs) != len(hyps):
        raise FormatError(f"{where}: REF has {len(refs)} words but HYP has {len(hyps)}, stars included")
    at = 0
    for ref, hyp in zip(refs, hyps, strict=True):
        # A star can be a word: only the mark below tells it from a gap.
        mark = rows["Eval"][at : at + 1].strip() or "C"
        if mark not in LETTERS:
            raise FormatError(f"{where}: the mark below {ref!r} is {mark!r}; it must be S, D, I or a blank")
        step = Step(LETTERS[mark], None if mark == "I" else ref, None if mark == "D" else hyp)  # type: ignore[arg-type]
        yield step
        at += _width(step) + 1


def write_sgml(path: str, alignments: Mapping[str, Alignment], title: str = "understudy") -> None:
    r"""Write alignments for programs to read, as sclite's `-o sgml` does.

    A speaker is what a name has before its first `-` or `_`.

    >>> import tempfile, pathlib
    >>> from understudy.alignment import alignment
    >>> file = pathlib.Path(tempfile.mkdtemp(), "out.sgml")
    >>> write_sgml(str(file), {"anna-01": alignment("the cat has sat", "the big cat sits")})
    >>> print(file.read_text().splitlines()[3])
    C,"the","the":D,"big",:C,"cat","cat":I,,"has":S,"sits","sat"
    """
    speakers: dict[str, list[str]] = {}
    for name in alignments:
        speakers.setdefault(re.split("[-_]", _named(name))[0], []).append(name)
    lines = [f'<SYSTEM title="{_escaped(title)}" format="2.4">\n']
    for speaker, names in speakers.items():
        lines.append(f'<SPEAKER id="{speaker}">\n')
        for number, name in enumerate(names):
            head = f'<PATH id="({name})" word_cnt="{len(alignments[name].steps)}" sequence="{number}" case_sense="1">'
            lines += [f"{head}\n", f"{sgml_path(alignments[name])}\n", "</PATH>\n"]
        lines.append("</SPEAKER>\n")
    _write(path, [*lines, "</SYSTEM>\n"])


def sgml_path(alignment: Alignment) -> str:
    """Write one alignment as a path of sclite's `sgml`; a quotation mark in a word becomes `&quot;`.

    >>> from understudy.alignment import alignment
    >>> sgml_path(alignment("a b", "a"))
    'C,"a","a":I,,"b"'
    """

    def quoted(word: str | None) -> str:
        return "" if word is None else f'"{_escaped(word)}"'

    return ":".join(f"{CODES[step.kind]},{quoted(step.ref)},{quoted(step.hyp)}" for step in alignment.steps)


def read_sgml(path: str) -> dict[str, Alignment]:
    """Read alignments that `write_sgml` wrote, or sclite's own.

    >>> import tempfile, pathlib
    >>> from understudy.alignment import alignment
    >>> file, found = pathlib.Path(tempfile.mkdtemp(), "out.sgml"), alignment("a cat", "the cat sat")
    >>> write_sgml(str(file), {"anna-01": found})
    >>> read_sgml(str(file)) == {"anna-01": found}
    True
    """
    found: dict[str, Alignment] = {}
    name: str | None = None
    for number, line in enumerate(read_lines(path), 1):
        if line.startswith("<PATH"):
            head = re.search(r'id="\((.*?)\)"', line)
            if head is None:
                raise FormatError(f'{path}:{number}: a PATH without id="(...)": {line!r:.80}')
            name = head[1]
            found[name] = Alignment(())
        elif line.startswith("</PATH"):
            name = None
        elif name is not None and line:
            found[name] = Alignment(tuple(_from_path(line, f"{path}:{number}")))
    if name is not None:
        raise FormatError(f"{path} ends within the alignment of {name!r}; make the file again")
    return found


def _from_path(line: str, where: str) -> Iterator[Step]:
    at = 0
    while at < len(line):
        step = STEP.match(line, at)
        if step is None or (step[2] is None) != (step[1] == "I") or (step[3] is None) != (step[1] == "D"):
            raise FormatError(f'{where}: {line[at : at + 40]!r} is no step such as C,"a","a" or D,"a", or I,,"a"')
        ref, hyp = (None if word is None else unescape(word) for word in step.groups()[1:])
        yield Step(LETTERS[step[1]], ref, hyp)  # type: ignore[arg-type]
        at = step.end()


def _escaped(text: str) -> str:
    return escape(text, quote=False).replace('"', "&quot;")


def _width(step: Step) -> int:
    return max(cells(word) for word in (step.ref, step.hyp) if word is not None) or 1


def _check_word(step: Step) -> None:
    for word in (step.ref, step.hyp):
        if word is not None and (not word or word.split() != [word]):
            raise InputError(f"the token {word!r} can't stand in a pra file, whose words hold no white space; use sgml")


def _named(name: str) -> str:
    if not name or re.search(r'[()\s"<>]', name):
        raise InputError(f"the name {name!r} can't stand in an sclite file; leave out white space and ( ) \" < >")
    return name


def _write(path: str, lines: list[str]) -> None:
    try:
        Path(path).write_text("".join(lines), encoding="utf-8", newline="\n")
    except OSError as error:
        raise FormatError(f"{path!r} can't be written: {error.strerror}") from None
