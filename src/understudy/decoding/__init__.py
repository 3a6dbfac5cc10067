"""Metrics inside a decoder or a training loop: all pairs, minimum Bayes risk, rewards."""
