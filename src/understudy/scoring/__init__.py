"""Systems times metrics: scores of a corpus, of one segment, and their explanation."""
