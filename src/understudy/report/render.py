"""From the content of a report to its page: templates that escape every value, and a policy that allows no more."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from understudy.metrics import about
from understudy.metrics.shared.human_scale import SOURCES
from understudy.report.content import Content
from understudy.report.messages import Messages, read_messages
from understudy.report.notices import write
from understudy.report.numbers import interval, p_value, signed, typeset
from understudy.report.result import OPENING
from understudy.report.sections import Sections
from understudy.tables.glyphs import visible
from understudy.tables.markup import Markup, element, escaped

FOLDER = Path(__file__).parent / "templates"
SCRIPTS = ("page.js", "plots.js", "diff.js", "pair.js", "segment.js", "segments.js")
# In JSON these can stand for themselves only within strings, so their escapes mean the same.
UNSAFE = {ord(character): f"\\u{ord(character):04x}" for character in "<>&\u2028\u2029"}

# Hebrew, Arabic, Syriac and others, and the forms of their letters; names of one script may have blanks and digits.
RIGHT_TO_LEFT = "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]"


def render(content: Content) -> str:
    """Write the page.

    >>> import understudy as us
    >>> page = us.make_report({"<b>": ["a cat", "a dog"]}, ["a cat", "a cow"], trials=99).html()
    >>> "<b>" in page, "&lt;b&gt;" in page
    (False, True)
    """
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(FOLDER),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {
        "shown": shown, "sentence": sentence, "breakable": breakable, "parted": parted,
        "signed": signed, "interval": interval, "p_value": p_value, "typeset": typeset,
    }  # fmt: skip
    messages = read_messages(content.ui_lang)
    sections = Sections(content, messages)
    page: str = environment.get_template("report.html").render(
        content=content, sections=sections, t=messages, m=messages.markup,
        style=_style(), script=_script(), policy=policy(),
        data=OPENING + embedded(content.to_dict()) + "</script>", bibliography=_bibliography(content),
        messages=embedded(_for_script(messages)), exports=lambda: embedded(sections.exports),
        notice=lambda said: write(said, messages),
    )  # fmt: skip
    return page


def policy() -> str:
    """What a page may do: use its own style and script, and reach nothing.

    >>> policy().partition(";")[0]
    "default-src 'none'"
    """
    return (
        f"default-src 'none'; script-src '{_hash(_script())}'; style-src '{_hash(_style())}';"
        " base-uri 'none'; form-action 'none'"
    )


def embedded(value: Any) -> str:
    r"""Write JSON that can't end the element it stands in.

    >>> embedded({"text": "</script>"})
    '{"text":"\\u003c/script\\u003e"}'
    """
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":")).translate(UNSAFE)
    # A name of a file that is no valid text has lone surrogates, which can't be written otherwise.
    return "".join(f"\\u{ord(c):04x}" if "\ud800" <= c <= "\udfff" else c for c in text) if _odd(text) else text


def _odd(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return True
    return False


def shown(text: object) -> str:
    r"""Write a name so that nothing in it turns or breaks the line.

    >>> shown("a\u202eb")
    'a\\u202eb'
    """
    return visible(str(text)).encode("utf-8", "backslashreplace").decode()


def sentence(text: str) -> Markup:
    """Write a sentence of ours so that a name in it that runs from right to left doesn't turn the rest.

    >>> sentence("قط: 5 of 20")
    '<bdi>قط</bdi>: 5 of 20'
    """
    pieces = re.split(f"({RIGHT_TO_LEFT}(?:[^A-Za-z]*{RIGHT_TO_LEFT})?)", shown(text))
    return Markup("".join(element("bdi", piece) if place % 2 else escaped(piece) for place, piece in enumerate(pieces)))


def breakable(signature: str) -> Markup:
    """Write a signature so that it breaks between settings, never within a word.

    >>> breakable("bleu:order=4,tokenizer=13a")
    'bleu:<wbr>order=4,<wbr>tokenizer=13a'
    """
    return Markup(re.sub(r"([,:|])", r"\1<wbr>", escaped(signature)))


def parted(name: str) -> Markup:
    """Write a name so that a narrow column breaks it between its pieces first.

    >>> parted("NLLB_Greedy")
    'NLLB_<wbr>Greedy'
    """
    return Markup(re.sub(r"([-_./])(?=.)", r"\1<wbr>", escaped(shown(name))))


@cache
def _style() -> str:
    return (FOLDER / "style.css").read_text(encoding="utf-8")


@cache
def _script() -> str:
    return "\n".join((FOLDER / name).read_text(encoding="utf-8") for name in SCRIPTS)


def _hash(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


def _for_script(messages: Messages) -> dict[str, str]:
    """The texts that the script may need: notices and terms are in the page already."""
    return {key: text for key, text in messages.texts.items() if not key.startswith(("finding.", "notice.", "term."))}


def _bibliography(content: Content) -> str:
    """The entries to cite: this program, the metrics and the tests."""
    entries = (FOLDER / "citations.bib").read_text(encoding="utf-8").split("\n\n")
    own = {title.removeprefix("% "): entry.strip() for title, _, entry in (each.partition("\n") for each in entries)}
    cited = [own["understudy"].replace("VERSION", content.understudy)]
    cited += [about(each.kind).citation for each in content.metrics]
    tests = ["randomization", "bootstrap", "holm"] if content.against else ["bootstrap"]
    cited += [own[key] for key in [*tests, *(["phrases"] if content.pairs else [])]]
    names = {name for each in content.against.values() for name in each.verdict.sources}
    cited += [source.citation for source in SOURCES if source.name in names]
    return "\n\n".join(dict.fromkeys(filter(None, cited)))
