"""The package as a whole: its public names, its version, its stub."""

import importlib.metadata
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import understudy as us
from understudy.metrics import CONTENTS

ROOT = Path(__file__).parents[2]


def test_the_public_names_are_the_chosen_ones():
    chosen = {"Evaluation", "FormatError", "InputError", "Metric", "Result", "Scores", "SettingError", "Stats"}
    chosen |= {"TextWarning", "Totals", "UnderstudyError", "__version__", "evaluate", "make_metric", "score"}
    chosen |= {"Choice", "mbr", "mbr_aggregated", "pairwise", "rewards", "scores_from"}
    chosen |= {"Comparison", "Interval", "SignificanceTest", "compare", "register_test"}
    chosen |= {"Agreement", "Running", "humans"}
    chosen |= {"Explanation", "explain"}
    chosen |= {"Report", "make_report", "read_report"}
    assert set(us.__all__) == chosen | set(CONTENTS)
    assert dir(us) == sorted(us.__all__)
    for name in us.__all__:
        assert getattr(us, name) is not None
    assert not hasattr(us, "no_such_name")


def test_every_metric_is_a_function_of_its_name():
    for name in CONTENTS:
        assert getattr(us, name).settings().name == name
        assert getattr(us, name).__doc__


def test_the_version_is_the_same_everywhere():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    citation = (ROOT / "CITATION.cff").read_text()
    assert us.__version__ == project["version"] == importlib.metadata.version("understudy")
    assert re.search(r"^version: (.*)$", citation, re.MULTILINE)[1] == us.__version__


def test_the_core_dependencies_are_few():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    names = {re.match(r"[\w.-]+", dependency)[0] for dependency in project["dependencies"]}
    assert names == {"numpy", "rich", "Jinja2", "backports.zstd"}


def test_the_stub_is_that_of_the_native_module(tmp_path):
    stub = tmp_path / "_core.pyi"
    subprocess.run([sys.executable, "-m", "nanobind.stubgen", "-q", "-m", "understudy._core", "-o", stub], check=True)
    assert (ROOT / "src" / "understudy" / "_core.pyi").read_text() == stub.read_text(), "run 'make stub'"


def test_importing_the_package_does_not_import_numpy():
    program = "import sys, understudy; sys.exit('numpy' in sys.modules or 'understudy._core' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program]).returncode == 0


def test_the_contract_stays_a_short_read():
    assert len((ROOT / "src" / "understudy" / "metric.py").read_text().splitlines()) <= 250
