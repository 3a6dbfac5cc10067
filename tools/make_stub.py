"""Write src/understudy/__init__.pyi: every public name, and each metric as a function with its own settings.

    python tools/make_stub.py [FILE]

`make stub` calls it. Editors and type checkers read the stub, so that `us.bleuu` is an error and `us.bleu(` completes.
"""

from __future__ import annotations

import dataclasses
import sys
from pathlib import Path

import understudy
from understudy.metrics import metric_class

STUB = Path(__file__).parent.parent / "src" / "understudy" / "__init__.pyi"
HEAD = """\
# Written by tools/make_stub.py; run "make stub" after a change of a public name or of a metric's settings.
from collections.abc import Sequence
from typing import Any, Literal, TypedDict, Unpack

from understudy.scoring.functions import MetricFunction
from understudy.tokens import Lowercase, Split
"""
SETTINGS = """
class _{cls}Settings(TypedDict, total=False):
{settings}
class _{cls}(MetricFunction):
    def __call__(  # type: ignore[override]
        self, hyps: Any, refs: Any, *, lang: str | None = None, threads: int = 1, **settings: Unpack[_{cls}Settings]
    ) -> Result: ...
    def sentence(  # type: ignore[override]
        self, hyp: str, refs: str | Sequence[str], *, lang: str | None = None, **settings: Unpack[_{cls}Settings]
    ) -> Result: ...
    def settings(  # type: ignore[override]
        self, lang: str | None = None, **settings: Unpack[_{cls}Settings]
    ) -> Metric: ...
"""


def stub() -> str:
    """The text of the stub."""
    lines = [f"from {home} import {name} as {name}" for name, home in understudy.HOMES.items()]
    blocks = [SETTINGS.format(cls=cls, settings=settings) for settings, cls in _classes().items()]
    metrics = [f"{name}: _{_classes()[_settings(name)]}" for name in understudy.METRICS]
    listed = "".join(f'    "{name}",\n' for name in understudy.__all__)
    return "\n".join(
        [HEAD + "\n".join(lines), "", "__version__: str", *blocks, *metrics, "", f"__all__ = [\n{listed}]", ""]
    )


def _classes() -> dict[str, str]:
    """One class for all metrics that have the same settings, named after the first of them."""
    classes: dict[str, str] = {}
    for name in understudy.METRICS:
        classes.setdefault(_settings(name), metric_class(name).__name__)
    return classes


def _settings(name: str) -> str:
    fields = [field for field in dataclasses.fields(metric_class(name)) if field.name != "lang"]
    return "".join(f"    {field.name}: {_type(field)}\n" for field in fields)


def _type(field: dataclasses.Field[object]) -> str:
    return "bool | Lowercase" if field.name == "lowercase" else str(field.type)


if __name__ == "__main__":
    (Path(sys.argv[1]) if len(sys.argv) > 1 else STUB).write_text(stub(), encoding="utf-8")
