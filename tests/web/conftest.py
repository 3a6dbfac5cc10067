"""The playground in a real browser, for the tests."""

import re

import pytest
from chromium import chromium
from playground import playground


@pytest.fixture(scope="module")
def server():
    with playground() as started:
        yield started
        assert started.stop() == ("", ""), "the server complained"


@pytest.fixture(scope="module")
def browser():
    with chromium() as launched:
        yield launched


@pytest.fixture
def context(browser, server):
    """A browser without history, in which nothing may go wrong: no error, no alert, no request to anywhere else."""
    made = browser.new_context(
        viewport={"width": 1200, "height": 900}, permissions=["clipboard-read", "clipboard-write"]
    )
    troubles, requests = [], []
    made.on("console", lambda message: troubles.append(message.text) if message.type in ("error", "warning") else None)
    made.on("weberror", lambda error: troubles.append(str(error.error)))
    made.on("dialog", lambda dialog: (troubles.append(f"alert {dialog.message}"), dialog.dismiss()))
    made.on("request", lambda request: requests.append(request.url))
    yield made
    made.close()
    # A refusal by the server is one of its answers, though browsers write it down as an error.
    assert [each for each in troubles if not re.search(r"status of 4(13|22)", each)] == []
    assert [each for each in requests if not each.startswith((f"{server.root}/", f"blob:{server.root}/"))] == []


@pytest.fixture
def page(context, server):
    opened = context.new_page()
    opened.goto(server.root)
    opened.wait_for_selector(".us-explanation")
    return opened
