"""Whisper's rules for English text, readably: the twin of `native/text/english.cpp`.

The rules are those of appendix C of Radford et al. 2022, "Robust Speech Recognition via Large-Scale Weak Supervision",
in the order in which OpenAI's program applies them; the order matters ("it's been" is not "it is been").
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from understudy.lexicon.data import pairs
from understudy.tokens.normalizers.numbers import write_numbers

BRACKETED = re.compile(r"[<\[][^>\]]*[>\]]")
PARENTHESIZED = re.compile(r"\([^)]+\)")
FILLERS = ("hmm", "mm", "mhm", "mmm", "uh", "um")
LIGATURES = dict(zip("œŒøØæÆßẞđĐðÐþÞłŁ", "oe OE o O ae AE ss SS d D d D th th l L".split(), strict=True))
KEPT = ".%$¢€£"  # symbols that may belong to a number

# A word, and what is written for it; a title is followed by a space, so that "mr." and "mr" come out alike.
INFORMAL = (
    "wanna=want to;gotta=got to;gonna=going to;imma=i am going to;woulda=would have;coulda=could have;"
    "shoulda=should have"
)
INFORMAL_TOO = "kinda=kind of;sorta=sort of;dunno=do not know;cause=because"  # which whisper-normalizer adds
APOSTROPHES = "won't=will not;can't=can not;let's=let us;ain't=aint;y'all=you all;i'ma=i am going to;ma'am=madam"
TITLES = (
    "mr=mister;mrs=missus;st=saint;dr=doctor;prof=professor;capt=captain;gov=governor;ald=alderman;gen=general;"
    "sen=senator;rep=representative;pres=president;rev=reverend;hon=honorable;asst=assistant;assoc=associate;"
    "lt=lieutenant;col=colonel;jr=junior;sr=senior;esq=esquire"
)
# Ends of words: those with a participle come first.
ENDINGS = (
    "'d been= had been;'s been= has been;'d gone= had gone;'s gone= has gone;'d done= had done;'s got= has got;"
    "n't= not;'re= are;'s= is;'d= would;'ll= will;'t= not;'ve= have;'m= am"
)

# Whether it must start a word, the text, and what is written for it; all of them must end one.
Rule = tuple[bool, str, str]


def rules(*informal: str) -> tuple[Rule, ...]:
    """The contractions in the order in which they are expanded.

    >>> rules(INFORMAL)[0], rules(INFORMAL)[-1]
    ((True, "won't", 'will not'), (False, "'m", ' am'))
    """
    words = ";".join((APOSTROPHES, *informal))
    whole = [(True, *_pair(each)) for each in words.split(";")]
    titles = [(True, word, f"{long} ") for word, long in map(_pair, TITLES.split(";"))]
    return (*whole, *titles, *((False, *_pair(each)) for each in ENDINGS.split(";")))


def _pair(written: str) -> tuple[str, str]:
    short, _, long = written.partition("=")
    return short, long


OPENAI = rules(INFORMAL)
PACKAGE = rules(INFORMAL, INFORMAL_TOO)


def normalize_english(text: str, contractions: tuple[Rule, ...] = PACKAGE) -> str:
    """Write English text as Whisper's normalizer does.

    >>> normalize_english("Um, Mr. Smith [coughs] didn't pay £2.50 for twenty-one colours.")
    'mister smith did not pay £2.50 for 21 colors'
    """
    text = without_asides(text.lower())
    text = _words(FILLERS).sub("", text)
    text = re.sub(r"\s+'", "'", text)
    for pattern, long in _patterns(contractions):
        text = pattern.sub(long, text)
    text = re.sub(r"(\d),(\d)", r"\1\2", text)
    text = re.sub(r"\.([^0-9]|$)", r" \1", text)
    text = write_numbers(without_diacritics(text))
    text = " ".join(spellings().get(word, word) for word in text.split())
    text = re.sub(r"[.$¢€£]([^0-9])", r" \1", text)
    text = re.sub(r"([^0-9])%", r"\1 ", text)
    return re.sub(r"\s+", " ", text)


def without_asides(text: str) -> str:
    """Drop what is in brackets or in parentheses.

    >>> without_asides("well [noise] (laughs) yes <unk>()")
    'well   yes ()'
    """
    return PARENTHESIZED.sub("", BRACKETED.sub("", text))


@cache
def spellings() -> dict[str, str]:
    """American spellings of British ones.

    >>> spellings()["colour"], len(spellings())
    ('color', 1739)
    """
    return dict(pairs("spellings-en.txt"))


@cache
def _words(words: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(words)})\b")


@cache
def _patterns(contractions: tuple[Rule, ...]) -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple((re.compile((r"\b" if whole else "") + rf"{short}\b"), long) for whole, short, long in contractions)


class _WithoutDiacritics(dict[int, str]):
    """What stands for each character: nothing for an accent, a space for a symbol, letters for some ligatures."""

    def __missing__(self, code: int) -> str:
        character = chr(code)
        category = unicodedata.category(character)
        if character in KEPT:
            stands = character
        elif character in LIGATURES:
            stands = LIGATURES[character]
        elif category == "Mn":
            stands = ""
        else:
            stands = " " if category[0] in "MSP" else character
        self[code] = stands
        return stands


_WITHOUT_DIACRITICS = _WithoutDiacritics()


def without_diacritics(text: str) -> str:
    """Drop accents, and write spaces for symbols that belong to no number.

    >>> without_diacritics("Ærøskøbing: café №5, ½")
    'AEroskobing  cafe No5  1 2'
    """
    return unicodedata.normalize("NFKD", text).translate(_WITHOUT_DIACRITICS)
