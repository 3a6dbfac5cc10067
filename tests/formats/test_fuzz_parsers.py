"""Hostile files and words for every reader: a result or an error of ours, never another exception, never a hang."""

from __future__ import annotations

import bz2
import contextlib
import gzip
import importlib
import importlib.util
import io
import lzma
import os
import signal
import sys
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from understudy.agreement.layouts import LAYOUTS, judgments_from
from understudy.alignment import sclite
from understudy.comparison.gate import FIELDS, Condition
from understudy.errors import UnderstudyError
from understudy.formats import Sources, parse_file, read_lines, sources, streaming, transcripts
from understudy.formats.files.opening import open_file
from understudy.formats.records import read_records
from understudy.history import log as jsonl
from understudy.history.leaderboard import leaderboard
from understudy.history.records import Record
from understudy.lexicon.paraphrase_cache import compiled
from understudy.metrics import CONTENTS, make_metric

BRIEF = 40
EXAMPLES = int(os.environ.get("FUZZ_EXAMPLES", BRIEF))  # `make fuzz` sets many
SECONDS = 20  # for one input, which takes milliseconds; the machine may be busy
hostile = settings(
    max_examples=EXAMPLES,
    derandomize=EXAMPLES == BRIEF,
    suppress_health_check=list(HealthCheck),
    database=None,
)

# --- Hostile input ----------------------------------------------------------------------------------------------------

PIECES = [
    *(b"\0 \xff \xef\xbb\xbf \r \n \r\n \t \" ' { } [ ] ( ) < > & , : ; = / \\ - + . * $ 0 9 C, D,".split(b" ")),
    *(b"1e999 -1 NaN Infinity null true \\ud800 \\u0000 ]]> <!-- &a; <!DOCTYPE <seg <doc id= (a)".split(b" ")),
    *(b'"," C,"a",'.split(b" ")),
    *("\u2028 \u0085 é 猫 😀 ١٢ ²".encode().split(b" ")),
    *(b" ", b"and ", b"not ", b"\xe2\x80", b"\x1f\x8b", b"PAR1", b"1" * 5000),
]  # fmt: skip
TIMES = [1, 1, 1, 1, 2, 60, 20_000]


@st.composite
def damaged(draw: st.DrawFn, sample: bytes) -> bytes:
    """The sample with a few changes: something put in, taken out, cut off, or many times over."""
    data = sample
    for _ in range(draw(st.integers(0, 4))):
        start = draw(st.integers(0, len(data)))
        end = draw(st.integers(start, min(len(data), start + 30)))
        piece = draw(st.one_of(st.sampled_from(PIECES), st.binary(max_size=6), st.just(b""), st.just(data[start:end])))
        data = data[:start] + piece * draw(st.sampled_from(TIMES)) + data[end:]
    return data[: draw(st.integers(0, len(data)))] if draw(st.integers(0, 9)) == 0 else data


def zstandard(data: bytes) -> bytes:
    module = importlib.import_module("compression.zstd" if sys.version_info >= (3, 14) else "backports.zstd")
    packed: bytes = module.compress(data)
    return packed


PACKERS = [bytes, bytes, bytes, bytes, gzip.compress, bz2.compress, lzma.compress, zstandard]


@st.composite
def files(draw: st.DrawFn, samples: list[bytes]) -> bytes:
    """A damaged sample or any bytes at all, perhaps compressed, and then perhaps damaged again."""
    data = draw(st.one_of(st.sampled_from(samples).flatmap(damaged), st.binary(max_size=80)))
    packer = draw(st.sampled_from(PACKERS))
    return data if packer is bytes else draw(damaged(packer(data)))


@contextlib.contextmanager
def within(seconds: float) -> Iterator[None]:
    """Fail if what is inside takes longer."""

    def stop(*_: Any) -> None:
        raise AssertionError(f"a hang: more than {seconds} seconds")

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def survives(read: Callable[..., Any], *arguments: Any) -> None:
    """Pass for a result and for an error of ours; whatever else is raised fails the test."""
    with within(SECONDS), warnings.catch_warnings(), contextlib.suppress(UnderstudyError):
        warnings.simplefilter("ignore")
        read(*arguments)


# --- Readers of files -------------------------------------------------------------------------------------------------


def read_judgments(path: str) -> None:
    for layout in LAYOUTS:
        with contextlib.suppress(UnderstudyError):
            judgments_from(read_records(path), layout)


def read_history(path: str) -> None:
    """As `understudy leaderboard` does."""
    found = []
    for _, written in jsonl.read(path)[0]:
        with contextlib.suppress(UnderstudyError):
            found.append(Record.read(written))
    places = leaderboard(found)
    places.to_dict()
    places.table().text()


def read_in_pieces(path: str) -> None:
    tiny = mock.patch.multiple(streaming, LARGE=1, PIECE=8, ROWS=1)
    with tiny, mock.patch.object(sources, "HEAD", 1):
        found = streaming.read_or_stream(Sources.open([path], [path]))
        for _ in found if isinstance(found, streaming.Stream) else ():
            pass


SAVED = (
    b'{"system": "A", "test_set": "t", "metric": "bleu", "score": 12.5, "signature": "bleu:order=4", "segments": 2,'
    b' "higher_is_better": true, "hypotheses_sha256": "00", "references_sha256": ["11"], "columns": ["a"],'
    b' "totals": [1.0], "interval": {"low": 11.0, "high": 14.0, "level": 0.95}, "time": "", "understudy": "0.1.0",'
    b' "schema": 1}\n'
)
PRA = (
    b"id: (anna-01)\nScores: (#C #S #D #I) 2 1 1 1\nREF:  the big cat *** sits\n"
    b"HYP:  the *** cat has sat\nEval:     D       I   S\n"
)
SGML_PATHS = (
    b'<SYSTEM title="a" format="2.4">\n<SPEAKER id="a">\n<PATH id="(a-1)" word_cnt="2" sequence="0">\n'
    b'C,"the","the":D,"big",:I,,"has":S,"sits","sat"\n</PATH>\n</SPEAKER>\n</SYSTEM>\n'
)
READERS: dict[str, tuple[Callable[[str], Any], list[bytes]]] = {
    "text": (read_lines, [b"a cat\nthe cat\r\n\n", "İstanbul\u2028猫\n".encode()]),
    "pieces": (read_in_pieces, [b"a cat\na dog\n", b'{"hyp": "a cat", "ref": "a"}\n{"hyp": "", "ref": ["b"]}\n']),
    "compression": (open_file, [zstandard(b"a cat"), gzip.compress(b"")]),
    "records": (read_records, [b"system\tscore\nA\t4.5\nB\tNone\n", b'{"system": "A", "score": 4.5}\n']),
    "jsonl": (jsonl.read, [b'{"system": "A"}\n{"sys']),
    "trn": (transcripts.read_trn, [b";; a\nthe cat sat (anna-01)\n(anna-02)\n"]),
    "pra": (sclite.read_pra, [PRA]),
    "sclite sgml": (sclite.read_sgml, [SGML_PATHS]),
    "history": (read_history, [SAVED * 2, SAVED.replace(b"0.95", b"null"), SAVED.replace(b"12.5", b"9" * 400)]),
    "human scores": (
        read_judgments,
        [
            b"system\tsegment\tannotator\tscore\tdocument\nA\t1\tx\t40\td\nB\t1\tx\t50\td\n",
            b"system\tseg_id\tcategory\tseverity\nA\t10\tFluency/Punctuation\tMinor\nB\t9\tx\tNo-error\n",
            b'{"system": "A", "item": 1, "score": 50, "rater": "x"}\n{"system": "B", "item": 1, "score": 5}\n',
        ],
    ),
    "paraphrases": (lambda path: compiled(Path(path)), [b"0.5\nof course\ncertainly\n0.25\na b\nc\n"]),
}

# --- The table of formats, where there is one -------------------------------------------------------------------------

XML_TEXTS = {
    "sgml": b"""<refset setid="a" srclang="x" trglang="en"><doc docid="d" sysid="r"><seg id="1">a &amp; b</seg></doc>
</refset>""",
    "wmt": b"""<dataset id="a"><doc id="d" origlang="de"><src lang="de"><p><seg id="1">x</seg></p></src>
<ref lang="en" translator="A"><p><seg id="1">y</seg></p></ref>
<hyp lang="en" system="s"><p><seg id="1">z</seg></p></hyp></doc></dataset>""",
    "tmx": b"""<?xml version="1.0"?><tmx version="1.4"><header srclang="en"/><body><tu tuid="1">
<tuv xml:lang="en"><seg>a</seg></tuv><tuv xml:lang="de"><seg>b</seg></tuv></tu></body></tmx>""",
    "xliff": b"""<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file original="f"
source-language="en" target-language="de"><body><trans-unit id="1"><source>a</source><target>b</target>
</trans-unit></body></file></xliff>""",
}
BOMB = b'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]><tmx><body>&b;</body></tmx>'


def arrow_bytes(kind: str) -> bytes:
    if importlib.util.find_spec("pyarrow") is None:
        return {"parquet": b"PAR1\x15\0PAR1", "arrow": b"ARROW1\0\0"}[kind]
    import pyarrow
    import pyarrow.feather
    import pyarrow.parquet

    table, out = pyarrow.table({"hyp": ["a cat", "b"], "ref": ["the cat", None]}), io.BytesIO()
    if kind == "parquet":
        pyarrow.parquet.write_table(table, out)
    else:
        pyarrow.feather.write_feather(table, out, compression="uncompressed")
    return out.getvalue()


def xlsx_bytes() -> bytes:
    if importlib.util.find_spec("xlsxwriter") is None:
        return b"PK\x03\x04xl/"
    xlsx = importlib.import_module("understudy.formats.readers.xlsx")
    written: bytes = xlsx.write({"hyp": ["a cat", "b"], "ref": ["the cat", None]})
    return written


def format_samples(name: str) -> list[bytes]:
    if name in ("parquet", "arrow"):
        return [arrow_bytes(name)]
    if name == "xlsx":
        return [xlsx_bytes()]
    known = {
        "tsv": [b"id\thyp\tref\n1\ta cat\tthe cat\n"],
        "csv": [b'hyp,ref\n"a ""big"" cat","the\ncat"\n'],
        "jsonl": [b'{"hyp": "a cat", "refs": ["the cat", "cats"]}\n'],
        "coco": [b'{"annotations": [{"image_id": 1, "id": 1, "caption": "a"}]}', b'[{"image_id": 1, "caption": "a"}]'],
        "trn": READERS["trn"][1],
        "po": [b'#, fuzzy\nmsgctxt "x"\nmsgid "a\\n"\nmsgid_plural "b"\nmsgstr[0] "c"\nmsgstr[1] "d"\n'],
    }
    return known.get(name, [XML_TEXTS[name], BOMB] if name in XML_TEXTS else [b"a cat\n", *XML_TEXTS.values()])


def format_reader(name: str | None) -> Callable[[str], Any]:
    return lambda path: parse_file(path, input_format=name)


def all_readers() -> dict[str, tuple[Callable[[str], Any], list[bytes]]]:
    if importlib.util.find_spec("understudy.formats.contents") is None:
        return READERS
    names = list(importlib.import_module("understudy.formats.contents").CONTENTS)
    every = [sample for name in names for sample in format_samples(name)]
    formats = {f"format {name}": (format_reader(name), format_samples(name)) for name in names}
    return READERS | formats | {"format by sniffing": (format_reader(None), every)}


@pytest.mark.parametrize("name", all_readers())
def test_any_file_gives_a_result_or_an_error_of_ours(name: str, tmp_path: Path) -> None:
    read, samples = all_readers()[name]
    path = tmp_path / "file"

    @hostile
    @given(files(samples))
    def check(data: bytes) -> None:
        path.write_bytes(data)
        survives(read, str(path))

    check()


@pytest.mark.parametrize("name", READERS)
def test_the_samples_that_are_damaged_are_good_ones(name: str, tmp_path: Path) -> None:
    read, samples = READERS[name]
    path = tmp_path / "file"
    path.write_bytes(samples[0])
    read(str(path))


# --- What was found ---------------------------------------------------------------------------------------------------

STEPS = b'<PATH id="(a)">\nC,' + b'"x","x":' * 20_000 + b"\n</PATH>\n"


@pytest.mark.parametrize(
    ("read", "data", "expected"),
    [
        (transcripts.read_trn, b"a" + b" " * 200_000 + b"x\n", "doesn't end in a name"),
        (transcripts.read_trn, b"(a" + b" " * 200_000 + b"\n", "doesn't end in a name"),
        (sclite.read_sgml, STEPS, "has no steps such as"),
        (read_records, b'{"a":' * 100_000 + b"\n", ":1: the JSON is nested too deeply"),
        (read_records, b'{"system": "A", "score": ' + b"9" * 5000 + b"}\n", ":1: this is not JSON"),
        (lambda path: read_records(path)[0].number("score"), b'{"score": ' + b"9" * 400 + b"}\n", "a number is needed"),
        (lambda path: Record.read(jsonl.read(path)[0][0][1]), SAVED.replace(b"12.5", b"9" * 400), "as 'score', so not"),
    ],
)  # fmt: skip
def test_what_made_a_reader_hang_or_crash_is_refused(
    read: Callable[[str], Any], data: bytes, expected: str, tmp_path: Path
) -> None:
    path = tmp_path / "file"
    path.write_bytes(data)
    with within(SECONDS), pytest.raises(UnderstudyError, match=expected):
        read(str(path))


def test_segments_with_very_long_numbers_keep_their_order(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"system\tsegment\tscore\nA\t" + b"2" * 5000 + b"\t2\nA\t1\t3\n")
    assert judgments_from(read_records(str(path))).items == ("2" * 5000, "1")


# --- Readers of words -------------------------------------------------------------------------------------------------


def words(samples: list[str]) -> st.SearchStrategy[str]:
    any_bytes = st.sampled_from([sample.encode() for sample in samples]).flatmap(damaged)
    return any_bytes.map(lambda data: data.decode("utf-8", "ignore"))


@hostile
@given(words(["bleu.delta < -0.5 and bleu.p < 0.05", "not (bleu.p >= .05 or bleu.score != 1e3)", "(" * 60]))
def test_any_condition_is_read_or_refused(text: str) -> None:
    def read() -> None:
        condition = Condition.read(text, ["bleu", "chrf++"])
        values = {f"{metric}.{field}": 0.5 for metric in ("bleu", "chrf++") for field in FIELDS}
        assert condition.holds(values) in (True, False)
        condition.reason(values)

    survives(read)


# A table of paraphrases is a file of its own, and is read above.
SIGNATURES = [make_metric(name).signature for name in CONTENTS] + [
    "meteor:variant=2005",
    "bleu:weights=0.5/0.5,order=2",
]


@hostile
@given(words(SIGNATURES))
def test_any_signature_makes_a_metric_or_is_refused(text: str) -> None:
    survives(lambda: make_metric(make_metric(text).signature))
