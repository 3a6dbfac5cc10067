"""Do metrics agree with people? Correlations, pairwise accuracies, and tests of which metric agrees better.

Scores stand in matrices of systems times items, higher is better, and NaN is a missing one.
"""
