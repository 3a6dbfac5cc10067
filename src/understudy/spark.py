"""Scores of Spark data frames: `understudy.spark.score(df, ...)`, `understudy.spark.compare(df, ...)`."""

from __future__ import annotations

from understudy.sharding.spark.frames import compare, score

__all__ = ["compare", "score"]
