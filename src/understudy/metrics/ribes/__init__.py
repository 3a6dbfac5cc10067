"""RIBES: word order by rank correlation."""
