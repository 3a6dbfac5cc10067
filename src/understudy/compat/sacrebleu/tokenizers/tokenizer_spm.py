"""The tokenizers of SentencePiece; the models are read from where sacrebleu keeps them, and never downloaded."""

from __future__ import annotations

import logging

from understudy.compat.sacrebleu.tokenizers.tokenizer_base import OurTokenizer

sacrelogger = logging.getLogger("sacrebleu")


class TokenizerSPM(OurTokenizer):
    """The model flores101, or another by its key."""

    def __init__(self, key: str = "spm") -> None:
        if key == "spm":
            sacrelogger.warning("Tokenizer 'spm' has been changed to 'flores101', and may be removed in the future.")
        self.ours = "flores101" if key == "spm" else key  # type: ignore[misc]
        super().__init__()
        self.name = self.ours

    def signature(self) -> str:
        """What a metric's signature calls it: the name without the model's checksum."""
        return self.name


class Flores101Tokenizer(TokenizerSPM):
    """The model flores101."""

    def __init__(self) -> None:
        super().__init__("flores101")


class Flores200Tokenizer(TokenizerSPM):
    """The model flores200."""

    def __init__(self) -> None:
        super().__init__("flores200")


class spBLEU1KTokenizer(TokenizerSPM):
    """The model spBLEU-1K."""

    def __init__(self) -> None:
        super().__init__("spBLEU-1K")
