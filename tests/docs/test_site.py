"""The site: built without a warning, every page in it, no page out of reach, nothing from another machine."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from processes import HANGS

ROOT = Path(__file__).parents[2]
PAGES = sorted(page.relative_to(ROOT / "docs") for page in (ROOT / "docs").rglob("*.md"))


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    pytest.importorskip("zensical", reason="Zensical is not installed; make docs-site installs it")
    folder = tmp_path_factory.mktemp("site")
    for name in ("docs", "bench/results"):
        shutil.copytree(ROOT / name, folder / name)
    shutil.copy(ROOT / "mkdocs.yml", folder)
    subprocess.run([sys.executable, "docs/site.py"], cwd=folder, check=True, timeout=HANGS)
    build = [sys.executable, "-m", "zensical", "build", "--clean", "--strict"]
    done = subprocess.run(build, cwd=folder, capture_output=True, text=True, timeout=HANGS)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "warning" not in (done.stdout + done.stderr).lower()
    return folder / "build" / "site"


@pytest.mark.parametrize("page", PAGES, ids=str)
def test_every_page_is_in_the_navigation(site, page):
    home = (site / "index.html").read_text(encoding="utf-8")
    address = page.with_suffix(".html").as_posix()
    assert re.search(rf'href="(\./)?{re.escape(address)}"', home), address


def test_nothing_is_fetched_from_another_machine(site):
    fetched = re.compile(r'<(?:script|img|iframe|source)[^>]* src="(?:https?:)?//|<link[^>]* href="(?:https?:)?//')
    assert [str(page) for page in site.rglob("*.html") if fetched.search(page.read_text(encoding="utf-8"))] == []


def test_the_search_index_has_the_words_of_the_pages(site):
    assert "brevity penalty" in (site / "search.json").read_text(encoding="utf-8").lower()


@pytest.mark.parametrize("page", ["how-to/score", "how-to/compare", "how-to/migrate", "how-to/humans"])
def test_what_newcomers_look_for_is_one_click_from_the_front_page(page):
    assert f"({page}.md)" in (ROOT / "docs" / "index.md").read_text(encoding="utf-8")


def test_the_front_page_says_how_to_install():
    assert "pip install ." in (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
