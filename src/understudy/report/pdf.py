"""The page as a PDF, printed by a Chromium that is installed; nothing is downloaded."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from understudy.errors import SettingError

BROWSERS = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "msedge",
    "microsoft-edge",
)
SECONDS = 300


def find_browser() -> str:
    """Find a browser that prints; refuse if there is none."""
    for name in BROWSERS:
        path = shutil.which(name)
        if path is not None:
            return path
    raise SettingError(
        "a PDF needs Chromium, Chrome or Edge, and none is installed; write an .html file and print it from a browser"
    )


def print_pdf(html: str, browser: str) -> bytes:
    """Print a page: the chosen pair, all metrics, and the chosen segment."""
    with tempfile.TemporaryDirectory() as folder:
        page, pdf = Path(folder, "report.html"), Path(folder, "report.pdf")
        page.write_text(html, encoding="utf-8")
        # Chromium refuses its sandbox to root; the page is our own, and reaches nothing.
        rights = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
        command = [
            browser, "--headless", *rights, "--disable-gpu", "--disable-dev-shm-usage", "--no-pdf-header-footer",
            f"--user-data-dir={folder}/profile", f"--print-to-pdf={pdf}", page.as_uri(),
        ]  # fmt: skip
        done = subprocess.run(command, capture_output=True, timeout=SECONDS, check=False)
        if not pdf.exists():
            last = done.stderr.decode(errors="replace").strip().rpartition("\n")[2]
            raise SettingError(f"{browser} could not print the page: {last}; write an .html file and print it yourself")
        return pdf.read_bytes()
