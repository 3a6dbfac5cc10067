"""METEOR as its first paper, of 2005, defines it."""
