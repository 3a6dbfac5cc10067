"""Lay the pages out for the site: docs as they are, and the measurements that they link to.

python docs/site.py
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path

ROOT = Path(__file__).parents[1]
TARGET = ROOT / "build" / "site-source"
LINK = re.compile(r"\[([^\]]*)\]\(((?:\.\./)+(bench/results)?[^)#]*)(#[^)]*)?\)")


def rewritten(text: str, page: Path) -> str:
    """Lead links into bench/results to the copies in `measured`; of other links out of docs, keep the words."""

    def link(match: re.Match[str]) -> str:
        words, target, _, fragment = match.groups()
        path = (page.parent / target).resolve()
        up = "../" * (len(page.relative_to(ROOT / "docs").parts) - 1)
        if path.is_relative_to(ROOT / "docs"):
            return match[0]
        if path.parent == ROOT / "bench" / "results" and path.suffix == ".md":
            return f"[{words}]({up}measured/{path.name}{fragment or ''})"
        return f"{words} (`{path.relative_to(ROOT)}` in the repository)"

    return LINK.sub(link, text)


def main() -> None:
    """Write the folder anew."""
    shutil.rmtree(TARGET, ignore_errors=True)
    shutil.copytree(ROOT / "docs", TARGET, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    for page in (ROOT / "docs").rglob("*.md"):
        written = rewritten(page.read_text(encoding="utf-8"), page)
        (TARGET / page.relative_to(ROOT / "docs")).write_text(written, encoding="utf-8")
    (TARGET / "measured").mkdir()
    for page in sorted((ROOT / "bench" / "results").glob("*.md")):
        text = re.sub(r"\[([^\]]*)\]\(\.\./[^)]*\)", r"\1", page.read_text(encoding="utf-8"))
        (TARGET / "measured" / page.name).write_text(text, encoding="utf-8")
    for figure in (ROOT / "bench" / "results").glob("*.svg"):
        shutil.copy(figure, TARGET / "measured")


if __name__ == "__main__":
    main()
