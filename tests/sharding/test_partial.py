"""Shards counted apart by `understudy stats` and added by `understudy merge`: the table of `understudy score`."""

import json
import os
import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import texts

import understudy as us
from understudy import cli
from understudy.metrics import CONTENTS
from understudy.scoring.evaluate import named_metrics
from understudy.sharding.accumulator import add_totals, as_scores
from understudy.sharding.shards import Counting, add_surveys, survey

pairs = st.lists(st.tuples(texts, st.lists(texts, min_size=1, max_size=3)), min_size=1, max_size=6)
SHARDS = range(4)


@pytest.fixture
def folder(tmp_path, monkeypatch, examples):
    """The shipped examples in four shards of different lengths, and whole."""
    monkeypatch.chdir(tmp_path)
    for name in ("strong", "weak", "reference1", "reference2"):
        lines = examples[name]
        for i, (begin, end) in enumerate([(0, 10), (10, 11), (11, 60), (60, 100)]):
            Path(f"{name}.{i}").write_text("".join(f"{line}\n" for line in lines[begin:end]), encoding="utf-8")
        Path(f"{name}.en").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return tmp_path


@pytest.fixture
def run(capsys):
    def command(*args):
        code = cli.main([str(arg) for arg in args])
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return command


def count(run, *more, name="part", metrics=("bleu", "chrf", "hlepor"), names=("strong.en",)):
    for i in SHARDS:
        systems = [f"{each.removesuffix('.en')}.{i}" for each in names]
        found = run(
            "stats", *systems, "-r", f"reference1.{i}", "-r", f"reference2.{i}", "-m", *metrics, "--name", *names,
            "-o", f"{name}.{i}.json", *more,
        )  # fmt: skip
        assert found == (0, "", "")


def parts(*chosen, name="part"):
    return [f"{name}.{i}.json" for i in chosen or SHARDS]


@settings(max_examples=15)
@given(pairs, st.data())
def test_any_shards_give_the_score_of_the_whole_by_every_metric(segments, data):
    metrics = named_metrics(list(CONTENTS))
    hyps, refs = [hyp for hyp, _ in segments], [refs for _, refs in segments]
    cuts = sorted({0, len(segments), *data.draw(st.lists(st.integers(0, len(segments)), max_size=3))})
    spans = list(pairwise(cuts))
    counting = Counting(metrics, add_surveys(survey(metrics, refs[a:b]) for a, b in spans))
    found = as_scores(add_totals(counting.totals(hyps[a:b], refs[a:b]) for a, b in spans))
    whole = us.score(hyps, refs, list(CONTENTS))
    for name, result in whole.items():
        assert (found[name].parts, found[name].signature) == (result.parts, result.signature)


@pytest.mark.parametrize("form", [["--format", "json"], ["--format", "tsv"], [], ["--parts", "--digits", "17"]])
def test_merge_prints_what_score_prints(folder, run, form):
    count(run, names=("strong.en", "weak.en"))
    whole = run("score", "strong.en", "weak.en", "-r", "reference1.en", "-r", "reference2.en",
                "-m", "bleu", "chrf", "hlepor", *form)  # fmt: skip
    assert whole[0] == 0
    assert run("merge", *parts(), *form) == whole
    assert run("merge", *parts(3, 1, 0, 2), *form) == whole


def test_sums_of_sums_can_be_added(folder, run):
    count(run)
    whole = run("merge", *parts())
    assert run("merge", *parts(0, 1), "-o", "first.json")[0] == 0
    assert run("merge", *parts(2, 3), "-o", "second.json")[0] == 0
    assert run("merge", "first.json", "second.json") == whole
    code, _, said = run("merge", "first.json", "part.1.json")
    assert (code, "part.1.json holds texts that were counted before" in said) == (1, True)


def test_metrics_that_need_a_survey_take_two_passes(folder, run):
    metrics = ("nist", "bleu", "ciderD")
    code, _, said = run("stats", "strong.0", "-r", "reference1.0", "-m", *metrics, "-o", "x.json")
    assert (code, "nist, ciderD must know the references of all shards first" in said) == (2, True)
    count(run, "--survey", name="survey", metrics=metrics)
    assert run("merge", *parts(name="survey"), "-o", "survey.json") == (0, "", "")
    count(run, "--use-survey", "survey.json", metrics=metrics)
    whole = run("score", "strong.en", "-r", "reference1.en", "-r", "reference2.en", "-m", *metrics, "--format", "json")
    assert run("merge", *parts(), "--format", "json") == whole
    code, out, said = run("merge", *parts(0, 1, 2))
    assert (code, out) == (1, "")
    assert "these are 60 segments, but 100 were surveyed" in said


def test_references_that_were_surveyed_once_are_counted_once(folder, run):
    for name in ("strong", "reference1"):  # shards of the same length, so that numbers of segments tell nothing
        lines = Path(f"{name}.en").read_text(encoding="utf-8").splitlines(keepends=True)
        for i in (0, 1):
            Path(f"{name}.{i}").write_text("".join(lines[50 * i : 50 * i + 50]), encoding="utf-8")
    for i in (0, 1):
        assert (
            run("stats", f"strong.{i}", "-r", f"reference1.{i}", "-m", "nist", "--survey", "-o", f"s{i}.json")[0] == 0
        )
    assert run("merge", "s0.json", "s1.json", "-o", "survey.json")[0] == 0
    for i, refs in (0, "reference1.0"), (1, "reference1.0"):  # the second by mistake
        command = ["stats", f"strong.{i}", "-r", refs, "-m", "nist", "--name", "A", "--use-survey", "survey.json"]
        assert run(*command, "-o", f"part.{i}.json")[0] == 0
    code, out, said = run("merge", "part.0.json", "part.1.json")
    assert (code, out) == (1, "")
    assert "part.1.json holds references that were counted before" in said


def test_a_shard_that_was_not_surveyed_is_refused(folder, run):
    for i in (0, 1):
        assert (
            run("stats", f"strong.{i}", "-r", f"reference1.{i}", "-m", "nist", "--survey", "-o", f"s{i}.json")[0] == 0
        )
    run("merge", "s0.json", "s1.json", "-o", "survey.json")
    second = ["-m", "nist", "--use-survey", "survey.json", "-o", "part.json"]
    code, _, said = run("stats", "strong.2", "-r", "reference1.2", *second)
    assert (code, "the references of strong.2 are not among those that survey.json surveyed" in said) == (1, True)
    code, _, said = run("stats", "strong.0", "-r", "reference1.0", "-m", "nist:order=2", *second[2:])
    assert (code, "not for nist:order=2" in said) == (1, True)
    assert not Path("part.json").exists()


def test_a_finished_shard_is_not_counted_again_and_another_not_overwritten(folder, run):
    count(run)
    before = Path("part.0.json").stat().st_mtime_ns
    again = ["-r", "reference1.0", "-r", "reference2.0", "-m", "bleu", "chrf", "hlepor", "-o", "part.0.json"]
    code, out, said = run("stats", "strong.0", "--name", "strong.en", *again)
    assert (code, out, said) == (0, "", "understudy: part.0.json holds this shard already; nothing to do\n")
    for changed in (["weak.0", "--name", "strong.en"], ["strong.0", "--name", "other"]):
        code, _, said = run("stats", *changed, *again)
        assert (code, "part.0.json holds the statistics of other texts, systems or metrics" in said) == (1, True)
    assert Path("part.0.json").stat().st_mtime_ns == before


@pytest.mark.parametrize("size", [0, 1, 200, -3])
def test_a_file_that_was_cut_is_named(folder, run, size):
    count(run)
    whole = Path("part.1.json").read_bytes()
    Path("part.1.json").write_bytes(whole[:size])
    code, out, said = run("merge", *parts())
    assert (code, out) == (1, "")
    assert said == "understudy: part.1.json is cut off or damaged; remove it and count the shard again\n"


def test_a_changed_number_is_noticed(folder, run):
    count(run)
    written = json.loads(Path("part.2.json").read_text())
    written["systems"]["strong.en"][0]["totals"][0] += 1
    Path("part.2.json").write_text(json.dumps(written))
    code, out, said = run("merge", *parts())
    assert (code, out, said) == (1, "", "understudy: part.2.json is damaged; remove it and count the shard again\n")


def test_what_does_not_belong_together_is_refused(folder, run):
    count(run)
    code, out, said = run("merge", "part.0.json", "part.1.json", "part.0.json")
    assert (code, out, "part.0.json holds texts that were counted before" in said) == (1, "", True)
    count(run, name="other", metrics=("bleu:order=2",))
    code, out, said = run("merge", "part.0.json", "other.1.json")
    assert (code, out) == (1, "")
    assert "other.1.json has the metrics bleu:order=2" in said
    count(run, name="weak", names=("weak.en",))
    code, out, said = run("merge", "part.0.json", "weak.1.json")
    assert (code, out) == (1, "")
    assert "weak.1.json has the systems weak.en, and those before have strong.en" in said
    Path("later.json").write_text(Path("part.0.json").read_text().replace(f'"{us.__version__}"', '"9.9"'))
    code, out, said = run("merge", "later.json")
    assert (code, out, "later.json was written by understudy 9.9" in said) == (1, "", True)
    Path("list.json").write_text("[]")
    for name, reason in {"strong.0": "holds no statistics", "list.json": "holds no statistics", "x": "no file"}.items():
        code, out, said = run("merge", name)
        assert (code, out, name in said, reason in said) == (1, "", True, True)
    code, _, said = run("stats", "strong.0", "-r", "reference1.0", "-o", "reference2.0")
    assert (code, said) == (1, "understudy: reference2.0 holds no statistics of 'understudy stats'\n")


def test_mistakes_in_the_command(folder, run):
    base = ["stats", "strong.0", "-r", "reference1.0", "-o", "x.json"]
    assert run(*base, "--survey")[0] == 2
    assert run(*base, "--use-survey", "y.json")[0] == 2
    assert run(*base, "--name", "A", "B")[0] == 2
    assert run(*base, "-m", "bleu:smoothing=chen-cherry-4")[0] == 2
    assert run(*base, "--threads", "0")[0] == 2
    assert run(*base, "-m", "bleu:references=2")[0] == 2
    assert not Path("x.json").exists()


def test_xargs_counts_all_shards_at_once(folder, run):
    program = Path(sys.executable).with_name("understudy")
    line = f"{program} stats strong.{{}} -r reference1.{{}} --name strong.en --threads 1 -o part.{{}}.json"
    subprocess.run(["xargs", "-P", "2", "-I{}", *line.split()], input=b"0\n1\n2\n3\n", check=True, timeout=300)
    assert run("merge", *parts()) == run("score", "strong.en", "-r", "reference1.en")


# --- What docs/how-to/cluster.md shows --------------------------------------------------------------------------------


def recipes(root) -> list[str]:
    return re.findall(r"^```text\n(.*?)^```$", (root / "docs/how-to/cluster.md").read_text(), re.MULTILINE | re.DOTALL)


def bash(program, **env) -> str:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = os.environ | {"PATH": path} | env
    done = subprocess.run(["bash", "-ec", program], capture_output=True, text=True, env=environment, timeout=300)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_the_recipes_of_the_page_give_the_table_of_score(folder, run, root, examples):
    xargs, array, two_passes = recipes(root)
    Path("hyp.txt").write_text("\n".join(examples["medium"]), encoding="utf-8")
    Path("ref.txt").write_text("\n".join(examples["reference1"]), encoding="utf-8")
    whole = run("score", "hyp.txt", "-r", "ref.txt", "-m", "bleu", "chrf", "--format", "json")[1]
    bash(xargs)
    parts = sorted(map(str, Path().glob("part.*.json")))
    assert len(parts) == 4
    assert named(run("merge", *parts, "--format", "json")[1]) == named(whole)
    for part in parts:
        Path(part).unlink()
    for task in range(4):
        bash(array, SLURM_ARRAY_TASK_ID=str(task))
    assert named(run("merge", *parts, "--format", "json")[1]) == named(whole)
    bash(two_passes)
    found = run("merge", *sorted(map(str, Path().glob("nist.*.json"))), "--format", "json")[1]
    assert named(found) == named(run("score", "hyp.txt", "-r", "ref.txt", "-m", "nist", "--format", "json")[1])


def named(printed: str) -> dict:
    """What was printed, under one name for the system."""
    found = json.loads(printed)
    found["systems"][0]["name"] = "mine"
    return found
