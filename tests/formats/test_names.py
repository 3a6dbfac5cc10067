"""What systems are called: NAME=FILE, --name, and file names without what they have in common."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from understudy import cli
from understudy.formats import system_names

WMT = [f"generaltest2022.en-de.hyp.{name}.de" for name in ("Lan-Bridge", "Online-A", "Online-B", "PROMT")]


def test_names_are_cut_where_all_files_are_called_alike():
    assert system_names([f"data/{name}" for name in WMT]) == ["Lan-Bridge", "Online-A", "Online-B", "PROMT"]
    assert system_names(["model.1.5.txt", "model.1.6.txt"]) == ["model.1.5.txt", "model.1.6.txt"]
    assert system_names(["A.txt", "B.txt"]) == ["A.txt", "B.txt"]
    assert system_names(WMT[:1]) == WMT[:1]
    assert system_names(["hyp.A.de", "hyp.B.C.de"]) == ["A", "B.C"]
    assert system_names(["hyp.A", "hyp.A.de"]) == ["A", "A.de"]


@given(st.lists(st.from_regex("[ab][ab.1]{0,8}", fullmatch=True), min_size=1, max_size=5, unique=True))
def test_names_stay_different_and_are_never_empty(names):
    short = system_names(names)
    assert len(set(short)) == len(names)
    assert all(short)


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("x.txt", "y.txt", "ref.txt", "a=b.txt"):
        (tmp_path / name).write_text("a cat sat here\na dog\n")
    return tmp_path


def names_of(capsys, *argv):
    assert cli.main([*argv, "--format", "json"]) == 0
    return [each["name"] for each in json.loads(capsys.readouterr().out)["systems"]]


def test_a_name_may_stand_before_a_file_or_be_given_apart(files, capsys):
    words = ["-r", "ref.txt"]
    assert names_of(capsys, "score", "Base=x.txt", "y.txt", *words) == ["Base", "y.txt"]
    assert names_of(capsys, "score", "x.txt", "y.txt", *words, "--name", "A", "--name", "B") == ["A", "B"]
    assert names_of(capsys, "score", "x.txt", "y.txt", *words, "--name", "B=y.txt") == ["x.txt", "B"]
    assert names_of(capsys, "score", "a=b.txt", *words) == ["a=b.txt"]  # a file of that name
    assert cli.main(["compare", "Base=x.txt", "New=y.txt", *words, "--trials", "9"]) == 0
    assert "New and Base score the same" in capsys.readouterr().out
    assert cli.main(["explain", "--files", "Mine=x.txt", *words, "--segment", "1"]) == 0
    assert "Mine" in capsys.readouterr().out
    assert cli.main(["report", "Mine=x.txt", *words, "-o", "r.html"]) == 0
    assert '"Mine"' in (files / "r.html").read_text()


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (["A=x.txt", "A=y.txt"], "two systems are named 'A'"),
        (["y.txt=x.txt", "y.txt"], "two systems are named 'y.txt'"),
        (["x.txt", "y.txt", "--name", "A"], "--name gives A to the files x.txt, y.txt; name each in its order"),
        (["x.txt", "--name", "A=z.txt"], "--name 'A=z.txt' names no file of a system; they are x.txt"),
    ],
)
def test_names_that_do_not_fit_are_refused(files, capsys, argv, message):
    assert cli.main(["score", *argv, "-r", "ref.txt"]) == 2
    assert message in capsys.readouterr().err
