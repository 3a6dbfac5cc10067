"""What offices write: semicolons, byte order marks, other encodings, and columns by their usual names."""

import pytest
from command_line import understudy

import understudy as us
from understudy.errors import FormatError, SettingError
from understudy.formats import Selection

ROWS = [("Guten Tag; hallo", "Guten Tag, hallo"), ("eine | Katze", 'die "Katze"'), ("", "nichts")]


def written(folder, name, content):
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return str(path)


def csv(delimiter, head=("hyp", "ref"), end="\r\n"):
    def quoted(cell):
        return '"' + cell.replace('"', '""') + '"' if any(c in cell for c in (delimiter, '"')) else cell

    return end.join(delimiter.join(map(quoted, row)) for row in [head, *ROWS]) + end


@pytest.mark.parametrize("delimiter", [",", ";", "|", "\t"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_a_table_is_read_whatever_separates_its_columns(tmp_path, delimiter, mark):
    inputs = us.read_inputs([written(tmp_path, "a.csv", mark + csv(delimiter).encode())])
    assert list(inputs.hypotheses.values()) == [[hyp for hyp, _ in ROWS]]
    assert list(inputs.references.values()) == [[ref for _, ref in ROWS]]
    assert (f"separated by {delimiter!r}" in inputs.messages[0]) == (delimiter != ",")


def test_a_german_table_in_cp1252_scores_as_its_plain_twin(tmp_path):
    hyps, refs = ["schöne Grüße aus Köln; bis bald", "die Äpfel"], ["schöne Grüße aus Köln; bis morgen", "die Äpfel"]
    rows = "".join(f'"{hyp}";"{ref}"\r\n' for hyp, ref in zip(hyps, refs, strict=True))
    file = written(tmp_path, "a.csv", f"MT;Referenz\r\n{rows}".encode("cp1252"))
    options = ("--encoding", "cp1252", "--reference-name", "referenz", "--format", "tsv", "-m", "chrf")
    table = understudy("score", file, *options)
    assert table.returncode == 0, table.stderr
    score = float(table.stdout.decode().splitlines()[1].split("\t")[2])
    assert score == pytest.approx(us.chrf(hyps, refs).score)


def test_what_separates_columns_must_be_clear(tmp_path):
    file = written(tmp_path, "a.csv", "hyp;a,ref\nx;y,z\n")
    with pytest.raises(FormatError, match="a.csv:1: the columns may be separated by ',' or ';'; say by which with"):
        us.read_inputs([file])
    inputs = us.read_inputs([file], selection=Selection(delimiter=",", hypotheses=("hyp;a",)))
    assert list(inputs.hypotheses.values()) == [["x;y"]]
    for wrong in ("", ";;", '"', "\n", 5):
        with pytest.raises(SettingError, match="--delimiter must be one character"):
            us.read_inputs([file], selection=Selection(delimiter=wrong))
    plain = written(tmp_path, "a.txt", "x\n")
    with pytest.raises(SettingError, match="--delimiter is for CSV files, and there is none"):
        us.read_inputs([plain], [plain], selection=Selection(delimiter=";"))
    done = understudy("score", file, "--delimiter", "tab")
    assert done.returncode == 1
    assert b"its columns are hyp;a,ref" in done.stderr


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("delimiter", [",", ";"])
def test_a_table_is_written_back_as_it_was(tmp_path, mark, delimiter):
    file = written(tmp_path, "a.csv", mark + csv(delimiter).encode())
    out = tmp_path / "out.csv"
    done = understudy("score", file, "-m", "wer", "--segments", "--output", out)
    assert done.returncode == 0, done.stderr
    assert b"byte order mark" not in done.stderr
    before, after = csv(delimiter).splitlines(), out.read_bytes().removeprefix(mark).decode().splitlines()
    assert out.read_bytes().startswith(mark)
    assert [line.rpartition(delimiter)[0] for line in after] == before


@pytest.mark.parametrize("name", ["mt", "MT", "Target", "translation", "Output", "prediction", "hypothesis"])
def test_the_usual_names_of_columns_are_known(tmp_path, name):
    file = written(tmp_path, "a.csv", f"Source,{name},Reference\nein,a,b\n")
    inputs = us.read_inputs([file])
    assert inputs.hypotheses == {"a.csv": ["a"]}
    assert list(inputs.references.values()) == [["b"]]
    assert inputs.source == ["ein"]
    assert us.read_inputs([file], selection=Selection(hypotheses=(name.swapcase(),))).hypotheses == {"a.csv": ["a"]}


def test_a_target_is_what_the_command_takes_it_for(tmp_path):
    hyps = written(tmp_path, "sys.csv", "source,target\nein,a\n")
    refs = written(tmp_path, "ref.csv", "source,target\nein,b\n")
    inputs = us.read_inputs([hyps], [refs])
    assert list(inputs.hypotheses.values()) == [["a"]]
    assert list(inputs.references.values()) == [["b"]]
    both = written(tmp_path, "both.csv", "mt,target,ref\nm,t,r\n")
    assert list(us.read_inputs([both]).hypotheses.values()) == [["m"]]
    two = written(tmp_path, "two.csv", "translation,target,ref\nm,t,r\n")
    with pytest.raises(FormatError, match="two.csv holds texts named translation, target; say which with"):
        us.read_inputs([two])


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        (
            "a.zip",
            b"PK\x03\x04\x14\0\0\0\x08\0",
            "a.zip is a zip archive, as spreadsheets .* save it as .xlsx or CSV",
        ),
        (
            "a.txt",
            "1\r\n00:00:01,000 --> 00:00:02,500\r\nHello.\r\n",
            "a.txt is a file of subtitles, .*give --input-format srt",
        ),
    ],
)
def test_files_whose_lines_are_no_segments_are_refused_with_what_they_are(tmp_path, name, content, message):
    file = written(tmp_path, name, content)
    with pytest.raises(FormatError, match=message):
        us.read_inputs([file], [file])


@pytest.mark.parametrize("text", ["1\n00:00\n", "msgid is a word\n", "WEBVTTs\n", "PK\n", 'he said: msgid "x"\n'])
def test_text_that_only_mentions_such_things_is_text(tmp_path, text):
    file = written(tmp_path, "a.txt", text)
    assert list(us.read_inputs([file], [file]).hypotheses.values()) == [text.splitlines()]


# --- XLSX and PO, beside their plain twins ----------------------------------------------------------------------------

HYPS, REFS = ["schöne Grüße", "=die Äpfel", "2024"], ["schöne Grüße aus Köln", "die Äpfel", "2024"]


def workbook(path, sheets):
    """Write a workbook with openpyxl, which is not what we write with."""
    import openpyxl

    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for place, row in rows.items():
            for column, value in enumerate(row, 1):
                sheet.cell(place, column).value = value
                if isinstance(value, str):
                    sheet.cell(place, column).data_type = "s"  # a text, though it may begin with =
    book.save(path)
    return str(path)


def table(hyps=HYPS, refs=REFS):
    rows = {3: ["ID", "MT", "Reference", "Words"]}
    return rows | {n: [n, hyp, ref, 1.5] for n, (hyp, ref) in enumerate(zip(hyps, refs, strict=True), 4)}


def bleu_of(done):
    assert done.returncode == 0, done.stderr
    return float(done.stdout.decode().splitlines()[1].split("\t")[2])


def test_a_spreadsheet_scores_as_its_plain_twin(tmp_path):
    file = workbook(tmp_path / "a.xlsx", {"Data": table([*HYPS[:2], 2024]), "Empty": {}})
    done = understudy("score", file, "-m", "chrf", "--format", "tsv")
    assert bleu_of(done) == us.chrf(HYPS, REFS).score
    said = "a.xlsx read as XLSX: hypotheses MT; references Reference; ids ID; sheet Data; 1 number in MT read as plain"
    assert said in done.stderr.decode()
    assert understudy("score", (tmp_path / "a.xlsx").rename(tmp_path / "a.bin"), "-m", "chrf").returncode == 0


def test_the_sheet_of_several_is_named(tmp_path):
    file = workbook(tmp_path / "a.xlsx", {"One": table(), "Two": table(REFS)})
    with pytest.raises(FormatError, match="a.xlsx has the sheets One, Two; choose one with --sheet"):
        us.read_inputs([file])
    with pytest.raises(FormatError, match="a.xlsx has no sheet 'Three'; choose with --sheet: One, Two"):
        us.read_inputs([file], selection=Selection(sheet="Three"))
    assert bleu_of(understudy("score", file, "--sheet", "Two", "-m", "chrf", "--format", "tsv")) == 100


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ({1: ["mt", "ref"], 2: [0.5, "a"], 3: ["b", "c"]}, "a.xlsx, row 2: 'mt' is 0.5, float; a text is needed"),
        ({1: ["mt", "ref"], 2: ["a", "b"], 4: ["#REF!", "c"]}, "row 4: 'mt' is #REF!, the error of a formula"),
        ({2: ["mt", None], 3: ["a", "b"]}, "sheet 'S', row 2: column B has no name; the first row"),
        ({2: ["mt", "mt"], 3: ["a", "b"]}, "there are two columns named 'mt'"),
        ({1: ["mt", "ref"]}, "sheet 'S', needs a row with the names of the columns, and rows below it"),
        ({}, "a.xlsx has no sheet with text in it"),
        ({1: ["mt", "ref"], 2: ["a", "b"], 1048576: [None] * 99 + ["x"]}, "reach to column CV and row 1,048,576"),
        ({1: ["mt", "ref"], 2: ["a", "b"], 3: [None, "c"]}, "row 3 has no hypothesis 'mt'; .*--skip-missing leaves"),
    ],
)
def test_a_spreadsheet_that_is_not_clear_is_refused(tmp_path, rows, message):
    file = workbook(tmp_path / "a.xlsx", {"S": rows})
    with pytest.raises(FormatError, match=message):
        us.read_inputs([file])


def test_a_written_spreadsheet_opens_in_another_library(tmp_path):
    import openpyxl

    file, out = workbook(tmp_path / "a.xlsx", {"Data": table()}), tmp_path / "out.xlsx"
    done = understudy("score", file, "-m", "chrf", "--segments", "--output", out)
    assert done.returncode == 0, done.stderr
    sheet = openpyxl.load_workbook(out)["Segments"]
    rows = list(sheet.iter_rows(values_only=True))
    assert rows[0] == ("ID", "MT", "Reference", "Words", "chrf")
    assert [row[:4] for row in rows[1:]] == list(map(tuple, list(table().values())[1:]))
    assert [row[4] for row in rows[1:]] == us.chrf(HYPS, REFS).segments.tolist()
    assert (sheet.freeze_panes, sheet.auto_filter.ref) == ("A2", "A1:E4")
    assert sheet["B3"].data_type == "s"  # no formula
    again = understudy("score", out, "-m", "chrf", "--format", "tsv")
    assert bleu_of(again) == us.chrf(HYPS, REFS).score
    refused = understudy("score", file, "-m", "chrf", "--segments", "--output", file)
    assert refused.returncode == 2
    assert b"would lose its other sheets" in refused.stderr


def test_a_spreadsheet_is_written_with_the_same_bytes_for_the_same_scores():
    from understudy.formats.readers import xlsx

    assert xlsx.write({"hyp": HYPS, "n": [1, None, 2.5]}) == xlsx.write({"hyp": HYPS, "n": [1, None, 2.5]})
    with pytest.raises(FormatError, match="has 32,768 characters, and a cell holds 32,767"):
        xlsx.write({"hyp": ["x" * 32768]})


PO = """\
# translators
msgid ""
msgstr ""
"Content-Type: text/plain; charset=ENCODING\\n"
"Language: de_DE\\n"

#: src/cat.c:12 src/dog.c:3
#, c-format
msgctxt "menu"
msgid "a \\"cat\\"\\n"
msgstr "eine "
"\\"Kätze\\"\\n"

#, fuzzy
msgid "%d dog"
msgid_plural "%d dogs"
msgstr[0] "%d Hund"
msgstr[1] "%d Hunde"

msgid "bird"
msgstr ""

#~ msgid "old"
#~ msgstr "alt"
"""


@pytest.mark.parametrize("encoding", ["utf-8", "iso-8859-1"])
def test_a_po_file_is_read_as_gettext_reads_it(tmp_path, encoding):
    file = written(tmp_path, "de.po", PO.replace("ENCODING", encoding).encode(encoding))
    parsed = us.formats.parse_file(file)
    assert parsed.source == ['a "cat"\n', "%d dog", "%d dogs", "bird"]
    assert parsed.targets == {"": ['eine "Kätze"\n', "%d Hund", "%d Hunde", None]}
    assert parsed.ids == ['menu\x04a "cat"\n', "%d dog[0]", "%d dog[1]", "bird"]
    assert (parsed.language, parsed.columns["file"][0], parsed.columns["flags"][1]) == ("de-DE", "src/cat.c", "fuzzy")
    assert parsed.summary == "2 translations are marked fuzzy, and count all the same"


def test_two_po_files_are_aligned_by_message_and_score_as_plain_text(tmp_path):
    hyps, refs = {"a": "das Haus", "b": "ein Hund"}, {"b": "ein großer Hund", "a": "das Haus"}
    files = [
        written(tmp_path, name, "".join(f'msgid "{key}"\nmsgstr "{text}"\n\n' for key, text in texts.items()))
        for name, texts in {"sys.txt": hyps, "ref.po": refs}.items()
    ]
    done = understudy("score", files[0], "-r", files[1], "-m", "chrf", "--format", "tsv")
    assert bleu_of(done) == us.chrf(list(hyps.values()), [refs[key] for key in hyps]).score


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('msgid "a"\nmsgid "b"\nmsgstr "c"\n', "de.po:2: the message has two msgid; its msgstr is missing"),
        ('msgid "a"\nmsgstr "b"\nmsgstr "c"\n', "de.po:3: the message has two msgstr"),
        ('msgid "a"\nmsgstr "b\n', "de.po:2: a text between quotation marks is needed after msgstr"),
        ('msgid "a"\nmsgstr "b"\nhello\n', "de.po:3: this is not PO: 'hello'"),
        ('msgid "a"\nmsgstr "b"\n\nmsgid "a"\nmsgstr "c"\n', "de.po:4: duplicate segment id 'a', first at de.po:1"),
        ('msgid ""\nmsgstr ""\n', "de.po holds no message"),
        ('msgid "a"\nmsgstr "b"\n\nmsgid "c"\n', "de.po:4: the message that begins there has no msgstr"),
    ],
)
def test_a_broken_po_file_is_refused_with_its_line(tmp_path, monkeypatch, text, message):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(FormatError, match=message):
        us.formats.parse_file(written(tmp_path, "de.po", text)[len(str(tmp_path)) + 1 :])


# --- Segments that lack a text ----------------------------------------------------------------------------------------


def test_segments_without_a_text_are_left_out_only_where_it_is_said(tmp_path):
    import openpyxl

    hyps, refs = ["ein Haus", None, "eine Maus", "ein Hund"], ["ein Haus", "b", None, "der Hund"]
    file = workbook(tmp_path / "a.xlsx", {"Data": table(hyps, refs)})
    assert understudy("score", file).returncode == 1
    options = ("score", file, "--skip-missing", "-m", "chrf")
    done = understudy(*options, "--format", "tsv")
    scored = us.chrf(["ein Haus", "ein Hund"], ["ein Haus", "der Hund"])
    assert bleu_of(done) == scored.score
    assert ",references=1,skipped=2,version=" in done.stdout.decode()
    assert "2 of 4 segments lack a hypothesis or a reference and are left out for all systems" in done.stderr.decode()
    labels = written(tmp_path, "domains.txt", "news\nchat\nchat\nnews\n")
    assert b"news" in understudy(*options, "--by", labels).stdout
    out = tmp_path / "out.xlsx"
    assert understudy(*options, "--segments", "--output", out).returncode == 0
    column = [row[-1] for row in openpyxl.load_workbook(out)["Segments"].iter_rows(values_only=True)]
    assert column == ["chrf", scored.segments[0], None, None, scored.segments[1]]
    signature = done.stdout.decode().splitlines()[1].split("\t")[1]
    assert understudy("score", file, "--skip-missing", "-m", signature).returncode == 0
    refused = understudy("score", workbook(tmp_path / "b.xlsx", {"Data": table()}), "--skip-missing", "-m", signature)
    assert refused.returncode == 2
    assert b"says skipped=2, but it is not so here" in refused.stderr


def test_a_comparison_and_a_report_state_what_was_left_out(tmp_path):
    rows = [("hyp_a", "hyp_b", "ref")] + [(f"word {n} is", f"word {n} was", f"word {n} is") for n in range(9)]
    content = "\n".join(f'{{"hyp_a": "{a}", "hyp_b": "{b}", "ref": "{r}"}}' for a, b, r in rows[1:])
    file = written(tmp_path, "a.jsonl", content + '\n{"hyp_a": "x", "ref": "y"}\n')
    compared = understudy("compare", file, "--skip-missing", "--trials", "99", "--resamples", "99")
    assert b",skipped=1,version=" in compared.stdout, compared.stderr
    page = tmp_path / "r.html"
    done = understudy("report", file, "--skip-missing", "--trials", "99", "--resamples", "99", "-o", page)
    assert done.returncode == 0, done.stderr
    assert "skipped=1" in page.read_text()
