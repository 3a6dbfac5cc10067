"""Downloads that were asked for: resumed, checked, and put into sacrebleu's cache whole or not at all."""

from __future__ import annotations

import contextlib
import errno
import hashlib
import http.client
import os
import shutil
import tempfile
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any

from understudy import __version__
from understudy.errors import FormatError, SettingError
from understudy.testsets.catalog import TestSet
from understudy.testsets.unpacking import unpack

MIRROR = "UNDERSTUDY_MIRROR"
PARTIAL = ".partial"  # the folder in the cache for what is not complete yet
PIECE = 1 << 16
TIMEOUT = 60  # seconds without a byte
Say = Callable[[str], None]
Step = Callable[[str, int, int | None], None]


def addresses(test_set: TestSet, mirror: str | None = None) -> list[str]:
    """Where the archives are: at their own addresses, or all in one folder of a mirror.

    >>> from understudy.testsets.catalog import find_test_set
    >>> addresses(find_test_set("wmt24"), "https://example.org/sets/")
    ['https://example.org/sets/wmt24.data_onlyxml.tar.gz']
    """
    mirror = mirror or os.environ.get(MIRROR)
    if mirror is None:
        return list(test_set.data)
    if not mirror.startswith(("http://", "https://")):
        raise SettingError(f"the mirror is {mirror!r}; give an address that begins with http:// or https://")
    return [f"{mirror.rstrip('/')}/{test_set.archive_name(each)}" for each in test_set.data]


def download(
    test_set: TestSet, cache: Path, mirror: str | None = None, say: Say = print, step: Step | None = None
) -> Path:
    """Download, check and unpack a test set into its folder of the cache, and return the folder.

    Whatever goes wrong, the folder stays as it was; what a cut connection left is kept aside, and the next call goes on
    from there.

    >>> from understudy.testsets.catalog import find_test_set
    >>> download(find_test_set("wmt24"), Path("cache"), mirror="ftp://example.org")
    Traceback (most recent call last):
    understudy.errors.SettingError: the mirror is 'ftp://example.org'; give an address that begins with http:// or ...
    """
    folder = cache / test_set.name
    places = addresses(test_set, mirror)
    try:
        (cache / PARTIAL).mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=cache / PARTIAL, prefix=f"{test_set.stem}.") as made:
            raw = Path(made, "raw")
            raw.mkdir()
            for address, own, md5 in zip(places, test_set.data, test_set.md5, strict=True):
                name = test_set.archive_name(own)
                have = folder / "raw" / name
                if have.is_file() and _md5(have) == md5:
                    os.link(have, raw / name)
                    continue
                partial = _fetched(address, cache / PARTIAL / name, md5, say, step)
                partial.replace(raw / name)
            unpack(test_set, raw, Path(made))
            _publish(Path(made), folder)
    except OSError as error:
        for name in map(test_set.archive_name, test_set.data) if error.errno in FULL else ():
            (cache / PARTIAL / name).unlink(missing_ok=True)
        raise FormatError(
            f"{test_set.name} can't be written to {str(cache)!r}: {error.strerror or error}; make room, or name another"
            " folder with the environment variable SACREBLEU"
        ) from None
    finally:
        with contextlib.suppress(OSError):
            (cache / PARTIAL).rmdir()  # if nothing is left to resume
    return folder


FULL = (errno.ENOSPC, errno.EFBIG, errno.EDQUOT)


def _fetched(address: str, partial: Path, md5: str, say: Say, step: Step | None) -> Path:
    """Fetch a file, or the rest of it, and check it."""
    try:
        with partial.open("ab") as file:
            _lock(file, partial)
            _fetch(address, file, say, step)
    finally:
        if partial.exists() and not partial.stat().st_size:
            partial.unlink()
    found = _md5(partial)
    if found != md5:
        partial.unlink()
        raise FormatError(
            f"{address} has the checksum {found}, where {md5} is expected: it was changed or damaged, and is not kept;"
            " try again, or another --mirror"
        )
    return partial


def _fetch(address: str, file: IO[bytes], say: Say, step: Step | None) -> None:
    done = file.tell()
    with _open(address, done) as response:
        if response.status != http.HTTPStatus.PARTIAL_CONTENT:  # the server begins again
            done = 0
            file.seek(0)
            file.truncate()
        length = response.headers.get("Content-Length")
        total = done + int(length) if length and length.isdecimal() else None
        said = "of unknown size" if total is None else written_size(total)
        say(f"{address}: {said}" + (f", resumed at {written_size(done)}" if done else ""))
        while piece := _piece(address, response):
            file.write(piece)
            done += len(piece)
            if step is not None:
                step("downloading", done, total)
        file.flush()
        os.fsync(file.fileno())
    if total is not None and done < total:
        raise _cut(address, done, total)


def _piece(address: str, response: Any) -> bytes:
    try:
        piece: bytes = response.read(PIECE)
    except (http.client.HTTPException, ConnectionError, TimeoutError) as error:
        raise FormatError(f"{address}: the connection broke ({_reason(error)}); run it again to resume") from None
    return piece


def _cut(address: str, done: int, total: int) -> FormatError:
    return FormatError(
        f"{address}: the connection ended after {written_size(done)} of {written_size(total)}; run it again to resume"
    )


@contextlib.contextmanager
def _open(address: str, begin: int = 0, method: str = "GET") -> Iterator[Any]:
    headers = {"User-Agent": f"understudy/{__version__}"} | ({"Range": f"bytes={begin}-"} if begin else {})
    try:
        response = urllib.request.urlopen(
            urllib.request.Request(address, headers=headers, method=method), timeout=TIMEOUT
        )
    except urllib.error.HTTPError as error:
        if begin and error.code == http.HTTPStatus.REQUESTED_RANGE_NOT_SATISFIABLE:  # it is all there, or too much
            error.close()
            with _open(address, 0, method) as whole:
                yield whole
            return
        error.close()
        raise FormatError(
            f"{address}: the server answers {error.code} {error.reason}; try later, or a --mirror"
        ) from None
    except (urllib.error.URLError, http.client.HTTPException, TimeoutError, ConnectionError, ValueError) as error:
        raise FormatError(
            f"{address} can't be reached: {_reason(error)}; check the connection, or use a --mirror"
        ) from None
    with response:
        yield response


def size_of(address: str) -> int | None:
    """How many bytes are at an address, if the server says.

    >>> size_of("nowhere")
    Traceback (most recent call last):
    understudy.errors.FormatError: nowhere can't be reached: unknown url type: 'nowhere'; check the connection, or ...
    """
    with _open(address, method="HEAD") as response:
        length = response.headers.get("Content-Length")
        return int(length) if length and length.isdecimal() else None


def _lock(file: IO[bytes], partial: Path) -> None:
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise FormatError(f"another process is downloading {partial.name!r}; wait until it is done") from None


def _publish(made: Path, folder: Path) -> None:
    """Put what was made in its place: the folder at once or, where there is one, each file that it lacks."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    if not folder.exists():
        shutil.copymode(folder.parent, made)
        made.rename(folder)
        made.mkdir()  # for whoever cleans up
        return
    for path in sorted(made.rglob("*")):
        target = folder / path.relative_to(made)
        if path.is_file() and not target.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            path.replace(target)


def _md5(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, lambda: hashlib.md5(usedforsecurity=False)).hexdigest()


def _reason(error: Exception) -> str:
    reason = getattr(error, "reason", None) or error
    return getattr(reason, "strerror", None) or str(reason) or type(error).__name__


def written_size(size: int) -> str:
    """A number of bytes for people.

    >>> written_size(1_500_000), written_size(2_000)
    ('1.5 MB', '2 kB')
    """
    return f"{size / 1e6:.1f} MB" if size >= 1e6 else f"{size / 1e3:.0f} kB" if size >= 1e3 else f"{size} bytes"
