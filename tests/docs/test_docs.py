"""Every command and every snippet in the documentation is run, and prints what the page says."""

import argparse
import doctest
import importlib.util
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import understudy
from processes import HANGS

from understudy import cli
from understudy.comparison import tests as significance_tests
from understudy.metrics import CONTENTS
from understudy.tokens import TOKENIZERS, segmenter_names

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
# Commands that set up the very environment in which the tests run.
SETTING_UP = re.compile(
    r"make (demo|test|check|lint-native|check-perf|sanitize|fuzz|bench|stub|docs|docs-site|ci-tools|peers|ray|torch"
    r"|meeteval|mweralign)"
    r"|pip install \.|source \.venv/bin/activate"
)


def blocks(page: Path, kind: str) -> list[str]:
    return [body for found, body in FENCE.findall(page.read_text(encoding="utf-8")) if found == kind]


def commands(page: Path) -> list[tuple[str, str]]:
    pairs = []
    for block in blocks(page, "console"):
        for piece in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = piece.partition("\n")
            pairs.append((command, output))
    return pairs


@pytest.fixture
def checkout(tmp_path, monkeypatch) -> Path:
    """The folder of the project as it is after a checkout, with an empty `build`; here anything may be written."""
    for path in ROOT.iterdir():
        if path.name != "build":
            (tmp_path / path.name).symlink_to(path)
    (tmp_path / "build").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("command", "output"),
    [pytest.param(*pair, id=f"{page.name}-{i}") for page in PAGES for i, pair in enumerate(commands(page))],
)
def test_commands_print_what_the_page_says(command, output, checkout):
    if command.startswith("understudy ") and not set(command) & set("|&;<>$*`\\"):  # nothing for a shell to do
        done = understudy(*shlex.split(command)[1:], cwd=checkout)
    else:
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        env = os.environ | {"PATH": path}
        done = subprocess.run(["bash", "-c", command], cwd=checkout, capture_output=True, env=env, timeout=HANGS)
    assert (done.stdout + done.stderr).decode() == output


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_snippets_print_what_the_page_says(page, checkout, monkeypatch):
    monkeypatch.setattr(significance_tests, "REGISTERED", {})  # what a page registers stays on the page
    text = "\n".join(blocks(page, "python"))
    test = doctest.DocTestParser().get_doctest(text, {"__name__": "docs"}, page.name, str(page), 0)
    # Classes that a page defines need a home, so that they can be pickled like any other.
    module = type(sys)("docs")
    module.__dict__.update(test.globs)
    monkeypatch.setitem(sys.modules, "docs", module)
    test.globs = module.__dict__
    found = []
    doctest.DocTestRunner(optionflags=FLAGS).run(test, out=found.append, clear_globs=False)
    assert not found, "".join(found)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_other_blocks_are_known(page):
    kinds = {kind for kind, _ in FENCE.findall(page.read_text(encoding="utf-8"))}
    assert kinds <= {"console", "python", "sh", "text"}
    for block in blocks(page, "sh"):
        for line in block.splitlines():
            assert SETTING_UP.fullmatch(line.partition("#")[0].strip()), line


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)#]+)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target


NEEDS_TORCH = "understudy.compat.torchmetrics"


def import_or_skip(name: str):
    if name.startswith(NEEDS_TORCH):
        pytest.importorskip("torchmetrics", reason="torchmetrics is not installed; make torch installs it")
    return importlib.import_module(name)


def modules() -> list[str]:
    source = ROOT / "src"
    paths = [path for path in sorted((source / "understudy").rglob("*.py")) if path.stem != "__main__"]
    return [".".join(path.relative_to(source).with_suffix("").parts).removesuffix(".__init__") for path in paths]


@pytest.mark.parametrize("name", modules())
def test_examples_in_docstrings_run(name, checkout):
    module = import_or_skip(name)
    failed, _ = doctest.testmod(module, optionflags=FLAGS)
    assert failed == 0


# The two halves of every command are exercised by running the command; the interface of a peer has its example at the
# top of its package, and is compared with the peer; printing a PDF needs a browser.
WITHOUT_EXAMPLE = re.compile(r"understudy\.(cli\.\w+\.(add_arguments|run|render)|compat\.\w+\.[\w.]+|report\.pdf\.\w+)")


def test_public_functions_have_an_example():
    lacking = []
    for name in modules():
        if name.startswith(NEEDS_TORCH):
            continue  # the interface of a peer
        module = importlib.import_module(name)
        for attribute, value in vars(module).items():
            public = attribute in module.__all__ if hasattr(module, "__all__") else not attribute.startswith("_")
            own = public and getattr(value, "__module__", None) == name
            if own and type(value).__name__ == "function" and ">>>" not in (value.__doc__ or ""):
                lacking.append(f"{name}.{attribute}")
    assert [each for each in lacking if not WITHOUT_EXAMPLE.fullmatch(each)] == []


def test_the_reference_pages_are_those_of_the_docstrings():
    spec = importlib.util.spec_from_file_location("generate", ROOT / "docs" / "generate.py")
    generate = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(generate)
    for name in CONTENTS:
        written = (ROOT / "docs" / "reference" / f"{name}.md").read_text(encoding="utf-8")
        assert written == generate.page(name), f"{name}.md is out of date: run 'make docs'"


def test_figures_in_the_readme_were_measured():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    written = re.search(r"<!-- written by bench/all.py -->\n(.*)<!-- end of what bench/all.py", readme, re.DOTALL)[1]
    results = ROOT / "bench" / "results"
    page = results / "all.md" if (results / "all.md").exists() else results / "bleu.md"
    measured = page.read_text(encoding="utf-8")
    rows = re.findall(r"^(\| .* )\|$", written, re.MULTILINE)[1:]
    assert len(rows) >= 4
    assert all(f"\n{row}|" in measured for row in rows)
    for ours, theirs in re.findall(r"takes (\d+ MB) of extra memory where sacrebleu takes (\d+ MB)", written):
        assert f"understudy {ours}, sacrebleu {theirs}" in measured


def test_every_command_option_metric_and_tokenizer_is_documented():
    command_line = (ROOT / "docs" / "reference" / "command-line.md").read_text(encoding="utf-8")
    for name, module in cli.COMMANDS.items():
        assert f"## understudy {name}" in command_line
        parser = argparse.ArgumentParser(add_help=False)
        module.add_arguments(parser)
        for action in parser._actions:
            for option in action.option_strings or [str(action.metavar)]:
                assert f"`{option}`" in command_line or f"[{option}]" in command_line, option
    tokenizers = (ROOT / "docs" / "reference" / "tokenizers.md").read_text(encoding="utf-8")
    assert all(f"| `{name}` |" in tokenizers for name in [*TOKENIZERS, *segmenter_names()])
    assert all(f"reference/{name}.md" in (ROOT / "README.md").read_text(encoding="utf-8") for name in CONTENTS)
