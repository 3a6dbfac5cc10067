"""The scores that programs gave, kept in the user's cache folder: one file a program, one line a segment.

The file is named by a hash of the command, of the files that it names and of what was said of the model, so that an
edited script starts anew. Its lines have a hash of source, hypothesis and references, the score, and a full stop,
without which a line was cut off and is not read. Processes append under a lock; nothing is ever rewritten.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import re
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from understudy.lexicon.paraphrase_cache import cache_folder

PROTOCOL = 1
LARGEST_HASHED = 16_000_000  # bytes; of larger files the size and the time count
LINE = re.compile(r"([0-9a-f]{32}) (\S+) \.")
HEAD = re.compile(r"(\{.*\}) \.")


@dataclass(frozen=True)
class RunCache:
    """The file of one program."""

    path: Path

    @classmethod
    def of(cls, name: str, argv: Sequence[str], provenance: Mapping[str, str]) -> RunCache:
        """The file for a command, as its files are now.

        >>> RunCache.of("judge", ["cat"], {}).path.suffix
        '.scores'
        """
        program = shutil.which(argv[0]) or argv[0]
        facts = [PROTOCOL, name, list(argv), [_fingerprint(each) for each in (program, *argv[1:])], dict(provenance)]
        digest = hashlib.sha256(json.dumps(facts, sort_keys=True).encode("utf-8", "surrogateescape")).hexdigest()
        return cls(runs_folder() / f"{name}-{digest[:16]}.scores")

    def read(self) -> tuple[dict[str, float], dict[str, str]]:
        """The scores by the hash of their texts, and what the program said of itself, the last time."""
        try:
            lines = self.path.read_text(encoding="utf-8", errors="replace").split("\n")
        except OSError:  # there is none, or it is not ours to read
            return {}, {}
        scores: dict[str, float] = {}
        made: dict[str, str] = {}
        for line in lines:
            if entry := LINE.fullmatch(line):
                scores[entry[1]] = float(entry[2])
            elif head := HEAD.fullmatch(line):
                said = json.loads(head[1])
                if said != made:  # another version from here on
                    scores, made = {}, said
        return scores, made

    def append(self, scores: Mapping[str, float], made: Mapping[str, str]) -> None:
        """Add scores, all lines at once; a folder that can't be written keeps nothing, which is no mistake."""
        head = json.dumps(dict(sorted(made.items()))) + " .\n" if made else ""
        lines = head + "".join(f"{key} {value!r} .\n" for key, value in scores.items())
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            file = os.open(self.path, os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o666)
        except OSError:
            return
        try:
            fcntl.flock(file, fcntl.LOCK_EX)
            size = os.fstat(file).st_size
            data = (b"\n" if size and os.pread(file, 1, size - 1) != b"\n" else b"") + lines.encode()
            while data:
                data = data[os.write(file, data) :]
        except OSError:  # a full disk: what was cut off lacks its full stop
            return
        finally:
            os.close(file)


def _fingerprint(argument: str) -> str:
    """What tells one version of a file from another; nothing for what is no file."""
    path = Path(argument)
    try:
        if not path.is_file():
            return ""
        about = path.stat()
        if about.st_size > LARGEST_HASHED:
            return f"{about.st_size} {about.st_mtime_ns}"
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except (OSError, ValueError):
        return ""


def runs_folder() -> Path:
    """Where the scores of programs are kept.

    >>> runs_folder().name
    'runs'
    """
    return cache_folder() / "runs"


def cached_runs() -> list[tuple[Path, int, int]]:
    """The files that there are, each with its number of scores and of bytes.

    >>> all(path.suffix == ".scores" for path, _, _ in cached_runs())
    True
    """
    listed = []
    for path in sorted(runs_folder().glob("*.scores")):
        listed.append((path, len(RunCache(path).read()[0]), path.stat().st_size))
    return listed
