"""The tokenizer `intl`."""

from understudy.compat.sacrebleu.tokenizers.tokenizer_base import OurTokenizer


class TokenizerV14International(OurTokenizer):
    """mteval-v14's international tokenizer.

    >>> TokenizerV14International()("«Nein», sagte er.")
    '« Nein » , sagte er .'
    """

    ours = "intl"
