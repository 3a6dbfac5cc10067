"""NIST's SGML, as mteval reads it: not XML, so `&` may be unescaped and attributes unquoted.

The text of a segment is taken verbatim, including spaces and line ends; `&quot;`, `&amp;`, `&lt;` and `&gt;` are
resolved, in this order and once, and no others.
"""

from __future__ import annotations

import re
import warnings
from bisect import bisect

from understudy.errors import FormatError, TextWarning
from understudy.formats.builder import ParsedFileBuilder
from understudy.formats.files.content import FileContent
from understudy.formats.parsed import ParsedFile, Selection
from understudy.formats.readers.text import decode
from understudy.tokens.builtin.mteval import ENTITIES

QUOTED = r"""\s*(?:"[^"\n]*"|'[^'\n]*')"""  # where brackets are no brackets
TAG = re.compile(rf"<(/?)(srcset|refset|tstset|doc|seg)\b((?:[^<>=]|={QUOTED}|=(?!{QUOTED}))*)>", re.IGNORECASE)
ATTRIBUTE = re.compile(r"""(?<![\w:-])([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""")
ROLES = {"srcset": "source", "refset": "reference", "tstset": "hypothesis"}
PARENTS = {"seg": "doc", "doc": "set"}
# What still looks like an entity when those four are resolved, and what to know of it.
LEFT = {
    re.compile(r"&(apos|#\d+|#[xX][0-9a-fA-F]+);"): "is left as it is, as mteval's tokenizer 13a leaves it;"
    " only &quot; &amp; &lt; &gt; are resolved",
    re.compile(r"&(quot|amp|lt|gt);"): "was escaped twice and stays in the text, but the tokenizer 13a resolves it in"
    " any text, which mteval would not do again; escape once",
}


def read(file: FileContent, selection: Selection) -> ParsedFile:
    """Read one or several sets.

    >>> text = b'<tstset setid=a sysid=A><doc docid="d"><seg id=1>1 < 2 & 3 &gt; 2</seg></doc></tstset>'
    >>> read(FileContent("a.sgm", text), Selection()).hypotheses
    {'A': ['1 < 2 & 3 > 2']}
    """
    return _Reader(file.name, decode(file.data, file.name)).build()


class _Reader:
    def __init__(self, path: str, text: str) -> None:
        self.path, self.text = path, text
        self.line_ends = [end.start() for end in re.finditer("\n", text)]
        self.builder = ParsedFileBuilder(path, "NIST SGML")
        self.left: dict[str, tuple[int, int]] = {}  # what to know: the first line, how many segments
        self.open: list[tuple[str, dict[str, str], int]] = []  # name, attributes, where its content begins

    def build(self) -> ParsedFile:
        for tag in TAG.finditer(self.text):
            name = tag[2].lower()
            if tag[1]:
                self._end(name, tag.start())
            else:
                self._begin(name, tag)
        if self.open:
            raise self._fail(
                self.open[-1][2], f"the <{self.open[-1][0]}> that begins there has no end; is the file cut?"
            )
        for remark, (line, count) in self.left.items():
            warnings.warn(f"{self.path}:{line}: {remark} ({count} such)", TextWarning, stacklevel=2)
        return self.builder.build()

    def _begin(self, name: str, tag: re.Match[str]) -> None:
        parent = self.open[-1][0] if self.open else ""
        needed = PARENTS.get(name, "")
        if not (parent.endswith("set") if needed == "set" else parent == needed):
            where = f"in a <{parent}>" if parent else "outside of all sets"
            raise self._fail(tag.start(), f"a <{name}> can't begin {where}; is an end tag missing?")
        attributes = {key.lower(): a or b or c for key, a, b, c in ATTRIBUTE.findall(tag[3])}
        self.open.append((name, attributes, tag.end()))

    def _end(self, name: str, position: int) -> None:
        if not self.open or self.open[-1][0] != name:
            raise self._fail(position, f"</{name}> ends what did not begin")
        if name == "seg":
            self._segment(position)
        self.open.pop()

    def _segment(self, position: int) -> None:
        (kind, of_set, _), (_, of_doc, doc_begin), (_, of_seg, begin) = self.open
        if "docid" not in of_doc:
            raise self._fail(doc_begin, "a <doc> needs a docid")
        if "id" not in of_seg:
            raise self._fail(begin, "a <seg> needs an id")
        role = ROLES[kind]
        names = (of_doc.get("sysid"), of_set.get("refid"), of_set.get("sysid"), of_doc.get("refid"))
        name = "" if role == "source" else next(filter(None, names), "")
        facts = {key: value for key, value in of_doc.items() if key not in ("docid", "sysid", "refid")}
        text = self._resolved(self.text[begin:position], begin)
        self.builder.add((role, name), (of_doc["docid"], of_seg["id"]), text, self._line(begin), facts)

    def _resolved(self, text: str, begin: int) -> str:
        for written, character in ENTITIES:
            text = text.replace(written, character)
        for pattern, remark in LEFT.items():
            if entity := pattern.search(text):
                line, count = self.left.get(f"{entity[0]} {remark}", (self._line(begin), 0))
                self.left[f"{entity[0]} {remark}"] = line, count + 1
        return text

    def _line(self, position: int) -> int:
        return bisect(self.line_ends, position - 1) + 1

    def _fail(self, position: int, message: str) -> FormatError:
        return FormatError(f"{self.path}:{self._line(position)}: {message}")
