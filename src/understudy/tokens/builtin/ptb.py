"""The `ptb` tokenizer, readable: as the tokenizer inside pycocoevalcap cuts captions, without its punctuation."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from understudy.lexicon import data
from understudy.tokens.builtin import ptb_rules as rules

# What pycocoevalcap takes out. It writes brackets in capitals here, but they come in lower case: so they stay.
PUNCTUATION = frozenset(["''", "'", "``", "`", "-LRB-", "-RRB-", "-LCB-", "-RCB-", *".?!,:-;", "--", "..."])
BRACKETS = {"(": "-lrb-", ")": "-rrb-", " ": "\xa0", "\t": "\xa0"}
QUOTES = {"`": "`", "‘": "`", "‹": "`", "’": "'", "›": "'", "“": "``", "”": "''"}
PATTERNS = [(rule, re.compile(f"({rule.token})({rule.behind})")) for rule in rules.RULES]


def tokenize_ptb(text: str) -> list[str]:
    """Split as pycocoevalcap's PTBTokenizer does, without its punctuation and in lower case.

    >>> tokenize_ptb("The dog's owner can't see St. Bernards (they're in the U.S.), can he?")
    ['the', 'dog', "'s", 'owner', 'ca', "n't", 'see', 'st.', 'bernards', '-lrb-', 'they', "'re", 'in', 'the', 'u.s.', '-rrb-', 'can', 'he']
    """  # noqa: E501
    lowered = (token.lower() for token in split_ptb(text))
    return [token for token in lowered if token not in PUNCTUATION]


@dataclass(frozen=True)
class Match:
    """A token that could begin here: `length` counts what the rule looked at behind it too."""

    length: int
    size: int
    place: float  # among the rules: the first of equally long ones wins
    write: str


def split_ptb(text: str, behind: str = "") -> Iterator[str]:
    """Give the tokens with punctuation and case, before a line end and the text of the next line.

    >>> list(split_ptb("He's in plan B.")), list(split_ptb("He's in plan B.", "A man"))
    (['He', "'s", 'in', 'plan', 'B.'], ['He', "'s", 'in', 'plan', 'B', '.'])
    """
    text = text.replace("\n", " ")
    units = [unit for character in text for unit in _units(character)]
    line = "".join(map(class_of, units))
    seen = f"{line}\n{''.join(class_of(unit) for character in behind for unit in _units(character))}\n{rules.END}"
    at = 0
    while at < len(line):
        match = max(_matches(seen, at), key=lambda match: (match.length, -match.place))
        end = at + match.size
        yield from _written("".join(units[at:end]), seen[at:end], match.write)
        if match.write == "keep" and seen[end - 1] == "." and _ends_sentence(seen, at, end):
            yield "."
        at = end


def _units(character: str) -> tuple[str, ...]:
    """Two for what is two in Java; the second one says nothing."""
    return (character,) if ord(character) < 0x10000 else (character, "")


@cache
def class_of(unit: str) -> str:
    """Give the character that stands for this one in the rules.

    >>> class_of("a"), class_of("ж"), class_of("Ж"), class_of("”")
    ('a', 'é', 'É', '”')
    """
    if unit in rules.ALONE:
        return rules.ALONE[unit]
    if unit == "" or ord(unit) >= 0x10000:
        return rules.DROPPED
    if unit.isascii():
        return unit if " " <= unit <= "~" or unit in "\t\n" else rules.DROPPED
    found = next((name for name in rules.CLASSES if ord(unit) in characters()[name]), None)
    plain = rules.DROPPED if found is None else rules.CLASSES[found]
    return rules.CAPITALS.get(plain, plain) if ord(unit) in characters()["capital"] else plain


@cache
def characters() -> dict[str, frozenset[int]]:
    """Read the characters of each class.

    >>> ord("é") in characters()["letter"], ord("é") in characters()["capital"]
    (True, False)
    """
    classes = {}
    for line in data.lines("ptb-characters.txt"):
        name, *ranges = line.split(" ")
        classes[name] = frozenset(point for each in ranges for point in _range(each))
    return classes


def _range(written: str) -> range:
    """`c0-d6`, or `100-136/2` for every second one."""
    span, _, step = written.partition("/")
    first, _, last = span.partition("-")
    return range(int(first, 16), int(last or first, 16) + 1, int(step or 1))


# --- Matches --------------------------------------------------------------------------------------------------------


def _matches(seen: str, at: int) -> Iterator[Match]:
    for place, (rule, pattern) in enumerate(PATTERNS):
        if rule.token == rules.ABBREVIATIONS:
            yield from _abbreviation(seen, at, place)
        elif (found := pattern.match(seen, at)) is not None:
            size = len(found[1])
            if rule.token == INITIAL and _before_opener(seen, at + size):
                size -= 1  # a letter that ends a sentence, not one that stands for a name
            yield Match(len(found[0]), size, place, rule.write)


INITIAL = r"[A-Za-z]\."


def _abbreviation(seen: str, at: int, place: int) -> Iterator[Match]:
    """Those that keep their stop. A sentence can end at some of them, which then look further, or need a number."""
    found = re.compile(r"([pP][hH]\.[dD]|[A-Za-z]+)\.").match(seen, at)
    if found is None:
        return
    size = len(found[0])
    kind = kind_of(found[1])
    if kind == "always":
        yield Match(size, size, place + 0.5, "keep")
    elif kind == "ending":
        yield Match(size + 2, size, place, "keep")
    elif kind == "number" and (number := re.compile(f"{rules.SPACE}?[{rules.DIGIT}]").match(seen, at + size)):
        yield Match(size + len(number[0]), size, place, "keep")


@cache
def kind_of(word: str) -> str:
    """Tell what kind of abbreviation a word is, if any.

    >>> kind_of("Mr"), kind_of("etc"), kind_of("mass"), kind_of("Mass"), kind_of("no")
    ('always', 'ending', '', 'ending', 'number')
    """
    return next((kind for kind, pattern in _abbreviations().get(word.lower(), ()) if pattern.fullmatch(word)), "")


@cache
def _abbreviations() -> dict[str, list[tuple[str, re.Pattern[str]]]]:
    """By the word in lower case. Small letters stand for either case, others and those after `=` for themselves."""
    found: dict[str, list[tuple[str, re.Pattern[str]]]] = {}
    for line in data.lines("ptb-words.txt"):
        kind, written = line.split(" ")
        if kind != "opener":
            letters = (f"[{a}{a.upper()}]" if a.islower() and not fixed else a for fixed, a in _spelled(written))
            found.setdefault(written.replace("=", "").lower(), []).append((kind, re.compile("".join(letters))))
    found["ph.d"] = [("ending", re.compile(r"[pP][hH]\.[dD]"))]
    return found


def _spelled(written: str) -> Iterator[tuple[bool, str]]:
    for fixed, letter in re.findall("(=?)([A-Za-z])", written):
        yield bool(fixed), letter


def _ends_sentence(seen: str, at: int, end: int) -> bool:
    """Whether the stop of an abbreviation is that of the sentence too, and so is written twice."""
    token = seen[at:end]
    if re.fullmatch(rules.ACRONYM, token) and kind_of(token[:-1]) != "ending":
        return _before_opener(seen, end)
    if kind_of(token[:-1]) != "ending":
        return False
    tag = rules.TAG
    return re.compile(f"{rules.SPACE}(?:{rules.SPACE}|[A-ZÉⒶⅭ{rules.END}]|{tag})").match(seen, end) is not None


def _before_opener(seen: str, end: int) -> bool:
    """Whether a word follows at which sentences begin, such as "The" and "He", or a tag."""
    return _opener().match(seen, end) is not None


@cache
def _opener() -> re.Pattern[str]:
    words = [line.split(" ")[1] for line in data.lines("ptb-words.txt") if line.startswith("opener ")]
    spelled = "|".join(word[0].upper() + rules.in_any_case(word[1:]) for word in words)
    return re.compile(rf"{rules.SPACE}+(?:{spelled}|[Mm][RrSs]\.|{rules.TAG}){rules.SPACE}")


# --- What is written ------------------------------------------------------------------------------------------------


def _written(token: str, seen: str, write: str) -> Iterator[str]:
    """Write a token down; `seen` is the token in classes."""
    if write == "drop":
        return
    if write.startswith("="):
        yield write[1:]
    elif write == "halves":
        yield from (token[:3], token[3:])
    elif write == "quotes":
        yield "".join(QUOTES[each] for each in seen)
    elif write in ("blanks", "brackets"):
        names = BRACKETS if write == "brackets" else {" ": "\xa0", "\t": "\xa0"}
        yield "".join(names.get(each, each) for each in token)
    elif write == "apostrophe":
        quoted = token.replace("&apos;", "'")
        yield "".join(QUOTES.get(class_of(each), each) for each in quoted)
    elif write == "verbatim":
        yield token
    else:
        plain = token.replace("&amp;", "&") if write == "ampersand" else token
        yield plain.replace(rules.SOFT, "") or "-"
