"""The playground as a real process on a free port, for the tests."""

import contextlib
import re
import socket
import subprocess
from pathlib import Path

import httpx
from command_line import COMMAND
from processes import HANGS, until, work_of

REFERENCES = ["The cat is on the mat", "There is a cat on the mat"]
BETTER = "the cat the cat on the mat"
BODY = {"hypotheses": [BETTER], "references": [REFERENCES], "metrics": ["bleu:lowercase=yes"]}


class Playground:
    def __init__(self, *options: str) -> None:
        self.process = subprocess.Popen(
            [COMMAND, "serve", "--port", "0", *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        self.first_line = self.process.stdout.readline()
        assert self.first_line, self.process.communicate()[1]
        self.address = re.search(r"http://\S+", self.first_line)[0]
        self.root = self.address.partition("?")[0].removesuffix("/")
        self.port = int(self.root.rpartition(":")[2])

    def workers(self) -> list[int]:
        """The processes that do its work."""
        stats = []
        for path in Path("/proc").glob("[0-9]*/stat"):
            with contextlib.suppress(OSError):  # it has ended meanwhile
                stats.append(path.read_text())
        parents = {int(stat.split()[0]): int(stat.rpartition(")")[2].split()[1]) for stat in stats}
        return [process for process, parent in parents.items() if parent == self.process.pid]

    def until_it_works(self) -> None:
        """Wait until one of its processes is busy with a request."""
        before = {process: work_of(process) for process in self.workers()}
        until(lambda: any(work_of(process) - work > 0.2 for process, work in before.items()))

    def stop(self) -> tuple[str, str]:
        """End it, and give what it has said since it was ready."""
        self.process.terminate()
        return self.process.communicate(timeout=HANGS)


@contextlib.contextmanager
def playground(*options: str):
    started = Playground(*options)
    try:
        yield started
    finally:
        if started.process.poll() is None:
            started.stop()


def refused(answer: httpx.Response, status: int) -> str:
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/json"
    assert list(answer.json()) == ["error"]
    assert "Traceback" not in answer.text
    return answer.json()["error"]


def exchanged(port: int, message: bytes, patience: float = HANGS) -> bytes:
    """What the server says to bytes of our own making."""
    with socket.create_connection(("127.0.0.1", port), timeout=patience) as connection:
        connection.sendall(message)
        found = b""
        while piece := connection.recv(65536):
            found += piece
        return found
