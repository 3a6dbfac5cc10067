"""sacrebleu's tokenizers as callable objects: a text in, its tokens joined by blanks out."""

from understudy.compat.sacrebleu.tokenizers.tokenizer_base import BaseTokenizer

__all__ = ["BaseTokenizer"]
