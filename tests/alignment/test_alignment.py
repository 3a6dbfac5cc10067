"""Alignments as data, as text and in sclite's files."""

import random
from collections import Counter

import jiwer
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.distance import Levenshtein
from strategies import corpora, single_corpora

import understudy as us
from understudy import _core
from understudy.alignment import sclite
from understudy.alignment.edits import align, alignments, confusions
from understudy.formats import transcripts
from understudy.inputs.texts import texts
from understudy.metrics.error_rates.readable import best_steps
from understudy.tables.edits import KINDS, Alignment
from understudy.tables.glyphs import cells
from understudy.tokens import Reading, TokenTable

repeated = st.lists(st.sampled_from("abc"), max_size=14).map(" ".join)
pairs = st.lists(st.tuples(repeated, repeated), min_size=1, max_size=6)


@pytest.mark.parametrize("ties", ["most-hits", "jiwer"])
@given(pairs=pairs)
def test_alignments_equal_the_readable_twin(ties, pairs):
    found = alignments([hyp for hyp, _ in pairs], [ref for _, ref in pairs], ties=ties)
    for (hyp, ref), each in zip(pairs, found, strict=True):
        assert [step.kind for step in each.steps] == best_steps(hyp.split(), ref.split(), ties)
        assert (each.hyp, each.ref) == (hyp.split(), ref.split())
        assert all((step.kind == "hit") == (step.hyp == step.ref) for step in each.steps)


@given(corpus=single_corpora)
def test_alignments_have_the_counts_of_the_rate_and_the_errors_of_rapidfuzz(corpus):
    hyps, refs = corpus
    for metric in ("wer", "cer"):
        found, parts = alignments(hyps, refs, metric), getattr(us, metric)(hyps, refs).parts
        for kind in KINDS:
            name = "hits" if kind == "hit" else f"{kind}s"
            assert sum(each.counts[kind] for each in found) == parts[name]
        for each in found:
            assert each.errors == Levenshtein.distance(each.ref, each.hyp)


@pytest.mark.parametrize("letters", [2, 4, 30])
def test_linear_memory_gives_the_same_alignment(letters):
    rng = random.Random(letters)
    lines = [" ".join(str(rng.randrange(letters)) for _ in range(rng.randrange(90))) for _ in range(300)]
    table = TokenTable(Reading("none"))
    hyps, refs = table.add(texts(lines[:150], "hypotheses")), table.add(texts(lines[150:], "references"))
    steps, starts = _core.align_edits(hyps, refs)
    for kept in (0, 10, 200):
        few, few_starts = _core.align_edits(hyps, refs, kept=kept)
        assert np.array_equal(steps, few) and np.array_equal(starts, few_starts)


def test_a_very_long_text_is_aligned_in_linear_memory():
    rng = np.random.default_rng(5)
    ref = rng.integers(50, size=6000)
    hyp = np.where(rng.random(6000) < 0.2, 99, ref)[rng.random(6000) < 0.9]
    found = align(" ".join(map(str, hyp)), " ".join(map(str, ref)))
    assert found.errors == Levenshtein.distance(ref.tolist(), hyp.tolist())
    assert found.counts["hit"] == us.wer.sentence(" ".join(map(str, hyp)), " ".join(map(str, ref))).parts["hits"]


def test_threads_do_not_matter(examples):
    hyps, refs = examples["weak"] * 20, examples["reference1"] * 20
    one, three = alignments(hyps, refs), alignments(hyps, refs, threads=3)
    assert np.array_equal(one.steps, three.steps) and np.array_equal(one.starts, three.starts)


def test_alignments_are_a_sequence(examples):
    found = alignments(examples["weak"], examples["reference1"])
    assert len(found) == 100 and found[-1] == found[99] and found[:3] == [found[0], found[1], found[2]]
    with pytest.raises(IndexError):
        found[100]


def test_the_best_of_several_references_is_aligned():
    assert align("a b c", ["x y z", "a b", "a b d"]).ref == ["a", "b", "d"]
    assert align("b a", ["x y", "a b"], "per").ref == ["a", "b"]


def test_only_error_rates_have_alignments():
    with pytest.raises(us.SettingError, match="bleu is not made of alignments; choose an error rate"):
        align("a", "a", "bleu")
    with pytest.raises(us.InputError, match="one string as hypothesis, got list"):
        align(["a"], ["a"])


# --- Text -------------------------------------------------------------------------------------------------------------


def as_jiwer_prints(hyps, refs, characters=False, **options):
    process = jiwer.process_characters if characters else jiwer.process_words
    printed = jiwer.visualize_alignment(process(refs, hyps), show_measures=False, skip_correct=False, **options)
    return "\n".join(line.rstrip() for line in printed.splitlines() if not line.startswith("==="))


@pytest.mark.parametrize("width", [None, 40, 80])
def test_text_has_the_shape_of_jiwer(examples, width):
    hyps, refs = examples["weak"][:30], examples["reference1"][:30]
    for hyp, ref in zip(hyps, refs, strict=True):
        if cells(hyp + ref) != len(hyp + ref):
            continue  # jiwer pads by the number of characters
        expected = as_jiwer_prints([hyp], [ref], line_width=width).strip("\n")
        assert align(hyp, ref, ties="jiwer").text(width).rstrip() == expected.rstrip()
        characters = as_jiwer_prints([hyp], [ref], characters=True).strip("\n")
        assert align(hyp, ref, "cer", ties="jiwer").text().rstrip() == characters.rstrip()


def test_wide_characters_are_padded_by_what_they_take():
    assert align("我 喜欢 狗", "我 爱 猫 狗").text().splitlines() == [
        "REF: 我 爱   猫 狗",
        "HYP: 我 ** 喜欢 狗",
        "         D    S",
    ]


def test_what_would_break_a_line_is_escaped():
    assert align("a\nb\tc", "a\nx", "cer").text().splitlines() == [
        r"REF: a\n***x",
        r"HYP: a\nb\tc",
        "        I IS",
    ]
    assert align("\x1b[31mred \u202eabc", "red abc").text().splitlines()[1] == r"HYP: \x1b[31mred \u202eabc"


def test_a_mark_without_a_letter_takes_a_column_of_its_own():
    assert align("cafe\u0301", "caf\u00e9", "cer").text().splitlines()[2] == "        IS"


@pytest.mark.parametrize("number", [-1, 1.5, "9", True])
def test_a_width_or_a_number_of_rows_must_make_sense(number):
    with pytest.raises(us.SettingError, match="width must be a whole number of columns"):
        align("a", "b").text(number)
    with pytest.raises(us.SettingError, match="most must be a whole number of rows"):
        confusions(["a b"], ["c d"]).table(number)


def test_empty_texts_have_a_text_too():
    assert align("", "").text() == "REF:\nHYP:\n"
    assert align("", "a").text() == "REF: a\nHYP: *\n     D"


# --- Confusions -------------------------------------------------------------------------------------------------------


@given(corpus=corpora)
def test_confusions_count_every_step(corpus):
    hyps, refs = corpus
    found = alignments(hyps, refs)
    steps = [step for each in found for step in each.steps]
    assert found.confusions.substitutions == Counter(
        (step.ref, step.hyp) for step in steps if step.kind == "substitution"
    )
    assert found.confusions.deletions == Counter(step.ref for step in steps if step.kind == "deletion")
    assert found.confusions.insertions == Counter(step.hyp for step in steps if step.kind == "insertion")


def test_confusions_come_by_frequency():
    found = confusions(["a dog", "a cat", "x y z", ""], ["the dog", "the cat", "x z", "gone"])
    assert list(found.substitutions.items()) == [(("the", "a"), 2)]
    assert found.deletions == {"gone": 1} and found.insertions == {"y": 1}
    table = found.table(most=1)
    assert table.rows == (("substitution", "the", "a", 2), ("deletion", "gone", "", 1), ("insertion", "", "y", 1))
    assert confusions([""], [""]).table().rows == ()


# --- sclite -----------------------------------------------------------------------------------------------------------

words = st.text(st.characters(exclude_categories=["Cs", "Cc", "Z", "Cn"], codec="utf-8"), min_size=1, max_size=5)
lines = st.lists(st.one_of(words, st.sampled_from(["*", "**", '"', "&quot;", "a:b", ",", "猫"])), max_size=8).map(
    " ".join
)


@given(pairs=st.lists(st.tuples(lines, lines), min_size=1, max_size=4), data=st.data())
def test_alignments_come_back_from_sclite_files(pairs, data, tmp_path_factory):
    file = str(tmp_path_factory.mktemp("sclite") / "out")
    found = {f"spk{i % 2}-{i}": align(hyp, ref) for i, (hyp, ref) in enumerate(pairs)}
    sclite.write_pra(file, found)
    assert sclite.read_pra(file) == found
    sclite.write_sgml(file, found)
    assert sclite.read_sgml(file) == found


def test_what_sclite_writes_is_read(tmp_path):
    # In the shape of SCTK 2.10's output for case-sensitive input.
    file = tmp_path / "sclite.sgml"
    file.write_text(
        '<SYSTEM title="sys" ref_fname="ref.trn" hyp_fname="hyp.trn" creation_date="x" format="2.4">\n'
        '<SPEAKER id="a">\n'
        '<PATH id="(a-1)" word_cnt="4" sequence="0" R_T1="0.000" R_T2="0.000" case_sense="1">\n'
        'C,"a","a":S,"b","c":D,"x",:I,,"y"\n'
        "</PATH>\n</SPEAKER>\n</SYSTEM>\n"
    )
    (found,) = sclite.read_sgml(str(file)).values()
    assert found.counts == {"hit": 1, "substitution": 1, "deletion": 1, "insertion": 1}
    assert (found.ref, found.hyp) == (["a", "b", "x"], ["a", "c", "y"])


def test_transcripts_come_back(tmp_path):
    file = str(tmp_path / "hyp.trn")
    given = {"a-1": "the cat (so to say)", "a-2": "", "b_1": "猫 sat", "anna maria-1": "a name may have blanks"}
    transcripts.write_trn(file, given)
    assert transcripts.read_trn(file) == given


def test_alternatives_and_comments_are_not_read_as_words(tmp_path):
    file = tmp_path / "ref.trn"
    file.write_text(";; of a test (x-1)\n** with notes (x-2)\nyes ( x-3 )\n")
    assert transcripts.read_trn(str(file)) == {"x-3": "yes"}
    file.write_text("a { b / c } (x-1)\n")
    with pytest.raises(us.FormatError, match="ref.trn:1: alternatives in braces are not read"):
        transcripts.read_trn(str(file))


def test_mistakes_in_sclite_files_are_told(tmp_path):
    file, other = tmp_path / "a.trn", tmp_path / "b.trn"
    file.write_text("the cat\n")
    with pytest.raises(us.FormatError, match="a.trn:1: 'the cat' doesn't end in a name"):
        transcripts.read_trn(str(file))
    file.write_text("the cat (a-1)\nsat (a-1)\n")
    with pytest.raises(us.FormatError, match="a.trn:2: duplicate utterance id 'a-1'"):
        transcripts.read_trn(str(file))
    file.write_text("the cat (a-1)\n")
    other.write_text("the cat (a-1)\nsat (a-2)\n")
    with pytest.raises(us.FormatError, match="b.trn has the utterance 'a-2' but .*a.trn doesn't"):
        transcripts.read_trn_parallel(str(file), str(other))
    for broken, message in {
        "id: (a)\nREF:  a b\nHYP:  a\nEval:\n": "REF has 2 words but HYP has 1",
        "id: (a)\nREF:  a\nHYP:  a\nEval: X\n": "the mark below 'a' is 'X'",
        "id: (a)\nREF:  a\nHYP:  b\nEval:\n": "the marks of Eval don't stand below the words that differ",
        "id: (a)\nREF:  a b\nHYP:  a c\nEval:  S\n": "the marks of Eval don't stand below the words that differ",
        "id: (a)\nEval:\n": "after the name 'a' the lines REF:, HYP: and Eval: are due",
        "id: (a)\nREF:  a\n": "after the name 'a' the lines REF:, HYP: and Eval: are due",
        "REF:  a\n": "a line id: must stand before REF:",
        "id: (a)\nScores: (#C #S #D #I) 1 1 0 0\nREF:  a\nHYP:  a\nEval:\n": "says .* 1 1 0 0, but .* 1 0 0 0",
        "id: (a)\nREF:  a\nHYP:  a\nEval:\n\n" * 2: "a.trn:6: duplicate alignment of 'a'",
    }.items():
        file.write_text(broken)
        with pytest.raises(us.FormatError, match=message):
            sclite.read_pra(str(file))
    for broken, message in {
        '<PATH id="(a)">\nC,"a","a":Q\n</PATH>\n': "has no steps such as",
        '<PATH id="(a)">\nD,"a","b"\n</PATH>\n': "has no steps such as",
        '<PATH id="(a)">\n</PATH>\n' * 2: "a.trn:3: duplicate alignment of 'a'",
        "<PATH>\n": "PATH without id",
        '<PATH id="(a)">\n': "ends within",
    }.items():
        file.write_text(broken)
        with pytest.raises(us.FormatError, match=message):
            sclite.read_sgml(str(file))
    for text in (";; no", "** no", "{ a / b }", " a", "a\nb"):
        with pytest.raises(us.InputError, match="can't be written to a trn file"):
            transcripts.write_trn(str(file), {"a": text})
    for name in ("", "a  b", " a", "a(b)", '"'):
        with pytest.raises(us.InputError, match="can't be written to an sclite file"):
            transcripts.write_trn(str(file), {name: "no"})
    with pytest.raises(us.InputError, match="can't be written as sgml"):
        sclite.write_sgml(str(file), {"a": align("c", 'a","b')})
    with pytest.raises(us.InputError, match="can't be written as pra"):
        sclite.write_pra(str(file), {"a": align("a b", "a c", "cer")})
    with pytest.raises(us.FormatError, match="can't be written"):
        sclite.write_sgml(str(tmp_path / "no" / "such"), {"a": Alignment(())})
