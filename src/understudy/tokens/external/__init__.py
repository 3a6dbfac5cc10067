"""Tokenizers of other packages: MeCab, jieba, ICU, SentencePiece."""
