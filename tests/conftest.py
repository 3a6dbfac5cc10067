"""What the tests share: the shipped examples and Hypothesis profiles."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

ROOT = Path(__file__).parent.parent

# Tests leave the user's own cache alone, and share theirs, also with the commands that they run.
os.environ["UNDERSTUDY_CACHE"] = str(ROOT / "build" / "cache")

settings.register_profile("default", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
settings.load_profile("default")


@pytest.fixture(scope="session")
def root() -> Path:
    return ROOT


@pytest.fixture(scope="session")
def examples() -> dict[str, list[str]]:
    return {
        path.stem: path.read_text(encoding="utf-8").removesuffix("\n").split("\n")
        for path in (ROOT / "examples").iterdir()
        if path.suffix in {".en", ".fr", ".txt"}
    }
