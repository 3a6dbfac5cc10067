"""Test sets by name: what there is, where it lies, and the segments of one original language or domain."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from understudy.compat.sacrebleu.dataset import DATASETS, SUBSETS, Dataset
from understudy.compat.sacrebleu.dataset.base import XMLDataset
from understudy.errors import SettingError


def _dataset(test_set: str) -> Dataset:
    if test_set not in DATASETS:
        raise SettingError(f"No such test set {test_set}; get_available_testsets() lists them")
    return DATASETS[test_set]


def get_source_file(test_set: str, langpair: str) -> str:
    """The file of a test set's source in sacrebleu's cache."""
    return _dataset(test_set).get_source_file(langpair)


def get_reference_files(test_set: str, langpair: str) -> list[str]:
    """The files of a test set's references in sacrebleu's cache."""
    return _dataset(test_set).get_reference_files(langpair)


def get_files(test_set: str, langpair: str) -> list[str]:
    """The files of all fields of a test set in sacrebleu's cache."""
    return _dataset(test_set).get_files(langpair)


def download_test_set(test_set: str, langpair: str | None = None) -> list[str]:
    """The files of a test set if sacrebleu's cache has them; nothing is downloaded."""
    dataset = _dataset(test_set)
    pairs = list(dataset.langpairs) if langpair is None else [langpair]
    return [file for pair in pairs for file in dataset.get_files(pair)]


def get_langpairs_for_testset(testset: str) -> list[str]:
    """The language pairs of a test set; none if there is no such set.

    >>> get_langpairs_for_testset("wmt20/tworefs")
    ['de-en', 'en-de', 'en-zh', 'ru-en', 'zh-en']
    """
    return list(DATASETS[testset].langpairs) if testset in DATASETS else []


def get_available_testsets() -> list[str]:
    """The names of all test sets, the newest of WMT first.

    >>> "wmt17" in get_available_testsets()
    True
    """
    return sorted(DATASETS, reverse=True)


def get_available_testsets_for_langpair(langpair: str) -> list[str]:
    """The names of the test sets that have a language pair, in either direction.

    >>> get_available_testsets_for_langpair("uk-en")[-1]
    'wmt22'
    """
    source, target = langpair.split("-")[:2]
    both = {f"{source}-{target}", f"{target}-{source}"}
    return [name for name, dataset in DATASETS.items() if both & set(dataset.langpairs)]


def get_available_origlangs(test_sets: str | None, langpair: str) -> list[str]:
    """The original languages of the documents of test sets, separated by commas."""
    if test_sets is None:
        return []
    return sorted(
        {value for name in test_sets.split(",") for value in DATASETS[name].field(langpair, "origlang") or []}
    )


def get_available_subsets(test_sets: str | None, langpair: str) -> list[str]:
    """The domains, and for two sets of WMT the countries, of the documents of test sets."""
    if test_sets is None:
        return []
    subsets: set[str] = set()
    for name in test_sets.split(","):
        if isinstance(DATASETS[name], XMLDataset):
            subsets |= set(DATASETS[name].field(langpair, "domain") or [])
        else:
            for tag in SUBSETS.get(name, {}).values():
                country, domain = tag.split("-")[:2]
                subsets |= {f"country:{country}", domain}
    return sorted(subsets)


def filter_subset(
    systems: list[Any], test_sets: str | None, langpair: str | None, origlang: str | None, subset: str | None = None
) -> list[Any]:
    """Keep the segments whose document has this original language, or a tag that the pattern `subset` finds."""
    if origlang is None and subset is None:
        return systems
    if test_sets is None or langpair is None:
        raise ValueError("Filtering for --origlang or --subset needs a test (-t) and a language pair (-l).")
    kept = [each for name in test_sets.split(",") for each in _kept(name, langpair, origlang, subset)]
    return [[segment for segment, keep in zip(lines, kept, strict=True) if keep] for lines in systems]


def _kept(test_set: str, langpair: str, origlang: str | None, subset: str | None) -> Iterable[bool]:
    dataset = DATASETS[test_set]
    origins = dataset.field(langpair, "origlang")
    if origins is None:
        raise SettingError(f"--origlang and --subset need a test set of WMT with documents; {test_set!r} has none")
    tags = [""] * len(origins) if subset is None else _tags(dataset, langpair, len(origins))
    pattern = re.compile((subset or "").removeprefix("country:"))
    return [
        _is_origin(origin, origlang) and bool(pattern.search(tag)) for origin, tag in zip(origins, tags, strict=True)
    ]


def _tags(dataset: Dataset, langpair: str, segments: int) -> list[str]:
    if isinstance(dataset, XMLDataset):
        return dataset.field(langpair, "domain") or ["\0"] * segments  # without a domain no pattern finds one
    if dataset.name not in SUBSETS:
        raise SettingError(f"No subset annotation available for test set {dataset.name}")
    return [SUBSETS[dataset.name].get(document, "") for document in dataset.field(langpair, "docid") or []]


def _is_origin(origin: str, wanted: str | None) -> bool:
    if wanted is None:
        return True
    return origin != wanted[4:] if wanted.startswith("non-") else origin == wanted
