"""Scores of groups of segments, and segment scores that are written beside the columns of the input."""

import datetime
import json
import subprocess
import sys
from pathlib import Path

import pytest
import sacrebleu
from format_files import COLUMNAR, lines, needs_arrow, run

import understudy as us
from understudy.formats import parse_file, read_inputs, transcripts

# --- Writing ---------------------------------------------------------------------------------------------------------


def test_sclite_transcripts_make_the_round_trip(folder):
    parsed = parse_file("a.trn")
    transcripts.write_trn("again.trn", dict(zip(parsed.ids, parsed.targets[""], strict=True)))
    again = parse_file("again.trn")
    assert (again.ids, again.targets) == (parsed.ids, parsed.targets)
    assert Path("again.trn").read_text(encoding="utf-8") == Path("a.trn").read_text(encoding="utf-8").split("\n", 1)[1]


@pytest.mark.parametrize("name", COLUMNAR)
@pytest.mark.parametrize("ending", ["tsv", "csv", "jsonl", "parquet"])
def test_segment_scores_are_written_beside_the_columns(folder, capsys, name, ending):
    needs_arrow(name, ending)
    if name == "all.jsonl" and ending in ("tsv", "csv"):
        run("score", name, "--segments", "--output", f"out.{ending}", code=1)
        assert "'references' of segment 1 is a list; write JSONL or Parquet" in capsys.readouterr().err
        return
    run("score", name, "--segments", "--output", f"out.{ending}", "-m", "bleu")
    plain, scored = parse_file(name), parse_file(f"out.{ending}")
    names = list(plain.table)
    assert list(scored.table) == [*names, "bleu.hyp_a", "bleu.hyp_b"]
    assert [[str(cell) for cell in scored.table[each]] for each in names if each != "references"] == [
        [str(cell) for cell in plain.table[each]] for each in names if each != "references"
    ]
    refs = [list(pair) for pair in zip(lines("ref1.txt"), lines("ref2.txt"), strict=True)]
    expected = [sacrebleu.sentence_bleu(h, r).score for h, r in zip(lines("a.txt"), refs, strict=True)]
    assert [float(cell) for cell in scored.table["bleu.hyp_a"]] == pytest.approx(expected, abs=1e-9)
    assert not [each for each in Path().iterdir() if each.name.startswith(".")]


def test_types_and_fields_stay_as_they_were(folder):
    pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed; it comes with understudy[arrow]")
    from pyarrow import parquet

    parquet.write_table(pa.table({"n": pa.array([7], pa.int16()), "hyp": ["a"], "ref": ["a"]}), "in.parquet")
    run("score", "in.parquet", "--segments", "--output", "out.parquet")
    assert parquet.read_table("out.parquet").schema.field("n").type == pa.int16()
    Path("in.jsonl").write_text('{"hyp": "a", "ref": "a", "x": {"y": [1]}}\n{"hyp": "b", "ref": "b"}\n')
    run("score", "in.jsonl", "--segments", "--output", "out.jsonl", "-m", "chrf")
    assert [json.loads(line) for line in Path("out.jsonl").read_text().splitlines()] == [
        {"hyp": "a", "ref": "a", "x": {"y": [1]}, "chrf": 100.0},
        {"hyp": "b", "ref": "b", "chrf": 100.0},
    ]


def test_a_format_without_columns_is_written_with_all_that_was_read(folder):
    run("score", "systems.sgm", "-r", "references.sgm", "-s", "source.sgm", "--segments", "--output", "out.tsv")
    head, first, *_ = Path("out.tsv").read_text(encoding="utf-8").splitlines()
    assert head.split("\t")[:5] == ["segment", "document", "genre", "origlang", "source"]
    assert first.startswith("animals:1\tanimals\tprose\tfr\tLe chat est sur le tapis.\tThe cat is on the mat.")


@pytest.mark.parametrize(
    ("args", "code", "expected"),
    [
        (["--output", "out.tsv"], 2, "--output requires --segments; add it, or leave out --output 'out.tsv'"),
        (["--segments", "--output", "out.doc"], 2, "must be one of .tsv, .csv, .jsonl, .ndjson, .parquet, .pq"),
        (["--segments", "--output", "no/out.tsv"], 1, "'no/out.tsv' can't be written: No such file or directory"),
        (["--segments", "--by", "domain"], 2, "--segments and --by print different tables; choose one of them"),
        (["--by", "topic"], 2, "--by 'topic' is neither a column nor a file; the columns are domain"),
        (["--input-format", "tvs"], 2, "unknown format 'tvs'; choose text, tsv,"),
        (["--input-format", "wmt"], 1, "all.tsv:1: this is not well-formed XML"),
        (["--reference-name", "ref_3"], 1, "all.tsv (TSV) holds no reference; its columns are id, domain, source"),
        (["--hypothesis-name", "hyp_c"], 1, "all.tsv (TSV) holds no hypothesis; its columns are"),
        (["--hypothesis-name", "hyp_a", "x"], 1, "all.tsv holds no hypothesis named 'x'; its columns are id"),
        (["--id-name", "nr"], 1, "all.tsv has no column 'nr'; it has id, domain"),
        (["--source-name", "nr"], 1, "no file has a source named 'nr', which --source-name asks for"),
    ],
)  # fmt: skip
def test_mistakes_in_the_command_are_told(folder, capsys, args, code, expected):
    run("score", "all.tsv", *args, code=code)
    out, err = capsys.readouterr()
    assert expected in err
    assert out == ""


def test_what_was_written_can_be_scored_again(folder):
    run("score", "all.tsv", "--segments", "--output", "once.tsv")
    found = read_inputs(["once.tsv"])
    assert (list(found.hypotheses), found.columns.keys()) == (
        ["hyp_a", "hyp_b"],
        {"domain", "bleu.hyp_a", "bleu.hyp_b"},
    )


def test_a_link_stays_a_link(folder):
    Path("real.tsv").write_text("old")
    Path("link.tsv").symlink_to("real.tsv")
    run("score", "all.tsv", "--segments", "--output", "link.tsv")
    assert Path("link.tsv").is_symlink()
    assert Path("real.tsv").read_text(encoding="utf-8").startswith("id\tdomain")


def test_values_that_a_format_can_not_hold_are_refused_or_written_plainly(folder, capsys):
    pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed; it comes with understudy[arrow]")
    from pyarrow import parquet

    for column, code, expected in [
        ([float("nan")], 1, "JSON has no infinite numbers and no NaN"),
        ([b"x"], 1, "JSON can't hold b'x', bytes; write Parquet"),
        ([datetime.date(2026, 1, 2)], 0, '"x": "2026-01-02"'),
    ]:
        parquet.write_table(pa.table({"hyp": ["a"], "ref": ["a"], "x": column}), "in.parquet")
        run("score", "in.parquet", "--segments", "--output", "out.jsonl", code=code)
        assert expected in (capsys.readouterr().err if code else Path("out.jsonl").read_text())


def test_a_failed_write_leaves_the_old_file(folder, capsys):
    Path("in.csv").write_text('hyp,ref\n"a\nb",c\n')
    Path("out.tsv").write_text("old")
    run("score", "in.csv", "--segments", "--output", "out.tsv", code=1)
    assert "'hyp' of segment 1 has a tab or a line end in it, 'a\\nb', which TSV can't hold" in capsys.readouterr().err
    assert Path("out.tsv").read_text() == "old"
    Path("in.tsv").write_text("hyp\tref\tbleu\na\tb\tc\n")
    run("score", "in.tsv", "--segments", "--output", "out.tsv", code=2)
    assert "in.tsv has a column 'bleu' already" in capsys.readouterr().err


def test_a_full_disk_leaves_the_old_file(folder):
    """A limit on the size of files is what a full disk is like, for those who may write anywhere."""
    Path("out.tsv").write_text("old")
    command = "trap '' XFSZ; ulimit -f 0; exec \"$0\" score all.tsv --segments --output out.tsv"
    understudy = Path(sys.executable).with_name("understudy")
    done = subprocess.run(["bash", "-c", command, understudy], capture_output=True, text=True)
    assert done.returncode == 1
    assert "'out.tsv' can't be written: File too large; the old file is unchanged" in done.stderr
    assert Path("out.tsv").read_text() == "old"
    assert not [each for each in Path().iterdir() if each.name.startswith(".")]


# --- Groups ----------------------------------------------------------------------------------------------------------


def by_domain(*args: str, capsys) -> list[list[str]]:
    capsys.readouterr()
    run("score", *args, "-m", "bleu", "--format", "tsv")
    return [line.split("\t") for line in capsys.readouterr().out.splitlines()]


def test_groups_are_scored_from_their_segments(folder, capsys):
    head, *rows = by_domain("all.tsv", "--by", "domain", capsys=capsys)
    assert head == ["domain", "system", "segments", "metric", "score", "low", "high"]
    assert [row[0] for row in rows[::2]] == ["fiction", "school", "news", "(all)"]
    assert [row[2] for row in rows[::2]] == ["2", "1", "1", "4"]
    refs = [lines("ref1.txt"), lines("ref2.txt")]
    for row, places in zip(rows, [[0, 1]] * 2 + [[2]] * 2 + [[3]] * 2 + [[0, 1, 2, 3]] * 2, strict=True):
        hyps = lines(f"{row[1].removeprefix('hyp_')}.txt")
        expected = sacrebleu.corpus_bleu([hyps[i] for i in places], [[each[i] for i in places] for each in refs]).score
        assert float(row[4]) == pytest.approx(expected, abs=1e-9)
        assert (row[5] == "") == (len(places) == 1)


def test_labels_come_from_a_column_or_a_file(folder, capsys):
    column = by_domain("all.tsv", "--by", "domain", capsys=capsys)
    file = by_domain("a.txt", "b.txt", "-r", "ref1.txt", "-r", "ref2.txt", "--by", "domains.txt", capsys=capsys)
    assert [row[4:] for row in column[1:]] == [row[4:] for row in file[1:]]
    run("score", "a.txt", "-r", "ref1.txt", "--by", "no.txt", code=1)
    assert "there is no file 'no.txt'" in capsys.readouterr().err
    Path("domain").write_text("x\n")
    run("score", "all.tsv", "--by", "domain", code=2)
    assert "--by 'domain' is a column and a file; write ./domain for the file" in capsys.readouterr().err
    run("score", "all.tsv", "--by", "./domain", code=1)
    assert "./domain has 1 lines but all.tsv has 4; one label per segment is needed" in capsys.readouterr().err


def test_segments_without_a_label_are_a_group_of_their_own(folder, capsys):
    first = '{"hyp": "a b", "ref": "a b", "topic": "x"}\n'
    Path("a.jsonl").write_text(first + '{"hyp": "a", "ref": "b", "topic": null}\n{"hyp": "a", "ref": "b"}\n')
    rows = by_domain("a.jsonl", "--by", "topic", capsys=capsys)
    assert [(row[0], row[2]) for row in rows[1:]] == [("x", "1"), ("(none)", "2"), ("(all)", "3")]


@pytest.mark.parametrize("form", ["text", "markdown", "latex", "json"])
def test_groups_in_every_form(folder, capsys, form):
    run("score", "all.tsv", "--by", "domain", "--format", form)
    out = capsys.readouterr().out
    refs = [lines("ref1.txt")[:2], lines("ref2.txt")[:2]]
    expected = sacrebleu.corpus_bleu(lines("b.txt")[:2], refs).score
    if form == "json":
        found = json.loads(out)
        assert (found["by"], found["groups"][1]["group"], found["groups"][1]["segment_count"]) == (
            "domain",
            "fiction",
            2,
        )
        assert found["groups"][1]["score"] == pytest.approx(expected)
    else:
        assert f"{expected:.2f}" in out
        assert "1,000 bootstrap resamples" in out


def test_the_api_scores_groups():
    result = us.bleu(["a b c d", "e f g h", "a b c x"], ["a b c d", "e f g h", "a b c d"])
    groups = result.by([1, None, 1])
    assert list(groups) == [1, None]
    assert groups[1].score == us.bleu(["a b c d", "a b c x"], ["a b c d", "a b c d"]).score
    for labels in (["x"], "xyz"):
        with pytest.raises(us.InputError, match="give a list with one label per segment"):
            result.by(labels)


def test_documents_are_resampled_by_column(folder, capsys):
    Path("docs.txt").write_text("\n".join(lines("domains.txt")) + "\n")
    command = ["a.txt", "b.txt", "-r", "ref1.txt", "-r", "ref2.txt"]
    run("compare", *command, "--docs", "docs.txt", "--format", "tsv")
    expected = [line.split("\t")[2:] for line in capsys.readouterr().out.splitlines()]
    run("compare", "all.tsv", "--docs", "domain", "--format", "tsv")
    assert [line.split("\t")[2:] for line in capsys.readouterr().out.splitlines()] == expected
    run("compare", "a.txt", "-r", "ref1.txt", code=2)
    assert "there is nothing to compare 'a.txt' with; name another system" in capsys.readouterr().err
