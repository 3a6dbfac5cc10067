"""The page on how the program is built says what is so: its rooms, and the path of a sentence pair."""

import inspect
import re
import sys
import tomllib
from pathlib import Path

from command_line import understudy

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "understudy"
PAGE = (ROOT / "docs" / "explanation" / "house.md").read_text(encoding="utf-8")


def test_the_rooms_are_those_of_the_layers_in_their_order():
    picture = re.search(r"## The layers.*?```text\n(.*?)```", PAGE, re.DOTALL)[1]
    rooms = [line.split()[0] for line in picture.splitlines() if not line.startswith(" ")]
    contract = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"][0]
    layers = [layer.removeprefix("understudy.") for layer in contract["layers"]]
    assert [room for room in rooms if room != "_core"] == [each for each in layers if each not in ("__main__", "spark")]


def test_a_score_takes_the_path_that_the_page_tells():
    part = re.search(r"## One sentence pair, file by file\n(.*?)\n`compare` takes", PAGE, re.DOTALL)[1]
    command, *steps = re.split(r"^\d\. ", part, flags=re.MULTILINE)
    told = [re.findall(r"`([\w/]+\.py)`", step) for step in steps]
    assert len(told) == 8 and sum(map(len, told)) > 15
    called = files_called_by("score", "medium.en", "-r", "reference1.en", "-m", "bleu", "meteor")
    aside = {"formats/streaming.py"}  # for files that are too large
    assert re.search(r"`understudy score \S+ -r \S+ -m bleu meteor`", command)
    assert [file for step in told for file in step if file not in called and file not in aside] == []
    assert not {"sharding/shards.py", "comparison/compare.py", "report/build.py"} & set(called)


def files_called_by(*args: str) -> list[str]:
    """The files of the package whose functions are called; what runs at import, as bodies of classes, doesn't count."""
    found: dict[str, None] = {}

    def profile(frame, event, _):
        code = frame.f_code
        if event == "call" and code.co_flags & inspect.CO_OPTIMIZED and code.co_filename.startswith(str(PACKAGE)):
            found[str(Path(code.co_filename).relative_to(PACKAGE))] = None

    for watched in (None, profile):  # the first time it imports
        before = sys.getprofile()
        sys.setprofile(watched)
        try:
            done = understudy(*args, "--threads", "1", cwd=ROOT / "examples")
        finally:
            sys.setprofile(before)
    assert done.returncode == 0, done.stderr
    return list(found)
