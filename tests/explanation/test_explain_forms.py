"""The forms of an explanation: text, Markdown, JSON, HTML; and the command."""

from __future__ import annotations

import html.parser
import json
import os
import pty
import re
import subprocess
import unicodedata
from dataclasses import dataclass

import numpy as np
import pytest
from command_line import COMMAND, complaint, printed

import understudy as us
from understudy.contract.metric import Metric
from understudy.explanation import page, stylesheet
from understudy.explanation.blocks import Aligned, Marked, Piece, fenced
from understudy.metrics import CONTENTS
from understudy.scoring.explain import explanations
from understudy.tables.edits import Alignment, Step
from understudy.tables.glyphs import cells
from understudy.tables.table import Table
from understudy.tokens import Reading

REFERENCES = ["The cat is on the mat", "There is a cat on the mat"]
BETTER = "the cat the cat on the mat"
NASTY = [
    "<script>alert(1)</script> sat",
    "\"quoted\" & 'single' <img src=x onerror=alert(1)> sat",
    "</style></section><b>bold</b> sat",
    "nul\x00and\x1b[31mred\x9b0m sat",
    "turned \u202eround\u2066 and\u2028over sat",
    "|pipes| `ticks` ``` fences *stars* sat",
]


class Reader(html.parser.HTMLParser):
    """What a page has: its elements with their attributes, and its text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements, self.open, self.words = [], [], []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.words.append(data)


# --- HTML -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", CONTENTS)
@pytest.mark.parametrize("nasty", NASTY, ids=range(len(NASTY)))
def test_any_text_shows_as_text(name, nasty):
    found = us.explain(nasty, [nasty.replace("sat", "was"), "a cat sat"], name).html()
    read = Reader(found)
    assert not read.open
    expected = {"section", "h2", "p", "div", "span", "code", "sub", "details", "summary", "svg", "line", "text"}
    expected |= {"math", "mrow", "mi", "mn", "mo", "mtext", "mfrac", "msub", "msup", "msqrt"}
    expected |= {"table", "caption", "thead", "tbody", "tr", "th", "td"}
    assert {tag for tag, _ in read.elements} <= expected
    assert {name for _, attributes in read.elements for name in attributes} <= {
        *(
            "class",
            "dir",
            "scope",
            "title",
            "data-metric",
            "data-partner",
            "alttext",
            "displaystyle",
            "role",
            "aria-label",
        ),
        *("aria-hidden", "width", "height", "viewbox", "x", "y", "x1", "x2", "y1", "y2", "text-anchor", "direction"),
    }
    assert not [c for c in found if unicodedata.category(c) in ("Cc", "Zl", "Zp") or c in "\u202e\u2066"]
    plain = [word for word in nasty.split() if word.isascii() and word.isprintable()]
    assert all(word in "".join(read.words) for word in plain)


def test_escapes_of_text_are_those_of_html():
    found = us.explain("<script>alert(1)</script>", "a", "wer").html()
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in found
    assert "<script" not in found


def test_the_page_is_whole_and_has_its_style_and_no_script():
    made = page([us.explain(BETTER, REFERENCES, name) for name in ("bleu", "wer")])
    read = Reader(made)
    assert made.startswith("<!DOCTYPE html>")
    assert not read.open
    assert stylesheet() in made
    assert "script" not in {tag for tag, _ in read.elements}
    assert not re.search(r"(src|href|url\(|@import)", made)


def test_every_class_has_a_line_in_the_documentation_and_every_mark_a_style_without_colour():
    import understudy.explanation.html as renderer

    used = {name for metric in CONTENTS for name in classes(us.explain("on the mat a cat", REFERENCES, metric).html())}
    assert {name for name in used if f"`{name}`" not in renderer.__doc__} == set()
    shapes = []
    for mark in ("matched", "clipped", "substituted", "deleted", "inserted", "shifted"):
        (rule,) = re.findall(rf"\.us-{mark} {{([^}}]*)}}", stylesheet())
        shapes += re.findall(r"(?:border|text-decoration)[^;]*", rule)
    assert len(set(shapes)) == len(shapes) == 6


def classes(text: str) -> set[str]:
    return {name for _, attributes in Reader(text).elements for name in attributes.get("class", "").split()}


def test_tables_have_captions_and_heads():
    read = Reader(us.explain(BETTER, REFERENCES).html())
    tags = [tag for tag, _ in read.elements]
    assert tags.count("table") == tags.count("caption") > 4
    assert all(attributes["scope"] == "col" for tag, attributes in read.elements if tag == "th")


def test_notebooks_get_the_fragment_with_its_style():
    found = us.explain("a cat", "a cat")
    assert found._repr_html_() == f"<style>{stylesheet()}</style>{found.html()}"
    assert repr(found) == found.text()


# --- Text, Markdown and JSON ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", CONTENTS)
def test_json_has_everything_and_every_digit(name):
    found = us.explain(BETTER, REFERENCES, name)
    told = json.loads(json.dumps(found.json(), allow_nan=False))
    assert (told["schema"], told["metric"], told["score"]) == (1, name, found.score)
    assert told["parts"] == dict(found.parts)
    assert told["references"] == REFERENCES
    assert len(told["blocks"]) == len(found.blocks)
    assert {block["kind"] for block in told["blocks"]} <= {"table", "marked", "linked", "aligned", "formula"}


@pytest.mark.parametrize("name", CONTENTS)
@pytest.mark.parametrize("nasty", NASTY, ids=range(len(NASTY)))
def test_no_control_of_the_texts_reaches_the_terminal(name, nasty):
    found = us.explain(nasty, [nasty, "a cat sat"], name)
    for written in (found.text(), found.markdown()):
        assert not [c for c in written if unicodedata.category(c) in ("Cc", "Zl", "Zp") and c != "\n"]
        assert "\u202e" not in written


def test_marks_are_signs_in_plain_text_and_colours_come_on_top():
    line = Marked("Words", (Piece("the", "matched", 1), Piece("dog"), Piece("the", "clipped")))
    assert line.text() == "Words  [the]1 dog (the)"
    assert re.sub(r"\x1b\[\d+m", "", line.text(colour=True)) == line.text()
    assert "\x1b[32m[the]1\x1b[0m" in line.text(colour=True)
    found = us.explain(BETTER, REFERENCES)
    assert "\x1b" not in found.text()
    assert re.sub(r"\x1b\[\d+m", "", found.text(colour=True)) == found.text()


@pytest.mark.parametrize("word", ["cat", "猫猫", "قطة", "👍🏽"])
@pytest.mark.parametrize("width", [20, 31, 80])
def test_lines_keep_to_the_width(word, width):
    line = Marked("Words", tuple(Piece(word, "matched") for _ in range(30)))
    assert max(map(cells, line.text(width=width).splitlines())) <= width
    assert line.text(width=width).count(word) == 30
    aligned = Aligned(Alignment(tuple(Step("substitution", word, "x") for _ in range(30))))
    assert max(map(cells, aligned.text(width=width).splitlines())) <= width


def test_only_marks_below_aligned_lines_are_coloured():
    steps = [Step("hit", "SIDE", "SIDE")] * 10 + [Step("substitution", "SID", "DIS")]
    aligned = Aligned(Alignment(tuple(steps)))
    coloured = aligned.text(colour=True, width=30)
    assert coloured.count("\x1b[35mS\x1b[0m") == 1
    assert re.sub(r"\x1b\[\d+m", "", coloured) == aligned.text(width=30)


def test_fences_of_markdown_are_longer_than_those_of_the_text():
    assert fenced("a ``` b").splitlines() == ["````text", "a ``` b", "````"]


def test_tables_in_markdown_show_text_as_it_is():
    table = Table(("N-gram", "Count"), (("<b>*x* _y_ `z` a|b &lt; [c](d)", 1),))
    assert table.markdown().splitlines()[2] == r"| \<b\>\*x\* \_y\_ \`z\` a&#124;b &amp;lt; [c]\(d) | 1 |"


# --- What is explained ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Exact(Metric):
    """Whether a segment equals a reference."""

    name = "exact"
    title = "Exact match"
    columns = ("equal", "segments")
    reading = Reading("none")

    def rows(self, hyps, refs, survey=None, threads=1, progress=None):
        return np.array([[float(hyps.words(i) in refs.words(i)), 1.0] for i in range(len(refs))])

    def score(self, totals):
        return {"score": 100 * self.column(totals, "equal") / self.column(totals, "segments")}


def test_a_metric_of_another_package_shows_its_row_and_its_parts():
    found = us.explain("a cat", ["a dog", "a cat"], Exact())
    row, parts = found.blocks
    assert row.rows == (("equal", 1.0), ("segments", 1.0))
    assert parts.rows == (("score", 100.0),)
    assert found.score == 100


def test_what_is_surveyed_is_told():
    alone = us.explain("a cat", "a cat", "nist")
    assert "this segment's references alone" in alone.notes[0]
    (picked,) = explanations(["a cat", "a dog"], ["the cat", "the dog"], "nist", segments=[1])
    assert "the references of all 2 segments" in picked.notes[0]
    assert picked.score == us.nist(["a cat", "a dog"], ["the cat", "the dog"]).segments[0]


def test_mistakes_are_refused():
    with pytest.raises(us.InputError, match="explain takes one string as hypothesis, got list"):
        us.explain(["a cat"], ["a cat"])
    with pytest.raises(us.InputError, match="no reference"):
        us.explain("a cat", [])
    with pytest.raises(us.InputError, match="there is no segment 3; the segments are 1 to 2"):
        explanations(["a", "b"], ["a", "b"], segments=[3])
    with pytest.raises(us.SettingError, match="unknown metric 'blue'"):
        us.explain("a cat", "a cat", "blue")
    with pytest.raises(us.SettingError, match="says references=2, but the segments have 1"):
        us.explain("a cat", "a cat", "bleu:references=2")


# --- The command ------------------------------------------------------------------------------------------------------

HYPS, OTHER, REFS = (
    "a cat sat\nthe dog\nhello there\n",
    "a cat sat\na dog ran\nhello\n",
    "a cat sat\na dog ran\nhello you\n",
)


@pytest.fixture
def folder(tmp_path):
    for name, text in {"A.txt": HYPS, "B.txt": OTHER, "ref.txt": REFS}.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def told(folder, *args):
    return json.loads(printed("explain", *args, "--format", "json", cwd=folder))


def test_the_lecture_on_the_command_line():
    shown = printed("explain", BETTER, "-r", REFERENCES[0], "-r", REFERENCES[1], "-m", "bleu:lowercase=yes")
    assert "the cat      2      1      0    1           1\ncat the      1      0      0    0           0\n" in shown
    assert "p₁ = matched 1-grams / 1-grams = 5 / 7" in shown
    assert "p₂ = matched 2-grams / 2-grams = 4 / 6" in shown


def test_several_metrics_come_one_after_the_other():
    found = json.loads(printed("explain", "a cat", "-r", "a dog", "-m", "wer", "chrf", "--format", "json"))
    assert [each["metric"] for each in found] == ["wer", "chrf"]
    assert found[0]["segment"] is None


def test_a_segment_is_picked_by_number(folder):
    (found,) = told(folder, "--files", "A.txt", "-r", "ref.txt", "-m", "wer", "--segment", "2")
    assert (found["system"], found["segment"], found["hypothesis"], found["references"]) == (
        *("A.txt", 2, "the dog", ["a dog ran"]),
    )
    assert found["score"] == us.wer(HYPS.splitlines(), REFS.splitlines()).segments[1]


def test_the_worst_segments_are_picked_by_the_first_metric(folder):
    # WER of A by hand: 0, 2 of 3, 1 of 2; BLEU would find the last as bad as the second.
    found = told(folder, "--files", "A.txt", "-r", "ref.txt", "-m", "wer", "bleu", "--worst", "2")
    assert [(each["segment"], each["metric"]) for each in found] == [(2, "wer"), (2, "bleu"), (3, "wer"), (3, "bleu")]
    assert [each["segment"] for each in told(folder, "--files", "A.txt", "-r", "ref.txt", "-m", "chrf", "--worst")] == [
        2
    ]


def test_the_most_changed_segment_is_shown_for_both_systems(folder):
    # WER of B by hand: 0, 0, 1 of 2; only the second segment differs.
    found = told(folder, "--files", "A.txt", "B.txt", "-r", "ref.txt", "-m", "wer", "--most-changed")
    assert [(each["system"], each["segment"]) for each in found] == [("A.txt", 2), ("B.txt", 2)]
    assert [each["score"] for each in found] == pytest.approx([200 / 3, 0])


@pytest.mark.parametrize("form", ["text", "markdown", "html"])
def test_every_form_is_printed(folder, form):
    shown = printed(
        "explain", "--files", "A.txt", "-r", "ref.txt", "-m", "wer", "--segment", "2", "--format", form, cwd=folder
    )
    assert "A.txt, segment 2" in shown
    assert "100 × (1 + 1 + 0) / 3" in shown
    assert "\x1b" not in shown


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ([], "there is nothing to explain"),
        (["a", "--worst"], "--worst requires --files"),
        (["A.txt"], "'A.txt' and its references are names of files, but texts are explained here; give files"),
        (["a", "--files", "A.txt", "--worst"], "a text and --files are both given"),
        (
            ["--files", "A.txt"],
            "--files needs one of --segment N, --worst and --most-changed to pick segments; got none",
        ),
        (["--files", "A.txt", "--worst", "--segment", "1"], "to pick segments; got --segment and --worst"),
        (["--files", "A.txt", "--segment", "0"], "--segment must be at least 1, got 0"),
        (["--files", "A.txt", "--most-changed"], "--most-changed compares two systems"),
        (["--files", "A.txt", "B.txt", "ref.txt", "--worst"], "--files takes one or two systems, got 3"),
        (["--files", "A.txt", "--worst", "4"], "4 segments are asked for, but the files have 3"),
        (["--files", "A.txt", "--worst", "-m", "blue"], "unknown metric 'blue'"),
        (["--files", "A.txt", "--worst", "-m", "bleu:references=2"], "says references=2, but the segments have 1"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_mistakes_in_the_command_are_told(folder, args, message):
    assert message in complaint("explain", *args, "-r", "ref.txt", code=2, cwd=folder)


def test_mistakes_in_the_data_are_told(folder):
    files = ["--files", "A.txt", "-r", "ref.txt"]
    assert "there is no segment 4" in complaint("explain", *files, "--segment", "4", code=1, cwd=folder)
    (folder / "ref.txt").write_text("a\n", encoding="utf-8")
    assert "lines" in complaint("explain", *files, "--worst", code=1, cwd=folder)


def on_a_terminal(*args, **env) -> str:
    main, other = pty.openpty()
    environment = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR")}
    subprocess.run([COMMAND, *args], stdout=other, env=environment | {"COLUMNS": "40"} | env, timeout=300, check=True)
    os.close(other)
    shown = b""
    while True:
        try:
            piece = os.read(main, 65536)
        except OSError:
            break
        if not piece:
            break
        shown += piece
    os.close(main)
    return shown.decode().replace("\r\n", "\n")


def test_colour_and_width_are_those_of_the_terminal():
    args = ("explain", "a cat sat on the mat and purred again", "-r", "a dog sat on a mat and barked", "-m", "wer")
    shown = on_a_terminal(*args)
    assert "\x1b[1mWER" in shown
    assert "\x1b" not in on_a_terminal(*args, NO_COLOR="1")
    aligned = [line for line in shown.splitlines() if line.startswith(("REF: ", "HYP: "))]
    assert len(aligned) == 4
    assert max(map(len, aligned)) <= 40
    assert "\x1b[1mWER" in printed(*args, FORCE_COLOR="1")
    assert "\x1b" not in printed(*args, FORCE_COLOR="1", NO_COLOR="1")
