"""What the program says about a metric beside its score; each family fills it in, in its `about.py`."""

from __future__ import annotations

from dataclasses import dataclass

from understudy.contract.arithmetic import exp

CHANCE = 50.0


@dataclass(frozen=True)
class Publication:
    """A publication: how a sentence names it, and its BibTeX entry."""

    name: str
    citation: str


@dataclass(frozen=True)
class HumanScale:
    """How often past comparisons agreed with people, in percent, for a score difference of so many points.

    `top` is the agreement for the largest differences, `slope` how quickly it is reached. A `logistic` curve is that
    of Kocmi et al. 2024; near 0 it falls below chance, where ours stops at chance. The others start at chance.
    It holds for the default settings only, but for those in `free`: languages and original tools decide them.
    """

    top: float
    slope: float
    source: Publication
    logistic: bool = True
    free: tuple[str, ...] = ("tokenizer", "compat")

    def agreement(self, points: float) -> float:
        """The agreement for a difference of this size, whatever its sign; never below chance."""
        size = abs(points)
        if self.logistic:
            return max(CHANCE, self.top / (1 + float(exp(-self.slope * size))))
        return CHANCE + (self.top - CHANCE) * (1 - float(exp(-self.slope * size)))


@dataclass(frozen=True)
class About:
    """The description of a metric; the defaults are those of a metric that says nothing about itself.

    >>> About(part_groups=(("Lengths", "hyp_length|ref_length"),)).part_groups[0][0]
    'Lengths'
    """

    citation: str = ""  # BibTeX
    rewards: str = ""  # what a good score takes, as it follows "which rewards"
    family: str = ""  # metrics of one family are variants of one idea and count as one witness; "" is none but itself
    part_groups: tuple[tuple[str, str], ...] = (("Parts", ".*"),)  # of the report: a title, and a pattern of names
    harmless: frozenset[str] = frozenset()  # settings that open no file whatever their value; a web page may send them
    files: frozenset[str] = frozenset()  # settings that name a file of this machine
    alone: str = ""  # what to know of the score of one segment by itself, if there is anything
    human_scale: HumanScale | None = None  # None where nobody has counted


def names(words: str) -> frozenset[str]:
    """Make a set of the names in a text.

    >>> sorted(names("order tokenizer"))
    ['order', 'tokenizer']
    """
    return frozenset(words.split())
