"""GLEU: the smaller of n-gram precision and recall."""
