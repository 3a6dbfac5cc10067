"""The playground's forms in a real browser: settings, metrics, languages, files of any format, small screens."""

import itertools
import json
import re
import urllib.parse
from pathlib import Path

import pytest
from playground import BETTER, REFERENCES
from playground_page import DROP, number, serious
from playwright.sync_api import expect

FORMATS = Path(__file__).parents[1] / "data" / "formats"


def link(server, *metrics, hypothesis=BETTER, references=REFERENCES) -> str:
    state = [("h", hypothesis), *(("r", each) for each in references), *(("m", each) for each in metrics)]
    return f"{server.root}/#{urllib.parse.urlencode(state)}"


# --- Metrics ----------------------------------------------------------------------------------------------------------


def test_settings_are_a_form_with_explanations_that_can_be_reset(page):
    card = page.locator(".card").first
    card.locator("summary").click()
    expect(card.get_by_text("the longest n-gram, 4.")).to_be_visible()
    expect(card.get_by_label("lowercase")).to_have_value("yes")
    card.get_by_label("order", exact=True).fill("1")
    expect(card.locator(".spec")).to_have_value("bleu:lowercase=yes,order=1")
    expect(number(page)).to_have_text("71.43")  # 5/7
    card.get_by_label("lowercase").select_option("default: no")
    expect(card.locator(".spec")).to_have_value("bleu:order=1")
    card.get_by_role("button", name="Reset to the defaults").click()
    expect(card.locator(".spec")).to_have_value("bleu")
    expect(card.get_by_label("order", exact=True)).to_have_value("")
    expect(card.get_by_role("button", name="Reset to the defaults")).to_be_hidden()


def test_a_metric_is_described_and_its_paper_linked(page):
    card = page.locator(".card").first
    card.locator("summary").click()
    expect(card.locator(".measures")).to_contain_text("How many of the n-grams of the hypothesis")
    paper = card.get_by_role("link", name="BLEU: a Method for Automatic Evaluation of Machine Translation")
    expect(paper).to_have_attribute("rel", "noopener noreferrer")
    assert paper.get_attribute("href").startswith("https://")


def test_no_setting_that_names_a_file_is_offered(page, server):
    page.goto(link(server, "meteor"))
    card = page.locator(".card").first
    card.locator("summary").click()
    expect(card.get_by_label("alpha")).to_be_visible()
    expect(card.get_by_label("paraphrase")).to_have_count(0)


def test_only_metrics_that_are_not_shown_are_offered(page):
    offered = page.get_by_label("Add a metric")
    expect(offered).to_have_value("nist")
    assert not {"bleu", "chrf", "ter", "meteor"} & {
        each.get_attribute("value") for each in offered.locator("option").all()
    }
    for _ in range(2):
        page.get_by_role("button", name="Add", exact=True).click()
    expect(page.locator(".card .title")).to_have_text(["BLEU", "chrF", "TER", "METEOR", "NIST", "WER"])
    page.get_by_role("button", name="Remove NIST").click()
    expect(offered).to_have_value("nist")


def test_a_misspelled_metric_is_told_in_the_words_of_the_command_line(page):
    page.get_by_label("Metric and settings of score 1").fill("blue")
    problem = page.locator(".card .problem").first
    expect(problem).to_contain_text("unknown metric 'blue'")
    expect(problem).to_contain_text("did you mean 'bleu'?")
    assert "^" not in problem.inner_text()


def test_a_card_says_why_a_single_sentence_scores_nothing(page, server):
    page.goto(link(server, "ciderD"))
    expect(number(page)).to_have_text("0.00")
    expect(page.locator(".card .alone")).to_contain_text("0 for one segment alone")


def test_languages_can_be_chosen_or_typed(page, server):
    page.goto(link(server, "bleu", hypothesis="猫坐在垫子上。", references=["这只猫坐在垫子上。"]))
    assert page.locator("#languages option[value=zh]").text_content() == "Chinese"
    expect(number(page)).to_have_text("0.00")  # one word without spaces
    page.get_by_label("Language").first.fill("zh")
    expect(number(page)).not_to_have_text("0.00")
    page.get_by_label("Language").first.fill("pt-BR")
    expect(page.locator(".card .problem")).to_be_hidden()


# --- Texts and explanations -------------------------------------------------------------------------------------------


def test_a_reference_counts_only_when_something_is_typed(page):
    expect(number(page, 2)).to_have_text("30.77")
    page.get_by_role("button", name="+ Reference").click()
    with page.expect_request("**/api/score") as asked:
        page.get_by_role("textbox", name="Hypothesis").press("End")
        page.get_by_role("textbox", name="Hypothesis").type(" ")
    assert json.loads(asked.value.post_data)["references"] == [REFERENCES]
    expect(number(page, 2)).to_have_text("30.77")
    page.get_by_label("Reference 3", exact=True).fill(BETTER)
    expect(number(page, 2)).to_have_text("0.00")


def test_the_explanation_does_not_wait_for_the_scores(page):
    page.route("**/api/score", lambda route: None)  # never answered
    with page.expect_request("**/api/score"):
        page.locator(".pick").nth(2).click()
    expect(page.locator("#explanation h2")).to_contain_text("TER")
    assert page.evaluate("document.body.classList.contains('asking')")
    expect(page.locator("#explanation")).to_have_attribute("aria-busy", "true")


@pytest.mark.parametrize("metric", ["wer", "ter"])
def test_an_alignment_has_labels_and_a_legend(page, server, metric):
    page.goto(link(server, metric))
    expect(page.locator(".us-sides")).to_have_text(re.compile("REF.*HYP"))
    expect(page.get_by_text("S substitution, D deletion, I insertion")).to_be_visible()
    assert page.locator(".us-step line").first.bounding_box()["height"] > 5


def test_lines_end_at_the_words_that_they_link(page, server):
    page.goto(link(server, "meteor"))
    drawing = page.locator(".us-drawing")
    expect(drawing).to_be_visible()
    lines = drawing.locator("line").evaluate_all(
        "lines => lines.map(line => [line.x1, line.x2].map(x => x.baseVal.value))"
    )
    boxes = drawing.locator(".us-tied").evaluate_all(
        "words => words.map(word => { const box = word.getBBox(); return [box.x, box.x + box.width, box.y] })"
    )
    assert len(lines) == 5
    for above, below in lines:
        assert any(left < above < right and y < 40 for left, right, y in boxes)
        assert any(left < below < right and y > 40 for left, right, y in boxes)
    for y_limit in (lambda y: y < 40, lambda y: y > 40):  # words do not overlap
        row = sorted((left, right) for left, right, y in boxes if y_limit(y))
        assert all(first[1] < second[0] for first, second in itertools.pairwise(row))


def test_formulas_are_drawn_as_formulas(page):
    fraction = page.locator(".us-formula mfrac").first
    above, below = (fraction.locator("> *").nth(i).bounding_box() for i in (0, 1))
    assert above["y"] + above["height"] <= below["y"] + 1


def test_the_signature_is_folded(page):
    whole = page.locator(".us-signature > code")
    expect(whole).to_be_hidden()
    page.locator(".us-signature summary").click()
    expect(whole).to_contain_text("smoothing=exp")


def test_heads_of_numbers_stand_over_their_numbers(page):
    table = page.locator(".us-table", has_text="2-grams").first
    head = table.locator("th", has_text="Count clip").bounding_box()
    cell = table.locator("tbody tr").first.locator("td").last.bounding_box()
    assert table.locator("th", has_text="Count clip").evaluate("th => getComputedStyle(th).textAlign") == "end"
    assert abs(head["x"] + head["width"] - cell["x"] - cell["width"]) < 1


# --- A small screen ---------------------------------------------------------------------------------------------------


WIDE = "[...document.querySelectorAll('.us-scroll')].filter(each => each.scrollWidth > each.clientWidth)"


@pytest.mark.parametrize(
    ("metric", "scheme"),
    [("bleu", "light"), ("meteor", "dark"), ("lepor", "light"), ("wer", "dark"), ("nist", "light")],
)
def test_on_a_phone_nothing_is_cut_and_wide_tables_can_be_scrolled(page, server, metric, scheme):
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": 400, "height": 800})
    page.goto(link(server, metric))
    expect(page.locator("#explanation h2")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 400
    heights = page.locator(".us-table tbody td").evaluate_all("cells => cells.map(cell => cell.clientHeight)")
    assert max(heights) < 40  # one line each
    captions = page.locator(".us-table caption").evaluate_all(
        "captions => captions.map(each => each.getBoundingClientRect().right)"
    )
    assert max(captions, default=0) <= 400
    # The page looks which tables are wide once they are laid out, which may be after the heading is seen.
    page.wait_for_function(f"() => {WIDE}.every(each => each.tabIndex === 0)")
    wide = page.evaluate(f"{WIDE}.length")
    if metric in ("meteor", "lepor", "nist"):
        assert wide
    assert serious(page) == []


# --- Files ------------------------------------------------------------------------------------------------------------


def drop(page, *names: str) -> None:
    page.get_by_role("tab", name="Files").click()
    page.get_by_label("Choose files").set_input_files([FORMATS / name for name in names])


def role(page, label: str):
    return page.get_by_label(f"What {label} is", exact=True)


def test_a_table_is_read_with_its_roles_and_becomes_a_report(page):
    drop(page, "all.tsv")
    expect(page.locator("#listed tr")).to_have_count(6)
    expect(role(page, "hyp_a of all.tsv")).to_have_value("system")
    expect(role(page, "ref_2 of all.tsv")).to_have_value("reference")
    expect(role(page, "source of all.tsv")).to_have_value("source")
    role(page, "domain of all.tsv").select_option("documents")
    page.get_by_label("Name of hyp_b of all.tsv").fill("Better <b>")
    page.get_by_label("Baseline").select_option("Better <b>")
    page.get_by_label("Title").fill("Cats & dogs")
    page.get_by_label("Language").last.fill("en")
    with page.expect_request("**/api/report") as asked:
        page.get_by_role("button", name="Make the report").click()
    body = json.loads(asked.value.post_data)
    assert (body["baseline"], body["lang"], list(body["systems"])) == ("Better <b>", "en", ["hyp_a", "Better <b>"])
    assert len(body["references"]) == 2
    assert len(body["documents"]) == len(body["source"]) == 4
    frame = page.frame_locator("#report-frame")
    expect(frame.get_by_role("heading", name="Cats & dogs")).to_be_visible()
    expect(frame.get_by_text("Better <b>").first).to_be_visible()


@pytest.mark.parametrize(
    ("names", "systems"),
    [
        (["a.tmx", "ref.tmx"], ["a.tmx"]),
        (["a.xlf", "ref.xlf"], ["a.xlf"]),
        (["systems.sgm", "references.sgm", "source.sgm"], ["A", "B"]),
        (["all.csv"], ["hyp_a", "hyp_b"]),
        (["all.jsonl"], ["hyp_a", "hyp_b"]),
        (["all.xml"], ["A", "B"]),
    ],
    ids=lambda value: value[0],
)
def test_files_of_other_formats_become_a_report_too(page, names, systems):
    drop(page, *names)
    expect(page.locator("#chosen")).to_be_visible()
    expect(page.locator("#progress")).to_be_hidden()
    with page.expect_response("**/api/report") as answer:
        page.get_by_role("button", name="Make the report").click()
    assert answer.value.ok, answer.value.text()
    assert list(json.loads(answer.value.request.post_data)["systems"]) == systems
    expect(page.frame_locator("#report-frame").get_by_text(systems[0]).first).to_be_visible()


def test_segments_of_files_are_put_side_by_side_by_their_ids(page):
    page.get_by_role("tab", name="Files").click()
    first, second = "id\thyp\n1\tone\n2\ttwo\n", "id\tref\n2\ttwo\n1\tone\n"
    page.evaluate(DROP, ["#drop", [["a.tsv", first], ["b.tsv", second]]])
    expect(page.locator("#listed tr")).to_have_count(2)
    with page.expect_request("**/api/report") as asked:
        page.get_by_role("button", name="Make the report").click()
    assert json.loads(asked.value.post_data)["references"] == [["one", "two"]]
    expect(page.locator("#report-frame")).to_be_visible()
    page.evaluate(DROP, ["#drop", [["b.tsv", "id\tref\n2\ttwo\n3\tone\n"]]])
    expect(page.locator("#files-problem")).to_contain_text("takes the place")
    page.get_by_role("button", name="Make the report").click()
    expect(page.locator("#files-problem")).to_have_text(
        "segment “1” of a.tsv is not in b.tsv; every segment must be in all files"
    )


def test_a_wrong_guess_can_be_corrected(page):
    page.get_by_role("tab", name="Files").click()
    page.evaluate(DROP, ["#drop", [["x.txt", "a cat\n"], ["y.txt", "a dog\n"], ["z.txt", "un chat\n"]]])
    expect(page.locator("#listed tr")).to_have_count(3)
    expect(role(page, "z.txt")).to_have_value("reference")
    role(page, "z.txt").select_option("source")
    page.get_by_role("button", name="Make the report").click()
    expect(page.locator("#files-problem")).to_have_text("no text is a reference; choose what each text is")
    role(page, "y.txt").select_option("reference")
    with page.expect_request("**/api/report") as asked:
        page.get_by_role("button", name="Make the report").click()
    body = json.loads(asked.value.post_data)
    assert (body["systems"], body["references"], body["source"]) == ({"x.txt": ["a cat"]}, [["a dog"]], ["un chat"])
    expect(page.locator("#report-frame")).to_be_visible()


def test_work_on_files_is_seen_while_it_lasts(page):
    drop(page, "all.tsv")
    expect(page.locator("#listed tr")).to_have_count(6)
    held = []
    page.route("**/api/report", lambda route: held.append(route))
    page.get_by_role("button", name="Make the report").click()
    expect(page.locator("#progress")).to_contain_text("Scoring and comparing")
    expect(page.get_by_role("progressbar")).to_be_visible()
    held[0].continue_()
    expect(page.locator("#report-frame")).to_be_visible()
    expect(page.locator("#progress")).to_be_hidden()


def test_signs_of_mistakes_stand_above_the_scores(page):
    page.get_by_role("tab", name="Files").click()
    references = [f"Sentence {n} is about cats and dogs." for n in range(40)]
    tagged = "".join(f"<p>Sentence {n} is about cats.</p>\n" for n in range(40))
    page.evaluate(DROP, ["#drop", [["A.txt", tagged], ["ref.txt", "\n".join(references)]]])
    expect(page.locator("#listed tr")).to_have_count(2)
    page.get_by_role("button", name="Make the report").click()
    finding = page.locator("#finding-list li")
    expect(finding).to_have_count(1)
    expect(finding).to_contain_text("40 of 40 segments")
    expect(finding.locator(".example")).to_contain_text("<p>Sentence")
    expect(page.locator("#report-frame")).to_be_visible()
    assert page.locator("#findings").bounding_box()["y"] < page.locator("#report").bounding_box()["y"]
    expect(page.locator("#files-problem")).to_be_hidden()
    assert serious(page) == []


def test_the_forms_keep_nobody_out(page):
    page.locator(".card summary").first.click()
    expect(page.locator(".setting").first).to_be_visible()
    assert serious(page) == []
    drop(page, "all.tsv")
    expect(page.locator("#listed tr")).to_have_count(6)
    assert serious(page) == []
    page.set_viewport_size({"width": 400, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= 400
    assert serious(page) == []


def test_scores_from_outside_stand_in_the_report(page):
    page.get_by_role("tab", name="Files").click()
    lines = "".join(f"number {n} is good\n" for n in range(4))
    page.evaluate(DROP, ["#drop", [["a.txt", lines], ["ref.txt", lines], ["comet.txt", "0.5\n0.6\n0.7\n0.8\n"]]])
    expect(page.locator("#listed tr")).to_have_count(3)
    expect(role(page, "comet.txt")).to_have_value("scores")
    page.get_by_label("Name of comet.txt").fill("comet:model=wmt22-comet-da,scale=100")
    page.get_by_role("button", name="Make the report").click()
    frame = page.frame_locator("#report-frame")
    expect(frame.get_by_text("external(comet:model=wmt22-comet-da,scale=100)").first).to_be_attached(timeout=60_000)
    expect(frame.get_by_text("65.00").first).to_be_attached()
