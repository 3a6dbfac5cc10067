"""Compare the scores of texts that were read from SGML with those that mteval printed for the same SGML.

    python tests/oracles/check_golden_sgml.py GOLDEN

GOLDEN is the folder that check_golden.py takes, and the report and the exit code are like its. mteval read its texts
from files in which `&`, `<` and `>` are escaped; such files are written here, in one document and in several, and read
by our reader.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from xml.sax.saxutils import escape

from golden import TOLERANCE, Comparison, Golden, report

import understudy as us
from understudy.formats import read_inputs

DOCUMENT = 100  # segments


def sgml(kind: str, streams: dict[str, list[str]], document: int) -> str:
    attribute = {"refset": "refid", "tstset": "sysid"}[kind]
    text = ""
    for name, lines in streams.items():
        text += f'<{kind} setid="ted" srclang="any" trglang="en" {attribute}="{name}">\n'
        for begin in range(0, len(lines), document):
            text += f'<doc docid="talk{begin}">\n'
            for number, line in enumerate(lines[begin : begin + document], 1):
                text += f'<seg id="{number}">{escape(line)}</seg>\n'
            text += "</doc>\n"
        text += f"</{kind}>\n"
    return text


def mteval_records(golden: Golden) -> Iterator[Comparison]:
    for record in golden.records("mteval"):
        hyps, refs = golden.texts(record)
        opts, version = record["opts"], record["impl"]
        international = "v12" in version or "--international-tokenization" in opts
        lower = "no" if "-c" in opts else "yes" if international else "ascii"
        settings = f"nist:tokenizer={'intl' if international else '13a'},lowercase={lower},compat=mteval"
        for document in (len(hyps), DOCUMENT):
            with tempfile.TemporaryDirectory() as name:
                folder = Path(name)
                streams = {str(i): list(each) for i, each in enumerate(zip(*refs, strict=True))}
                (folder / "tst.sgm").write_text(sgml("tstset", {"A": hyps}, document), encoding="utf-8")
                (folder / "ref.sgm").write_text(sgml("refset", streams, document), encoding="utf-8")
                found = read_inputs([str(folder / "tst.sgm")], [str(folder / "ref.sgm")])
            score = us.evaluate(found.hypotheses, found.references, settings)["A"]["nist"].score
            yield f"{version} NIST from SGML, {record['refs']}", settings, [record["NIST"]], [score], TOLERANCE


if __name__ == "__main__":
    sys.exit(report(sys.argv[1], mteval_records))
