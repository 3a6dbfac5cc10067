"""What several families of metrics share.

What stays alike in the families, on purpose: each `metric.py` declares its name, title, description, settings, columns
and reading in the same order, so that a reader who knows one finds everything in the next, and each `about.py` has
BibTeX entries and groups of parts of the same shape. None of it is logic: there is no base class to extract.
"""
