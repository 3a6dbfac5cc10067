"""Rewards for training: what trainers hand over, what is taken of it, and what is refused."""

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import texts

import understudy as us
from understudy.decoding.rewards import compute_score, compute_score_batched

several = st.lists(texts, min_size=1, max_size=4)
GERMAN = ["die Katze saß auf der Matte", "guten Morgen"], ["eine Katze saß auf einer Matte", "guten Tag"]


@given(pairs=st.lists(st.tuples(texts, st.one_of(texts, several)), min_size=1, max_size=5), threads=st.integers(1, 3))
@pytest.mark.parametrize("metric", ["bleu", "wer", "hlepor"])
def test_a_reward_is_the_segment_score_from_0_to_1(metric, pairs, threads):
    completions, references = [list(each) for each in zip(*pairs, strict=True)]
    found = us.rewards(completions, references, metric, threads)
    for reward, completion, refs in zip(found, completions, references, strict=True):
        score = getattr(us, metric).sentence(completion, refs).score / 100
        assert type(reward) is float
        assert reward == (max(0.0, 1 - score) if metric == "wer" else min(score, 1.0))


def test_rewards_have_the_shape_that_trainers_call():
    chat = [[{"role": "user", "content": "x"}, {"role": "assistant", "content": "a b c"}]]
    # TRL hands over all columns of the dataset and more by name.
    found = us.rewards(
        prompts=["p"], completions=chat, references=["a b c"], completion_ids=[[1]], trainer_state=None, metric="bleu"
    )
    assert found == [1.0]
    assert us.rewards.__name__ == "rewards"  # by which TRL logs it
    assert compute_score("wmt", "a b c", ["a b c", "x"], {"split": "train"}, metric="bleu") == 1.0
    assert compute_score_batched(["wmt"], ["a b c"], ["a b c"], [None], metric="bleu") == [1.0]


def test_what_gives_no_reward_is_refused():
    with pytest.raises(us.SettingError, match="NIST has no maximum"):
        us.rewards(["a"], ["a"], "nist")
    with pytest.raises(us.InputError, match="completion 2 is int, 3; give a string, or a list of messages"):
        us.rewards(["a", 3], ["a", "b"], "bleu")
    with pytest.raises(us.InputError, match="there are 1 hypotheses but references for 2 segments"):
        us.rewards(["a"], ["a", "b"], "bleu")


@pytest.mark.parametrize(
    ("argument", "remedy"),
    [
        ({"metrics": "bleu"}, "did you mean 'metric'"),
        ({"language": "de"}, "did you mean 'lang'"),
        ({"num_threads": 4}, "did you mean 'threads'"),
        ({"lowercase": True}, "metric='chrf:lowercase=...'"),
        ({"word_ordr": 2}, "did you mean the setting 'word_order'"),
        ({"hyps": ["a"]}, "did you mean 'completions'"),
        ({"refs": ["a"]}, "did you mean 'references'"),
        ({"domain": ["news"]}, r"us.reward_function\('chrf', columns=\['domain'\]\)"),
    ],
)
def test_what_a_reward_function_does_not_know_is_refused_with_the_remedy(argument, remedy):
    (name,) = argument
    with pytest.raises(us.SettingError, match=f"unknown argument of rewards {name!r}; .*{remedy}"):
        us.rewards(["a"], ["a"], **argument)
    if name not in ("hyps", "refs"):
        with pytest.raises(us.SettingError, match=f"unknown argument of compute_score {name!r}"):
            compute_score("wmt", "a", "a", **argument)
        with pytest.raises(us.SettingError, match=f"unknown argument of compute_score_batched {name!r}"):
            compute_score_batched(["wmt"], ["a"], ["a"], **argument)


def test_the_language_counts():
    english, german = us.rewards(*GERMAN, metric="meteor"), us.rewards(*GERMAN, metric="meteor", lang="de")
    assert german == us.rewards(*GERMAN, metric="meteor:lang=de")
    assert german != english
    assert us.reward_function("meteor", lang="de")(GERMAN[0], references=GERMAN[1]) == german
    assert compute_score_batched(["wmt"] * 2, *GERMAN, metric="meteor", lang="de") == german
    assert [compute_score("wmt", *pair, metric="meteor", lang="de") for pair in zip(*GERMAN, strict=True)] == german
    with pytest.raises(us.SettingError, match="lang must be one language code"):
        us.rewards(*GERMAN, metric="meteor", lang=["de", "de"])


def test_bare_strings_are_no_completions():
    with pytest.raises(us.InputError, match="the completions are one bare string, 'the cat'"):
        us.rewards("the cat", ["the dog"])
    with pytest.raises(us.InputError, match="the references are one bare string, 'the dog'"):
        us.rewards(["the cat"], "the dog")


def test_a_message_may_be_made_of_parts():
    parts = [{"type": "text", "text": "a b "}, {"type": "text", "text": "c"}]
    assert us.rewards([[{"role": "assistant", "content": parts}]], ["a b c"], "wer") == [1.0]
    for content in ([{"type": "image"}, *parts], [], None, 3, b"a", [{"type": "text", "text": 3}], ["a b c"]):
        with pytest.raises(us.InputError, match="completion 1 is list, .*parts of the type 'text'"):
            us.rewards([[{"role": "assistant", "content": content}]], ["a b c"], "wer")


def test_references_may_be_named_columns():
    columns = {"A": ["a b c", "x"], "B": ["a b d", "y"]}
    assert us.rewards(["a b c", "y"], columns, "wer") == us.rewards(
        ["a b c", "y"], [["a b c", "a b d"], ["x", "y"]], "wer"
    )


def test_a_reward_function_takes_the_columns_that_it_was_told_of():
    reward = us.reward_function("wer", references="target", columns=("source", "lang"), threads=2, name="edits")
    assert reward.__name__ == "edits"
    dataset = {"target": ["a b c"], "source": ["x"], "lang": ["de"]}
    trainer = {
        "prompts": ["p"],
        "completion_ids": [[1]],
        "trainer_state": None,
        "log_extra": print,
        "log_metric": print,
    }
    for each in (reward, pickle.loads(pickle.dumps(reward)), copy.copy(reward)):
        assert each(completions=["a x c"], **dataset, **trainer) == us.rewards(["a x c"], ["a b c"], "wer")
    with pytest.raises(us.SettingError, match="unknown argument of .* 'domain'; if it is a column"):
        reward(completions=["a"], **dataset, domain=["news"])
    with pytest.raises(us.SettingError, match="got no column 'target', only source; say which column"):
        reward(completions=["a"], source=["x"])
    for wrong in ({"columns": ["completions"]}, {"columns": ["a", "references"]}):
        with pytest.raises(us.SettingError, match="columns contains"):
            us.reward_function("wer", **wrong)
    with pytest.raises(us.SettingError, match="NIST has no maximum"):
        us.reward_function("nist")
