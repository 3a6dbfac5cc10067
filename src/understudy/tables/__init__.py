"""Values that any room may return: tables, markup, steps of an alignment."""
