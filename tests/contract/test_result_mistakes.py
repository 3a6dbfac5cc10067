"""What a result is asked for by mistake is refused with an error of ours that says what to do."""

import pytest

import understudy as us


@pytest.mark.parametrize(
    ("labels", "message"),
    [
        (None, "the labels are None; give a list with one label per segment"),
        (5, "the labels are 5; give a list with one label per segment"),
        ("ab", "the labels are 'ab'; give a list with one label per segment"),
        ([[1], [2]], r"segment 1 has the label \[1\]; give a text or a number"),
        (["news", {}], "segment 2 has the label {}; give a text or a number"),
        (["news"], r"there are 2 segments but 1 labels, \['news'\]; give a list with one label per segment"),
    ],
)
def test_labels_that_make_no_groups_are_refused(labels, message):
    with pytest.raises(us.InputError, match=message):
        us.bleu(["a cat", "a dog"], ["a cat", "a dog"]).by(labels)


def test_a_generator_of_labels_is_as_good_as_a_list():
    result = us.chrf(["a cat", "a dog", "no"], ["a cat", "a dog", "yes"])
    groups = result.by(label for label in ("news", "chat", "news"))
    assert {name: group.totals.segments for name, group in groups.items()} == {"news": 2, "chat": 1}


def test_scores_too_large_for_a_float_are_refused():
    with pytest.raises(us.InputError, match="the scores of judge are not all numbers: .*; give one per segment"):
        us.scores_from("judge", [10**400])
