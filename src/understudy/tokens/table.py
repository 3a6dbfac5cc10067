"""Texts as tables of integers: one vocabulary for all texts that are read alike."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from understudy import _core
from understudy.inputs.texts import Progress, check_threads, texts
from understudy.inputs.tokens import Tokens
from understudy.tokens.reading import Reading, not_tokens
from understudy.tokens.scripts import sample, warn_of_script


class TokenTable:
    """The tokens of all texts that are read in one way: one vocabulary, filled once for all metrics and systems.

    >>> table = TokenTable(Reading("none"))
    >>> table.add(texts(["a b", "b c"], "hypotheses")).ids.tolist()
    [0, 1, 1, 2]
    """

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.vocabulary = _core.Vocabulary()
        self.looked = False  # whether the script of the text fits the tokenizer

    def add(self, segments: _core.Texts, threads: int = 1, progress: Progress | None = None) -> _core.Tokens:
        """Read the segments and give their tokens as integers."""
        check_threads(threads)
        reading = self.reading
        if reading.pretokenized:
            return self._add_tokens(segments, progress)
        if segments.tokenized:
            segments = texts([segments[i] for i in range(len(segments))], "texts")  # joined by spaces
        self.look(segments)
        if not reading.native:
            return _core.intern(list(self._read(segments, progress)), self.vocabulary)
        if not reading.direct:
            segments = reading.rewrite_all(segments, threads)
        how = str(reading.tokenizer), reading.lowercase
        return _core.encode(segments, *how, self.vocabulary, threads, progress, reading.lines)

    def _add_tokens(self, segments: _core.Texts, progress: Progress | None) -> _core.Tokens:
        if not segments.tokenized:
            raise not_tokens()
        if not self.reading.direct:
            rewritten = [[self.reading.rewrite(token) for token in segments.tokens(i)] for i in range(len(segments))]
            segments = Tokens(rewritten).texts
        tokens = _core.encode_tokens(segments, self.reading.lowercase, self.vocabulary)
        if progress is not None:
            progress(len(segments))
        return tokens

    def look(self, segments: _core.Texts) -> None:
        """Warn if the script of the text does not fit the tokenizer, unless the table holds text already."""
        tokenizer = self.reading.tokenizer
        if not self.looked and isinstance(tokenizer, str) and not self.reading.pretokenized and len(segments):
            self.looked = True
            warn_of_script(tokenizer, [segments[i] for i in sample(len(segments))])

    def _read(self, segments: _core.Texts, progress: Progress | None) -> Iterator[list[str]]:
        for i in range(len(segments)):
            yield self.reading(segments[i])
            if progress is not None and ((i + 1) % 1000 == 0 or i + 1 == len(segments)):
                progress(i + 1)

    def lower(self, written: _core.Tokens) -> _core.Tokens | None:
        """Make lower case of tokens that were read alike but for case; None where their texts must be read again."""
        reading = self.reading
        assert isinstance(reading.tokenizer, str)
        if reading.pretokenized:
            return None
        return _core.lower_words(written, reading.tokenizer, reading.lowercase, self.vocabulary)


class TokenTables:
    """The token tables of readings that differ at most in case: a text is split once for all of them.

    >>> tables = TokenTables([Reading("none"), Reading("none", lowercase="yes")])
    >>> [tokens.words(0) for tokens in tables.add(texts(["A b"], "hypotheses")).values()]
    [['A', 'b'], ['a', 'b']]
    """

    def __init__(self, readings: Sequence[Reading]) -> None:
        self.tables = {reading: TokenTable(reading) for reading in readings}
        as_written = readings[0].as_written
        self._source = self.tables.get(as_written) or TokenTable(as_written)
        if len(self.tables) > 1:
            for table in self.tables.values():
                table.looked = table is not self._source  # once is enough

    def new(self) -> TokenTables:
        """Fresh tables, for texts whose script was checked already."""
        tables = TokenTables(list(self.tables))
        for table in (tables._source, *tables.tables.values()):
            table.looked = True
        return tables

    def look(self, segments: _core.Texts) -> None:
        """Warn once if the script of the text does not fit the tokenizer."""
        for table in (self._source, *self.tables.values()):
            table.look(segments)

    def add(
        self, segments: _core.Texts, threads: int = 1, progress: Progress | None = None
    ) -> dict[Reading, _core.Tokens]:
        """Read the segments in every way."""
        if len(self.tables) == 1:
            return {reading: table.add(segments, threads, progress) for reading, table in self.tables.items()}
        written = self._source.add(segments, threads, progress)
        return {
            reading: written if table is self._source else table.lower(written) or table.add(segments, threads)
            for reading, table in self.tables.items()
        }


@dataclass(frozen=True)
class TokenizedReferences:
    """The tokens of references; those of segment i are the texts `starts[i]` to `starts[i + 1]`.

    `first` is the number of the first text among the references of the whole test set, of which these may be a chunk.
    """

    tokens: _core.Tokens
    starts: npt.NDArray[np.int64]
    first: int = 0

    def __len__(self) -> int:
        return len(self.starts) - 1

    def words(self, segment: int) -> list[list[str]]:
        """The references of one segment as words."""
        return [self.tokens.words(i) for i in range(int(self.starts[segment]), int(self.starts[segment + 1]))]
