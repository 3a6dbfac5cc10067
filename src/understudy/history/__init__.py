"""Scores that were kept: records, the file that they are appended to, and the leaderboard."""
