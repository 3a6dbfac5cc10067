"""Files of every format, read by the playground from bytes: roles, names, and nothing opened on this machine."""

import base64
import bz2
import gzip
import json
import lzma
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from playground import playground, refused
from processes import HANGS

import understudy as us
from understudy.formats.parsed import Selection
from understudy.formats.sources import SourceFile
from understudy.web.listing import listed_metrics
from understudy.web.uploads import read_upload, role_of
from understudy.web.work import reported

FORMATS = Path(__file__).parents[1] / "data" / "formats"
FILES = sorted(path for path in FORMATS.iterdir() if path.is_file() and path.name != "README.md")


def upload(name: str, data: bytes) -> dict:
    return {"name": name, "content": base64.b64encode(data).decode()}


def roles(found: dict) -> dict[str, list[str]]:
    return {
        role: [text["name"] for text in found["texts"] if text["role"] == role]
        for role in ("system", "reference", "source", "documents", "unused")
    }


@pytest.fixture(scope="module")
def client():
    with playground("--max-body", "1") as started, httpx.Client(base_url=started.root, timeout=HANGS) as each:
        yield each


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_format_gives_the_texts_that_the_command_line_reads(path):
    """The command line reads the same file; here each of its texts has a role."""
    found = read_upload(upload(path.name, path.read_bytes()))
    read = SourceFile.open(str(path)).read(Selection())
    assert found["format"] == read.title
    assert found["ids"] == read.ids
    expected = [*read.hypotheses.values(), *read.references.values(), *read.targets.values()]
    expected += [] if read.source is None else [read.source]
    assert [text["segments"] for text in found["texts"]] == [*expected, *read.columns.values()]
    own = {"system": read.hypotheses, "reference": read.references}
    assert all(len(roles(found)[role]) >= len(texts) for role, texts in own.items())


def test_the_columns_of_a_table_have_their_roles():
    found = roles(read_upload(upload("all.tsv", (FORMATS / "all.tsv").read_bytes())))
    assert found == {
        "system": ["hyp_a", "hyp_b"], "reference": ["ref_1", "ref_2"], "source": ["source"],
        "documents": [], "unused": ["domain"],
    }  # fmt: skip
    assert roles(read_upload(upload("all.xml", (FORMATS / "all.xml").read_bytes())))["documents"] == ["document"]


@pytest.mark.parametrize(
    ("name", "role"),
    [
        ("generaltest2022.en-de.src.en", "source"),
        ("generaltest2022.en-de.ref.A.de", "reference"),
        ("generaltest2022.en-de.hyp.PROMT.de", "system"),
        ("reference1.en", "reference"),
        ("ref2.txt", "reference"),
        ("source.fr", "source"),
        ("documents.txt", "documents"),
        ("refined-system.txt", "system"),
        ("preferred.txt", "system"),
    ],
)
def test_the_role_of_a_plain_text_is_guessed_by_its_name(name, role):
    assert role_of(name) == role
    assert roles(read_upload(upload(name, b"a cat\n")))[role] == [name]


@pytest.mark.parametrize(("ending", "pack"), [("gz", gzip.compress), ("bz2", bz2.compress), ("xz", lzma.compress)])
def test_compressed_files_are_unpacked(ending, pack):
    found = read_upload(upload(f"all.tsv.{ending}", pack((FORMATS / "all.tsv").read_bytes())))
    assert found["format"] == "TSV"


def test_a_decompression_bomb_is_refused(client):
    bomb = gzip.compress(bytes(120_000_000))
    message = refused(client.post("/api/read", json=upload("bomb.txt.gz", bomb)), 422)
    assert "bomb.txt.gz unpacks to more than" in message


def test_what_cannot_be_read_gets_the_message_of_the_command_line(client):
    assert "b.txt:2: byte 1 of the line is 0xe9" in refused(
        client.post("/api/read", json=upload("b.txt", b"a\n\xe9\n")), 422
    )
    for content in ("!", "a", "é"):
        answer = client.post("/api/read", json={"name": "b.txt", "content": content})
        assert "the content of b.txt is not base64" in refused(answer, 422)
    assert "larger than 1 megabytes" in refused(client.post("/api/read", json=upload("b.txt", bytes(1_000_000))), 413)


def test_no_name_of_an_upload_opens_a_file(tmp_path):
    """Python tells of every file it opens; a name that leads to one is only a name."""
    program = """if True:
        import base64, sys
        from pathlib import Path
        from understudy.web.worker import answer
        trap, opened = sys.argv[1], []
        files = [Path(each) for each in sys.argv[2:]]
        contents = [(each.name, base64.b64encode(each.read_bytes()).decode()) for each in files]
        listening = ("open", "os.listdir", "os.scandir", "subprocess.Popen")
        trapped = lambda event, args: event in listening and "trap" in str(args)
        sys.addaudithook(lambda event, args: opened.append(event) if trapped(event, args) else None)
        open(trap).close()
        for name, content in contents:
            for leading in (trap, f"../{trap}", f"{trap}/system-outputs", f"{trap}/{name}"):
                answer("read", {"name": leading, "content": content})
        print(opened)
    """
    (tmp_path / "trap").write_text("secret")
    command = [sys.executable, "-c", program, tmp_path / "trap", *FILES]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout == "['open']\n"  # the one by which we see that openings are seen


def test_an_entity_of_xml_is_not_followed(tmp_path, client):
    secret = tmp_path / "secret"
    secret.write_text("very secret")
    tmx = (FORMATS / "a.tmx").read_text(encoding="utf-8")
    body = tmx[tmx.index("<tmx") :].replace("<seg>", "<seg>&leak;", 1)
    evil = f'<?xml version="1.0"?><!DOCTYPE tmx [<!ENTITY leak SYSTEM "file://{secret}">]>{body}'
    answer = client.post("/api/read", json=upload("evil.tmx", evil.encode()))
    assert "very secret" not in answer.text


# --- Reports on lists of segments -------------------------------------------------------------------------------------

LISTED = {
    "systems": {"A": ["a cat", "a dog"], "B": ["a cat", "the dog"]},
    "references": [["a cat", "the dog"], [None, "a dog"]],
    "metrics": ["bleu"],
}


def test_a_report_takes_lists_documents_a_baseline_and_a_language(client):
    body = LISTED | {
        "source": ["un chat", None],
        "documents": ["x", "y"],
        "baseline": "B",
        "lang": "en",
        "title": "Pets",
    }
    page = client.post("/api/report", json=body)
    assert page.status_code == 200, page.text
    assert "Pets" in page.text


def test_signs_of_mistakes_are_those_of_the_library(client):
    refs = [f"The number of this sentence, which isn't long, is {n}." for n in range(40)]
    hyps = [text.replace("'", "&apos;") for text in refs]
    answer = client.post("/api/check", json={"systems": {"A": hyps}, "references": [refs], "metrics": ["bleu"]})
    expected = json.loads(json.dumps([each.to_dict() for each in us.check({"A": hyps}, refs)]))
    assert answer.json()["findings"] == expected
    assert answer.json()["findings"][0]["kind"] == "entities"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"systems": {"A": ["a cat", None]}}, "A has no text for segment 2; every segment needs one"),
        ({"systems": {"A": ["a cat"]}}, "A has 1 segments but reference 1 has 2"),
        ({"systems": {"A": [1, 2]}}, "systems['A'][0] is a number; it must be a string or null"),
        ({"systems": {"A": 1}}, "systems['A'] is a number; it must be a string or an array"),
        ({"baseline": "C"}, "unknown baseline 'C'"),
        ({"lang": "english"}, "lang 'english' is not a language code"),
        ({"documents": ["x"]}, "the documents has 1"),
        ({"metrics": ["blue"]}, "unknown metric 'blue'"),
    ],
)
def test_what_does_not_fit_is_told(client, change, words):
    assert words in refused(client.post("/api/report", json=LISTED | change), 422)


# --- Settings ---------------------------------------------------------------------------------------------------------


def test_every_setting_that_is_offered_is_explained_and_every_metric_described():
    for metric in listed_metrics()["metrics"]:
        assert metric["measures"], metric["name"]
        assert metric["link"].startswith("https://"), metric["name"]
        assert all(setting["about"] for setting in metric["settings"]), metric["name"]
        assert all(
            setting["default"] in ("", *setting["choices"]) for setting in metric["settings"] if setting["choices"]
        )


def test_a_metric_that_says_little_of_one_segment_says_so():
    alone = {metric["name"]: metric["alone"] for metric in listed_metrics()["metrics"]}
    assert alone["ciderD"].startswith("0 for one segment alone")
    assert alone["bleu"] == ""


def test_files_of_scores_are_known_by_their_names_and_become_columns_of_the_report():
    comet = {name: [{"mt": "x", "COMET": score / 10} for score in range(4)] for name in ("out/a.txt", "out/b.txt")}
    found = read_upload(upload("comet22.json", json.dumps(comet).encode()))
    assert [(text["name"], text["role"]) for text in found["texts"]] == [
        ("comet22=out/a.txt", "scores"), ("comet22=out/b.txt", "scores"),
    ]  # fmt: skip
    assert found["texts"][0]["segments"] == ["0.0", "0.1", "0.2", "0.3"]
    refs = [f"number {n} is good" for n in range(4)]
    given = {"systems": {"a.txt": refs, "b.txt": refs}, "references": [refs], "metrics": ["bleu"]}
    named = [text["name"].replace("=", ":version=2=", 1) for text in found["texts"]]
    scores = [{"name": name, "values": [0.5, 0.6, 0.7, 0.8]} for name in named]
    assert "external(comet22:version=2)" in reported(given | {"scores": scores})["html"]
    scores[1]["name"] = "comet22:version=3=b.txt"
    with pytest.raises(us.InputError, match="comet22 has version=3 in b.txt but version=2 in out/a.txt"):
        reported(given | {"scores": scores})
    with pytest.raises(us.FormatError, match="judge: the score is 1000.*; every segment needs a number"):
        reported(given | {"scores": [{"name": "judge", "values": [10**400] * 4}]})
    with pytest.warns(us.TextWarning, match="nothing says what made the scores of judge"):
        reported(given | {"scores": [{"name": "judge", "values": [1, 2, 3, 4]}] * 2})


def test_scores_are_taken_by_the_api(client):
    refs = [f"number {n} is good" for n in range(4)]
    given = {"systems": {"a.txt": refs}, "references": [refs], "metrics": ["bleu"]}
    answer = client.post("/api/report", json=given | {"scores": [{"name": "judge:model=me", "values": [1, 2, 3, 4]}]})
    assert answer.status_code == 200
    assert "external(judge:model=me)" in answer.text
    answer = client.post("/api/report", json=given | {"scores": [{"name": "judge", "values": [1, "2", 3, 4]}]})
    assert answer.status_code == 422
    assert "['values'][1] is a string; it must be a number" in answer.json()["error"]
