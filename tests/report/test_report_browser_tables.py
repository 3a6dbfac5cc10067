"""Tables and plots of the report in a real Chromium: sorted, turned to another baseline, copied and saved."""

import csv
import io
import re

import pytest
from report_pages import SYSTEMS, copied, heading

import understudy as us


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
