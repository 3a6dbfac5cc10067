"""`understudy report`, run as people run it: what it writes, and what it leaves alone."""

import re
import shutil

import pytest
from command_line import complaint, understudy

import understudy as us
from understudy.formats.writing import replace_file
from understudy.report.pdf import BROWSERS


@pytest.fixture
def folder(tmp_path):
    for name, text in {
        "A.txt": "a cat sat\na dog\n",
        "B.txt": "a cow\na dog\n",
        "ref.txt": "a cat sat\na dog\n",
    }.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "one.txt").write_text("one\n", encoding="utf-8")
    return tmp_path


def test_the_command_writes_one_file_and_one_line(folder):
    done = understudy("report", "A.txt", "B.txt", "-r", "ref.txt", "-o", "report.html", "--trials", "99", cwd=folder)
    assert (done.returncode, done.stdout) == (0, b"")
    assert re.fullmatch(rb"understudy: wrote report\.html \(\d+ kB\)\n", done.stderr)
    found = us.read_report(str(folder / "report.html")).content
    assert (found.systems, found.title, found.baseline) == (["A.txt", "B.txt"], "ref.txt", "A.txt")
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", found.date)
    assert {path.name for path in folder.iterdir()} == {"A.txt", "B.txt", "ref.txt", "one.txt", "report.html"}


def test_without_a_name_the_page_is_report_html(folder):
    done = understudy("report", "A.txt", "B.txt", "-r", "ref.txt", "--trials", "9", cwd=folder)
    assert (done.returncode, done.stderr.startswith(b"understudy: wrote report.html (")) == (0, True)
    assert us.read_report(str(folder / "report.html")).content.systems == ["A.txt", "B.txt"]


@pytest.mark.skipif(not any(map(shutil.which, BROWSERS)), reason="Chromium is not installed; make ci-tools installs it")
def test_a_pdf_is_a_pdf(folder):
    done = understudy("report", "A.txt", "B.txt", "-r", "ref.txt", "-o", "x.pdf", "--trials", "9", cwd=folder)
    assert done.returncode == 0, done.stderr
    assert (folder / "x.pdf").read_bytes().startswith(b"%PDF-")


def test_a_pdf_without_a_browser_is_refused(folder):
    line = ["report", "A.txt", "B.txt", "-r", "ref.txt", "-o", "x.pdf"]
    said = complaint(*line, cwd=folder, code=2, PATH=str(folder))
    assert "a PDF needs Chromium, Chrome or Edge, and none is installed; write an .html file" in said
    assert not (folder / "x.pdf").exists()


@pytest.mark.parametrize(
    ("args", "code", "expected"),
    [
        (["-s", "one.txt"], 1, "A.txt has 2 lines but one.txt has 1"),
        (["--docs", "one.txt"], 1, "one.txt has 1 lines but A.txt has 2; one document name per segment is needed"),
        (["--baseline", "a.txt"], 2, "unknown baseline 'a.txt'; choose A.txt or B.txt (did you mean 'A.txt'?)"),
        (["-o", "nosuch/report.html"], 1, "'nosuch/report.html' can't be written: No such file or directory"),
        (["-o", "."], 1, "'.' is a folder; name a file to write"),
        (["-o", "B.txt"], 2, "--output 'B.txt' is one of the files to read; name another"),
        (["--trials", "0"], 2, "trials must be a whole number from 1"),
        (["--seed", "-1"], 2, "seed must be a whole number from 0"),
        (["--ui-lang", "xx"], 2, "unknown ui_lang 'xx'; choose"),
        (["-m", "blue"], 2, "unknown metric 'blue'"),
    ],
)
def test_a_mistake_leaves_everything_as_it_was(folder, args, code, expected):
    (folder / "report.html").write_text("old")
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    given = ["report", "A.txt", "B.txt", "-r", "ref.txt", "-o", "report.html", *args]
    assert expected in complaint(*given, cwd=folder, code=code)
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_a_name_that_is_no_text_is_written_all_the_same(folder):
    (folder / "caf\udce9.txt").write_text("a cat\na dog\n")
    done = understudy("report", "caf\udce9.txt", "-r", "ref.txt", "-o", "report.html", "--trials", "9", cwd=folder)
    assert done.returncode == 0
    assert us.read_report(str(folder / "report.html")).content.systems == ["caf\udce9.txt"]


def test_writing_keeps_rights_and_links(tmp_path):
    file, link = tmp_path / "file", tmp_path / "link"
    file.write_text("old")
    file.chmod(0o640)
    link.symlink_to(file)
    replace_file(str(link), b"new")
    assert (file.read_bytes(), file.stat().st_mode & 0o777, link.is_symlink()) == (b"new", 0o640, True)
    replace_file(str(tmp_path / "fresh"), b"")
    (tmp_path / "usual").write_bytes(b"")
    assert (tmp_path / "fresh").stat().st_mode == (tmp_path / "usual").stat().st_mode
