"""What a metric is, and how text becomes a score: read metric.py first."""
