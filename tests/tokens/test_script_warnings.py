"""Warnings of texts that a tokenizer does not split: once, with a better choice, and never without cause."""

import subprocess
import sys
import warnings
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from language_texts import JAPANESE, LOADED, SPLIT, UNSPLIT, columns

import understudy as us
from understudy.errors import LanguageWarning
from understudy.tokens import TOKENIZERS, Reading, segmenter_names


def warned(call):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        call()
    assert all(issubclass(each.category, LanguageWarning) for each in caught)
    return [str(each.message) for each in caught]


@pytest.mark.parametrize("tokenizer", ["13a", "intl", "none", "ascii", "tercom", "ascii-words", "java", "meteor-en"])
@pytest.mark.parametrize("language", UNSPLIT)
def test_text_without_blanks_is_warned_of_once_with_a_better_choice(language, tokenizer):
    lines, advice = UNSPLIT[language]
    (message,) = warned(lambda: us.bleu(lines, lines, tokenizer=tokenizer))
    assert message.startswith(f"the text is mostly {language}, which has no whitespace between words, and tokenizer")
    assert f"tokenizer {tokenizer} doesn't find them" in message
    assert advice in message
    assert ("or split the text into words first" in message) == (tokenizer in ("none", "ascii", "java"))


@pytest.mark.parametrize("language", UNSPLIT)
def test_the_better_choice_is_not_warned_of(language):
    lines, advice = UNSPLIT[language]
    tokenizer = advice.rpartition("tokenizer=")[2]
    for fitting in (tokenizer, "char", "letters", str.split):
        assert warned(lambda fitting=fitting: us.bleu(lines, lines, tokenizer=fitting)) == []
    for name in ("chrf", "chrf++", "cer"):
        assert warned(lambda name=name: getattr(us, name)(lines, lines)) == []


def test_tokenizers_that_take_characters_singly_fit_chinese_and_japanese_but_not_thai():
    for tokenizer in ("words", "mixed"):
        for language in UNSPLIT:
            lines, _ = UNSPLIT[language]
            fits = language in ("Chinese", "Japanese")
            assert len(warned(lambda t=tokenizer, lines=lines: us.bleu(lines, lines, tokenizer=t))) == (not fits)
    assert len(warned(lambda: us.bleu(*columns(JAPANESE), tokenizer="zh"))) == 1


def test_text_that_is_split_already_is_not_warned_of():
    for language in ("Chinese", "Japanese", "Thai", "Lao", "Khmer", "Burmese"):
        lines = [" ".join(Reading("icu")(line)) for line in UNSPLIT[language][0]]
        assert warned(lambda lines=lines: us.score(lines, lines, ["bleu", "wer", "ter"])) == []


@pytest.mark.parametrize("tokenizer", [*TOKENIZERS, *LOADED])
def test_scripts_with_blanks_are_never_warned_of(tokenizer):
    for line in SPLIT:
        assert warned(lambda line=line: us.bleu([line], [line], tokenizer=tokenizer)) == []


BLANKS = [word for line in SPLIT for word in line.split()]


@given(st.lists(st.lists(st.sampled_from(BLANKS), max_size=8).map(" ".join), min_size=1, max_size=40))
def test_no_mixture_of_scripts_with_blanks_is_warned_of(lines):
    assert warned(lambda: us.score(lines, lines, ["bleu", "wer", "rougeL"])) == []


def test_one_call_warns_once_for_each_tokenizer_and_points_to_the_line_of_the_caller():
    lines, _ = UNSPLIT["Chinese"]
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        us.evaluate({"A": lines, "B": lines}, lines, ["bleu", "nist", "hlepor", "gleu", "wer", "ter"])
    assert [str(each.message).partition(" doesn't")[0].rpartition(" ")[2] for each in caught] == ["13a", "none"]
    assert {each.filename for each in caught} == {__file__}


def test_chinese_among_much_text_with_blanks_is_not_warned_of():
    lines = [*SPLIT[:4] * 5, "今天天气很好，我们去公园散步。"]
    assert warned(lambda: us.bleu(lines, lines)) == []


def test_the_command_line_warns_once_and_scores(tmp_path):
    (tmp_path / "a").write_text("\n".join(UNSPLIT["Chinese"][0]) + "\n", encoding="utf-8")
    command = [sys.executable, "-m", "understudy", "score", "a", "a", "-r", "a", "-m", "bleu", "nist"]
    done = subprocess.run(command[:5] + command[6:], capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0
    assert done.stderr.count("understudy: warning: the text is mostly Chinese") == 1
    assert "choose lang=zh or tokenizer=zh" in done.stderr
    quiet = subprocess.run([*command[:5], "-r", "a", "--lang", "zh"], capture_output=True, text=True, cwd=tmp_path)
    assert (quiet.returncode, quiet.stderr) == (0, "")


def test_every_tokenizer_of_another_package_is_listed_with_its_extra():
    page = (Path(__file__).parents[2] / "docs" / "reference" / "tokenizers.md").read_text(encoding="utf-8")
    assert all(f"| `{name}` | `[" in page for name in segmenter_names())
