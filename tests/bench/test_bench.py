"""What the bench measures against, and the bench itself on very little text."""

import dataclasses
import importlib
import importlib.metadata
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

ROOT = Path(__file__).parents[2]

lines = st.lists(st.text(st.characters(exclude_categories=["Cs"])), max_size=20)


@pytest.fixture
def bench(monkeypatch):
    """The modules of the bench, which lie beside its programs; their plain names are free again afterwards."""
    monkeypatch.syspath_prepend(str(ROOT / "bench"))
    yield importlib.import_module
    for name in {path.stem for path in (ROOT / "bench").glob("*.py")} & set(sys.modules):
        del sys.modules[name]


@pytest.fixture(scope="module")
def limits():
    """What the bench compares with, in a library of its own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(ROOT / "bench"))
        module = importlib.import_module("limits")
    if not module.LIBRARY.exists():
        pytest.skip("build/bench/limits.so is not built; 'make limits' builds it")
    return module


@given(segments=lines)
def test_the_limit_of_words_splits_as_python_does(limits, segments):
    words, _ = limits.split_and_hash(segments)
    assert words == sum(len(segment.split()) for segment in segments)


@given(segments=lines)
def test_the_limit_of_bytes_adds_every_byte(limits, segments):
    assert limits.read_every_byte(segments) == sum(sum(segment.encode()) for segment in segments)


@given(words=st.lists(st.text(st.characters(exclude_categories=["Cs"]), min_size=1).filter(lambda w: w.split() == [w])))
def test_the_hash_of_words_depends_on_nothing_around_them(limits, words):
    apart = [limits.split_and_hash([word])[1] for word in words]
    assert limits.split_and_hash(["\u3000 ".join(words)])[1] == sum(apart) % 2**64
    if words:
        assert limits.split_and_hash([words[0]]) != limits.split_and_hash([f"{words[0]}x"])


@pytest.mark.parametrize("threads", [2, 3, 50])
def test_the_limit_of_words_does_not_depend_on_threads(limits, threads):
    rng = np.random.default_rng(1)
    segments = [" ".join(map(str, rng.integers(0, 10**12, 5))) for _ in range(2000)]
    assert limits.split_and_hash(segments, threads) == limits.split_and_hash(segments) != (0, 0)


def test_the_limits_refuse_what_is_no_text(limits):
    with pytest.raises(UnicodeEncodeError):
        limits.read_every_byte(["\ud800"])
    with pytest.raises(TypeError):
        limits.split_and_hash(["a", 1])


def tables(page: str) -> dict[str, list[list[str]]]:
    """The rows of the table under each heading."""
    found = {}
    for part in re.split(r"^## ", page, flags=re.MULTILINE)[1:]:
        heading, _, rest = part.partition("\n")
        rows = [line.strip("| ").split(" | ") for line in rest.splitlines() if line.startswith("|")]
        found[heading] = [row for row in rows if set(row[0]) != {"-"}]
    return found


def test_the_whole_bench_runs_on_little_text(limits):
    before = {path: path.read_bytes() for path in [ROOT / "README.md", *(ROOT / "bench" / "results").iterdir()]}
    program = [sys.executable, str(ROOT / "bench" / "all.py"), "--quick", "--only", "chrF"]
    done = subprocess.run(program, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    found = tables(done.stdout)
    assert len(found["Targets"]) == 16
    for shape in ("TED-like", "chat", "long documents", "Japanese", "ASR-like"):
        (header, row) = found[shape]
        assert len(header) == len(row) == 7
        assert row[:2] == ["chrF", "sacrebleu"]
        assert all(re.fullmatch(r"[\d.]+ x", cell) for cell in row[2:5]), row
        assert all(float(cell) > 0 for cell in row[5:])
    assert found["Japanese against English"][1][0] == "chrF"
    assert [row[0] for row in found["Time against size"][1:]] == ["understudy chrF"]
    assert found["README"][1][:2] == ["chrF", "sacrebleu"]
    assert before == {path: path.read_bytes() for path in before}


def test_every_page_of_a_metric_runs_on_little_text(bench):
    kept = {path: path.read_bytes() for path in (ROOT / "bench" / "results").iterdir()}
    pages = {name: page for name, page in bench("comparisons").PAGES.items() if all(map(installed, page.packages))}
    assert pages.keys() >= {"bleu", "chrf", "cider", "gleu", "lepor", "nist", "rouge", "ter", "wer"}
    program = [sys.executable, str(ROOT / "bench" / "metrics.py"), *pages, "--quick", "--segments", "15"]
    done = subprocess.run(program, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    printed = tables(re.sub(r"^# ", "## ", done.stdout, flags=re.MULTILINE))
    assert printed.keys() == {page.title for page in pages.values()}
    for page in pages.values():
        header, *rows = printed[page.title]
        assert header == ["job", *page.columns, "time against the first row"]
        assert len(rows) == len(page.rows)
        assert all(len(row) == len(header) for row in rows)
        assert all(re.fullmatch(r"[\d.]+ x", row[-2]) for row in rows)
    assert kept == {path: path.read_bytes() for path in (ROOT / "bench" / "results").iterdir()}


def installed(package: str) -> bool:
    try:
        return bool(importlib.metadata.version(package))
    except importlib.metadata.PackageNotFoundError:
        return False


@pytest.mark.parametrize("name", ["bleu", "lepor", "wer"])
def test_the_kept_page_of_a_metric_has_the_columns_of_its_rows(bench, name):
    page = bench("comparisons").PAGES[name]
    lines = (ROOT / "bench" / "results" / f"{name}.md").read_text(encoding="utf-8").splitlines()
    assert lines[0] == f"# {page.title}"
    assert f"| {' | '.join(['job', *page.columns, 'time against the first row'])} |" in lines


def test_other_scores_are_not_compared(bench):
    metrics, page = bench("metrics"), bench("comparisons").NIST
    text = bench("samples").sample(5, 2)
    metrics.refuse_other_scores(page, text)
    other = dataclasses.replace(page, same=(lambda _: 1.0, lambda _: 1.1))
    with pytest.raises(SystemExit, match="Corpus NIST against NLTK: scores differ"):
        metrics.refuse_other_scores(other, text)


def test_a_job_without_a_peer_is_measured_against_those_of_the_job_before(bench, monkeypatch):
    measure = bench("measure")
    seconds = {"a": 1.0, "b": 2.0, "c": 4.0, "first": 100.0, "second": 40.0, "third": 8.0, "fourth": 12.0}
    monkeypatch.setattr(measure, "in_turn", lambda calls, runs: [seconds[call] for call in calls])
    rows = measure.compare([("A", "a", "first", "second"), ("B", "b"), ("C", "c", "third", "fourth")])
    assert rows == [["A", "100 x", "40 x", "1.00"], ["B", "50 x", "20 x", "2.00"], ["C", "2 x", "3 x", "4.00"]]


def made_trials(bench, tmp_path, theirs, **plan):
    contests, trials = bench("contests"), bench("trials")
    contest = contests.Contest("BLEU, 13a", ("bleu",), "peer", "sacrebleu", theirs, scale=100, warm=2)
    return contest, trials.Trials(trials.Plan((20, 100, 200), **plan), [contest], tmp_path)


def test_a_peer_that_fails_has_its_error_in_its_cell(bench, tmp_path):
    def theirs(hyps, refs):
        raise RuntimeError("no | such\nmodel")

    contest, trials = made_trials(bench, tmp_path, theirs)
    text = bench("shapes").Text(bench("shapes").ted(20))
    assert trials.small(contest, "ted", text).words == "failed: no / such model"
    assert trials.large(contest, "ted", 100, text, 1.0).words == "not run: it failed at a smaller size"


def test_a_peer_with_another_score_is_not_compared(bench, tmp_path):
    contest, trials = made_trials(bench, tmp_path, lambda hyps, refs: 0.123)
    text = bench("shapes").Text(bench("shapes").ted(20))
    outcome = trials.small(contest, "ted", text)
    assert outcome.peer is None
    assert re.fullmatch(r"failed: another score: ours is [\d.]+, the peer's 12.300000", outcome.words)


def test_what_takes_too_long_is_not_run(bench, tmp_path):
    contest, trials = made_trials(bench, tmp_path, None, budget=10, other_budget=10)
    text = bench("shapes").Text(bench("shapes").ted(200))
    pace = bench("trials").Pace
    trials.paces[contest, "ted"] = pace(1.5)
    assert trials.large(contest, "ted", 200, text, 1.0).words == "not run: about 5 minutes"
    trials.paces[contest, "ted"] = pace(0.01, megabytes=1e9)
    assert re.fullmatch(r"not run: about \d+ GB", trials.large(contest, "ted", 200, text, 1.0).words)


def test_a_run_is_written_where_it_belongs(bench, tmp_path, monkeypatch):
    program, summary, trials, curve = map(bench, ("all", "summary", "trials", "curve"))
    for name in ("README.md", "speed.md"):
        shutil.copy(ROOT / {"speed.md": "docs/explanation/speed.md"}.get(name, name), tmp_path / name)
    places = {"PAGE": "all.md", "PLOT": "plot.svg", "README": "README.md", "SPEED": "speed.md"}
    for name, file in places.items():
        monkeypatch.setattr(program, name, tmp_path / file)
    contest = bench("contests").CONTESTS[0]
    results = summary.Results(trials.Plan(), [contest])
    results.text["ted"] = (18, 100)
    results.limits["ted", 100_000] = (0.05, 0.1)
    results.ours[contest.metrics, "ted", 100_000] = 0.2
    results.two_threads[contest.metrics] = 0.125
    results.outcomes[contest, "ted", 100_000] = trials.Outcome(100_000, 0.2, 30.0)
    results.memory[contest.metrics] = (34.0, 9.0)
    results.peer_memory[contest] = 989.0
    results.lines = [curve.Line("understudy BLEU, 13a", [(1_000, 0.002), (10_000, 0.02), (100_000, 0.2)])]
    results.lines.append(curve.Line("sacrebleu BLEU, 13a", [(1_000, 0.3), (10_000, 3.0)], "not run: about 5 minutes"))
    program.write(results, "31 minutes", finished=True)

    page = tables((tmp_path / "all.md").read_text())
    row = ["BLEU, 13a", "sacrebleu", "150 x", "34", "989", "9.0", "4.0", "2.0", "1.60 x"]
    assert page["100,000 TED-like segments"][1] == row
    verdicts = {target: verdict for target, _, verdict in page["Targets"][1:]}
    assert verdicts["BLEU, 13a at least 80 times sacrebleu"] == "met"
    assert verdicts["chrF at least 100 times sacrebleu"] == "not measured"
    assert verdicts["BLEU, 13a at most 3 times split and hash"] == "met"
    assert page["Time against size"][1][-1] == "1.00"
    readme = (tmp_path / "README.md").read_text()
    assert "| BLEU, 13a | sacrebleu | 150 x | 34 | 989 |" in readme
    assert "186 x" not in readme
    assert "## Read on" in readme
    assert "(../images/time-against-size.svg)" in (tmp_path / "speed.md").read_text()
    drawn = xml.etree.ElementTree.parse(tmp_path / "plot.svg").getroot()
    assert len(drawn.findall("{http://www.w3.org/2000/svg}circle")) == 5


def test_the_plot_and_the_targets_name_contests(bench):
    pairs = {(each.name, each.peer) for each in bench("contests").CONTESTS}
    assert pairs >= set(bench("curve").PEERS)
    assert {name for name, _ in pairs} >= set(bench("curve").OURS)
    assert pairs >= {(name, peer) for name, peer, _ in bench("summary").FASTER}
