"""What is known of test sets: names, language pairs, addresses, checksums, citations. The catalogue is a data file."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from understudy.errors import FormatError, SettingError, unknown

CATALOG = Path(__file__).parent / "catalog.json"
OWN = "UNDERSTUDY_TESTSETS"  # names a file with more sets, of the same form


@dataclass(frozen=True, eq=False)
class TestSet:
    """One test set: what it is, and where it comes from."""

    __test__ = False  # the name looks like a test's to pytest

    name: str
    kind: str  # how its files are to be read
    description: str
    data: tuple[str, ...]  # addresses
    md5: tuple[str, ...]  # of what is there
    langpairs: Mapping[str, Any]  # to the files of each, or to their path and references
    refs: tuple[str, ...] = ()  # which references count, of sets that have some by name
    citation: str | None = None
    licence: str | None = None

    @property
    def stem(self) -> str:
        """How the names of its files begin."""
        return self.name.replace("/", "_")

    def archive_name(self, address: str) -> str:
        """What a file that was downloaded is called: the same as in sacrebleu's cache."""
        return f"{self.stem}.{address.rpartition('/')[2]}"

    def members(self, pair: str) -> list[str]:
        """The files of a language pair in the archives; a column may stand before the name."""
        files = self.of_pair(pair)
        return [files["path"]] if isinstance(files, Mapping) else list(files)

    def references(self, pair: str) -> list[str]:
        """The names of the references that count, of a set that has some by name."""
        files = self.of_pair(pair)
        names = files.get("refs", self.refs) if isinstance(files, Mapping) else self.refs
        return [f"ref:{name}" if name else "ref" for name in names]

    def of_pair(self, pair: str) -> Any:
        """What is known of a language pair; one that it doesn't have is refused."""
        if pair not in self.langpairs:
            raise unknown(f"language pair of {self.name}", pair, self.langpairs)
        return self.langpairs[pair]


def catalog() -> dict[str, TestSet]:
    """All test sets by name, those of the file that UNDERSTUDY_TESTSETS names among them.

    >>> catalog()["wmt24"].description
    'WMT24 official test set release, v1.1 (excluding TS)'
    """
    own = os.environ.get(OWN)
    return _read(CATALOG) | (_own(Path(own)) if own else {})


def find_test_set(name: str) -> TestSet:
    """Find a test set by its name.

    >>> find_test_set("wmt22").references("cs-en")
    ['ref:B']
    """
    sets = catalog()
    if name not in sets:
        raise unknown("test set", name, sets)
    return sets[name]


def tags() -> dict[str, dict[str, str]]:
    """The country and domain of documents, of the two sets of which sacrebleu knows them.

    >>> sorted(tags())
    ['wmt18', 'wmt19']
    """
    return _part("subsets")


@cache
def _part(name: str) -> dict[str, Any]:
    part: dict[str, Any] = json.loads(CATALOG.read_text(encoding="utf-8"))[name]
    return part


def citation_of(test_set: TestSet) -> str | None:
    """What to cite: its own paper, or that of the campaign that it belongs to.

    >>> citation_of(find_test_set("wmt21/B"))[:30]
    '@inproceedings{akhbardeh-etal-'
    """
    campaign = test_set.name.partition("/")[0]
    of_campaign = catalog()[campaign].citation if campaign in catalog() else None
    return test_set.citation or of_campaign or _part("papers").get(campaign)


@cache
def _read(path: Path) -> dict[str, TestSet]:
    sets = json.loads(path.read_text(encoding="utf-8"))["sets"]
    return {name: _made(name, facts) for name, facts in sets.items()}


def _own(path: Path) -> dict[str, TestSet]:
    try:
        sets = _read(path)
    except OSError as error:
        raise SettingError(f"{OWN} names {str(path)!r}, which can't be read: {error.strerror}") from None
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise FormatError(
            f"{path}, which {OWN} names, is no catalogue: {type(error).__name__} {error}; its form is"
            ' {"sets": {NAME: {"kind", "description", "data", "md5", "langpairs"}}}'
        ) from None
    for name in sets:
        if name in _read(CATALOG):
            raise SettingError(f"{path}, which {OWN} names, has a test set {name!r}, which there is already; rename it")
    return sets


def _made(name: str, facts: Mapping[str, Any]) -> TestSet:
    return TestSet(
        name, facts["kind"], facts["description"], tuple(facts["data"]), tuple(facts["md5"]), facts["langpairs"],
        tuple(facts.get("kwargs", {}).get("refs", ())), facts.get("citation"), facts.get("licence"),
    )  # fmt: skip
