"""How text becomes tokens: normalization, case and tokenizer as one value."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from understudy import _core
from understudy.errors import InputError, SettingError, choose
from understudy.inputs.arguments import strict
from understudy.inputs.texts import texts
from understudy.tokens.builtin import TOKENIZERS
from understudy.tokens.external.segmenters import plain_name, segmenter, segmenter_names, versioned_name
from understudy.tokens.normalizers.named import normalizer_named, plain_normalizer
from understudy.tokens.normalizers.steps import apply_steps

Split = Callable[[str], Sequence[str] | str]
Lowercase = Literal["no", "yes", "ascii"]

PRETOKENIZED = "pretokenized"  # the name of no tokenizer: the caller has tokenized the text
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
    normalizer: str | None = None  # by name, with its version where it isn't the usual one

    def __post_init__(self) -> None:
        if not isinstance(self.tokenizer, str) and not callable(self.tokenizer):
            raise SettingError(
                f"tokenizer must be a name or a function from a string to tokens, got {self.tokenizer!r}"
            )
        object.__setattr__(self, "normalizer", plain_normalizer(self.normalizer))
        for name in ("steps", "normalizer"):
            value = getattr(self, name)
            if self.pretokenized and value is not None:
                raise SettingError(
                    f"{name}={value} rewrites text before it is tokenized, but these are tokens;"
                    f" rewrite the text before you tokenize it, and leave {name}= out"
                )
        if isinstance(self.tokenizer, str) and self.tokenizer not in TOKENIZERS and not self.pretokenized:
            if self.tokenizer.startswith("custom("):
                raise SettingError(
                    f"tokenizer {self.tokenizer!r} is a function of the caller; pass the function itself"
                )
            object.__setattr__(self, "tokenizer", plain_name(self.tokenizer))
            if segmenter(self.tokenizer) is None:
                choose("tokenizer", self.tokenizer, [*TOKENIZERS, PRETOKENIZED, *segmenter_names()])
        choose("lowercase", self.lowercase, ("no", "yes", "ascii"))
        if self.normalization is not None:
            choose("normalization", self.normalization, NORMALIZATIONS)

    @property
    def pretokenized(self) -> bool:
        """Whether the caller has split the text into tokens."""
        return self.tokenizer == PRETOKENIZED

    @property
    def native(self) -> bool:
        """Whether Python is not asked for tokens; a function or another package is run by Python, in one thread."""
        return self.tokenizer in TOKENIZERS or self.pretokenized

    @cached_property
    def direct(self) -> bool:
        """Whether the native core reads text just as it is given."""
        return self.native and not self.rewrites

    @property
    def rewrites(self) -> bool:
        """Whether the text is rewritten before it is tokenized, by more than its case."""
        return any(each is not None for each in (self.normalization, self.steps, self.normalizer))

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

    def rewrite_tokens(self, tokens: Sequence[str]) -> list[str]:
        """Read one text that is tokenized already, plainly: each token is normalized and lowercased by itself."""
        return [self._prepared(token) for token in tokens]

    def _tokens(self, text: str) -> list[str]:
        if self.pretokenized:
            raise not_tokens()
        if not isinstance(self.tokenizer, str):
            return self._split(self.tokenizer, text)
        loaded = segmenter(self.tokenizer)
        return loaded.split(text) if loaded else TOKENIZERS[self.tokenizer](text)

    def rewrite(self, text: str) -> str:
        """What Python does before the native core reads the text."""
        if self.normalization is not None:
            text = unicodedata.normalize(self.normalization, text)  # type: ignore[arg-type]
        text = text if self.steps is None else apply_steps(self.steps, text)
        return text if self.normalizer is None else normalizer_named(self.normalizer).rewrite(text)

    def rewrite_all(self, segments: _core.Texts, threads: int = 1) -> _core.Texts:
        """Rewrite all texts; a normalizer alone may do so natively."""
        if self.normalizer is not None and self.normalization is self.steps is None:
            return texts(normalizer_named(self.normalizer).rewrite_all(segments, threads), "texts")
        return texts([self.rewrite(segments[i]) for i in range(len(segments))], "texts")

    def _prepared(self, text: str) -> str:
        text = self.rewrite(text)
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


def not_tokens() -> InputError:
    """Build the error for text where tokens are due.

    >>> print(not_tokens())
    tokenizer=pretokenized takes tokens, but this is text; give understudy.Tokens, or choose tokenizer=none for text...
    """
    return InputError(
        f"tokenizer={PRETOKENIZED} takes tokens, but this is text; give understudy.Tokens,"
        " or choose tokenizer=none for text with spaces between its tokens"
    )


def tokenizer_name(tokenizer: str | Split) -> str:
    """Name a tokenizer as signatures do.

    >>> tokenizer_name("13a"), tokenizer_name(str.split)
    ('13a', 'custom(split)')
    """
    if isinstance(tokenizer, str):
        return versioned_name(tokenizer)
    return f"custom({getattr(tokenizer, '__name__', type(tokenizer).__name__)})"


@strict
def tokenize(text: str, tokenizer: str | Split = "13a", lowercase: Lowercase = "no") -> list[str]:
    """Split one text as a metric with this tokenizer does.

    >>> import understudy as us
    >>> us.tokenize("The U.S. grew 2.5%.", lowercase="yes")
    ['the', 'u', '.', 's', '.', 'grew', '2.5', '%', '.']
    """
    if not isinstance(text, str):
        raise InputError(f"tokenize takes one text, a string, got {type(text).__name__}: {text!r:.80}")
    return Reading(tokenizer, lowercase)(text)
