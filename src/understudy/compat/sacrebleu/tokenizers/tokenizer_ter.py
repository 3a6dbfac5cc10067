"""The tokenizer of TER."""

from __future__ import annotations

from understudy.compat.sacrebleu.tokenizers.tokenizer_base import BaseTokenizer


class TercomTokenizer(BaseTokenizer):
    """tercom's words, with sacrebleu's slips.

    >>> TercomTokenizer(normalized=True)("The dog's bone.")
    "the dog 's bone ."
    """

    # The arguments are those of sacrebleu's class, as those of its TER are.
    def __init__(
        self,
        normalized: bool = False,
        no_punct: bool = False,
        asian_support: bool = False,
        case_sensitive: bool = False,
    ) -> None:
        from understudy.tokens.builtin.tercom import TercomWords

        self._words = TercomWords(bool(normalized), bool(no_punct), bool(asian_support), as_sacrebleu=True)
        self._case_sensitive = case_sensitive

    def signature(self) -> str:
        """What a metric's signature calls it."""
        return "tercom"

    def __call__(self, sent: str) -> str:
        """Tokenize one text."""
        return " ".join(self._words(sent if self._case_sensitive else sent.lower()))
