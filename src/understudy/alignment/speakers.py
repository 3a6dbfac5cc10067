"""Who is who: assignments of speakers, and of utterances, with the fewest errors."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import Any

import numpy as np
import numpy.typing as npt

FEW = 4  # speakers
CELLS = 200_000_000  # that the tables of a meeting may have in all; 800 MB


def assign_speakers(costs: npt.NDArray[np.float64]) -> list[int]:
    """For each row of a square table of costs its column, so that the sum is least: the Hungarian algorithm.

    Rows are added one by one; each takes the cheapest way of exchanges to a column that is free. O(n^3). A few have
    so few orders that all are tried.

    >>> assign_speakers(np.array([[4.0, 1.0], [2.0, 0.0]]))
    [1, 0]
    """
    size = len(costs)
    if size <= FEW:
        listed = costs.tolist()
        return list(min(permutations(range(size)), key=lambda order: sum(map(list.__getitem__, listed, order))))
    of_row, of_column = np.zeros(size + 1), np.zeros(size + 1)  # what each row and column pays already
    row_at = np.zeros(size + 1, dtype=int)  # by column, from 1: its row; 0 is none
    for row in range(1, size + 1):
        row_at[0], column = row, 0
        least, before = np.full(size + 1, np.inf), np.zeros(size + 1, dtype=int)
        used = np.zeros(size + 1, dtype=bool)
        while row_at[column]:
            used[column] = True
            reduced = costs[row_at[column] - 1] - of_row[row_at[column]] - of_column[1:]
            better = ~used[1:] & (reduced < least[1:])
            least[1:][better], before[1:][better] = reduced[better], column
            following = int(np.argmin(np.where(used[1:], np.inf, least[1:]))) + 1
            step = least[following]
            of_row[row_at[used]] += step
            of_column[used] -= step
            least[~used] -= step
            column = following
        while column:
            row_at[column], column = row_at[before[column]], before[column]
    partners = [0] * size
    for column in range(1, size + 1):
        partners[row_at[column] - 1] = column - 1
    return partners


def assign_utterances(utterances: Sequence[Sequence[str]], streams: Sequence[Sequence[str]]) -> list[int]:
    """For each utterance, in order, the stream into which it goes, so that the errors of all streams are fewest.

    A table has the fewest errors for each choice of a place in every stream; an utterance makes the next one by moving
    along one of the streams. Going back through the tables gives the choices.

    >>> assign_utterances([["a"], ["b"], ["c"]], [["a", "c"], ["b"]])
    [0, 1, 0]
    """
    shape = tuple(len(stream) + 1 for stream in streams)
    cells = float(np.prod([float(each) for each in shape])) * (len(utterances) + 1)
    if cells > CELLS:
        raise MemoryError(f"{len(utterances)} utterances and {len(streams)} streams need {cells:.0f} cells of tables")
    table = np.full(shape, np.iinfo(np.int32).max // 2, dtype=np.int32)
    table[(0,) * len(shape)] = 0
    tables = [table]
    for words in utterances:
        moved = [_moved(tables[-1], axis, words, stream) for axis, stream in enumerate(streams)]
        tables.append(np.minimum.reduce(moved))
    last = tables[-1]
    for axis in range(len(shape)):
        last = _inserted(last, axis)
    return _traced(tables, last, utterances, streams)


def _inserted(table: Any, axis: int) -> Any:
    """Allow any number of words of one stream to be insertions."""
    steps = np.arange(table.shape[axis], dtype=np.int32)
    line = np.moveaxis(table, axis, -1)
    return np.moveaxis(np.minimum.accumulate(line - steps, axis=-1) + steps, -1, axis)


def _moved(table: Any, axis: int, words: Sequence[str], stream: Sequence[str]) -> Any:
    """The table after an utterance that goes into one stream: rows of an edit distance, for all places elsewhere."""
    steps = np.arange(table.shape[axis], dtype=np.int32)
    line = np.moveaxis(_inserted(table, axis), axis, -1)
    for word in words:
        after = line + 1
        differs = np.array([word != each for each in stream], dtype=np.int32)
        after[..., 1:] = np.minimum(after[..., 1:], line[..., :-1] + differs)
        line = np.minimum.accumulate(after - steps, axis=-1) + steps
    return np.moveaxis(line, -1, axis)


def _traced(
    tables: list[Any], last: Any, utterances: Sequence[Sequence[str]], streams: Sequence[Sequence[str]]
) -> list[int]:
    """Go back from the end of all streams; of equally good choices the first stream is taken."""
    place = [len(stream) for stream in streams]
    errors = int(last[tuple(place)])
    # What follows the last utterance are insertions: find where they begin.
    options = np.argwhere(tables[-1] + sum(np.ix_(*[len(s) - np.arange(len(s) + 1) for s in streams])) == errors)
    place = options[0].tolist()
    chosen: list[int] = []
    for number in range(len(utterances), 0, -1):
        before, here = tables[number - 1], int(tables[number][tuple(place)])
        for axis, stream in enumerate(streams):
            costs = _distances(utterances[number - 1], stream[: place[axis]])
            index: list[Any] = [*place]
            index[axis] = slice(0, place[axis] + 1)
            found = np.flatnonzero(before[tuple(index)] + costs == here)
            if len(found):
                place[axis] = int(found[0])
                chosen.append(axis)
                break
    return chosen[::-1]


def _distances(words: Sequence[str], stream: Sequence[str]) -> Any:
    """The edit distance of the words to the rest of a stream, for each place where it may begin."""
    row = np.arange(len(stream) + 1, dtype=np.int32)
    steps = row.copy()
    backwards = list(reversed(stream))
    for word in reversed(words):
        after = row + 1
        differs = np.array([word != each for each in backwards], dtype=np.int32)
        after[1:] = np.minimum(after[1:], row[:-1] + differs)
        row = np.minimum.accumulate(after - steps) + steps
    return row[::-1]
