"""Write native/text/tokenizers/ptb_tables.inc: the rules of `ptb_rules.py` as a table of states, and its words.

python tools/make_ptb_tables.py

Each rule becomes a nondeterministic automaton over the characters that its pattern can tell apart; all together become
one deterministic automaton, the smallest, whose states say which rule has matched.
"""

from __future__ import annotations

import re
import re._constants as op
import re._parser as parser
from collections.abc import Iterable
from pathlib import Path
from textwrap import fill
from typing import Any

import numpy as np
import numpy.typing as npt

from understudy.lexicon import data
from understudy.tokens.builtin import ptb, ptb_rules

TABLES = Path(__file__).parent.parent / "native" / "text" / "tokenizers" / "ptb_tables.inc"
BEYOND = dict.fromkeys([*ptb_rules.ALONE.values(), *ptb_rules.CLASSES.values(), *ptb_rules.CAPITALS.values()])
ALPHABET = [*map(chr, range(128)), *sorted(c for c in BEYOND if ord(c) >= 128)]
Set = frozenset[str]
Row = dict[int, int]  # the next state by symbol

HEADER = """\
// The rules, characters and words of the tokenizer `ptb`. Generated, do not edit.
// Rebuild: python tools/make_ptb_tables.py, from src/understudy/tokens/builtin/ptb_rules.py and the lists ptb-*.txt.
// The numbers stand as the generator packs them:
// clang-format off
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace understudy::ptb {

enum class Write : std::uint8_t { keep, drop, verbatim, halves, blanks, brackets, apostrophe, ampersand, quotes, text };
enum class Cut : std::uint8_t { none, one_behind, two_behind, two, four, clitic, negation };
enum class Kind : std::uint8_t { always, ending, number };

struct Rule {
    Write write;
    Cut cut;
    std::string_view text;  // what is written, for Write::text
};

struct Span {
    char32_t first, last;
    std::uint8_t symbol;
};

struct Steps {
    char32_t first, last, step;
};

// In lower case, and as it must be written: a small letter stands for either case, others for themselves, as do those
// after `=`.
struct Abbreviation {
    std::string_view word, written;
    Kind kind;
};
"""


# --- Patterns to automata -------------------------------------------------------------------------------------------


class Automaton:
    """States with moves on sets of characters, and moves without one."""

    def __init__(self) -> None:
        self.free: list[list[int]] = []
        self.moves: list[list[tuple[Set, int]]] = []

    def state(self) -> int:
        """Add a state."""
        self.free.append([])
        self.moves.append([])
        return len(self.free) - 1

    def add(self, pattern: Iterable[Any], at: int) -> int:
        """Add a parsed pattern behind a state; returns the state in which it has matched."""
        for kind, value in pattern:
            if kind is op.SUBPATTERN:
                at = self.add(value[3], at)
            elif kind is op.BRANCH:
                ends = [self.add(branch, at) for branch in value[1]]
                at = self.state()
                for end in ends:
                    self.free[end].append(at)
            elif kind is op.MAX_REPEAT:
                at = self.repeat(*value, at)
            else:
                end = self.state()
                self.moves[at].append((characters(kind, value), end))
                at = end
        return at

    def repeat(self, least: int, most: int, pattern: Iterable[Any], at: int) -> int:
        """Add a pattern several times behind a state."""
        for _ in range(least):
            at = self.add(pattern, at)
        end = self.state()
        if most is op.MAXREPEAT:
            again = self.state()
            self.free[at] += [again, end]
            self.free[self.add(pattern, again)] += [again, end]
            return end
        self.free[at].append(end)
        for _ in range(most - least):
            at = self.add(pattern, at)
            self.free[at].append(end)
        return end


def characters(kind: Any, value: Any) -> Set:
    """The characters that one place of a pattern matches."""
    if kind is op.LITERAL:
        return frozenset(chr(value))
    if kind is op.NOT_LITERAL:
        return frozenset(ALPHABET) - {chr(value)}
    if kind is not op.IN:
        raise SystemExit(f"no rule may have {kind} in its pattern")
    named: set[str] = set()
    for each, of in value:
        if each is op.LITERAL:
            named.add(chr(of))
        elif each is op.RANGE:
            named |= {c for c in ALPHABET if of[0] <= ord(c) <= of[1]}
    return frozenset(set(ALPHABET) - named if (op.NEGATE, None) in value else named)


def symbols_of(automaton: Automaton) -> dict[str, int]:
    """Number the characters; those that no pattern tells apart have one number."""
    sets = {each for moves in automaton.moves for each, _ in moves}
    kinds: dict[tuple[bool, ...], int] = {}
    ordered = sorted(sets, key=sorted)
    return {c: kinds.setdefault(tuple(c in each for each in ordered), len(kinds)) for c in ALPHABET}


def determined(automaton: Automaton, start: int, rules: dict[int, int], symbols: dict[str, int]) -> tuple[Any, Any]:
    """The rows of the deterministic automaton, and the rule that each state has matched, or -1."""
    moves = [[({symbols[c] for c in each}, end) for each, end in state] for state in automaton.moves]

    def closure(states: frozenset[int]) -> frozenset[int]:
        seen, todo = set(states), list(states)
        while todo:
            new = [each for each in automaton.free[todo.pop()] if each not in seen]
            seen.update(new)
            todo += new
        return frozenset(each for each in seen if moves[each] or each in rules)

    first = closure(frozenset([start]))
    numbers, todo = {first: 0}, [first]
    rows: list[Row] = []
    matched: list[int] = []
    for states in todo:
        targets: dict[int, set[int]] = {}
        for state in states:
            for each, end in moves[state]:
                for symbol in each:
                    targets.setdefault(symbol, set()).add(end)
        row = {}
        for symbol, ends in targets.items():
            target = closure(frozenset(ends))
            if target not in numbers:
                numbers[target] = len(numbers)
                todo.append(target)
            row[symbol] = numbers[target]
        rows.append(row)
        matched.append(min((rules[state] for state in states if state in rules), default=-1))
    return rows, matched


def smallest(rows: list[Row], matched: list[int]) -> tuple[list[Row], list[int]]:
    """Merge states that no text can tell apart; the first state stays the first."""
    part = matched
    while True:
        kinds: dict[Any, int] = {}
        keys = [(part[s], *sorted((symbol, part[end]) for symbol, end in row.items())) for s, row in enumerate(rows)]
        new = [kinds.setdefault(key, len(kinds)) for key in keys]
        if len(kinds) == len(set(part)):
            break
        part = new
    firsts = {number: state for state, number in reversed(list(enumerate(new)))}
    kept = [firsts[number] for number in range(len(kinds))]
    return [{symbol: new[end] for symbol, end in rows[s].items()} for s in kept], [matched[s] for s in kept]


# --- Packing ----------------------------------------------------------------------------------------------------------


def packed(rows: list[Row], symbols: int) -> tuple[list[int], list[int], list[tuple[int, int]]]:
    """Each row as its differences from an earlier one: whose, how many, and which. State 0 is the one that is dead."""
    table: npt.NDArray[np.int64] = np.zeros((len(rows) + 1, symbols), dtype=np.int64)
    for state, row in enumerate(rows, start=1):
        for symbol, end in row.items():
            table[state, symbol] = end + 1
    like, counts, changes = [], [], []
    for state in range(1, len(table)):
        nearest = int((table[:state] != table[state]).sum(axis=1).argmin())
        (different,) = np.nonzero(table[nearest] != table[state])
        like.append(nearest)
        counts.append(len(different))
        changes += [(int(symbol), int(table[state, symbol])) for symbol in different]
    return like, counts, changes


def array(kind: str, name: str, values: Iterable[object]) -> str:
    """Write an array of C++."""
    listed = fill(", ".join(map(str, values)), 118, break_long_words=False, break_on_hyphens=False)
    return f"\ninline constexpr {kind} {name}[] = {{\n{listed},\n}};\n"


def quoted(text: str) -> str:
    """Write a string of C++."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def rule_of(rule: ptb_rules.Rule) -> str:
    """Write what is to be done for a rule."""
    text = rule.write[1:].lower() if rule.write.startswith("=") else ""
    write = "text" if text else rule.write
    return f"{{Write::{write},Cut::{rule.cut.replace(' ', '_') or 'none'},{quoted(text)}}}"


def spans(symbols: dict[str, int]) -> list[str]:
    """Characters beyond ASCII by class; capitals by the class that they have otherwise."""
    of = {ord(c): symbols[stands_for] for c, stands_for in ptb_rules.ALONE.items() if ord(c) >= 128}
    for name, stands_for in ptb_rules.CLASSES.items():
        of.update(dict.fromkeys(ptb.characters()[name], symbols[stands_for]))
    runs: list[tuple[int, int, int]] = []
    for c, symbol in sorted(of.items()):
        if runs and runs[-1][1:] == (c - 1, symbol):
            runs[-1] = (runs[-1][0], c, symbol)
        else:
            runs.append((c, c, symbol))
    return [f"{{0x{first:x},0x{last:x},{symbol}}}" for first, last, symbol in runs]


def capitals() -> list[str]:
    """Write the ranges of capitals, with their steps."""
    (line,) = [line for line in data.lines("ptb-characters.txt") if line.startswith("capital ")]
    ranges = [ptb._range(each) for each in line.split(" ")[1:]]
    return [f"{{0x{each[0]:x},0x{each[-1]:x},{each.step}}}" for each in ranges]


def abbreviations() -> list[str]:
    """Write the abbreviations, in the order of the alphabet."""
    listed = [line.split(" ") for line in data.lines("ptb-words.txt") if not line.startswith("opener ")]
    rows = sorted((written.replace("=", "").lower(), written, kind) for kind, written in listed)
    return [f"{{{quoted(word)},{quoted(written)},Kind::{kind}}}" for word, written, kind in rows]


def main() -> None:
    """Write the header."""
    automaton = Automaton()
    start = automaton.state()
    rules = {}
    for place, rule in enumerate(ptb_rules.RULES):
        if rule.token != ptb_rules.ABBREVIATIONS:
            begin = automaton.state()
            automaton.free[start].append(begin)
            rules[automaton.add(parser.parse(f"(?:{rule.token}){rule.behind}"), begin)] = place
    symbols = symbols_of(automaton)
    rows, matched = smallest(*determined(automaton, start, rules, symbols))
    like, counts, changes = packed(rows, max(symbols.values()) + 1)
    places = {rule.token: place for place, rule in enumerate(ptb_rules.RULES)}
    openers = sorted(line.split(" ")[1] for line in data.lines("ptb-words.txt") if line.startswith("opener "))
    numbers = {
        "symbols": max(symbols.values()) + 1,
        "states": len(rows) + 1,
        "tag": places[ptb_rules.TAG],
        "abbreviation": places[ptb_rules.ABBREVIATIONS],
        "acronym": places[ptb_rules.ACRONYM],
        "initial": places[ptb.INITIAL],
    }
    named = {"end_symbol": ptb_rules.END, "dropped": ptb_rules.DROPPED, "line_end": "\n", "digit": "٣"}
    named |= {"letter": "é", "capital_letter": "É", "symbol": "§", "capital_symbol": "Ⓐ", "dropped_capital": "Ⅽ"}
    named |= {"right_single": "’", "left_single": "‘", "left_angle": "‹", "right_angle": "›"}
    named |= {"left_double": "“", "right_double": "”"}
    spaces = {symbols[c] for c in ALPHABET if re.fullmatch(ptb_rules.SPACE, c)}
    text = HEADER
    text += "".join(f"\ninline constexpr std::size_t {name} = {value};" for name, value in numbers.items())
    text += "".join(f"\ninline constexpr std::uint8_t {name} = {symbols[c]};" for name, c in named.items()) + "\n"
    text += array("Rule", "rules", map(rule_of, ptb_rules.RULES))
    text += array(
        "std::uint8_t", "ascii_symbols", (symbols[ptb.class_of(chr(c).replace("\n", " "))] for c in range(128))
    )
    text += array("bool", "separates", (str(each in spaces).lower() for each in range(numbers["symbols"])))
    text += array("Span", "spans", spans(symbols))
    text += array("Steps", "capitals", capitals())
    text += array("Abbreviation", "abbreviations", abbreviations())
    text += array("std::string_view", "openers", map(quoted, openers))
    text += "\n// The rule that a state has matched, 255 for none; state 0 is the dead one, and 1 the first."
    text += array("std::uint8_t", "matched", [255, *(255 if rule < 0 else rule for rule in matched)])
    text += "\n// From state 1 on: which row it is like, in how many symbols it differs, and the next states of these."
    text += array("std::uint16_t", "like", like)
    text += array("std::uint8_t", "counts", counts)
    text += array("std::uint8_t", "changed_symbols", [symbol for symbol, _ in changes])
    text += array("std::uint16_t", "changed_states", [state for _, state in changes])
    TABLES.write_text(text + "\n}  // namespace understudy::ptb\n", encoding="utf-8")
    print(f"{len(rows)} states, {numbers['symbols']} symbols, {len(changes)} differences")


if __name__ == "__main__":
    main()
