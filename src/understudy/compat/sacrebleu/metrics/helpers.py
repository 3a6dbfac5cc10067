"""N-grams of words and characters as counters, which other packages import from sacrebleu."""

from __future__ import annotations

from collections import Counter


def extract_all_word_ngrams(line: str, min_order: int, max_order: int) -> tuple[Counter[tuple[str, ...]], int]:
    """Count the word n-grams of all these orders; give the number of words too.

    >>> extract_all_word_ngrams("a b", 1, 2)
    (Counter({('a',): 1, ('b',): 1, ('a', 'b'): 1}), 2)
    """
    from understudy.metrics.shared.ngrams import ngrams

    tokens = line.split()
    counts: Counter[tuple[str, ...]] = Counter()
    for n in range(min_order, max_order + 1):
        counts.update(ngrams(tokens, n))
    return counts, len(tokens)


def extract_word_ngrams(tokens: list[str], n: int) -> Counter[str]:
    """Count the n-grams of these words, each as one string.

    >>> extract_word_ngrams(["a", "b", "a", "b"], 2)
    Counter({'a b': 2, 'b a': 1})
    """
    return Counter(" ".join(tokens[start : start + n]) for start in range(len(tokens) - n + 1))


def extract_char_ngrams(line: str, n: int, include_whitespace: bool = False) -> Counter[str]:
    """Count the n-grams of characters, without whitespace unless it is asked for.

    >>> extract_char_ngrams("a ba", 2)
    Counter({'ab': 1, 'ba': 1})
    """
    text = line if include_whitespace else "".join(line.split())
    return Counter(text[start : start + n] for start in range(len(text) - n + 1))


def extract_all_char_ngrams(line: str, max_order: int, include_whitespace: bool = False) -> list[Counter[str]]:
    """Count the n-grams of characters of each order.

    >>> extract_all_char_ngrams("ab", 2)
    [Counter({'a': 1, 'b': 1}), Counter({'ab': 1})]
    """
    return [extract_char_ngrams(line, n, include_whitespace) for n in range(1, max_order + 1)]
