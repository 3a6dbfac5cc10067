"""The package as a whole: its public names, its version, its stub."""

import importlib.metadata
import inspect
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import understudy as us
from understudy.metrics import ALIASES, CONTENTS

ROOT = Path(__file__).parents[2]


PUBLIC = (
    *("understudy", "understudy.contract", "understudy.alignment", "understudy.formats", "understudy.testing"),
    "understudy.spark",
    *("understudy.compat", "understudy.compat.sacrebleu", "understudy.compat.jiwer", "understudy.compat.rouge_score"),
    *("understudy.compat.nltk", "understudy.compat.nltk.translate"),
    "understudy.compat.evaluate",
    *("understudy.compat.torchmetrics", "understudy.compat.torchmetrics.text"),
    "understudy.compat.torchmetrics.functional.text",
    *("understudy.compat.pycocoevalcap", "understudy.compat.pycocoevalcap.eval"),
    *("understudy.compat.pycocoevalcap.cider.cider", "understudy.compat.pycocoevalcap.tokenizer.ptbtokenizer"),
)


def test_the_public_names_are_those_that_the_homes_and_the_table_of_contents_list():
    metrics = {name for name in (*CONTENTS, *ALIASES) if name.isidentifier()}
    assert set(us.__all__) == {"__version__", *us.HOMES, *metrics}
    assert len(us.__all__) == len(set(us.__all__))
    assert dir(us) == sorted(us.__all__)
    for name in us.__all__:
        assert name.isidentifier() or name == "__version__"
        assert getattr(us, name) is not None
    assert not hasattr(us, "no_such_name")


def test_a_public_name_is_defined_where_its_home_says():
    for name, home in us.HOMES.items():
        assert getattr(us, name).__module__ == home, name


def test_public_modules_list_their_names():
    for module in PUBLIC[1:]:
        if "torchmetrics" in module and importlib.util.find_spec("torchmetrics") is None:
            continue
        public = importlib.import_module(module)
        assert public.__all__
        assert all(hasattr(public, name) for name in public.__all__)


def test_docs_import_from_public_modules_only():
    pages = [*(ROOT / "docs").rglob("*.md"), ROOT / "README.md", *(ROOT / "examples").glob("*.md")]
    taught = {
        (page.name, module)
        for page in pages
        for module in re.findall(r"(?:from|import) (understudy[\w.]*)", page.read_text(encoding="utf-8"))
    }
    assert {each for each in taught if each[1] not in PUBLIC} == set()


def test_no_room_imports_from_the_package_itself_but_the_native_core_and_the_version():
    for path in (ROOT / "src" / "understudy").rglob("*.py"):
        for names in re.findall(r"^\s*from understudy import (.*)$", path.read_text(encoding="utf-8"), re.MULTILINE):
            assert {name.strip() for name in names.split(",")} <= {"_core", "__version__"}, path


def test_few_modules_lie_at_the_root():
    modules = sorted(path.name for path in (ROOT / "src" / "understudy").glob("*.py"))
    assert modules == ["__init__.py", "__main__.py", "errors.py", "spark.py", "testing.py"]


def test_no_file_is_longer_than_a_sitting():
    source = [*(ROOT / "src").rglob("*.py"), *(ROOT / "native").rglob("*.[ch]pp"), *(ROOT / "bench").rglob("*.py")]
    assert source
    assert [path.name for path in source if len(path.read_text(encoding="utf-8").splitlines()) > 400] == []


def test_the_stub_of_the_package_is_the_one_that_the_tool_writes(tmp_path):
    stub = tmp_path / "__init__.pyi"
    subprocess.run([sys.executable, ROOT / "tools" / "make_stub.py", stub], check=True)
    assert (ROOT / "src" / "understudy" / "__init__.pyi").read_text() == stub.read_text(), "run 'make stub'"


def test_type_checkers_know_metrics_and_their_settings_by_name(tmp_path):
    pytest.importorskip("mypy", reason="mypy is not installed; make lint installs it")
    program = tmp_path / "program.py"
    program.write_text(
        "import understudy as us\n"
        "us.bleu(['a'], ['a'], order=2, lowercase=True)\n"
        "us.chrfpp.sentence('a', ['a'])\n"
        "us.bleuu(['a'], ['a'])\n"
        "us.bleu(['a'], ['a'], ordr=2)\n"
    )
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", tmp_path / "cache", program]
    told = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    lines = [
        int(re.search(r"program.py:(\d+): error", line)[1]) for line in told.stdout.splitlines() if "error:" in line
    ]
    assert lines == [4, 5], told.stdout


def test_help_shows_the_settings_of_a_metric():
    parameters = inspect.signature(us.bleu).parameters
    assert parameters["order"].default == 4
    assert list(parameters)[:4] == ["hyps", "refs", "lang", "threads"]


def test_every_metric_is_a_function_of_its_name():
    for name in CONTENTS:
        assert getattr(us, name.replace("+", "p")).settings().name == name
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
    assert len((ROOT / "src" / "understudy" / "contract" / "metric.py").read_text().splitlines()) <= 250
