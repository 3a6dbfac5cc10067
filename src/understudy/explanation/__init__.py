"""The arithmetic of one score, as tables, marked text and formulas: the frame that a metric's own explanation fills."""

from __future__ import annotations

from understudy.explanation.html import page, stylesheet
from understudy.explanation.value import Explanation

__all__ = ["Explanation", "page", "stylesheet"]
