"""The report in a real Chromium: what people click, type and point at, and what the page must never do."""

import re
import shutil

import pytest
from report_pages import HOSTILE, hostile_report, large_report

import understudy as us

playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed; make ci-tools installs it")
SYSTEMS = ["strong", "medium", "weak"]


@pytest.fixture(scope="module")
def browser():
    with playwright.sync_playwright() as started:
        found = started.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-dev-shm-usage"])
        yield found
        found.close()


@pytest.fixture(scope="module")
def files(tmp_path_factory, examples):
    """Reports by name, made when first asked for."""
    folder = tmp_path_factory.mktemp("reports")
    makers = {
        "examples": lambda: us.make_report(
            {name: examples[name] for name in SYSTEMS}, examples["reference1"], examples["source"],
            examples["documents"], ["bleu", "chrf", "wer"], baseline="medium", trials=200, resamples=200,
        ),
        "one": lambda: us.make_report({"weak": examples["weak"]}, examples["reference1"], lang="en_GB", resamples=9),
        "hostile": hostile_report,
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


def numbers(page) -> list[int]:
    """The segments in sight, from top to bottom."""
    rows = page.locator("#browser .row").all()
    placed = sorted(
        (float(row.evaluate("each => each.offsetTop")), int(row.locator(".no").inner_text())) for row in rows
    )
    return [number for _, number in placed]


def heading(page, section) -> str:
    """The first heading in sight, on one line."""
    return " ".join(page.locator(f"#{section} h3:visible").first.inner_text().split())


def copied(page) -> str:
    return page.evaluate("navigator.clipboard.readText()")


# --- Tables ---------------------------------------------------------------------------------------------------------


def test_the_leaderboard_is_sorted_by_the_column_that_is_chosen(visit):
    page = visit()
    board = page.locator("#leaderboard table:visible")
    names = board.locator("tbody th bdi")
    assert names.all_inner_texts() == SYSTEMS
    board.locator("thead th", has_text="System").get_by_role("button").click()
    assert names.all_inner_texts() == ["medium", "strong", "weak"]
    header = board.locator("thead th", has_text="WER")
    header.get_by_role("button").click()
    assert (names.all_inner_texts(), header.get_attribute("aria-sort")) == (SYSTEMS, "ascending")
    header.get_by_role("button").click()
    assert (names.all_inner_texts(), header.get_attribute("aria-sort")) == (SYSTEMS[::-1], "descending")


def test_another_baseline_labels_the_differences_anew(visit, examples):
    page = visit()
    theirs = us.compare({name: examples[name] for name in SYSTEMS}, examples["reference1"], trials=9, resamples=9)
    cell = page.locator("#leaderboard tr:visible", has_text="weak").locator("td .delta").first
    before = theirs["bleu"]["weak"].score - theirs["bleu"]["medium"].score
    assert f"{before:+.2f}" in cell.inner_text()
    page.get_by_label("Compare with").select_option("strong")
    after = theirs["bleu"]["weak"].score - theirs["bleu"]["strong"].score
    cell = page.locator("#leaderboard tr:visible", has_text="weak").locator("td .delta").first
    assert f"{after:+.2f}" in cell.inner_text()
    assert page.locator("#verdict h3:visible").all_inner_texts()[0].endswith("medium is worse than strong")
    assert "against strong" in page.locator("#method li:visible").first.inner_text()


def test_pair_and_metric_choose_what_is_shown(visit):
    page = visit()
    assert heading(page, "where") == "strong − medium by BLEU"
    page.locator("#metric").select_option("WER")
    page.locator("#pair").select_option("strong − weak")
    assert heading(page, "where") == "strong − weak by WER"
    assert heading(page, "phrases") == "strong − weak"


def test_a_cell_of_the_matrix_opens_its_pair(visit):
    page = visit()
    page.locator("#matrix table:visible tbody tr", has_text="weak").last.locator("button").first.click()
    assert heading(page, "where") == "strong − weak by BLEU"
    assert page.locator("#system-a").input_value() == "2"
    assert page.locator("#system-b").input_value() == "0"


def test_tables_are_copied_and_saved_in_every_form(visit, tmp_path):
    page = visit()
    box = page.locator("#leaderboard .export:visible")
    for form, expected in {
        "Markdown": "| System | BLEU | BLEU 95 % |",
        "LaTeX": r"\begin{tabular}{lr",
        "CSV": "System,BLEU,BLEU 95 %,BLEU delta,BLEU p",
    }.items():
        box.get_by_role("button", name=f"Copy as {form}").click()
        page.locator("#status", has_text="Copied").wait_for(state="attached")
        assert copied(page).startswith(expected)
    with page.expect_download() as download:
        box.get_by_role("button", name="Save as CSV").click()
    download.value.save_as(tmp_path / "table.csv")
    assert (tmp_path / "table.csv").read_text().count("\n") == 4
    with page.expect_download() as download:
        page.get_by_role("button", name="Save all results as JSON").click()
    download.value.save_as(tmp_path / "report.json")
    assert '"kind":"understudy report"' in (tmp_path / "report.json").read_text()


def test_signatures_and_citations_are_copied(visit):
    page = visit()
    page.get_by_text("Signatures of the metrics").click()
    page.get_by_role("button", name="Copy the signature of chrF").click()
    page.locator("#status", has_text="Copied").wait_for(state="attached")
    assert copied(page).startswith("chrf:")
    page.evaluate("document.getElementById('status').textContent = ''")
    page.get_by_role("button", name="Copy BibTeX").click()
    page.locator("#status", has_text="Copied").wait_for(state="attached")
    assert "@inproceedings{papineni2002bleu," in copied(page)
    assert "@inproceedings{popovic2015chrf," in copied(page)


# --- Segments -------------------------------------------------------------------------------------------------------


def test_search_finds_text_and_patterns(visit, examples):
    page = visit()
    page.keyboard.press("/")
    page.keyboard.type("UNDERSTUDY")
    streams = [examples[name] for name in (*SYSTEMS, "reference1", "source")]
    everything = ["\n".join(texts) for texts in zip(*streams, strict=True)]
    expected = [number for number, text in enumerate(everything, 1) if "understudy" in text.lower()]
    assert 0 < len(expected) < 17
    assert numbers(page) == expected
    page.locator("#regex").check()
    page.locator("#search").fill(r"^the .*\.$")
    expected = [number for number, text in enumerate(everything, 1) if re.search(r"(?im)^the .*\.$", text)]
    assert page.locator(".found").inner_text() == f"{len(expected)} of 100 segments"
    assert numbers(page) == expected[: len(numbers(page))]
    page.locator("#search").fill(r"loud(er)?\b")
    assert 9 in numbers(page)
    page.locator("#search").fill("(")
    assert page.locator(".found").inner_text() == "This is no regular expression."
    assert page.locator("#search").get_attribute("aria-invalid") == "true"


def test_sort_and_filters_choose_segments(visit, examples):
    page = visit()
    strong, medium = (us.bleu(examples[name], examples["reference1"]).segments for name in ("strong", "medium"))
    page.locator("#sort").select_option("first − second, largest on top")
    assert numbers(page)[0] == int((strong - medium).argmax()) + 1
    page.locator("#sort").select_option("first, lowest on top")
    assert numbers(page)[0] == int(strong.argmin()) + 1
    page.locator("#sort").select_option("longest reference")
    lengths = [len(text) for text in examples["reference1"]]
    assert numbers(page)[0] == lengths.index(max(lengths)) + 1
    page.locator("#show").select_option("second better")
    assert page.locator(".found").inner_text() == f"{int((medium > strong).sum())} of 100 segments"
    page.locator("#show").select_option("all")
    page.locator("#document").select_option("weather")
    assert sorted(numbers(page)) == list(range(11, 21))
    page.locator("#by").select_option("WER")
    page.locator("#document").select_option("all")
    page.locator("#show").select_option("first better")
    wer = [us.wer(examples[name], examples["reference1"]).segments for name in ("strong", "medium")]
    assert page.locator(".found").inner_text() == f"{int((wer[0] < wer[1]).sum())} of 100 segments"


def test_hints_can_be_filtered_and_are_shown(visit):
    page = visit()
    page.locator("#system-a").select_option("weak")
    page.locator("#show").select_option("hint: number missing")
    first = numbers(page)[0]
    page.locator(f"#row-{first}").click()
    assert page.locator(".detail .hint", has_text="number missing").count() >= 1


def test_keys_walk_through_the_segments_and_the_address_follows(visit):
    page = visit()
    page.keyboard.press("j")
    page.keyboard.press("j")
    page.keyboard.press("j")
    page.keyboard.press("k")
    assert page.url.endswith("#segment-2")
    assert page.locator(".detail h3").inner_text() == "Segment 2 · theatre"
    assert page.locator(".row[aria-selected=true] .no").inner_text() == "2"
    page.keyboard.press("/")
    page.keyboard.type("jk")
    assert page.url.endswith("#segment-2")


def test_a_permalink_opens_its_segment(visit):
    page = visit(fragment="#segment-57")
    assert page.locator(".detail h3").inner_text() == "Segment 57 · manual"
    assert 57 in numbers(page)


def test_outputs_are_compared_word_by_word(visit):
    page = visit(fragment="#segment-1")
    medium = page.locator(".detail .output").nth(1)  # "The cat is on the carpet." for "The cat is on the mat."
    assert medium.locator("ins").all_inner_texts() == ["carpet"]
    assert medium.locator("del").all_inner_texts() == ["mat"]
    page.locator("#against").select_option("medium")
    strong = page.locator(".detail .output").nth(0)
    assert (strong.locator("ins").all_inner_texts(), strong.locator("del").all_inner_texts()) == (["mat"], ["carpet"])
    page.locator("#against").select_option("nothing")
    assert page.locator(".detail ins, .detail del").count() == 0


def test_pointing_at_a_word_shows_the_run_it_shares_with_a_reference(visit):
    page = visit(fragment="#segment-1")
    page.locator(".detail .output").nth(1).locator(".word", has_text="cat").first.hover()
    assert page.locator(".detail .reference .run").all_inner_texts() == ["The", "cat", "is", "on", "the"]
    assert page.locator(".matched").inner_text() == "5 words in a row in common."
    page.locator(".detail .output").nth(1).locator(".word", has_text="carpet").hover()
    assert page.locator(".matched").inner_text() == "No reference has “carpet”."


def test_the_alignment_of_the_metric_is_shown(visit):
    page = visit(fragment="#segment-1")
    page.get_by_text("Alignment by WER").nth(1).click()
    links = page.locator(".detail details[open] .link")
    assert links.last.inner_text().split() == ["mat.", "carpet.", "S"]
    assert links.last.get_attribute("title") == "substitution"
    assert links.count() == 6


# --- The whole page -------------------------------------------------------------------------------------------------


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
    for number, text in enumerate(shown, 1):
        page.keyboard.press("j")
        assert page.locator(f"#row-{number} .text").inner_text() == text
        assert page.locator(".detail .reference").inner_text() == text
        assert page.locator(".detail .output").first.inner_text() == text
    assert page.locator(".detail .who bdi").all_inner_texts()[:2] == [
        "<script>alert(1)</script>",
        r"</script>\u202e{{7*7}}",
    ]
    options = page.locator("#document option").all_inner_texts()
    assert options == ["all", "<img src=x onerror=alert(3)>", "{{7*7}}", "</script>"]
    page.get_by_label("Compare with").select_option("<img src=x onerror=alert(2)>")
    for word in page.locator(".detail .word").all()[:6]:
        word.hover()
    page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
    assert page.locator("img, b, script[src]").count() == 0


def test_one_system_alone_has_its_segments(visit, examples):
    page = visit("one")
    page.locator("#sort").select_option("lowest on top")
    scores = us.bleu(examples["weak"], examples["reference1"]).segments
    assert numbers(page)[0] == int(scores.argmin()) + 1
    assert page.locator("#system-a, #verdict, #matrix").count() == 0
    assert page.locator(".row .text").first.get_attribute("lang") == "en-GB"


def test_many_segments_scroll_with_few_rows_in_the_page(visit):
    page = visit("large")
    assert page.locator(".found").inner_text() == "3,000 of 3,000 segments"
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


def test_tables_verdict_and_plots_need_no_script(browser, files):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(files("examples").as_uri())
    assert page.locator("#verdict article:visible").count() == 2
    assert page.locator("#leaderboard table:visible").count() == 1
    assert page.locator("#matrix table:visible").count() == 1
    assert page.locator("button:visible:not(.cell)").count() == 0
    assert "needs JavaScript" in page.locator("noscript").inner_text()
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


def test_nothing_is_wider_than_a_narrow_screen(visit):
    page = visit(viewport={"width": 400, "height": 800})
    page.keyboard.press("j")
    assert page.evaluate("document.documentElement.scrollWidth") <= 400


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
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.locator("#anatomy .fold[open]").count() == 1
