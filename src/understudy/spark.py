"""Scores of Spark data frames: `understudy.spark.score(df, ...)`."""

from __future__ import annotations

from understudy.sharding.spark.frames import score

__all__ = ["score"]
