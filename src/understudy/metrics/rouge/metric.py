"""ROUGE: what a summary or translation has in common with a reference, in n-grams or in order."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, groupby
from typing import ClassVar

from understudy import _core
from understudy.contract.about import About
from understudy.contract.arithmetic import Rows
from understudy.inputs.texts import Progress
from understudy.metrics.rouge.about import ABOUT_SUBSEQUENCE
from understudy.metrics.rouge.base import RougeBase
from understudy.metrics.shared.docstrings import documented
from understudy.metrics.shared.ngrams import ngrams
from understudy.metrics.shared.validation import check_order
from understudy.tokens import Reading, TokenizedReferences

# What the pages have in common, most of it by heading.
F_MEASURE = """\
F = 2 * precision * recall / (precision + recall). Each is
    computed for every segment; the corpus score is the mean of the segments' F, and the parts precision and recall
    are the means of theirs."""
SETTINGS = """\
tokenizer: words (words of any script in Unicode, without punctuation and symbols; one token per Chinese or
Japanese character), ascii-words, 13a, intl, zh, char, none, ascii, or a function from a string to its tokens.
lowercase: yes (Unicode), no, or ascii (A to Z only).
normalization: NFC, NFD, NFKC or NFKD; none if not given.
normalizer: rules for speech by name, such as whisper-en; none if not given.
stemmer: none, or porter (strips English endings of words of more than three letters).
compat: rouge_score, for tokenizer=ascii-words and stemmer=porter: the numbers of that package with
use_stemmer=True, or with use_stemmer=False if you add stemmer=none."""
SHARED = {
    "Settings": SETTINGS,
    "Several references": """\
The one with the best F counts, the first of equals, as in rouge_score's score_multi; precision and recall are those
against it. Each of the ROUGE scores makes its own choice.""",
    "Empty text": "A segment scores 0 if the hypothesis or all references have no word; so do two empty texts.",
    "Paper": "Lin 2004. ROUGE: a package for automatic evaluation of summaries.",
}
OF_NGRAMS = {
    "What it measures": """\
How many of the {n}-grams (sequences of {n} words) of the reference the hypothesis has (recall), how many of its own
the reference has (precision), and the balance of both (F, the score). 0 to 100, higher is better; comparable only
between scores with the same signature on the same test set. {others}""",
    "How": """\
Each {n}-gram matches at most as often as both texts have it. precision = matches / {n}-grams of the hypothesis;
recall = matches / {n}-grams of the reference; {f_measure}""",
    "Empty text": "A segment scores 0 if the hypothesis or all references have no {n}-gram; so do two empty texts.",
    "Known surprises": """\
rouge_score only knows the letters a to z: with compat=rouge_score text in other scripts scores 0, identical or
not, and é splits a word in two. By default every script has words here. Text in ASCII gets the same score either way
if neither is stemmed. Thai, Lao, Khmer and Burmese don't separate words by spaces and need a function as tokenizer.
rouge_score's BootstrapAggregator reports the median of resampled means, drawn without a random seed, as mid: close to
the mean that is reported here but not equal. The score is F; papers before 2010 often print recall.""",
    "Checked against": """\
rouge_score 0.1.2 with and without its stemmer (TED talks and summaries, precision, recall and F of every segment to
1e-9), and live on any text; the stems live against NLTK's.""",
}


@dataclass(frozen=True)
class NgramRouge(RougeBase):
    """ROUGE of n-grams of one length, which a subclass chooses."""

    @property
    def n(self) -> int:
        """The length of the n-grams."""
        raise NotImplementedError

    @property
    def copy_is_best(self) -> bool:
        return self.n == 1  # a copy may be too short for longer ones

    def _count(self, hyps: _core.Tokens, refs: TokenizedReferences, threads: int, progress: Progress | None) -> Rows:
        return _core.match_ngrams(hyps, refs.tokens, refs.starts, self.n, self.n, threads, progress)

    def pair(self, hyp: list[str], ref: list[str]) -> tuple[int, int, int]:
        of_hyp, of_ref = ngrams(hyp, self.n), ngrams(ref, self.n)
        return of_hyp.total(), of_ref.total(), (of_hyp & of_ref).total()


@documented(
    SHARED | OF_NGRAMS | {"Settings": f"{SETTINGS}\norder: the length N of the n-grams, 1."},
    n="N",
    f_measure=F_MEASURE,
    others="rouge1 and rouge2, the two that most papers report, have names of their own. Plain rouge is the shortest\n"
    "    of the family, N = 1, and not ROUGE-L, which is another formula: order= lengthens the n-grams of one score.",
)
@dataclass(frozen=True)
class ROUGE(NgramRouge):
    """ROUGE-N, recall-oriented understudy for gisting evaluation: n-grams of one length in common with a reference."""

    name: ClassVar[str] = "rouge"
    title: ClassVar[str] = "ROUGE-N"

    order: int = 1

    def __post_init__(self) -> None:
        check_order(self.order)
        super().__post_init__()

    @property
    def n(self) -> int:
        return self.order


@documented(SHARED | OF_NGRAMS, n="1", f_measure=F_MEASURE, others="rouge:order=3 is the same for 3-grams, and so on.")
@dataclass(frozen=True)
class ROUGE1(NgramRouge):
    """ROUGE-1, recall-oriented understudy for gisting evaluation: 1-grams in common with a reference."""

    name: ClassVar[str] = "rouge1"
    title: ClassVar[str] = "ROUGE-1"

    @property
    def n(self) -> int:
        return 1


# Two names that everybody types; the other orders are settings of `rouge`.
@documented(SHARED | OF_NGRAMS, n="2", f_measure=F_MEASURE, others="rouge:order=3 is the same for 3-grams, and so on.")
@dataclass(frozen=True)
class ROUGE2(NgramRouge):
    """ROUGE-2, recall-oriented understudy for gisting evaluation: 2-grams in common with a reference."""

    name: ClassVar[str] = "rouge2"
    title: ClassVar[str] = "ROUGE-2"

    @property
    def n(self) -> int:
        return 2


@documented(SHARED, f_measure=F_MEASURE)
@dataclass(frozen=True)
class ROUGEL(RougeBase):
    """ROUGE-L: the longest sequence of words that hypothesis and reference have in the same order.

    What it measures
        How much of the reference the hypothesis has in its order (recall), how much of the hypothesis that is
        (precision), and the balance of both (F, the score). 0 to 100, higher is better; comparable only between scores
        with the same signature on the same test set.

    How
        The longest common subsequence is the longest list of words that can be read from left to right in both texts,
        skipping other words. precision = its length / words of the hypothesis; recall = its length / words of the
        reference; {f_measure}

    Known surprises
        A line break is whitespace like any other; rougeLsum is the score that knows lines. rouge_score only knows the
        letters a to z: see the page of rouge1. The paper's F weights recall by a beta; rouge_score, like most papers
        since, takes the plain harmonic mean.

    Checked against
        rouge_score 0.1.2 with and without its stemmer (TED talks and summaries, precision, recall and F of every
        segment to 1e-9), and live on any text.
    """

    name: ClassVar[str] = "rougeL"
    title: ClassVar[str] = "ROUGE-L"
    about: ClassVar[About] = ABOUT_SUBSEQUENCE

    def _count(self, hyps: _core.Tokens, refs: TokenizedReferences, threads: int, progress: Progress | None) -> Rows:
        return _core.match_subsequences(hyps, refs.tokens, refs.starts, threads, progress)

    def pair(self, hyp: list[str], ref: list[str]) -> tuple[int, int, int]:
        return len(hyp), len(ref), common_lengths(hyp, ref)[-1][-1]


@documented(SHARED, f_measure=F_MEASURE)
@dataclass(frozen=True)
class ROUGELsum(RougeBase):
    """ROUGE-Lsum: ROUGE-L of summaries, line by line.

    What it measures
        How much of each line of the reference some line of the hypothesis has in its order (recall), how much of the
        hypothesis that is (precision), and the balance of both (F, the score). 0 to 100, higher is better; comparable
        only between scores with the same signature on the same test set.

    How
        Each segment is a summary with one sentence per line. For each line of the reference, the longest common
        subsequences with all lines of the hypothesis are computed, and the words of the line that are in any of them
        are hits; no word is hit more often than the hypothesis has it. precision = hits / words of the hypothesis;
        recall = hits / words of the reference; {f_measure} A tokenizer that is a function gets one line at a time.

    Known surprises
        Lines end with a line feed, and nothing else separates sentences: insert the line feeds first, as rouge_score
        needs them too (its split_summaries, which asks NLTK for sentences, is not offered). For text of one line, such
        as any text from a file with one segment per line, it equals ROUGE-L. Of several longest subsequences the one
        that rouge_score picks is taken; another one can give other hits. rouge_score only knows the letters a to z: see
        the page of rouge1.

    Checked against
        rouge_score 0.1.2 with and without its stemmer (TED talks and summaries, also joined to texts of five lines, to
        1e-9), and live on any text.
    """

    name: ClassVar[str] = "rougeLsum"
    title: ClassVar[str] = "ROUGE-Lsum"
    about: ClassVar[About] = ABOUT_SUBSEQUENCE

    @cached_property
    def reading(self) -> Reading:
        return Reading(self.tokenizer, self.lowercase, self.normalization, lines=True, normalizer=self.normalizer)  # type: ignore[arg-type]

    def _count(self, hyps: _core.Tokens, refs: TokenizedReferences, threads: int, progress: Progress | None) -> Rows:
        line_end = int(_core.intern([["\n"]], hyps.vocabulary).ids[0])
        return _core.match_summaries(hyps, refs.tokens, refs.starts, line_end, threads, progress)

    def pair(self, hyp: list[str], ref: list[str]) -> tuple[int, int, int]:
        hyp_lines, ref_lines = lines_of(hyp), lines_of(ref)
        return sum(map(len, hyp_lines)), sum(map(len, ref_lines)), sum(map(len, hit_places(hyp_lines, ref_lines)))


def hit_places(hyp_lines: list[list[str]], ref_lines: list[list[str]]) -> list[list[int]]:
    """Give for each line of the reference the positions of the words that are hit.

    >>> hit_places([["the", "cat"], ["sat"]], [["the", "old", "cat", "sat"]])
    [[0, 2, 3]]
    """
    left = Counter(chain(*hyp_lines)) & Counter(chain(*ref_lines))
    hits = []
    for line in ref_lines:
        places = []
        for place in sorted(set().union(*(common_places(each, line) for each in hyp_lines))):
            if left[line[place]] > 0:
                places.append(place)
            left[line[place]] -= 1
        hits.append(places)
    return hits


def lines_of(tokens: list[str]) -> list[list[str]]:
    r"""Split tokens into lines at the line feeds among them.

    >>> lines_of(["a", "b", "\n", "\n", "c"])
    [['a', 'b'], ['c']]
    """
    return [list(line) for ends, line in groupby(tokens, lambda token: token == "\n") if not ends]


def common_lengths(hyp: list[str], ref: list[str]) -> list[list[int]]:
    """Give the length of the longest common subsequence of the first k words of a reference and j of a hypothesis.

    >>> common_lengths("the cat sat".split(), "the old cat".split())[3]
    [0, 1, 2, 2]
    """
    lengths = [[0] * (len(hyp) + 1)]
    for of_ref in ref:
        above, row = lengths[-1], [0]
        for j, of_hyp in enumerate(hyp):
            row.append(above[j] + 1 if of_hyp == of_ref else max(above[j + 1], row[j]))
        lengths.append(row)
    return lengths


def common_places(hyp: list[str], ref: list[str]) -> list[int]:
    """Give the positions in the reference of the longest common subsequence that rouge_score picks, last first.

    >>> common_places("the cat sat".split(), "the old cat".split())
    [2, 0]
    """
    return [place for _, place in common_pairs(hyp, ref)]


def common_pairs(hyp: list[str], ref: list[str]) -> list[tuple[int, int]]:
    """Give the positions in hypothesis and reference of that longest common subsequence, last first.

    >>> common_pairs("the cat sat".split(), "the old cat".split())
    [(1, 2), (0, 0)]
    """
    lengths, pairs, j, k = common_lengths(hyp, ref), list[tuple[int, int]](), len(hyp), len(ref)
    while j > 0 and k > 0:
        if hyp[j - 1] == ref[k - 1]:
            j, k = j - 1, k - 1
            pairs.append((j, k))
        elif lengths[k][j - 1] > lengths[k - 1][j]:
            j -= 1
        else:
            k -= 1
    return pairs
