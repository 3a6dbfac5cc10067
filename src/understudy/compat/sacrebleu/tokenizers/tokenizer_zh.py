"""The tokenizer `zh`."""

from understudy.compat.sacrebleu.tokenizers.tokenizer_base import OurTokenizer


class TokenizerZh(OurTokenizer):
    """Chinese characters singly, everything else by the rules of 13a.

    >>> TokenizerZh()("我买了iPhone 17，很好")
    '我 买 了 iPhone 17 ， 很 好'
    """

    ours = "zh"
