"""Text as people write it, for Hypothesis: real scripts, and everything that tokenizers stumble over."""

from __future__ import annotations

import unicodedata

from hypothesis import strategies as st

WORDS = [
    *("the cat is on mat The CAT a there İstanbul ΣΊΣΥΦΟΣ straße STRASSE naïve cafe\u0301 café o'clock it's".split()),
    *("قطة على السجادة".split()),
    *("แมวอยู่บนเสื่อ मेज़ पर बिल्ली खट्टी".split()),
    *("猫はマットの上に 今天天气很好。 𠀀一 고양이가 매트".split()),
    *("😀 👍🏽 👩‍👩‍👧 … “curly” «guillemets» — – € → ２０２０ ١٢٣ १२".split()),
    *(
        "2020. 1,000.50 3-4 5- .5 ,5 ... p.m. e.g., &quot; &amp;lt; &apos; <skipped> -\n a-b http://a.b/c?d=1&e=2".split(
            " "
        )
    ),
]
SPACES = [" ", "  ", "\t", "\u00a0", "\u3000", "\u2028", "\x85", "\x1c", "\n", ""]
LETTERS = st.characters(exclude_categories=["Cs", "Cn", "Co"], codec="utf-8")

words = st.one_of(
    st.sampled_from(WORDS), st.text(st.sampled_from("ab.,-'1& "), max_size=5), st.text(LETTERS, max_size=4)
)
sentences = st.lists(st.tuples(words, st.sampled_from(SPACES)), max_size=12).map(
    lambda pairs: "".join(map("".join, pairs))
)
# A small vocabulary, so that n-grams repeat and match.
repetitive = st.lists(st.sampled_from("a b c the cat .".split()), max_size=20).map(" ".join)
texts = st.one_of(sentences, repetitive)
segments = st.tuples(texts, st.lists(texts, min_size=1, max_size=3))
corpora = st.lists(segments, min_size=1, max_size=6).map(lambda pairs: ([h for h, _ in pairs], [r for _, r in pairs]))
single_corpora = st.lists(st.tuples(texts, texts), min_size=1, max_size=6).map(
    lambda pairs: ([h for h, _ in pairs], [r for _, r in pairs])
)


def is_stable(text: str) -> bool:
    """Whether every character has the same properties in this Python's Unicode and in the pinned tables."""
    return all(unicodedata.category(c) != "Cn" and c not in "\u0295\U0001171e" for c in text)
