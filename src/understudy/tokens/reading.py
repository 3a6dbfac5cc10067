"""How text becomes tokens: normalisation, case and tokenizer as one value, and the table that shares the result."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

import numpy as np
import numpy.typing as npt

from understudy import _core
from understudy.errors import InputError, SettingError, choose
from understudy.inputs.texts import Progress, check_threads, texts
from understudy.tokens.builtin.chinese import tokenize_zh
from understudy.tokens.builtin.meteor import METEOR, tokenize_java
from understudy.tokens.builtin.mteval import tokenize_13a, tokenize_intl
from understudy.tokens.builtin.plain import (
    tokenize_ascii,
    tokenize_char,
    tokenize_letters,
    tokenize_mixed,
    tokenize_none,
)
from understudy.tokens.builtin.tercom import tokenize_tercom
from understudy.tokens.builtin.words import tokenize_ascii_words, tokenize_words
from understudy.tokens.external.segmenters import SEGMENTERS, plain_name, segmenter, versioned_name
from understudy.tokens.normalizers.steps import apply_steps
from understudy.tokens.scripts import sample, warn_of_script

Split = Callable[[str], Sequence[str] | str]
Lowercase = Literal["no", "yes", "ascii"]

# The readable twin of each tokenizer of the native core.
TOKENIZERS: dict[str, Callable[[str], list[str]]] = {
    "13a": tokenize_13a,
    "intl": tokenize_intl,
    "zh": tokenize_zh,
    "char": tokenize_char,
    "none": tokenize_none,
    "ascii": tokenize_ascii,
    "letters": tokenize_letters,
    "mixed": tokenize_mixed,
    "tercom": tokenize_tercom,
    "java": tokenize_java,
    **METEOR,
    "words": tokenize_words,
    "ascii-words": tokenize_ascii_words,
}
NORMALIZATIONS = ("NFC", "NFD", "NFKC", "NFKD")


@dataclass(frozen=True)
class Reading:
    """One way to read text: equal readings share their tokens.

    >>> Reading("13a", lowercase="yes")("The cat.")
    ['the', 'cat', '.']
    """

    tokenizer: str | Split = "13a"
    lowercase: Lowercase = "no"
    normalization: str | None = None
    steps: str | None = None  # of `tokens.steps`, joined by "+"
    lines: bool = False  # line ends are tokens too, and no token reaches across one

    def __post_init__(self) -> None:
        if not isinstance(self.tokenizer, str) and not callable(self.tokenizer):
            raise SettingError(
                f"tokenizer must be a name or a function from a string to tokens, got {self.tokenizer!r}"
            )
        if isinstance(self.tokenizer, str) and self.tokenizer not in TOKENIZERS:
            if self.tokenizer.startswith("custom("):
                raise SettingError(
                    f"tokenizer {self.tokenizer!r} is a function of the caller; pass the function itself"
                )
            object.__setattr__(self, "tokenizer", plain_name(self.tokenizer))
            if segmenter(self.tokenizer) is None:
                choose("tokenizer", self.tokenizer, [*TOKENIZERS, *SEGMENTERS])
        choose("lowercase", self.lowercase, ("no", "yes", "ascii"))
        if self.normalization is not None:
            choose("normalization", self.normalization, NORMALIZATIONS)

    @property
    def native(self) -> bool:
        """Whether the native core splits the text; a function or another package is run by Python, in one thread."""
        return self.tokenizer in TOKENIZERS

    @cached_property
    def direct(self) -> bool:
        """Whether the native core reads text just as it is given."""
        return self.native and self.normalization is None and self.steps is None

    @property
    def as_written(self) -> Reading:
        """What else must be equal for two readings to differ in case alone; others see the case of their text."""
        return replace(self, lowercase="no") if self.native else self

    def __call__(self, text: str) -> list[str]:
        """Read one text, plainly: the twin of `TokenTable.add`."""
        text = self._prepared(text)
        if not self.lines:
            return self._tokens(text)
        return [token for line in text.split("\n") for token in (*self._tokens(line), "\n")][:-1]

    def _tokens(self, text: str) -> list[str]:
        if not isinstance(self.tokenizer, str):
            return self._split(self.tokenizer, text)
        loaded = segmenter(self.tokenizer)
        return loaded.split(text) if loaded else TOKENIZERS[self.tokenizer](text)

    def _rewritten(self, text: str) -> str:
        """What Python does before the native core reads the text."""
        if self.normalization is not None:
            text = unicodedata.normalize(self.normalization, text)  # type: ignore[arg-type]
        return text if self.steps is None else apply_steps(self.steps, text)

    def _prepared(self, text: str) -> str:
        text = self._rewritten(text)
        if self.lowercase == "ascii":
            return "".join(c.lower() if c.isascii() else c for c in text)
        return text.lower() if self.lowercase == "yes" else text

    def _split(self, split: Split, text: str) -> list[str]:
        tokens = split(text)
        if isinstance(tokens, str):
            return tokens.split()
        try:
            listed = list(tokens)
            "".join(listed).encode()
        except (TypeError, UnicodeEncodeError):
            gave = f"for {text!r} it gave {tokens!r}"
            raise InputError(f"tokenizer {tokenizer_name(split)} must give valid strings; {gave}") from None
        return listed


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
        self.look(segments)
        if not reading.native:
            return _core.intern(list(self._read(segments, progress)), self.vocabulary)
        if not reading.direct:
            segments = texts([reading._rewritten(segments[i]) for i in range(len(segments))], "texts")
        how = str(reading.tokenizer), reading.lowercase
        return _core.encode(segments, *how, self.vocabulary, threads, progress, reading.lines)

    def look(self, segments: _core.Texts) -> None:
        """Warn if the script of the text does not fit the tokenizer, unless the table holds text already."""
        if not self.looked and isinstance(self.reading.tokenizer, str) and len(segments):
            self.looked = True
            warn_of_script(self.reading.tokenizer, [segments[i] for i in sample(len(segments))])

    def _read(self, segments: _core.Texts, progress: Progress | None) -> Iterator[list[str]]:
        for i in range(len(segments)):
            yield self.reading(segments[i])
            if progress is not None and ((i + 1) % 1000 == 0 or i + 1 == len(segments)):
                progress(i + 1)

    def lower(self, written: _core.Tokens) -> _core.Tokens | None:
        """Make lower case of tokens that were read alike but for case; None where their texts must be read again."""
        reading = self.reading
        assert isinstance(reading.tokenizer, str)
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
        """Empty tables for texts of which the script was looked at already."""
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


def tokenizer_name(tokenizer: str | Split) -> str:
    """Name a tokenizer as signatures do.

    >>> tokenizer_name("13a"), tokenizer_name(str.split)
    ('13a', 'custom(split)')
    """
    if isinstance(tokenizer, str):
        return versioned_name(tokenizer)
    return f"custom({getattr(tokenizer, '__name__', type(tokenizer).__name__)})"
