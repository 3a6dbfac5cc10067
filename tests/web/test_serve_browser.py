"""The playground in a real browser, used as people use it."""

import re
import urllib.parse
from pathlib import Path

import pytest
from playground import BETTER, REFERENCES, playground
from playground_page import DROP, number, serious
from playwright.sync_api import expect

NASTY = "<script>alert(1)</script> <img src=x onerror=alert(2)> </textarea><b>\"'& javascript:alert(3)"


# --- A sentence -----------------------------------------------------------------------------------------------------


def test_the_lectures_example_is_there_at_once(page):
    expect(page.get_by_role("textbox", name="Hypothesis")).to_have_value(BETTER)
    expect(number(page)).to_have_text("46.71")  # the fourth root of 5/7 x 4/6 x 2/5 x 1/4
    expect(page.locator("#explanation")).to_contain_text("4/6")


def test_typing_updates_the_score_and_the_explanation(page):
    page.get_by_role("textbox", name="Hypothesis").fill("")
    page.get_by_role("textbox", name="Hypothesis").press_sequentially("There is a cat on the mat", delay=15)
    expect(number(page)).to_have_text("100.00")
    expect(page.locator("#explanation")).to_contain_text("7/7")
    page.get_by_label("Reference 2", exact=True).fill("a dog")
    page.get_by_label("Reference 1", exact=True).fill("a dog")
    expect(number(page)).not_to_have_text("100.00")


def test_an_example_is_one_click_away(page):
    page.get_by_role("button", name="the the the", exact=True).click()
    expect(number(page)).to_have_text("28.57")  # 2/7
    expect(page.locator("#explanation")).to_contain_text("2/7")


def test_an_answer_that_comes_too_late_does_not_count(page):
    def is_late(request) -> bool:
        return request.url.endswith("/api/score") and "late" in request.post_data

    page.route("**/api/score", lambda route: None if is_late(route.request) else route.continue_())
    with page.expect_request(is_late):
        page.get_by_role("textbox", name="Hypothesis").fill("late")
    with page.expect_event("requestfailed", is_late) as dropped:
        page.get_by_role("textbox", name="Hypothesis").fill(REFERENCES[0])
    assert "ERR_ABORTED" in dropped.value.failure  # by the page: whatever the server answers, nobody listens
    expect(number(page)).to_have_text("100.00")


def test_metrics_are_added_set_and_removed(page):
    page.get_by_label("Add a metric").select_option("wer")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.locator(".card")).to_have_count(5)
    expect(number(page, 4)).to_have_text("42.86")  # 3/7: three words of the second reference are others
    expect(page.locator("#explanation h2")).to_contain_text("WER")
    page.get_by_label("Metric and settings of score 1").fill("bleu:order=1,lowercase=yes")
    expect(number(page)).to_have_text("71.43")  # 5/7
    page.get_by_role("button", name="Remove WER").click()
    expect(page.locator(".card")).to_have_count(4)


def test_a_wrong_setting_is_told_where_it_stands(page):
    page.get_by_label("Metric and settings of score 1").fill("bleu:smoothing=exo")
    problem = page.locator(".card .problem").first
    expect(problem).to_contain_text(re.compile("unknown smoothing 'exo'; choose none, .* .did you mean 'exp'"))
    expect(number(page)).to_have_text("–")
    expect(number(page, 1)).to_have_text(re.compile(r"\d+\.\d\d"))
    page.get_by_label("Metric and settings of score 1").fill("bleu:lowercase=yes")
    expect(number(page)).to_have_text("46.71")
    expect(problem).to_be_hidden()


def test_a_reference_can_be_added_and_removed(page):
    page.get_by_role("button", name="+ Reference").click()
    expect(page.get_by_label("Reference 3", exact=True)).to_be_focused()
    page.get_by_label("Reference 3", exact=True).fill(BETTER)
    expect(number(page)).to_have_text("100.00")
    page.get_by_role("button", name="Remove reference 3").click()
    expect(number(page)).to_have_text("46.71")


def test_the_link_leads_back_to_the_same_page(page, context):
    page.get_by_role("textbox", name="Hypothesis").fill("a <b> & 100 % 猫#?")
    page.locator(".pick").nth(2).click()
    expect(page.locator("#explanation h2")).to_contain_text("TER")
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    link = page.evaluate("navigator.clipboard.readText()")
    other = context.new_page()
    other.goto(link)
    expect(other.get_by_role("textbox", name="Hypothesis")).to_have_value("a <b> & 100 % 猫#?")
    expect(other.get_by_label("Reference 2", exact=True)).to_have_value(REFERENCES[1])
    expect(other.locator(".pick").nth(2)).to_have_attribute("aria-pressed", "true")
    expect(other.locator("#explanation h2")).to_contain_text("TER")


def test_the_signature_can_be_copied_and_is_a_metric(page):
    page.get_by_role("button", name="Copy the signature of BLEU").click()
    expect(page.locator(".card .copy").first).to_have_text("Copied")
    signature = page.evaluate("navigator.clipboard.readText()")
    assert signature.startswith("bleu:order=4,tokenizer=13a,lowercase=yes")
    with page.expect_response("**/api/score") as answer:
        page.get_by_label("Metric and settings of score 1").fill(signature)
    assert answer.value.ok
    expect(number(page)).to_have_text("46.71")


@pytest.mark.parametrize(
    "metric", ["bleu", "nist", "wer", "ter", "chrf", "meteor", "hlepor", "rougeL", "cider", "ribes"]
)
def test_texts_that_look_like_html_are_shown_as_text(page, server, metric):
    link = urllib.parse.urlencode([("h", NASTY), ("r", NASTY), ("r", f"{NASTY} more"), ("m", metric), ("m", NASTY)])
    page.goto(f"{server.root}/#{link}")
    expect(page.get_by_role("textbox", name="Hypothesis")).to_have_value(NASTY)
    expect(page.locator("#explanation h2")).to_be_visible()
    expect(page.locator(".card .problem").nth(1)).to_be_visible()
    assert page.locator("main script, main img, main b, #explanation a").count() == 0
    assert "alert" in page.locator("main").inner_text()


def test_text_runs_in_its_own_direction(page):
    page.get_by_role("button", name="جلست القطة").click()
    area = page.get_by_role("textbox", name="Hypothesis")
    assert area.evaluate("area => getComputedStyle(area).direction") == "rtl"
    assert area.evaluate("area => area.matches(':dir(rtl)')")


def test_it_can_be_used_with_the_keyboard_alone(page):
    page.locator("body").click(position={"x": 2, "y": 2})
    seen = []
    for _ in range(40):
        page.keyboard.press("Tab")
        seen.append(page.evaluate("document.activeElement.id || document.activeElement.className"))
    assert {"tab-sentence", "hypothesis", "reference-0", "add-reference", "pick", "spec", "metric"} <= set(seen)
    page.get_by_role("tab", name="A sentence").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("tab", name="Files")).to_be_focused()
    expect(page.get_by_text("Drop files here")).to_be_visible()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "choose"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_keeps_people_out(page, scheme):
    page.emulate_media(color_scheme=scheme)
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (sum(map(int, re.findall(r"\d+", ground))) > 380) == (scheme == "light")
    assert serious(page) == []
    page.get_by_label("Metric and settings of score 1").fill("bleu:order=zero")
    expect(page.locator(".card .problem").first).to_be_visible()
    assert serious(page) == []
    page.get_by_role("tab", name="Files").click()
    page.evaluate(DROP, ["#drop", [["A.txt", "a\n"], ["ref.txt", "b\n"]]])
    expect(page.locator("#listed tr")).to_have_count(2)
    assert serious(page) == []


@pytest.mark.parametrize("width", [320, 420, 800])
def test_it_fits_a_narrow_window(page, width):
    page.set_viewport_size({"width": width, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_with_a_token_the_printed_address_opens_the_page(browser):
    with playground("--host", "0.0.0.0") as server:
        page = browser.new_page()
        assert page.goto(f"http://127.0.0.1:{server.port}/").status == 401
        page.goto(f"http://127.0.0.1:{server.port}/?{server.address.partition('?')[2]}")
        expect(number(page)).to_have_text("46.71")
        assert "token" not in page.url
        assert page.evaluate("document.cookie") == ""
        page.close()


# --- Files ----------------------------------------------------------------------------------------------------------


def test_files_that_are_dropped_become_a_report(page, root):
    page.get_by_role("tab", name="Files").click()
    names = ["strong.en", "weak.en", "reference1.en", "source.fr"]
    files = [[name, (root / "examples" / name).read_text(encoding="utf-8")] for name in names]
    page.evaluate(DROP, ["#drop", files])
    expect(page.locator("#listed tr")).to_have_count(4)
    kinds = [page.get_by_label(f"What {name} is").input_value() for name in names]
    assert kinds == ["system", "system", "reference", "source"]
    page.get_by_role("button", name="Make the report").click()
    frame = page.frame_locator("#report-frame")
    expect(frame.get_by_text("strong.en").first).to_be_visible(timeout=60_000)
    expect(frame.get_by_text("56.36").first).to_be_visible()  # as on the README's page, which is sacrebleu's
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save").click()
    assert "weak.en" in Path(saved.value.path()).read_text(encoding="utf-8")
    with page.context.expect_page() as opened:
        page.get_by_role("link", name="Open in its own tab").click()
    expect(opened.value.get_by_text("weak.en").first).to_be_visible()


def test_two_files_are_enough_and_their_names_are_only_text(page):
    page.get_by_role("tab", name="Files").click()
    name = "<img src=x onerror=alert(1)>.txt"
    page.evaluate(DROP, ["#drop", [[name, f"{NASTY}\na cat\n"], ["b.txt", f"{NASTY} more\na cat sat\n"]]])
    expect(page.get_by_role("rowheader", name=name)).to_be_visible()
    assert page.get_by_label("What b.txt is").input_value() == "reference"
    page.get_by_role("button", name="Make the report").click()
    frame = page.frame_locator("#report-frame")
    expect(frame.get_by_text(name).first).to_be_visible(timeout=60_000)
    assert frame.locator("img[src=x], script:text('alert(1)')").count() == 0


def test_files_that_do_not_fit_are_refused_in_the_words_of_the_command_line(page):
    page.get_by_role("tab", name="Files").click()
    page.get_by_label("Choose files").set_input_files(
        [
            {"name": "A.txt", "mimeType": "text/plain", "buffer": b"one\ntwo\n"},
            {"name": "ref.txt", "mimeType": "text/plain", "buffer": b"one\n"},
        ]
    )
    page.get_by_role("button", name="Make the report").click()
    expect(page.locator("#files-problem")).to_contain_text("A.txt has 2 segments but reference 1 has 1")
    page.get_by_label("Choose files").set_input_files(
        {"name": "B.txt", "mimeType": "text/plain", "buffer": "é".encode("latin-1")}
    )
    expect(page.locator("#files-problem")).to_contain_text(
        "B.txt:1: byte 1 of the line is 0xe9, which is not valid UTF-8"
    )


def test_nothing_happens_to_files_without_a_word(page):
    page.get_by_role("tab", name="Files").click()
    page.evaluate(DROP, ["#drop", [["A.txt", "\ufeffa cat\n"], ["ref.txt", "a dog\n"]]])
    expect(page.locator("#files-problem")).to_contain_text("A.txt begins with a byte order mark")
    page.evaluate(DROP, ["#drop", [["ref.txt", "a cat\n"]]])
    expect(page.locator("#files-problem")).to_have_text("ref.txt takes the place of the file of that name")
    expect(page.locator("#listed tr")).to_have_count(2)
    page.get_by_role("button", name="Make the report").click()
    expect(page.locator("#report-frame")).to_be_visible()


def test_a_report_is_a_stranger_to_the_playground(page, server):
    """Its page may run its own script, but sees neither the API nor the page around it."""
    page.get_by_role("tab", name="Files").click()
    page.evaluate(DROP, ["#drop", [["A.txt", "a cat\n"], ["ref.txt", "a cat\n"]]])
    expect(page.locator("#listed tr")).to_have_count(2)
    page.get_by_role("button", name="Make the report").click()
    report = page.frame_locator("#report-frame").locator("h1")
    expect(report).to_be_visible(timeout=60_000)  # before that, the frame is still an empty page
    assert report.evaluate("() => origin") == "null"
    assert page.evaluate("document.getElementById('report-frame').contentDocument") is None
