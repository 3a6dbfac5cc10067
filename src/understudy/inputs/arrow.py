"""Columns of other libraries that are in Arrow's memory layout, to be read without a copy and without an import."""

from __future__ import annotations

from typing import Any


def arrow_column(source: Any) -> Any:
    """The Arrow column to read: the source itself, or that behind a Hugging Face dataset; None for all others.

    >>> arrow_column(["a cat"]) is None
    True
    """
    library = type(source).__module__.partition(".")[0]
    if library == "datasets":
        return _of_dataset(source)
    if library == "pandas" and hasattr(source, "dtype") and not _is_arrow_type(source.dtype):
        return None  # Python's own strings, which pandas would copy into Arrow's layout
    return source if hasattr(source, "__arrow_c_stream__") or hasattr(source, "__arrow_c_array__") else None


def _is_arrow_type(dtype: Any) -> bool:
    return hasattr(dtype, "pyarrow_dtype") or getattr(dtype, "storage", None) == "pyarrow"


def _of_dataset(source: Any) -> Any:
    """The Arrow column behind `dataset["name"]`, unless a transform of the user's stands between."""
    dataset: Any = getattr(source, "source", None)
    name = getattr(source, "column_name", None)
    if not hasattr(dataset, "with_format") or dataset.format["type"] == "custom":
        return None
    return dataset.select_columns([name]).with_format("arrow")[:][name]
