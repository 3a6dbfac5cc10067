"""The texts of the page: every one that is used exists, every one is used, and all languages have the same ones."""

import re
from dataclasses import replace

import pytest
from planted_faults import CORPUS_FAULTS, TEXT_FAULTS, generated, shuffled, tokenize

import understudy as us
from understudy.metrics import about
from understudy.report.checks import of_finding
from understudy.report.messages import FOLDER, LANGUAGES, read_messages
from understudy.report.notices import write
from understudy.report.sections import Sections

REPORT = FOLDER.parent
SOURCES = [
    *REPORT.glob("*.py"),
    FOLDER / "__init__.py",
    *REPORT.glob("templates/*.html"),
    *REPORT.glob("templates/*.js"),
]
DATA = {"direction"}
CALL = re.compile(r"""(?:\b[tm]|self\.t|\bside)\(""")
KEY = re.compile(r"""["'`]([a-z_]+(?:\.[a-z_]+)*\.?)""")


def used():
    """The keys that are written out, and the beginnings of those that are put together."""
    texts = "\n".join(file.read_text(encoding="utf-8") for file in SOURCES)
    whole, begun = set(), set()
    for match in CALL.finditer(texts):
        call = texts[match.end() : match.end() + 160].split("\n\n")[0]
        for key in KEY.findall(call):
            (begun if key.endswith(".") else whole).add(key)
    begun |= set(re.findall(r"""[\[(][f]?["'`]([a-z]+\.)(?:["'`]|\{|\$)""", texts))
    whole |= set(re.findall(r"""["'](notice\.[a-z_]+)["']""", texts))
    begun |= set(re.findall(r"""f["']([a-z]+\.[a-z_]*)\{""", texts))
    return whole, begun


def test_every_key_is_used():
    whole, begun = used()
    keys = set(read_messages("en").texts) - DATA
    assert {key for key in keys if key not in whole and not any(key.startswith(each) for each in begun)} == set()


def test_every_key_that_a_template_names_exists():
    keys = set(read_messages("en").texts)
    named = set()
    for file in SOURCES:
        text = file.read_text(encoding="utf-8")
        named |= set(re.findall(r"""(?:\bt|\bm|self\.t)\(\s*["']([a-z_]+(?:\.[a-z_]+)*)["']\s*[,)]""", text))
    assert len(named) > 100
    assert named - keys == set()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_language_is_complete(lang):
    ours, english = read_messages(lang).texts, read_messages("en").texts
    assert list(ours) == list(english)
    for key, text in english.items():
        assert set(re.findall(r"\{\w+\}", ours[key])) == set(re.findall(r"\{\w+\}", text)), key
        assert ours[key].strip() != "", key
    assert ours["direction"] in ("ltr", "rtl")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_speaks_the_language(lang):
    refs = ["a cat sat", "a dog"]
    report = us.make_report({"A": refs, "B": ["a cat", "a cow"]}, refs, trials=9, resamples=9, ui_lang=lang)
    page = report.html()
    texts = read_messages(lang).texts
    assert f'<html lang="{lang}" dir="{texts["direction"]}">' in page
    assert f'<h2 id="method-title">{texts["nav.method"]}</h2>' in page
    assert f'<h2 id="method-title">{read_messages("en")("nav.method")}</h2>' in report.html("en")


def faulty_corpora():
    for name, (_, langs, do) in TEXT_FAULTS.items():
        corpus = generated(langs[0])
        yield name, replace(corpus, hyps=[do(text) for text in corpus.hyps])
    for name, (_, langs, do) in CORPUS_FAULTS.items():
        yield name, do(generated(langs[0]))
    corpus = generated("en")
    yield "another order", replace(corpus, hyps=shuffled(corpus.hyps))
    split, theirs = ([tokenize(text) for text in texts] for texts in (corpus.hyps, corpus.refs))
    yield "tokenized on both sides", replace(corpus, hyps=split, references=[theirs])
    other = generated("en", seed=7)
    yield "another test set", replace(corpus, references=other.references)


def test_every_finding_of_the_checks_can_be_said_in_every_language():
    said = set()
    for name, corpus in faulty_corpora():
        for finding in us.check(
            {"A": corpus.hyps}, corpus.given, corpus.source, metrics=corpus.metric, lang=corpus.use_lang
        ):
            notice = of_finding(finding)
            said.add(notice.key)
            pages = {lang: str(write(notice, read_messages(lang))) for lang in LANGUAGES}
            assert len(set(pages.values())) == len(LANGUAGES), name
    keys = {key for key in read_messages("en").texts if key.startswith("finding.")}
    assert keys - said <= {"finding.order", "finding.unrelated"}
    assert said <= keys


@pytest.mark.parametrize("lang", sorted(set(LANGUAGES) - {"en"}))
def test_parts_and_methods_are_said_in_the_language(lang):
    refs = [f"a cat sat on mat {n}" for n in range(9)]
    metrics = ["bleu", "nist", "wer", "meteor", "hlepor", "chrf", "ter"]
    report = us.make_report(
        {"A": refs, "B": [ref.replace("sat", "lay") for ref in refs]}, refs, metrics=metrics, trials=9, resamples=9
    )
    sections = Sections(report.content, read_messages(lang))
    english = {key.removeprefix("term.") for key in read_messages("en").texts if key.startswith("term.")}
    for place, metric in enumerate(report.content.metrics):
        shown = [*sections.anatomy(place)]
        assert shown
        captions = {each.shown.caption.removeprefix(f"{metric.title}: ") for each in shown}
        labels = {label for each in shown for label in each.labels}
        same = {read_messages(lang).term(word) for word in english} & english  # a word of several languages
        assert (captions | labels) & english <= same
        assert about(metric.kind).rewards in english
    assert read_messages(lang)("method.verdict", alpha="0.05") in sections.tables.method("A")


def test_an_arabic_sentence_keeps_its_order_around_names_and_numbers():
    refs = [f"a cat sat on mat {n}" for n in range(9)]
    report = us.make_report({"A": refs, "B": refs[::-1]}, refs, metrics="bleu", trials=9, resamples=9, ui_lang="ar")
    page = report.html()
    method = page[page.index('id="method-title"') :]
    expected = read_messages("ar").markup("method.verdict", alpha="0.05")
    assert f"<li>{expected}</li>" in method  # values are isolated, not the Arabic words
    assert '<p lang="en" dir="ltr">' in method  # what is English runs from left to right
