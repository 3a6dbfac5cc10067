"""What people type out of habit works, or is answered with what to type."""

import shlex

import pytest
from command_line import complaint, printed, understudy

from understudy.cli.habits import INSTEAD, in_order, metric_specs
from understudy.metrics import CONTENTS

FILES = "examples/strong.en -r examples/reference1.en"


def refusal(line, root):
    """The usage of the command and one line of advice; nothing goes to stdout."""
    done = understudy(*shlex.split(line), cwd=root)
    assert (done.returncode, done.stdout) == (2, b"")
    usage, _, message = done.stderr.decode().rstrip().rpartition("\n")
    assert usage.startswith(f"usage: understudy {shlex.split(line)[0]} ")
    return message


@pytest.mark.parametrize("option", "-i -w -tok --tokenize -lc --confidence --paired-bs --paired-ar".split())
def test_options_of_sacrebleu_are_answered_with_ours(option, root):
    message = refusal(f"score {FILES} {option}", root)
    assert f"there is no option {option} here: {INSTEAD[option]}" in message
    assert "understudy sacrebleu" in message


def test_an_option_with_a_value_is_answered_too(root):
    assert "--digits" in refusal(f"score {FILES} -w 4", root)
    assert "bleu:tokenizer=intl" in refusal(f"compare {FILES} --tokenize=intl", root)


def test_an_unknown_option_gets_the_usage_of_the_command_and_the_nearest_one(root):
    assert "there is no option --fromat (did you mean --format?)" in refusal(f"score {FILES} --fromat json", root)
    assert refusal(f"score {FILES} --xyz", root).endswith("there is no option --xyz; --help lists all")


def test_a_file_or_a_text_after_the_metrics_is_no_metric(root):
    expected = printed("score", *FILES.split(), "-m", "bleu", "ter", cwd=root)
    assert printed("score", "-m", "bleu", "ter", *FILES.split(), cwd=root) == expected
    explained = printed("explain", "a cat", "-r", "the cat", "-m", "wer")
    assert printed("explain", "-m", "wer", "a cat", "-r", "the cat") == explained
    assert "there is no file 'sy.txt'" in complaint("score", "-m", "bleu", "sy.txt", "-r", "ref.txt", code=1)
    assert "unknown metric 'blue'" in complaint("score", *FILES.split(), "-m", "bleu", "blue", code=2, cwd=root)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("score a.txt -m bleu b.txt -r c.txt", "score a.txt b.txt -m bleu -r c.txt"),
        (
            "score --metric bleu:order=2,lowercase=yes - -r c.txt",
            "score - --metric bleu:order=2,lowercase=yes -r c.txt",
        ),
        ("score a.txt -r c.txt -m bleu,ter", "score a.txt -r c.txt -m bleu,ter"),
        ("score -m bleu -- x.txt", "score -m bleu -- x.txt"),
        ("score a.txt -r c.txt d.txt", "score a.txt -r c.txt d.txt"),
    ],
)
def test_only_what_follows_the_metrics_is_moved_and_keeps_its_order(line, expected):
    assert in_order(line.split()) == expected.split()


def test_metrics_may_be_separated_by_commas_and_all_is_every_metric(root):
    assert printed("score", *FILES.split(), "-m", "bleu,ter", cwd=root) == printed(
        "score", *FILES.split(), "-m", "bleu", "ter", cwd=root
    )
    assert metric_specs(["bleu:order=2,lowercase=yes,BLEU,rougeL"]) == ["bleu:order=2,lowercase=yes", "BLEU", "rougeL"]
    assert metric_specs(["all"]) == list(CONTENTS)
    assert metric_specs(["bleu:order=2,lowercase"]) == ["bleu:order=2,lowercase"]  # which is refused as a setting
    assert "(did you mean 'nist'?)" in complaint("score", *FILES.split(), "-m", "bleu,nits", code=2, cwd=root)


def test_a_second_text_or_reference_is_answered_with_the_right_option(root):
    assert "'the cat' is a second text; references are given with -r, as -r 'the cat'" in refusal(
        "explain 'a cat' 'the cat'", root
    )
    assert "-r ref.A -r ref.B" in refusal(f"score {FILES} examples/reference2.en", root)


def test_the_command_line_of_sacrebleu_is_recognized(root):
    message = complaint("examples/reference1.en", "-i", "examples/strong.en", code=2, cwd=root)
    assert "is no command; name one" in message
    assert "understudy sacrebleu" in message


def test_the_program_alone_prints_its_help_and_exits_with_2():
    done = understudy()
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"usage: understudy ")
    for command in ("score", "compare", "explain", "report"):
        assert f"\n    {command} ".encode() in done.stderr
