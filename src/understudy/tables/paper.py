r"""A table for a paper: LaTeX for the booktabs package, one column for each metric, the best in bold, notes below."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from understudy.tables.table import latex_number


def tabular(head: Sequence[str], rows: Sequence[Sequence[str]], note: str) -> list[str]:
    r"""Lines of a tabular whose first column are names and the others numbers, with a note below it.

    >>> print("\n".join(tabular(["System", "BLEU"], [["A", "46.71"]], "a note")[:4]))
    \begin{tabular}{lr}
    \toprule
    System & BLEU \\
    \midrule
    """
    return [
        rf"\begin{{tabular}}{{l{'r' * (len(head) - 1)}}}",
        r"\toprule",
        rf"{' & '.join(head)} \\",
        r"\midrule",
        *(rf"{' & '.join(row)} \\" for row in rows),
        r"\bottomrule",
        r"\end{tabular}",
        r"\par\smallskip",
        rf"{{\raggedright\footnotesize {note}\par}}",
    ]


def arrow(higher_is_better: bool) -> str:
    r"""Which direction is better.

    >>> arrow(True)
    '$\\uparrow$'
    """
    return r"$\uparrow$" if higher_is_better else r"$\downarrow$"


def best_in_bold(scores: Mapping[str, float], higher_is_better: bool, digits: int) -> dict[str, str]:
    r"""The scores as they are written, by system; equal ones are all the best.

    >>> best_in_bold({"A": 46.714, "B": 9.5}, True, 2)
    {'A': '\\textbf{46.71}', 'B': '9.50'}
    """
    written = {name: f"{score:.{digits}f}" for name, score in scores.items()}
    best = sorted(scores, key=lambda name: scores[name])[-1 if higher_is_better else 0]
    return {
        name: rf"\textbf{{{latex_number(number)}}}" if number == written[best] else latex_number(number)
        for name, number in written.items()
    }
