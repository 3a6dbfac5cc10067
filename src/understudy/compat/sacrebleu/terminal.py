"""Colors of a terminal, and the log."""

from __future__ import annotations

import logging

sacrelogger = logging.getLogger("sacrebleu")

COLORS = {
    name: f"\x1b[{30 + place}m" for place, name in enumerate("BLACK RED GREEN YELLOW BLUE MAGENTA CYAN WHITE".split())
}


class Color:
    """Texts in color, if colors are enabled."""

    ENABLE_COLORS = True

    @staticmethod
    def format(msg: str, color: str) -> str:
        """Color a text."""
        start = COLORS.get(color.upper())
        return f"{start}{msg}\x1b[0m" if start and Color.ENABLE_COLORS else msg
