"""Write the reference pages of the metrics from their docstrings.

python docs/generate.py
"""

from __future__ import annotations

import inspect
import re
from pathlib import Path

from understudy.metrics import CONTENTS, make_metric, metric_class
from understudy.metrics.shared.docstrings import HEADINGS

REFERENCE = Path(__file__).parent / "reference"


def page(name: str) -> str:
    """One metric's page: its docstring, with the fixed headings as headings and one sentence a line."""
    cls = metric_class(name)
    summary, *rest = (inspect.getdoc(cls) or "").split("\n\n")
    lines = [f"# {cls.title}", "", summary, "", "Signature with default settings:", "", "```text"]
    lines += [make_metric(name).signature, "```"]
    for section in rest:
        heading, *body = section.split("\n")
        if heading not in HEADINGS:
            raise ValueError(f"{name}: {heading!r} is not one of the headings {HEADINGS}")
        lines += ["", f"## {heading}", "", *(_settings(body, cls) if heading == "Settings" else _sentences(body))]
    missing = [heading for heading in HEADINGS if f"## {heading}" not in lines]
    if missing:
        raise ValueError(f"{name}: the docstring lacks {missing}")
    return "\n".join(lines) + "\n"


def _sentences(body: list[str]) -> list[str]:
    return re.split(r"(?<=\.) (?=[A-Z0-9])", " ".join(line.strip() for line in body))


def _settings(body: list[str], cls: type) -> list[str]:
    text = " ".join(line.strip() for line in body)
    fields = "|".join(field for field in inspect.signature(cls).parameters)
    return [f"- `{each}" for each in re.sub(rf"(?:^| )({fields}): ", r"\n\1`: ", text).strip().split("\n")]


if __name__ == "__main__":
    for name in CONTENTS:
        (REFERENCE / f"{name}.md").write_text(page(name), encoding="utf-8")
