"""Scores as a table for a paper: LaTeX with one column for each metric."""

from __future__ import annotations

from collections.abc import Sequence

from understudy.scoring.evaluate import Evaluation
from understudy.scoring.table import titled
from understudy.tables.paper import arrow, best_in_bold, tabular
from understudy.tables.table import chosen_columns, latex_number, latex_text


def latex(evaluation: Evaluation, digits: int = 2, columns: Sequence[str] = ()) -> str:
    r"""Write a tabular for the booktabs package: directions, the best in bold, signatures in a note.

    >>> import understudy as us
    >>> print(latex(us.evaluate({"A": ["a cat sat here"], "B": ["a dog"]}, ["a cat sat there"], "wer")).splitlines()[4])
    A & \textbf{25.00} \\
    """
    titles = titled(evaluation)
    chosen = chosen_columns([name for name in columns if name.lower() != "system"], list(titles))
    names = list(next(iter(evaluation.values())))
    cells = []
    for title in (list(titles)[place] for place in chosen):
        metric, key = titles[title].metric, names[list(titles).index(title)]
        scores = {system: found[key].score for system, found in evaluation.items()}
        plain = {system: latex_number(f"{score:.{digits}f}") for system, score in scores.items()}
        written = best_in_bold(scores, metric.higher_is_better, digits) if len(scores) > 1 else plain
        cells.append((f"{latex_text(title)} {arrow(metric.higher_is_better)}", written))
    head = ["System", *(title for title, _ in cells)]
    rows = [[latex_text(system), *(column[system] for _, column in cells)] for system in evaluation]
    listed = [latex_text(result.signature).replace(",", r",\allowbreak ") for result in titles.values()]
    note = " ".join(rf"\texttt{{{listed[place]}}}." for place in chosen)
    return "\n".join(tabular(head, rows, note))
