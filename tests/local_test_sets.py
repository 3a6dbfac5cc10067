"""Small test sets in every form of sacrebleu's catalogue, and a server on this machine that can fail in every way."""

import hashlib
import http.server
import io
import os
import tarfile
import zipfile
from pathlib import Path
from typing import ClassVar

XML = """<?xml version='1.0' encoding='utf-8'?>
<dataset id="t"><collection id="g">
<doc origlang="en" id="d1" domain="news"><src lang="en"><p><seg id="1">One   cat &amp; a dog</seg><seg id="2">Two</seg>
</p></src><ref lang="de" translator="refA"><p><seg id="1"> Eine Katze und ein Hund </seg><seg id="2">Zwei Häuser</seg>
</p></ref><ref lang="de" translator="refB"><p><seg id="1">Katz und Hund</seg><seg id="2"></seg></p></ref>
<hyp lang="de" system="Online-A"><p><seg id="1">Eine Katz</seg><seg id="2">Zwei</seg></p></hyp></doc>
<doc origlang="de" id="d2" domain="social"><src lang="en"><p><seg id="10">Ten</seg><seg id="2">Two again</seg></p>
<p><seg id="3">nobody translated this</seg></p></src>
<ref lang="de" translator="refA"><p><seg id="10">Zehn kleine Worte</seg><seg id="2">Nochmal zwei</seg></p></ref>
<hyp lang="de" system="Online-A"><p><seg id="10">Zehn</seg><seg id="2">Wieder zwei</seg><seg id="3">x</seg></p></hyp>
</doc><doc origlang="en" id="ts" testsuite="hard" domain="news"><src lang="en"><p><seg id="1">Skip</seg></p></src>
<ref lang="de" translator="refA"><p><seg id="1">Weg</seg></p></ref></doc>
</collection></dataset>
"""
SGML = """<srcset setid="t" srclang="any">
<doc docid="d1" genre="news" origlang="en">
<p>
<seg id="1">A  cat &amp; more </seg>
<seg id="2">Second</seg> tail
</p>
</doc>
<doc docid="d2" origlang="de">
<seg id="1">No end
</doc>
</srcset>
"""
CASES = {
    "WMTXMLDataset": ({"x/t.xml": XML}, {"en-de": ["x/t.xml"]}, "tgz"),
    "FakeSGMLDataset": (
        {"s/a.sgm": SGML, "s/b.sgm": SGML.replace("cat", "Katze"), "s/c.sgm": SGML},
        {"en-de": ["s/a.sgm", "s/b.sgm"], "en-fr": ["s/a.sgm", "s/b.sgm", "s/c.sgm"]},
        "tar.gz",
    ),
    "WMTAdditionDataset": ({"s/a.sgm": SGML, "r.ref": "eins \nzwei\ndrei"}, {"en-de": ["s/a.sgm", "r.ref"]}, "tgz"),
    "PlainTextDataset": ({"a.en": "one  two \n\nthree\n", "a.de": "eins\n\ndrei"}, {"en-de": ["a.en", "a.de"]}, "zip"),
    "TSVDataset": ({"t.tsv": "1\t2\ta\tb\n3\t4\t\td e \n"}, {"en-de": ["2:t.tsv", "3:t.tsv"]}, "tgz"),
}


def packed(files, ending):
    out = io.BytesIO()
    if ending == "zip":
        with zipfile.ZipFile(out, "w") as archive:
            for name, text in files.items():
                archive.writestr(name, text)
    else:
        with tarfile.open(fileobj=out, mode="w:gz") as archive:
            for name, text in {**files, "noise.bin": os.urandom(200_000)}.items():
                info, data = tarfile.TarInfo(name), text if isinstance(text, bytes) else text.encode()
                info.size = len(data)
                archive.addfile(info, io.BytesIO(data))
    return out.getvalue()


def facts(kind, address, data, langpairs):
    kwargs = {"refs": ["refA"]} if kind == "WMTXMLDataset" else {}
    md5 = hashlib.md5(data).hexdigest()
    return {
        "kind": kind, "description": "toy", "data": [address], "md5": [md5], "langpairs": langpairs, "kwargs": kwargs
    }  # fmt: skip


class Handler(http.server.BaseHTTPRequestHandler):
    """A server whose first folder says what goes wrong."""

    files: ClassVar[dict[str, bytes]] = {}
    requests: ClassVar[list[tuple[str, str | None]]] = []

    def do_GET(self):
        fault, _, name = self.path.strip("/").partition("/")
        wanted = self.headers.get("Range")
        self.requests.append((self.path, wanted))
        data = self.files.get(name)
        if fault in ("redirect", "loop"):
            self.send_response(302)
            self.send_header("Location", f"/good/{name}" if fault == "redirect" else self.path)
            self.end_headers()
            return
        if data is None or fault == "missing":
            self.send_error(404)
            return
        begin = int(wanted.removeprefix("bytes=").removesuffix("-")) if wanted and fault != "whole" else 0
        if begin and begin >= len(data):
            self.send_error(416)
            return
        data = b"x" * len(data) if fault == "wrong" else data[begin:]
        self.send_response(206 if begin else 200)
        if fault != "unsized":
            self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        if self.command == "GET":
            self.wfile.write(data[: len(data) // 2] if fault == "cut" else data)

    do_HEAD = do_GET

    def log_message(self, *_):
        pass


def tree(folder):
    """Every file below a folder, with its bytes."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in Path(folder).rglob("*") if path.is_file()}
