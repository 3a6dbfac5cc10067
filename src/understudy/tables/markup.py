"""HTML that can't be broken by what people write: text becomes markup in one place, which escapes it."""

from __future__ import annotations

import html

from understudy.tables.glyphs import visible


class Markup(str):
    """HTML that was made here; everything else is text, and is escaped when it gets into an element."""

    __slots__ = ()

    def __html__(self) -> str:
        """Tell templates that this is escaped already."""
        return str(self)


def element(tag: str, *children: str, **attributes: str | None) -> Markup:
    """Make an element of markup and text; `class_` is written as class, `data_x` as data-x, None is left out.

    >>> element("p", "1 < 2, ", element("b", "so it is"), class_="note")
    '<p class="note">1 &lt; 2, <b>so it is</b></p>'
    """
    listed = "".join(
        f' {name.rstrip("_").replace("_", "-")}="{escaped(value)}"'
        for name, value in attributes.items()
        if value is not None
    )
    return Markup(f"<{tag}{listed}>{''.join(map(escaped, children))}</{tag}>")


def escaped(text: str) -> Markup:
    r"""Make markup of text: as it is read, with controls and marks of direction written as Python writes them.

    >>> escaped('<i>"\x00')
    '&lt;i&gt;&quot;\\x00'
    """
    return text if isinstance(text, Markup) else Markup(html.escape(visible(text)))
