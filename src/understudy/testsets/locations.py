"""Where test sets lie: in sacrebleu's cache, or in the folder of mt-metrics-eval; both are read as they are."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from understudy.errors import FormatError, SettingError, unknown
from understudy.formats.readers.mtme import documents_of
from understudy.formats.readers.text import read_lines
from understudy.testsets.catalog import TestSet, catalog, find_test_set, tags

# Fields of sacrebleu's cache that tell about segments: the column that --by and --subset know them as.
COLUMNS = {"docid": "document", "origlang": "origin", "domain": "domain", "genre": "genre"}
MTME = "mtme/"  # before the name of a set: take mt-metrics-eval's


@dataclass(frozen=True, eq=False)
class LocatedSet:
    """The files of one test set and language pair, and what is known of its segments."""

    name: str
    pair: str
    folder: Path
    source: Path
    references: Mapping[str, Path]  # those that count, by field
    columns: Mapping[str, list[str | None]] = field(default_factory=dict)
    fields: Mapping[str, Path] = field(default_factory=dict)  # all that there are

    def lines(self, name: str) -> list[list[str]]:
        """The lines of a field, as `--echo` prints it: one column, or one for each reference."""
        if name == "ref":
            return [read_lines(str(path)) for path in self.references.values()]
        by_column = {fieldname: column for fieldname, column in COLUMNS.items() if column in self.columns}
        if name in by_column:
            return [[value or "" for value in self.columns[by_column[name]]]]
        if name not in self.fields:
            raise unknown(f"field of {self.name}/{self.pair}", name, [*self.fields, *by_column])
        return [read_lines(str(self.fields[name]))]


def sacrebleu_folder() -> Path:
    """Where sacrebleu keeps test sets: $SACREBLEU, or a folder in the home.

    >>> sacrebleu_folder().is_absolute() or "SACREBLEU" in os.environ
    True
    """
    return Path(os.environ.get("SACREBLEU") or Path.home() / ".sacrebleu")


def mtme_folder() -> Path:
    """Where mt-metrics-eval keeps its data.

    >>> mtme_folder().name
    'mt-metrics-eval-v2'
    """
    return Path.home() / ".mt-metrics-eval" / "mt-metrics-eval-v2"


def locate(name: str, pair: str) -> LocatedSet:
    """Find the files of a test set; nothing is downloaded.

    >>> locate("wmt24", "en-xx")
    Traceback (most recent call last):
    understudy.errors.UnknownName: unknown language pair of wmt24 'en-xx'; choose ... (did you mean 'en-zh'?)
    """
    if not name.startswith(MTME) and name in catalog():
        test_set = find_test_set(name)
        test_set.of_pair(pair)
        located = _in_sacrebleu(test_set, pair)
        if located is not None:
            return located
    plain = name.removeprefix(MTME)
    if (mtme_folder() / plain / "system-outputs").is_dir():
        return _in_mtme(name, mtme_folder() / plain, pair)
    if name.startswith(MTME):
        raise FormatError(f"there is no test set {plain!r} in {str(mtme_folder())!r}, mt-metrics-eval's folder")
    find_test_set(name)
    raise FormatError(
        f"the test set {name}/{pair} is neither in {str(sacrebleu_folder())!r} nor in {str(mtme_folder())!r}, and"
        f" nothing is downloaded unasked; run: understudy testsets download {name}"
    )


def is_present(test_set: TestSet, pair: str) -> bool:
    """Whether a language pair of a test set lies here.

    >>> is_present(find_test_set("wmt24"), "en-xx")
    False
    """
    cached = (sacrebleu_folder() / test_set.name / f"{test_set.stem}.{pair}.src").exists()
    return cached or (mtme_folder() / test_set.name / "sources" / f"{pair}.txt").exists()


def fields_of(test_set: TestSet, pair: str, folder: Path) -> dict[str, Path]:
    """The fields of a language pair that the cache has, each with its file.

    >>> fields_of(find_test_set("wmt24"), "en-de", Path("nowhere"))
    {}
    """
    start = f"{test_set.stem}.{pair}."
    present = {path.name.removeprefix(start): path for path in sorted(folder.glob(f"{start}*"))}
    return {name.replace("-", ":", 1) if name.startswith("ref-") else name: path for name, path in present.items()}


def _in_sacrebleu(test_set: TestSet, pair: str) -> LocatedSet | None:
    folder = sacrebleu_folder() / test_set.name
    fields = fields_of(test_set, pair, folder)
    if test_set.kind == "WMTXMLDataset":
        wanted = test_set.references(pair)
    else:
        count = len(test_set.members(pair)) - 1
        wanted = ["ref"] if count == 1 else [f"ref:{number}" for number in range(count)]
    if "src" not in fields or any(name not in fields for name in wanted):
        return None
    columns: dict[str, list[str | None]] = {
        COLUMNS[name]: list(read_lines(str(fields[name]))) for name in COLUMNS if name in fields
    }
    if test_set.name in tags() and "document" in columns:
        columns |= _tagged(tags()[test_set.name], columns["document"])
    references = {name: fields[name] for name in wanted}
    return LocatedSet(test_set.name, pair, folder, fields["src"], references, columns, fields)


def _tagged(known: Mapping[str, str], documents: Sequence[str | None]) -> dict[str, list[str | None]]:
    """The country and the domain of each document, which sacrebleu writes as one word."""
    pairs = [known[name or ""].split("-")[:2] if (name or "") in known else (None, None) for name in documents]
    return {"country": [country for country, _ in pairs], "domain": [domain for _, domain in pairs]}


def _in_mtme(name: str, folder: Path, pair: str) -> LocatedSet:
    pairs = sorted(each.name for each in (folder / "system-outputs").iterdir() if each.is_dir())
    if pair not in pairs:
        raise unknown(f"language pair of {name}", pair, pairs)
    source = folder / "sources" / f"{pair}.txt"
    found = {
        f"ref:{path.name.removeprefix(f'{pair}.').removesuffix('.txt')}": path
        for path in sorted((folder / "references").glob(f"{pair}.*.txt"))
    }
    known = catalog().get(name)
    wanted = [each for each in (known.references(pair) if known and pair in known.langpairs else ()) if each in found]
    if not wanted and len(found) != 1:
        raise SettingError(
            f"{name}/{pair} has the references {', '.join(each[4:] for each in found)} in {str(folder)!r};"
            f" give those that you mean with -r, as -r {folder / 'references' / f'{pair}.refA.txt'}"
        )
    segments = len(read_lines(str(source)))
    columns = documents_of(folder / "documents" / f"{pair}.docs", segments)
    references = {each: found[each] for each in wanted} or found
    return LocatedSet(name, pair, folder, source, references, columns, {"src": source, **found})
