"""What callers hand over, checked once: texts, references, Arrow columns."""
