"""Scores of Spark data frames."""
