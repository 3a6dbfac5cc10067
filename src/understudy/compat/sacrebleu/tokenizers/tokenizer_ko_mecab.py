"""The tokenizer `ko-mecab`."""

from understudy.compat.sacrebleu.tokenizers.tokenizer_base import OurTokenizer


class TokenizerKoMecab(OurTokenizer):
    """Korean morphemes by MeCab-ko; needs the extra `ko`.

    >>> TokenizerKoMecab()("고양이가 매트 위에 있다.")
    '고양이 가 매트 위 에 있 다 .'
    """

    ours = "ko-mecab"
