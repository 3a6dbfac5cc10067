"""EED: the extended edit distance, character by character, with jumps."""
