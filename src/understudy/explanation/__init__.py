"""The arithmetic of one score, as tables, marked text and formulas."""

from __future__ import annotations

from understudy.explanation.explaining import explain, explanations
from understudy.explanation.html import page, stylesheet
from understudy.explanation.value import Explanation

__all__ = ["Explanation", "explain", "explanations", "page", "stylesheet"]
