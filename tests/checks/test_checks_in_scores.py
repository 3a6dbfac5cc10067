"""Where the checks are run, what they say there, and how they are turned off."""

import re
import subprocess
import sys
import warnings

import pytest
from planted_faults import generated, tokenize

import understudy as us
from understudy.checks import CHECKS, Reader, Sample, look_for_mistakes
from understudy.cli import main
from understudy.formats import streaming


@pytest.fixture
def faulty(examples):
    """A system that is tokenized, and its references, which are not."""
    return [tokenize(text) for text in examples["medium"]], examples["reference1"]


@pytest.fixture
def files(faulty, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, texts in zip(("sys.txt", "ref.txt"), faulty, strict=True):
        (tmp_path / name).write_text("\n".join(texts) + "\n", encoding="utf-8")
    return ["sys.txt", "-r", "ref.txt"]


@pytest.mark.parametrize(
    "call",
    [
        lambda hyps, refs: us.bleu(hyps, refs),
        lambda hyps, refs: us.score(hyps, refs, ["chrf", "ter"]),
        lambda hyps, refs: us.evaluate({"A": hyps, "B": refs[1:] + refs[:1]}, refs),
        lambda hyps, refs: us.compare({"A": hyps, "B": hyps}, refs, trials=9, resamples=9),
        lambda hyps, refs: us.make_report({"A": hyps}, refs),
    ],
)
def test_every_corpus_score_warns_at_the_line_that_asked(call, faulty):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        call(*faulty)
    (warning,) = [each for each in caught if "tokenized" in str(each.message)]
    assert warning.category is us.CorpusWarning
    assert issubclass(us.CorpusWarning, us.TextWarning)
    assert warning.filename == __file__


def test_a_warning_has_evidence_and_remedy(faulty):
    with pytest.warns(us.CorpusWarning) as caught:
        us.bleu(*faulty)
    (message,) = [str(each.message) for each in caught]
    said = re.fullmatch(
        "text in the hypotheses is tokenized, in the references it is not: (\\d+) of 100 segments, such as segment 1,"
        " 'The cat is on the carpet .'; detokenize: give text as people write it, on both sides",
        message,
    )
    assert int(said[1]) == pytest.approx(sum(" ." in text or " ," in text for text in faulty[0]), abs=5)


def test_several_systems_share_a_warning(faulty):
    hyps, refs = faulty
    with pytest.warns(us.CorpusWarning) as caught:
        us.evaluate(dict.fromkeys("ABCDEF", hyps), refs)
    assert len(caught) == 1
    assert str(caught[0].message).endswith("on both sides (also: B, C, D and 2 more)")


def test_a_fault_of_the_references_is_told_once(examples):
    systems = {name: examples[name] for name in ("strong", "medium", "weak")}
    findings = us.check(systems, [f"<p>{text}</p>" for text in examples["reference1"]])
    assert [(each.kind, each.system) for each in findings] == [("markup", "")]


def test_a_filter_turns_them_off(faulty):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", category=us.CorpusWarning)
        us.bleu(*faulty)


def test_hot_loops_are_not_checked(faulty):
    hyps, refs = faulty
    running = us.Running("bleu")
    running.update(hyps, refs)
    us.rewards(hyps, refs, metric="chrf")
    us.bleu.sentence(hyps[0], refs[0])
    assert running.segments == 100


def test_no_number_changes(faulty):
    with pytest.warns(us.CorpusWarning):
        checked = us.score(*faulty, ["bleu", "meteor"])
    unchecked = us.evaluate({"": faulty[0]}, faulty[1], ["bleu", "meteor"], checks=False)[""]
    assert {name: float(result) for name, result in checked.items()} == {
        name: float(result) for name, result in unchecked.items()
    }


@pytest.mark.parametrize("command", ["score", "compare", "report"])
def test_the_command_line_tells_its_own_options(command, files, examples, capsys, tmp_path):
    (tmp_path / "ref.txt").write_text("\n".join(examples["source"]) + "\n", encoding="utf-8")
    (tmp_path / "sys.txt").write_text("\n".join(reversed(examples["source"])) + "\n", encoding="utf-8")
    (tmp_path / "other.txt").write_text("\n".join([*examples["source"][1:], "fin"]) + "\n", encoding="utf-8")
    systems = {"score": files, "compare": ["other.txt", *files], "report": [*files, "-o", "out.html"]}[command]
    assert main([command, *systems, "-m", "meteor"]) == 0
    told = capsys.readouterr().err
    assert "METEOR takes the texts for English (en), but they look like French (fr)" in told
    assert "use --lang fr" in told
    assert main([command, *systems, "-m", "meteor", "--no-checks"]) == 0
    assert "warning" not in capsys.readouterr().err


def test_the_source_is_looked_at_where_it_is_given(files, faulty, capsys, tmp_path):
    (tmp_path / "sys.txt").write_text("\n".join(faulty[0]) + "\n", encoding="utf-8")
    assert main(["score", *files, "--source", "sys.txt"]) == 0
    assert "the source, not translated" in capsys.readouterr().err


def test_a_stream_is_checked_in_its_first_piece_only(files, monkeypatch, capsys):
    monkeypatch.setattr(streaming, "LARGE", 1000)
    monkeypatch.setattr(streaming, "PIECE", 4000)
    assert main(["score", *files]) == 0
    told = capsys.readouterr().err
    assert told.count("is tokenized") == 1


class Counted(list):
    """Texts that count how often one of them is read."""

    reads = 0

    def __getitem__(self, number):
        type(self).reads += 1
        return super().__getitem__(number)


@pytest.mark.parametrize("segments", [2_000, 200_000])
def test_the_work_does_not_grow_with_the_test_set(segments, examples):
    Counted.reads = 0
    refs = Counted(examples["reference1"] * (segments // 100))
    hyps = Counted(examples["medium"] * (segments // 100))
    assert look_for_mistakes(Sample.of(hyps, [refs])) == []
    assert Counted.reads < 1_000


def test_texts_that_have_nothing_in_common_are_looked_at_a_bounded_number_of_times():
    Counted.reads = 0
    hyps = Counted(f"one{n} two{n} three{n} four{n}" for n in range(100_000))
    refs = Counted(f"uno{n} due{n} tre{n} quattro{n}" for n in range(100_000))
    assert "unrelated" in [each.kind for each in look_for_mistakes(Sample.of(hyps, [refs]))]
    assert Counted.reads < 5_000


def test_small_examples_and_random_lengths_are_left_alone():
    for hyps in (["a cat"] * 19, [""] * 19, ["<p>a cat</p>"] * 19):
        assert us.check(hyps, ["the cat"] * 19) == []


def test_null_characters_are_told_even_of_one_line():
    (finding,) = us.check(["\0".join("a cat sat here")], ["a cat sat here"])
    assert (finding.kind, finding.severity) == ("encoding", "critical")


def test_findings_are_plain_values_and_the_most_severe_comes_first():
    corpus = generated("en")
    faulty = ["" if n % 3 else f"<p>{text}</p>" for n, text in enumerate(corpus.hyps)]
    findings = us.check(faulty, corpus.refs)
    assert [each.severity for each in findings] == ["critical", "major"]
    assert findings[0].to_dict()["kind"] == "empty"
    assert us.Finding(**findings[0].to_dict()) == findings[0]


def test_metrics_that_ignore_case_are_not_told_of_it(examples):
    lower = [text.lower() for text in examples["medium"]]
    assert [each.kind for each in us.check(lower, examples["reference1"])] == ["case"]
    assert us.check(lower, examples["reference1"], metrics=["bleu:lowercase=yes", "meteor"]) == []


def test_tokenized_text_on_both_sides_is_told_unless_it_is_meant(faulty):
    refs = [tokenize(text) for text in faulty[1]]
    assert [each.severity for each in us.check(faulty[0], refs)] == ["minor"]
    assert us.check(faulty[0], refs, metrics=["bleu:tokenizer=none", "wer"]) == []


def test_every_check_is_documented_by_its_kind(root):
    from planted_faults import REMEDIES

    page = (root / "docs" / "reference" / "checks.md").read_text(encoding="utf-8")
    assert {kind for kind in (*REMEDIES, "unrelated") if f"| `{kind}` |" not in page} == set()
    assert all(check.__doc__ for check in CHECKS)


def test_a_check_is_a_function_from_a_sample(examples):
    sample = Sample.of(examples["medium"], [examples["reference1"]], reader=Reader({"en": "METEOR"}))
    assert [check(sample) for check in CHECKS] == [None] * len(CHECKS)


def test_importing_the_package_loads_no_checks():
    program = "import sys, understudy; sys.exit(any(name.startswith('understudy.checks') for name in sys.modules))"
    assert subprocess.run([sys.executable, "-c", program]).returncode == 0


@pytest.mark.parametrize(("every", "severity"), [(3, "major"), (8, "minor")])
def test_quotes_weigh_by_how_many_segments_have_them(every, severity):
    refs = [f"Sentence {n} is here for „you“." if n % every == 0 else f"Sentence {n} is long." for n in range(120)]
    straight = [text.replace("„", '"').replace("“", '"') for text in refs]
    assert [(each.kind, each.severity) for each in us.check(straight, refs)] == [("quotes", severity)]


def test_the_references_of_many_systems_are_read_once(examples):
    Counted.reads = 0
    refs = Counted(examples["reference1"])
    sample = Sample.of(examples["medium"], [refs])
    look_for_mistakes(sample)
    once = Counted.reads
    assert look_for_mistakes(sample.of_another(examples["weak"], "weak")) == []
    assert Counted.reads - once < len(refs)  # only neighbors are read, where texts are unlike
