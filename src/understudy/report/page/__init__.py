"""The report: one HTML page with verdict, significance and every segment, from texts to file."""

from __future__ import annotations

from understudy.report.page.build import make_report
from understudy.report.page.result import Report, read_report

__all__ = ["Report", "make_report", "read_report"]
