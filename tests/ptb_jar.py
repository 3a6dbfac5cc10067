"""The tokenizer inside pycocoevalcap 1.2, asked about many captions at once; needs Java."""

from __future__ import annotations

import subprocess
import tempfile
from importlib.util import find_spec
from pathlib import Path

PROGRAM = "edu.stanford.nlp.process.PTBTokenizer"
APART = "Qqapart"  # a capitalized line between two captions, as which the end of the text counts
# As in pycocoevalcap's ptbtokenizer.py.
PUNCTUATION = ["''", "'", "``", "`", "-LRB-", "-RRB-", "-LCB-", "-RCB-", *".?!,:-;", "--", "..."]


def jar_tokens(lines: list[str]) -> list[list[str]]:
    """The tokens of each line, in lower case and without punctuation, as pycocoevalcap takes them."""
    package = find_spec("pycocoevalcap.tokenizer.ptbtokenizer")
    assert package is not None and package.origin is not None
    jar = Path(package.origin).with_name("stanford-corenlp-3.4.1.jar")
    with tempfile.NamedTemporaryFile() as file:
        file.write("".join(f"{line}\n{APART}\n" for line in lines).encode())
        file.flush()
        command = ["java", "-XX:+UseSerialGC", "-cp", str(jar), PROGRAM, "-preserveLines", "-lowerCase", file.name]
        printed = subprocess.run(command, capture_output=True, check=True).stdout.decode().split("\n")
    assert printed[1::2][: len(lines)] == [APART.lower()] * len(lines), "a caption holds a line end"
    return [[word for word in line.split(" ") if word and word not in PUNCTUATION] for line in printed[0:-1:2]]
