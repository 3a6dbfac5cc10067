"""A command line is parsed once: metrics are made once, and each file is opened once."""

import json
import subprocess
import sys

import pytest

from understudy.cli import main
from understudy.tables.outputs import OUTPUTS
from understudy.tables.table import Table

PROGRAM = """
import json, sys
opened, made = [], []

def audit(event, args):
    if event == "open" and isinstance(args[0], str) and args[0].endswith((".txt", ".jsonl", ".parquet")):
        opened.append(args[0])

def profile(frame, event, arg):
    if event == "call" and frame.f_code.co_name == "make_metric" and isinstance(frame.f_locals["spec"], str):
        made.append(frame.f_locals["spec"])

sys.addaudithook(audit)
from understudy.cli import main
sys.setprofile(profile)
code = main(sys.argv[1:])
sys.setprofile(None)
modules = [name for name in sys.modules if name.startswith("understudy.formats.readers.")] + (
    ["pyarrow"] if "pyarrow" in sys.modules else []
)
print(json.dumps({"code": code, "opened": opened, "made": made, "modules": sorted(modules)}), file=sys.stderr)
"""


@pytest.fixture
def texts(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("sys.txt", "other.txt", "ref.txt"):
        (tmp_path / name).write_text("the cat sat here\nthe dog ran off\n")
    return tmp_path


def watched(*args: str) -> dict:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *args], capture_output=True, text=True, check=True, timeout=60
    )
    return json.loads(done.stderr.splitlines()[-1])


@pytest.mark.parametrize(
    ("args", "files"),
    [
        (["score", "sys.txt", "-r", "ref.txt"], ["sys.txt", "ref.txt"]),
        (["score", "sys.txt", "-r", "ref.txt", "--segments"], ["sys.txt", "ref.txt"]),
        (["score", "sys.txt", "-r", "sys.txt"], ["sys.txt"]),
        (["compare", "sys.txt", "other.txt", "-r", "ref.txt"], ["sys.txt", "other.txt", "ref.txt"]),
        (["explain", "--files", "sys.txt", "-r", "ref.txt", "--segment", "1"], ["sys.txt", "ref.txt"]),
    ],
)
def test_metrics_are_made_once_and_files_opened_once(texts, args, files):
    metrics = ["chrf:beta=3", "bleu:order=2"]
    seen = watched(*args, "-m", *metrics)
    assert seen["code"] == 0
    assert seen["opened"] == files
    assert [each for each in seen["made"] if ":" in each] == metrics  # a metric by its bare name is another one


def test_plain_text_needs_no_other_reader(texts):
    assert watched("score", "sys.txt", "-r", "ref.txt")["modules"] == ["understudy.formats.readers.text"]


def test_the_references_of_a_signature_are_checked_without_making_the_metric_again(texts, capsys):
    assert main(["score", "sys.txt", "-r", "ref.txt", "-m", "bleu:references=2"]) == 2
    assert "'bleu:references=2' says references=2, but the segments have 1" in capsys.readouterr().err


def test_an_output_is_one_function_and_one_line(texts, capsys, monkeypatch):
    monkeypatch.setitem(OUTPUTS, "toy", lambda results: f"{len(results.tables())} table")
    for args in (
        ["formats"],
        ["score", "sys.txt", "-r", "ref.txt"],
        ["compare", "sys.txt", "other.txt", "-r", "ref.txt"],
    ):
        assert main([*args, "--format", "toy"]) == 0
        assert capsys.readouterr().out == "1 table\n"


def test_every_output_prints_every_kind_of_result(texts, capsys):
    for form in OUTPUTS:
        for args in (["--segments"], ["--parts"], ["--by", "ref.txt"], []):
            assert main(["score", "sys.txt", "-r", "ref.txt", *args, "--format", form]) == 0
            assert capsys.readouterr().out.strip()


def test_csv_and_html_are_tables():
    table = Table(("system", "score"), (("A, B", 46.5),))
    assert table.csv() == 'system,score\r\n"A, B",46.5\r\n'
    assert table.html().startswith('<table class="us-table">')
