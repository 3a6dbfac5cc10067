"""Reports in a real Chromium, for the tests."""

import pytest
from chromium import chromium
from report_pages import SYSTEMS, hostile_report, large_report

import understudy as us


@pytest.fixture(scope="module")
def browser():
    with chromium() as launched:
        yield launched


@pytest.fixture(scope="module")
def files(tmp_path_factory, examples):
    """Reports by name, made when first asked for."""
    folder = tmp_path_factory.mktemp("reports")
    makers = {
        "examples": lambda: us.make_report(
            {name: examples[name] for name in SYSTEMS}, examples["reference1"], examples["source"],
            examples["documents"], ["bleu", "chrf", "wer"], baseline="medium", trials=200, resamples=200,
        ),
        "arabic": lambda: us.make_report(
            {name: examples[name] for name in SYSTEMS}, examples["reference1"], metrics=["bleu"], trials=99,
            resamples=9, ui_lang="ar",
        ),
        "one": lambda: us.make_report(
            {"weak": examples["weak"]}, examples["reference1"], metrics=["ter", "bleu"], lang="en_GB", resamples=9
        ),
        "hostile": hostile_report,
        "closest": lambda: us.make_report(
            {"uno": ["a dog ran", "x y"], "duo": ["the hound was running", "x z"]},
            {"first": ["the hound was running", "x y"], "second": ["a dog ran", "x z"]}, trials=9, resamples=9,
        ),
        "wide": lambda: us.make_report(
            {f"{'a-very-long-name-of-a-system-' * 4}{n}": examples[SYSTEMS[n % 3]] for n in range(8)},
            examples["reference1"], None, [f"{'a long name of a document ' * 3}{n // 20}" for n in range(100)],
            ["bleu"], trials=50, resamples=50,
        ),
        "large": large_report,
    }  # fmt: skip

    def path(name):
        file = folder / f"{name}.html"
        if not file.exists():
            file.write_text(makers[name]().html(), encoding="utf-8")
        return file

    return path


@pytest.fixture
def visit(browser, files):
    """Open a report from its file; at the end nothing may have gone wrong or left the page."""
    contexts, wrong = [], []

    def opened(name="examples", fragment="", **options):
        context = browser.new_context(**{"viewport": {"width": 1280, "height": 900}} | options)
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: wrong.append(f"{message.type}: {message.text}"))
        page.on("pageerror", lambda error: wrong.append(f"error: {error}"))
        page.on("dialog", lambda dialog: wrong.append(f"dialog: {dialog.message}"))
        address = files(name).as_uri()
        page.on(
            "request",
            lambda request: (
                wrong.append(f"request: {request.url}")
                if request.url.partition("#")[0] != address and not request.url.startswith("blob:")
                else None
            ),
        )
        page.goto(address + fragment)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert wrong == []
