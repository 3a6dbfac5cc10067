"""What the tests of formats share: the small files, their plain twins, and ways to break them."""

from pathlib import Path

import pytest

import understudy as us
from understudy import cli
from understudy.formats import read_inputs

DATA = Path(__file__).parent / "data" / "formats"
METRICS = ["bleu", "chrf", "ter"]

COLUMNAR = ["all.tsv", "all.csv", "all.jsonl", "all.parquet", "all.arrow", "all.xlsx"]


def lines(name: str) -> list[str]:
    return (DATA / name).read_text(encoding="utf-8").splitlines()


def needs_arrow(*names: str) -> None:
    if any(name.endswith(("parquet", "arrow")) for name in names):
        pytest.importorskip("pyarrow", reason="pyarrow is not installed; it comes with understudy[arrow]")
    if any(name.endswith("xlsx") for name in names):
        pytest.importorskip("python_calamine", reason="python-calamine is not installed; it comes with the extra excel")


def scores(found) -> list[dict[str, float]]:
    evaluation = us.evaluate(found.hypotheses, found.references, METRICS)
    return [{name: result.score for name, result in each.items()} for each in evaluation.values()]


def twin(*systems: str, refs: tuple[str, ...]) -> list[dict[str, float]]:
    return scores(read_inputs([str(DATA / name) for name in systems], [str(DATA / name) for name in refs]))


def run(*args: str, code: int = 0) -> None:
    """Run a command in this process."""
    assert cli.main(list(args)) == code


def broken(name: str, change) -> None:
    Path(name).write_bytes(change(Path(name).read_bytes()))


def without(old: str, new: str = "", count: int = 1):
    def change(data: bytes) -> bytes:
        assert old.encode() in data
        return data.replace(old.encode(), new.encode(), count)

    return change
