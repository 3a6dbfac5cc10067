"""A metric of another package that must know all references first is counted in any way, with the same result."""

import pickle
from concurrent.futures import ThreadPoolExecutor

import pytest
from rare_words import RareWords

import understudy as us
from understudy import cli
from understudy.metrics.nist.metric import NIST
from understudy.scoring import chunks
from understudy.sharding.accumulator import add_totals, as_scores
from understudy.sharding.executors import score_files
from understudy.sharding.shards import Counting, add_surveys, survey
from understudy.testing import check_metric
from understudy.tokens import TokenTables

SPANS = [(0, 13), (13, 14), (14, 60), (60, 100)]


@pytest.fixture
def whole(examples):
    """All segments at once, beside a metric that shares its tokens."""
    return us.score(examples["strong"], examples["reference1"], [RareWords(), "bleu"])


@pytest.fixture
def installed(tmp_path, monkeypatch):
    """The metric under its name, as a package offers it."""
    info = tmp_path / "rare_words-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: rare-words\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[understudy.metrics]\nrare-words = rare_words:RareWords\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.chdir(tmp_path)


def same(scores, whole):
    assert {name: (result.parts, result.signature) for name, result in scores.items()} == {
        name: (result.parts, result.signature) for name, result in whole.items()
    }


def test_it_keeps_the_laws():
    check_metric(RareWords())


def test_it_depends_on_all_references(examples, whole):
    first = us.score(examples["strong"][:50], examples["reference1"][:50], RareWords())["rare-words"]
    assert first.segments.tolist() != whole["rare-words"].segments[:50].tolist()


@pytest.mark.parametrize("threads", [1, 2])
def test_chunks_give_the_score_of_the_whole(examples, whole, monkeypatch, threads):
    monkeypatch.setattr(chunks, "TEXT", 1000)
    monkeypatch.setattr(chunks, "SHORTEST", 7)
    lengths = []
    monkeypatch.setattr(
        RareWords,
        "rows",
        lambda self, hyps, *args, rows=RareWords.rows: lengths.append(len(hyps)) or rows(self, hyps, *args),
    )
    same(us.score(examples["strong"], examples["reference1"], [RareWords(), "bleu"], threads=threads), whole)
    assert max(lengths) < 20


@pytest.mark.parametrize("threads", [1, 2])
def test_shards_give_the_score_of_the_whole(examples, whole, threads):
    hyps, refs = examples["strong"], examples["reference1"]
    metrics = {name: result.metric for name, result in whole.items()}
    surveys = add_surveys(pickle.loads(pickle.dumps(survey(metrics, refs[a:b], threads))) for a, b in SPANS)
    counting = Counting(metrics, surveys)
    same(as_scores(add_totals(counting.totals(hyps[a:b], refs[a:b], threads) for a, b in SPANS)), whole)


def test_shards_that_are_surveyed_elsewhere_are_counted_in_chunks(examples, monkeypatch):
    hyps, refs = examples["strong"], examples["reference1"]
    metrics = {"rare-words": RareWords(), "nist": NIST(), "bleu": us.make_metric("bleu")}
    whole = us.score(hyps, refs, metrics.values())
    monkeypatch.setattr(chunks, "TEXT", 1000)
    same(Counting(metrics, survey(metrics, refs)).scores(hyps, refs), whole)
    same(Counting(metrics, survey(metrics, refs)).scores(hyps, refs, threads=2), whole)


def test_tokens_are_shared_with_a_survey_from_elsewhere(examples, monkeypatch):
    hyps, refs = examples["strong"], examples["reference1"]
    metrics = {"rare-words": RareWords(), "nist": NIST(), "bleu": us.make_metric("bleu")}
    counting = Counting(metrics, survey(metrics, refs))
    read = []
    monkeypatch.setattr(TokenTables, "add", lambda *args, add=TokenTables.add: read.append(len(args[1])) or add(*args))
    counting.scores(hyps, refs)
    assert read == [100, 100]  # references and hypotheses, once for all metrics


def test_files_are_counted_by_an_executor(root, whole):
    files = [{"hyp": root / "examples/strong.en", "ref": root / "examples/reference1.en"}]
    with ThreadPoolExecutor(2) as pool:
        for rows in (False, True):
            same(score_files(files, metrics=[RareWords(), "bleu"], engine=pool, lines=30, rows=rows), whole)


def test_files_of_sums_give_the_score_of_the_whole(examples, whole, installed, tmp_path, capsys):
    surveys, sums = [], []
    for i, (begin, end) in enumerate(SPANS):
        for name in ("strong", "reference1"):
            (tmp_path / f"{name}.{i}").write_text("".join(f"{line}\n" for line in examples[name][begin:end]))
        surveys.append(["stats", f"strong.{i}", "-r", f"reference1.{i}", "--name", "A", "-m", "rare-words", "bleu"])
        sums.append([*surveys[-1], "--use-survey", "survey.json", "-o", f"sums.{i}"])
        assert cli.main([*surveys[-1], "--survey", "-o", f"survey.{i}"]) == 0
    assert cli.main(["merge", *(f"survey.{i}" for i in range(4)), "-o", "survey.json"]) == 0
    for each in sums:
        assert cli.main(each) == 0
    assert cli.main(["merge", *(f"sums.{i}" for i in range(4)), "--format", "tsv", "--digits", "17"]) == 0
    printed = capsys.readouterr().out
    for result in whole.values():
        assert f"{result.score!r}" in printed and result.signature in printed


def test_a_survey_that_stays_here_is_refused(examples):
    class Here(RareWords):
        name = "here"
        survey_from = us.Metric.survey_from

    with pytest.raises(us.SettingError, match="here must know all references before the first segment, so it can't be"):
        survey({"here": Here()}, examples["reference1"])
    with pytest.raises(us.SettingError, match="here must know all references"):
        score_files([], metrics=Here())
