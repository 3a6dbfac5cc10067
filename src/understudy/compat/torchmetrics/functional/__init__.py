"""torchmetrics' functions of text."""

from __future__ import annotations

from understudy.compat.torchmetrics.functional import text
from understudy.compat.torchmetrics.functional.text import *  # noqa: F403

__all__ = [*text.__all__, "text"]
