"""tools/peers.py: the tests of a distribution run on our module, failures are expected or not."""

import importlib.util
import io
import sys
import tarfile
from pathlib import Path

TOOL = Path(__file__).parents[2] / "tools" / "peers.py"
TESTS = """
import sacrebleu

def test_that_passes():
    assert sacrebleu.BLEU.__module__.startswith("understudy.")

def test_that_fails():
    assert sacrebleu.BLEU is None
"""


def load_tool():
    spec = importlib.util.spec_from_file_location("peers_tool", TOOL)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def write_distribution(folder):
    place = folder / "downloads" / "toy-1.0"
    place.mkdir(parents=True)
    with tarfile.open(place / "toy-1.0.tar.gz", "w:gz") as tar:
        for name, text in {"test/test_toy.py": TESTS, "sacrebleu/__init__.py": "raise RuntimeError"}.items():
            member = tarfile.TarInfo(f"toy-1.0/{name}")
            member.size = len(text.encode())
            tar.addfile(member, io.BytesIO(text.encode()))


def test_tests_of_a_distribution_run_on_our_module(tmp_path, capsys):
    tool = load_tool()
    write_distribution(tmp_path)
    toy = tool.Peer("toy", "1.0", ("sacrebleu",), ("test/*",), {"*::test_that_fails": "of its own accord"})
    results = tool.run(toy, tmp_path)
    assert tool.report(toy, results) == 0
    assert capsys.readouterr().out == (
        "toy 1.0: 2 run, 1 passed, 1 failed\n  test.test_toy::test_that_fails: expected: of its own accord\n"
    )
    surprised = tool.Peer("toy", "1.0", (), (), {"*::test_that_passes": "why not", "*::test_gone": "left"})
    assert tool.report(surprised, results) == 3
    assert "test_that_passes: UNEXPECTED: passes" in capsys.readouterr().out


def test_the_list_of_peers_names_modules_that_we_have():
    tool = load_tool()
    listed = tool.peers((TOOL.parent / "peers.toml").read_text(encoding="utf-8"))
    root = TOOL.parents[1] / "src" / "understudy" / "compat"
    for peer in listed:
        for name in peer.names:
            path = root / name.replace(".", "/")
            assert path.is_dir() or path.with_suffix(".py").exists(), name
