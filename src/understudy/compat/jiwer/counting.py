"""Token tables to counts and alignments: what needs numpy and the native core, which are loaded on first use."""

from __future__ import annotations

import numpy as np

from understudy import _core
from understudy.compat.jiwer.process import TYPES, AlignmentChunk
from understudy.compat.jiwer.tokenized import Pair

ONE = np.array([0, 1], dtype=np.int64)


def counts_of(pair: Pair, ties: str = "jiwer") -> tuple[int, int, int, int]:
    """Hits, substitutions, deletions and insertions of all sentences.

    >>> from understudy.compat.jiwer.tokenized import tokenize_pair
    >>> from understudy.compat.jiwer.transformations import wer_default
    >>> counts_of(tokenize_pair("a cat", "a bat", wer_default, wer_default))
    (1, 1, 0, 0)
    """
    hyps, refs = pair
    starts = ONE if len(refs) == 1 else np.arange(len(refs) + 1, dtype=np.int64)
    rows = _core.count_edits(hyps, refs, starts, ties)
    hits, substitutions, deletions, insertions = (rows if len(rows) == 1 else rows.sum(axis=0)).ravel()[:4].tolist()
    return int(hits), int(substitutions), int(deletions), int(insertions)


# The names of the next three are those of jiwer's fields, which `process._Lazy` asks for.
def references(_: _core.Tokens, refs: _core.Tokens) -> list[list[str]]:
    """The references as lists of tokens.

    >>> from understudy.compat.jiwer.tokenized import tokenize_pair
    >>> from understudy.compat.jiwer.transformations import wer_default
    >>> references(*tokenize_pair("a cat", "a bat", wer_default, wer_default))
    [['a', 'cat']]
    """
    return [refs.words(i) for i in range(len(refs))]


def hypotheses(hyps: _core.Tokens, _: _core.Tokens) -> list[list[str]]:
    """The hypotheses as lists of tokens.

    >>> from understudy.compat.jiwer.tokenized import tokenize_pair
    >>> from understudy.compat.jiwer.transformations import wer_default
    >>> hypotheses(*tokenize_pair("a cat", "a bat", wer_default, wer_default))
    [['a', 'bat']]
    """
    return [hyps.words(i) for i in range(len(hyps))]


def alignments(hyps: _core.Tokens, refs: _core.Tokens) -> list[list[AlignmentChunk]]:
    """The runs of equal steps of each sentence.

    >>> from understudy.compat.jiwer.tokenized import tokenize_pair
    >>> from understudy.compat.jiwer.transformations import wer_default
    >>> alignments(*tokenize_pair("a cat", "a bat", wer_default, wer_default))[0][1].type
    'substitute'
    """
    steps, starts = _core.align_edits(hyps, refs, "jiwer")
    # A run begins where the step is another than before, and where a sentence begins.
    begins = np.union1d(np.flatnonzero(np.diff(steps)) + 1, starts[:-1][np.diff(starts) > 0])
    ends = np.append(begins[1:], len(steps))
    sentence = np.searchsorted(starts, begins, side="right") - 1
    of_ref = np.concatenate([[0], np.cumsum(steps != TYPES.index("insert"))])
    of_hyp = np.concatenate([[0], np.cumsum(steps != TYPES.index("delete"))])
    first = starts[sentence]
    places = [of[at] - of[first] for of in (of_ref, of_hyp) for at in (begins, ends)]
    chunks: list[list[AlignmentChunk]] = [[] for _ in range(len(refs))]
    for number, kind, *place in zip(
        sentence.tolist(), steps[begins].tolist(), *(each.tolist() for each in places), strict=True
    ):
        chunks[number].append(AlignmentChunk(TYPES[kind], *place))
    return chunks
