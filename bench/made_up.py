"""Made-up text of any length, the same in every run: words of a language's letters, as frequent as Zipf's law says."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from dataclasses import dataclass, field

KINDS = 4_000  # words of the vocabulary
NOISE = {"3 %": 0.03, "30 %": 0.3, "unrelated": None}


@dataclass(frozen=True)
class Language:
    """Its words are made of syllables; the 100 most frequent ones are the shortest."""

    name: str
    syllables: tuple[str, ...]
    longest: int  # syllables of a word
    between: str = " "
    stop: str = "."
    capitals: float = 0.0  # how many words begin with one
    words: list[str] = field(init=False)
    weights: list[float] = field(init=False)

    def __post_init__(self) -> None:
        rng = random.Random(self.name)
        made: set[str] = set()
        while len(made) < KINDS:
            word = "".join(rng.choices(self.syllables, k=rng.randint(1, self.longest)))
            made.add(word.capitalize() if rng.random() < self.capitals else word)
        mixed = rng.sample(sorted(made), KINDS)
        mixed[:100], rest = sorted(mixed, key=len)[:100], sorted(mixed, key=len)[100:]
        mixed[100:] = rng.sample(rest, len(rest))
        object.__setattr__(self, "words", mixed)
        object.__setattr__(self, "weights", list(itertools.accumulate(1 / rank for rank in range(1, KINDS + 1))))

    def draw(self, rng: random.Random, words: int) -> list[str]:
        """Some words; about every twelfth ends a sentence."""
        drawn = rng.choices(self.words, cum_weights=self.weights, k=words)
        return [word + self.stop if rng.random() < 1 / 12 else word for word in drawn]

    def changed(self, rng: random.Random, words: list[str], noise: float) -> Iterator[str]:
        """Of the words that are hit by noise a quarter each: another word, another letter, no word, a word more."""
        for word in words:
            chance = rng.random() / noise
            if chance >= 1 or chance < 0.25:
                yield word
            if chance < 0.5:
                yield self.draw(rng, 1)[0]
            elif chance < 0.75:
                at = rng.randrange(len(word))
                yield word[:at] + rng.choice(self.syllables)[0] + word[at + 1 :]

    def parallel(self, segments: int, words: int, noise: float | None, seed: int = 1) -> tuple[list[str], list[str]]:
        """Hypotheses and references of so many words each; without noise the two are unrelated."""
        rng = random.Random(seed)
        hyps, refs = [], []
        for _ in range(segments):
            ref = self.draw(rng, words)
            hyp = self.draw(rng, words) if noise is None else list(self.changed(rng, ref, noise))
            refs.append(self.between.join(ref))
            hyps.append(self.between.join(hyp))
        return hyps, refs


def syllables(onsets: str, nuclei: str, codas: str) -> tuple[str, ...]:
    return tuple(
        map("".join, itertools.product(*(each.replace("_", "").split(" ") for each in (onsets, nuclei, codas))))
    )


KANA = "のにはをたがでてとしれさあるいるもすなうことよらりかきくけまみめやえおせそちつ"
KANJI = (
    "日一国人年大十二本中長出三時行見月後前生五間上東四今金九入学"
    "高円子外八六下来気小七山話女北午百書先名川千水半男西電校語"
)

LANGUAGES = (
    Language("English", syllables("b c d f g h l m n p r s t th w _", "a e i o u ea ou", "_ n r s t l d"), 4),
    Language(
        "German",
        syllables("b d f g h k l m n r s sch st t w z _", "a e i o u ä ö ü ei ie", "_ n r s t ch"),
        6,
        capitals=0.3,
    ),
    Language("Japanese", (*KANA, *KANA, *KANJI), 4, between="", stop="。"),
)
