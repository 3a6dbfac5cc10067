"""
The native core: text to token tables, token tables to rows of statistics.
"""

from collections.abc import Sequence
import os
from typing import Annotated, overload

import numpy
from numpy.typing import NDArray


class Texts:
    """
    One string per segment, a list of strings or an Arrow column, not copied; or the tokens of each.
    """

    @overload
    def __init__(self, source: object, what: str, several: bool = False) -> None: ...

    @overload
    def __init__(self, strings: object, what: str, starts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    @overload
    def __init__(self, columns: list[Texts]) -> None: ...

    @property
    def starts(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,), writable=False)]:
        """
        Where the texts of each row begin, and where the last ones end; nothing if there is one a row.
        """

    def __len__(self) -> int: ...

    def __getitem__(self, arg: int, /) -> str:
        """The text; if it is tokenized, its tokens joined by spaces."""

    @staticmethod
    def of_tokens(lists: object, what: str, starts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Texts:
        """Texts that are tokenized already: a list of strings for each."""

    @property
    def tokenized(self) -> bool:
        """Whether the caller has split the texts into tokens."""

    def tokens(self, segment: int) -> list[str]:
        """The tokens of one text that is tokenized."""

    def part(self, begin: int, end: int) -> Texts:
        """The segments from `begin` to before `end`, not copied."""

    @property
    def extent(self) -> int:
        """
        How much text there is, about: in characters of strings, or bytes of a column.
        """

class Vocabulary:
    """The distinct tokens of a token table, numbered by first appearance."""

    def __init__(self) -> None: ...

    def __len__(self) -> int: ...

    def words(self, first: int = 0) -> list[str]:
        """The tokens from this number on."""

class Tokens:
    """The ids of the tokens of every segment, and where each segment begins."""

    def __len__(self) -> int: ...

    def words(self, segment: int) -> list[str]:
        """The tokens of one segment as strings."""

    @property
    def total(self) -> int:
        """How many tokens all segments have."""

    @property
    def vocabulary(self) -> Vocabulary: ...

    @property
    def ids(self) -> Annotated[NDArray[numpy.uint32], dict(shape=(None,), writable=False)]: ...

    @property
    def offsets(self) -> Annotated[NDArray[numpy.uint64], dict(shape=(None,), writable=False)]: ...

def encode(texts: Texts, tokenizer: str, lowercase: str, vocabulary: Vocabulary, threads: int = 1, progress: object | None = None, lines: bool = False) -> Tokens:
    """
    Tokenize every segment into a token table; `lines`: line ends are tokens too.
    """

def encode_tokens(texts: Texts, lowercase: str, vocabulary: Vocabulary) -> Tokens:
    """Make a token table of texts that are tokenized already."""

def encode_segment(hypotheses: Texts, references: Texts, tokenizer: str, lowercase: str, lines: bool = False) -> tuple[Tokens, Tokens]:
    """
    The token tables of the texts of a single segment, with a vocabulary of their own: what two calls of `encode` make.
    """

def lower_words(tokens: Tokens, tokenizer: str, lowercase: str, vocabulary: Vocabulary) -> Tokens | None:
    """
    The table of the same texts in lower case, made word by word; None where that might differ from reading them.
    """

def intern(segments: Sequence[Sequence[str]], vocabulary: Vocabulary) -> Tokens:
    """Make a token table of tokens that Python has made."""

def take(tokens: Tokens, segments: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Tokens:
    """A table of some segments of another, in any order, some perhaps twice."""

def renumber(tokens: Tokens, numbers: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Tokens:
    """
    The table with another word of the same vocabulary for each: such as one for all that have the same stem.
    """

def tokenize(text: str, tokenizer: str, lowercase: str = 'no', lines: bool = False) -> list[str]:
    """The tokens of one text."""

def affordable_threads(threads: int) -> int:
    """
    How many of so many threads a limit on the process's memory leaves room for, the caller's own included.
    """

def build() -> dict[str, str]:
    """What this module was built with."""

def count_character(hypotheses: Tokens, references: Tokens, starts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], threads: int = 1, progress: object | None = None) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C')]:
    """
    One row per reference: characters to edit after shifts, the cost of the shifts, characters of either text, and shifts.
    """

def count_chrf(hypotheses: Tokens, references: Tokens, starts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], char_order: int, word_order: int, whitespace: bool, threads: int = 1, progress: object | None = None) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C')]:
    """
    One row per reference: by order, characters before words, the n-grams of the hypothesis, of the reference, and the matches.
    """

def align_positions(hypotheses: Tokens, references: Tokens, starts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], window: int, order: int, threads: int = 1, progress: object | None = None) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C')]:
    """
    One row per reference: lengths of hypothesis and reference, aligned words, their distance, then n-gram matches.
    """

def masked_sums(masks: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)], values: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], threads: int = 1) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C')]:
    """
    For each mask, one bit a unit, the sums of the columns over the units that it marks.
    """

def meteor_columns() -> list[str]:
    """
    The columns of meteor_statistics by name: METEOR's 23 statistics, and whether one chunk covers both texts.
    """

def meteor_statistics(hypotheses: Tokens, references: Tokens, starts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], stems: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], synset_starts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], synsets: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], function: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], utf16: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], modules: Sequence[str], beam: int, characters: bool, paraphrases: Paraphrases | None, phrase_words: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], threads: int = 1, progress: object | None = None) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C')]:
    """One row per reference, whose columns meteor_columns names."""

def count_ngrams(hypotheses: Tokens, references: Tokens, starts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], order: int, length: str, threads: int = 1, progress: object | None = None) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C')]:
    """
    One row per segment: hypothesis length, reference length, then matches, totals and plain matches by order.
    """

class NgramSurvey:
    """
    How often each n-gram stands in a set of texts; the empty one as often as there are words.
    """

    def __len__(self) -> int: ...

    @property
    def order(self) -> int: ...

    @property
    def vocabulary(self) -> Vocabulary: ...

    @property
    def heads(self) -> Annotated[NDArray[numpy.uint32], dict(shape=(None,), writable=False)]:
        """
        Of each n-gram the place of its first n - 1 words, which is before its own.
        """

    @property
    def lasts(self) -> Annotated[NDArray[numpy.uint32], dict(shape=(None,), writable=False)]:
        """Of each n-gram the id of its last word."""

    @property
    def counts(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,), writable=False)]:
        """Of each n-gram how often it stands there."""

    def last_words(self) -> list[str]:
        """Of each n-gram its last word."""

class NgramPlaces:
    """
    How often each n-gram stands in a set of texts, told at the places where it does.
    """

    @property
    def order(self) -> int: ...

    @property
    def pairs(self) -> Annotated[NDArray[numpy.uint32], dict(shape=(None, 2), writable=False)]:
        """
        How often the first n - 1 words of an n-gram stand there, and the n-gram itself: all pairs that there are. For a single word, it is the number of all words.
        """

def survey_ngrams(texts: Tokens, order: int, threads: int = 1) -> NgramSurvey:
    """Count all n-grams of all texts together."""

def survey_places(texts: Tokens, order: int, threads: int = 1) -> NgramPlaces:
    """
    Count all n-grams of all texts together, for weighing with these texts as references.
    """

def survey_documents(texts: Tokens, starts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], order: int, threads: int = 1) -> NgramSurvey:
    """
    Count in how many segments each n-gram stands, in any of its texts; the empty one stands in all.
    """

def survey_of_counts(ngrams: Sequence[Sequence[str]], counts: Sequence[int], order: int, vocabulary: Vocabulary) -> NgramSurvey:
    """Make a survey of n-grams that were counted elsewhere."""

def add_surveys(one: NgramSurvey, other: NgramSurvey) -> NgramSurvey:
    """Add the counts of two surveys in one token table."""

def weigh_ngrams(hypotheses: Tokens, references: Tokens, starts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], survey: NgramSurvey, weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], order: int, coarse: int, fine: int, threads: int = 1, progress: object | None = None) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C')]:
    """
    One row per segment: hypothesis length, average reference length, then the weights of matched n-grams and the totals by order. Averages and weights are rounded to 2^-coarse, and what is left of them to 2^-fine.
    """

def weigh_places(hypotheses: Tokens, references: Tokens, starts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], places: NgramPlaces, first: int, weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], order: int, coarse: int, fine: int, threads: int = 1, progress: object | None = None) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C')]:
    """
    The rows of weigh_ngrams, by weights of pairs of counts, for references that were surveyed: all of them, or those from the text `first` on.
    """

class Paraphrases:
    """A compiled table of paraphrases, mapped into memory."""

    def __init__(self, path: str | os.PathLike[str]) -> None: ...

    def ids(self, words: Sequence[str]) -> Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C')]:
        """
        The numbers of words in the table; 4294967295 if it does not have the word.
        """

    def candidates(self, hypothesis: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], reference: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.uint32], dict(shape=(None, None), order='C')]:
        """
        All candidates in METEOR's order: start and length in the reference, start and length in the hypothesis.
        """

    @property
    def source(self) -> bytes:
        """The SHA-256 of the file that was compiled."""

    @property
    def pairs(self) -> int: ...

class ParaphraseCompiler:
    """
    Compiles METEOR's table of paraphrases to a file that can be mapped into memory.
    """

    def __init__(self) -> None: ...

    def feed(self, piece: bytes) -> None:
        """Take the next piece of the text."""

    def finish(self, path: str | os.PathLike[str], source: bytes) -> None:
        """Write the file; source is the SHA-256 of what was compiled."""

PARAPHRASE_VERSION: int = 1

def count_edits(hypotheses: Tokens, references: Tokens, starts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], ties: str = 'most-hits', threads: int = 1, progress: object | None = None) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C')]:
    """
    For each reference: hits, substitutions, deletions, insertions, both lengths, words in common, longer length.
    """

def align_edits(hypotheses: Tokens, references: Tokens, ties: str = 'most-hits', threads: int = 1, kept: int = 16777216, progress: object | None = None) -> tuple[Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C')]]:
    """
    The steps of every segment from left to right (0 hit, 1 substitution, 2 deletion, 3 insertion), and where each segment's begin.
    """

def count_eed(hypotheses: Tokens, references: Tokens, starts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], alpha: float, deletion: float, insertion: float, threads: int = 1, progress: object | None = None) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C')]:
    """
    One row per reference: the distance with jumps, the visits that coverage charges for, and both lengths.
    """

def log(value: float) -> float:
    """The natural logarithm."""

def log_each(values: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C')]:
    """The natural logarithm of each."""

def log2_each(values: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C')]:
    """The logarithm of each to the base 2."""

def exp(value: float) -> float:
    """The exponential."""

def exp_each(values: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C')]:
    """The exponential of each."""

def power(value: float, exponent: float) -> float:
    """A number of 0 or more to a power."""

def power_each(values: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], exponents: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C')]:
    """Each to a power of its own."""

def expected_matches(texts: Tokens, groups: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], shares: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], order: int, threads: int = 1) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C')]:
    """
    For each text and each n: the n-grams that it shares with the average of its group.
    """

def coin_sums(rows: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], seed: int, first: int, count: int, threads: int = 1, progress: object | None = None) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C')]:
    """For each trial: the sum of the rows for which a coin shows heads."""

def draw_sums(rows: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], seed: int, first: int, count: int, threads: int = 1, progress: object | None = None) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C')]:
    """
    For each resample: the sum of as many rows as there are, drawn with replacement.
    """

def count_ter(hypotheses: Tokens, references: Tokens, starts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], search: str, threads: int = 1, progress: object | None = None) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C')]:
    """
    One row per reference: hits, substitutions, deletions, insertions, shifts, shifted words, both lengths.
    """

def find_shifts(hypotheses: Tokens, references: Tokens, starts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], search: str, threads: int = 1) -> Annotated[NDArray[numpy.int64], dict(shape=(None, None), order='C')]:
    """
    One row per shift, in the order of the references and of the shifts: the reference's place in the flat list, where the run starts, its length, and its target.
    """

class Traits:
    """What there is to know of a native tokenizer, beyond how it splits."""

    @property
    def name(self) -> str: ...

    @property
    def sees_case(self) -> bool:
        """Whether lower case changes where it splits or what it drops."""

    @property
    def by_character(self) -> bool:
        """Whether every token is one character."""

def tokenizers() -> list[Traits]:
    """The traits of every native tokenizer."""

def stem_english(words: Sequence[str]) -> list[str]:
    """The stem of every word, by Snowball's algorithm for English as of 2.2."""

class Synonyms:
    """WordNet's synsets by word."""

    def __init__(self, table: bytes) -> None: ...

    def look_up(self, words: Sequence[str]) -> tuple[Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C')]]:
        """
        Where each word's synsets begin, and the synsets: of the word and of its base form, sorted, each once.
        """

class EnglishNormalizer:
    """Whisper's rules for English text."""

    def __init__(self, lower: Sequence[int], flags: Sequence[int], plain: Sequence[str], contractions: Sequence[tuple[bool, str, str]], fillers: Sequence[str], spellings: Sequence[tuple[str, str]], number_words: Sequence[tuple[str, int, int, str]]) -> None: ...

    def normalize(self, texts: Texts, threads: int = 1) -> list[str | None]:
        """
        The texts as the rules write them; None for a text that the readable twin must read.
        """

def segment_ends(text: Tokens, may_cut: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], references: Tokens, starts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> list[int]:
    """
    Where the piece of each segment ends, so that all pieces together have the fewest errors.
    """

def match_ngrams(hypotheses: Tokens, references: Tokens, starts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], shortest: int, order: int, threads: int = 1, progress: object | None = None) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C')]:
    """
    One row per reference: n-grams of hypothesis and reference, and those that match, from the shortest to this order.
    """

def match_subsequences(hypotheses: Tokens, references: Tokens, starts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], threads: int = 1, progress: object | None = None) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C')]:
    """
    One row per reference: words of hypothesis and reference, and of their longest common subsequence.
    """

def match_summaries(hypotheses: Tokens, references: Tokens, starts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], line_end: int, threads: int = 1, progress: object | None = None) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C')]:
    """
    One row per reference: words of hypothesis and reference, and of the union of longest common subsequences of lines.
    """

def compare_vectors(hypotheses: Tokens, references: Tokens, starts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], survey: NgramSurvey, weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], order: int, clipped: bool, threads: int = 1, progress: object | None = None) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C')]:
    """
    One row per reference: words of hypothesis and reference, then by order the product of their vectors of weighted n-grams, and the squares of the lengths of either.
    """

def align_ranks(hypotheses: Tokens, references: Tokens, starts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], threads: int = 1, progress: object | None = None) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C')]:
    """
    One row per reference: words of hypothesis and reference, aligned words, and pairs of those in the same order.
    """
