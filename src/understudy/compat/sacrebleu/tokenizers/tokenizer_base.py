"""What a tokenizer is: a callable with a signature."""

from __future__ import annotations

from typing import ClassVar


class BaseTokenizer:
    """A tokenizer to derive from."""

    def signature(self) -> str:
        """What a metric's signature calls it."""
        raise NotImplementedError

    def __call__(self, line: str) -> str:
        """Tokenize one text."""
        raise NotImplementedError


class OurTokenizer(BaseTokenizer):
    """One of our tokenizers, by name."""

    ours: ClassVar[str]

    def __init__(self) -> None:
        from understudy.tokens.reading import tokenizer_name

        self._name = tokenizer_name(self.ours)  # loads it, or says what is missing

    def signature(self) -> str:
        """What a metric's signature calls it."""
        return self._name

    def __call__(self, line: str) -> str:
        """Tokenize one text."""
        from understudy.tokens.reading import tokenize

        return " ".join(tokenize(line, self.ours))
