"""A newcomer's package: a metric, a tokenizer, a format, a significance test and a table output from outside.

CONTRIBUTING lists what is touched for each; here nothing of the package itself is.
"""

import subprocess
import sys

import pytest

METRIC = '''
from dataclasses import dataclass
import numpy as np
from understudy.contract import Metric, Reading, divide

@dataclass(frozen=True)
class ExactMatch(Metric):
    """The share of segments that equal a reference."""
    name = "exact"
    title = "Exact match"
    columns = ("equal", "segments")
    reading = Reading("none")
    def rows(self, hyps, refs, survey=None, threads=1, progress=None):
        return np.array([self.row(hyps.words(i), refs.words(i)) for i in range(len(refs))])
    def row(self, hyp, refs, survey=None):
        return [float(hyp in refs), 1.0]
    def score(self, totals):
        return {"score": 100 * divide(self.column(totals, "equal"), self.column(totals, "segments"))}
'''
TOKENIZER = """
def split(text):
    return text.split("-")
"""
FORMAT = """
from understudy.formats.contents import Format
from understudy.formats.parsed import ParsedFile

def read(file, selection):
    texts = file.data.decode().removesuffix(";").split(";")
    return ParsedFile(file.name, "semicolons", range(1, len(texts) + 1), targets={"": texts})

FORMAT = Format("semicolons", "semicolons", "toys.format", (".semi",), "one segment a semicolon")
"""
SIGNIFICANCE = """
import understudy as us

class Coin(us.SignificanceTest):
    name, title, method = "coin", "a coin", "no test at all"
    def p_values(self, systems, plan):
        return {name: {pair: 0.5 for pair in systems.differences(name)} for name in ("exact",)}

us.register_test(Coin())
"""
OUTPUT = """
from understudy.tables.outputs import OUTPUTS

OUTPUTS["bullets"] = lambda results: "\\n".join(f"* {row[0]}: {row[1]}" for row in results.tables()[0].rows)
"""
ENTRY_POINTS = """\
[understudy.metrics]
exact = toys.metric:ExactMatch
[understudy.tokenizers]
dashes = toys.tokenizer:split
[understudy.formats]
semicolons = toys.format:FORMAT
"""


@pytest.fixture
def run(tmp_path):
    """Run a program in a folder where the package `toys` 1.0 is installed."""
    modules = {
        "metric": METRIC,
        "tokenizer": TOKENIZER,
        "format": FORMAT,
        "significance": SIGNIFICANCE,
        "output": OUTPUT,
    }
    (tmp_path / "toys").mkdir()
    for name, text in modules.items():
        (tmp_path / "toys" / f"{name}.py").write_text(text)
    metadata = tmp_path / "toys-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: toys\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text(ENTRY_POINTS)
    (tmp_path / "a.semi").write_text("a-cat;it-sat")
    (tmp_path / "b.semi").write_text("a-cat;it-was")
    (tmp_path / "ref.semi").write_text("a-cat;it-sits")

    def run(program):
        done = subprocess.run(
            [sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, timeout=300
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run


COMMAND = "from understudy.cli import main; import sys; sys.exit(main({arguments}))"


def test_a_metric_a_tokenizer_and_a_format_are_found_by_their_entry_points(run):
    told = run(COMMAND.format(arguments=["score", "a.semi", "-r", "ref.semi", "-m", "exact", "wer:tokenizer=dashes"]))
    assert told.splitlines()[:2] == ["System  Exact match    WER", "a.semi        50.00  25.00"]
    assert "tokenizer=dashes-1.0" in told


def test_what_is_added_is_listed_and_can_be_explained(run):
    assert "semicolons" in run(COMMAND.format(arguments=["formats"]))
    assert "exact" in run(COMMAND.format(arguments=["metrics"]))
    assert "Exact match 0" in run(COMMAND.format(arguments=["explain", "a cat", "-r", "a dog", "-m", "exact"]))


def test_a_signature_with_a_tokenizer_of_another_version_is_refused(run):
    told = run(
        "import understudy as us\n"
        "try: us.make_metric('wer:tokenizer=dashes-0.9')\n"
        "except us.SettingError as error: print(error)"
    )
    assert "tokenizer dashes-0.9 is asked for, but here it is dashes-1.0" in told


def test_the_laws_hold_for_the_metric(run):
    run("from toys.metric import ExactMatch; from understudy.testing import check_metric; check_metric(ExactMatch())")


def test_a_significance_test_is_registered(run):
    files = ["compare", "a.semi", "b.semi", "-r", "ref.semi", "-m", "exact", "--test", "coin"]
    told = run("import toys.significance; " + COMMAND.format(arguments=files))
    assert "0.5000" in told
    assert "no test at all" in told


def test_a_table_output_is_registered(run):
    files = ["score", "a.semi", "-r", "ref.semi", "-m", "exact", "--format", "bullets"]
    assert run("import toys.output; " + COMMAND.format(arguments=files)) == "* a.semi: 50.0\n"
