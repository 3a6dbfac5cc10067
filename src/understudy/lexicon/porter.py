"""Porter's stemmer, in the form that rouge_score takes from NLTK.

Porter 1980, An algorithm for suffix stripping. In his terms a word is [C](VC)^m[V], where C and V are runs of
consonants and vowels, and m is its measure. What NLTK does beyond the paper is marked so.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

StemCondition = Callable[[str], bool]

# NLTK's words that the rules get wrong.
IRREGULAR = {"skies": "sky", "dying": "die", "lying": "lie", "tying": "tie", "innings": "inning", "outings": "outing"}
IRREGULAR |= {"cannings": "canning"}
IRREGULAR |= {word: word for word in "sky news inning outing canning howe proceed exceed succeed".split()}

# The endings of each step with what stands for them, in the order in which they are tried: the first that fits decides.
STEP_2 = "ational:ate tional:tion enci:ence anci:ance izer:ize bli:ble alli:al entli:ent eli:e ousli:ous ization:ize"
STEP_2 += " ation:ate ator:ate alism:al iveness:ive fulness:ful ousness:ous aliti:al iviti:ive biliti:ble fulli:ful"
STEP_3 = "icate:ic ative: alize:al iciti:ic ical:ic ful: ness:"
STEP_4 = "al ance ence er ic able ible ant ement ment ent ion ou ism ate iti ous ive ize"


@lru_cache(1 << 17)
def porter_stem(word: str) -> str:
    """Take the ending off a word in lower case.

    >>> [porter_stem(word) for word in ("relational", "ponies", "hopping", "dying", "enjoy")]
    ['relat', 'poni', 'hop', 'die', 'enjoy']
    """
    if word in IRREGULAR:
        return IRREGULAR[word]
    if len(word) <= 2:
        return word
    word = _step_1c(_step_1b(_step_1a(word)))
    return _step_5(_step_4(_replaced(_step_2(word), STEP_3)))


def _shape(word: str) -> str:
    """A letter c or v for each letter; y is a vowel after a consonant."""
    shape = ""
    for letter in word:
        vowel = letter in "aeiou" or (letter == "y" and shape.endswith("c"))
        shape += "v" if vowel else "c"
    return shape


def _measure(word: str) -> int:
    return _shape(word).count("vc")


def _ends_cvc(word: str) -> bool:
    """Porter's *o: consonant, vowel, consonant, the last not w, x or y. NLTK adds a word of a vowel and a consonant."""
    shape = _shape(word)
    return shape == "vc" or (shape.endswith("cvc") and word[-1] not in "wxy")


def _replaced(word: str, rules: str) -> str:
    """Apply the first rule whose ending fits, if what is before it has a measure."""
    for rule in rules.split():
        ending, instead = rule.split(":")
        if word.endswith(ending):
            stem = word.removesuffix(ending)
            return stem + instead if _measure(stem) > 0 else word
    return word


def _step_1a(word: str) -> str:
    if word.endswith("ies"):
        return word[:-1] if len(word) == 4 else word[:-2]  # NLTK: dies is die, flies is fli
    if word.endswith("sses"):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def _step_1b(word: str) -> str:
    if word.endswith("ied"):
        return word[:-1] if len(word) == 4 else word[:-2]  # NLTK: died is die, spied is spi
    if word.endswith("eed"):
        return word[:-1] if _measure(word[:-3]) > 0 else word
    found = re.fullmatch("(.*)(ed|ing)", word, re.DOTALL)
    if not found or "v" not in _shape(found[1]):
        return word
    stem = found[1]
    if stem.endswith(("at", "bl", "iz")):
        return stem + "e"
    if stem[-1:] == stem[-2:-1] and _shape(stem).endswith("c"):
        return stem if stem[-1] in "lsz" else stem[:-1]
    return stem + "e" if _measure(stem) == 1 and _ends_cvc(stem) else stem


def _step_1c(word: str) -> str:
    # NLTK: after a consonant that is not the whole stem, where Porter asks for a vowel anywhere.
    fits = word.endswith("y") and len(word) > 2 and _shape(word[:-1]).endswith("c")
    return word[:-1] + "i" if fits else word


def _step_2(word: str) -> str:
    if word.endswith("alli") and _measure(word[:-4]) > 0:
        return _step_2(word[:-2])  # NLTK: tried first, and what comes of it again
    replaced = _replaced(word, STEP_2)
    if replaced == word and word.endswith("logi") and _measure(word[:-3]) > 0:
        return word[:-1]  # NLTK: the l counts for the measure
    return replaced


def _step_4(word: str) -> str:
    for ending in STEP_4.split():
        if word.endswith(ending):
            stem = word.removesuffix(ending)
            return stem if _measure(stem) > 1 and (ending != "ion" or stem[-1] in "st") else word
    return word


def _step_5(word: str) -> str:
    stem = word[:-1]
    if word.endswith("e") and (_measure(stem) > 1 or (_measure(stem) == 1 and not _ends_cvc(stem))):
        word = stem
    return word[:-1] if word.endswith("ll") and _measure(word[:-1]) > 1 else word
