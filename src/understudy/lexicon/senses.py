"""The synonyms that WordNet has for a word, by part of speech, as NLTK's reader of it finds them.

METEOR 1.5 knows no parts of speech and takes synsets with the same place in two files for one. NLTK's METEOR asks
WordNet itself: for all lemmas of all synsets of a word and of its base forms. `wordnet-3.0-senses.txt.gz` has what
METEOR's table leaves out.
"""

from __future__ import annotations

from functools import cache

from understudy.lexicon import data

# From a form to its base, for each part of speech: nouns, verbs, adjectives, adverbs.
NOUNS = [("s", ""), ("ses", "s"), ("ves", "f"), ("xes", "x"), ("zes", "z"), ("ches", "ch"), ("shes", "sh")]
NOUNS += [("men", "man"), ("ies", "y")]
VERBS = [("s", ""), ("ies", "y"), ("es", "e"), ("es", ""), ("ed", "e"), ("ed", ""), ("ing", "e"), ("ing", "")]
RULES = {"n": NOUNS, "v": VERBS, "a": [("er", ""), ("est", ""), ("er", "e"), ("est", "e")], "r": []}


class Senses:
    """The synsets of words, each with its lemmas.

    >>> sorted(senses().synonyms("mice"))
    ['black_eye', 'computer_mouse', 'mouse', 'shiner']
    """

    def __init__(self) -> None:
        synsets, _, forms = data.wordnet().decode("ascii").partition("\n\n")
        parts, _, bases = data.senses().decode("ascii").partition("\n\n")
        self._lemmas: list[list[str]] = []  # of each synset
        self._synsets: dict[str, dict[str, list[int]]] = {part: {} for part in RULES}  # of lemmas in lower case
        for line, by_part in zip(synsets.splitlines(), parts.splitlines(), strict=True):
            self._add(line.split(" ")[1:], by_part.split("|"))
        self._bases: dict[str, dict[str, list[str]]] = {part: {} for part in RULES}  # of irregular forms
        for line, by_part in zip(forms.splitlines(), bases.splitlines(), strict=True):
            for part, *listed in map(str.split, by_part.split("|")):
                self._bases[part][line.partition(" ")[0]] = listed

    def _add(self, lemmas: list[str], by_part: list[str]) -> None:
        if len(by_part) == 1:
            part, *capitalized = by_part[0].split(" ")
            if capitalized:
                lower = {each.lower() for each in capitalized}
                lemmas = [each for each in lemmas if each not in lower] + capitalized
            self._add_synset(part, lemmas)
        else:
            for part, *listed in map(str.split, by_part):
                self._add_synset(part, listed)

    def _add_synset(self, part: str, lemmas: list[str]) -> None:
        for lemma in lemmas:
            self._synsets[part].setdefault(lemma.lower(), []).append(len(self._lemmas))
        self._lemmas.append(lemmas)

    def synonyms(self, word: str) -> set[str]:
        """All lemmas of all synsets of a word and of its base forms, itself among them if WordNet has it."""
        found: set[str] = set()
        word = word.lower()
        for part, synsets in self._synsets.items():
            for form in {word, *self._base_forms(word, part)}:
                for number in synsets.get(form, ()):
                    found.update(self._lemmas[number])
        return found

    def _base_forms(self, word: str, part: str) -> list[str]:
        if word in self._bases[part]:
            return self._bases[part][word]
        return [word.removesuffix(end) + instead for end, instead in RULES[part] if word.endswith(end)]


@cache
def senses() -> Senses:
    """Load WordNet, once for the life of the program.

    >>> "car" in senses().synonyms("automobiles")
    True
    """
    return Senses()
