"""The texts of the page: every one that is used exists, every one is used, and all languages have the same ones."""

import re

import pytest

import understudy as us
from understudy.report.messages import FOLDER, LANGUAGES, read_messages

REPORT = FOLDER.parent
SOURCES = [*REPORT.glob("*.py"), *REPORT.glob("templates/*.html"), *REPORT.glob("templates/*.js")]
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
