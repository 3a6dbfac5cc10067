"""STAND-IN for part W's file of this name; replaced at merge."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from understudy.errors import SettingError

SNOWBALL = {
    "en": "english", "fr": "french", "es": "spanish", "de": "german", "ru": "russian", "pt": "portuguese",
    "da": "danish", "ro": "romanian", "hu": "hungarian", "tr": "turkish", "fi": "finnish", "nl": "dutch",
    "it": "italian", "no": "norwegian", "se": "swedish",
}  # fmt: skip
RULES = [
    *(("s", ""), ("ses", "s"), ("xes", "x"), ("zes", "z"), ("ches", "ch"), ("shes", "sh"), ("men", "man")),
    *(("ies", "y"), ("s", ""), ("ies", "y"), ("es", "e"), ("es", ""), ("ed", "e"), ("ed", ""), ("ing", "e")),
    *(("ing", ""), ("er", ""), ("est", ""), ("er", "e"), ("est", "e")),
]


@dataclass(frozen=True)
class WordFacts:
    """What METEOR knows of words, one entry each."""

    stems: npt.NDArray[np.int32]
    synset_starts: npt.NDArray[np.int64]
    synsets: npt.NDArray[np.int32]
    function: npt.NDArray[np.uint8]
    utf16: npt.NDArray[np.int32]


@cache
def wordnet() -> tuple[dict[str, tuple[int, ...]], dict[str, list[str]]]:
    """Synsets and exceptions.

    >>> len(wordnet()[0]) > 100000
    True
    """
    from understudy.tokens.meteor import jar

    lines = jar().read("synonym/english.synsets").decode().splitlines()
    synsets = {w: tuple(map(int, ids.split())) for w, ids in zip(lines[::2], lines[1::2], strict=True)}
    lines = jar().read("synonym/english.exceptions").decode().splitlines()
    exceptions: dict[str, list[str]] = {}
    for base, forms in zip(lines[::2], lines[1::2], strict=True):
        for form in forms.split():
            exceptions.setdefault(form, []).append(base)
    return synsets, exceptions


class Lexicon:
    """Stems, synonyms and function words of a language.

    >>> Lexicon("en").look_up(["runs", "run"]).stems.tolist()
    [0, 0]
    """

    def __init__(self, lang: str, stem: bool = True, synonym: bool = True, function_words: str = "en") -> None:
        from understudy.tokens.meteor import jar

        self.resources: dict[str, str] = {}
        self._stemmer: Any = None
        if stem:
            if lang not in SNOWBALL:
                raise SettingError(f"there is no stemmer for {lang!r}")
            import Stemmer

            self._stemmer = Stemmer.Stemmer(SNOWBALL[lang].replace("se", "swedish") if lang == "se" else SNOWBALL[lang])
            self.resources["stemmer"] = "snowball-2.2"
        self._synonym = synonym
        if synonym:
            self.resources["synonyms"] = "wordnet-3.0-00000000"
        data = jar().read("function/english.words")
        self._function = {line.split()[0] for line in data.decode().splitlines() if line.strip()}
        self.resources["function_words"] = f"en93-{hashlib.sha256(data).hexdigest()[:8]}"
        self._ids: dict[str, int] = {}

    def look_up(self, words: list[str]) -> WordFacts:
        """Look up words."""
        stems = [self._stemmer.stemWord(w) if self._stemmer else w for w in words]
        found = [sorted(self._synsets(w)) if self._synonym else [] for w in words]
        return WordFacts(
            np.array([self._ids.setdefault(s, len(self._ids)) for s in stems], dtype=np.int32),
            np.cumsum([0, *map(len, found)], dtype=np.int64),
            np.array([s for each in found for s in each], dtype=np.int32),
            np.array([w.lower() in self._function for w in words], dtype=np.uint8),
            np.array([len(w.encode("utf-16-le")) // 2 for w in words], dtype=np.int32),
        )

    def _synsets(self, word: str) -> set[int]:
        synsets, exceptions = wordnet()
        own = set(synsets.get(word, ()))
        if word in exceptions:
            return own.union(*(synsets.get(base, ()) for base in exceptions[word]))
        return own | set(synsets.get(self._morph(word), ()))

    def _morph(self, word: str) -> str:
        if word.endswith("ss") or len(word) <= 2:
            return word
        for end, other in RULES:
            if word.endswith(end) and word[: -len(end)] + other in wordnet()[0]:
                return word[: -len(end)] + other
        return word
