"""The error rates on words and characters: WER, CER, MER, WIL, WIP and PER, all from one alignment."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from understudy.contract.about import About
from understudy.errors import SettingError
from understudy.metrics.error_rates.about import ABOUT_CER, ABOUT_MER, ABOUT_PER, ABOUT_WER
from understudy.metrics.error_rates.base import ErrorRate
from understudy.metrics.shared.docstrings import documented
from understudy.tokens import Split

# What the pages have in common, most of it by heading.
COUNTS_ARE_PARTS = """\
The counts (hits H, substitutions S, deletions D, insertions I, both lengths) are parts of the score, and so are the
    other rates of the family on the same alignment, and segment_mean, the mean of the segments' own rates."""
SHARED = {
    "Settings": """\
tokenizer: how text becomes {unit}s; {tokenizers}, or a function from a string to its tokens.
lowercase: no, yes (Unicode) or ascii (A to Z only).
normalization: NFC, NFD, NFKC or NFKD; none if not given.
steps: text normalization before tokenization, joined by "+" in the order of execution: lower, casefold,
strip-punctuation, punctuation-to-blanks, strip-symbols, strip-diacritics, strip-bracketed, collapse-blanks,
strip-blanks. Nothing is changed unless you ask.
normalizer: rules for speech by name, applied after steps: whisper-en (numbers, spellings, contractions, fillers),
whisper-basic (any language) or none; the signature names its version.
ties: which of the alignments with equally few errors counts. most-hits: the one with most hits, so that the counts
depend on the two texts only; jiwer: the one that jiwer counts, which is the first that rapidfuzz finds.
average: corpus (sums over all segments, divided once) or segments (the mean of the segments' rates).""",
    "Several references": """\
The one with the best rate counts, the first of equals; its length is the reference length. Segments may have
different numbers of references.""",
    "Empty text": "Two empty texts score 0; a text against an empty one scores 100.",
    "Known surprises": """\
Alignments with equally few errors can have different hits, and so a different {title}: the values of different tools
differ by about a point on the same corpus, and jiwer's depends on which alignment rapidfuzz finds first. Ours has the
most hits unless ties=jiwer.""",
    "Paper": """\
Morris, Maier and Green 2004. From WER and RIL to MER and WIL: improved evaluation measures for connected speech
recognition.""",
    "Checked against": """\
jiwer 4.0.0 and rapidfuzz 3.14, live in the tests (rates on any text with tokenizer=jiwer, or whose whitespace both
tokenize alike; all counts with ties=jiwer, on pairs of up to 600,000 words), and the definition by brute force.""",
}
words = documented(
    SHARED,
    unit="word",
    counts=COUNTS_ARE_PARTS,
    tokenizers="none (whitespace), mixed (one token per Chinese or Japanese character), char, 13a, intl, zh, ascii",
)
characters = documented(
    SHARED,
    unit="character",
    counts=COUNTS_ARE_PARTS,
    tokenizers="letters (every character, including spaces between words) or char (without spaces)",
)


@words
@dataclass(frozen=True)
class WER(ErrorRate):
    """WER, the word error rate: how many words must be changed to turn the hypothesis into the reference.

    What it measures
        The minimum number of substituted, deleted and inserted words, in percent of the words of the reference.
        0 is a copy, lower is better; more than 100 is possible, because insertions have no limit.

    How
        Both texts are aligned with the fewest errors. Over the corpus, WER = (S + D + I) / N, where N is the number of
        reference words: sums over all segments, divided once. {counts}

    Empty text
        An empty hypothesis scores 100: every word is deleted. In a corpus an empty reference ("") is harmless, its
        insertions count. If all references are empty the rate is not defined by the formula: it is 0 without errors,
        else the errors are divided as if there were one reference word, as jiwer does, so that two words against an
        empty reference give 200. This matters for segment scores and for segment_mean.

    Known surprises
        The mean of segment scores is not the corpus score: short segments weigh more in it; average=segments computes
        it. Whitespace is what Python's str.split() splits at; jiwer splits at spaces only, so that a tab joins words
        there, and so does tokenizer=jiwer. Nothing is lowercased and no punctuation removed unless you ask. Chinese and
        Japanese don't separate words by spaces: choose tokenizer=char or mixed, or lang=zh or ja, else whole sentences
        are words.

    Paper
        Levenshtein 1966. Binary codes capable of correcting deletions, insertions and reversals. Used for translation:
        Niessen, Och, Leusch and Ney 2000. An evaluation tool for machine translation.
    """

    # Each rate says so in lines of the same shape: whoever reads a metric finds its name and its facts in it.
    name: ClassVar[str] = "wer"
    title: ClassVar[str] = "WER"
    about: ClassVar[About] = ABOUT_WER
    higher_is_better: ClassVar[bool] = False
    rate: ClassVar[str] = "wer"


@characters
@dataclass(frozen=True)
class CER(ErrorRate):
    """CER, the character error rate: WER on characters instead of words.

    What it measures
        The minimum number of substituted, deleted and inserted characters, in percent of those of the reference.
        0 is a copy, lower is better; more than 100 is possible, because insertions have no limit.

    How
        Leading and trailing whitespace is dropped; every other character counts, including spaces. Both texts are
        aligned with the fewest errors. Over the corpus, CER = (S + D + I) / N, where N is the number of reference
        characters: sums over all segments, divided once. {counts}

    Empty text
        An empty hypothesis scores 100: every character is deleted. In a corpus an empty reference ("") is harmless.
        If all references are empty the rate is 0 without errors, else the errors are divided as if there were one
        reference character, as jiwer does.

    Known surprises
        A space is a character: tokenizer=char leaves spaces out, which is usual for Chinese and Japanese. A character
        is a code point: a combining accent counts as one; normalization=NFC composes it with its letter. lang= has no
        effect.

    Paper
        Levenshtein 1966. Binary codes capable of correcting deletions, insertions and reversals.
    """

    name: ClassVar[str] = "cer"
    title: ClassVar[str] = "CER"
    about: ClassVar[About] = ABOUT_CER
    higher_is_better: ClassVar[bool] = False
    rate: ClassVar[str] = "cer"
    unit_rate: ClassVar[str] = "cer"
    tokenizer_by_language: ClassVar[bool] = False

    tokenizer: str | Split = "letters"

    def __post_init__(self) -> None:
        if isinstance(self.tokenizer, str) and self.tokenizer not in ("letters", "char"):
            raise SettingError(
                f"tokenizer {self.tokenizer!r} doesn't produce characters, which CER counts; choose letters or char,"
                " or use wer for an error rate on words"
            )
        super().__post_init__()

    @property
    def for_tokens(self) -> CER:
        """Itself: the characters of tokens joined by spaces."""
        return self


@words
@dataclass(frozen=True)
class MER(ErrorRate):
    """MER, the match error rate: the share of errors among all steps of the alignment.

    What it measures
        The probability that a step of the alignment is an error. 0 is a copy, 100 nothing in common; lower is better.

    How
        MER = (S + D + I) / (H + S + D + I), sums over all segments, divided once. Unlike WER it can't exceed 100.
        {counts}
    """

    name: ClassVar[str] = "mer"
    title: ClassVar[str] = "MER"
    about: ClassVar[About] = ABOUT_MER
    higher_is_better: ClassVar[bool] = False
    rate: ClassVar[str] = "mer"


@words
@dataclass(frozen=True)
class WIL(ErrorRate):
    """WIL, word information lost: the share of both texts that hits don't cover.

    What it measures
        1 - WIP. 0 is a copy, 100 nothing in common; lower is better.

    How
        WIL = 1 - (H / N) * (H / P), where N and P are the words of the references and of the hypotheses: sums over all
        segments, divided once. {counts}
    """

    name: ClassVar[str] = "wil"
    title: ClassVar[str] = "WIL"
    about: ClassVar[About] = ABOUT_MER
    higher_is_better: ClassVar[bool] = False
    rate: ClassVar[str] = "wil"


@words
@dataclass(frozen=True)
class WIP(ErrorRate):
    """WIP, word information preserved: the product of the shares of both texts that are hits.

    What it measures
        The share of the reference that is hit, times the share of the hypothesis that is.
        100 is a copy, 0 nothing in common; higher is better.

    How
        WIP = (H / N) * (H / P), where N and P are the words of the references and of the hypotheses: sums over all
        segments, divided once. {counts}

    Empty text
        Two empty texts score 100, as in jiwer; a text against an empty one scores 0.
    """

    name: ClassVar[str] = "wip"
    title: ClassVar[str] = "WIP"
    about: ClassVar[About] = ABOUT_MER
    rate: ClassVar[str] = "wip"


@words
@dataclass(frozen=True)
class PER(ErrorRate):
    """PER, the position-independent error rate: WER that ignores word order.

    What it measures
        Which words are wrong, missing or superfluous, regardless of their position. 0 is a copy in any order; lower is
        better; more than 100 is possible for a hypothesis that is longer than its reference.

    How
        The words that both texts have, each at most as often as in either, are correct. Over the corpus,
        PER = sum of (max(N, P) - correct) / sum of N, where N and P are the words of a segment's reference and
        hypothesis. {counts}

    Empty text
        An empty hypothesis scores 100. If all references are empty, it is 0 without errors, else the errors are
        divided as if there were one reference word.

    Known surprises
        Another definition, that of Moses' PER scorer, takes max(0, P - N) over the whole corpus instead of over each
        segment, so that segments that are too long compensate for others that are too short; it gives lower values.

    Paper
        Tillmann, Vogel, Ney, Zubiaga and Sawaf 1997. Accelerated DP based search for statistical translation.

    Checked against
        The definition, in Python's multisets. PER never exceeds WER on the same tokens.
    """

    name: ClassVar[str] = "per"
    title: ClassVar[str] = "PER"
    about: ClassVar[About] = ABOUT_PER
    higher_is_better: ClassVar[bool] = False
    rate: ClassVar[str] = "per"
