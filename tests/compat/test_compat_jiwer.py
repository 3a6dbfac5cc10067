"""compat.jiwer against jiwer itself, live: equal numbers, alignments, text and errors."""

from __future__ import annotations

import copy
import dataclasses
import pickle
import subprocess
import sys
from collections import Counter

import jiwer as theirs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import sentences, single_corpora

import understudy as us
import understudy.compat.jiwer as ours
from understudy.compat.jiwer.cli import main

RATES = ("wer", "mer", "wil", "wip")
COUNTS = ("hits", "substitutions", "deletions", "insertions")
COMPOSES = ("wer_default", "wer_contiguous", "wer_standardize", "wer_standardize_contiguous")
WORDS = {
    "RemovePunctuation": [()],
    "RemoveWhiteSpace": [(), (True,)],
    "RemoveMultipleSpaces": [()],
    "Strip": [()],
    "RemoveEmptyStrings": [()],
    "ExpandCommonEnglishContractions": [()],
    "ToLowerCase": [()],
    "ToUpperCase": [()],
    "RemoveKaldiNonWords": [()],
    "ReduceToListOfListOfWords": [(), ("a",)],
    "ReduceToListOfListOfChars": [()],
    "ReduceToSingleSentence": [(), ("-",)],
    "SubstituteRegexes": [({r"\b(\w+)t\b": r"\1", "a": "b"},)],
    "SubstituteWords": [({"the": "a", "'s": " is", "a": "an"},)],
    "RemoveSpecificWords": [(["the", "cat"],)],
}
TRANSFORMS = [(name, arguments) for name, calls in WORDS.items() for arguments in calls]
odd = st.one_of(sentences, st.sampled_from(["", " ", "won't can't let's it's", "[laugh] <unk> a", "a * b", "ab-ba"]))


def both(name, *arguments):
    return getattr(theirs, name)(*arguments), getattr(ours, name)(*arguments)


def assert_same_output(mine, other, names):
    for name in (*names, *COUNTS, "references", "hypotheses"):
        assert getattr(mine, name) == getattr(other, name), name
        assert type(getattr(mine, name)) is type(getattr(other, name)), name
    as_tuples = [[[dataclasses.astuple(each) for each in line] for line in out.alignments] for out in (mine, other)]
    assert as_tuples[0] == as_tuples[1]


@given(corpus=single_corpora, compose=st.sampled_from(COMPOSES))
def test_words_equal_jiwer_on_any_text(corpus, compose):
    hyps, refs = corpus
    of_theirs, of_ours = ([getattr(module, compose)] * 2 for module in (theirs, ours))
    other, mine = theirs.process_words(refs, hyps, *of_theirs), ours.process_words(refs, hyps, *of_ours)
    assert_same_output(mine, other, RATES)
    for name in RATES:
        assert getattr(ours, name)(refs, hyps, *of_ours) == getattr(theirs, name)(refs, hyps, *of_theirs)


@given(corpus=single_corpora, compose=st.sampled_from(["cer_default", "cer_contiguous"]))
def test_characters_equal_jiwer_on_any_text(corpus, compose):
    hyps, refs = corpus
    of_theirs, of_ours = ([getattr(module, compose)] * 2 for module in (theirs, ours))
    other, mine = theirs.process_characters(refs, hyps, *of_theirs), ours.process_characters(refs, hyps, *of_ours)
    assert_same_output(mine, other, ["cer"])
    assert ours.cer(refs, hyps, *of_ours) == theirs.cer(refs, hyps, *of_theirs)


@given(corpus=single_corpora, width=st.sampled_from([None, 1, 12, 30]), flags=st.tuples(st.booleans(), st.booleans()))
def test_text_equals_jiwer_to_the_last_space(corpus, width, flags):
    hyps, refs = corpus
    for process in ("process_words", "process_characters"):
        other, mine = both(process, refs, hyps)
        assert ours.visualize_alignment(mine, *flags, width) == theirs.visualize_alignment(other, *flags, width)
        assert ours.collect_error_counts(mine) == theirs.collect_error_counts(other)
        for top in (None, 1, 3):
            assert ours.visualize_error_counts(mine, *flags, top_k=top) == theirs.visualize_error_counts(
                other, *flags, top_k=top
            )


@pytest.mark.parametrize(("name", "arguments"), TRANSFORMS)
@given(texts=st.lists(odd, max_size=4))
def test_transforms_equal_jiwer_on_any_text(name, arguments, texts):
    other, mine = both(name, *arguments)
    assert mine(list(texts)) == other(list(texts))
    for text in texts:
        assert mine(text) == other(text)


@given(corpus=single_corpora)
def test_different_transforms_of_both_sides_equal_jiwer(corpus):
    hyps, refs = corpus

    def rate(module):
        lower = module.Compose([module.ToLowerCase(), module.Strip(), module.ReduceToListOfListOfWords()])
        return module.wer(refs, hyps, lower, module.wer_standardize)

    assert rate(ours) == rate(theirs)


@pytest.mark.parametrize(
    ("ref", "hyp"), [("", ""), ("", "a b"), ("a b", ""), ([], []), ([""], ["a"]), (["a", ""], ["", "b"]), (" ", "\t")]
)
def test_empty_text_equals_jiwer_in_value_and_type(ref, hyp):
    for name in (*RATES, "cer"):
        other, mine = both(name, ref, hyp)
        assert (mine, type(mine)) == (other, type(other)), name


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda m: m.wer(["a", "b"], ["a"]), ValueError, "2 reference and 1 hypothesis sentences; .* wer_contiguous"),
        (lambda m: m.wer(None, "a"), ValueError, "a string or a list of strings is needed, got NoneType"),
        (lambda m: m.wer(("a",), ("a",)), ValueError, r"got tuple: \('a',\); give a list"),
        (lambda m: m.wer([1], ["a"]), TypeError, "segment 1 of the references is not a string but int"),
        (lambda m: m.wer("a", "a", m.Strip(), m.Strip()), ValueError, "end the transform with ReduceToList"),
        (lambda m: m.wer("a", "a", m.Compose([]), m.Compose([])), ValueError, "end the transform with ReduceToList"),
        (lambda m: m.AlignmentChunk("swap", 0, 1, 0, 1), ValueError, "unknown type 'swap'"),
        (lambda m: m.AlignmentChunk("equal", 1, 0, 0, 1), ValueError, "ref_start_idx=1 is larger"),
        (lambda m: m.AlignmentChunk("equal", 0, 1, 1, 0), ValueError, "hyp_start_idx=1 is larger"),
        (lambda m: m.wer("a", "a", unknown=1), TypeError, "unknown"),
    ],
)
def test_errors_are_of_the_types_of_jiwer_and_say_what_to_do(call, error, message):
    with pytest.raises(error):
        call(theirs)
    with pytest.raises(error, match=message):
        call(ours)


def test_a_transform_of_the_users_own_is_applied():
    class Backwards(ours.AbstractTransform):
        def process_string(self, s):
            return s[::-1]

    transform = ours.Compose([Backwards(), ours.ReduceToListOfListOfWords()])
    assert ours.process_words("ab c", "c ab", transform, transform).references == [["c", "ba"]]
    with pytest.raises(NotImplementedError):
        ours.AbstractTransform()("a")


def test_names_that_jiwer_4_removed_are_there():
    measures = ours.compute_measures(truth="a cat sat", hypothesis="a bat sat here")
    out = theirs.process_words("a cat sat", "a bat sat here")
    assert measures == {name: getattr(out, name) for name in (*RATES, *COUNTS)}
    assert measures["truth"] == [["a", "cat", "sat"]] and measures["ops"][0][0].type == "equal"
    assert measures["hypothesis"] == [["a", "bat", "sat", "here"]]
    assert ours.wer(truth="a b", hypothesis="a c") == 0.5
    assert ours.wer("It's", "it is", standardize=True) == 0
    assert ours.wer("It's", "it is", standardize=False) == 2
    lower = ours.Compose([ours.ToLowerCase(), ours.ReduceToListOfListOfWords()])
    assert ours.wer(truth="A", hypothesis="a", truth_transform=lower) == 0
    assert ours.compute_measures("A", "a", truth_transform=lower)["wer"] == 0


@pytest.mark.parametrize("removed", [{"truth": "a"}, {"standardize": True, "reference_transform": ours.Strip()}])
def test_an_argument_under_two_names_is_refused(removed):
    with pytest.raises(TypeError, match="both given; leave .*= out"):
        ours.wer("a", "a", **removed)


def test_alignments_are_made_when_they_are_looked_at():
    out = ours.process_words(["a b", "c"], ["a", "c"])
    assert not {"references", "hypotheses", "alignments"} & set(vars(out))
    assert out.alignments[0][1] == ours.AlignmentChunk("delete", 1, 2, 1, 1)
    assert "alignments" in vars(out)
    with pytest.raises(AttributeError, match="no attribute 'ops'"):
        out.ops  # noqa: B018


@pytest.mark.parametrize("process", [ours.process_words, ours.process_characters])
def test_an_output_is_a_value_like_that_of_jiwer(process):
    out = process(["a b", "c"], ["a", "c"])
    again, copied = pickle.loads(pickle.dumps(out)), copy.deepcopy(out)
    assert again == out == copied and dataclasses.asdict(again) == dataclasses.asdict(out)
    fields = {field.name: getattr(out, field.name) for field in dataclasses.fields(out)}
    assert type(out)(**fields) == out
    kind = getattr(theirs, type(out).__name__)
    assert [field.name for field in dataclasses.fields(kind)] == list(fields)


def test_every_public_name_of_jiwer_is_there():
    for module in ("", "measures", "transforms", "transformations", "alignment", "process"):
        peer = sys.modules[f"jiwer.{module}".rstrip(".")]
        own = sys.modules[f"understudy.compat.jiwer.{module}".rstrip(".")]
        names = getattr(peer, "__all__", None) or [name for name in vars(peer) if not name.startswith("_")]
        assert [name for name in names if not hasattr(own, name)] == [], module
    assert ours.__version__ == "4.0.0"


def test_large_pairs_and_scripts_without_spaces_are_taken_silently():
    assert ours.wer(["今天天气很好，我们去公园。"] * 2, ["今天天气很好。"] * 2) == 1
    long = " ".join("abcdefg"[i * i % 7] for i in range(2600))
    assert_same_output(ours.process_words(long, long[::-1]), theirs.process_words(long, long[::-1]), RATES)


# --- The command line -----------------------------------------------------------------------------------------------


def run(module, *arguments):
    command = [sys.executable, *module, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", timeout=120)


@pytest.fixture
def files(tmp_path):
    texts = {"ref": "the cat sat\nit slept\nall day\n", "hyp": "a cat sat\nit slept here\nday\n"}
    texts["joined"] = "a cat sat it slept\nday\n"
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return {name: tmp_path / name for name in texts}


def test_the_command_prints_what_jiwer_prints(files, capsys):
    for options in ([], ["-c"], ["-a"], ["-a", "--cer"], ["-g"], ["--global", "-a"], ["-g", "-c"]):
        hyp = files["joined" if {"-g", "--global"} & set(options) else "hyp"]
        arguments = ["-r", files["ref"], "-h", hyp, *options]
        other = run(["-c", "from jiwer.cli import cli; cli()"], *arguments)
        assert other.returncode == 0, other.stderr
        assert main(list(map(str, arguments))) == 0
        assert capsys.readouterr().out == other.stdout, options


def test_the_command_runs_as_a_module_and_says_what_is_wrong(files):
    module = ["-m", "understudy.compat.jiwer"]
    assert run(module, "-r", files["ref"], "-h", files["hyp"]).stdout == "0.42857142857142855\n"
    unequal = run(module, "--reference", files["ref"], "--hypothesis", files["joined"])
    assert unequal.returncode == 1 and "has 3 lines but" in unequal.stderr and "--global" in unequal.stderr
    assert run(module, "-r", files["ref"], "-h", files["ref"].with_name("none")).returncode == 1
    usage = run(module, "-r", files["ref"])
    assert usage.returncode == 2 and "-h/--hypothesis" in usage.stderr


def test_the_command_drops_no_line_that_has_text(tmp_path, capsys):
    (tmp_path / "ref").write_text("a\n\nb c\n\n", encoding="utf-8")
    for hyps, errors in {"x\n\n\n": 3, "x\n\nb\n": 2, "a\n\n b c": 0}.items():
        (tmp_path / "hyp").write_text(hyps, encoding="utf-8")
        assert main(["-r", str(tmp_path / "ref"), "-h", str(tmp_path / "hyp")]) == 0
        assert capsys.readouterr().out == f"{errors / 3}\n"


def test_install_puts_it_under_the_name_of_jiwer():
    with us.compat.install("jiwer"):
        from jiwer.transforms import RemovePunctuation
    assert RemovePunctuation is ours.RemovePunctuation
    assert Counter(type(each).__name__ for each in ours.wer_default.transforms)["Strip"] == 1


def test_importing_it_loads_neither_numpy_nor_the_native_core():
    program = "import understudy.compat.jiwer, sys; print({'numpy', 'understudy._core'} & set(sys.modules))"
    assert run(["-c", program]).stdout == "set()\n"
