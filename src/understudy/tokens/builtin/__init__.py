"""The tokenizers that are built in, readable: the twins of the native ones."""
