"""The system's Chromium, driven by Playwright; tests that need it are skipped where it is missing."""

import contextlib
import shutil

import pytest


@contextlib.contextmanager
def chromium():
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None:
        pytest.skip("Chromium is not installed; make ci-tools installs it")
    sync_api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
    sync_api.expect.set_options(timeout=60_000)  # milliseconds that a busy machine may need to show what is waited for
    with sync_api.sync_playwright() as started:
        launched = started.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-dev-shm-usage"])
        yield launched
        launched.close()
