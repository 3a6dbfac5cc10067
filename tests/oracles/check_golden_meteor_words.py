"""Compare tokens, stems and synsets with those of METEOR 1.5, for texts and words which can't all be shipped here.

    python tests/oracles/check_golden_meteor_words.py GOLDEN

GOLDEN is the folder that has `meteor/`. The exit code is 1 if anything differs.
"""

from __future__ import annotations

import gzip
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

from understudy import _core
from understudy.lexicon.snowball import stem_english
from understudy.lexicon.words import Lexicon, PlainSynonyms
from understudy.tokens import Reading


def opened(path: Path) -> list[str]:
    text = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    return text.decode().removesuffix("\n").split("\n")


def reading(options: list[str]) -> Reading:
    """The reading that METEOR's command line asks for."""
    lang = options[options.index("-l") + 1] if "-l" in options else "en"
    if "-norm" in options:
        return Reading(f"meteor-{lang}" + ("-nopunct" if "-noPunct" in options else ""))
    return Reading("java", lowercase="yes" if "-lower" in options else "no")


def tokenized(path: Path) -> Iterator[tuple[Reading, list[str], str]]:
    """Texts of which one was tokenized, and its tokens, joined by blanks: METEOR shows only the reference it chose."""
    corpus, *segments = map(json.loads, opened(path))
    for segment in segments:
        yield reading(corpus["options"]), [segment["hyp"]], segment["hyp_tok"]
        yield reading(corpus["options"]), segment["refs"], segment["ref_tok"]


def token_differences(folder: Path) -> Iterator[tuple[str, bool]]:
    for path in sorted(folder.glob("*.jsonl*")):
        for how, texts, expected in tokenized(path):
            native = [" ".join(_core.tokenize(text, how.tokenizer, how.lowercase)) for text in texts]
            readable = [" ".join(how(text)) for text in texts]
            words = " ".join(Reading("java")(expected))  # where it does not normalise, METEOR writes the line as it is
            kind = f"tokens of {how.tokenizer}" + (", lower case" if how.lowercase == "yes" else "")
            yield kind, words in native and native == readable


def word_differences(folder: Path) -> Iterator[tuple[str, bool]]:
    pairs = [line.split("\t") for line in opened(folder / "stem.en.tsv.gz")]
    native = _core.stem_english([word for word, _ in pairs])
    for (word, expected), stem in zip(pairs, native, strict=True):
        yield "stems", expected == stem == stem_english(word)
    pairs = [line.split("\t") for line in opened(folder / "synsets.ted-vocab.tsv.gz")]
    facts = Lexicon("en").look_up([word for word, _ in pairs])
    plain = PlainSynonyms()
    for i, (word, expected) in enumerate(pairs):
        synsets = facts.synsets[facts.synset_starts[i] : facts.synset_starts[i + 1]].tolist()
        yield "synsets", list(map(int, expected.split())) == synsets == sorted(plain.of(word))


def main(golden: str) -> int:
    folder = Path(golden) / "meteor"
    counts: dict[str, Counter[bool]] = defaultdict(Counter)
    for source in (token_differences, word_differences):
        for kind, same in source(folder):
            counts[kind][same] += 1
    for kind, count in counts.items():
        print(f"{'DIFFERS' if count[False] else 'ok':8}{kind}: {count.total()} compared, {count[False]} differ")
    return 1 if any(count[False] for count in counts.values()) else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
