"""The texts of the page by key, one file for each language of the interface; another language is one more file."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from understudy.errors import choose
from understudy.tables.markup import Markup, element, escaped

FOLDER = Path(__file__).parent
LANGUAGES = tuple(sorted(file.stem for file in FOLDER.glob("*.json")))


@dataclass(frozen=True)
class Messages:
    """All texts in one language, with placeholders in braces.

    >>> messages = Messages("en", {"greeting": "Hello, {name}"})
    >>> messages("greeting", name="A & B"), messages.markup("greeting", name="A & B")
    ('Hello, A & B', 'Hello, <bdi>A &amp; B</bdi>')
    """

    lang: str
    texts: Mapping[str, str]

    def __call__(self, key: str, **values: object) -> str:
        """Give a text with its placeholders filled in."""
        return self.texts[key].format(**values)

    def term(self, text: str) -> str:
        """Translate a word or phrase of a metric's own, such as the name of a part; else it stays as it is.

        >>> read_messages("de").term("precision"), read_messages("de").term("of another package")
        ('Präzision', 'of another package')
        """
        return self.texts.get(f"term.{text}", text)

    def markup(self, key: str, **values: object) -> Markup:
        """Give a text as HTML: each value is isolated, so that a name of another direction doesn't turn the rest."""
        isolated = {
            name: value if isinstance(value, Markup) else element("bdi", str(value)) for name, value in values.items()
        }
        return Markup(escaped(self.texts[key]).format(**isolated))


def check_language(lang: str) -> None:
    """Refuse a language for which there are no texts.

    >>> check_language("en")
    """
    choose("ui_lang", lang, LANGUAGES)


@cache
def read_messages(lang: str) -> Messages:
    """Read the texts of a language.

    >>> read_messages("en")("nav.method")
    'Method'
    """
    check_language(lang)
    return Messages(lang, json.loads((FOLDER / f"{lang}.json").read_text(encoding="utf-8")))
