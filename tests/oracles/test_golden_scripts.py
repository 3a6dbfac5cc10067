"""The golden scripts run only where their texts are; here they are loaded, and the names of ours in them looked up."""

import ast
import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

SCRIPTS = sorted(Path(__file__).parent.glob("check_golden*.py"))


def load(script: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Import a script as Python does when it is run, but for the run itself."""
    monkeypatch.syspath_prepend(str(script.parent))
    spec = importlib.util.spec_from_file_location(f"loaded_{script.stem}", script)
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, spec.name, module)
    spec.loader.exec_module(module)
    return module


def dotted(node: ast.expr) -> list[str] | None:
    """The names of `a.b.c`; None for other expressions."""
    if isinstance(node, ast.Name):
        return [node.id]
    if isinstance(node, ast.Attribute) and (before := dotted(node.value)):
        return [*before, node.attr]
    return None


def missing(module: ModuleType, source: str) -> list[str]:
    """Names below one of our modules or classes that do not exist."""
    lacking = []
    for node in ast.walk(ast.parse(source)):
        names = dotted(node) if isinstance(node, ast.Attribute) else None
        value = vars(module).get(names[0]) if names else None
        ours = getattr(value, "__module__", None) or getattr(value, "__name__", "")
        if value is None or not ours.startswith("understudy") or not isinstance(value, ModuleType | type):
            continue
        for name in names[1:]:
            if not hasattr(value, name):
                lacking.append(".".join(names))
                break
            value = getattr(value, name)
    return lacking


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_a_golden_script_loads_and_uses_names_that_exist(script, monkeypatch):
    module = load(script, monkeypatch)
    assert missing(module, script.read_text(encoding="utf-8")) == []


def test_a_name_that_is_gone_is_noticed(tmp_path, monkeypatch):
    script = tmp_path / "check_golden_gone.py"
    script.write_text("import understudy as us\n\n\ndef compare():\n    return us.bleu.gone, us.score\n")
    assert missing(load(script, monkeypatch), script.read_text()) == ["us.bleu.gone"]


def test_there_are_golden_scripts():
    assert len(SCRIPTS) == 11
