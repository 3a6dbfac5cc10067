"""Broken and hostile files of every format: an error that says what is wrong, and where."""
# ruff: noqa: E501 - a table of messages

import bz2
import json
import os
import sys
from pathlib import Path

import pytest
from format_files import COLUMNAR, broken, lines, needs_arrow, without

import understudy as us
from understudy.cli import main
from understudy.errors import FormatError, SettingError
from understudy.formats import parse_file, read_inputs

# --- Broken files ----------------------------------------------------------------------------------------------------


def half(data: bytes) -> bytes:
    return data[: len(data) // 2]


def latin(data: bytes) -> bytes:
    assert "ö".encode() in data
    return data.replace("ö".encode(), b"\xf6")


UNIT_3 = '    <tu tuid="3">'
BROKEN = [
    # truncated
    ("all.tsv", half, "all.tsv:4: there are 2 cells but 7 columns (id, domain, source, hyp_a, hyp_b, ref_1, ref_2)"),
    ("all.csv", lambda data: data[:-90], "all.csv:5: there are 6 cells but 7 columns"),
    ("all.csv", lambda data: data[: data.index(b'""hello')], "all.csv:3: the record that begins there is not CSV"),
    ("all.jsonl", half, "all.jsonl:3: this is not JSON ("),
    ("all.parquet", half, "all.parquet is not a whole Parquet file: "),
    ("all.arrow", half, "all.arrow is not a whole Arrow file: "),
    ("systems.sgm", half, "has no end; is the file cut?"),
    ("all.xml", half, "this is not well-formed XML ("),
    ("a.tmx", half, "this is not well-formed XML ("),
    ("a.xlf", half, "this is not well-formed XML ("),
    ("a2.xlf", half, "this is not well-formed XML ("),
    ("results.json", half, "this is not JSON ("),
    ("captions.json", half, "this is not JSON ("),
    ("a.trn", lambda data: data[:-9], "a.trn:5: 'It has been snowing in Göteborg since last night. (' doesn't end in a name such as"),
    # wrong encoding
    ("all.tsv", latin, "all.tsv:5: byte 21 of the line is 0xf6, which is not valid UTF-8; if the file was made on Windows, give --encoding cp1252"),
    ("all.csv", latin, "all.csv:5: byte 21 of the line is 0xf6, which is not valid UTF-8"),
    ("all.jsonl", latin, "all.jsonl:4: byte "),
    ("systems.sgm", latin, "is 0xf6, which is not valid UTF-8"),
    ("all.xml", latin, "this is not well-formed XML (not well-formed (invalid token), column "),
    ("a.tmx", latin, "this is not well-formed XML (not well-formed (invalid token), column "),
    ("a.xlf", latin, "this is not well-formed XML (not well-formed (invalid token), column "),
    ("a2.xlf", latin, "this is not well-formed XML (not well-formed (invalid token), column "),
    ("results.json", latin, "results.json:4: byte 39 of the line is 0xf6, which is not valid UTF-8"),
    ("captions.json", latin, "is 0xf6, which is not valid UTF-8"),
    ("a.trn", latin, "a.trn:5: byte 25 of the line is 0xf6, which is not valid UTF-8"),
    # a column, attribute or element that is missing
    ("all.tsv", without("hyp_a\thyp_b", "x_a\tx_b"), "all.tsv (TSV) holds no hypothesis; its columns are id, domain, source, x_a, x_b, ref_1, ref_2: name one with --hypothesis-name"),
    ("all.csv", without("hyp_a,hyp_b", "x_a,x_b"), "all.csv (CSV) holds no hypothesis; its columns are id, domain"),
    ("all.tsv", without("ref_1\tref_2", "r1\tr2"), "there is no reference in all.tsv; name a file with -r, or the column with --reference-name"),
    ("all.jsonl", without('"hyp_b"', '"hyp_c"'), "all.jsonl:2: segment '2' has no hypothesis 'hyp_c' (3 such); every segment needs one"),
    ("all.jsonl", without('"hyp_a": "The cat is on the mat."', '"hyp_a": 5'), "all.jsonl:1: 'hyp_a' is 5, int; a text is needed"),
    ("all.tsv", without("hyp_b", "hyp_a"), "all.tsv:1: the first line must name the columns, each once"),
    ("systems.sgm", without(' docid="sums"'), "a <doc> needs a docid"),
    ("systems.sgm", without('<seg id="2">', "<seg>"), "systems.sgm:8: a <seg> needs an id"),
    ("all.xml", without('<doc id="sums"', "<doc"), "a <doc> needs an id"),
    ("all.xml", without('<seg id="2">', "<seg>"), "all.xml:8: a <seg> needs an id"),
    ("a.tmx", without(' xml:lang="en"'), "a.tmx:9: a <tuv> needs the language of its text, xml:lang"),
    ("a.xlf", without(' id="u2"'), "a.xlf:10: a <trans-unit> needs an id"),
    ("a.xlf", without('version="1.2"', 'version="1.1"'), "a.xlf:2: XLIFF of version '1.1' is not read; 1.2 and 2.x are"),
    ("results.json", without('"caption"', '"text"'), 'results.json, result 1: "image_id" and a "caption" of text are needed, got {'),
    ("captions.json", without('"annotations"', '"captions"'), 'captions.json: these are not COCO captions; either an object with "annotations"'),
    # duplicate ids
    ("all.tsv", without("\n3\t", "\n2\t"), "all.tsv:4: duplicate segment id '2', first at all.tsv:3; give each segment its own id"),
    ("all.csv", without("\n3,", "\n2,"), "all.csv:4: duplicate segment id '2', first at all.csv:3"),
    ("all.jsonl", without('"id": 3', '"id": 2'), "all.jsonl:3: duplicate segment id '2', first at all.jsonl:2"),
    ("systems.sgm", without('<seg id="2">', '<seg id="1">'), "systems.sgm:8: duplicate segment id '1' in document 'animals' of the hypothesis 'A', first at systems.sgm:5"),
    ("all.xml", without('<seg id="2">', '<seg id="1">'), "all.xml:8: duplicate segment id '1' in document 'animals' of the source, first at all.xml:7"),
    ("a.tmx", without('tuid="3"', 'tuid="2"'), "a.tmx:16: duplicate segment id '2', first at a.tmx:11"),
    ("a.xlf", without('id="u3"', 'id="u2"'), "a.xlf:15: duplicate segment id 'u2', first at a.xlf:10"),
    ("a2.xlf", without('<segment id="s2">', '<segment id="s1">'), "duplicate segment id 'u1:s1', first at a2.xlf:6"),
    ("results.json", without('"image_id": 12', '"image_id": 14'), "results.json, result 2: duplicate segment id '14', first at results.json, result 1"),
    ("a.trn", without("anna-03", "anna-02"), "a.trn:4: duplicate utterance id 'anna-02'; give each utterance its own"),
    # missing segments
    ("systems.sgm", without('<seg id="2">Tom & Jerry said "hi", then they left.</seg>\n'), "systems.sgm:25: the hypothesis 'B' has segment '2' of document 'animals' but the hypothesis 'A' doesn't"),
    ("references.sgm", lambda data: data.replace(b'"sums"', b'"sum"'), "systems.sgm:13: segment 'sums:1' is not in references.sgm (2 such); every segment must be in all files"),
    ("all.xml", without('<seg id="2">Tom &amp; Jerry said "hello", then they left.</seg>'), "all.xml:8: the source has segment '2' of document 'animals' but the reference 'one' doesn't"),
    ("ref.tmx", without('tuid="3"', 'tuid="9"'), "a.tmx:16: segment '3' is not in ref.tmx (1 such); every segment must be in all files"),
    ("ref.xlf", without('id="u3"', 'id="u9"'), "a.xlf:15: segment 'u3' is not in ref.xlf (1 such)"),
    ("ref2.xlf", without('unit id="u2"', 'unit id="u9"'), "segment 'u2:s1' is not in ref2.xlf (2 such)"),
    ("captions.json", lambda data: data.replace(b'"image_id": 13', b'"image_id": 15'), "results.json, result 4: segment '13' is not in captions.json (1 such)"),
    ("ref.trn", without("anna-03", "anna-09"), "a.trn:4: segment 'anna-03' is not in ref.trn (1 such)"),
    # unequal counts
    ("mtme/references/fr-en.two.txt", without("Two is less than three: 2 < 3.\n"), "mtme/sources has 4 lines but mtme/references two has 3; one hypothesis per segment is needed"),
    ("mtme/documents/fr-en.docs", without("news\tsums\n"), "mtme/documents/fr-en.docs has 3 lines but there are 4 segments"),
]  # fmt: skip
COMMANDS = {
    "references.sgm": (["systems.sgm"], ["references.sgm"]),
    "systems.sgm": (["systems.sgm"], ["references.sgm"]),
    "captions.json": (["results.json"], ["captions.json"]),
    "results.json": (["results.json"], ["captions.json"]),
    **{f"{which}.{end}": ([f"a.{end}"], [f"ref.{end}"]) for which in ("a", "ref") for end in ("tmx", "xlf", "trn")},
    **{f"{which}2.xlf": (["a2.xlf"], ["ref2.xlf"]) for which in ("a", "ref")},
}


@pytest.mark.parametrize(("name", "change", "expected"), BROKEN, ids=[f"{i}-{c[0]}" for i, c in enumerate(BROKEN)])
def test_a_broken_file_is_refused_with_its_place(folder, name, change, expected):
    needs_arrow(name)
    broken(name, change)
    systems, references = COMMANDS.get(name, ([name.split("/")[0]], []))
    with pytest.raises((FormatError, SettingError)) as caught:
        read_inputs(systems, references)
    assert expected in str(caught.value)


@pytest.mark.parametrize("name", [*COLUMNAR, "all.xml", "systems.sgm", "a.xlf", "a.tmx", "results.json", "a.trn"])
def test_counts_that_differ_from_a_plain_reference_are_refused(folder, name):
    needs_arrow(name)
    Path("short.txt").write_text("a\nb\n\n")
    with pytest.raises(FormatError, match=rf"{name} has 4 segments but short.txt has 3; one hypothesis per segment"):
        read_inputs([name], ["short.txt"])


@pytest.mark.parametrize("name", ["all.parquet", "all.arrow"])
def test_columns_with_types_are_checked(folder, name):
    needs_arrow(name)
    import pyarrow as pa
    from pyarrow import feather, parquet

    def write(columns):
        table = pa.table(columns)
        parquet.write_table(table, name) if name.endswith("parquet") else feather.write_feather(table, name)

    for columns, expected in [
        ({"hyp": [1, 2], "ref": ["a", "b"]}, "row 1: 'hyp' is 1, int; a text is needed"),
        ({"x": ["a", "b"], "ref": ["a", "b"]}, "holds no hypothesis; its columns are x, ref: name one with"),
        ({"hyp": ["a", None], "ref": ["a", "b"]}, "row 2 has no hypothesis 'hyp'; every segment needs one"),
        (
            {"hyp": ["a", "b"], "ref": ["a", "b"], "id": ["x", "x"]},
            "row 2: duplicate segment id 'x', first at",
        ),
        ({"hyp": pa.array([], pa.string())}, "has columns but no row; nothing can be scored"),
        ({"hyp": pa.array([b"a", b"\xf6"]).cast(pa.binary()), "ref": ["a", "b"]}, "is b'a', bytes; a text is needed"),
    ]:
        write(columns)
        with pytest.raises(FormatError) as caught:
            read_inputs([name])
        assert expected in str(caught.value)
    invalid = pa.Array.from_buffers(pa.string(), 1, [None, pa.py_buffer(b"\0\0\0\0\1\0\0\0"), pa.py_buffer(b"\xf6")])
    write({"hyp": invalid, "ref": ["a"]})
    with pytest.raises(FormatError, match="holds columns that can't be read"):
        read_inputs([name])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (r'{"hyp": "a \ud800", "ref": "b"}', "a.jsonl:1: this is not JSON (surrogates not allowed)"),
        ('{"hyp": "a", "ref": "b", "n": ' + "9" * 5000 + "}", "a.jsonl:1: this is not JSON (Exceeds the limit"),
        (
            '{"hyp": "a", "ref": "b", "n": ' + "[" * 99999 + "]" * 99999 + "}",
            "a.jsonl:1: the JSON is nested too deeply",
        ),
        ('{"hyp": "a", "ref": "b", "hyp": "c"}', "a.jsonl:1: duplicate field 'hyp'; keep one of them"),
        ('["hyp", "ref"]', "a.jsonl:1: a JSON object is needed, got "),
        ("\n\n", "a.jsonl holds no JSON object; one per line is needed"),
        ('{"hyp": "a", "refs": ["b", 1]}', "a.jsonl:1: 'refs' is 1, int; a text is needed"),
        ('{"hyp": "a", "ref": "b", "id": null}', "a.jsonl:1: the id in 'id' is None; every segment needs one"),
    ],
)
def test_json_that_is_no_text_is_refused(folder, text, expected):
    Path("a.jsonl").write_text(text + "\n")
    with pytest.raises(FormatError) as caught:
        read_inputs(["a.jsonl"])
    assert expected in str(caught.value)


def test_a_segment_without_any_reference_is_refused(folder):
    Path("a.jsonl").write_text('{"hyp": "a", "ref": "b"}\n{"hyp": "a"}\n')
    found = read_inputs(["a.jsonl"])
    with pytest.raises(us.InputError, match="segment 2 has no reference"):
        us.evaluate(found.hypotheses, found.references)


# --- Hostile XML -----------------------------------------------------------------------------------------------------

LAUGHS = '<!DOCTYPE x [\n<!ENTITY a "ha">\n' + "".join(
    f'<!ENTITY {chr(98 + i)} "{f"&{chr(97 + i)};" * 10}">\n' for i in range(12)
)
HOSTILE = {
    "billion laughs": (LAUGHS + "]>", "&m;", "the file declares an entity, 'a', which is refused"),
    "outside file": ('<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>', "&e;", "declares an entity, 'e', which"),
    "parameter entity": (
        '<!DOCTYPE x [<!ENTITY % p SYSTEM "http://h/x.dtd"> %p;]>',
        "",
        "declares an entity, 'p', which",
    ),
    "undeclared": ('<!DOCTYPE x SYSTEM "http://h/x.dtd">', "&nbsp;", "the entity 'nbsp' is not declared in the file"),
    "undefined": ("", "&nbsp;", "this is not well-formed XML (undefined entity"),
    "deep": ("", "<p>" * 5000 + "</p>" * 5000, "elements are nested more than 200 deep"),
}


@pytest.mark.parametrize("name", ["all.xml", "a.tmx", "a.xlf", "a2.xlf"])
@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile_xml_is_refused_with_the_line(folder, name, kind):
    doctype, use, expected = HOSTILE[kind]
    text = Path(name).read_text(encoding="utf-8").replace('<!DOCTYPE tmx SYSTEM "tmx14.dtd">', "")
    declaration, rest = text.split("?>", 1)
    Path(name).write_text(f"{declaration}?>{doctype}{rest}".replace("Göteborg", f"Göteborg{use}", 1), encoding="utf-8")
    with pytest.raises(FormatError) as caught:
        parse_file(name, input_format={"all.xml": "wmt", "a.tmx": "tmx"}.get(name, "xliff"))
    assert expected in str(caught.value)
    assert str(caught.value).startswith(f"{name}:")


def test_a_doctype_is_allowed_and_never_loaded(folder):
    assert "SYSTEM" in Path("a.tmx").read_text(encoding="utf-8")
    assert parse_file("a.tmx").targets["en"] == lines("a.txt")


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("text", ["the cat sat", "кошка сидит"])
def test_utf16_without_a_mark_is_not_taken_for_text(text, encoding, folder):
    data = f"{text}\n{text}\n".encode(encoding)
    data.decode()  # valid UTF-8 by chance
    Path("wide.txt").write_bytes(data)
    with pytest.raises(FormatError, match=r"wide.txt looks like UTF-16; give --encoding utf-16"):
        read_inputs(["wide.txt"], ["wide.txt"])


def test_line_ends_of_old_machines_are_warned_of(folder):
    Path("old.txt").write_bytes(b"a cat\ra dog\r")
    with pytest.warns(us.TextWarning, match=r"old.txt is one line with carriage returns inside"):
        assert len(read_inputs(["old.txt"], ["old.txt"])) == 1


def test_scores_are_not_written_over_other_files_that_are_read(folder, capsys):
    Path("h.tsv").write_text("a cat\n")
    Path("r.tsv").write_text("ref\na cat\n")
    Path("t.tsv").write_text("hyp\na cat\n")
    over_reference = ["score", "t.tsv", "-r", "r.tsv", "--segments", "--output", "./r.tsv"]
    over_text = ["score", "h.tsv", "-r", "h.tsv", "--input-format", "text", "--segments", "--output", "h.tsv"]
    for command in (over_reference, over_text):
        assert main(command) == 2
        assert "is one of the files to read; name another" in capsys.readouterr().err
    assert Path("r.tsv").read_text() == "ref\na cat\n"
    assert main(["score", "t.tsv", "-r", "r.tsv", "--segments", "--output", "t.tsv"]) == 0
    assert Path("t.tsv").read_text() == "hyp\tbleu\na cat\t100.0\n"


@pytest.mark.parametrize("output", ["o.tsv", "o.csv", "o.jsonl", "o.parquet"])
def test_a_file_name_that_no_column_can_have_is_refused(output, folder, capsys):
    if output.endswith("parquet"):
        pytest.importorskip("pyarrow")
    name = os.fsdecode(b"caf\xe9.txt")
    try:
        Path(name).write_text("a cat\n")
    except OSError:
        pytest.skip("this file system takes UTF-8 names only")
    Path("r.txt").write_text("a cat\n")
    assert main(["score", name, "-r", "r.txt", "--segments", "--output", output]) == 2
    assert "is not UTF-8, so no column can have this name" in capsys.readouterr().err
    assert not Path(output).exists()


def test_two_texts_are_not_written_into_one_column(folder, capsys):
    Path("out").mkdir()
    Path("out/x.txt").write_text("a dog\n")
    Path("x.txt").write_text("a cat\n")
    assert main(["score", "out/x.txt", "-r", "x.txt", "--segments", "--output", "o.tsv"]) == 2
    assert "two columns named 'x.txt'" in capsys.readouterr().err
    assert main(["score", "out/x.txt", "-r", "./x.txt", "--segments", "--output", "o.tsv"]) == 0
    assert Path("o.tsv").read_text().startswith("segment\tx.txt\t./x.txt\tbleu\n1\ta dog\ta cat\t")


def test_json_with_a_very_long_first_line_is_not_taken_for_text(folder):
    text = "a cat " * 20_000
    Path("long").write_text(json.dumps({"hyp": text, "ref": text}) + "\n" + json.dumps({"hyp": "a", "ref": "b"}))
    assert parse_file("long").title == "JSONL"


def test_a_python_without_a_codec_says_so(folder, monkeypatch, capsys):
    Path("a.txt.bz2").write_bytes(bz2.compress(b"a cat\n"))
    monkeypatch.setitem(sys.modules, "bz2", None)
    assert main(["score", "a.txt.bz2", "-r", "a.txt.bz2"]) == 1
    assert "a.txt.bz2 is bzip2-compressed, and this Python can't import bz2; unpack" in capsys.readouterr().err


def test_a_pipe_is_no_model(folder):
    os.mkfifo("pipe.model")
    with pytest.raises(SettingError, match=r"'pipe.model' is a pipe or a device; name a file"):
        us.score(["a"], ["a"], "bleu:tokenizer=spm(pipe.model)")
