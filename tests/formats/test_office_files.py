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
            "a.xlsx",
            b"PK\x03\x04\x14\0\0\0\x08\0",
            "a.xlsx is a zip archive, as spreadsheets .* save it as CSV in UTF-8",
        ),
        (
            "a.srt",
            "1\r\n00:00:01,000 --> 00:00:02,500\r\nHello.\r\n",
            "a.srt is a file of subtitles, .*one segment per",
        ),
        ("a.vtt", "WEBVTT\n\n00:01.000 --> 00:02.500\nHello.\n", "a.vtt is a file of subtitles"),
        ("a.po", 'msgid ""\nmsgstr ""\n"Language: de\\n"\n\nmsgid "a cat"\nmsgstr "eine Katze"\n', "a.po is a PO file"),
        ("de.txt", '# who\nmsgctxt "x"\nmsgid ""\n"a "\n"cat"\nmsgstr "Katze"\n', "de.txt is a PO file, whose msgid"),
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
