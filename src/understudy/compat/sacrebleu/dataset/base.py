"""A test set: which fields it has for a language pair, and where sacrebleu's cache keeps them."""

from __future__ import annotations

import gzip
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from understudy.errors import FormatError, SettingError

# Where sacrebleu keeps test sets and models: $SACREBLEU, or a folder in the home.
SACREBLEU_DIR = os.environ.get("SACREBLEU", str(Path("~").expanduser() / ".sacrebleu"))


def smart_open(file: str, mode: str = "rt", encoding: str = "utf-8") -> Any:
    """Open a file, compressed by gzip if it is named so; only a line feed ends a line.

    >>> import tempfile
    >>> path = f"{tempfile.mkdtemp()}/text.gz"
    >>> with smart_open(path, "wt") as file:
    ...     _ = file.write("one\\n")
    >>> list(smart_open(path))
    ['one\\n']
    """
    opening = gzip.open if str(file).endswith(".gz") else open
    return opening(file, mode=mode, encoding=encoding, newline="\n")


class Dataset:
    """A test set with a source and a reference."""

    def __init__(
        self,
        name: str,
        data: list[str] | None = None,
        description: str | None = None,
        citation: str | None = None,
        md5: list[str] | None = None,
        langpairs: dict[str, Any] | None = None,
        **kwargs: Any,
    ) -> None:
        self.name = name
        self.data = data
        self.description = description
        self.citation = citation
        self.md5 = md5
        self.langpairs = langpairs or {}
        self.kwargs = kwargs
        self._outdir = str(Path(SACREBLEU_DIR) / name)
        self._rawdir = str(Path(self._outdir) / "raw")

    def _of_pair(self, langpair: str) -> Any:
        if langpair not in self.langpairs:
            raise SettingError(f"No such language pair {self.name}/{langpair}; it has {', '.join(self.langpairs)}")
        return self.langpairs[langpair]

    def _path(self, langpair: str, field: str) -> Path:
        stem = self.name.replace("/", "_")
        return Path(self._outdir) / f"{stem}.{langpair}.{field.replace(':', '-')}"

    def fieldnames(self, langpair: str) -> list[str]:
        """The names of the fields: source, references, and what else is known of each segment."""
        self._of_pair(langpair)
        return ["src", "ref"]

    def get_files(self, langpair: str) -> list[str]:
        """The files of all fields."""
        paths = [self._path(langpair, field) for field in self.fieldnames(langpair)]
        for path in paths:
            if not path.exists():
                raise self._missing(langpair, path)
        return list(map(str, paths))

    def _missing(self, langpair: str, path: Path) -> FormatError:
        return FormatError(
            f"{self.name}/{langpair} is not in sacrebleu's cache: {str(path)!r} is missing, and nothing is downloaded;"
            f" run 'understudy testsets download {self.name}' once, or set SACREBLEU to the folder that has it"
        )

    def get_source_file(self, langpair: str) -> str:
        """The file of the source."""
        return self.get_files(langpair)[self.fieldnames(langpair).index("src")]

    def get_reference_files(self, langpair: str) -> list[str]:
        """The files of the references that are used by default."""
        fields, files = self.fieldnames(langpair), self.get_files(langpair)
        return [file for field, file in zip(fields, files, strict=True) if self._is_reference(langpair, field)]

    def _is_reference(self, langpair: str, field: str) -> bool:
        return field.startswith("ref")

    def field(self, langpair: str, name: str) -> list[str] | None:
        """The values of a field, one a segment; None if the test set doesn't have it."""
        if name not in self.fieldnames(langpair):
            return None
        path = self._path(langpair, name)
        if not path.exists():
            raise self._missing(langpair, path)
        with smart_open(str(path)) as lines:
            return [line.rstrip("\n") for line in lines]

    def source(self, langpair: str) -> Iterator[str]:
        """The source, segment by segment."""
        with smart_open(self.get_source_file(langpair)) as lines:
            yield from (line.strip() for line in lines)

    def references(self, langpair: str) -> Iterator[tuple[str, ...]]:
        """The references, segment by segment."""
        yield from zip(*map(smart_open, self.get_reference_files(langpair)), strict=True)

    def __contains__(self, key: str) -> bool:
        return getattr(self, key, None) is not None


class SGMLDataset(Dataset):
    """A test set of WMT before 2021: documents have a name, a genre and an original language."""

    def fieldnames(self, langpair: str) -> list[str]:
        """The names of the fields."""
        references = len(self._of_pair(langpair)) - 1
        fields = ["src", *(["ref"] if references == 1 else [f"ref:{number}" for number in range(references)])]
        return fields if self.name.startswith("wmt08") else [*fields, "docid", "genre", "origlang"]


class XMLDataset(Dataset):
    """A test set of WMT since 2021, with references by name and the output of systems: whatever the cache has."""

    def fieldnames(self, langpair: str) -> list[str]:
        """The names of the fields: source, references, documents, systems, domain."""
        self._of_pair(langpair)
        start = f"{self._path(langpair, '').name}"
        present = sorted(path.name.removeprefix(start) for path in Path(self._outdir).glob(f"{start}*"))
        if "src" not in present:
            raise self._missing(langpair, self._path(langpair, "src"))
        references = [name.replace("-", ":", 1) for name in present if name == "ref" or name.startswith("ref-")]
        plain = ("src", "docid", "origlang", "domain")
        systems = [name for name in present if name not in plain and name.replace("-", ":", 1) not in references]
        about = [name for name in ("docid", "origlang", *systems, "domain") if name in present]
        return ["src", *references, *about]

    def _is_reference(self, langpair: str, field: str) -> bool:
        pair = self._of_pair(langpair)
        default = self.kwargs.get("refs", [])
        allowed = pair.get("refs", default) if isinstance(pair, dict) else default
        return field in [f"ref:{name}" if name else "ref" for name in allowed]
