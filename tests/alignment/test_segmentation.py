"""Cutting output like its reference: against brute force, and against mweralign where that is installed."""

import random
import shutil
import subprocess
import sys
from itertools import combinations_with_replacement, pairwise
from pathlib import Path

import pytest
from command_line import complaint, printed
from hypothesis import given, settings
from hypothesis import strategies as st
from rapidfuzz.distance import Levenshtein

import understudy as us
from understudy.alignment.pieces import pieces
from understudy.tokens import Reading

EXAMPLES = Path(__file__).parents[2] / "examples"
words = st.lists(st.sampled_from("a b c A . b,".split()), max_size=6)
segments = st.lists(st.lists(words.map(" ".join), min_size=1, max_size=2), min_size=1, max_size=4)


def errors(hyps: list[str], refs: list[list[str]], read=str.split) -> int:
    """The errors of pieces against the best reference of each segment."""
    return sum(
        min(Levenshtein.distance(read(hyp), read(ref)) for ref in several)
        for hyp, several in zip(hyps, refs, strict=True)
    )


def least_errors(hyp: list[str], refs: list[list[str]], read=str.split) -> int:
    """The same over all cuts there are."""
    cuts = combinations_with_replacement(range(len(hyp) + 1), len(refs) - 1)
    ends = ((0, *cut, len(hyp)) for cut in cuts)
    return min(errors([" ".join(hyp[i:j]) for i, j in pairwise(cut)], refs, read) for cut in ends)


@settings(max_examples=150)
@given(hyp=words, refs=segments)
def test_no_cut_has_fewer_errors(hyp, refs):
    cut = us.segment(" ".join(hyp), refs)
    assert " ".join(cut).split() == hyp
    assert errors(cut, refs) == least_errors(hyp, refs)


@settings(max_examples=60)
@given(hyp=words, refs=segments)
def test_no_cut_has_fewer_errors_with_other_tokens(hyp, refs):
    """Several tokens in a word, or none: a cut stands between words all the same."""

    def lowered(text: str) -> list[str]:
        return us.tokenize(text, "13a", "yes")

    def bare(text: str) -> list[str]:
        return [word for word in text.replace(",", "").replace(".", "").split() if word]

    cut = us.segment(" ".join(hyp), refs, tokenizer="13a", lowercase=True)
    assert " ".join(cut).split() == hyp
    assert errors(cut, refs, lowered) == least_errors(hyp, refs, lowered)
    cut = us.segment(" ".join(hyp), refs, punctuation="ignore")
    assert errors(cut, refs, bare) == least_errors(hyp, refs, bare)


@settings(max_examples=60)
@given(documents=st.lists(st.tuples(words, segments), min_size=1, max_size=3))
def test_documents_are_cut_each_by_itself(documents):
    hyps = [" ".join(hyp) for hyp, _ in documents]
    labels = [str(place) for place, (_, refs) in enumerate(documents) for _ in refs]
    cut = us.segment(hyps, [several for _, refs in documents for several in refs], documents=labels)
    alone = [piece for hyp, (_, refs) in zip(hyps, documents, strict=True) for piece in us.segment(hyp, refs)]
    assert cut == alone
    by_name = {str(place): hyp for place, hyp in enumerate(hyps)}
    assert us.segment(by_name, [r for _, refs in documents for r in refs], documents=labels) == cut


def test_boundaries_of_shuffled_documents_come_back():
    lines = (EXAMPLES / "reference1.en").read_text(encoding="utf-8").splitlines()
    rng = random.Random(1)
    for _ in range(100):
        refs = rng.sample(lines, rng.randint(2, 12))
        words = " ".join(refs).split()
        size = rng.randint(1, 9)
        lined = [" ".join(words[i : i + size]) for i in range(0, len(words), size)]
        cut = us.segment(lined, refs)
        assert cut == [" ".join(ref.split()) for ref in refs]


@pytest.mark.parametrize("system", ["strong.en", "medium.en", "weak.en"])
def test_output_of_a_system_has_no_more_errors_than_it_had_with_its_own_lines(system):
    hyps = (EXAMPLES / system).read_text(encoding="utf-8").splitlines()
    refs = [(EXAMPLES / f"reference{n}.en").read_text(encoding="utf-8").splitlines() for n in (1, 2)]
    several = [list(both) for both in zip(*refs, strict=True)]
    cut = us.segment(hyps, several)
    assert errors(cut, several) <= errors(hyps, several)
    same = sum(" ".join(a.split()) == b for a, b in zip(hyps, cut, strict=True))
    assert same > 40  # of 100 lines; where a word at their end is wrong, several cuts are equally good


def test_characters_are_units_where_there_are_no_spaces():
    refs = ["今天天气很好。", "我们去公园吧！"]
    assert us.segment("今天天气真好我们去了公园吧", refs, lang="zh") == ["今天天气真好", "我们去了公园吧"]
    assert us.segment("猫が 好きです。Python3も好き", ["猫が好きです。", "Python3も好き。"], tokenizer="char") == [
        "猫が 好きです。",
        "Python3も好き",
    ]


@given(
    text=st.text(st.sampled_from("ab, 今天。ก"), max_size=12),
    tokenizer=st.sampled_from(["none", "char", "zh", "13a", "mixed"]),
)
def test_pieces_hold_the_whole_text(text, tokenizer):
    listed = pieces(text, Reading(tokenizer))
    assert "".join(piece.text for piece in listed) == "".join(text.split())


def test_ten_thousand_words_are_cut_into_as_many_segments():
    rng = random.Random(3)
    vocabulary = [f"w{i}" for i in range(2000)]
    refs = [" ".join(rng.choices(vocabulary, k=20)) for _ in range(500)]
    hyp = " ".join(word if rng.random() > 0.2 else rng.choice(vocabulary) for word in " ".join(refs).split())
    cut = us.segment(hyp, refs)
    assert len(cut) == 500
    assert " ".join(cut) == hyp


def mweralign(hyp: str, refs: list[str], folder: Path) -> list[str]:
    program = shutil.which("mweralign") or shutil.which("mweralign", path=f"{sys.prefix}/mweralign/bin")
    if program is None:
        pytest.skip("mweralign is not installed; `make mweralign` installs it, as a program that is never imported")
    (folder / "ref").write_text("\n".join(refs) + "\n", encoding="utf-8")
    (folder / "hyp").write_text(hyp + "\n", encoding="utf-8")
    command = [program, "-r", folder / "ref", "-t", folder / "hyp", "-m", "none"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()


@pytest.mark.parametrize("seed", range(3))
def test_cuts_are_those_of_mweralign_within_ties(seed, tmp_path):
    """Both have the fewest errors, so that they differ only among cuts that are equally good."""
    rng = random.Random(seed)
    vocabulary = [f"w{i}" for i in range(30)]
    refs = [" ".join(rng.choices(vocabulary, k=rng.randint(1, 12))) for _ in range(20)]
    hyp = " ".join(word for word in " ".join(refs).split() if rng.random() > 0.15)
    theirs = [" ".join(line.split()) for line in mweralign(hyp, refs, tmp_path)]
    ours = us.segment(hyp, refs)
    several = [[ref] for ref in refs]
    assert errors(ours, several) <= errors(theirs, several)


def test_the_commands_cut_and_say_so(tmp_path):
    ref, hyp, out = tmp_path / "ref.txt", tmp_path / "hyp.txt", tmp_path / "out.txt"
    ref.write_text("the cat sat\non the mat\n", encoding="utf-8")
    hyp.write_text("the cat\nsat on\na mat\n", encoding="utf-8")
    assert printed("segment", hyp, "-r", ref) == "the cat sat\non a mat\n"
    printed("segment", hyp, "-r", ref, "-o", out)
    assert out.read_text(encoding="utf-8") == "the cat sat\non a mat\n"
    shown = printed("score", hyp, "-r", ref, "--resegment", "-m", "wer")
    assert "16.67" in shown
    assert "segmentation=none" in shown
    assert "requires references" in complaint("score", hyp, "--resegment", code=2)
    assert "requires --resegment" in complaint("score", hyp, "-r", ref, "--documents", ref, code=2)
    documents = tmp_path / "documents.txt"
    documents.write_text("A\nB\n", encoding="utf-8")
    message = complaint("segment", hyp, "-r", ref, "--documents", documents, code=1)
    assert "3 texts but 2 documents" in message
    hyp.write_text("the cat on\nsat the mat\n", encoding="utf-8")
    assert printed("segment", hyp, "-r", ref, "--documents", documents) == "the cat on\nsat the mat\n"


def test_wrong_shapes_are_refused():
    with pytest.raises(us.InputError, match="2 labels of documents but references for 1 segments"):
        us.segment(["a"], ["a"], documents=["x", "y"])
    with pytest.raises(us.InputError, match="need documents="):
        us.segment({"x": "a"}, ["a"])
    with pytest.raises(us.InputError, match="there is no text of 'x'"):
        us.segment({"y": "a"}, ["a"], documents=["x"])
    with pytest.raises(us.SettingError, match="punctuation"):
        us.segment("a", ["a"], punctuation="drop")
