"""A format that another package brings: its entry point is all that is needed."""

import json
import os
import subprocess
import sys

import pytest

PACKAGE = """
from understudy.formats import FileContent, Format, ParsedFile, Selection, magic

TOY = Format("toy", "Toy", "toy_format", (".toy",), "segments between semicolons", begins=magic(b"TOY!"))


def read(file: FileContent, selection: Selection) -> ParsedFile:
    texts = file.data.decode().removeprefix("TOY!").split(";")
    return ParsedFile(file.name, "Toy", range(1, len(texts) + 1), targets={"": texts}, unit="segment")
"""


@pytest.fixture
def package(tmp_path):
    (tmp_path / "toy_format.py").write_text(PACKAGE)
    info = tmp_path / "toy_format-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: toy-format\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[understudy.formats]\ntoy = toy_format:TOY\n")
    (tmp_path / "ref.txt").write_text("the cat sat here\nthe dog ran off\n")
    (tmp_path / "sys.toy").write_text("TOY!the cat sat here;the dog ran off")
    return tmp_path


def understudy(folder, *args: str) -> subprocess.CompletedProcess:
    return subprocess.run(
        [sys.executable, "-m", "understudy", *args],
        cwd=folder, env=os.environ | {"PYTHONPATH": str(folder)}, capture_output=True, text=True, timeout=60,
    )  # fmt: skip


@pytest.mark.parametrize("name", ["sys.toy", "sys.out", "sys"])
def test_it_is_read_by_its_ending_or_its_first_bytes(package, name):
    (package / "sys.toy").rename(package / name)
    done = understudy(package, "score", name, "-r", "ref.txt", "--format", "json")
    assert done.stderr == f"understudy: {name} read as Toy\n"
    assert json.loads(done.stdout)["systems"][0]["scores"][0]["score"] == pytest.approx(100)


def test_it_is_listed_and_can_be_named(package):
    assert "segments between semicolons" in understudy(package, "formats").stdout
    (package / "sys.txt").write_text("the cat sat here;the dog ran off")
    done = understudy(package, "score", "sys.txt", "-r", "ref.txt", "--input-format", "tyo")
    assert "(did you mean 'toy'?)" in done.stderr


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        (
            "text = toy_format:TOY",
            "toy-format offers a format named 'text', which there is already; remove one of them",
        ),
        ("toy = toy_format:read", "the entry point 'toy' = 'toy_format:read' is not a format of that name"),
    ],
)
def test_a_wrong_entry_point_is_named(package, entry, message):
    (package / "toy_format-1.0.dist-info" / "entry_points.txt").write_text(f"[understudy.formats]\n{entry}\n")
    done = understudy(package, "formats")
    assert done.returncode == 2
    assert message in done.stderr
