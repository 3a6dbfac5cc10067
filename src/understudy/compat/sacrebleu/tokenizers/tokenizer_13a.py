"""The tokenizer `13a`."""

from understudy.compat.sacrebleu.tokenizers.tokenizer_base import OurTokenizer


class Tokenizer13a(OurTokenizer):
    """mteval-v13a's tokenizer.

    >>> Tokenizer13a()("Hello, world!")
    'Hello , world !'
    """

    ours = "13a"
