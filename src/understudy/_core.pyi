"""
The native core: text to token tables, token tables to rows of statistics.
"""

from collections.abc import Sequence
from typing import Annotated

import numpy
from numpy.typing import NDArray


class Texts:
    """
    One string per segment: a list of strings or an Arrow column, not copied.
    """

    def __init__(self, source: object, what: str) -> None: ...

    def __len__(self) -> int: ...

    def __getitem__(self, arg: int, /) -> str: ...

class Vocabulary:
    """The distinct tokens of a token table, numbered by first appearance."""

    def __init__(self) -> None: ...

    def __len__(self) -> int: ...

    def words(self) -> list[str]:
        """Every token, by its number."""

class Tokens:
    """The ids of the tokens of every segment, and where each segment begins."""

    def __len__(self) -> int: ...

    def words(self, segment: int) -> list[str]:
        """The tokens of one segment as strings."""

    @property
    def vocabulary(self) -> Vocabulary: ...

    @property
    def ids(self) -> Annotated[NDArray[numpy.uint32], dict(shape=(None,), writable=False)]: ...

    @property
    def offsets(self) -> Annotated[NDArray[numpy.uint64], dict(shape=(None,), writable=False)]: ...

def encode(texts: Texts, tokenizer: str, lowercase: str, vocabulary: Vocabulary, threads: int = 1, progress: object | None = None, lines: bool = False) -> Tokens:
    """
    Tokenise every segment into a token table; `lines`: line ends are tokens too.
    """

def lower_words(tokens: Tokens, tokenizer: str, lowercase: str, vocabulary: Vocabulary) -> Tokens | None:
    """
    The table of the same texts in lower case, made word by word; None where that might differ from reading them.
    """

def intern(segments: Sequence[Sequence[str]], vocabulary: Vocabulary) -> Tokens:
    """Make a token table of tokens that Python has made."""

def renumber(tokens: Tokens, numbers: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Tokens:
    """
    The table with another word of the same vocabulary for each: such as one for all that have the same stem.
    """

def tokenize(text: str, tokenizer: str, lowercase: str = 'no', lines: bool = False) -> list[str]:
    """The tokens of one text."""

def align_positions(hypotheses: Tokens, references: Tokens, starts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], window: int, order: int, threads: int = 1, progress: object | None = None) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C')]:
    """
    One row per reference: lengths of hypothesis and reference, aligned words, their distance, then n-gram matches.
    """

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
        """Negative in a brief survey where it is 1."""

    def last_words(self) -> list[str]:
        """Of each n-gram its last word."""

def survey_ngrams(texts: Tokens, order: int, brief: bool) -> NgramSurvey:
    """
    Count all n-grams of all texts together; briefly, without most of those that stand once.
    """

def survey_documents(texts: Tokens, starts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], order: int) -> NgramSurvey:
    """
    Count in how many segments each n-gram stands, in any of its texts; the empty one stands in all.
    """

def survey_of_counts(ngrams: Sequence[Sequence[str]], counts: Sequence[int], order: int, vocabulary: Vocabulary) -> NgramSurvey:
    """Make a survey of n-grams that were counted elsewhere."""

def add_surveys(one: NgramSurvey, other: NgramSurvey) -> NgramSurvey:
    """Add the counts of two surveys in one token table."""

def weigh_ngrams(hypotheses: Tokens, references: Tokens, starts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], survey: NgramSurvey, weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], order: int, threads: int = 1, progress: object | None = None) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C')]:
    """
    One row per segment: hypothesis length, average reference length, then the weights of matched n-grams and the totals by order.
    """

def count_edits(hypotheses: Tokens, references: Tokens, starts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], ties: str = 'most-hits', threads: int = 1, progress: object | None = None) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C')]:
    """
    For each reference: hits, substitutions, deletions, insertions, both lengths, words in common, longer length.
    """

def edit_distances(hypotheses: Tokens, references: Tokens, starts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], threads: int = 1, progress: object | None = None) -> Annotated[NDArray[numpy.int64], dict(shape=(None, None), order='C')]:
    """For each reference: the least number of errors."""

def align_edits(hypotheses: Tokens, references: Tokens, ties: str = 'most-hits', threads: int = 1, kept: int = 16777216, progress: object | None = None) -> tuple[Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C')]]:
    """
    The steps of every segment from left to right (0 hit, 1 substitution, 2 deletion, 3 insertion), and where each segment's begin.
    """

def match_ngrams(hypotheses: Tokens, references: Tokens, starts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], order: int, threads: int = 1, progress: object | None = None) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C')]:
    """
    One row per reference: words of hypothesis and reference, then matched n-grams by order.
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
