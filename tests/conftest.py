"""What the tests share: the shipped examples and Hypothesis profiles."""

import contextlib
import os
import shutil
import signal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

ROOT = Path(__file__).parent.parent

# What the user has set changes no test, nor the commands that tests run.
for name in ("UNDERSTUDY_MAX_EXPANSION", "SACREBLEU", "NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES"):
    os.environ.pop(name, None)
# Tests leave the user's own cache alone, and share theirs.
os.environ["UNDERSTUDY_CACHE"] = str(ROOT / "build" / "cache")

# A shell ignores interrupts for what it runs in the background; what tests start shall get theirs.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile(
    "default",
    max_examples=int(os.environ.get("FUZZ_EXAMPLES", 40)),
    derandomize="FUZZ_EXAMPLES" not in os.environ,  # else every run tries the same texts
    deadline=None,
    # how long examples take, and how many a filter refuses at first, depends on the machine and on chance
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
settings.load_profile("default")


@pytest.fixture(scope="session", autouse=True)
def root() -> Path:
    """The folder of the project, where every test begins, wherever pytest was started."""
    os.chdir(ROOT)
    return ROOT


@pytest.fixture(scope="session")
def examples() -> dict[str, list[str]]:
    return {
        path.stem: path.read_text(encoding="utf-8").removesuffix("\n").split("\n")
        for path in (ROOT / "examples").iterdir()
        if path.suffix in {".en", ".fr", ".txt"}
    }


@pytest.fixture
def folder(tmp_path, monkeypatch) -> Path:
    """A copy of the small files of every format, as the working folder; the binary ones are made from the others."""
    from format_files import DATA, lines

    from understudy.errors import SettingError
    from understudy.formats.readers import xlsx

    shutil.copytree(DATA, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    try:
        import pyarrow as pa
        from pyarrow import feather, parquet
    except ImportError:
        pa = None
    columns = {"id": [1, 2, 3, 4], "domain": lines("domains.txt"), "source": lines("source.txt")}
    columns |= {
        "hyp_a": lines("a.txt"),
        "hyp_b": lines("b.txt"),
        "ref_1": lines("ref1.txt"),
        "ref_2": lines("ref2.txt"),
    }
    with contextlib.suppress(SettingError):  # it needs XlsxWriter
        Path("all.xlsx").write_bytes(xlsx.write(columns))
    if pa is None:
        return tmp_path
    parquet.write_table(pa.table(columns), "all.parquet", row_group_size=2)
    feather.write_feather(pa.table(columns), "all.arrow")
    return tmp_path
