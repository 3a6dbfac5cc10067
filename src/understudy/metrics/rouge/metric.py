"""ROUGE: what a summary or translation has in common with a reference, in n-grams or in order."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, groupby
from typing import ClassVar, cast

from understudy import _core
from understudy.contract.arithmetic import Rows
from understudy.inputs.texts import Progress
from understudy.metrics.rouge.base import RougeBase
from understudy.metrics.shared.ngrams import ngrams
from understudy.tokens import Reading, TokenizedReferences


@dataclass(frozen=True)
class ROUGEN(RougeBase):
    """ROUGE-N, recall-oriented understudy for gisting evaluation: N-grams in common with a reference.

    What it measures
        How many of the N-grams (runs of N words) of the reference the hypothesis has (recall), how many of its own the
        reference has (precision), and the balance of both (F, the score). 0 to 100, higher is better; comparable only
        between scores with the same signature on the same test set. rouge1 to rouge9 are the same with other N.

    How
        An N-gram matches at most as often as both texts have it. precision = matches / N-grams of the hypothesis;
        recall = matches / N-grams of the reference; F = 2 * precision * recall / (precision + recall). Each is
        computed for every segment; the corpus score is the mean of the segments' F, and the parts precision and
        recall are the means of theirs.

    Settings
        tokenizer: words (words of any script in Unicode, without punctuation and symbols; Chinese and Japanese
        characters singly), ascii-words, 13a, intl, zh, char, none, ascii, or a function from a string to its tokens.
        lowercase: yes (Unicode), no, or ascii (A to Z only).
        normalization: NFC, NFD, NFKC or NFKD; none if not given.
        stemmer: none, or porter (English endings are taken off words of more than three letters).
        compat: rouge_score, for tokenizer=ascii-words and stemmer=porter: the numbers of that package with
        use_stemmer=True, or with use_stemmer=False if you add stemmer=none.

    Several references
        The one with the best F counts, the first of equals, as rouge_score's score_multi has it; precision and recall
        are those towards it. Each of the ROUGE scores makes its own choice.

    Empty text
        A segment scores 0 if the hypothesis or all references have no N-gram; so do two empty texts.

    Known surprises
        rouge_score knows no letters but a to z: with compat=rouge_score text in other scripts scores 0, identical or
        not, and é breaks a word in two. By default every script has words here. Text in ASCII gets the same score
        either way if neither is stemmed. Thai, Lao, Khmer and Burmese have no blanks between words and need a function
        as tokenizer. rouge_score's BootstrapAggregator reports the median of resampled means, drawn without a seed, as
        mid: it is close to the mean that is reported here but not equal. The score is F; papers of before 2010 often
        print recall.

    Paper
        Lin 2004. ROUGE: a package for automatic evaluation of summaries.

    Checked against
        rouge_score 0.1.2 with and without its stemmer (TED talks and summaries, precision, recall and F of every
        segment to 1e-9), and live on any text; the stems live against NLTK's.
    """

    order: ClassVar[int]

    @property
    def copy_is_best(self) -> bool:
        return self.order == 1  # a copy may be too short for longer ones

    def _count(self, hyps: _core.Tokens, refs: TokenizedReferences, threads: int, progress: Progress | None) -> Rows:
        return _core.match_ngrams(hyps, refs.tokens, refs.starts, self.order, self.order, threads, progress)

    def pair(self, hyp: list[str], ref: list[str]) -> tuple[int, int, int]:
        of_hyp, of_ref = ngrams(hyp, self.order), ngrams(ref, self.order)
        return of_hyp.total(), of_ref.total(), (of_hyp & of_ref).total()


def _rouge(order: int) -> type[ROUGEN]:
    """The class for one length of n-grams: it has a name, a title and a page of its own."""
    summary, rest = (ROUGEN.__doc__ or "\n").split("\n", 1)
    doc = summary.replace("ROUGE-N", f"ROUGE-{order}").replace("N-grams", f"{order}-grams") + "\n" + rest
    members = {
        "name": f"rouge{order}",
        "title": f"ROUGE-{order}",
        "order": order,
        "__doc__": doc,
        "__module__": __name__,
    }
    return dataclass(frozen=True)(cast("type[ROUGEN]", type(f"ROUGE{order}", (ROUGEN,), members)))


ROUGE1, ROUGE2, ROUGE3, ROUGE4, ROUGE5, ROUGE6, ROUGE7, ROUGE8, ROUGE9 = map(_rouge, range(1, 10))


@dataclass(frozen=True)
class ROUGEL(RougeBase):
    """ROUGE-L: the longest sequence of words that hypothesis and reference have in the same order.

    What it measures
        How much of the reference the hypothesis has in its order (recall), how much of the hypothesis that is
        (precision), and the balance of both (F, the score). 0 to 100, higher is better; comparable only between scores
        with the same signature on the same test set.

    How
        The longest common subsequence is the longest list of words that can be read from left to right in both texts,
        other words being skipped. precision = its length / words of the hypothesis; recall = its length / words of the
        reference; F = 2 * precision * recall / (precision + recall). Each is computed for every segment; the corpus
        score is the mean of the segments' F, and the parts precision and recall are the means of theirs.

    Settings
        tokenizer: words (words of any script in Unicode, without punctuation and symbols; Chinese and Japanese
        characters singly), ascii-words, 13a, intl, zh, char, none, ascii, or a function from a string to its tokens.
        lowercase: yes (Unicode), no, or ascii (A to Z only).
        normalization: NFC, NFD, NFKC or NFKD; none if not given.
        stemmer: none, or porter (English endings are taken off words of more than three letters).
        compat: rouge_score, for tokenizer=ascii-words and stemmer=porter: the numbers of that package with
        use_stemmer=True, or with use_stemmer=False if you add stemmer=none.

    Several references
        The one with the best F counts, the first of equals, as rouge_score's score_multi has it; precision and recall
        are those towards it. Each of the ROUGE scores makes its own choice.

    Empty text
        A segment scores 0 if the hypothesis or all references have no word; so do two empty texts.

    Known surprises
        Line ends are white space like any other; rougeLsum is the score that knows them. rouge_score knows no letters
        but a to z: see the page of rouge1. The paper's F weighs recall by a beta; rouge_score, like most papers since,
        takes the plain harmonic mean.

    Paper
        Lin 2004. ROUGE: a package for automatic evaluation of summaries.

    Checked against
        rouge_score 0.1.2 with and without its stemmer (TED talks and summaries, precision, recall and F of every
        segment to 1e-9), and live on any text.
    """

    name: ClassVar[str] = "rougeL"
    title: ClassVar[str] = "ROUGE-L"

    def _count(self, hyps: _core.Tokens, refs: TokenizedReferences, threads: int, progress: Progress | None) -> Rows:
        return _core.match_subsequences(hyps, refs.tokens, refs.starts, threads, progress)

    def pair(self, hyp: list[str], ref: list[str]) -> tuple[int, int, int]:
        return len(hyp), len(ref), common_lengths(hyp, ref)[-1][-1]


@dataclass(frozen=True)
class ROUGELsum(RougeBase):
    """ROUGE-Lsum: ROUGE-L of summaries, line by line.

    What it measures
        How much of each line of the reference some line of the hypothesis has in its order (recall), how much of the
        hypothesis that is (precision), and the balance of both (F, the score). 0 to 100, higher is better; comparable
        only between scores with the same signature on the same test set.

    How
        Each segment is a summary with one sentence a line. For each line of the reference, the longest common
        subsequences with all lines of the hypothesis are found, and the words of the line that are in any of them are
        hits; no word is hit more often than the hypothesis has it. precision = hits / words of the hypothesis;
        recall = hits / words of the reference; F = 2 * precision * recall / (precision + recall). Each is computed for
        every segment; the corpus score is the mean of the segments' F, and the parts are the means of theirs.

    Settings
        tokenizer: words (words of any script in Unicode, without punctuation and symbols; Chinese and Japanese
        characters singly), ascii-words, 13a, intl, zh, char, none, ascii, or a function from a string to its tokens,
        which is given one line at a time.
        lowercase: yes (Unicode), no, or ascii (A to Z only).
        normalization: NFC, NFD, NFKC or NFKD; none if not given.
        stemmer: none, or porter (English endings are taken off words of more than three letters).
        compat: rouge_score, for tokenizer=ascii-words and stemmer=porter: the numbers of that package with
        use_stemmer=True, or with use_stemmer=False if you add stemmer=none.

    Several references
        The one with the best F counts, the first of equals, as rouge_score's score_multi has it; precision and recall
        are those towards it. Each of the ROUGE scores makes its own choice.

    Empty text
        A segment scores 0 if the hypothesis or all references have no word; so do two empty texts.

    Known surprises
        Lines end with a line feed, and nothing else parts sentences: put the line feeds in first, as rouge_score needs
        them too (its split_summaries, which asks NLTK for sentences, is not offered). For text of one line, such as any
        text from a file with one segment a line, it is ROUGE-L. Of several longest subsequences the one that
        rouge_score finds is taken; another one can give other hits. rouge_score knows no letters but a to z: see the
        page of rouge1.

    Paper
        Lin 2004. ROUGE: a package for automatic evaluation of summaries.

    Checked against
        rouge_score 0.1.2 with and without its stemmer (TED talks and summaries, also joined to texts of five lines, to
        1e-9), and live on any text.
    """

    name: ClassVar[str] = "rougeLsum"
    title: ClassVar[str] = "ROUGE-Lsum"

    @cached_property
    def reading(self) -> Reading:
        return Reading(self.tokenizer, self.lowercase, self.normalization, lines=True)  # type: ignore[arg-type]

    def _count(self, hyps: _core.Tokens, refs: TokenizedReferences, threads: int, progress: Progress | None) -> Rows:
        line_end = int(_core.intern([["\n"]], hyps.vocabulary).ids[0])
        return _core.match_summaries(hyps, refs.tokens, refs.starts, line_end, threads, progress)

    def pair(self, hyp: list[str], ref: list[str]) -> tuple[int, int, int]:
        said, due = lines_of(hyp), lines_of(ref)
        return sum(map(len, said)), sum(map(len, due)), sum(map(len, hit_places(said, due)))


def hit_places(said: list[list[str]], due: list[list[str]]) -> list[list[int]]:
    """Give for each line of the reference the places of words that are hit.

    >>> hit_places([["the", "cat"], ["sat"]], [["the", "old", "cat", "sat"]])
    [[0, 2, 3]]
    """
    left = Counter(chain(*said)) & Counter(chain(*due))
    hits = []
    for line in due:
        found = []
        for place in sorted(set().union(*(common_places(each, line) for each in said))):
            if left[line[place]] > 0:
                found.append(place)
            left[line[place]] -= 1
        hits.append(found)
    return hits


def lines_of(tokens: list[str]) -> list[list[str]]:
    r"""Part tokens at the line ends among them.

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
    """Give the places in the reference of the longest common subsequence that rouge_score finds, from the last on.

    >>> common_places("the cat sat".split(), "the old cat".split())
    [2, 0]
    """
    return [place for _, place in common_pairs(hyp, ref)]


def common_pairs(hyp: list[str], ref: list[str]) -> list[tuple[int, int]]:
    """Give the places in hypothesis and reference of that longest common subsequence, from the last on.

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
