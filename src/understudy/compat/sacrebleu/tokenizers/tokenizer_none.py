"""The tokenizer `none`."""

from understudy.compat.sacrebleu.tokenizers.tokenizer_base import OurTokenizer


class NoneTokenizer(OurTokenizer):
    """The text as it is: it is tokenized already.

    >>> NoneTokenizer()("as it is")
    'as it is'
    """

    ours = "none"

    def __call__(self, line: str) -> str:
        """The text itself."""
        return line
