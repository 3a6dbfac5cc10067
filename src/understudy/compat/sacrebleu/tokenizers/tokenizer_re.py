"""The rules that `13a` and `zh` share."""

from understudy.compat.sacrebleu.tokenizers.tokenizer_base import BaseTokenizer


class TokenizerRegexp(BaseTokenizer):
    """mteval-v13a's rules alone, without its entities.

    >>> TokenizerRegexp()(" in 2020. ")
    'in 2020 .'
    """

    def signature(self) -> str:
        """What a metric's signature calls it."""
        return "re"

    def __call__(self, line: str) -> str:
        """Tokenize one text."""
        from understudy.tokens.builtin.mteval import split_by_rules

        return " ".join(split_by_rules(line))
