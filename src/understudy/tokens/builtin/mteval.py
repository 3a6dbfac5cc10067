"""The tokenizers of NIST's mteval script, readable: `13a` and `intl`."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

# In mteval-v13a's order; each rule is applied from left to right, matches don't overlap.
RULES = (
    (re.compile(r"([{-~\[-` -&(-+:-@/])"), r" \1 "),  # symbols stand alone
    (re.compile(r"([^0-9])([.,])"), r"\1 \2 "),  # a stop or comma, unless a digit is before it
    (re.compile(r"([.,])([^0-9])"), r" \1 \2"),  # ... unless a digit is after it
    (re.compile(r"([0-9])(-)"), r"\1 \2 "),  # a dash after a digit
)
ENTITIES = (("&quot;", '"'), ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"))


def split_by_rules(line: str) -> list[str]:
    """Apply the four rules of mteval-v13a, as `13a` and `zh` do.

    >>> split_by_rules(" It cost 1,000.50 in 2020. ")
    ['It', 'cost', '1,000.50', 'in', '2020', '.']
    """
    for rule, replacement in RULES:
        line = rule.sub(replacement, line)
    return line.split()


def tokenize_13a(text: str) -> list[str]:
    """Split as mteval-v13a does, and as sacrebleu does by default.

    >>> tokenize_13a("Hello, world! (approx.)")
    ['Hello', ',', 'world', '!', '(', 'approx', '.', ')']
    """
    line = text.rstrip().replace("<skipped>", "").replace("-\n", "").replace("\n", " ")
    for entity, character in ENTITIES:
        line = line.replace(entity, character)
    return split_by_rules(f" {line} ")


def tokenize_intl(text: str) -> list[str]:
    """Split at Unicode punctuation and symbols, as mteval-v14's international tokenizer does.

    A final `2020.` stays whole, because the rule wants a character after the stop; so it is in the original.

    >>> tokenize_intl("«Déjà» vu, in 2020.")
    ['«', 'Déjà', '»', 'vu', ',', 'in', '2020.']
    """
    line = text.rstrip()
    line = _rewrite(line, lambda a, b: not _is(a, "N") and _is(b, "P"), "{0} {1} ")
    line = _rewrite(line, lambda a, b: _is(a, "P") and not _is(b, "N"), " {0} {1}")
    return "".join(f" {c} " if _is(c, "S") else c for c in line).split()


def _is(character: str, category: str) -> bool:
    return unicodedata.category(character)[0] == category


def _rewrite(line: str, matches: Callable[[str, str], bool], template: str) -> str:
    out, at = [], 0
    while at < len(line):
        pair = line[at : at + 2]
        found = len(pair) == 2 and matches(pair[0], pair[1])
        out.append(template.format(*pair) if found else line[at])
        at += 2 if found else 1
    return "".join(out)
