"""The processes that do the work: each request has its time, and one that takes longer is stopped with its process."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import sys
from typing import Any

from understudy.web.limits import ANSWER, WORKERS
from understudy.web.refusal import LOG, Refusal, mistake
from understudy.web.worker import LENGTH, packed

STARTING_SECONDS = 120.0  # for a process to load what it needs, on a busy machine


class Workers:
    """A few processes, one request each at a time: native code can't be interrupted, but a process can be ended."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.stopping = False
        self._all = [_Process() for _ in range(WORKERS)]
        self._idle: asyncio.Queue[_Process] = asyncio.Queue()

    async def start(self) -> None:
        """Start all processes, and wait until they are ready."""
        await asyncio.gather(*(each.start() for each in self._all))
        for each in self._all:
            self._idle.put_nowait(each)

    async def stop(self) -> None:
        """End all processes, whatever they are doing."""
        self.stopping = True
        await asyncio.gather(*(each.stop() for each in self._all))

    async def run(self, task: str, given: dict[str, Any]) -> dict[str, Any]:
        """Do a task, within the time there is."""
        try:
            worker = await asyncio.wait_for(self._idle.get(), self.seconds)
        except TimeoutError:
            raise Refusal(503, "the server is busy with other requests; try again", {"Retry-After": "5"}) from None
        try:
            return _value(await self._asked(worker, json.dumps({"task": task, "given": given}).encode()))
        finally:
            self._idle.put_nowait(worker)

    async def _asked(self, worker: _Process, message: bytes) -> dict[str, Any]:
        done = False
        try:
            if not worker.alive and not self.stopping:
                await worker.start()
            async with asyncio.timeout(self.seconds):
                reply = await worker.ask(message)
            done = True
        except TimeoutError:
            raise Refusal(
                504,
                f"the work took longer than {self.seconds:g} seconds and was stopped; send less text or fewer metrics,"
                " or use the command line, which has no limit, or start the server with a larger --time-limit",
            ) from None
        except (OSError, asyncio.IncompleteReadError):
            why = "the server is stopping" if self.stopping else "the work ended early, perhaps for lack of memory"
            raise Refusal(503, f"{why}; send less text, or try again", {"Retry-After": "5"}) from None
        finally:
            if not done:
                await worker.stop()
        return json.loads(reply)  # type: ignore[no-any-return]


def _value(reply: dict[str, Any]) -> dict[str, Any]:
    if "error" in reply:
        raise Refusal(422, reply["error"])
    if "fault" in reply:
        LOG.error("the work failed: %s", reply["fault"])
        raise mistake()
    return reply["value"]  # type: ignore[no-any-return]


class _Process:
    """One process, and the messages to and from it."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None

    @property
    def alive(self) -> bool:
        return self._process is not None and self._process.returncode is None

    async def start(self) -> None:
        # A session of its own: Ctrl-C is for the server, which ends its workers itself.
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "understudy.web.worker"),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            start_new_session=True,
        )
        await asyncio.wait_for(self._reply(), STARTING_SECONDS)

    async def ask(self, message: bytes) -> bytes:
        if self._process is None or self._process.stdin is None:
            raise BrokenPipeError
        self._process.stdin.write(packed(message))
        await self._process.stdin.drain()
        return await self._reply()

    async def stop(self) -> None:
        if self._process is not None:
            # Not its kill(), which may take the exit code from under asyncio, that then complains.
            with contextlib.suppress(ProcessLookupError):
                if self.alive:
                    os.kill(self._process.pid, signal.SIGKILL)
            await self._process.wait()

    async def _reply(self) -> bytes:
        if self._process is None or self._process.stdout is None:
            raise BrokenPipeError
        length = await self._process.stdout.readexactly(LENGTH)
        if int.from_bytes(length, "big") > ANSWER:
            raise Refusal(413, f"the answer has more than {ANSWER / 1e6:g} megabytes; send less text")
        return await self._process.stdout.readexactly(int.from_bytes(length, "big"))
