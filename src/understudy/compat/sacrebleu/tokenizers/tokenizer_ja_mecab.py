"""The tokenizer `ja-mecab`."""

from understudy.compat.sacrebleu.tokenizers.tokenizer_base import OurTokenizer


class TokenizerJaMecab(OurTokenizer):
    """Japanese words by MeCab with IPADIC; needs the extra `ja`.

    >>> TokenizerJaMecab()("猫はマットの上にいる。")
    '猫 は マット の 上 に いる 。'
    """

    ours = "ja-mecab"
