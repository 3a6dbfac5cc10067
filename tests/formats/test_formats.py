"""Files of every format: the score of the plain text, to the last digit."""

import contextlib
import gzip
import io
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from xml.sax.saxutils import escape

import pytest
import sacrebleu
from format_files import COLUMNAR, broken, lines, needs_arrow, run, scores, twin, without

import understudy as us
from understudy.errors import FormatError, TextWarning
from understudy.formats import Selection, parse_file, read_inputs
from understudy.formats.contents import CONTENTS
from understudy.formats.detect import detect
from understudy.formats.files.content import FileContent

ORACLES = Path(__file__).parents[1] / "oracles"
EDGE_CASES = [json.loads(line) for line in (ORACLES / "edge_cases.jsonl").read_text(encoding="utf-8").splitlines()]


# --- The same score as the plain text --------------------------------------------------------------------------------


def test_the_plain_texts_have_the_scores_of_sacrebleu():
    refs = [lines("ref1.txt"), lines("ref2.txt")]
    for found, name in zip(twin("a.txt", "b.txt", refs=("ref1.txt", "ref2.txt")), ("a.txt", "b.txt"), strict=True):
        assert found["bleu"] == pytest.approx(sacrebleu.corpus_bleu(lines(name), refs).score, abs=1e-9)
        assert found["chrf"] == pytest.approx(sacrebleu.corpus_chrf(lines(name), refs).score, abs=1e-9)


@pytest.mark.parametrize(
    ("systems", "references"),
    [
        *((each, ()) for each in COLUMNAR),
        ("all.xml", ()),
        ("mtme", ()),
        ("systems.sgm", ("references.sgm",)),
        ("systems.sgm", ("ref1.txt", "ref2.txt")),
        ("all.tsv", ("references.sgm",)),
    ],
)
def test_two_systems_and_two_references_score_like_the_plain_text(folder, systems, references):
    needs_arrow(systems)
    selection = Selection(ids=("none",)) if references and systems == "all.tsv" else Selection()
    found = read_inputs([systems], references, selection=selection)
    assert scores(found) == twin("a.txt", "b.txt", refs=("ref1.txt", "ref2.txt"))
    assert found.source is None or found.source == lines("source.txt")


@pytest.mark.parametrize(
    ("system", "reference"),
    [
        ("a.tmx", "ref.tmx"),
        ("a.xlf", "ref.xlf"),
        ("a2.xlf", "ref2.xlf"),
        ("a.trn", "ref.trn"),
        ("a.po", "ref.po"),
        ("a.txt", "ref.xlf"),
        ("a.tmx", "ref1.txt"),
    ],
)
def test_one_system_and_one_reference_score_like_the_plain_text(folder, system, reference):
    found = read_inputs([system], [reference])
    assert scores(found) == twin("a.txt", refs=("ref1.txt",))
    assert list(found.hypotheses) == [system]


def test_captions_score_like_the_plain_text(folder):
    found = read_inputs(["results.json"], ["captions.json"])
    assert scores(found) == twin("a.txt", refs=("ref1.txt", "ref2.txt"))
    assert found.first.ids == ["14", "12", "11", "13"]  # the order of the results, which the references follow


def test_every_format_has_a_file_here(folder):
    pytest.importorskip("pyarrow", reason="pyarrow is not installed; it comes with understudy[arrow]")
    names = ["a.txt", *COLUMNAR, "systems.sgm", "all.xml", "a.tmx", "a.xlf", "a.po", "results.json", "a.trn"]
    names += ["a.stm", "a.ctm", "a.seglst.json", "manifest.json", "a.srt", "a.vtt"]
    found = {detect(name, Path(name).read_bytes()).name for name in names}
    assert found | {"mtme", "kaldi"} == set(CONTENTS)  # a folder, and a file that only its user can tell from text


@pytest.mark.parametrize("name", [*COLUMNAR, "all.xml", "systems.sgm", "a.tmx", "a.xlf", "results.json", "a.trn"])
def test_any_format_may_be_compressed(folder, name):
    needs_arrow(name)
    Path(f"{name}.gz").write_bytes(gzip.compress(Path(name).read_bytes()))
    plain, packed = parse_file(name), parse_file(f"{name}.gz")
    assert (plain.title, plain.hypotheses, plain.targets) == (packed.title, packed.hypotheses, packed.targets)


@pytest.mark.parametrize("name", ["all.parquet", "all.arrow", "systems.sgm", "all.xml", "a.tmx", "a.xlf", "all.jsonl"])
def test_the_beginning_of_a_file_tells_where_the_ending_does_not(folder, name):
    needs_arrow(name)
    expected = parse_file(name)
    Path(name).rename("unknown")
    assert parse_file("unknown").title == expected.title
    Path("unknown").rename("data.bin")
    assert parse_file("data.bin").title == expected.title


def test_a_text_that_begins_like_json_stays_a_text_by_its_ending(folder):
    Path("a.txt").write_text('{"hyp": 1}\n')
    assert parse_file("a.txt").title == "plain text"
    Path("a.txt").rename("a.en")
    with pytest.raises(FormatError, match="a.en:1: 'hyp' is 1, int; a text is needed"):
        parse_file("a.en")
    assert parse_file("a.en", input_format="text").targets == {"": ['{"hyp": 1}']}


# --- Ids, names, roles ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["all.tsv", "all.jsonl"])
def test_segments_are_aligned_by_id_whatever_their_order(folder, name):
    head, *rows = Path(name).read_text(encoding="utf-8").splitlines()
    rows = rows if name == "all.tsv" else [head, *rows]
    mixed = [rows[2], rows[0], rows[3], rows[1]]
    Path(f"mixed-{name}").write_text("\n".join([head, *mixed] if name == "all.tsv" else mixed), encoding="utf-8")
    found = read_inputs([name], [f"mixed-{name}"])
    assert scores(found) == twin("a.txt", "b.txt", refs=("ref1.txt", "ref2.txt"))
    assert found.columns["domain"] == lines("domains.txt")


def test_a_column_of_numbers_is_not_guessed_to_be_a_text(folder):
    Path("a.tsv").write_text("hyp\tref\thyp_bleu\tref_length\tref_lang\na\tb\t12.5\t7\ten\n")
    with pytest.raises(
        FormatError, match="the column 'hyp_bleu' is named like hypotheses but holds nothing but numbers"
    ):
        read_inputs(["a.tsv"])
    found = read_inputs(["a.tsv"], selection=Selection(hypotheses=("hyp",)))
    assert (list(found.hypotheses), list(found.references)) == (["a.tsv"], ["a.tsv:ref"])
    assert list(found.columns) == ["hyp_bleu", "ref_length", "ref_lang"]


def test_columns_of_any_name_are_taken_by_option(folder):
    Path("odd.tsv").write_text("Nr\tmaschine\tmensch\n1\ta cat\tthe cat\n", encoding="utf-8")
    selection = Selection(hypotheses=("maschine",), references=("mensch",), ids=("Nr",))
    found = read_inputs(["odd.tsv"], selection=selection)
    assert (found.hypotheses, found.references) == ({"maschine": ["a cat"]}, {"odd.tsv:mensch": ["the cat"]})


def test_several_columns_together_are_an_id(folder):
    Path("a.tsv").write_text("doc\tseg\thyp\td\nx\t1\ta\tm\nx\t2\tb\tn\ny\t1\tc\to\n")
    Path("r.tsv").write_text("doc\tseg\tref\ny\t1\tC\nx\t2\tB\nx\t1\tA\n")
    found = read_inputs(["a.tsv"], ["r.tsv"], selection=Selection(ids=("doc", "seg")))
    assert list(found.references.values()) == [["A", "B", "C"]]


def test_cells_are_text_and_nothing_is_guessed(folder):
    Path("a.csv").write_text("hyp,ref,n\nNA,null,1e3\nnan,,007\n")
    found = read_inputs(["a.csv"])
    assert found.hypotheses == {"a.csv": ["NA", "nan"]}
    assert found.references == {"a.csv:ref": ["null", ""]}
    assert found.columns["n"] == ["1e3", "007"]


def test_csv_cells_may_hold_commas_quotation_marks_and_line_ends(folder):
    Path("a.csv").write_bytes(b'hyp,ref\r\n"a, ""b""\nc","d"\r\n')
    assert read_inputs(["a.csv"]).hypotheses == {"a.csv": ['a, "b"\nc']}


def test_tsv_knows_no_quoting(folder):
    Path("a.tsv").write_text('hyp\tref\n"a\t""b"""\n')
    found = read_inputs(["a.tsv"])
    assert (list(found.hypotheses.values()), list(found.references.values())) == ([['"a']], [['""b"""']])


def test_a_missing_reference_is_none_and_an_empty_one_is_not(folder):
    Path("a.jsonl").write_text('{"hyp": "a", "refs": ["b"]}\n{"hyp": "a", "refs": ["", "c"]}\n')
    assert list(read_inputs(["a.jsonl"]).references.values()) == [["b", ""], [None, "c"]]
    Path("a.jsonl").write_text('{"hyp": "a", "ref_1": "b", "ref_2": null}\n{"hyp": "a", "ref_1": "", "ref_2": "x"}\n')
    assert list(read_inputs(["a.jsonl"]).references.values()) == [["b", ""], [None, "x"]]


def test_documents_may_lack_one_of_the_references_in_wmt_xml(folder):
    text = Path("all.xml").read_text(encoding="utf-8")
    begin = text.index('<ref lang="en" translator="two">', text.index('<doc id="sums"'))
    end = text.index("</ref>", begin) + len("</ref>")
    Path("all.xml").write_text(text[:begin] + text[end:], encoding="utf-8")
    assert read_inputs(["all.xml"]).references["all.xml:two"] == [*lines("ref2.txt")[:2], None, None]


def test_references_beside_the_hypotheses_of_several_files_count_once(folder):
    for name in ("x.tsv", "y.tsv"):
        Path(name).write_text("hyp\tref\na\tb\n")
    assert len(read_inputs(["x.tsv", "y.tsv"]).references) == 1
    Path("y.tsv").write_text("hyp\tref\na\tc\n")
    with pytest.raises(FormatError, match="x.tsv and y.tsv hold different references; say which file's with -r"):
        read_inputs(["x.tsv", "y.tsv"])


def test_attributes_and_properties_are_columns(folder):
    assert parse_file("all.xml").columns["domain"] == ["fiction", "fiction", "school", "school"]
    assert parse_file("all.xml").columns["origlang"] == ["fr"] * 4
    assert parse_file("systems.sgm").columns["genre"] == ["prose"] * 4
    assert parse_file("a.tmx").columns["domain"] == lines("domains.txt")
    assert parse_file("a.xlf").columns["resname"] == lines("domains.txt")
    assert parse_file("a2.xlf").columns["type"] == ["x:a", "x:a", "x:b", "x:b"]
    assert parse_file("a.trn").columns["speaker"] == ["anna"] * 4


def test_tmx_with_several_targets_asks_which(folder):
    text = Path("a.tmx").read_text(encoding="utf-8")
    Path("a.tmx").write_text(
        text.replace("\n    </tu>", '\n      <tuv xml:lang="de"><seg>x</seg></tuv>\n    </tu>'), encoding="utf-8"
    )
    with pytest.raises(FormatError, match="a.tmx holds texts named en, de; say which with --hypothesis-name"):
        read_inputs(["a.tmx"], ["ref1.txt"])
    found = read_inputs(["a.tmx"], ["ref1.txt"], selection=Selection(hypotheses=("en",)))
    assert scores(found) == twin("a.txt", refs=("ref1.txt",))


def test_utf16_xml_is_read_as_it_says(folder):
    text = Path("a.tmx").read_text(encoding="utf-8").replace('encoding="UTF-8"', 'encoding="UTF-16"')
    Path("a.tmx").write_bytes(text.encode("utf-16"))
    assert scores(read_inputs(["a.tmx"], ["ref.tmx"])) == twin("a.txt", refs=("ref1.txt",))


@pytest.mark.parametrize("name", ["all.tsv", "all.jsonl", "systems.sgm", "a.trn", "results.json"])
def test_a_byte_order_mark_is_left_out_with_a_warning(folder, name):
    expected = parse_file(name)
    Path(name).write_bytes(b"\xef\xbb\xbf" + Path(name).read_bytes())
    with pytest.warns(TextWarning, match="begins with a byte order mark, which is left out"):
        assert parse_file(name).hypotheses == expected.hypotheses


# --- SGML as mteval reads it -----------------------------------------------------------------------------------------


def segment(text: str) -> str:
    data = f'<tstset setid="a" sysid="A"><doc docid="d"><seg id="1">{text}</seg></doc></tstset>'.encode()
    parsed = CONTENTS["sgml"].load().read(FileContent("a.sgm", data), Selection())
    return parsed.hypotheses["A"][0]


def test_sgml_is_read_as_mteval_reads_it():
    assert segment(" In 2020. ") == " In 2020. "  # blanks matter to its international tokenizer
    assert segment("a &quot;b&quot; &lt;c&gt; R&amp;D") == 'a "b" <c> R&D'
    assert segment("&amp;lt;") == "<"  # in its order, one after the other
    assert segment("AT&T & co < 3") == "AT&T & co < 3"
    assert segment("over-\nflow <skipped>") == "over-\nflow <skipped>"  # its tokenizer joins the lines
    with pytest.warns(TextWarning, match="a.sgm:1: &apos; is left as it is, as mteval's tokenizer 13a leaves it"):
        assert segment("it&apos;s") == "it&apos;s"


def test_sgml_attributes_and_tags_may_be_written_in_any_way(folder):
    one = "<DOC DOCID = d SYSID='one'><SEG ID=1>a</SEG></DOC>"
    two = "<doc docid=d\nsysid=two><seg id=1>b</seg></doc >"
    Path("r.sgm").write_text(f"<REFSET SETID=a>{one}{two}</REFSET>")
    assert parse_file("r.sgm").references == {"one": ["a"], "two": ["b"]}


MTEVAL = {
    "mteval v13a": {},
    "mteval v13a -c": {"lowercase": False},
    "mteval v13a -c intl": {"lowercase": False, "tokenizer": "intl"},
}


@pytest.mark.parametrize("case", EDGE_CASES, ids=[case["case"] for case in EDGE_CASES])
def test_sgml_scores_as_mteval_scored_it(tmp_path, case):
    """mteval printed these numbers for SGML in which `&`, `<` and `>` are escaped."""
    one = '<{0} setid="a" {1}="{2}"><doc docid="d"><seg id="1">{3}</seg></doc></{0}>\n'
    refs = [one.format("refset", "refid", i, escape(ref)) for i, ref in enumerate(case["refs"])]
    (tmp_path / "ref.sgm").write_bytes("".join(refs).encode())
    (tmp_path / "tst.sgm").write_bytes(one.format("tstset", "sysid", "A", escape(case["hyp"])).encode())
    twice = case["case"] == "entities"  # the text itself has entities, which the tokenizer 13a resolves in any text
    with pytest.warns(TextWarning, match="was escaped twice") if twice else contextlib.nullcontext():
        found = read_inputs([str(tmp_path / "tst.sgm")], [str(tmp_path / "ref.sgm")])
    for options, settings in MTEVAL.items():
        printed = case[options]
        if isinstance(printed, dict) and "BLEU" in printed and not (twice and "intl" not in options):  # or it dies
            refs = [list(each) for each in zip(*found.references.values(), strict=True)]
            result = us.bleu(found.hypotheses["A"], refs, compat="mteval", **settings)
            assert result.fraction == pytest.approx(printed["BLEU"], abs=1e-11), options


# --- The command line ------------------------------------------------------------------------------------------------


def test_how_a_file_was_read_is_said_and_plain_text_is_not(folder, capsys):
    run("score", "a.xlf", "-r", "ref.xlf")
    assert capsys.readouterr().err == "understudy: a.xlf read as XLIFF 1.2\nunderstudy: ref.xlf read as XLIFF 1.2\n"
    run("score", "all.tsv", "-r", "ref1.txt")
    read, ids = capsys.readouterr().err.splitlines()
    assert read == "understudy: all.tsv read as TSV: hypotheses hyp_a, hyp_b; source source; ids id"
    assert ids.startswith("understudy: the ids of all.tsv are not used, because ref1.txt has none")
    run("score", "a.txt", "-r", "ref1.txt")
    assert capsys.readouterr().err == ""


def test_standard_input_may_be_of_any_format(folder, capsys, monkeypatch):
    expected = {"TSV": "tsv", "JSONL": None, "WMT XML": None}
    for name, (title, form) in zip(["all.tsv", "all.jsonl", "all.xml"], expected.items(), strict=True):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(Path(name).read_bytes())))
        run("score", "-", *(["--input-format", form] if form else []))
        assert f"understudy: standard input read as {title}" in capsys.readouterr().err


def test_every_format_is_documented(root):
    page = (root / "docs" / "reference" / "formats.md").read_text(encoding="utf-8")
    assert all(f"`{name}`" in page for name in CONTENTS)


def test_the_list_of_formats(folder, capsys):
    run("formats")
    out = capsys.readouterr().out
    assert all(name in out for name in CONTENTS)
    assert "understudy[arrow]" in out
    run("formats", "--format", "json")
    found = json.loads(capsys.readouterr().out)
    assert [each["name"] for each in found] == list(CONTENTS)


def test_a_missing_extra_is_named(folder):
    program = (
        "import sys; sys.modules['pyarrow'] = None\n"
        "from understudy.cli import main; sys.exit(main(['score', 'data.parquet']))"
    )
    Path("data.parquet").write_bytes(b"PAR1")
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=os.environ)
    assert done.returncode == 2
    assert done.stderr == ("understudy: Parquet files need pyarrow; install it with: pip install 'understudy[arrow]'\n")


# --- mt-metrics-eval -------------------------------------------------------------------------------------------------


def test_people_and_metrics_from_one_folder(folder, capsys):
    run("humans", "mtme", "-m", "chrf", "--reference-name", "one", "--format", "json")
    tree = json.loads(capsys.readouterr().out)
    scores = [("A", -1), ("A", 0), ("A", -0.1), ("A", "None"), ("B", -6), ("B", -11), ("B", -5), ("B", -5.1)]
    rows = [f"{system}\t{i % 4 + 1}\t{score}\n" for i, (system, score) in enumerate(scores)]
    Path("human.tsv").write_text("system\tsegment\tscore\n" + "".join(rows))
    shutil.copy("a.txt", "A.txt")
    shutil.copy("b.txt", "B.txt")
    run("humans", "human.tsv", "--systems", "A.txt", "B.txt", "-r", "ref1.txt", "-m", "chrf", "--format", "json")
    files = json.loads(capsys.readouterr().out)
    assert tree["metrics"] == files["metrics"]
    assert tree["segments"] == files["segments"] == 4


def test_a_folder_with_several_pairs_or_scores_asks_which(folder, capsys):
    run("score", "mtme", "--language-pair", "fr-de", code=2)
    assert "unknown language pair 'fr-de'; choose fr-en" in capsys.readouterr().err
    shutil.copytree("mtme/system-outputs/fr-en", "mtme/system-outputs/fr-it")
    run("score", "mtme", code=1)
    assert "mtme has the language pairs fr-en, fr-it; choose one with --language-pair" in capsys.readouterr().err
    shutil.copy("mtme/human-scores/fr-en.mqm.seg.score", "mtme/human-scores/fr-en.wmt.seg.score")
    run("humans", "mtme", "--language-pair", "fr-en", "-m", "chrf", code=1)
    assert (
        "there are several human scores of fr-en in mtme; choose with --human-scores: mqm, wmt"
        in capsys.readouterr().err
    )
    run("humans", "mtme", "--language-pair", "fr-en", "--human-scores", "mqm", "-m", "chrf", "--test", "none")


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (without("B\t-5.1\n"), "fr-en.mqm.seg.score: system 'B' has 3 scores but there are 4 segments"),
        (without("B\t-5.1\n", "B -5.1\nB -7\n"), "fr-en.mqm.seg.score:9: system 'B' has more than 4 scores, one a seg"),
        (without("B\t-5.1\n", "B\n"), "fr-en.mqm.seg.score:8: a system and its score are needed, got 'B'"),
        (without("B\t-5.1\n", "B\tbad\n"), "fr-en.mqm.seg.score:8: score is 'bad'; a number is needed"),
    ],
)
def test_human_scores_that_are_wrong_are_refused(folder, capsys, change, expected):
    broken("mtme/human-scores/fr-en.mqm.seg.score", change)
    run("humans", "mtme", "-m", "chrf", code=1)
    assert expected in capsys.readouterr().err
