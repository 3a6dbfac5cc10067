"""SPICE is not offered: it needs a parser of scenes that exists in Java only."""

from __future__ import annotations

from typing import NoReturn

from understudy.errors import SettingError

__all__ = ["Spice"]

REASON = "SPICE is not offered: it parses captions with Stanford CoreNLP, in Java; ask pycocoevalcap itself for it"


class Spice:
    """A scorer that says that it is none.

    >>> Spice().method()
    'SPICE'
    """

    def compute_score(self, gts: object, res: object) -> NoReturn:
        """Refuse."""
        raise SettingError(REASON)

    def method(self) -> str:
        """The name of the score."""
        return "SPICE"
