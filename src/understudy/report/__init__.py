"""The report: one HTML page with verdict, significance and every segment, from texts to file."""

from __future__ import annotations

from understudy.report.build import make_report
from understudy.report.result import Report, read_report

__all__ = ["Report", "make_report", "read_report"]
