"""Write the catalogue of test sets: what sacrebleu knows of them, and the papers that it doesn't name.

Run it after a change of the pinned version: python tools/make_test_sets.py
"""

from __future__ import annotations

import json
from pathlib import Path

from sacrebleu import __version__
from sacrebleu.dataset import DATASETS, SUBSETS

TARGET = Path(__file__).parents[1] / "src" / "understudy" / "testsets" / "catalog.json"
FIELDS = ("description", "citation", "data", "md5", "langpairs", "kwargs")


def _paper(key: str, authors: str, title: str, year: int, pages: str) -> str:
    fields = {
        "title": title,
        "author": f"{authors} and others",
        "booktitle": f"Proceedings of the {CONFERENCES[year]} Conference on Machine Translation",
        "year": str(year),
        "pages": pages,
        "publisher": "Association for Computational Linguistics",
    }
    listed = "".join(f"    {name} = {{{value}}},\n" for name, value in fields.items())
    return f"@inproceedings{{{key},\n{listed}}}"


CONFERENCES = {2020: "Fifth", 2021: "Sixth", 2022: "Seventh", 2023: "Eighth", 2024: "Ninth"}
# The findings of the campaigns for which sacrebleu names no paper.
PAPERS = {
    "wmt20": _paper(
        "barrault-etal-2020-findings", "Barrault, Loïc and Biesialska, Magdalena and Bojar, Ondřej",
        "Findings of the 2020 Conference on Machine Translation ({WMT}20)", 2020, "1--55",
    ),
    "wmt21": _paper(
        "akhbardeh-etal-2021-findings", "Akhbardeh, Farhad and Arkhangorodsky, Arkady and Biesialska, Magdalena",
        "Findings of the 2021 Conference on Machine Translation ({WMT}21)", 2021, "1--88",
    ),
    "wmt22": _paper(
        "kocmi-etal-2022-findings", "Kocmi, Tom and Bawden, Rachel and Bojar, Ondřej",
        "Findings of the 2022 Conference on Machine Translation ({WMT}22)", 2022, "1--45",
    ),
    "wmt23": _paper(
        "kocmi-etal-2023-findings", "Kocmi, Tom and Avramidis, Eleftherios and Bawden, Rachel",
        "Findings of the 2023 Conference on Machine Translation ({WMT}23): {LLM}s Are Here but Not Quite There Yet",
        2023, "1--42",
    ),
    "wmt24": _paper(
        "kocmi-etal-2024-findings", "Kocmi, Tom and Avramidis, Eleftherios and Bawden, Rachel",
        "Findings of the {WMT}24 General Machine Translation Shared Task: The {LLM} Era Is Here but {MT} Is Not Solved"
        " Yet", 2024, "1--46",
    ),
}  # fmt: skip


def main() -> None:
    """Write the file."""
    sets = {
        name: {"kind": type(each).__name__} | {field: getattr(each, field) for field in FIELDS}
        for name, each in DATASETS.items()
    }
    source = f"sacrebleu {__version__}, https://github.com/mjpost/sacrebleu, Apache-2.0"
    content = {"source": source, "sets": sets, "subsets": SUBSETS, "papers": PAPERS}
    TARGET.write_text(json.dumps(content, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
