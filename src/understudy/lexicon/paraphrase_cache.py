"""Compiled tables of paraphrases, kept in the user's cache folder: compiled once, then mapped within milliseconds.

The folder is `UNDERSTUDY_CACHE`, or else `understudy` in `XDG_CACHE_HOME` or in `~/.cache`. It holds

- `paraphrases-v1-SHA.bin`: a compiled table, named by the version of its layout and the SHA-256 of its source;
- `paraphrases-source-KEY.json`: the SHA-256 of a source by its path, size and times, so that it is not read again;
- `paraphrases.lock`: held while a table is compiled, so that of two processes that start together one compiles.

Files are written under another name and then renamed, so that nobody meets half a file. What is damaged, from another
version or of another source is compiled again. Everything may be deleted at any time.
"""

from __future__ import annotations

import contextlib
import functools
import gzip
import hashlib
import json
import os
import secrets
import time
import zlib
from collections.abc import Iterator
from io import BufferedReader
from pathlib import Path

from understudy import _core
from understudy.errors import FormatError, SettingError, UnderstudyError

PIECE = 1 << 20  # bytes
LONGEST_COMPILATION = 3600  # seconds
TICK = 0.02  # seconds; clocks of file systems stand still for as long
GZIP_MAGIC = b"\x1f\x8b"

Times = tuple[int, int, int]  # size in bytes; when contents and state last changed, in nanoseconds


def cache_folder() -> Path:
    """Say where compiled tables are kept.

    >>> cache_folder().is_absolute()
    True
    """
    if own := os.environ.get("UNDERSTUDY_CACHE"):
        return Path(own).expanduser().absolute()
    shared = os.environ.get("XDG_CACHE_HOME", "")
    if Path(shared).is_absolute():  # the XDG specification says to ignore others
        return Path(shared, "understudy")
    try:
        return Path.home() / ".cache" / "understudy"
    except RuntimeError:
        raise SettingError(
            "there is no home folder for the compiled table of paraphrases; set UNDERSTUDY_CACHE to a folder"
        ) from None


def compiled(source: Path) -> _core.Paraphrases:
    r"""Open the compiled form of a table, compiling it first if need be; once in a process for each state of the file.

    >>> import tempfile
    >>> source = Path(tempfile.mkdtemp(), "table.txt")
    >>> _ = source.write_text("0.5\nof course\ncertainly\n")
    >>> compiled(source) is compiled(source)
    True
    """
    return _opened(source.absolute(), _times(source), cache_folder())


def kept(name: str) -> tuple[_core.Paraphrases, Path] | None:
    r"""Open a compiled table by the first digits of its source's SHA-256, wherever the source is; None if none is kept.

    >>> import tempfile
    >>> source = Path(tempfile.mkdtemp(), "table.txt")
    >>> _ = source.write_text("0.5\nof course\ncertainly\n")
    >>> _ = compiled(source)
    >>> table, path = kept("3d95d1bf")
    >>> table.pairs, path.suffix
    (1, '.bin')
    """
    for path in sorted(cache_folder().glob(f"paraphrases-v{_core.PARAPHRASE_VERSION}-{name}*.bin")):
        with contextlib.suppress(ValueError, OSError):  # damaged or no longer there
            table = _core.Paraphrases(path)
            if table.source.hex().startswith(name):
                return table, path
    return None


@functools.lru_cache(maxsize=8)
def _opened(source: Path, times: Times, folder: Path) -> _core.Paraphrases:
    digest = _known_digest(source, times, folder)
    table = _stored(folder, digest) if digest else None
    return table or _stored_or_made(source, times, folder)


def _stored_or_made(source: Path, times: Times, folder: Path) -> _core.Paraphrases:
    _wait_for_the_clock(times)
    digest = _digest(source)
    with _lock(folder):
        table = _stored(folder, digest)
        if table is None:
            _remove_leftovers(folder)
            _compile(source, times, digest, folder)
            table = _stored(folder, digest)
    if table is None:
        raise FormatError(
            f"what was just written to {_compiled_path(folder, digest)} reads differently; check the disk"
        )
    with contextlib.suppress(SettingError):  # a shared cache that others may only read is as good
        _remember_digest(source, times, digest, folder)
    return table


def _stored(folder: Path, digest: bytes) -> _core.Paraphrases | None:
    try:
        table = _core.Paraphrases(_compiled_path(folder, digest))
    except (ValueError, OSError):  # of another version, damaged or not there
        return None
    return table if table.source == digest else None


def _compiled_path(folder: Path, digest: bytes) -> Path:
    return folder / f"paraphrases-v{_core.PARAPHRASE_VERSION}-{digest.hex()[:32]}.bin"


# --- Compiling ------------------------------------------------------------------------------------------------------


def _compile(source: Path, times: Times, digest: bytes, folder: Path) -> None:
    compiler = _core.ParaphraseCompiler()
    try:
        for piece in _pieces(source):
            compiler.feed(piece)
        with _replacing(_compiled_path(folder, digest)) as path:
            compiler.finish(path, digest)
            if _times(source) != times:
                raise FormatError(f"{source} changed while it was read; try again when it is complete")
    except UnderstudyError:
        raise
    except ValueError as error:  # the message begins with the number of the line
        raise FormatError(f"{source}:{error}; a table as METEOR's paraphrase-en.gz is needed") from None


def _pieces(source: Path) -> Iterator[bytes]:
    with _reading(source) as file:
        zipped = file.read(2) == GZIP_MAGIC
        file.seek(0)
        try:
            with gzip.GzipFile(fileobj=file) if zipped else file as text:
                while piece := text.read(PIECE):
                    yield piece
        except (gzip.BadGzipFile, EOFError, zlib.error) as error:
            raise FormatError(f"{source} is gzip-compressed but broken: {error}; get the file again") from None


# --- Sources --------------------------------------------------------------------------------------------------------


@contextlib.contextmanager
def _reading(source: Path) -> Iterator[BufferedReader]:
    try:
        with source.open("rb") as file:
            yield file
    except FileNotFoundError:  # as for other files, with the remedy for this kind
        raise FormatError(f"there is no table of paraphrases {str(source)!r}; check the name and the folder") from None
    except IsADirectoryError:
        raise FormatError(f"{str(source)!r} is a folder; name the table in it, such as paraphrase-en.gz") from None
    except OSError as error:
        raise FormatError(f"{str(source)!r} can't be read: {error.strerror}") from None


def _times(source: Path) -> Times:
    with _reading(source) as file:
        status = os.fstat(file.fileno())
    return status.st_size, status.st_mtime_ns, status.st_ctime_ns


def _wait_for_the_clock(times: Times) -> None:
    """Wait a moment if the file has only just changed: a change right after this one could bear the same time."""
    age = time.time() - max(times[1:]) / 1e9
    if 0 <= age < TICK:
        time.sleep(TICK - age)


def _digest(source: Path) -> bytes:
    with _reading(source) as file:
        return hashlib.file_digest(file, "sha256").digest()


def _note_path(source: Path, folder: Path) -> Path:
    key = hashlib.sha256(os.fsencode(source)).hexdigest()[:16]
    return folder / f"paraphrases-source-{key}.json"


def _known_digest(source: Path, times: Times, folder: Path) -> bytes | None:
    try:
        note = json.loads(_note_path(source, folder).read_bytes())
        same = note["source"] == str(source) and note["times"] == list(times)
        return bytes.fromhex(note["sha256"]) if same else None
    except (OSError, ValueError, KeyError, TypeError):  # not there, or nothing of ours
        return None


def _remember_digest(source: Path, times: Times, digest: bytes, folder: Path) -> None:
    note = {"source": str(source), "times": times, "sha256": digest.hex()}
    with _replacing(_note_path(source, folder)) as path:
        path.write_text(json.dumps(note), encoding="utf-8")


# --- The folder -----------------------------------------------------------------------------------------------------


@contextlib.contextmanager
def _lock(folder: Path) -> Iterator[None]:
    """Wait until no other process compiles. Where that can't be told several may compile, and all write the same."""
    with contextlib.ExitStack() as stack:
        # Some systems have no such locks. That a folder can't be written shows when there is something to write.
        with contextlib.suppress(ImportError, OSError):
            import fcntl

            folder.mkdir(parents=True, exist_ok=True)
            file = stack.enter_context((folder / "paraphrases.lock").open("wb"))
            fcntl.flock(file, fcntl.LOCK_EX)  # given up with the file, also by a process that is killed
        yield


def _remove_leftovers(folder: Path) -> None:
    """Remove what processes that were killed while compiling have left."""
    for part in folder.glob("paraphrases-*.part"):
        with contextlib.suppress(OSError):
            if time.time() - part.stat().st_mtime > LONGEST_COMPILATION:
                part.unlink()


@contextlib.contextmanager
def _replacing(path: Path) -> Iterator[Path]:
    """Give a path to write to, whose file takes the place of `path` when it is complete."""
    part = path.with_name(f"{path.name}.{os.getpid()}-{secrets.token_hex(4)}.part")
    try:
        with _explained(path.parent):
            path.parent.mkdir(parents=True, exist_ok=True)
            yield part
            part.replace(path)
    finally:
        with contextlib.suppress(OSError):
            part.unlink()


@contextlib.contextmanager
def _explained(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise SettingError(
            f"the compiled table of paraphrases can't be kept in {str(folder)!r}: {error.strerror};"
            " set UNDERSTUDY_CACHE to a folder that can be written and has 100 MB left"
        ) from None
