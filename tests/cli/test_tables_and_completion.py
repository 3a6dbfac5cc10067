"""Tables for papers and offices, bare numbers, chosen columns, and what shells complete."""

import io
import re
import shutil
import subprocess

import pytest
from command_line import complaint, printed, understudy

from understudy import cli

FAST = ("--trials", "99", "--resamples", "9")
FILES = ("examples/medium.en", "examples/strong.en", "-r", "examples/reference1.en", "-m", "bleu", "ter", "--no-checks")


def test_bare_numbers_are_those_of_the_table(root):
    bare = printed("score", *FILES, "-b", "--digits", "4", cwd=root)
    assert re.fullmatch(r"31\.2897\t\d+\.\d{4}\n56\.3585\t\d+\.\d{4}\n?", bare)
    assert "--segments and --bare print different tables" in complaint(
        "score", *FILES, "-b", "--segments", code=2, cwd=root
    )


def test_columns_are_chosen_by_name_in_their_order(root):
    table = printed("score", *FILES, "--columns", "ter", "System", cwd=root).splitlines()
    assert table[0].split() == ["TER", "System"]
    assert table[1].split()[1] == "medium.en"
    csv = printed(
        "compare",
        *FILES,
        "--trials",
        "99",
        "--resamples",
        "9",
        "--format",
        "csv",
        "--columns",
        "system",
        "score",
        cwd=root,
    )
    assert csv.splitlines()[0] == "system,score"
    latex = printed("compare", *FILES, *FAST, "--format", "latex", "--columns", "TER", cwd=root)
    assert r"System & TER $\downarrow$ \\" in latex
    assert "bleu:" not in latex.split(r"\smallskip")[1].split("%")[0]
    assert "unknown column 'blue'" in complaint("score", *FILES, "--columns", "blue", code=2, cwd=root)
    assert "json has every value" in complaint(
        "score", *FILES, "--columns", "BLEU", "--format", "json", code=2, cwd=root
    )


def test_a_latex_table_of_scores_is_ready_for_a_paper(root, tmp_path):
    latex = printed("score", *FILES, "--format", "latex", cwd=root)
    assert r"System & BLEU $\uparrow$ & TER $\downarrow$ \\" in latex
    assert r"strong.en & \textbf{56.36} & \textbf{32.23} \\" in latex
    assert r"\texttt{bleu:order=4,\allowbreak tokenizer=13a" in latex
    assert latex.count("{") == latex.count("}")
    alone = printed("score", FILES[0], *FILES[2:], "--format", "latex", cwd=root)
    assert r"\textbf" not in alone
    if shutil.which("pdflatex"):
        page = rf"\documentclass{{article}}\usepackage{{booktabs}}\begin{{document}}{latex}\end{{document}}"
        (tmp_path / "page.tex").write_text(page)
        command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "page.tex"]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False)
        assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("command", [("score",), ("compare", *FAST)])
def test_a_table_is_written_as_a_spreadsheet(command, root):
    openpyxl = pytest.importorskip("openpyxl", reason="openpyxl is not installed")
    done = understudy(command[0], *FILES, *command[1:], "--format", "xlsx", cwd=root)
    assert done.returncode == 0, done.stderr
    book = openpyxl.load_workbook(io.BytesIO(done.stdout))
    rows = list(book["Results"].iter_rows(values_only=True))
    expected = understudy(command[0], *FILES, *command[1:], "--format", "tsv", cwd=root).stdout.decode()
    scores = {float(each) for each in re.findall(r"\d+\.\d{6,}", expected)}
    assert {cell for row in rows[1:] for cell in row if isinstance(cell, float) and cell in scores} >= {
        31.28969299628052
    }
    assert "bleu:order=4" in "".join(row[0] for row in book["Notes"].iter_rows(values_only=True))


def completed(script, *words):
    """What bash offers for the last word."""
    line = f"COMP_WORDS=(understudy {' '.join(words)})\nCOMP_CWORD={len(words)}\n_understudy\necho ${{COMPREPLY[@]}}"
    program = f"{script}\n{line}"
    done = subprocess.run(["bash", "-c", program], capture_output=True, text=True, check=True)
    return done.stdout.split()


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")
def test_bash_completes_commands_options_and_metrics():
    script = printed("completion", "bash")
    assert completed(script, "sc") == ["score"]
    assert "--columns" in completed(script, "score", "--c")
    assert completed(script, "score", "-m", "chr") == ["chrf", "chrf++"]
    assert completed(script, "compare", "--correction", "h") == ["holm"]
    assert set(completed(script, '""')) == set(cli.COMMANDS)


def test_every_shell_gets_a_script_with_every_command():
    for shell in ("zsh", "fish"):
        script = printed("completion", shell)
        assert all(f" {command}" in script for command in cli.COMMANDS)
    refused = understudy("completion", "tcsh")
    assert refused.returncode == 2
    assert b"invalid choice: 'tcsh'" in refused.stderr
