"""The files of one command, of any format, put side by side: which texts are hypotheses, references and source."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any, cast

from understudy.errors import FormatError, SettingError
from understudy.formats.columns import generic
from understudy.formats.contents import CONTENTS
from understudy.formats.corpus import Choices, Corpus, Texts, in_order, order_like
from understudy.formats.detect import read_corpus
from understudy.formats.files.opened import Opened
from understudy.formats.files.opening import STANDARD_INPUT
from understudy.inputs.texts import check_parallel


@dataclass(frozen=True, eq=False)
class Inputs:
    """Everything that a command was given, segment by segment."""

    hypotheses: dict[str, list[str]]
    references: dict[str, Texts]
    source: Texts | None
    columns: dict[str, Texts]  # document, domain, and whatever else the files have
    first: Corpus  # of the systems; its order is that of all
    told: tuple[str, ...]  # how files were read, for people to read

    def __len__(self) -> int:
        return len(self.first)


def read_inputs(
    systems: Sequence[str],
    references: Sequence[str] = (),
    source: str | None = None,
    choices: Choices = Choices(),  # noqa: B008 - frozen
    input_format: str | None = None,
    opened: Mapping[str, Opened] | None = None,
) -> Inputs:
    """Read hypotheses, references and source; references come from the systems' files where none are named.

    >>> import tempfile, pathlib
    >>> file = pathlib.Path(tempfile.mkdtemp(), "a.tsv")
    >>> _ = file.write_text("hyp\\tref\\na cat\\tthe cat\\n")
    >>> found = read_inputs([str(file)])
    >>> found.hypotheses, [each for each in found.references.values()]
    ({'a.tsv': ['a cat']}, [['the cat']])
    """
    paths = check_paths(systems, references, source)
    known = opened or {}
    corpora = {path: read_corpus(path, choices, input_format, known.get(path)) for path in paths}
    return put_together(systems, references, source, choices, corpora)


def put_together(
    systems: Sequence[str],
    references: Sequence[str],
    source: str | None,
    choices: Choices,
    corpora: Mapping[str, Corpus],
) -> Inputs:
    """Give the texts of files their roles, in the order of the first.

    >>> one, two = (Corpus(name, "plain text", [1], targets={"": [f"a {name}"]}) for name in ("cat", "dog"))
    >>> put_together(["cat"], ["dog"], None, Choices(), {"cat": one, "dog": two}).references
    {'dog': ['a dog']}
    """
    first = corpora[systems[0]]
    orders = {path: order_like(first, corpus) for path, corpus in corpora.items()}
    if any(len(corpus) != len(first) for corpus in corpora.values()):
        check_parallel({corpus.path: _any_text(corpus) for corpus in corpora.values()}, _unit(corpora), FormatError)

    def ordered(path: str, texts: Mapping[str, Any]) -> dict[str, Any]:
        return {name: in_order(each, orders[path]) for name, each in texts.items()}

    hypotheses = {path: ordered(path, _complete(corpora[path], choices)) for path in systems}
    asked = bool(references or choices.references)
    named = {path: ordered(path, references_of(corpora[path], choices, asked)) for path in references or systems}
    columns: dict[str, Texts] = {}
    for path, corpus in corpora.items():
        for name, values in ordered(path, corpus.columns).items():
            columns.setdefault(name, values)
    used = named if references else _one_set(named)
    return Inputs(
        _named_systems(hypotheses),
        _named_references(used),
        _source(corpora, source, orders, choices),
        columns,
        first,
        tuple(
            _told(corpus, hypotheses.get(path, {}), used.get(path, {}))
            for path, corpus in corpora.items()
            if corpus.title != CONTENTS["text"].title
        ),
    )


def hypotheses_of(corpus: Corpus, choices: Choices) -> Mapping[str, Texts]:
    """The hypotheses in a file: all, or those that are named.

    >>> corpus = Corpus("a.xml", "WMT XML", [1], hypotheses={"A": ["a"], "B": ["b"]})
    >>> list(hypotheses_of(corpus, Choices(hypotheses=("B",))))
    ['B']
    """
    return _chosen(corpus, corpus.hypotheses, choices.hypotheses, "hypothesis")


def references_of(corpus: Corpus, choices: Choices, asked: bool = True) -> Mapping[str, Texts]:
    """The references in a file: all, or those that are named; a file that was not `asked` for them may have none.

    >>> references_of(Corpus("a.txt", "plain text", [1], targets={"": ["a"]}), Choices())
    {'': ['a']}
    """
    if not asked and not corpus.references:
        return {}
    return _chosen(corpus, corpus.references, choices.references, "reference")


def _chosen(corpus: Corpus, own: Mapping[str, Texts], names: tuple[str, ...], kind: str) -> Mapping[str, Texts]:
    found = own or corpus.targets
    option = f"--{kind}-name"
    if list(found) == [""]:  # a text without a name is what the command takes it for
        return found
    if not found:
        raise FormatError(f"{corpus.path} ({corpus.title}) holds no {kind}; {_what_there_is(corpus, option)}")
    if not names and not own and len(found) > 1:
        raise FormatError(f"{corpus.path} holds texts named {', '.join(found)}; say which with {option}")
    for name in names:
        if not any(_is_named(each, name) for each in found):
            raise FormatError(f"{corpus.path} holds no {kind} named {name!r}; {_what_there_is(corpus, option)}")
    chosen = {each: texts for each, texts in found.items() if not names or any(_is_named(each, name) for name in names)}
    return chosen if own or len(chosen) > 1 else {"": next(iter(chosen.values()))}


def _is_named(found: str, name: str) -> bool:
    """Whether a text goes by a name; the references of one column of lists are numbered."""
    return found == name or (found.startswith(f"{name} ") and found.removeprefix(f"{name} ").isdecimal())


def _what_there_is(corpus: Corpus, option: str) -> str:
    if corpus.table is not None:
        return f"its columns are {', '.join(corpus.table)}: name one with {option}"
    kinds = {"hypotheses": corpus.hypotheses, "references": corpus.references, "languages": corpus.targets}
    there = [f"{kind} {', '.join(name or 'without a name' for name in each)}" for kind, each in kinds.items() if each]
    return f"it has {'; '.join([*there, *(['a source'] if corpus.source else [])])}"


def check_paths(systems: Sequence[str], references: Sequence[str], source: str | None = None) -> list[str]:
    """Refuse a file that is given twice in one role; give all of them, each once.

    >>> check_paths(["a.tsv"], ["a.tsv"])
    ['a.tsv']
    """
    everything = [*systems, *references, *([] if source is None else [source])]
    if everything.count(STANDARD_INPUT) > 1:
        raise SettingError("standard input (-) can be read only once; name files for the others")
    for kind, paths in {"system": systems, "reference": references}.items():
        for path, times in Counter(paths).items():
            if times > 1:
                raise SettingError(f"{kind} {path!r} is given twice")
    return list(dict.fromkeys(everything))


def _unit(corpora: Mapping[str, Corpus]) -> str:
    return "lines" if all(corpus.title == CONTENTS["text"].title for corpus in corpora.values()) else "segments"


def _any_text(corpus: Corpus) -> list[str]:
    streams = [*corpus.targets.values(), *corpus.hypotheses.values(), *corpus.references.values()]
    texts = streams[0] if streams else [None] * len(corpus)
    return ["" if text is None else text for text in texts]


def _named_systems(found: Mapping[str, Mapping[str, list[str]]]) -> dict[str, list[str]]:
    """Name systems as their file does, or after the file; by both where that is not enough to tell them apart."""
    files = dict(zip(found, system_names(list(found)), strict=True))
    short = [
        (files[path] if not name or (generic(name) and len(texts) == 1) else name, f"{files[path]}:{name}", each)
        for path, texts in found.items()
        for name, each in texts.items()
    ]
    counts = Counter(name for name, _, _ in short)
    return {name if counts[name] == 1 else long: texts for name, long, texts in short}


def _named_references(found: Mapping[str, Mapping[str, Texts]]) -> dict[str, Texts]:
    return {
        f"{path}:{name}" if name else path: texts for path, streams in found.items() for name, texts in streams.items()
    }


def _complete(corpus: Corpus, choices: Choices) -> dict[str, list[str]]:
    """The hypotheses of a file, of which none may be missing."""
    checked: dict[str, list[str]] = {}
    for name, texts in hypotheses_of(corpus, choices).items():
        if None in texts:
            raise FormatError(
                f"{corpus.named(texts.index(None))} has no hypothesis{f' {name!r}' if name else ''};"
                " every segment needs one, empty if nothing was translated"
            )
        checked[name] = cast("list[str]", texts)
    return checked


def _one_set(named: dict[str, dict[str, Texts]]) -> dict[str, dict[str, Texts]]:
    """The references that stand beside hypotheses: once, though several files have them."""
    having = [path for path, texts in named.items() if texts]
    if not having:
        raise SettingError(
            f"there is no reference in {', '.join(named)}; name a file with -r, or the column with --reference-name"
        )
    first = _any_of(named[having[0]])
    for path in having[1:]:
        if _any_of(named[path]) != first:
            raise FormatError(f"{having[0]} and {path} hold different references; say which file's with -r")
    return {having[0]: named[having[0]]}


def _any_of(references: Mapping[str, Texts]) -> list[Texts]:
    """The references of which there are any: in a piece of a file, a segment with several may be just outside."""
    return [texts for texts in references.values() if any(text is not None for text in texts)]


def _source(
    corpora: Mapping[str, Corpus], path: str | None, orders: Mapping[str, Any], choices: Choices
) -> Texts | None:
    """The source that is named, or else the first that a file has beside its other texts."""
    if path is None and choices.source is not None and all(corpus.source is None for corpus in corpora.values()):
        raise FormatError(f"no file has a source named {choices.source!r}, which --source-name asks for")
    if path is None:
        return next((in_order(c.source, orders[each]) for each, c in corpora.items() if c.source is not None), None)
    corpus = corpora[path]
    targets = next(iter(corpus.targets.values())) if len(corpus.targets) == 1 else None
    found = corpus.source if corpus.source is not None else targets
    if found is None:
        raise FormatError(f"{corpus.path} ({corpus.title}) holds no source; {_what_there_is(corpus, '--source-name')}")
    return in_order(found, orders[path])


def _told(corpus: Corpus, hypotheses: Iterable[str], references: Iterable[str]) -> str:
    named = {"hypotheses": hypotheses, "references": references}
    parts = [f"{kind} {', '.join(names)}" for kind, names in named.items() if any(names)]
    parts += [corpus.told] if corpus.told else []
    return f"{corpus.path} read as {corpus.title}" + (f": {'; '.join(parts)}" if parts else "")


def system_names(paths: Sequence[str]) -> list[str]:
    """Name systems after their files, by the last part of the path where that tells them apart.

    >>> system_names(["out/A.txt", "out/B.txt"]), system_names(["1/out.txt", "2/out.txt"])
    (['A.txt', 'B.txt'], ['1/out.txt', '2/out.txt'])
    """
    short = [PurePath(path).name for path in paths]
    return short if len(set(short)) == len(short) else list(paths)
