"""The tokenizer `char`."""

from understudy.compat.sacrebleu.tokenizers.tokenizer_base import OurTokenizer


class TokenizerChar(OurTokenizer):
    """Every character by itself.

    >>> TokenizerChar()("on it")
    'o n   i t'
    """

    ours = "char"

    def __call__(self, line: str) -> str:
        """Tokenize one text; blanks stay, and count for nothing in BLEU."""
        return " ".join(line)
