"""The tokenizer `jieba`: Chinese words, by jieba's dictionary and algorithm in Rust."""

from __future__ import annotations

from understudy.tokens.external.segmenter import Segmenter, needing


def load_jieba() -> Segmenter:
    """Load rjieba, with a dictionary that the caller's own changes don't reach.

    >>> load_jieba().split("我来到北京清华大学 today")
    ['我', '来到', '北京', '清华大学', 'today']
    """
    from importlib import metadata

    with needing("jieba", "rjieba", "zh"):
        import rjieba
    cut = rjieba.Jieba().cut
    return Segmenter(lambda text: " ".join(cut(text)).split(), f"rjieba-{metadata.version('rjieba')}")
