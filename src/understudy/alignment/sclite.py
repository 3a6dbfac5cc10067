"""The files of NIST's sclite: alignments for people (`pra`) and for programs (`sgml`)."""

from __future__ import annotations

import bisect
import re
from collections.abc import Callable, Iterator, Mapping

from understudy.errors import FormatError, InputError
from understudy.formats.readers.text import read_lines
from understudy.formats.transcripts import check_by_name, checked_name, write_lines
from understudy.inputs.arguments import check_names, strict
from understudy.tables.edits import MARKS, Alignment, Kind, Step
from understudy.tables.glyphs import cells

LETTERS: dict[str, Kind] = {"C": "hit", "S": "substitution", "D": "deletion", "I": "insertion"}
ROWS = ("REF", "HYP", "Eval")
CODES = {kind: letter for letter, kind in LETTERS.items()}
# sclite leaves quotation marks in words as they are: a word ends where a step can end.
STEP_END = r"(?=:[CSDI],|\Z)"
REF_END, HYP_END = re.compile(rf'",(?:(?=("))|{STEP_END})'), re.compile(f'"{STEP_END}')
NEXT_STEP = re.compile(r":(?=[CSDI],)")


@strict
def write_pra(path: str, alignments: Mapping[str, Alignment]) -> None:
    """Write alignments for people to read, one block for each name, words as they are (sclite's `-s`).

    >>> import tempfile, pathlib
    >>> from understudy.alignment.edits import align
    >>> file = pathlib.Path(tempfile.mkdtemp(), "out.pra")
    >>> write_pra(str(file), {"anna-01": align("the cat has sat", "the big cat sits")})
    >>> print(file.read_text().rstrip())
    id: (anna-01)
    Scores: (#C #S #D #I) 2 1 1 1
    REF:  the big cat *** sits
    HYP:  the *** cat has sat
    Eval:     D       I   S
    """
    by_name = check_by_name(alignments, "alignments", Alignment)
    write_lines(path, [f"id: ({checked_name(name)})\n{pra(each)}\n\n" for name, each in by_name.items()])


@strict
def pra(alignment: Alignment) -> str:
    """Print one alignment as sclite's `pra` does, without the line that names it.

    >>> from understudy.alignment.edits import align
    >>> print(pra(align("a", "a b")))
    Scores: (#C #S #D #I) 1 0 1 0
    REF:  a b
    HYP:  a *
    Eval:   D
    """
    if not isinstance(alignment, Alignment):
        raise InputError(f"an alignment is needed, as us.align makes it, got {alignment!r:.80}")
    rows: tuple[list[str], list[str], list[str]] = ([], [], [])
    for step in alignment.steps:
        _check_word(step)
        width = _width(step)
        for row, word in zip(rows, (step.ref, step.hyp, MARKS[step.kind]), strict=True):
            row.append("*" * width if word is None else word + " " * (width - cells(word)))
    counts = " ".join(str(count) for count in alignment.counts.values())
    lines = [f"{head:6}{' '.join(row)}".rstrip() for head, row in zip(("REF:", "HYP:", "Eval:"), rows, strict=True)]
    return "\n".join([f"Scores: (#C #S #D #I) {counts}", *lines])


@strict
def read_pra(path: str) -> dict[str, Alignment]:
    """Read alignments that `write_pra` wrote, or sclite's own.

    Words are taken as they are printed: without `-s`, sclite prints errors in capitals.

    >>> import tempfile, pathlib
    >>> from understudy.alignment.edits import align
    >>> file, aligned = pathlib.Path(tempfile.mkdtemp(), "out.pra"), align("a cat", "the cat sat")
    >>> write_pra(str(file), {"anna-01": aligned})
    >>> read_pra(str(file)) == {"anna-01": aligned}
    True
    """
    alignments: dict[str, Alignment] = {}
    for where, name, lines in _blocks(path):
        _check_new(name, alignments, where)
        rows = [line for line in lines if line[0] in ROWS]
        if not rows or [head for head, _ in rows] != list(ROWS) * (len(rows) // 3):
            raise FormatError(f"{where}: after the name {name!r} the lines REF:, HYP: and Eval: are due, in this order")
        texts = [text for _, text in rows]
        parts = zip(texts[0::3], texts[1::3], texts[2::3], strict=True)  # several where sclite broke long lines
        alignments[name] = Alignment(tuple(step for part in parts for step in _from_rows(*part, where)))
        _check_scores(dict(lines).get("Scores"), alignments[name], where)
    return alignments


def _blocks(path: str) -> Iterator[tuple[str, str, list[tuple[str, str]]]]:
    """The place and the name of every alignment in a `pra` file, and its lines as heads and texts."""
    blocks: list[tuple[str, str, list[tuple[str, str]]]] = []
    for number, line in enumerate(read_lines(path), 1):
        head, _, text = line.removeprefix(">> ").partition(":")
        if head == "id":
            blocks.append((f"{path}:{number}", text.strip()[1:-1], []))
        elif blocks:
            blocks[-1][2].append((head, text.removeprefix(" " * (5 - len(head)))))
        elif head in ROWS:
            raise FormatError(f"{path}:{number}: a line id: must stand before {head}:")
    return iter(blocks)


def _from_rows(ref_row: str, hyp_row: str, mark_row: str, where: str) -> Iterator[Step]:
    refs, hyps = ([word for word in row.split(" ") if word] for row in (ref_row, hyp_row))
    if len(refs) != len(hyps):
        raise FormatError(f"{where}: REF has {len(refs)} words but HYP has {len(hyps)}, stars included")
    marks = {at: mark for at, mark in enumerate(mark_row) if mark != " "}
    for width in (cells, _bytes):
        columns = list(_columns(refs, hyps, width))
        # A star can be a word: only the mark below tells it from a gap.
        if all((at in marks) >= (ref != hyp) for at, ref, hyp in columns) and marks.keys() <= {
            at for at, *_ in columns
        }:
            break
    else:
        raise FormatError(f"{where}: the marks of Eval don't stand below the words that differ: {mark_row!r:.80}")
    for at, ref, hyp in columns:
        mark = marks.get(at, "C")
        if mark not in LETTERS:
            raise FormatError(f"{where}: the mark below {ref!r} is {mark!r}; it must be S, D, I or a space")
        yield Step(LETTERS[mark], None if mark == "I" else ref, None if mark == "D" else hyp)


def _columns(refs: list[str], hyps: list[str], width: Callable[[str], int]) -> Iterator[tuple[int, str, str]]:
    """Where each pair of words begins, if words are padded to this width."""
    at = 0
    for ref, hyp in zip(refs, hyps, strict=True):
        yield at, ref, hyp
        at += max(1, width(ref), width(hyp)) + 1


def _bytes(word: str) -> int:
    """What sclite pads words by."""
    return len(word.encode())


@strict
def write_sgml(path: str, alignments: Mapping[str, Alignment], title: str = "understudy") -> None:
    r"""Write alignments for programs to read, as sclite's `-o sgml` does.

    A speaker is what a name has before its first `-` or `_`.

    >>> import tempfile, pathlib
    >>> from understudy.alignment.edits import align
    >>> file = pathlib.Path(tempfile.mkdtemp(), "out.sgml")
    >>> write_sgml(str(file), {"anna-01": align("the cat has sat", "the big cat sits")})
    >>> print(file.read_text().splitlines()[3])
    C,"the","the":D,"big",:C,"cat","cat":I,,"has":S,"sits","sat"
    """
    check_names(title=title)
    speakers: dict[str, list[str]] = {}
    for name in check_by_name(alignments, "alignments", Alignment):
        speakers.setdefault(re.split("[-_]", checked_name(name))[0], []).append(name)
    lines, sequence = [f'<SYSTEM title="{checked_name(title)}" format="2.4">\n'], 0
    for speaker, names in speakers.items():
        lines.append(f'<SPEAKER id="{speaker}">\n')
        for name in names:
            head = f'<PATH id="({name})" word_cnt="{len(alignments[name].steps)}" sequence="{sequence}" case_sense="1">'
            lines += [f"{head}\n", f"{sgml_path(alignments[name])}\n", "</PATH>\n"]
            sequence += 1
        lines.append("</SPEAKER>\n")
    write_lines(path, [*lines, "</SYSTEM>\n"])


def sgml_path(alignment: Alignment) -> str:
    """Write one alignment as a path of sclite's `sgml`.

    >>> from understudy.alignment.edits import align
    >>> sgml_path(align("a b", "a"))
    'C,"a","a":I,,"b"'
    """

    def quoted(word: str | None) -> str:
        return "" if word is None else f'"{word}"'

    path = ":".join(f"{CODES[step.kind]},{quoted(step.ref)},{quoted(step.hyp)}" for step in alignment.steps)
    if _steps_of(path) != list(alignment.steps):
        raise InputError(
            f"the alignment {path!r:.80} can't be written as sgml: a word contains what separates words there; use pra"
        )
    return path


# Its example is that of `read_pra`, in the other form.
@strict
def read_sgml(path: str) -> dict[str, Alignment]:
    """Read alignments that `write_sgml` wrote, or sclite's own.

    >>> import tempfile, pathlib
    >>> from understudy.alignment.edits import align
    >>> file, aligned = pathlib.Path(tempfile.mkdtemp(), "out.sgml"), align("a cat", "the cat sat")
    >>> write_sgml(str(file), {"anna-01": aligned})
    >>> read_sgml(str(file)) == {"anna-01": aligned}
    True
    """
    alignments: dict[str, Alignment] = {}
    name: str | None = None
    for number, line in enumerate(read_lines(path), 1):
        if line.startswith("<PATH"):
            head = re.search(r'id="\((.*?)\)"', line)
            if head is None:
                raise FormatError(f'{path}:{number}: a PATH without id="(...)": {line!r:.80}')
            name = head[1]
            _check_new(name, alignments, f"{path}:{number}")
            alignments[name] = Alignment(())
        elif line.startswith("</PATH"):
            name = None
        elif name is not None and line:
            steps = _steps_of(line)
            if steps is None:
                raise FormatError(f'{path}:{number}: {line!r:.80} has no steps such as C,"a","a" or D,"a", or I,,"a"')
            alignments[name] = Alignment(tuple(steps))
    if name is not None:
        raise FormatError(f"{path} ends within the alignment of {name!r}; make the file again")
    return alignments


def _steps_of(path: str) -> list[Step] | None:
    """The steps of a path; None if it is no path. The time is linear, whatever the path."""
    ends = [end.start() for end in HYP_END.finditer(path)]
    at, steps = 0, []
    while at < len(path):
        letter, ref, hyp = path[at], None, None
        if letter not in LETTERS or path[at + 1 : at + 2] != ",":
            return None
        at += 2
        if path.startswith('"', at):
            end = _ref_end(path, at, ends)
            ref, at = path[at + 1 : end], end + 1
        if not path.startswith(",", at):
            return None
        at += 1
        if path.startswith('"', at) and ends and ends[-1] >= at + 2:
            end = ends[bisect.bisect_left(ends, at + 2)]
            hyp, at = path[at + 1 : end], end + 1
        if not (at == len(path) or NEXT_STEP.match(path, at)) or (ref is None, hyp is None) != (
            letter == "I",
            letter == "D",
        ):
            return None
        steps.append(Step(LETTERS[letter], ref, hyp))
        at += 1
    return steps


def _ref_end(path: str, start: int, ends: list[int]) -> int:
    """Where the word of the reference that is quoted from `start` on ends: before one of the hypothesis, or a step."""
    for end in REF_END.finditer(path, start + 2):
        if end[1] is None or (ends and ends[-1] >= end.end() + 2):
            return end.start()
    return len(path)


def _width(step: Step) -> int:
    return max(cells(word) for word in (step.ref, step.hyp) if word is not None) or 1


def _check_word(step: Step) -> None:
    for word in (step.ref, step.hyp):
        if word is not None and (not word or word.split() != [word]):
            raise InputError(f"the token {word!r} can't be written as pra, whose words have no whitespace; use sgml")


def _check_scores(scores: str | None, alignment: Alignment, where: str) -> None:
    counts = " ".join(str(count) for count in alignment.counts.values())
    if scores is not None and not scores.endswith(f") {counts}"):
        raise FormatError(f"{where}: Scores: says {scores.strip()}, but the lines below it {counts}")


def _check_new(name: str, alignments: Mapping[str, Alignment], where: str) -> None:
    if name in alignments:
        raise FormatError(f"{where}: duplicate alignment of {name!r}; keep one of them")
