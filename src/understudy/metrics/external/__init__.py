"""Segment scores that were computed elsewhere."""
