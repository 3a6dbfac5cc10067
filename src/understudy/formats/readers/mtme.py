"""The folders of mt-metrics-eval: one test set with all that was translated and judged.

sources/en-de.txt  documents/en-de.docs  references/en-de.refA.txt  system-outputs/en-de/NAME.txt
human-scores/en-de.mqm.seg.score
"""

from __future__ import annotations

from pathlib import Path

from understudy.errors import FormatError, unknown
from understudy.formats.files.content import FileContent
from understudy.formats.parsed import ParsedFile, Selection, Texts
from understudy.formats.readers.text import read_lines
from understudy.formats.records import Record
from understudy.inputs.texts import check_parallel

OUTPUTS = "system-outputs"


def read(file: FileContent, selection: Selection) -> ParsedFile:
    """Read the texts of one language pair.

    >>> folder = _example()
    >>> found = read(FileContent(folder, b""), Selection())
    >>> found.source, found.references, found.hypotheses, found.columns["domain"]
    (['a cat'], {'refA': ['eine Katze']}, {'A': ['ein Katze']}, ['news'])
    """
    tree, pair = Path(file.path), _pair(file.path, selection)
    outputs = {path.stem: _lines(path) for path in sorted((tree / OUTPUTS / pair).glob("*.txt"))}
    references = {
        path.name.removeprefix(f"{pair}.").removesuffix(".txt"): _lines(path)
        for path in sorted((tree / "references").glob(f"{pair}.*.txt"))
    }
    source = _lines(tree / "sources" / f"{pair}.txt")
    named = {"sources": source, **{f"{OUTPUTS} {name}": each for name, each in outputs.items()}}
    named |= {f"references {name}": each for name, each in references.items()}
    lines = check_parallel({f"{tree}/{name}": each for name, each in named.items()}, "lines", FormatError)
    return ParsedFile(
        file.name, "mt-metrics-eval", range(1, lines + 1), source=_texts(source),
        references={name: _texts(each) for name, each in references.items()},
        hypotheses={name: _texts(each) for name, each in outputs.items()},
        columns=documents_of(tree / "documents" / f"{pair}.docs", lines),
        summary=f"language pair {pair}", unit="segment",
    )  # fmt: skip


def human_records(path: str, name: str | None, selection: Selection) -> list[Record]:
    """Read the human scores of one language pair, as a table of them would give them.

    >>> human_records(_example(), None, Selection())[0].cells
    {'system': 'A', 'score': '-5.0', 'segment': '1', 'domain': 'news', 'document': 'd1'}
    """
    tree, pair = Path(path), _pair(path, selection)
    files = {each.name: each for each in sorted((tree / "human-scores").glob(f"{pair}.*.score"))}
    scores = {
        key.removeprefix(f"{pair}.").removesuffix(f".{level}.score"): (level, each)
        for level in ("sys", "seg")  # segments say more than whole systems, so they come last and stay
        for key, each in files.items()
        if key.endswith(f".{level}.score")
    }
    if name is None and len(scores) == 1:
        name = next(iter(scores))
    if name is None or name not in scores:
        said = "there are several human scores" if name is None else f"there are no human scores {name!r}"
        listed = ", ".join(scores) or "none"
        raise FormatError(f"{said} of {pair} in {path}; choose with --human-scores: {listed}")
    return _scores(tree, pair, *scores[name])


def _scores(tree: Path, pair: str, level: str, path: Path) -> list[Record]:
    segments = len(_lines(tree / "sources" / f"{pair}.txt"))
    columns = documents_of(tree / "documents" / f"{pair}.docs", segments)
    records, counts = [], dict[str, int]()
    for number, line in enumerate(_lines(path), 1):
        place = f"{path}:{number}"
        cells = _cells(line)
        if len(cells) != 2:
            raise FormatError(f"{place}: a system and its score are needed, got {line!r:.60}")
        row: dict[str, str | None] = {"system": cells[0], "score": cells[1]}
        if level == "seg":
            counts[cells[0]] = segment = counts.get(cells[0], 0) + 1
            if segment > segments:
                raise FormatError(f"{place}: system {cells[0]!r} has more than {segments} scores, one a segment")
            row |= {"segment": str(segment), **{name: each[segment - 1] for name, each in columns.items()}}
        records.append(Record(dict(row), place))
    for system, count in counts.items():
        if count != segments:
            raise FormatError(f"{path}: system {system!r} has {count} scores but there are {segments} segments")
    return records


def _pair(path: str, selection: Selection) -> str:
    pairs = sorted(each.name for each in Path(path, OUTPUTS).iterdir() if each.is_dir())
    if selection.pair is None:
        if len(pairs) == 1:
            return pairs[0]
        raise FormatError(f"{path} has the language pairs {', '.join(pairs)}; choose one with --language-pair")
    if selection.pair not in pairs:
        raise unknown("language pair", selection.pair, pairs)
    return selection.pair


def documents_of(path: Path, segments: int) -> dict[str, Texts]:
    """The domain and the document of every segment, where the folder has them.

    >>> documents_of(Path("nowhere"), 3)
    {}
    """
    if not path.exists():
        return {}
    rows = [_cells(line) for line in _lines(path)]
    if len(rows) != segments:
        raise FormatError(f"{path} has {len(rows)} lines but there are {segments} segments")
    for number, row in enumerate(rows, 1):
        if len(row) != 2:
            raise FormatError(f"{path}:{number}: a domain and a document are needed, got {' '.join(row)!r:.60}")
    return {"domain": [domain for domain, _ in rows], "document": [document for _, document in rows]}


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.split("\t")] if "\t" in line else line.split()


def _lines(path: Path) -> list[str]:
    return read_lines(str(path))


def _texts(lines: list[str]) -> Texts:
    return list(lines)


def _example() -> str:
    import tempfile

    tree = Path(tempfile.mkdtemp())
    for name, text in {
        "sources/en-de.txt": "a cat", "documents/en-de.docs": "news\td1", "references/en-de.refA.txt": "eine Katze",
        "system-outputs/en-de/A.txt": "ein Katze", "human-scores/en-de.mqm.seg.score": "A\t-5.0",
    }.items():  # fmt: skip
        (tree / name).parent.mkdir(parents=True)
        (tree / name).write_text(f"{text}\n") if "system-outputs" not in name else (tree / name).write_text(text)
    return str(tree)
