"""What the bench measures against, and the bench itself on very little text."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from understudy import _core
from understudy.texts import texts

lines = st.lists(st.text(st.characters(exclude_categories=["Cs"])), max_size=20)


@given(lines)
def test_the_limit_of_words_splits_as_python_does(segments):
    words, _ = _core.split_and_hash(texts(segments, "texts"))
    assert words == sum(len(segment.split()) for segment in segments)


@given(lines)
def test_the_limit_of_bytes_adds_every_byte(segments):
    assert _core.read_every_byte(texts(segments, "texts")) == sum(sum(segment.encode()) for segment in segments)


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"]), min_size=1).filter(lambda w: w.split() == [w])))
def test_the_hash_of_words_depends_on_nothing_around_them(words):
    apart = [_core.split_and_hash(texts([word], "texts"))[1] for word in words]
    assert _core.split_and_hash(texts(["\u3000 ".join(words)], "texts"))[1] == sum(apart) % 2**64
    if words:
        assert _core.split_and_hash(texts([words[0]], "texts")) != _core.split_and_hash(
            texts([f"{words[0]}x"], "texts")
        )


@pytest.mark.parametrize("threads", [2, 3, 50])
def test_the_limit_of_words_does_not_depend_on_threads(threads):
    rng = np.random.default_rng(1)
    segments = [" ".join(map(str, rng.integers(0, 10**12, 5))) for _ in range(2000)]
    listed = texts(segments, "texts")
    assert _core.split_and_hash(listed, threads) == _core.split_and_hash(listed) != (0, 0)
