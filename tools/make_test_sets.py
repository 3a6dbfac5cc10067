"""Write what sacrebleu knows of its test sets: names, descriptions, language pairs, where they come from.

Run it after a change of the pinned version: python tools/make_test_sets.py
"""

from __future__ import annotations

import json
from pathlib import Path

from sacrebleu import __version__
from sacrebleu.dataset import DATASETS, SUBSETS

TARGET = Path(__file__).parents[1] / "src" / "understudy" / "compat" / "sacrebleu" / "dataset" / "test_sets.json"
FIELDS = ("description", "citation", "data", "md5", "langpairs", "kwargs")


def main() -> None:
    """Write the file."""
    sets = {
        name: {"kind": type(each).__name__} | {field: getattr(each, field) for field in FIELDS}
        for name, each in DATASETS.items()
    }
    source = f"sacrebleu {__version__}, https://github.com/mjpost/sacrebleu, Apache-2.0"
    content = {"source": source, "sets": sets, "subsets": SUBSETS}
    TARGET.write_text(json.dumps(content, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
