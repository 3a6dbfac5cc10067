"""Conditions on a comparison, such as `bleu.delta < -0.5 and bleu.p < 0.05`: parsed by hand, never run as code.

condition  = both ("or" both)*
both       = single ("and" single)*
single     = "not" single | "(" condition ")" | side operator side
side       = number | metric "." field

A metric is named as it was asked for, with its settings if there were any: `bleu:order=2.delta < 0`.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from understudy.errors import SettingError, unknown

if TYPE_CHECKING:
    from understudy.comparison.compared import Comparison

FIELDS = ("score", "delta", "p", "corrected_p", "low", "high", "delta_low", "delta_high", "wins", "ties", "losses")
OPERATORS: dict[str, Callable[[float, float], bool]] = {
    "<=": operator.le, ">=": operator.ge, "==": operator.eq, "!=": operator.ne, "<": operator.lt, ">": operator.gt,
}  # fmt: skip
DEEPEST = 50
PIECE = re.compile(
    r"\s*(?:(?P<number>[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)"
    r"|(?P<name>[A-Za-z][\w+-]*(?:[:,]\w+=[\w+.-]+)*\.\w+)|(?P<word>and|or|not)\b|(?P<mark>[<>=!]=|[<>()]))"
)

Values = Mapping[str, float]  # by name, such as bleu.delta


@dataclass(frozen=True)
class Condition:
    """A condition that was read: what it says, which names it uses, and whether it holds."""

    text: str
    names: tuple[str, ...]
    holds: Callable[[Values], bool]

    def reason(self, values: Values) -> str:
        """The condition with the values of its names, for a message.

        >>> Condition.read("bleu.delta < -0.5", ["bleu"]).reason({"bleu.delta": -1.25})
        'bleu.delta < -0.5 (bleu.delta = -1.25)'
        """
        return f"{self.text} ({', '.join(f'{name} = {values[name]:.4g}' for name in self.names)})"

    @classmethod
    def read(cls, text: str, metrics: Iterable[str]) -> Condition:
        """Read a condition on these metrics: a list of names, or the names by what was asked for.

        >>> Condition.read("not (bleu.p >= 0.05 or bleu.delta > 0)", ["bleu"]).holds({"bleu.p": 0.01, "bleu.delta": -2})
        True
        """
        called = dict(metrics) if isinstance(metrics, Mapping) else {name: name for name in metrics}
        return _Reader(text, called).condition()


def values(comparison: Comparison, system: str) -> dict[str, float]:
    """Give every number of one system by its name, such as bleu.delta; those that there are.

    >>> import understudy as us
    >>> refs = [f"number {n} is good" for n in range(9)]
    >>> values(us.compare({"A": refs, "B": refs}, refs, trials=99), "B")["bleu.p"]
    1.0
    """
    every: dict[str, float | None] = {}
    for name, each in comparison.items():
        own = each[system]
        numbers = {"score": own.score, "delta": own.delta, "p": own.p, "corrected_p": own.corrected_p}
        numbers |= {"wins": own.wins, "ties": own.ties, "losses": own.losses}
        for prefix, interval in (("", own.interval), ("delta_", own.delta_interval)):
            if interval is not None:
                numbers |= {f"{prefix}low": interval.low, f"{prefix}high": interval.high}
        every |= {f"{name}.{field}": number for field, number in numbers.items()}
    return {name: float(number) for name, number in every.items() if number is not None}


class _Reader:
    def __init__(self, text: str, called: dict[str, str]) -> None:
        self.text, self.called = text, called
        self.pieces = self._split()
        self.place = self.depth = 0
        self.names: dict[str, None] = {}

    def condition(self) -> Condition:
        holds = self._either()
        if self.place < len(self.pieces):
            self._refuse("and, or, or the end")
        if not self.names:
            raise SettingError(f"the condition {self.text!r} is about no metric; write for example 'bleu.delta < -0.5'")
        return Condition(self.text.strip(), tuple(self.names), holds)

    def _split(self) -> list[tuple[str, str]]:
        pieces, place, text = [], 0, self.text.rstrip()
        while place < len(text):
            piece = PIECE.match(text, place)
            if piece is None:
                raise SettingError(
                    f"the condition {self.text!r} can't be read at {text[place:].strip()!r:.40};"
                    " write for example 'bleu.delta < -0.5 and bleu.p < 0.05'"
                )
            pieces.append((str(piece.lastgroup), piece.group().strip()))
            place = piece.end()
        return pieces

    def _next(self) -> tuple[str, str]:
        return self.pieces[self.place] if self.place < len(self.pieces) else ("end", "the end")

    def _take(self, *wanted: str) -> bool:
        if self._next()[0] in ("word", "mark") and self._next()[1] in wanted:
            self.place += 1
            return True
        return False

    def _refuse(self, wanted: str) -> None:
        raise SettingError(f"the condition {self.text!r} has {self._next()[1]!r} where {wanted} is due")

    def _either(self) -> Callable[[Values], bool]:
        sides = [self._both()]
        while self._take("or"):
            sides.append(self._both())
        return lambda values: any(side(values) for side in sides)

    def _both(self) -> Callable[[Values], bool]:
        sides = [self._single()]
        while self._take("and"):
            sides.append(self._single())
        return lambda values: all(side(values) for side in sides)

    def _single(self) -> Callable[[Values], bool]:
        if self._take("not"):
            inner = self._deeper(self._single)
            return lambda values: not inner(values)
        if self._take("("):
            inner = self._deeper(self._either)
            if not self._take(")"):
                self._refuse("and, or, or a closing parenthesis")
            return inner
        left = self._side()
        sign = self._next()[1]
        if not self._take(*OPERATORS):
            self._refuse("one of < <= > >= == !=")
        right = self._side()
        return lambda values: OPERATORS[sign](left(values), right(values))

    def _deeper(self, read: Callable[[], Callable[[Values], bool]]) -> Callable[[Values], bool]:
        self.depth += 1
        if self.depth > DEEPEST:
            raise SettingError(
                f"the condition {self.text!r:.40} is nested more than {DEEPEST} deep; write it more simply"
            )
        inner = read()
        self.depth -= 1
        return inner

    def _side(self) -> Callable[[Values], float]:
        kind, piece = self._next()
        if kind not in ("number", "name"):
            self._refuse("a number or a name such as bleu.delta")
        self.place += 1
        if kind == "number":
            return lambda values: float(piece)
        metric, _, field = piece.rpartition(".")
        name = f"{self._name(metric)}.{field}"
        if field not in FIELDS:
            raise unknown(f"field of {metric} in the condition", field, FIELDS)
        self.names[name] = None
        return lambda values: values[name]

    def _name(self, metric: str) -> str:
        """The name of a metric that is called as it was asked for, or without settings where that is clear."""
        if metric in self.called:
            return self.called[metric]
        meant = [asked for asked in self.called if asked.partition(":")[0] == metric]
        if len(meant) > 1:
            raise SettingError(f"{metric!r} in the condition may be {' or '.join(meant)}; name it with its settings")
        if not meant:
            raise unknown("metric in the condition", metric, self.called)
        return self.called[meant[0]]
