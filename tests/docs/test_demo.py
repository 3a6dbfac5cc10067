"""`make demo`: the main job on the shipped examples, and what to type next."""

import subprocess

from command_line import COMMAND
from processes import HANGS


def test_the_demo_scores_compares_explains_and_writes_a_report(root, tmp_path):
    for name in ("examples", "tools"):
        (tmp_path / name).symlink_to(root / name)
    done = subprocess.run(["sh", "tools/demo.sh", COMMAND], cwd=tmp_path, capture_output=True, text=True, timeout=HANGS)
    assert done.returncode == 0, done.stderr
    assert done.stderr.startswith("understudy: wrote build/demo.html")
    heads = "System BLEU NIST WER METEOR hLEPOR chrF TER".split()
    assert heads in [line.split() for line in done.stdout.splitlines()]
    assert "strong.en is best; then medium.en; weak.en is worst.\n" in done.stdout
    assert "WER = 100 × (S + D + I) / N" in done.stdout
    assert "Open build/demo.html in a browser." in done.stdout
    assert f"source {COMMAND.parent}/activate" in done.stdout
    assert (tmp_path / "build" / "demo.html").stat().st_size > 100_000


def test_make_demo_runs_it(root):
    planned = subprocess.run(["make", "-n", "demo"], cwd=root, capture_output=True, text=True, timeout=HANGS)
    assert "sh tools/demo.sh .venv/bin/understudy" in planned.stdout
