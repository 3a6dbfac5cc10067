"""The test sets that sacrebleu knows by name, read from its cache; nothing is downloaded."""

from __future__ import annotations

import json
from pathlib import Path

from understudy.compat.sacrebleu.dataset.base import Dataset, SGMLDataset, XMLDataset

__all__ = ["DATASETS", "SUBSETS", "Dataset"]

KINDS = {
    "FakeSGMLDataset": SGMLDataset,
    "WMTAdditionDataset": SGMLDataset,
    "IWSLTXMLDataset": SGMLDataset,
    "WMTXMLDataset": XMLDataset,
    "PlainTextDataset": Dataset,
    "TSVDataset": Dataset,
}

_known = json.loads((Path(__file__).parent / "test_sets.json").read_text(encoding="utf-8"))
DATASETS: dict[str, Dataset] = {
    name: KINDS[facts.pop("kind")](name, **facts.pop("kwargs"), **facts) for name, facts in _known["sets"].items()
}
SUBSETS: dict[str, dict[str, str]] = _known["subsets"]
