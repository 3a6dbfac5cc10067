"""The version, in a file of its own so that knowing it costs nothing."""

__version__ = "0.1.0"
