"""Some of the segments of files, and groups of them: one file with many language pairs, systems that lack some."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from understudy.errors import FormatError, SettingError, unknown
from understudy.formats.inputs import Inputs, put_together
from understudy.formats.names import system_names
from understudy.formats.parsed import ParsedFile
from understudy.formats.sources import Sources
from understudy.tokens.languages import language_code

# Columns whose labels are languages, or pairs of them.
LANGUAGE_COLUMN = re.compile(
    r"(tgt|target)([_-]?lang(uage)?)?|lang(uage|s)?|lp|(language|lang)[_-]?pairs?", re.IGNORECASE
)
PAIR = re.compile(r"[a-z]{2,3}(?:_\w+)?-([a-z]{2,3}(?:_\w+)?)")
Files = Mapping[str, ParsedFile]


@dataclass(frozen=True)
class GroupedInputs:
    """The texts of each group; a system that has none of a group is not in it."""

    column: str
    groups: dict[str, Inputs]
    systems: list[str]
    messages: tuple[str, ...]


def parse_all(sources: Sources) -> dict[str, ParsedFile]:
    """Parse the files, and keep the segments that `--where` asks for.

    >>> list(parse_all(Sources.open(["examples/weak.en"], ["examples/reference1.en"])))
    ['examples/weak.en', 'examples/reference1.en']
    """
    try:
        files = {path: file.read(sources.selection) for path, file in sources.files.items()}
    finally:
        sources.close()
    for column, values in sources.selection.where:
        files = chosen(files, column, values, sources)
    return files


def chosen(files: Files, column: str, values: Sequence[str], sources: Sources) -> dict[str, ParsedFile]:
    """The segments whose label in a column is one of some values.

    >>> one = ParsedFile("a.tsv", "TSV", [2, 3], targets={"": ["a", "b"]}, columns={"domain": ["news", "chat"]})
    >>> chosen({"a.tsv": one}, "domain", ["chat"], Sources(["a.tsv"]))["a.tsv"].targets
    {'': ['b']}
    """
    owner = owner_of(files, column, "--where")
    labels = [label or "" for label in owner.columns[column]]
    for value in values:
        if value not in labels:
            raise unknown(f"value of {column}", value, dict.fromkeys(labels))
    kept = _restricted(files, owner, lambda place: labels[place] in values)
    for path in sources.systems:
        if not len(kept[path]):
            raise FormatError(f"{path} has no segment with {column}={' or '.join(values)}; leave this system out")
    return kept


def owner_of(files: Files, column: str, option: str) -> ParsedFile:
    """The file that has a column.

    >>> owner_of({"a": ParsedFile("a", "TSV", [2], columns={"domain": ["news"]})}, "domain", "--by").path
    'a'
    """
    owner = next((each for each in files.values() if column in each.columns), None)
    if owner is None:
        columns = dict.fromkeys(name for each in files.values() for name in each.columns)
        raise SettingError(f"{option} {column!r} is no column; the columns are {', '.join(columns) or 'none'}")
    return owner


def _restricted(files: Files, owner: ParsedFile, wanted: Callable[[int], bool]) -> dict[str, ParsedFile]:
    """Every file with the segments that are wanted, by the places in one of them: by their ids, or by their order."""
    places = [place for place in range(len(owner)) if wanted(place)]
    if all(each.ids is not None for each in files.values()):
        ids = {(owner.ids or [])[place] for place in places}
        return {
            path: each.take([place for place, name in enumerate(each.ids or ()) if name in ids])
            for path, each in files.items()
        }
    for path, each in files.items():
        if len(each) != len(owner):
            raise FormatError(
                f"{path} has {len(each)} segments but {owner.path} has {len(owner)}; give all files ids (--id-name), or"
                " one segment in each for each in the others"
            )
    return {path: each.take(places) for path, each in files.items()}


def read_grouped(sources: Sources, column: str) -> GroupedInputs | Inputs:
    """Read files by group, if a system lacks segments or the groups are languages; else all segments together.

    >>> sources = Sources.open(["examples/weak.en"], ["examples/reference1.en"])
    >>> type(read_grouped(sources, "examples/documents.txt")).__name__
    'Inputs'
    """
    files = parse_all(sources)
    if all(column not in each.columns for each in files.values()):
        return put_together(sources, files)
    if not LANGUAGE_COLUMN.fullmatch(column) and len({len(each) for each in files.values()}) == 1:
        return put_together(sources, files)
    owner = owner_of(files, column, "--by")
    labels = [label or "(none)" for label in owner.columns[column]]
    names = (
        dict(zip(sources.systems, system_names(list(sources.systems)), strict=True)) if len(sources.systems) > 1 else {}
    )
    selection = replace(sources.selection, names=tuple((names | dict(sources.selection.names)).items()))
    groups: dict[str, Inputs] = {}
    messages: list[str] = []
    for label in dict.fromkeys(labels):
        own = _restricted(files, owner, lambda place, label=label: labels[place] == label)  # type: ignore[misc]
        systems = [path for path in sources.systems if len(own[path])]
        if not systems or not _has_references(own, sources.references or systems):
            why = "no references" if systems else "no system has it"
            messages.append(f"{column}={label} is left out: {why}")
            continue
        part = replace(sources, systems=systems, selection=selection)
        groups[label] = put_together(part, {path: each for path, each in own.items() if path in _paths(part)})
    if not groups:
        raise FormatError(f"no group of {column} has references and a system; {'; '.join(messages)}")
    told = dict.fromkeys(line for each in groups.values() for line in each.messages)
    known = list(dict.fromkeys(system for each in groups.values() for system in each.hypotheses))
    return GroupedInputs(column, groups, known, (*told, *messages))


def _paths(sources: Sources) -> set[str]:
    return {*sources.systems, *sources.references, *([] if sources.source is None else [sources.source])}


def _has_references(files: Files, paths: Sequence[str]) -> bool:
    """Whether a group has any reference; some pairs of a shared task have none."""
    texts = [each for path in paths for each in (*files[path].references.values(), *files[path].targets.values())]
    return not texts or any(text is not None for each in texts for text in each)


def language_of(label: str) -> str | None:
    """The language that a label names, of a pair the second; None if it names none.

    >>> language_of("de_DE"), language_of("en-zh_CN"), language_of("zho_Hans"), language_of("news")
    ('de_DE', 'zh_CN', 'zho_Hans', None)
    """
    pair = PAIR.fullmatch(label)
    lang = pair[1] if pair else label
    try:
        language_code(lang)
    except SettingError:
        return None
    return lang
