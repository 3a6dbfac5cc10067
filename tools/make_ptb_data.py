"""Ask the tokenizer inside pycocoevalcap what it takes for letters, abbreviations and so on; write its answers down.

python tools/make_ptb_data.py [WORDS...]

It needs Java and pycocoevalcap 1.2, and takes some minutes. The answers are facts about what the program does, found by
asking it about every character and every word of up to four letters; nothing is taken from the program itself. Longer
words come from WordNet, from the files that are given, and from the list as it is.
"""

from __future__ import annotations

import re
import string
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from importlib.util import find_spec
from itertools import pairwise, product
from pathlib import Path

from understudy.lexicon import data
from understudy.tokens.builtin.ptb_rules import ALONE

DATA = Path(data.__file__).parent
JAR = "stanford-corenlp-3.4.1.jar"
PROGRAM = "edu.stanford.nlp.process.PTBTokenizer"
APART = "Qqapart"  # a line between two questions, which look across line ends
BATCH = 300_000


def answers(questions: list[str]) -> list[str]:
    """What the program makes of each line by itself, a capitalized line behind it."""
    found: list[str] = []
    for first in range(0, len(questions), BATCH):
        part = questions[first : first + BATCH]
        lines = run("\n".join(f"{line}\n{APART}" for line in part), "-preserveLines").split("\n")
        ends = [0, *(at + 1 for at, line in enumerate(lines) if line == APART)]
        found += [" ".join(lines[start : end - 1]) for start, end in pairwise(ends)]
    if len(found) != len(questions):
        raise SystemExit(f"{len(questions)} questions got {len(found)} answers")
    return found


def run(text: str, *options: str) -> str:
    """Run the program on a text."""
    package = find_spec("pycocoevalcap")
    if package is None or not package.submodule_search_locations:
        raise SystemExit("pycocoevalcap is not installed; run make .venv/installed")
    folder = Path(package.submodule_search_locations[0]) / "tokenizer"
    with tempfile.NamedTemporaryFile() as file:
        file.write(text.encode())
        file.flush()
        command = ["java", "-cp", str(folder / JAR), PROGRAM, *options, file.name]
        return subprocess.run(command, capture_output=True, check=True).stdout.decode()


# --- Characters ------------------------------------------------------------------------------------------------------


def classes() -> dict[str, list[int]]:
    """The characters of each class that behaves alike."""
    characters = [c for c in range(0x80, 0x10000) if not 0xD800 <= c < 0xE000 and chr(c) not in ALONE]
    asked = ("x {} x", "xq{}xq", "5{}5", "x -{} x", "etc.{}Qq", "etc. {} q")
    of = [answers([each.format(chr(c)) for c in characters]) for each in asked]
    found: dict[str, list[int]] = {}
    for c, *given in zip(characters, *of, strict=True):
        for name in names(*(answer.replace(chr(c), "@") for answer in given)):
            found.setdefault(name, []).append(c)
    return found


def names(alone: str, between: str, digits: str, signed: str, stop: str, before: str) -> Iterable[str]:
    """The classes of a character that is written @, by the answers."""
    if between == "xq@xq":
        yield "mark" if digits == "5 @5" else "digit" if signed == "x -@ x" else "letter"
    elif alone == "x @ x" and between == "xq @ xq":
        yield "symbol"
    elif stop == "etc. . Qq":
        yield "space"
    if before.startswith("etc. . ") and stop != "etc. . Qq":
        yield "capital"


def ranges(points: list[int]) -> str:
    """The numbers as `first-last`, with `/2` where every second one is meant."""
    parts: list[tuple[int, int, int]] = []
    for point in points:
        first, last, step = parts[-1] if parts else (point, -9, 1)
        if point - last in (1, 2) and (first == last or point - last == step):
            parts[-1] = (first, point, point - last)
        else:
            parts.append((point, point, 1))
    return " ".join(f"{a:x}" if a == b else f"{a:x}-{b:x}" + ("/2" if step == 2 else "") for a, b, step in parts)


# --- Words -----------------------------------------------------------------------------------------------------------


def candidates(files: list[str]) -> list[str]:
    """The words to ask about."""
    words = {"".join(letters) for size in range(1, 5) for letters in product(string.ascii_lowercase, repeat=size)}
    texts = [data.wordnet().decode(), *(Path(file).read_text(encoding="utf-8") for file in files)]
    listed = DATA / "ptb-words.txt"
    texts.append(listed.read_text(encoding="utf-8").replace("=", "") if listed.exists() else "")
    return sorted(words | {word.lower() for text in texts for word in re.findall("[A-Za-z]+", text)})


def abbreviations(words: list[str]) -> Iterable[str]:
    """Those that keep their stop, always or before a number; at some of the first a sentence ends all the same."""
    shortlist = [
        word
        for word, small, number in zip(
            words,
            answers([f"q {word.capitalize()}. q" for word in words]),
            answers([f"q {word}. 5" for word in words]),
            strict=True,
        )
        if len(word) > 1 and (small == f"q {word.capitalize()}. q" or number == f"q {word}. 5")
    ]
    spelled = {word: ["".join(letters) for letters in product(*((c, c.upper()) for c in word))] for word in shortlist}
    every = [each for listed in spelled.values() for each in listed]
    kinds = dict(zip(every, kinds_of(every), strict=True))
    for word, listed in spelled.items():
        (kind,) = {kinds[each] for each in listed if kinds[each]}
        yield f"{kind} {pattern([each for each in listed if kinds[each]], word)}"


def kinds_of(spelled: list[str]) -> list[str]:
    """The kind of each abbreviation as it is spelled, or nothing."""
    asked = ["q {}. q", "q {}. Qq", "q {}. 5"]
    of = [answers([each.format(word) for word in spelled]) for each in asked]
    return [kind_of(word, *given) for word, *given in zip(spelled, *of, strict=True)]


def kind_of(word: str, small: str, capital: str, number: str) -> str:
    """The kind by the answers before a small letter, a capital and a number."""
    if small == f"q {word}. q":
        return "ending" if capital == f"q {word}. . Qq" else "always"
    return "number" if number == f"q {word}. 5" else ""


def pattern(spelled: list[str], word: str) -> str:
    """A small letter for either case, a capital for itself, and `=` before a small letter that must be one."""
    out = []
    for letter, seen in zip(word, zip(*spelled, strict=True), strict=True):
        out.append(letter if len(set(seen)) == 2 else seen[0] if seen[0].isupper() else f"={letter}")
    return "".join(out)


def openers(words: list[str]) -> list[str]:
    """The words at which a sentence begins even after `A.B.`."""
    asked = [f"q A.B. {word.capitalize()} q" for word in words]
    whole = answers([word.capitalize() for word in words])
    return [
        f"opener {word}"
        for word, line, answer, alone in zip(words, asked, answers(asked), whole, strict=True)
        if answer != line and alone == word.capitalize()
    ]


def main(files: list[str]) -> None:
    """Write both files."""
    lines = [f"{name} {ranges(points)}" for name, points in sorted(classes().items())]
    (DATA / "ptb-characters.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    words = candidates(files)
    lines = sorted([*abbreviations(words), *openers(words)])
    (DATA / "ptb-words.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
