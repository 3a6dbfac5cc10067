"""The files of one command, of any format, put side by side: which texts are hypotheses, references and source."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePath
from typing import Any, cast

from understudy.errors import FormatError, SettingError
from understudy.formats.columns import NO_IDS, generic
from understudy.formats.contents import CONTENTS
from understudy.formats.missing import SKIP, kept_segments, only, said_of_skipped
from understudy.formats.names import system_names
from understudy.formats.parsed import ParsedFile, Selection, Texts, in_order, order_like
from understudy.formats.sources import Sources
from understudy.inputs.arguments import strict
from understudy.inputs.texts import check_parallel


@dataclass(frozen=True, eq=False)
class Inputs:
    """Everything that a command was given, segment by segment."""

    hypotheses: dict[str, list[str]]
    references: dict[str, Texts]
    source: Texts | None
    columns: dict[str, Texts]  # document, domain, and whatever else the files have
    first: ParsedFile  # of the systems; its order is that of all
    messages: tuple[str, ...]  # how files were read, for people to read
    kept: list[int] | None = None  # which segments of the first file these are, if some were left out
    files: Mapping[str, str] = field(default_factory=dict)  # the file of each system
    facts: dict[str, str] = field(default_factory=dict)  # about the test set, for signatures

    def __len__(self) -> int:
        return len(self.first if self.kept is None else self.kept)

    def without_missing(self) -> Inputs:
        """The same without the segments that lack a hypothesis or a reference."""
        kept = kept_segments(cast("dict[str, Texts]", self.hypotheses), self.references, self.first)
        if len(kept) == len(self.first):
            return self
        left = self.only(kept)
        said = (*self.messages, said_of_skipped(kept, self.first))
        return replace(left, messages=said, facts={**self.facts, "skipped": str(len(self.first) - len(kept))})

    def only(self, segments: Sequence[int]) -> Inputs:
        """Some of the segments, by their places here."""
        return replace(
            self,
            hypotheses=only(segments, self.hypotheses),
            references=only(segments, self.references),
            source=None if self.source is None else [self.source[segment] for segment in segments],
            columns=only(segments, self.columns),
            kept=[segment if self.kept is None else self.kept[segment] for segment in segments],
        )

    @property
    def ids(self) -> list[str] | None:
        """The ids of the segments, if the first file has any."""
        ids = self.first.ids
        return ids if ids is None or self.kept is None else [ids[segment] for segment in self.kept]

    @property
    def sources(self) -> list[str] | None:
        """The source of every segment, empty where there is none; None if no file has it."""
        return None if self.source is None else [text or "" for text in self.source]


@strict
def read_inputs(
    systems: Sequence[str],
    references: Sequence[str] = (),
    source: str | None = None,
    selection: Selection = Selection(),  # noqa: B008 - frozen
    input_format: str | None = None,
) -> Inputs:
    r"""Read hypotheses, references and source; references come from the systems' files where none are named.

    >>> import tempfile, pathlib
    >>> file = pathlib.Path(tempfile.mkdtemp(), "a.tsv")
    >>> _ = file.write_text("hyp\tref\na cat\tthe cat\n")
    >>> inputs = read_inputs([str(file)])
    >>> inputs.hypotheses, list(inputs.references.values())
    ({'a.tsv': ['a cat']}, [['the cat']])
    """
    return read_sources(Sources.open(systems, references, source, selection, input_format))


def read_sources(sources: Sources) -> Inputs:
    """Read files that were opened.

    >>> len(read_sources(Sources.open(["examples/weak.en"], ["examples/reference1.en"])))
    100
    """
    from understudy.formats.grouped import parse_all

    return put_together(sources, parse_all(sources))


def put_together(sources: Sources, parsed_files: Mapping[str, ParsedFile]) -> Inputs:
    """Give the texts of files their roles, in the order of the first.

    >>> one, two = (ParsedFile(name, "plain text", [1], targets={"": [f"a {name}"]}) for name in ("cat", "dog"))
    >>> put_together(Sources(["cat"], ["dog"]), {"cat": one, "dog": two}).references
    {'dog': ['a dog']}
    """
    systems, references, selection = sources.systems, sources.references, sources.selection
    first = parsed_files[systems[0]]
    orders = {path: order_like(first, parsed) for path, parsed in parsed_files.items()}
    if any(len(parsed) != len(first) for parsed in parsed_files.values()):
        texts = {parsed.path: _any_text(parsed) for parsed in parsed_files.values()}
        check_parallel(texts, _unit(parsed_files), FormatError)

    def ordered(path: str, texts: Mapping[str, Any]) -> dict[str, Any]:
        return {name: in_order(each, orders[path]) for name, each in texts.items()}

    hypotheses = {path: ordered(path, _complete(parsed_files[path], selection)) for path in systems}
    asked = bool(references or selection.references)
    named = {path: ordered(path, references_of(parsed_files[path], selection, asked)) for path in references or systems}
    columns: dict[str, Texts] = {}
    for path, parsed in parsed_files.items():
        for name, values in ordered(path, parsed.columns).items():
            columns.setdefault(name, values)
    used = named if references else _one_set(named)
    labels = _labels(hypotheses, dict(selection.names))
    _check_languages(sources, parsed_files)
    inputs = Inputs(
        {label: hypotheses[path][name] for label, (path, name) in labels.items()},
        _named_references(used),
        _source(parsed_files, sources.source, orders, selection),
        columns,
        first,
        tuple(
            _description(parsed, hypotheses.get(path, {}), used.get(path, {}))
            for path, parsed in parsed_files.items()
            if parsed.title != CONTENTS["text"].title
        )
        + _unused_ids(parsed_files, selection),
        files={label: path for label, (path, _) in labels.items()},
    )
    return inputs.without_missing() if selection.skip_missing else inputs


def hypotheses_of(parsed: ParsedFile, selection: Selection) -> Mapping[str, Texts]:
    """The hypotheses in a file: all, or those that are named.

    >>> parsed = ParsedFile("a.xml", "WMT XML", [1], hypotheses={"A": ["a"], "B": ["b"]})
    >>> list(hypotheses_of(parsed, Selection(hypotheses=("B",))))
    ['B']
    """
    return _chosen(parsed, parsed.hypotheses, selection.hypotheses, "hypothesis")


def references_of(parsed: ParsedFile, selection: Selection, asked: bool = True) -> Mapping[str, Texts]:
    """The references in a file: all, or those that are named; a file that was not `asked` for them may have none.

    >>> references_of(ParsedFile("a.txt", "plain text", [1], targets={"": ["a"]}), Selection())
    {'': ['a']}
    """
    if not asked and not parsed.references:
        return {}
    return _chosen(parsed, parsed.references, selection.references, "reference")


def _chosen(parsed: ParsedFile, own: Mapping[str, Texts], names: tuple[str, ...], kind: str) -> Mapping[str, Texts]:
    texts_by_name = own or parsed.targets
    option = f"--{kind}-name"
    if list(texts_by_name) == [""]:  # a text without a name is what the command takes it for
        return texts_by_name
    if not texts_by_name:
        raise FormatError(f"{parsed.path} ({parsed.title}) holds no {kind}; {_what_there_is(parsed, option)}")
    if not names and not own and len(texts_by_name) > 1:
        raise FormatError(f"{parsed.path} holds texts named {', '.join(texts_by_name)}; say which with {option}")
    wanted: list[str] = [] if names else list(texts_by_name)
    for name in names:
        matching = _named(name, texts_by_name)
        if not matching:
            raise FormatError(f"{parsed.path} holds no {kind} named {name!r}; {_what_there_is(parsed, option)}")
        wanted += matching
    chosen = {each: texts for each, texts in texts_by_name.items() if each in wanted}
    return chosen if own or len(chosen) > 1 else {"": next(iter(chosen.values()))}


def _named(name: str, texts: Iterable[str]) -> list[str]:
    """The texts that go by a name; upper and lower case count only where they have to."""
    listed = list(texts)
    exact = [each for each in listed if _is_named(each, name)]
    return exact or [each for each in listed if _is_named(each.lower(), name.lower())]


def _is_named(text: str, name: str) -> bool:
    """Whether a text goes by a name; the references of one column of lists are numbered."""
    return text == name or (text.startswith(f"{name} ") and text.removeprefix(f"{name} ").isdecimal())


def _what_there_is(parsed: ParsedFile, option: str) -> str:
    if parsed.table is not None:
        return f"its columns are {', '.join(parsed.table)}: name one with {option}"
    kinds = {"hypotheses": parsed.hypotheses, "references": parsed.references, "languages": parsed.targets}
    there = [f"{kind} {', '.join(name or 'without a name' for name in each)}" for kind, each in kinds.items() if each]
    return f"it has {'; '.join([*there, *(['a source'] if parsed.source else [])])}"


def _unused_ids(parsed_files: Mapping[str, ParsedFile], selection: Selection) -> tuple[str, ...]:
    """Say that ids were not used, because another file has none."""
    without = [path for path, parsed in parsed_files.items() if parsed.ids is None]
    having = [path for path, parsed in parsed_files.items() if parsed.ids is not None]
    if not without or not having or selection.ids == (NO_IDS,):
        return ()
    return (
        f"the ids of {', '.join(having)} are not used, because {without[0]} has none: segments are aligned by their"
        " order; --id-name none says that this is right",
    )


def _check_languages(sources: Sources, parsed_files: Mapping[str, ParsedFile]) -> None:
    """Refuse files that say that their texts are in different languages, unless their texts were chosen by name."""
    chosen = {
        path: parsed.language
        for paths, names in (
            (sources.systems, sources.selection.hypotheses),
            (sources.references, sources.selection.references),
        )
        for path, parsed in ((path, parsed_files[path]) for path in paths)
        if parsed.language and not names
    }
    (first, language), *others = chosen.items() or [("", "")]
    for path, other in others:
        if other.lower().split("-")[0] != language.lower().split("-")[0]:
            raise FormatError(
                f"{first} has texts in {language} but {path} in {other}; choose the same language with --source-name,"
                " or say which to take with --hypothesis-name and --reference-name"
            )


def _unit(parsed_files: Mapping[str, ParsedFile]) -> str:
    return "lines" if all(parsed.title == CONTENTS["text"].title for parsed in parsed_files.values()) else "segments"


def _any_text(parsed: ParsedFile) -> list[str]:
    streams = [*parsed.targets.values(), *parsed.hypotheses.values(), *parsed.references.values()]
    texts = streams[0] if streams else [None] * len(parsed)
    return ["" if text is None else text for text in texts]


def _labels(by_file: Mapping[str, Mapping[str, Any]], given: Mapping[str, str]) -> dict[str, tuple[str, str]]:
    """Name systems as the user does, as in their file, or after the file; by both where one of them is ambiguous.

    Gives the file and the name in it.
    """
    files = dict(zip(by_file, system_names(list(by_file)), strict=True)) | dict(given)
    short = [
        (_label(files[path], name, path in given, len(names)), path, name)
        for path, names in by_file.items()
        for name in names
    ]
    counts = Counter(label for label, _, _ in short)
    twice = [label for label, path, _ in short if counts[label] > 1 and path in given]
    if twice:
        raise SettingError(f"two systems are named {twice[0]!r}; give one of them another name, as NAME=FILE")
    return {label if counts[label] == 1 else f"{files[path]}:{name}": (path, name) for label, path, name in short}


def _label(file: str, name: str, given: bool, count: int) -> str:
    if count == 1 and (given or not name or generic(name)):
        return file
    return f"{file}:{name}" if given or not name else name


def _named_references(by_file: Mapping[str, Mapping[str, Texts]]) -> dict[str, Texts]:
    return {
        f"{path}:{name}" if name else path: texts
        for path, streams in by_file.items()
        for name, texts in streams.items()
    }


def _complete(parsed: ParsedFile, selection: Selection) -> dict[str, list[str]]:
    """The hypotheses of a file, of which none may be missing."""
    checked: dict[str, list[str]] = {}
    for name, texts in hypotheses_of(parsed, selection).items():
        if None in texts and not selection.skip_missing:
            missing = texts.count(None)
            raise FormatError(
                f"{parsed.named(texts.index(None))} has no hypothesis{f' {name!r}' if name else ''}"
                f"{f' ({missing} such)' if missing > 1 else ''}; every segment needs one, empty if nothing was"
                f" translated: {SKIP} leaves such segments out"
            )
        checked[name] = cast("list[str]", texts)
    return checked


def _one_set(named: dict[str, dict[str, Texts]]) -> dict[str, dict[str, Texts]]:
    """The references beside hypotheses: once, though several files have them."""
    having = [path for path, texts in named.items() if texts]
    if not having:
        raise SettingError(
            f"there is no reference in {', '.join(named)}; name a file with -r, or the column with --reference-name"
        )
    first = _any_of(named[having[0]])
    for path in having[1:]:
        if _any_of(named[path]) != first:
            raise FormatError(
                f"{having[0]} and {path} hold different references; say which file's with -r, or, if they"
                f" are shards of one test set, name their folder, or the pattern in quotation marks:"
                f" '*{PurePath(path).suffix}'"
            )
    return {having[0]: named[having[0]]}


def _any_of(references: Mapping[str, Texts]) -> list[Texts]:
    """The references of which there are any: in a piece of a file, a segment with several may be just outside."""
    return [texts for texts in references.values() if any(text is not None for text in texts)]


def _source(
    parsed_files: Mapping[str, ParsedFile], path: str | None, orders: Mapping[str, Any], selection: Selection
) -> Texts | None:
    """The source that is named, or else the first that a file has beside its other texts."""
    if path is None and selection.source is not None and all(parsed.source is None for parsed in parsed_files.values()):
        raise FormatError(f"no file has a source named {selection.source!r}, which --source-name asks for")
    if path is None:
        return next(
            (in_order(c.source, orders[each]) for each, c in parsed_files.items() if c.source is not None), None
        )
    parsed = parsed_files[path]
    targets = next(iter(parsed.targets.values())) if len(parsed.targets) == 1 else None
    texts = parsed.source if parsed.source is not None else targets
    if texts is None:
        raise FormatError(f"{parsed.path} ({parsed.title}) holds no source; {_what_there_is(parsed, '--source-name')}")
    return in_order(texts, orders[path])


def _description(parsed: ParsedFile, hypotheses: Iterable[str], references: Iterable[str]) -> str:
    named = {"hypotheses": hypotheses, "references": references}
    parts = [f"{kind} {', '.join(names)}" for kind, names in named.items() if any(names)]
    parts += [parsed.summary] if parsed.summary else []
    return f"{parsed.path} read as {parsed.title}" + (f": {'; '.join(parts)}" if parts else "")
