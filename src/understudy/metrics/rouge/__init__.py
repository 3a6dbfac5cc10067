"""ROUGE: n-grams or the longest common subsequence, as recall, precision or F-measure."""
