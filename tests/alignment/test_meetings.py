"""Error rates of meetings against meeteval, live where it is installed, and by brute force."""

import json
from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rapidfuzz.distance import Levenshtein

import understudy as us
from understudy.alignment.speakers import assign_speakers, assign_utterances
from understudy.cli import main

WORDS = st.lists(st.sampled_from("a b c the cat".split()), max_size=5).map(" ".join)
MEETINGS = st.lists(st.tuples(st.sampled_from("ABC"), WORDS), max_size=6)
few = settings(max_examples=60, deadline=None)


def errors(result):
    return sum(result.parts[name] for name in ("substitutions", "deletions", "insertions"))


def streams(meeting):
    said = {}
    for speaker, words in meeting:
        said.setdefault(speaker, []).append(words)
    return {speaker: " ".join(each) for speaker, each in said.items()}


def meeteval():
    reason = "meeteval is not installed; 'make meeteval' installs it"
    pytest.importorskip("meeteval", reason=reason)
    import meeteval.wer

    return meeteval.wer


@few
@given(MEETINGS, MEETINGS)
def test_cpwer_equals_meeteval(hyp, ref):
    ours = us.score_meetings({"m": hyp}, {"m": ref})
    theirs = meeteval().cp_word_error_rate(streams(ref), streams(hyp))
    assert (errors(ours), ours.parts["ref_length"]) == (theirs.errors, theirs.length)


@few
@given(MEETINGS, MEETINGS)
def test_orcwer_equals_meeteval(hyp, ref):
    ours = us.score_meetings({"m": hyp}, {"m": ref}, metric="orcwer")
    theirs = meeteval().orc_word_error_rate([words for _, words in ref], streams(hyp) or {"": ""})
    assert (errors(ours), ours.parts["ref_length"]) == (theirs.errors, theirs.length)


@few
@given(MEETINGS, MEETINGS)
def test_cpwer_is_the_least_of_all_assignments(hyp, ref):
    hyps, refs = ([each.split() for each in streams(of).values()] for of in (hyp, ref))
    size = max(len(hyps), len(refs))
    hyps, refs = (each + [[]] * (size - len(each)) for each in (hyps, refs))
    least = min(sum(map(Levenshtein.distance, order, refs)) for order in permutations(hyps))
    assert errors(us.score_meetings({"m": hyp}, {"m": ref})) == least


@few
@given(st.lists(WORDS.map(str.split), max_size=4), st.lists(WORDS.map(str.split), min_size=1, max_size=3))
def test_utterances_go_where_errors_are_fewest(utterances, streams):
    def cost(chosen):
        joined = [
            [w for u, at in zip(utterances, chosen, strict=True) if at == i for w in u] for i in range(len(streams))
        ]
        return sum(map(Levenshtein.distance, joined, streams))

    least = min(cost(chosen) for chosen in product(range(len(streams)), repeat=len(utterances)))
    assert cost(assign_utterances(utterances, streams)) == least


@given(
    st.integers(1, 6).flatmap(
        lambda n: st.lists(st.lists(st.integers(0, 9), min_size=n, max_size=n), min_size=n, max_size=n)
    )
)
@few
def test_speakers_are_assigned_as_scipy_does(rows):
    from scipy.optimize import linear_sum_assignment

    costs = np.array(rows, dtype=float)
    partners = assign_speakers(costs)
    assert sorted(partners) == list(range(len(costs)))
    assert costs[np.arange(len(costs)), partners].sum() == costs[linear_sum_assignment(costs)].sum()


def test_meetings_are_rows_that_add_up():
    refs = {"m1": [("anna", "good morning"), ("ben", "hello anna")], "m2": [("carl", "yes")]}
    hyps = {"m2": [("x", "no"), ("y", "yes")], "m1": [("1", "hello anna"), ("2", "good evening")]}
    result = us.score_meetings(hyps, refs)
    assert result.meetings == ("m1", "m2")
    assert result.segments.tolist() == [25, 100]
    assert result.score == 40  # 2 errors of 5 words
    assert result.assignments[1] == (("carl", "y"), (None, "x"))
    assert result.signature.startswith("cpwer:tokenizer=none,")
    assert result.score in result.interval()


def test_characters_are_counted_with_another_tokenizer():
    refs, hyps = {"m": [("a", "cat"), ("b", "dog")]}, {"m": [("1", "dig"), ("2", "cat")]}
    assert us.score_meetings(hyps, refs, tokenizer="char").score == pytest.approx(100 / 6)


def test_mistaken_speakers_cost_nothing_in_orcwer():
    refs = {"m": [("a", "good morning"), ("b", "hello"), ("a", "bye now")]}
    hyps = {"m": [("1", "good morning"), ("2", "hello"), ("2", "bye now")]}
    assert us.score_meetings(hyps, refs, metric="orcwer").score == 0
    assert us.score_meetings(hyps, refs).score == 80


def test_files_of_meetings(tmp_path):
    (tmp_path / "ref.stm").write_text("m1 1 ben 2 3 hello anna\nm1 1 anna 0 1.5 good morning\n")
    hyp = '[{"session_id": "m1", "speaker": "1", "words": "hello ann", "start_time": 2, "end_time": 3}]'
    (tmp_path / "hyp.json").write_text(hyp)
    refs, hyps = us.read_meetings(str(tmp_path / "ref.stm")), us.read_meetings(str(tmp_path / "hyp.json"))
    assert us.score_meetings(hyps, refs).score == 75
    (tmp_path / "a.txt").write_text("hello\n")
    with pytest.raises(us.FormatError, match="has no column 'session' and 'speaker'; use STM, CTM or SegLST"):
        us.read_meetings(str(tmp_path / "a.txt"))


def test_what_is_no_meeting_is_refused():
    with pytest.raises(
        us.InputError, match=r"meeting 'm' of the hypotheses is 'a b'; give a list of \(speaker, words\)"
    ):
        us.score_meetings({"m": "a b"}, {"m": []})
    with pytest.raises(us.InputError, match="the references have meeting 'm' but the hypotheses don't"):
        us.score_meetings({}, {"m": [("a", "b")]})
    with pytest.raises(us.SettingError, match="unknown metric 'wer'; choose cpwer or orcwer"):
        us.score_meetings({"m": []}, {"m": []}, metric="wer")
    long = {"m": [(str(i), "a " * 400) for i in range(4)]}
    with pytest.raises(
        us.InputError, match="meeting 'm': 4 utterances and 4 streams need .* cells of tables; score it by cpwer"
    ):
        us.score_meetings(long, long, metric="orcwer")


def test_the_command_prints_meetings_and_their_speakers(tmp_path, capsys):
    (tmp_path / "ref.stm").write_text("m1 1 ben 2 3 hello anna\nm1 1 anna 0 1.5 good morning\n")
    (tmp_path / "hyp.stm").write_text("m1 1 x 2 3 hello Anna\nm1 1 y 0 1.5 good morning\n")
    files = [str(tmp_path / "hyp.stm"), "-r", str(tmp_path / "ref.stm")]
    assert main(["meetings", *files, "-m", "cpwer", "cpwer:lowercase=yes", "--sessions"]) == 0
    printed = capsys.readouterr().out
    assert "m1       cpWER   25.00  anna = y, ben = x" in printed
    assert "cpwer:tokenizer=none,lowercase=yes," in printed
    assert main(["meetings", *files, "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)[0]["meetings"][0]["assignment"] == [["anna", "y"], ["ben", "x"]]
    assert main(["meetings", *files, "-m", "wer"]) == 2
    assert "unknown metric 'wer'; choose cpwer or orcwer" in capsys.readouterr().err
