"""Segments of the report in a real Chromium: found, walked through, compared word by word."""

import re

from report_pages import SYSTEMS, numbers

import understudy as us


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
