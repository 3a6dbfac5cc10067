"""Is the difference real? Tests, intervals, correction for multiple comparisons, the gate for CI."""
