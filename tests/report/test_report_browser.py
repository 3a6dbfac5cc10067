"""The report in a real Chromium: what people click, type and point at, and what the page must never do."""

import csv
import io
import re
import shutil

import pytest
from report_pages import HOSTILE, hostile_report, large_report

import understudy as us
from understudy.report.messages import read_messages

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
    said = page.locator("#leaderboard .lead")
    assert names.all_inner_texts() == SYSTEMS
    assert said.inner_text().startswith("Sorted by BLEU, best first.") and "thick line" in said.inner_text()
    board.locator("thead th", has_text="System").get_by_role("button").click()
    assert names.all_inner_texts() == ["medium", "strong", "weak"]
    assert said.inner_text().startswith("Sorted by name.")
    header = board.locator("thead th", has_text="WER")
    header.get_by_role("button").click()
    assert (names.all_inner_texts(), header.get_attribute("aria-sort")) == (SYSTEMS, "ascending")
    assert said.inner_text().startswith("Sorted by WER, best first.") and "thick line" not in said.inner_text()
    header.get_by_role("button").click()
    assert (names.all_inner_texts(), header.get_attribute("aria-sort")) == (SYSTEMS[::-1], "descending")
    assert said.inner_text().startswith("Sorted by WER, worst first.")


def test_whiskers_lie_on_one_axis_with_numbers(visit):
    page = visit()
    board = page.locator("#leaderboard table:visible")
    ticks = [float(text) for text in board.locator(".axes td").nth(1).locator("text").all_text_contents()]
    assert len(ticks) == 2
    places = (
        board.locator(".axes td")
        .nth(1)
        .locator("line[x1][y1='12']")
        .evaluate_all("each => each.map(e => Number(e.getAttribute('x1')))")
    )
    scale = (places[1] - places[0]) / (ticks[1] - ticks[0])
    for row in board.locator("tbody tr").all():
        cell = row.locator("td").first
        at = float(cell.locator("circle").get_attribute("cx"))
        assert at == pytest.approx(places[0] + (float(cell.get_attribute("data-value")) - ticks[0]) * scale, abs=0.2)


def test_another_baseline_labels_the_differences_anew(visit, examples):
    page = visit()
    theirs = us.compare({name: examples[name] for name in SYSTEMS}, examples["reference1"], trials=9, resamples=9)
    cell = page.locator("#leaderboard tr:visible", has_text="weak").locator("td .delta").first
    before = theirs["bleu"]["weak"].score - theirs["bleu"]["medium"].score
    assert f"{before:+.2f}".replace("-", "−") in cell.inner_text()
    page.locator("#baseline").select_option("strong")
    after = theirs["bleu"]["weak"].score - theirs["bleu"]["strong"].score
    cell = page.locator("#leaderboard tr:visible", has_text="weak").locator("td .delta").first
    assert f"{after:+.2f}".replace("-", "−") in cell.inner_text()
    assert page.locator("#verdict h3:visible").all_inner_texts()[0].endswith("medium is worse than strong")
    assert "against strong" in page.locator("#method li:visible").first.inner_text()


def words_of(page, kind, place=0):
    """What a plot of the chosen pair says."""
    return page.locator(f"#pair svg.{kind} desc").nth(place).text_content()


def test_the_chosen_pair_is_shown_in_every_plot_for_any_baseline(visit, examples):
    page = visit()
    assert heading(page, "where") == "strong − medium by BLEU"
    segments = {
        name: {
            metric: us.score(examples[name], examples["reference1"], metric)[metric].segments
            for metric in ("bleu", "wer")
        }
        for name in SYSTEMS
    }
    for a, b, metric in [("strong", "medium", "bleu"), ("weak", "strong", "wer"), ("medium", "strong", "wer")]:
        page.locator("#baseline").select_option(b)
        page.locator("#system").select_option(a)
        page.locator("#metric").select_option(metric.upper())
        assert heading(page, "where") == f"{a} − {b} by {metric.upper()}"
        assert heading(page, "phrases") == f"{a} − {b}"
        higher = int((segments[a][metric].round(6) > segments[b][metric].round(6)).sum())
        assert f"{higher} are above the diagonal, where {a} scores higher" in words_of(page, "scatter")
        counts = [int(part.rpartition(": ")[2]) for part in words_of(page, "histogram").split("; ")]
        assert sum(counts) == 100
        own = us.compare({name: examples[name] for name in (b, a)}, examples["reference1"], metric, trials=9)
        assert (
            f"{own[metric][a].wins}/"
            in page.locator(
                f"#matrix .cell[data-a='{SYSTEMS.index(a)}'][data-b='{SYSTEMS.index(b)}'] .tally"
            ).all_text_contents()[["bleu", "chrf", "wer"].index(metric)]
        )
        first = (
            page.locator("#browser .row .outputs")
            .first.locator("use")
            .evaluate_all("each => each.map(e => e.href.baseVal)")
        )
        assert first == [f"#shape-{SYSTEMS.index(name)}" for name in (a, b)]
        bars = page.locator("#pair svg.scatter .bar").evaluate_all("each => each.map(e => e.getAttribute('class'))")
        assert f"bar s{SYSTEMS.index(a)}" in bars and f"bar hollow s{SYSTEMS.index(b)}" in bars


def test_documents_are_sorted_by_difference_and_turn_with_the_pair(visit, examples):
    page = visit()
    page.locator("#pair details.data").first.evaluate("each => { each.open = true; }")
    deltas = [
        float(text.replace("−", "-"))
        for text in page.locator("#pair table").first.locator("tbody td:nth-child(5)").all_inner_texts()
    ]
    assert len(deltas) == 10
    assert deltas == sorted(deltas, reverse=True)
    first = page.locator("#pair table").first.locator("tbody th").first.inner_text()
    where = [i for i, name in enumerate(examples["documents"]) if name == first]
    ours, theirs = (
        us.bleu([examples[name][i] for i in where], [examples["reference1"][i] for i in where]).score
        for name in ("strong", "medium")
    )
    assert deltas[0] == pytest.approx(ours - theirs, abs=0.006)
    page.locator("#system").select_option("medium")  # the baseline becomes the system: the pair turns
    assert heading(page, "where") == "medium − strong by BLEU"
    page.locator("#pair details.data").first.evaluate("each => { each.open = true; }")
    turned = [
        float(text.replace("−", "-"))
        for text in page.locator("#pair table").first.locator("tbody td:nth-child(5)").all_inner_texts()
    ]
    assert turned == [-each for each in reversed(deltas)]


def test_a_cell_of_the_matrix_opens_its_pair(visit):
    page = visit()
    page.locator("#matrix table:visible tbody tr", has_text="weak").last.locator("button").first.click()
    assert heading(page, "where") == "weak − strong by BLEU"
    assert (page.locator("#system").input_value(), page.locator("#baseline").input_value()) == ("2", "0")


def test_plots_have_axes_with_numbers_and_words(visit):
    page = visit()
    for kind in ("dots", "histogram", "scatter"):
        for plot in page.locator(f"svg.plot.{kind}").all():
            ticks = plot.locator("text.tick").all_text_contents()
            assert len(ticks) >= 4
            assert all(re.fullmatch(r"[+−]?[\d,.]+", tick) for tick in ticks)
            assert plot.locator("title").first.text_content() and plot.locator("desc").text_content()
    for place in page.locator("svg.dots").all():
        assert "-" not in "".join(place.locator("text.tick").all_text_contents())


def test_what_all_systems_share_is_drawn_once(visit):
    page = visit()
    words = page.locator("#anatomy desc").all_text_contents()
    assert any(re.search(r"reference length: all systems [\d.]+\.", text) for text in words)


def test_a_heading_is_not_hidden_under_the_bar(visit):
    for size in ({"width": 1280, "height": 900}, {"width": 400, "height": 800}):
        page = visit(viewport=size)
        for name in ("verdict", "leaderboard", "where", "segments"):
            page.evaluate(f"location.hash = '#{name}'")
            page.wait_for_function(
                f"() => {{ const top = document.querySelector('#{name} h2').getBoundingClientRect().top;"
                " const settled = window.lastTop === top; window.lastTop = top; return settled; }", polling=150,
            )  # fmt: skip
            top = page.locator(f"#{name} h2").evaluate("each => each.getBoundingClientRect().top")
            bar = page.locator(".picker").evaluate("each => each.getBoundingClientRect().bottom")
            assert top >= bar - 0.5, name


def test_tables_are_copied_and_saved_in_every_form(visit, tmp_path):
    page = visit()
    box = page.locator("#leaderboard .export:visible")
    for form, expected in {
        "Markdown": "| System | BLEU | BLEU 95 % |",
        "LaTeX": "% strong is best; then medium; weak is worst.",
        "CSV": "system,BLEU,BLEU low,BLEU high,BLEU delta,BLEU delta low,BLEU delta high,BLEU p",
    }.items():
        box.get_by_role("button", name=f"Copy as {form}").click()
        page.locator("#status", has_text="Copied").wait_for(state="attached")
        assert copied(page).startswith(expected)
    with page.expect_download() as download:
        box.get_by_role("button", name="Save as CSV").click()
    download.value.save_as(tmp_path / "table.csv")
    assert (tmp_path / "table.csv").read_text().count("\n") == 4
    page.locator("#pair details.data").first.locator("summary").click()
    page.evaluate("document.getElementById('status').textContent = ''")
    page.locator("#pair .export").first.get_by_role("button", name="Copy as CSV").click()
    page.locator("#status", has_text="Copied").wait_for(state="attached")
    rows = list(csv.DictReader(io.StringIO(copied(page))))
    assert len(rows) == 10 and float(rows[0]["delta"]) == pytest.approx(
        float(rows[0]["strong"]) - float(rows[0]["medium"])
    )
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
    assert 0 < len(expected) < 14
    assert sorted(numbers(page)) == expected
    page.locator("#sort").select_option("in order")
    page.locator("#regex").check()
    page.locator("#search").fill(r"^the .*\.$")
    expected = [number for number, text in enumerate(everything, 1) if re.search(r"(?im)^the .*\.$", text)]
    assert page.locator(".found").inner_text() == f"{len(expected)} of 100 segments"
    assert numbers(page) == expected[: len(numbers(page))]
    page.locator("#search").fill(r"loud(er)?\b")
    assert 9 in numbers(page)
    page.locator("#search").fill("(")
    assert page.locator(".found").inner_text() == "This is not a valid regular expression."
    assert page.locator("#search").get_attribute("aria-invalid") == "true"


def test_sort_and_filters_choose_segments(visit, examples):
    page = visit()
    strong, medium = (us.bleu(examples[name], examples["reference1"]).segments for name in ("strong", "medium"))
    assert numbers(page)[0] == int(abs(strong - medium).argmax()) + 1
    page.locator("#sort").select_option("system better first")
    assert numbers(page)[0] == int((strong - medium).argmax()) + 1
    page.locator("#sort").select_option("lowest quality first")
    assert numbers(page)[0] == int(strong.argmin()) + 1
    page.locator("#sort").select_option("longest reference first")
    lengths = [len(text) for text in examples["reference1"]]
    assert numbers(page)[0] == lengths.index(max(lengths)) + 1
    page.locator("#show").select_option("baseline better")
    assert page.locator(".found").inner_text() == f"{int((medium > strong).sum())} of 100 segments"
    page.locator("#show").select_option("all")
    page.locator("#document").select_option("weather")
    assert sorted(numbers(page)) == list(range(11, 21))
    page.locator("#metric").select_option("WER")
    page.locator("#document").select_option("all")
    page.locator("#show").select_option("system better")
    wer = [us.wer(examples[name], examples["reference1"]).segments for name in ("strong", "medium")]
    assert page.locator(".found").inner_text() == f"{int((wer[0] < wer[1]).sum())} of 100 segments"


def test_a_number_in_the_table_of_hints_opens_its_segments(visit, examples):
    page = visit()
    button = page.locator("#hints button[data-hint=missing][data-system='2']")
    count = int(button.inner_text())
    button.click()
    assert page.locator(".found").inner_text() == f"{count} of 100 segments"
    assert page.locator("#system").input_value() == "2"
    assert page.locator(".detail .who", has_text="weak").locator(".hint", has_text="number missing").count() == 1


def test_a_phrase_opens_its_segments(visit):
    page = visit()
    row = page.locator("#pair-phrases tbody tr").first
    phrase = row.locator("th").inner_text()
    more, less = (int(row.locator("td").nth(place).inner_text()) for place in (0, 1))
    row.locator("th button").click()
    assert page.locator(".found").inner_text() == f"{more + less} of 100 segments"
    assert phrase in page.locator(".chip").inner_text()
    page.locator(".chip").click()
    assert page.locator(".found").inner_text() == "100 of 100 segments"


def test_keys_walk_through_the_segments_and_the_address_follows(visit):
    page = visit()
    page.locator("#sort").select_option("in order")
    assert page.locator(".detail h3").count() == 1  # it opens with a chosen segment
    assert "#" not in page.url
    page.locator(".list").focus()
    page.keyboard.press("/")
    page.keyboard.press("Escape")
    page.locator("#row-1").click()
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


def output(page, system):
    """The output of a system in the chosen segment."""
    return page.locator(".detail .who", has_text=system).locator("xpath=following-sibling::p[1]")


def test_outputs_are_compared_word_by_word_the_reference_first(visit):
    page = visit(fragment="#segment-1")
    medium = output(page, "medium")  # "The cat is on the carpet." for "The cat is on the mat."
    assert medium.locator("ins, del").all_inner_texts() == ["mat", "carpet"]
    assert medium.locator("del").all_inner_texts() == ["mat"]
    assert page.locator(".diff-legend del").inner_text() == "only in the reference"
    assert page.locator(".diff-legend ins").inner_text() == "only in the output"
    page.locator("#against").select_option("medium")
    strong = output(page, "strong")
    assert (strong.locator("ins").all_inner_texts(), strong.locator("del").all_inner_texts()) == (["mat"], ["carpet"])
    page.locator("#against").select_option("nothing")
    assert page.locator(".detail ins, .detail del").count() == 0


def test_outputs_are_compared_with_the_closest_reference_or_any_other(visit):
    page = visit("closest", fragment="#segment-1")
    assert output(page, "uno").locator("ins, del").count() == 0
    assert "against reference 2" in page.locator(".detail .who", has_text="uno").first.inner_text()
    page.locator("#against").select_option("Reference 1")
    assert output(page, "uno").locator("ins, del").count() > 0
    assert output(page, "duo").locator("ins, del").count() == 0


def test_pointing_at_a_word_shows_the_run_it_shares_with_a_reference(visit):
    page = visit(fragment="#segment-1")
    output(page, "medium").locator(".word", has_text="cat").first.hover()
    assert page.locator(".detail .reference .run").all_inner_texts() == ["The", "cat", "is", "on", "the"]
    assert page.locator(".matched").inner_text() == "Words in a row in common: 5."
    output(page, "medium").locator(".word", has_text="carpet").hover()
    assert page.locator(".matched").inner_text() == "No reference has “carpet”."


def test_the_alignment_of_the_metric_is_shown(visit):
    page = visit(fragment="#segment-1")
    page.locator(".detail .who", has_text="medium").locator("xpath=following-sibling::details[1]").locator(
        "summary"
    ).click()
    links = page.locator(".detail details[open] .link")
    links.last.wait_for()
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
