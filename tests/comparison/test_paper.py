"""LaTeX for a paper: at most one column a metric, and everything that a reader needs below it."""

import re
import shutil
import subprocess

import pytest

import understudy as us
from understudy.tables.table import Table


@pytest.fixture(scope="module")
def comparison(examples):
    systems = {"base_1": examples["medium"], "good": examples["strong"], "50% &\nless": examples["weak"]}
    both = us.evaluate(systems | {"twin": list(examples["medium"])}, examples["reference1"], ["bleu", "ter"])
    judged = {
        name: us.scores_from("judge", [float(-len(line)) for line in systems.get(name, systems["base_1"])])
        for name in both
    }
    return us.compare(both.add(judged), trials=999, resamples=50)


def rows(latex):
    body = latex.split(r"\midrule")[1].split(r"\bottomrule")[0]
    return [row.split(" & ") for row in body.strip().replace(r"\&", "AND").removesuffix(r"\\").split("\\\\\n")]


def test_there_is_one_column_for_each_metric_with_its_direction(comparison):
    latex = comparison.latex()
    assert r"\begin{tabular}{lrrr}" in latex
    assert r"System & BLEU $\uparrow$ & TER $\downarrow$ & judge $\uparrow$ \\" in latex
    assert {len(row) for row in rows(latex)} == {4}
    assert [row[0] for row in rows(latex)] == [r"base\_1 (baseline)", "good", r"50\% AND less", "twin"]


def test_the_best_is_bold_and_significant_differences_are_marked(comparison):
    by_name = {name: cells for name, *cells in rows(comparison.latex())}
    assert by_name["good"][0] == r"\textbf{56.36}\rlap{$^{*}$}"
    assert by_name["good"][1] == r"\textbf{32.23}\rlap{$^{*}$}"  # lower is better
    assert by_name[r"50\% AND less"][0] == r"12.89\rlap{$^{\dagger}$}"
    assert by_name["twin"][0] == "31.29"
    assert by_name["twin"][2].startswith("$-$")
    assert comparison.latex(0).count(r"\textbf{56}") == 1


def test_notes_have_legend_test_and_signatures_that_can_be_broken(comparison):
    note = comparison.latex().split(r"\par\smallskip")[1]
    assert (
        r"$^{*}$\,better and $^{\dagger}$\,worse than base\_1, $p < 0.05$: two-sided approximate randomization" in note
    )
    assert r"\texttt{bleu:order=4,\allowbreak tokenizer=13a," in note
    assert note.count("% people: ") == 1


def test_minus_signs_and_less_than_are_real_ones():
    table = Table(("System", "Delta", "Interval"), (("a-b", -1.5, "[-2.00, 1.00]"), ("-5", 2.0, "")))
    assert r"a-b & $-$1.50 & [$-$2.00, 1.00] \\" in table.latex()
    assert r"-5 & 2.00 &  \\" in table.latex()


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="pdflatex is not installed")
def test_it_compiles_without_a_line_too_wide(comparison, tmp_path):
    page = (
        rf"\documentclass{{article}}\usepackage{{booktabs}}\begin{{document}}{comparison.latex()}"
        + "\n\\end{document}\n"
    )
    (tmp_path / "page.tex").write_text(page, encoding="utf-8")
    done = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "page.tex"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout[-2000:]
    assert not re.search(r"Overfull \\hbox", done.stdout)
