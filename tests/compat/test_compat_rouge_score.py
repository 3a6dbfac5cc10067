"""compat.rouge_score against rouge_score itself, live."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rouge_score import io as their_io
from rouge_score import rouge_scorer as theirs
from rouge_score import scoring as their_scoring
from rouge_score import tokenize as their_tokenize
from rouge_score import tokenizers as their_tokenizers
from strategies import texts

import understudy as us
from understudy.compat.rouge_score import io, rouge, rouge_scorer, scoring, tokenize, tokenizers

TYPES = [*(f"rouge{n}" for n in range(1, 10)), "rougeL", "rougeLsum"]
lines = st.lists(texts, max_size=4).map("\n".join)


class Spaces(tokenizers.Tokenizer):
    """A tokenizer of the user's, whose tokens need not be strings."""

    def tokenize(self, text):
        return [hash(word) if len(word) > 2 else word for word in text.split(" ")]


def assert_same(mine, other):
    assert list(mine) == list(other)
    for name in other:
        assert tuple(mine[name]) == tuple(other[name]), name
        assert str(mine[name]) == str(other[name]), name


@given(target=lines, prediction=lines, stemmer=st.booleans())
def test_scores_equal_rouge_score_to_the_last_bit_on_any_text(target, prediction, stemmer):
    arguments = TYPES, stemmer
    expected = theirs.RougeScorer(*arguments).score(target, prediction)
    assert_same(rouge_scorer.RougeScorer(*arguments).score(target, prediction), expected)


@given(target=lines, prediction=lines)
def test_scores_with_a_tokenizer_of_ones_own_equal_rouge_score(target, prediction):
    expected = theirs.RougeScorer(TYPES, tokenizer=Spaces()).score(target, prediction)
    assert_same(rouge_scorer.RougeScorer(TYPES, tokenizer=Spaces()).score(target, prediction), expected)


@given(targets=st.lists(lines, min_size=1, max_size=4), prediction=lines)
def test_the_best_of_several_targets_is_that_of_rouge_score(targets, prediction):
    expected = theirs.RougeScorer(TYPES).score_multi(targets, prediction)
    assert_same(rouge_scorer.RougeScorer(TYPES).score_multi(targets, prediction), expected)


@given(text=texts)
def test_tokens_equal_rouge_score_on_any_text(text):
    assert tokenize.tokenize(text, None) == their_tokenize.tokenize(text, None)
    for stemmer in (False, True):
        other = their_tokenizers.DefaultTokenizer(stemmer).tokenize(text)
        assert tokenizers.DefaultTokenizer(stemmer).tokenize(text) == other


def test_sentences_are_split_by_nltk_if_that_is_asked_for(monkeypatch):
    # The model of NLTK's own function is a download: this one splits at stops.
    monkeypatch.setattr("nltk.sent_tokenize", lambda text: text.split("."))
    arguments = "a cat sat. it slept", "it slept. a cat"
    for tokenizer in (None, Spaces()):
        settings = {"split_summaries": True, "tokenizer": tokenizer}
        expected = theirs.RougeScorer(["rougeLsum", "rougeL"], **settings).score(*arguments)
        assert_same(rouge_scorer.RougeScorer(["rougeLsum", "rougeL"], **settings).score(*arguments), expected)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda m: m.RougeScorer(["rougex"]).score("a", "a"), "unknown rouge type 'rougex'; choose rouge1"),
        (lambda m: m.RougeScorer(["rouge0"]).score("a", "a"), "unknown rouge type 'rouge0'"),
        (lambda m: m.RougeScorer(["rouge10"]).score("a", "a"), "unknown rouge type 'rouge10'"),
        (lambda m: m.RougeScorer("rouge1").score("a", "a"), r"bare string, 'rouge1'; give a list"),
        (lambda m: m.RougeScorer(["rouge1"]).score_multi([], "a"), "give a list with at least one string"),
    ],
)
def test_errors_are_value_errors_as_in_rouge_score(call, message):
    with pytest.raises(ValueError):
        call(theirs)
    with pytest.raises(ValueError, match=message):
        call(rouge_scorer)


def test_what_rouge_score_would_take_apart_is_refused():
    scorer = rouge_scorer.RougeScorer(["rouge1"])
    with pytest.raises(us.InputError, match="the targets are 'a cat'; give a list"):
        scorer.score_multi("a cat", "a cat")
    with pytest.raises(us.InputError, match=r"the target is list, \['a'\]; give a string, or use score_multi"):
        scorer.score(["a"], "a")
    with pytest.raises(us.InputError, match="not a string but bytes.*decode"):
        scorer.score("a", b"a")


# --- Means and intervals --------------------------------------------------------------------------------------------


def aggregated(module, scores, **settings):
    aggregator = module.BootstrapAggregator(**settings)
    for precision in scores:
        aggregator.add_scores({"rouge1": module.Score(precision, 0.25, precision / 2)})
    return aggregator.aggregate()["rouge1"]


def test_intervals_are_those_of_rouge_score_but_for_chance():
    scores = np.random.default_rng(1).random(300).tolist()
    np.random.seed(1)
    mine = aggregated(scoring, scores, n_samples=4000)
    other = aggregated(their_scoring, scores, n_samples=4000)
    assert mine._fields == other._fields and mine.mid._fields == other.mid._fields
    assert np.array(mine) == pytest.approx(np.array(other), abs=0.004)
    assert mine.low < mine.mid < mine.high


def test_intervals_are_the_same_on_every_run():
    assert aggregated(scoring, [0.0, 0.5, 1.0]) == aggregated(scoring, [0.0, 0.5, 1.0])


@pytest.mark.parametrize("settings", [{"confidence_interval": 0.0}, {"confidence_interval": 1.0}, {"n_samples": 1}])
def test_extreme_settings_of_the_interval_are_taken(settings):
    low, mid, high = aggregated(scoring, [0.0, 1.0], **settings)
    assert low <= mid <= high
    if settings == {"confidence_interval": 0.0}:
        assert low == mid == high
    assert aggregated(scoring, [0.5] * 3, **settings) == aggregated(their_scoring, [0.5] * 3, **settings)


@pytest.mark.parametrize("settings", [{"confidence_interval": -0.1}, {"confidence_interval": 1.1}, {"n_samples": 0}])
def test_impossible_settings_of_the_interval_are_value_errors(settings):
    for module in (scoring, their_scoring):
        with pytest.raises(ValueError):
            module.BootstrapAggregator(**settings)


def test_scores_of_any_named_tuple_are_aggregated_by_type():
    aggregator = scoring.BootstrapAggregator()
    aggregator.add_scores({"a": scoring.Score(1, 1, 1), "b": their_scoring.Score(0, 0, 0)})
    assert aggregator.aggregate()["b"].mid == their_scoring.Score(0, 0, 0)
    with pytest.raises(us.InputError, match="scores are given by type"):
        aggregator.add_scores(scoring.Score(1, 1, 1))


# --- Files ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def files(tmp_path, examples):
    for name in ("reference1", "strong"):
        (tmp_path / f"{name}.txt").write_text("".join(f"{line}\n" for line in examples[name]), encoding="utf-8")
    return str(tmp_path / "reference1.txt"), str(tmp_path / "strong.txt")


def test_every_score_is_written_as_rouge_score_writes_it(files, tmp_path):
    for module, scorer in ((io, rouge_scorer), (their_io, theirs)):
        output = str(tmp_path / f"{module.__name__}.csv")
        module.compute_scores_and_write_to_csv(*files, output, scorer.RougeScorer(["rouge2", "rougeL"]), None)
    mine, other = ((tmp_path / f"{module.__name__}.csv").read_bytes() for module in (io, their_io))
    assert mine == other


def test_means_are_written_in_the_form_of_rouge_score(files, tmp_path):
    rows = []
    for module, scorer, scores in ((io, rouge_scorer, scoring), (their_io, theirs, their_scoring)):
        output = tmp_path / f"{module.__name__}.csv"
        arguments = scorer.RougeScorer(["rouge1", "rougeLsum"]), scores.BootstrapAggregator()
        module.compute_scores_and_write_to_csv(*files, str(output), *arguments)
        rows.append([line.split(",") for line in output.read_text().splitlines()])
    assert [row[0] for row in rows[0]] == [row[0] for row in rows[1]]
    mine, other = (np.array([row[1:] for row in each[1:]], dtype=float) for each in rows)
    assert mine == pytest.approx(other, abs=0.02)


def test_files_that_do_not_belong_together_are_refused(files, tmp_path):
    (tmp_path / "short").write_text("a\n", encoding="utf-8")
    scorer = rouge_scorer.RougeScorer(["rouge1"])
    with pytest.raises(us.InputError, match="has 100 records but .*short has 1; give as many of each"):
        io.compute_scores_and_write_to_csv(files[0], str(tmp_path / "short"), str(tmp_path / "out"), scorer, None)
    with pytest.raises(us.InputError, match="there are 0 target files"):
        io.compute_scores_and_write_to_csv(str(tmp_path / "no*"), files[1], str(tmp_path / "out"), scorer, None)


def test_the_command_has_the_options_of_rouge_score(files, tmp_path):
    target, prediction = files
    options = [f"--target_filepattern={target}", f"--prediction_filepattern={prediction}", "--use_stemmer"]
    options += ["--rouge_types=rouge1,rougeLsum", "--noaggregate"]
    assert rouge.main([*options, f"--output_filename={tmp_path / 'mine'}"]) == 0
    command = [sys.executable, "-m", "rouge_score.rouge", *options, f"--output_filename={tmp_path / 'other'}"]
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    assert (tmp_path / "mine").read_bytes() == (tmp_path / "other").read_bytes()
    with pytest.raises(SystemExit) as usage:
        rouge.main(options)
    assert usage.value.code == 2
    with pytest.raises(SystemExit) as data:
        rouge.main([*options, "--output_filename", str(tmp_path), "--delimiter", ";"])
    assert data.value.code == 1
