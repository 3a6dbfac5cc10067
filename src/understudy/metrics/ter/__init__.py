"""TER: edits and shifts."""
