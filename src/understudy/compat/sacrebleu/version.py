"""The version of sacrebleu whose interface and numbers these are."""

__version__ = version = "2.6.0"
__version_tuple__ = version_tuple = (2, 6, 0)
