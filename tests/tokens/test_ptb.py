"""The `ptb` tokenizer against the jar inside pycocoevalcap: live where Java is, and what it printed elsewhere."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from captions import captions
from hypothesis import given, settings
from hypothesis import strategies as st
from ptb_jar import jar_tokens
from strategies import sentences

import understudy as us
from understudy import _core
from understudy.tokens.builtin.ptb import split_ptb, tokenize_ptb

PRINTED = Path(__file__).parents[1] / "oracles" / "ptb_tokens.jsonl"
needs_java = pytest.mark.skipif(shutil.which("java") is None, reason="the jar needs Java")


def test_tokens_equal_what_the_jar_printed():
    for line in PRINTED.read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        assert _core.tokenize(record["text"], "ptb") == record["tokens"], record["text"]


@needs_java
def test_tokens_equal_the_jar_on_fifty_thousand_captions_and_hard_cases():
    lines = captions(54_000, seed=18)
    assert len(set(lines)) > 45_000
    wrong = [
        (line, mine, other)
        for line, other in zip(lines, jar_tokens(lines), strict=True)
        if (mine := _core.tokenize(line, "ptb")) != other
    ]
    assert wrong == []


@given(text=st.one_of(sentences, st.sampled_from(captions(400, seed=1))))
@settings(max_examples=60)
def test_native_tokens_equal_the_readable_twin_on_captions(text):
    assert _core.tokenize(text, "ptb") == tokenize_ptb(text)


def test_a_stop_looks_at_the_next_line_only_where_there_is_one():
    assert list(split_ptb("vitamin c.")) == ["vitamin", "c."]
    assert list(split_ptb("vitamin c.", "A man")) == ["vitamin", "c", "."]
    assert list(split_ptb("dogs etc.", "A man")) == ["dogs", "etc.", "."]
    assert list(split_ptb("dogs etc.", "a man")) == ["dogs", "etc."]


def test_metrics_read_captions_with_it():
    result = us.bleu(["A dog's bone (on the grass)."], ["A dog's bone (on the grass)"], tokenizer="ptb")
    assert result.score == pytest.approx(100.0)
    assert "tokenizer=ptb" in result.signature


def test_a_long_text_without_blanks_is_read():
    assert _core.tokenize("ab" * 50_000, "ptb") == ["ab" * 50_000]
    assert len(_core.tokenize("a," * 2_000, "ptb")) == 2_000
