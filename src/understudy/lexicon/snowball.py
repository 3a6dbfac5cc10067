"""Stems: Snowball's algorithm for English, readable, and PyStemmer for the other languages of METEOR.

The generation is part of the score. Snowball 3 stems two hundred of a hundred thousand English words otherwise than
METEOR 1.5 does, and most Dutch ones; 2.2 and before don't differ on English.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from understudy import _core
from understudy.errors import SettingError

GENERATION = "snowball-2.2"
# METEOR's code of each language that has a stemmer, and Snowball's name for it.
SNOWBALL = {"en": "english", "fr": "french", "es": "spanish", "de": "german", "ru": "russian", "pt": "portuguese"}
SNOWBALL |= {"da": "danish", "ro": "romanian", "hu": "hungarian", "tr": "turkish", "fi": "finnish", "nl": "dutch"}
SNOWBALL |= {"it": "italian", "no": "norwegian", "se": "swedish", "sv": "swedish"}

VOWELS = "aeiouy"
UNCHANGED = ("inning", "outing", "canning", "herring", "earring", "proceed", "exceed", "succeed")
EXCEPTIONS = {"skis": "ski", "skies": "sky", "dying": "die", "lying": "lie", "tying": "tie", "idly": "idl"}
EXCEPTIONS |= {"gently": "gentl", "ugly": "ugli", "early": "earli", "only": "onli", "singly": "singl"}
EXCEPTIONS |= {word: word for word in ("sky", "news", "howe", "atlas", "cosmos", "bias", "andes")}
DOUBLE_SUFFIXES = {"tional": "tion", "enci": "ence", "anci": "ance", "abli": "able", "entli": "ent", "izer": "ize"}
DOUBLE_SUFFIXES |= {"ization": "ize", "ational": "ate", "ation": "ate", "ator": "ate", "alism": "al", "aliti": "al"}
DOUBLE_SUFFIXES |= {"alli": "al", "fulness": "ful", "ousli": "ous", "ousness": "ous", "iveness": "ive", "iviti": "ive"}
DOUBLE_SUFFIXES |= {"biliti": "ble", "bli": "ble", "ogi": "og", "fulli": "ful", "lessli": "less", "li": ""}
ENDINGS = {"tional": "tion", "ational": "ate", "alize": "al", "icate": "ic", "iciti": "ic", "ical": "ic"}
ENDINGS |= {"ful": "", "ness": "", "ative": ""}
SUFFIXES = "al ance ence er ic able ible ant ement ment ent ism ate iti ous ive ize ion".split()


def stemmer(lang: str) -> Callable[[list[str]], list[str]]:
    """Find the stemmer of a language, for METEOR's codes.

    >>> stemmer("en")(["running", "generously"])
    ['run', 'generous']
    """
    if lang == "en":
        return _core.stem_english
    if lang not in SNOWBALL:
        raise SettingError(f"there is no stemmer for lang {lang!r}; choose modules without stem")
    return _from_pystemmer(lang)


def _from_pystemmer(lang: str) -> Callable[[list[str]], list[str]]:
    from importlib import metadata  # takes longer to import than all of METEOR

    try:
        import Stemmer

        version = metadata.version("PyStemmer")  # Stemmer.version() lags behind
    except ImportError:
        raise SettingError(
            f"stems of {SNOWBALL[lang]} need the package PyStemmer; install it with"
            " pip install 'understudy[stemmers]', or choose modules without stem"
        ) from None
    if not (2, 2) <= tuple(map(int, version.split(".")[:2])) < (3, 0):
        raise SettingError(
            f"PyStemmer {version} is installed, which stems otherwise than METEOR 1.5;"
            " install another with pip install 'PyStemmer>=2.2,<3', or choose modules without stem"
        )
    return Stemmer.Stemmer(SNOWBALL[lang]).stemWords  # type: ignore[no-any-return]


def stem_english(word: str) -> str:
    """Stem one word by Snowball's algorithm "english" (Porter2), plainly: the twin of the native stemmer.

    >>> [stem_english(word) for word in "generously skies 'cause universities added yelling".split()]
    ['generous', 'sky', 'caus', 'univers', 'ad', 'yell']
    """
    if word in EXCEPTIONS:
        return EXCEPTIONS[word]
    if len(word) < 3:
        return word
    marked = _with_consonants_marked(word.removeprefix("'"))
    first = _first_region(marked)
    second = _after_syllable(marked, first)
    stem = _without_plural(_without(marked, _longest(marked, ("'", "'s", "'s'"))))
    if stem not in UNCHANGED:
        stem = _with_final_i(_without_participle(stem, first))
        stem = _with_single_suffix(stem, first)
        stem = _with_simple_ending(stem, first, second)
        stem = _without_suffix(stem, second)
        stem = _without_final_letter(stem, first, second)
    # A word may have a capital Y of its own, which counts as a consonant and stays if no other was marked.
    return stem.replace("Y", "y") if marked != word.removeprefix("'") else stem


def _longest(word: str, suffixes: Iterable[str]) -> str | None:
    """The longest suffix decides, even if it then turns out that nothing is to be done."""
    return max((each for each in suffixes if word.endswith(each)), key=len, default=None)


def _without(word: str, suffix: str | None) -> str:
    return word.removesuffix(suffix) if suffix else word


def _has_vowel(letters: str) -> bool:
    return any(letter in VOWELS for letter in letters)


def _with_consonants_marked(word: str) -> str:
    letters = list(word)
    for place, letter in enumerate(letters):
        if letter == "y" and (place == 0 or letters[place - 1] in VOWELS):
            letters[place] = "Y"
    return "".join(letters)


def _after_syllable(word: str, place: int) -> int:
    """The end of the first part "vowel, then other" from a place on."""
    while place < len(word) and word[place] not in VOWELS:
        place += 1
    while place < len(word) and word[place] in VOWELS:
        place += 1
    return min(place + 1, len(word))


def _first_region(word: str) -> int:
    for start in ("gener", "commun", "arsen"):
        if word.startswith(start):
            return len(start)
    return _after_syllable(word, 0)


def _ends_in_short_syllable(word: str) -> bool:
    if len(word) < 2 or word[-1] in VOWELS or word[-2] not in VOWELS:
        return False
    return len(word) == 2 or (word[-1] not in "wxY" and word[-3] not in VOWELS)


def _without_plural(word: str) -> str:
    suffix = _longest(word, ("sses", "ied", "ies", "s", "us", "ss"))
    if suffix == "sses":
        return word.removesuffix("es")
    if suffix in ("ied", "ies"):
        return word[:-3] + ("i" if len(word) > 4 else "ie")
    return word[:-1] if suffix == "s" and _has_vowel(word[:-2]) else word


def _without_participle(word: str, first: int) -> str:
    suffix = _longest(word, ("eed", "eedly", "ed", "edly", "ing", "ingly"))
    stem = _without(word, suffix)
    if suffix is None or (suffix in ("eed", "eedly") and len(stem) < first):
        return word
    if suffix in ("eed", "eedly"):
        return stem + "ee"
    if not _has_vowel(stem):
        return word
    if stem.endswith(("at", "bl", "iz")):
        return stem + "e"
    if stem[-2:] in ("bb", "dd", "ff", "gg", "mm", "nn", "pp", "rr", "tt"):
        return stem[:-1]
    return stem + "e" if len(stem) == first and _ends_in_short_syllable(stem) else stem


def _with_final_i(word: str) -> str:
    return word[:-1] + "i" if len(word) > 2 and word[-1] in "yY" and word[-2] not in VOWELS else word


def _with_single_suffix(word: str, first: int) -> str:
    suffix = _longest(word, DOUBLE_SUFFIXES)
    stem = _without(word, suffix)
    if suffix is None or len(stem) < first:
        return word
    if (suffix == "ogi" and stem[-1:] != "l") or (suffix == "li" and stem[-1:] not in tuple("cdeghkmnrt")):
        return word
    return stem + DOUBLE_SUFFIXES[suffix]


def _with_simple_ending(word: str, first: int, second: int) -> str:
    suffix = _longest(word, ENDINGS)
    stem = _without(word, suffix)
    if suffix is None or len(stem) < (second if suffix == "ative" else first):
        return word
    return stem + ENDINGS[suffix]


def _without_suffix(word: str, second: int) -> str:
    suffix = _longest(word, SUFFIXES)
    stem = _without(word, suffix)
    if suffix is None or len(stem) < second or (suffix == "ion" and stem[-1:] not in ("s", "t")):
        return word
    return stem


def _without_final_letter(word: str, first: int, second: int) -> str:
    stem = word[:-1]
    if word.endswith("e"):
        can_go = len(stem) >= second or (len(stem) >= first and not _ends_in_short_syllable(stem))
        return stem if can_go else word
    return stem if word.endswith("ll") and len(stem) >= second else word
