"""The report's whole page in a real Chromium: on screens, on paper, for everybody, and what it must never do."""

import pytest
from report_pages import HOSTILE, numbers

import understudy as us
from understudy.report.messages import read_messages


def test_dark_follows_the_system_and_the_button(visit):
    colour = "getComputedStyle(document.body).backgroundColor"
    light, dark = visit(color_scheme="light"), visit(color_scheme="dark")
    bright, dim = light.evaluate(colour), dark.evaluate(colour)
    assert bright != dim
    light.get_by_role("button", name="Dark").click()
    dark.get_by_role("button", name="Dark").click()
    assert (light.evaluate(colour), dark.evaluate(colour)) == (dim, bright)


def test_hostile_texts_are_shown_as_they_are(visit):
    page = visit("hostile")
    assert page.locator("img, b, script[src]").count() == 0
    assert page.locator("h1").inner_text() == "</title><script>alert(4)</script>"
    shown = [
        text.replace("\u202e", r"\u202e").replace("\u2066", r"\u2066").replace("\u2028", r"\u2028") for text in HOSTILE
    ]
    page.locator("#sort").select_option("in order")
    page.locator("#against").select_option("nothing")
    for number, text in enumerate(shown, 1):
        page.locator(f"#row-{number}").click()
        assert page.locator(f"#row-{number} .text").last.inner_text().strip() == text
        assert page.locator(".detail .reference").inner_text() == text
        assert page.locator(".detail .output").nth(1).inner_text() == text
    assert sorted(page.locator(".detail .who bdi").all_inner_texts())[:2] == [
        r"</script>\u202e{{7*7}}",
        "<img src=x onerror=alert(2)>",
    ]
    options = page.locator("#document option").all_inner_texts()
    assert options == ["all", "<img src=x onerror=alert(3)>", "{{7*7}}", "</script>"]
    page.locator("#baseline").select_option("<img src=x onerror=alert(2)>")
    for word in page.locator(".detail .word").all()[:6]:
        word.hover()
    page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
    assert page.locator("img, b, script[src]").count() == 0


def test_one_system_alone_says_what_its_score_means(visit, examples):
    page = visit("one")
    scores = us.ter(examples["weak"], examples["reference1"]).segments
    assert page.locator("#system, #verdict, #matrix, #where").count() == 0
    assert numbers(page)[0] == int(scores.argmax()) + 1  # what needs the most editing comes first
    assert page.locator(".row .text bdi").first.get_attribute("lang") == "en-GB"
    meaning = page.locator("#meaning")
    assert f"TER is {us.ter(examples['weak'], examples['reference1']).score:.2f}." in meaning.inner_text()
    assert "The number of edits, in percent of the words of the reference." in meaning.inner_text()
    counts = [int(text.split()[0]) for text in meaning.locator(".facts dd").all_inner_texts()]
    assert counts == [int((scores == 0).sum()), int(((scores > 0) & (scores <= 30)).sum()), int((scores > 30).sum())]
    bars = [int(part.rpartition(": ")[2]) for part in meaning.locator("desc").first.text_content().split("; ")]
    assert sum(bars) == 100
    page.locator("#metric").select_option("BLEU")
    assert "BLEU is " in meaning.inner_text()


def test_many_segments_scroll_with_few_rows_in_the_page(visit):
    page = visit("large")
    assert page.locator(".found").inner_text() == "3,000 of 3,000 segments"
    page.locator("#sort").select_option("in order")
    rows = page.evaluate("""async () => {
        const list = document.querySelector(".list");
        const rows = [];
        for (let step = 1; step <= 60; step++) {
            list.scrollTop = step * 250;
            list.dispatchEvent(new Event("scroll"));
            rows.push(document.querySelectorAll(".row").length);
            await new Promise(requestAnimationFrame);
        }
        return rows;
    }""")
    assert max(rows) <= 40  # so that a step costs the same however many segments there are
    assert page.locator(".row").count() <= 40
    page.locator(".list").evaluate("each => { each.scrollTop = each.scrollHeight; }")
    page.locator("#row-3000").wait_for(state="attached")
    assert page.locator(".row").count() <= 40
    assert numbers(page)[-1] == 3_000
    page.locator("#search").fill("no such text anywhere")
    assert page.locator(".found").inner_text() == "0 of 3,000 segments"


def test_verdict_and_tables_need_no_script(browser, files):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(files("examples").as_uri())
    assert page.locator("#verdict article:visible").count() == 2
    assert page.locator("#leaderboard table:visible").count() == 1
    assert page.locator("#matrix table:visible").count() == 1
    assert page.locator("button:visible:not(.cell, .count)").count() == 0
    assert "need JavaScript" in page.locator("noscript").first.inner_text()
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 400])
def test_axe_finds_nothing_serious(visit, scheme, width):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-playwright-python is not installed")
    page = visit(color_scheme=scheme, viewport={"width": width, "height": 900}, bypass_csp=True)
    page.keyboard.press("j")
    for summary in page.locator("summary:visible").all():
        if not summary.evaluate("each => each.parentElement.open"):
            summary.click()
    found = axe.Axe().run(page).response["violations"]
    assert [(each["id"], each["nodes"][0]["html"]) for each in found if each["impact"] in ("serious", "critical")] == []


def test_on_a_phone_text_is_readable_and_beside_the_tapped_row(visit):
    page = visit("wide", viewport={"width": 400, "height": 800}, has_touch=True)
    assert page.evaluate("document.documentElement.scrollWidth") <= 400
    sizes = page.locator("svg.plot text").evaluate_all("""each => each.map((e) => {
        const plot = e.ownerSVGElement;
        const scale = plot.getBoundingClientRect().width / plot.viewBox.baseVal.width;
        return parseFloat(getComputedStyle(e).fontSize) * scale;
    })""")
    assert min(sizes) >= 10.5
    wide = page.locator("#matrix .scroll").first
    assert wide.evaluate("each => each.scrollWidth > each.clientWidth")
    assert wide.evaluate("each => getComputedStyle(each).backgroundImage.includes('radial-gradient')")
    page.locator("#segments .list").scroll_into_view_if_needed()
    row = page.locator(".row").nth(2)
    row.tap()
    chosen = page.locator(".row[aria-selected=true]").bounding_box()
    detail = page.locator(".detail h3").bounding_box()
    assert 0 <= detail["y"] - (chosen["y"] + chosen["height"]) < 60
    assert page.locator(".with-keys").is_hidden()


@pytest.mark.parametrize("width", [1280, 400])
def test_an_arabic_page_runs_from_right_to_left(visit, width):
    page = visit("arabic", viewport={"width": width, "height": 900})
    assert page.evaluate("document.documentElement.scrollWidth") == width
    assert page.evaluate("getComputedStyle(document.body).direction") == "rtl"
    texts = read_messages("ar")
    assert page.locator("#verdict h2").inner_text() == texts("nav.verdict")
    assert page.locator(".found").inner_text() == texts("search.count", shown=100, all=100)
    assert page.locator("#leaderboard .delta").first.evaluate("each => getComputedStyle(each).direction") == "ltr"
    title, bar = (page.locator(each).bounding_box() for each in ("#verdict h2", "#verdict"))
    assert title["x"] + title["width"] == pytest.approx(bar["x"] + bar["width"], abs=1)


@pytest.mark.parametrize("width", [1280, 400])
@pytest.mark.parametrize("name", ["examples", "wide"])
def test_the_page_is_never_wider_than_the_screen(visit, name, width):
    page = visit(name, viewport={"width": width, "height": 900})
    assert page.evaluate("document.documentElement.scrollWidth") == width
    labels = page.locator("svg.dots .label").evaluate_all("each => each.map(e => e.getBBox()).map(b => b.x)")
    assert min(labels) >= 0  # nothing is cut off at the left


def test_paper_shows_every_metric_in_dark_ink(visit):
    page = visit(color_scheme="dark")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    assert page.locator("#anatomy svg.dots:visible").count() == page.locator("#anatomy svg.dots").count() > 3
    assert page.locator("#anatomy summary").first.evaluate("each => getComputedStyle(each).color") == "rgb(10, 90, 143)"
    assert page.get_by_text("Choose a cell").is_hidden()
    assert page.locator("#printed article").count() == 1  # the chosen segment
    assert page.locator("#pair svg.dots").first.is_visible()
    assert page.locator("h2").first.evaluate("each => getComputedStyle(each).breakAfter") == "avoid"
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.locator("#printed article").count() == 0
    page.emulate_media(media="screen")
    page.locator("#document").select_option("weather")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.locator("#printed article").count() == 10  # all that were filtered
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.locator("#anatomy .fold[open]").count() == 1
