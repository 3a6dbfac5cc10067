"""The shapes of text to measure with, each made at random from a few sentences, the same in every run."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import corpus

Parallel = tuple[list[str], list[str]]

PHRASES = """
今日は 明日の 会議で 新しい 機械翻訳の 評価に ついて 話します。 データを 集めて、 結果を 比べる
必要が あります。 私たちは 東京に 住んで いますが、 コーヒーを 飲みながら 研究して いる 学生です。
インターネットの 速さが 問題でした。
"""
LINES_A_DOCUMENT = 25


def ted(segments: int) -> Parallel:
    hyps, nested = corpus.parallel(segments)
    return hyps, [each[0] for each in nested]


def chat(segments: int, seed: int = 1) -> Parallel:
    """Two to six words; every fifth word of a hypothesis is another one."""
    rng = random.Random(seed)
    sources = [line.split() for line in corpus.lines("reference1.en")]
    vocabulary = sorted({word for line in sources for word in line})
    hyps, refs = [], []
    for _ in range(segments):
        line = rng.choice(sources)
        start = rng.randrange(max(1, len(line) - 4))
        words = line[start : start + rng.randint(2, 6)]
        refs.append(" ".join(words))
        hyps.append(" ".join(word if rng.random() > 0.2 else rng.choice(vocabulary) for word in words))
    return hyps, refs


def long(segments: int) -> Parallel:
    """TED-like lines, many to a document."""
    columns = ted(segments * LINES_A_DOCUMENT)
    starts = range(0, segments * LINES_A_DOCUMENT, LINES_A_DOCUMENT)
    hyps, refs = ([" ".join(column[at : at + LINES_A_DOCUMENT]) for at in starts] for column in columns)
    return hyps, refs


def japanese(segments: int, seed: int = 1) -> Parallel:
    """Text without whitespace, of about 40 characters: sentences made of phrases, every third another one."""
    rng = random.Random(seed)
    phrases = PHRASES.split()
    refs = [[rng.choice(phrases) for _ in range(9)] for _ in range(segments)]
    hyps = [[rng.choice(phrases) if rng.random() < 1 / 3 else phrase for phrase in ref] for ref in refs]
    return ["".join(hyp) for hyp in hyps], ["".join(ref) for ref in refs]


def asr(segments: int, seed: int = 1) -> Parallel:
    """Lower case without punctuation; of 100 words 4 are replaced, 2 left out and 2 added."""
    rng = random.Random(seed)
    refs = [" ".join(re.sub(r"[^\w\s']", " ", line).split()).lower() for line in ted(segments)[1]]
    vocabulary = sorted({word for line in refs[:1000] for word in line.split()})

    def heard(word: str) -> str:
        chance = rng.random()
        if chance >= 0.08:
            return word
        other = rng.choice(vocabulary)
        return other if chance < 0.04 else "" if chance < 0.06 else f"{word} {other}"

    return [" ".join(" ".join(heard(word) for word in ref.split()).split()) for ref in refs], refs


@dataclass(frozen=True)
class Shape:
    """A kind of text. `lines` TED-like segments count as one of its segments, so that sizes are sizes of text."""

    name: str
    make: Callable[[int], Parallel]
    lines: int = 1

    def segments(self, size: int) -> int:
        return max(2, size // self.lines)


SHAPES = {
    each.make.__name__: each
    for each in (
        Shape("TED-like", ted),
        Shape("chat", chat),
        Shape("long documents", long, LINES_A_DOCUMENT),
        Shape("Japanese", japanese),
        Shape("ASR-like", asr),
    )
}


class Text:
    """Hypotheses and references as one string each, from which lists of new strings are made.

    New ones for every run: Python keeps the UTF-8 form of a string once it was asked for, and later runs would find it.
    """

    def __init__(self, both: Parallel) -> None:
        self.joined = ["\n".join(column) for column in both]
        self.renew()

    def renew(self) -> None:
        self.hyps, self.refs = (column.split("\n") for column in self.joined)

    def first(self, segments: int) -> Text:
        return Text((self.hyps[:segments], self.refs[:segments]))

    @property
    def bytes(self) -> int:
        return sum(len(column.encode()) - len(self.hyps) + 1 for column in self.joined)

    @property
    def words(self) -> int:
        return sum(len(column.split()) for column in self.joined)

    def write(self, folder: Path, name: str) -> None:
        for side, column in zip(("hyp", "ref"), self.joined, strict=True):
            (folder / f"{name}.{side}").write_text(column + "\n", encoding="utf-8")


def read(folder: str, name: str, segments: int) -> Parallel:
    """The first segments of what `Text.write` wrote, line by line, so that little memory is left behind."""
    both: Parallel = ([], [])
    for side, lines in zip(("hyp", "ref"), both, strict=True):
        with Path(folder, f"{name}.{side}").open(encoding="utf-8", newline="\n") as file:
            lines.extend(line.removesuffix("\n") for line, _ in zip(file, range(segments), strict=False))
    return both
