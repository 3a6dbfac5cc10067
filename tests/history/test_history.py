"""Results that are kept: written by many processes at once, read after a crash, ranked only where comparable."""

import hashlib
import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from command_line import complaint, printed, understudy

import understudy as us
from understudy.history import log
from understudy.history.leaderboard import leaderboard
from understudy.history.records import Record
from understudy.metrics import make_metric

TEXTS = {"A": ["the cat sat here", "two"], "B": ["the cat was there", "two"], "C": ["a dog", "one"]}
REFS = ["the cat sat here", "two"]


def record(texts, metric="bleu", test_set="tiny", refs=REFS, **changes):
    result = us.score(TEXTS[texts], refs, metric)[metric.partition(":")[0]]
    made = Record.of(texts, result, test_set, TEXTS[texts], {"ref": refs})
    return replace(made, **changes)


@pytest.fixture
def folder(tmp_path):
    for name, lines in {**TEXTS, "ref": REFS}.items():
        (tmp_path / f"{name}.txt").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return tmp_path


# --- Files ----------------------------------------------------------------------------------------------------------

WRITER = """
import sys
from understudy.history.log import append
for number in range(200):
    append(sys.argv[1], [{"writer": int(sys.argv[2]), "number": number, "filler": "x" * (number * 37 % 9000)}])
"""


def test_eight_processes_append_two_hundred_records_each(tmp_path):
    file = tmp_path / "results.jsonl"
    writers = [subprocess.Popen([sys.executable, "-c", WRITER, str(file), str(n)]) for n in range(8)]
    assert [writer.wait(300) for writer in writers] == [0] * 8
    records, broken = log.read(str(file))
    assert broken == []
    assert sorted((each["writer"], each["number"]) for _, each in records) == [
        (w, n) for w in range(8) for n in range(200)
    ]
    assert all(len(each["filler"]) == each["number"] * 37 % 9000 for _, each in records)


def test_a_record_cut_in_half_is_reported_by_line_and_the_rest_is_read(tmp_path):
    file = tmp_path / "results.jsonl"
    log.append(str(file), [record("A").to_dict(), record("B").to_dict()])
    whole = file.read_bytes()
    for cut in range(len(whole) // 2 + 1, len(whole) - 1, 97):
        file.write_bytes(whole[:cut])
        log.append(str(file), [record("C").to_dict()])
        records, broken = log.read(str(file))
        assert [each["system"] for _, each in records] == ["A", "C"]
        assert [number for number, _ in broken] == [2]


def test_records_survive_writing_and_reading(tmp_path):
    file = tmp_path / "results.jsonl"
    made = [record(system, metric) for system in TEXTS for metric in ("bleu", "nist", "hlepor", "meteor")]
    log.append(str(file), [each.to_dict() for each in made])
    assert [Record.read(each) for _, each in log.read(str(file))[0]] == made


def test_a_record_says_all_about_itself(folder):
    printed("score", "A.txt", "B.txt", "-r", "ref.txt", "-m", "bleu", "ter", "--save", "r.jsonl", cwd=folder)
    records = [Record.read(each) for _, each in log.read(str(folder / "r.jsonl"))[0]]
    assert [(each.system, each.metric) for each in records] == [
        ("A.txt", "bleu"), ("A.txt", "ter"), ("B.txt", "bleu"), ("B.txt", "ter"),
    ]  # fmt: skip
    last = records[-1]
    assert last.hypotheses_sha256 == hashlib.sha256((folder / "B.txt").read_bytes()).hexdigest()
    assert last.references_sha256 == (hashlib.sha256((folder / "ref.txt").read_bytes()).hexdigest(),)
    assert (last.test_set, last.segments, last.interval, last.higher_is_better) == ("ref.txt", 2, None, False)
    assert last.signature == us.ter(TEXTS["B"], REFS).signature
    # The score can be made again from what is kept.
    again = make_metric(last.signature).score(us.ter(TEXTS["B"], REFS).stats.rows.sum(axis=0) * 0 + last.totals)
    assert float(again["score"]) == last.score


def test_compare_saves_intervals(folder):
    options = ("--trials", 99, "--save", "r.jsonl", "--test-set", "tiny")
    printed("compare", "A.txt", "B.txt", "-r", "ref.txt", *options, cwd=folder)
    records = [Record.read(each) for _, each in log.read(str(folder / "r.jsonl"))[0]]
    assert [each.test_set for each in records] == ["tiny", "tiny"]
    assert records[1].interval == us.bleu(TEXTS["B"], REFS).interval()
    # The same result without its interval doesn't make us forget it.
    (place,) = leaderboard([records[1], record("B", system="B.txt")])["tiny", "bleu"]
    assert place.record.interval == records[1].interval


def test_a_file_that_can_not_be_written_is_said_plainly(folder):
    message = complaint("score", "A.txt", "-r", "ref.txt", "--save", "no/such/r.jsonl", code=1, cwd=folder)
    assert "'no/such/r.jsonl' can't be written" in message
    message = complaint("score", "A.txt", "-r", "ref.txt", "--test-set", "x", code=2, cwd=folder)
    assert "or --save FILE, or leave out --test-set" in message


# --- Ranking --------------------------------------------------------------------------------------------------------


def test_the_better_score_comes_first_whatever_its_direction():
    for metric in ("bleu", "ter"):
        places = leaderboard([record(system, metric) for system in "CBA"])["tiny", metric]
        assert [place.record.system for place in places] == ["A", "B", "C"]
        assert [place.rank for place in places] == [1, 2, 3]
        assert places[0].change == 0
        assert places[1].change == places[1].record.score - places[0].record.score


def test_equal_scores_share_a_rank_and_a_result_saved_twice_counts_once():
    records = [record("A"), record("B"), record("B", system="D"), record("C"), record("B", time="later")]
    places = leaderboard(records)["tiny", "bleu"]
    assert [(place.rank, place.record.system) for place in places] == [(1, "A"), (2, "B"), (2, "D"), (4, "C")]
    assert places[1].record.time == "later"


def test_what_is_not_comparable_is_refused():
    with pytest.raises(us.InputError, match="the signatures differ, .*order=4.* and .*order=2.*--metric"):
        leaderboard([record("A"), record("B", "bleu:order=2")])
    with pytest.raises(us.InputError, match="references are not the same texts"):
        leaderboard([record("A"), record("B", refs=["the cat sat here", "two!"])])
    other = record("B", "bleu:order=2")
    boards = leaderboard([record("A"), other, record("C", test_set="other")], "tiny", other.signature)
    assert [place.record.system for place in boards["tiny", "bleu"]] == ["B"]
    assert list(leaderboard([record("A"), record("C", "ter"), record("C", test_set="other")])) == [
        ("tiny", "bleu"), ("tiny", "ter"), ("other", "bleu"),
    ]  # fmt: skip


def test_unknown_names_are_refused_with_advice():
    with pytest.raises(us.SettingError, match="unknown test set 'tinny'; .*did you mean 'tiny'"):
        leaderboard([record("A")], test_set="tinny")
    with pytest.raises(us.SettingError, match="unknown metric 'blue'; .*did you mean 'bleu'"):
        leaderboard([record("A")], metric="blue")


# --- The command ----------------------------------------------------------------------------------------------------


def test_leaderboard_prints_what_was_saved_and_reports_what_is_broken(folder):
    printed("score", "B.txt", "A.txt", "-r", "ref.txt", "-m", "bleu", "ter", "--save", "r.jsonl", cwd=folder)
    with (folder / "r.jsonl").open("a") as file:
        file.write(
            '[1, 2]\n{"schema": 1}\n{"schema": 2}\n\n' + json.dumps(record("A").to_dict() | {"score": "x"}) + "\n"
        )
        file.write('{"system": "A')
    done = understudy("leaderboard", "r.jsonl", cwd=folder)
    assert done.returncode == 0
    warnings = done.stderr.decode().splitlines()
    assert [line.split(":")[3] for line in warnings] == ["5", "6", "7", "9", "10"]
    assert "schema 2" in warnings[2]
    lines = done.stdout.decode().splitlines()
    assert lines[1].split()[:5] == ["ref.txt", "bleu", "1", "A.txt", "100.00"]
    assert lines[2].split()[2:4] == ["2", "B.txt"]
    found = json.loads(understudy("leaderboard", "r.jsonl", "--format", "json", cwd=folder).stdout)
    assert found["schema"] == 1
    assert [board["metric"] for board in found["boards"]] == ["bleu", "ter"]
    for form in ("tsv", "markdown", "latex"):
        assert (
            "B.txt" in understudy("leaderboard", "r.jsonl", "-m", "ter", "--format", form, cwd=folder).stdout.decode()
        )


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("interval", {"low": "a", "high": 1, "level": 0.95}),
        ("interval", {"low": None, "high": 1, "level": 0.95}),
        ("interval", [1, 2]),
        ("higher_is_better", "no"),
        ("references_sha256", "abc"),
        ("segments", "2"),
        ("totals", ["x"]),
        ("schema", "9"),
        ("score", True),
        ("score", float("nan")),
        ("understudy", 1),
    ],
)
def test_a_value_of_the_wrong_kind_is_named_and_the_rest_is_ranked(folder, name, value):
    log.append(str(folder / "r.jsonl"), [record("A").to_dict()])
    with (folder / "r.jsonl").open("a") as file:
        file.write(json.dumps(record("B").to_dict() | {name: value}) + "\n")
    done = understudy("leaderboard", "r.jsonl", cwd=folder)
    assert done.returncode == 0
    warning = done.stderr.decode()
    assert warning.startswith("understudy: warning: r.jsonl:2: left out, it is with ")
    assert f"as {name!r}" in warning
    assert [line.split()[3] for line in done.stdout.decode().splitlines()[1:2]] == ["A"]


def test_the_long_table_has_ends_of_intervals_in_full(folder):
    options = ("--trials", 99, "--save", "r.jsonl")
    printed("compare", "A.txt", "B.txt", "-r", "ref.txt", *options, cwd=folder)
    lines = printed("leaderboard", "r.jsonl", "--format", "tsv", cwd=folder).splitlines()
    rows = [dict(zip(lines[0].split("\t"), line.split("\t"), strict=True)) for line in lines[1:]]
    interval = us.bleu(TEXTS["B"], REFS).interval()
    assert (float(rows[1]["low"]), float(rows[1]["high"])) == (interval.low, interval.high)
    assert rows[1]["metric"] == us.bleu(TEXTS["B"], REFS).signature


def test_leaderboard_refuses_what_it_can_not_rank(folder):
    assert "there is no file 'r.jsonl'" in complaint("leaderboard", "r.jsonl", code=1, cwd=folder)
    assert "is a folder" in complaint("leaderboard", ".", code=1, cwd=folder)
    (folder / "r.jsonl").write_text("\n")
    assert "holds no results" in complaint("leaderboard", "r.jsonl", code=1, cwd=folder)
    Path(folder / "r.jsonl").unlink()
    for metric in ("bleu", "bleu:lowercase=yes"):
        printed("score", "A.txt", "-r", "ref.txt", "-m", metric, "--save", "r.jsonl", cwd=folder)
    assert "the signatures differ" in complaint("leaderboard", "r.jsonl", code=1, cwd=folder)
