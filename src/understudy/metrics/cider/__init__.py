"""CIDEr and CIDEr-D: cosine similarity of TF-IDF n-grams."""
