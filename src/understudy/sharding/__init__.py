"""Test sets in batches and shards: a running score, files of sums, executors, Spark."""
