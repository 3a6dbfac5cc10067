"""What the checks look at: some segments, spread over the test set, however large it is."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import accumulate
from re import Pattern

from understudy.checks.finding import SEVERITIES, Finding, Severity, excerpt
from understudy.checks.look import Look, look

SEGMENTS, CHARACTERS = 192, 120  # how much is looked at: enough to tell, too little to take time
FEWEST = 20  # segments below which a share tells nothing
FEW = 40  # segments for what takes longer
LONG = 300  # characters whose words are compared
GOLDEN = 0.618033988749895  # multiples of it fall nowhere in step with a pattern of the text

BEYOND_ASCII = re.compile(r"[^\x00-\x7f]+")

Texts = Sequence[str]
Pieces = frozenset[str]


def spread(segments: int, most: int = SEGMENTS) -> list[int]:
    """The segments to look at, out of so many: all, or `most` of them at uneven distances.

    >>> spread(3), len(spread(10_000)), spread(10_000)[:3]
    ([0, 1, 2], 192, [0, 84, 116])
    """
    if segments <= most:
        return list(range(segments))
    return [int((k + k * GOLDEN % 1) * segments / most) for k in range(most)]


def pieces(text: str) -> Pieces:
    """The words of a text, or its pairs of characters where there are no blanks between words.

    >>> sorted(pieces("the black cat")), sorted(pieces("黑猫坐在垫子上，不动"))[:2]
    (['black', 'cat', 'the'], ['上，', '不动'])
    """
    text = text[:LONG].lower()
    words = text.split()
    if len(text) >= 10 * len(words):
        return frozenset(map(str.__add__, text, text[1:]))
    return frozenset(words)


@dataclass(frozen=True, eq=False)
class Side:
    """Some texts of a test set: those of a system, a reference, or the source."""

    name: str  # as a message names them: "the hypotheses"
    column: Texts  # of all segments
    numbers: list[int]  # the segments to look at, counted from 0
    system: str = ""

    @cached_property
    def whole(self) -> list[str]:
        """The texts to look at."""
        return [self.column[number] for number in self.numbers]

    @property
    def key(self) -> str:
        """Which texts they are, in a word of English that programs know."""
        return "hypotheses" if self.system else self.name.removeprefix("the ")

    @property
    def plain(self) -> str:
        """The name without that of the system, for what is said of the references of all systems."""
        return "the hypotheses" if self.system else self.name

    @cached_property
    def texts(self) -> list[str]:
        """The texts, each cut where it is long."""
        return [text[:CHARACTERS] for text in self.whole]

    @cached_property
    def joined(self) -> str:
        """All of them in one string, in which to look for anything at all."""
        return "\n".join(self.texts)

    @cached_property
    def _ends(self) -> list[int]:
        """Where the text after each of them begins in `joined`."""
        return list(accumulate(len(text) + 1 for text in self.texts))

    @cached_property
    def foreign(self) -> frozenset[str]:
        """The characters of all of them but ASCII."""
        return frozenset(self.beyond_ascii)

    @cached_property
    def beyond_ascii(self) -> str:
        """The runs of other characters than ASCII, separated by line ends: what is rare there is found fast."""
        return "\n".join(BEYOND_ASCII.findall("\n".join(text for text in self.texts if not text.isascii())))

    @cached_property
    def few(self) -> list[int]:
        """Places of some of the texts, for what takes longer."""
        return spread(len(self.numbers), FEW)

    @cached_property
    def look(self) -> Look:
        """The script and the language that some of the texts look like."""
        return look([self.texts[place] for place in self.few])

    def __len__(self) -> int:
        return len(self.numbers)

    def has(self, characters: Iterable[str]) -> bool:
        """Whether any of these characters is in a text."""
        return any((each in self.joined) if each < "\x80" else (each in self.foreign) for each in characters)

    @cached_property
    def pieces(self) -> dict[int, Pieces]:
        """The pieces of some of the texts, by their places."""
        return {place: pieces(self.whole[place]) for place in self.few}

    def containing(self, characters: str) -> list[int]:
        """The places of the texts that have any of these characters."""
        places = set[int]()
        for each in characters:
            if self.has(each):
                places.update([place for place, text in enumerate(self.texts) if each in text])
        return sorted(places)

    def matching(self, pattern: Pattern[str]) -> list[int]:
        """The places of the texts in which a pattern occurs; `^` and `$` need re.MULTILINE."""
        places, begin = list[int](), 0
        while match := pattern.search(self.joined, begin):
            places.append(bisect_right(self._ends, match.start()))
            begin = self._ends[places[-1]]
        return places

    def finding(
        self, kind: str, severity: Severity, message: str, places: Sequence[int], remedy: str, option: str = "",
        pattern: Pattern[str] | None = None, variant: str = "", **values: object,
    ) -> Finding:  # fmt: skip
        """Make a finding of the places that show it; an excerpt begins shortly before the pattern.

        `values` are what the message says, so that it can be said in another language.
        """
        named = {"side": self.key} | {name: str(value) for name, value in values.items()}
        text = self.whole[places[0]]
        match = pattern.search(text) if pattern else None
        return Finding(
            kind, severity, message, len(places), len(self), self.numbers[places[0]] + 1,
            excerpt(text, match.start() if match else 0),
            remedy, option, self.system, variant, tuple(named.items()),
        )  # fmt: skip


@dataclass(frozen=True)
class Reader:
    """What is known of how the metrics read text."""

    languages: Mapping[str, str] = field(default_factory=dict)  # a code, and who takes the texts for that language
    ignores_case: Callable[[], bool] = bool  # whether all of them take upper and lower case for the same
    split_already: bool = False  # whether all of them take what stands between blanks for words


@dataclass(frozen=True, eq=False)
class Sample:
    """The texts of one system, its references and perhaps its source, segment by segment.

    >>> sample = Sample.of(["a", "b"], [["c", "d"]])
    >>> sample.hyps.name, [side.name for side in sample.references]
    ('the hypotheses', ['the references'])
    """

    hyps: Side
    references: list[Side]  # the first of every segment, the second of every segment, ...
    source: Side | None
    segments: int  # in the test set
    reader: Reader

    @classmethod
    def of(
        cls,
        hyps: Texts,
        references: Sequence[Texts],
        source: Texts | None = None,
        reader: Reader = Reader(),  # noqa: B008 - frozen
        system: str = "",
    ) -> Sample:
        """Look at some segments of these texts."""
        numbers = spread(len(hyps))
        names = [f"reference {n}" for n in range(1, len(references) + 1)] if references[1:] else ["the references"]
        sides = [Side(name, column, numbers) for name, column in zip(names, references, strict=True)]
        original = None if source is None else Side("the source", source, numbers)
        return cls(_hypotheses(hyps, numbers, system), sides, original, len(hyps), reader)

    def of_another(self, hyps: Texts, system: str) -> Sample:
        """Look at the same segments of another system; what is known of the references is not worked out again."""
        return replace(self, hyps=_hypotheses(hyps, self.hyps.numbers, system))

    @property
    def sides(self) -> list[Side]:
        """Hypotheses and references, which should look alike."""
        return [self.hyps, *self.references]

    def one_sided(
        self, kind: str, severity: Severity, what: str, pattern: Pattern[str], remedy: str,
        needs: Iterable[str], share: float = 0.02, variant: str = "",
    ) -> Finding | None:  # fmt: skip
        """Find a pattern that is frequent in some of the texts and rare in others.

        `needs` are characters of which a match has one: looking for them is fast.
        """
        places = [side.matching(pattern) if side.has(needs) else [] for side in self.sides]
        return self.frequent_on_one(kind, severity, what, places, remedy, share, pattern, variant)

    def frequent_on_one(
        self, kind: str, severity: Severity, what: str, places: Sequence[list[int]], remedy: str,
        share: float = 0.02, pattern: Pattern[str] | None = None, variant: str = "",
    ) -> Finding | None:  # fmt: skip
        """Find what is frequent in some of the texts and rare in others; `places` has where, for each of `sides`.

        In less than a tenth of the segments it is a step less severe.
        """
        counts = list(map(len, places))
        worst = counts.index(max(counts))
        if counts[worst] < max(3, share * len(self.hyps)) or 4 * min(counts) > counts[worst]:
            return None
        side, other = self.sides[worst], self.sides[counts.index(min(counts))]
        if 10 * counts[worst] < len(side):
            severity = SEVERITIES[min(SEVERITIES.index(severity) + 1, 2)]
        message = f"{what} in {side.name}, but hardly any in {other.plain}"
        return side.finding(
            kind, severity, message, places[worst], remedy, pattern=pattern, variant=variant, other=other.key
        )


def _hypotheses(hyps: Texts, numbers: list[int], system: str) -> Side:
    return Side(f"the hypotheses of {system}" if system else "the hypotheses", hyps, numbers, system)
