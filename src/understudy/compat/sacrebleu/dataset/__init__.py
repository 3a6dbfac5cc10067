"""The test sets that sacrebleu knows by name, read from its cache; nothing is downloaded."""

from __future__ import annotations

import json

from understudy.compat.sacrebleu.dataset.base import Dataset, SGMLDataset, XMLDataset
from understudy.testsets.catalog import CATALOG

__all__ = ["DATASETS", "SUBSETS", "Dataset"]

KINDS = {
    "FakeSGMLDataset": SGMLDataset,
    "WMTAdditionDataset": SGMLDataset,
    "IWSLTXMLDataset": SGMLDataset,
    "WMTXMLDataset": XMLDataset,
    "PlainTextDataset": Dataset,
    "TSVDataset": Dataset,
}

FIELDS = ("description", "citation", "data", "md5", "langpairs")

_known = json.loads(CATALOG.read_text(encoding="utf-8"))
DATASETS: dict[str, Dataset] = {
    name: KINDS[facts.pop("kind")](name, **facts.pop("kwargs"), **{key: facts[key] for key in FIELDS})
    for name, facts in _known["sets"].items()
}
SUBSETS: dict[str, dict[str, str]] = _known["subsets"]
