"""Compare candidates for paraphrases with what METEOR 1.5 chose for texts which can't be shipped here.

    python tests/oracles/check_golden_paraphrases.py GOLDEN

GOLDEN is the folder that check_golden.py takes; its `meteor/*.full.jsonl*` hold the tokens and the matches of the jar.
The table is the one of an installed pycocoevalcap. Two comparisons: the native candidates equal those of the readable
twin, in order, and every paraphrase that the jar matched is among them. The exit code is 1 if one fails.
"""

from __future__ import annotations

import gzip
import json
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from understudy.lexicon.paraphrases import ParaphraseTable, Words, candidates, open_table, read_pairs

PARAPHRASE = 3  # the index of the module in the matches
LONGEST = 7  # words of a side in the English table

Segment = tuple[Words, Words, set[tuple[int, ...]]]  # hypothesis, reference, what the jar matched by paraphrase
Pairs = list[tuple[Words, Words]]


def segments(path: Path) -> Iterator[Segment]:
    with (gzip.open if path.suffix == ".gz" else open)(path, "rt", encoding="utf-8", newline="\n") as file:
        next(file)  # the record of the corpus
        for record in map(json.loads, file):
            matched = {tuple(match[:4]) for match in record["matches"] if match[4] == PARAPHRASE}
            yield tuple(record["hyp_tok"].split(" ")), tuple(record["ref_tok"].split(" ")), matched


def phrases(text: Words) -> set[Words]:
    return {text[i:j] for i in range(len(text)) for j in range(i + 1, min(i + LONGEST, len(text)) + 1)}


def relevant_pairs(source: Path, left_sides: set[Words]) -> dict[Words, Pairs]:
    """The pairs of the table by left side, for the left sides that occur; all five million would take gigabytes."""
    found: dict[Words, Pairs] = defaultdict(list)
    with gzip.open(source, "rt", encoding="utf-8", newline="\n") as file:
        for left, right in read_pairs(file):
            if left in left_sides:
                found[left].append((left, right))
    return found


def twin(pairs: dict[Words, Pairs], hypothesis: Words, reference: Words) -> list[tuple[int, int, int, int]]:
    """The readable candidates, with only those pairs of which both sides occur; leaving out others changes nothing."""
    here = phrases(hypothesis) | phrases(reference)
    return candidates([pair for left in here for pair in pairs.get(left, []) if pair[1] in here], hypothesis, reference)


def native(table: ParaphraseTable, hypothesis: Words, reference: Words) -> list[tuple[int, ...]]:
    found = table.native.candidates(table.native.ids(list(hypothesis)), table.native.ids(list(reference)))
    return [tuple(row) for row in found.tolist()]


def main(folder: str) -> int:
    files = {path: list(segments(path)) for path in sorted(Path(folder, "meteor").glob("*.full.jsonl*"))}
    if not files:
        sys.exit(f"there are no meteor/*.full.jsonl* in {folder}")
    table = open_table("auto", "en")
    texts = [text for listed in files.values() for segment in listed for text in segment[:2]]
    pairs = relevant_pairs(table.path, set().union(*map(phrases, texts)))
    good = True
    for path, listed in files.items():
        ours = [native(table, hypothesis, reference) for hypothesis, reference, _ in listed]
        differ = sum(found != twin(pairs, *segment[:2]) for found, segment in zip(ours, listed, strict=True))
        lacking = sum(len(matched - set(found)) for found, (*_, matched) in zip(ours, listed, strict=True))
        chosen = sum(len(matched) for *_, matched in listed)
        good &= differ == 0 and lacking == 0
        print(
            f"{'DIFFERS' if differ or lacking else 'ok':8}{path.name}: {len(listed)} segments,"
            f" {sum(map(len, ours))} candidates, {differ} segments differ from the twin;"
            f" {chosen} matched by the jar, {lacking} of them not among ours"
        )
    return 0 if good else 1


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
