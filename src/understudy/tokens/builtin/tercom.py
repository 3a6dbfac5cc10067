"""The words of TER as tercom and sacrebleu make them, where normalization or removal of punctuation is asked for."""

from __future__ import annotations

import re
from dataclasses import dataclass

from understudy.tokens.builtin.mteval import ENTITIES, RULES

# Unicode's blocks: what stands alone, and what makes words of its own.
IDEOGRAPHS = "\u2e80-\u2eff\u31c0-\u31ef\u3200-\u4dbf\u4e00-\u9fff\uf900-\ufaff\ufe30-\ufe4f"
HIRAGANA, KATAKANA, KATAKANA_EXTENSIONS = "\u3040-\u309f", "\u30a0-\u30ff", "\u31f0-\u31ff"
ASIAN_PUNCTUATION = "\u3001\u3002\u3008-\u3011\u3014-\u301f\uff61-\uff65\u30fb"
FULL_WIDTH_PUNCTUATION = "\uff0e\uff0c\uff1f\uff1a\uff1b\uff01\uff02\uff08\uff09"
PUNCTUATION = '.,?:;!"()'
# mteval's first rule, in which symbols stand alone, as a table: looked up, it takes a tenth of the time.
SYMBOLS = str.maketrans({c: f" {c} " for c in map(chr, range(0x21, 0x7F)) if RULES[0][0].fullmatch(c)})


@dataclass(frozen=True)
class TercomWords:
    """A tokenizer: tercom's options -N (normalized), -P (no_punct) and, with either, -A (asian_support).

    With `as_sacrebleu` it makes the same slips as sacrebleu's: `<skipped>` stays, a dash is joined over the end of a
    line from the wrong side, and kana aren't separated from what stands next to them.

    >>> TercomWords(normalized=True)("The dog's, (approx.) 5.00-6.00")
    ['The', "dog's", ',', '(', 'approx', '.', ')', '5.00', '-', '6.00']
    >>> TercomWords(no_punct=True)("Yes, it is.")
    ['Yes', 'it', 'is']
    """

    normalized: bool = False
    no_punct: bool = False
    asian_support: bool = False
    as_sacrebleu: bool = False

    def __call__(self, text: str) -> list[str]:
        """Split one text."""
        if self.normalized:
            text = self._normalized(text.rstrip())
        if self.no_punct:
            removed = PUNCTUATION + (ASIAN_PUNCTUATION + FULL_WIDTH_PUNCTUATION if self.asian_support else "")
            text = re.sub(f"[{removed}]", "", text)
        return text.split()

    def _normalized(self, text: str) -> str:
        for dropped in ("\n-",) if self.as_sacrebleu else ("<skipped>", "-\n"):
            text = text.replace(dropped, "")
        text = text.replace("\n", " ")
        for entity, character in ENTITIES:
            text = text.replace(entity, character)
        text = f" {text} ".translate(SYMBOLS).replace("'s ", " 's ")
        for rule, replacement in RULES[1:]:
            text = rule.sub(replacement, text)
        return self._with_asian_words(text) if self.asian_support else text

    def _with_asian_words(self, text: str) -> str:
        text = re.sub(f"[{IDEOGRAPHS}]", r" \g<0> ", text)
        if not self.as_sacrebleu:
            for script in (HIRAGANA, KATAKANA, KATAKANA_EXTENSIONS):
                text = re.sub(f"[{script}]+", r" \g<0> ", text)
        return re.sub(f"[{ASIAN_PUNCTUATION}{FULL_WIDTH_PUNCTUATION}]", r" \g<0> ", text)


def tokenize_tercom(text: str) -> list[str]:
    """Split as tercom does with -N: by the rules of 13a, and a possessive 's is a word.

    >>> tokenize_tercom("The dog's bone (the cat's), it's.")
    ['The', 'dog', "'s", 'bone', '(', 'the', 'cat', "'s", ')', ',', "it's", '.']
    """
    return TercomWords(normalized=True)(text)
