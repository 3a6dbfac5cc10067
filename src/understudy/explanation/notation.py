"""Arithmetic as a tree: what a formula writes on one line, taken apart, so that HTML can show it as MathML.

A line has numbers, names (`p_1` has a subscript), phrases (`matched 1-grams`), + - × / ^, brackets, |x|, and the
functions below. Minus has blanks around it, or stands before an operand; any other hyphen belongs to its word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from understudy.tables.markup import Markup, element

FUNCTIONS = ("exp", "ln", "sqrt", "min", "max", "Σ")
GREEK = {"alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "sigma": "σ"}
TOKEN = re.compile(r"\s*([+×/^(),|]|-(?=\s)|[^\s+×/^(),|]+)")
PERCENT = "100"
NUMBER = re.compile(r"\d+(\.\d+)?(e[-+]?\d+)?")
LOW = str.maketrans("0123456789n", "₀₁₂₃₄₅₆₇₈₉ₙ")
# How tightly an operator binds; what binds less is bracketed within it.
BINDING = {"+": 1, "-": 1, "×": 2, "/": 2, "negative": 2, "^": 3}


@dataclass(frozen=True)
class Tree:
    """An operator or function with its operands; a number, name or phrase has none."""

    head: str
    operands: tuple[Tree, ...] = ()


class _Unreadable(Exception):
    """The line is no arithmetic."""


def parse(line: str) -> Tree:
    """Take a line of arithmetic apart; what isn't any is one phrase.

    >>> parse("matched words / 7").operands
    (Tree(head='matched words', operands=()), Tree(head='7', operands=()))
    >>> parse("nothing (at all")
    Tree(head='nothing (at all', operands=())
    """
    tokens = [token for written in TOKEN.findall(line) for token in _split_sign(written)]
    reader = _Reader(tokens)
    try:
        tree = reader.sum()
        return tree if reader.at_end else Tree(line)
    except _Unreadable:
        return Tree(line)


def subscripts(line: str) -> str:
    """Write subscripts as such, where characters for them exist.

    >>> subscripts("100 × p_1 + I_12 - F_char_1")
    '100 × p₁ + I₁₂ - F_char_1'
    """
    return re.sub(r"(?<![\w])([A-Za-z]+)_(\d+|n)\b", lambda match: match[1] + match[2].translate(LOW), line)


def mathml(tree: Tree) -> Markup:
    """Write a tree as MathML, without the element around it.

    >>> mathml(parse("p_1 / 2"))
    '<mfrac><msub><mi>p</mi><mn>1</mn></msub><mn>2</mn></mfrac>'
    """
    match tree.head, tree.operands:
        case head, ():
            return _leaf(head)
        case "/", (above, below):
            rest = _after_percent(above)
            if rest is not None:
                return _row(element("mn", PERCENT), _operator("×"), element("mfrac", mathml(rest), mathml(below)))
            return element("mfrac", mathml(above), mathml(below))
        case "^", (base, exponent):
            return element("msup", _bracketed(base, BINDING["^"] + 1), mathml(exponent))
        case "negative", (operand,):
            return _row(_operator("−"), _bracketed(operand, BINDING["negative"]))
        case "|", (operand,):
            return _row(_operator("|"), mathml(operand), _operator("|"))
        case "sqrt", (operand,):
            return element("msqrt", mathml(operand))
        case "Σ", (operand,):
            return _row(_operator("∑"), _bracketed(operand, BINDING["×"]))
        case head, operands if head in FUNCTIONS:
            return _row(element("mi", head), _brackets(*_between(map(mathml, operands), ",")))
        case head, (left, right):
            # a - (b + c), but a + b + c
            loose = BINDING[head] + (head == "-")
            return _row(_bracketed(left, BINDING[head]), _operator(head), _bracketed(right, loose))
    raise ValueError(f"no such operation: {tree}")


class _Reader:
    """Reads tokens from left to right; each method reads what binds as tightly as its name says."""

    def __init__(self, tokens: list[str]) -> None:
        self.tokens, self.place = tokens, 0

    @property
    def at_end(self) -> bool:
        return self.place == len(self.tokens)

    @property
    def next(self) -> str:
        return "" if self.at_end else self.tokens[self.place]

    def take(self, wanted: str = "") -> str:
        token = self.next
        if not token or (wanted and token != wanted):
            raise _Unreadable
        self.place += 1
        return token

    def sum(self) -> Tree:
        tree = self.product()
        while self.next in ("+", "-"):
            tree = Tree(self.take(), (tree, self.product()))
        return tree

    def product(self) -> Tree:
        tree = self.power()
        while self.next in ("×", "/"):
            tree = Tree(self.take(), (tree, self.power()))
        return tree

    def power(self) -> Tree:
        if self.next == "-":
            self.take()
            return Tree("negative", (self.power(),))
        tree = self.operand()
        if self.next == "^":
            self.take()
            return Tree("^", (tree, self.power()))
        return tree

    def operand(self) -> Tree:
        token = self.take()
        if token in ("(", "|"):
            inner = self.sum()
            self.take(")" if token == "(" else "|")
            return inner if token == "(" else Tree("|", (inner,))
        if token in ("+", "×", "/", "^", ")", ","):
            raise _Unreadable
        if token in FUNCTIONS and self.next == "(":
            return Tree(token, tuple(self.arguments()))
        words = [token]
        while self.next and self.next not in (*BINDING, "(", ")", ",", "|"):
            words.append(self.take())
        return Tree(" ".join(words))

    def arguments(self) -> Iterator[Tree]:
        self.take("(")
        yield self.sum()
        while self.next == ",":
            self.take()
            yield self.sum()
        self.take(")")


def _split_sign(token: str) -> list[str]:
    return ["-", token[1:]] if len(token) > 1 and token[0] == "-" else [token]


def _leaf(written: str) -> Markup:
    if NUMBER.fullmatch(written):
        return element("mn", written)
    if " " in written:
        return element("mtext", written)
    name, _, below = written.partition("_")
    letter = element("mi", GREEK.get(name, name))
    return element("msub", letter, element("mn" if below.isdecimal() else "mi", below)) if below else letter


def _after_percent(tree: Tree) -> Tree | None:
    """What a product has after the 100 at its beginning, which looks better before a fraction than in it."""
    if tree.head != "×":
        return None
    first, last = tree.operands
    if first == Tree(PERCENT):
        return last
    rest = _after_percent(first)
    return None if rest is None else Tree("×", (rest, last))


def _bracketed(tree: Tree, binding: int) -> Markup:
    """Write an operand, in brackets if it binds less than what it is in; a fraction's bar holds it together."""
    loose = tree.operands and BINDING.get(tree.head, 4) < binding and not (tree.head == "/" and binding < 4)
    return _brackets(mathml(tree)) if loose else mathml(tree)


def _brackets(*inner: Markup) -> Markup:
    return _row(_operator("("), *inner, _operator(")"))


def _between(operands: Iterator[Markup], sign: str) -> list[Markup]:
    return [each for operand in operands for each in (_operator(sign), operand)][1:]


def _operator(sign: str) -> Markup:
    return element("mo", "−" if sign == "-" else sign)


def _row(*parts: Markup) -> Markup:
    return element("mrow", *parts)
