"""Files that would give a plausible wrong number: each is refused, or what was done is said."""

import json
import os

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from command_line import understudy

import understudy as us
from understudy.errors import FormatError, SettingError
from understudy.formats import Selection, Sources, sources, streaming
from understudy.formats.files import compression, opening


def written(folder, name, content):
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return str(path)


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("text", ["the cat sat", "a", "Grüße aus Köln", "the cat sat\n", "кот, cat and dog"])
def test_a_line_in_utf16_without_a_mark_is_recognized(tmp_path, encoding, text):
    with pytest.raises(FormatError, match="looks like UTF-16"):
        us.read_lines(written(tmp_path, "sys.txt", text.encode(encoding)))


@pytest.mark.parametrize("text", ["a\x00b c", "\x00", "a\x00\x00b", "日本語", "a"])
def test_other_text_is_not_taken_for_utf16(tmp_path, text):
    assert us.read_lines(written(tmp_path, "sys.txt", text)) == [text]


@pytest.mark.parametrize(
    "name", ["ref_comment", "Ref.Comments", "reference-note", "ref_quality", "refs_status", "hyp_rating", "ref_url"]
)
def test_a_column_about_a_reference_is_none_itself(tmp_path, name):
    file = written(tmp_path, "a.csv", f"hyp,ref,{name}\na cat,the cat,a cat\nhello,hello,fine\n")
    inputs = us.read_inputs([file])
    assert [list(texts) for texts in inputs.references.values()] == [["the cat", "hello"]]
    assert list(inputs.hypotheses) == ["a.csv"]
    assert inputs.columns[name] == ["a cat", "fine"]
    chosen = us.read_inputs([file], selection=Selection(references=(name,)))
    assert [list(texts) for texts in chosen.references.values()] == [["a cat", "fine"]]


def test_ids_that_only_one_file_has_are_said_not_to_be_used(tmp_path):
    table = written(tmp_path, "sys.tsv", "id\thyp\n2\ta cat\n1\thello\n")
    plain = written(tmp_path, "ref.txt", "the cat\nhello\n")
    done = understudy("score", table, "-r", plain)
    assert done.returncode == 0
    told = done.stderr.decode()
    assert f"the ids of {table} are not used, because {plain} has none: segments are aligned by their order" in told
    other = written(tmp_path, "ref.tsv", "id\tref\n1\thello\n2\tthe cat\n")
    assert "not used" not in understudy("score", table, "-r", other).stderr.decode()
    for ids in (("none",), ()):
        inputs = us.read_inputs([table], [plain], selection=Selection(ids=ids))
        assert ("are not used" in " ".join(inputs.messages)) == (not ids)


def tmx(source, *pairs):
    units = "".join(
        f'<tu><tuv xml:lang="en"><seg>{en}</seg></tuv><tuv xml:lang="de-DE"><seg>{de}</seg></tuv></tu>'
        for en, de in pairs
    )
    return f'<tmx version="1.4"><header srclang="{source}"/><body>{units}</body></tmx>'


def test_translation_memories_of_opposite_directions_are_refused(tmp_path):
    there = written(tmp_path, "sys.tmx", tmx("en", ("a cat", "eine Katze")))
    back = written(tmp_path, "ref.tmx", tmx("de-DE", ("a cat", "eine Katze")))
    message = "sys.tmx has texts in de-DE but .*ref.tmx in en; .*--source-name"
    with pytest.raises(FormatError, match=message):
        us.read_inputs([there], [back])
    same = us.read_inputs([there], [back], selection=Selection(source="en"))
    assert list(same.hypotheses.values()) == [["eine Katze"]]
    assert list(same.references.values()) == [["eine Katze"]]
    asked = Selection(hypotheses=("de-DE",), references=("en",))
    assert list(us.read_inputs([there], [back], selection=asked).references.values()) == [["a cat"]]
    other = written(tmp_path, "other.tmx", tmx("en", ("a cat", "die Katze")).replace("de-DE", "de"))
    assert list(us.read_inputs([there], [other]).references.values()) == [["die Katze"]]


def xliff(*units, language="de"):
    body = "".join(f'<trans-unit id="{n}"><source>a cat</source>{unit}</trans-unit>' for n, unit in enumerate(units, 1))
    head = f'<xliff version="1.2"><file original="f" source-language="en" target-language="{language}">'
    return f"{head}<body>{body}</body></file></xliff>"


@pytest.mark.parametrize("state", ["new", "needs-translation"])
def test_a_unit_that_needs_translation_is_not_an_empty_translation(tmp_path, state):
    file = written(tmp_path, "a.xlf", xliff("<target>eine Katze</target>", f'<target state="{state}"></target>'))
    with pytest.raises(FormatError, match="segment '2' has no hypothesis"):
        us.read_inputs([file], [written(tmp_path, "ref.txt", "eine Katze\neine Katze\n")])
    on_purpose = written(tmp_path, "b.xlf", xliff("<target>eine Katze</target>", '<target state="final"></target>'))
    assert us.read_inputs([on_purpose], [file[:-5] + "b.xlf"]).hypotheses == {"b.xlf": ["eine Katze", ""]}


def test_a_unit_of_version_2_in_its_initial_state_is_not_an_empty_translation(tmp_path):
    segment = '<segment state="{}"><source>a cat</source><target>{}</target></segment>'
    units = segment.format("final", "eine Katze") + segment.format("initial", "")
    text = f'<xliff version="2.0" srcLang="en" trgLang="de"><file id="f"><unit id="1">{units}</unit></file></xliff>'
    file = written(tmp_path, "a.xlf", text)
    with pytest.raises(FormatError, match="segment '1:2' has no hypothesis"):
        us.read_inputs([file], [file])


def test_targets_that_are_marked_as_untranslated_but_have_text_are_counted(tmp_path):
    file = written(tmp_path, "a.xlf", xliff('<target state="needs-translation">a cat</target>', "<target>x</target>"))
    inputs = us.read_inputs([file], [written(tmp_path, "ref.txt", "eine Katze\nx\n")])
    assert "1 target is marked as not translated yet, and has text all the same" in inputs.messages[0]


def test_xliff_files_in_different_languages_are_refused(tmp_path):
    german = written(tmp_path, "a.xlf", xliff("<target>eine Katze</target>"))
    french = written(tmp_path, "b.xlf", xliff("<target>un chat</target>", language="fr"))
    with pytest.raises(FormatError, match="a.xlf has texts in de but .*b.xlf in fr"):
        us.read_inputs([german], [french])


@pytest.mark.parametrize("quote", ['"', "'"])
def test_a_quoted_attribute_may_hold_angle_brackets(tmp_path, quote):
    head = f"<tstset setid=a sysid={quote}A>B <b>{quote}><doc docid={quote}d>{quote}>"
    text = f'{head}<seg id=1>1 > 2 = "3</seg></doc></tstset>'
    inputs = us.read_inputs([written(tmp_path, "a.sgm", text)], [written(tmp_path, "ref.txt", "x\n")])
    assert inputs.hypotheses == {"A>B <b>": ['1 > 2 = "3']}
    assert inputs.columns["document"] == ["d>"]
    lonely = written(tmp_path, "b.sgm", "<tstset sysid=O'Neil><doc docid=d><seg id=1>a</seg></doc></tstset>")
    assert us.read_inputs([lonely], [written(tmp_path, "ref.txt", "x\n")]).hypotheses == {"O": ["a"]}


@pytest.fixture
def tiny(monkeypatch):
    """Every file is large, and every piece small."""
    monkeypatch.setattr(sources, "HEAD", compression.HEAD + 1)
    for name, size in (("LARGE", compression.HEAD + 1), ("PIECE", 16), ("ROWS", 2)):
        monkeypatch.setattr(streaming, name, size)
    monkeypatch.setattr(opening, "PIECE", 7)


def test_every_reference_of_a_large_file_is_named(tmp_path, tiny, capsys):
    from understudy.cli import main

    rows = [{"hyp": f"a cat {n}", "refs": [f"a cat {n}"] * (3 if n == 40 else 1)} for n in range(50)]
    file = written(tmp_path, "a.jsonl", "".join(json.dumps(row) + "\n" for row in rows))
    assert main(["score", file]) == 0
    told = capsys.readouterr().err.splitlines()
    assert [line.partition("references ")[2] for line in told if "refs 3" in line] == ["refs 1, refs 2, refs 3"]
    assert sum("read as JSONL" in line for line in told) == 1


def test_a_parquet_file_that_is_written_while_it_is_streamed_is_refused(tmp_path, tiny):
    path = tmp_path / "a.parquet"
    table = pa.table({"hyp": ["a cat", "a dog"] * 20, "ref": ["a cat", "a cow"] * 20})
    pq.write_table(table, path, row_group_size=4)
    pieces = iter(streaming.read_or_stream(Sources.open([str(path)])))
    next(pieces)
    data = path.read_bytes()
    with path.open("r+b") as file:  # in place: the same bytes, at another time
        file.write(data)
    os.utime(path, ns=(1, 1))
    with pytest.raises(FormatError, match="a.parquet was changed while it was read; try again when it is complete"):
        list(pieces)


@pytest.mark.parametrize("limit", ["9" * 5000, "1" + "0" * 30, "0", "-1", "many", "١"])
def test_a_limit_that_is_no_sensible_number_is_refused(tmp_path, monkeypatch, limit):
    import gzip

    monkeypatch.setenv("UNDERSTUDY_MAX_EXPANSION", limit)
    with pytest.raises(SettingError, match="UNDERSTUDY_MAX_EXPANSION must be a whole number from 1 to 1,000,000, got"):
        us.read_lines(written(tmp_path, "a.gz", gzip.compress(b"a cat\n")))


@pytest.mark.parametrize("name", ["a.txt", "a.csv", "a.tsv", "a.jsonl"])
@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be", "cp1252", "UTF-8-sig"])
def test_a_file_in_another_encoding_is_read_as_its_twin(tmp_path, name, encoding):
    texts = {"a.txt": "Grüße\nKöln\n", "a.csv": 'hyp,ref\n"Grüße, ja",Köln\n', "a.tsv": "hyp\tref\nGrüße\tKöln\n"}
    text = texts.get(name, '{"hyp": "Grüße", "ref": "Köln"}\n')
    (tmp_path / "twin").mkdir()
    plain, other = written(tmp_path / "twin", "ref.txt", text), written(tmp_path, "ref.txt", text.encode(encoding))
    twin = us.read_inputs([written(tmp_path / "twin", name, text)], [plain] if name == "a.txt" else [])
    file = written(tmp_path, name, text.encode(encoding))
    inputs = us.read_inputs([file], [other] if name == "a.txt" else [], selection=Selection(encoding=encoding))
    assert inputs.hypotheses == twin.hypotheses
    assert list(inputs.references.values()) == list(twin.references.values())


def test_an_encoding_that_is_wrong_is_an_error_that_says_so(tmp_path):
    file = written(tmp_path, "a.txt", "Grüße\nKöln\n".encode("cp1252"))
    with pytest.raises(FormatError, match="a.txt:1: byte 3 of the line is 0xfc.* give --encoding cp1252"):
        us.read_inputs([file], [file])
    with pytest.raises(FormatError, match="a.txt:1: byte 3 of the file is 0xfc, which is not valid ascii; give the"):
        us.read_inputs([file], [file], selection=Selection(encoding="ascii"))
    for wrong in ("klingon", "", "hex", 5, "a\0b"):
        with pytest.raises(SettingError, match="unknown encoding"):
            us.read_inputs([file], [file], selection=Selection(encoding=wrong))
    memory = written(tmp_path, "a.tmx", tmx("en", ("a cat", "eine Katze")))
    with pytest.raises(SettingError, match="--encoding is for plain text .* TMX files say theirs themselves"):
        us.read_inputs([memory], [memory], selection=Selection(encoding="cp1252"))
