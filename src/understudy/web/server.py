"""A socket, the application, and a server that doesn't wait for ever."""

from __future__ import annotations

import asyncio
import errno
import ipaddress
import json
import re
import secrets
import socket
from collections.abc import Callable
from typing import Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from understudy.errors import SettingError
from understudy.web.application import make_application
from understudy.web.gate import HEADERS, Access
from understudy.web.limits import CONNECTIONS, HEAD, HEADER_SECONDS, IDLE_SECONDS, READING_SECONDS, Limits
from understudy.web.workers import Workers

BARE_LINE_FEED = re.compile(rb"(?<!\r)\n")


def serve(host: str, port: int, token: str | None, limits: Limits, ready: Callable[[str], object]) -> None:
    """Serve until a signal stops it; `ready` is told the address to open.

    >>> serve("127.0.0.1", 99999, None, Limits(), print)
    Traceback (most recent call last):
    understudy.errors.SettingError: --port must be from 0 (any that is free) to 65535, got 99999
    """
    listening, local = open_socket(host, port)
    with listening:
        access = make_access(host, listening, local, token)
        workers = Workers(limits.seconds)
        config = uvicorn.Config(
            make_application(limits, access, workers),
            http=PatientProtocol,
            ws="none",
            loop="asyncio",
            lifespan="on",
            log_config=None,
            log_level="critical",  # what it logs may hold what was asked
            access_log=False,
            server_header=False,
            proxy_headers=False,
            timeout_keep_alive=int(IDLE_SECONDS),
            h11_max_incomplete_event_size=HEAD,
            timeout_graceful_shutdown=1,
        )
        _Server(config, workers, lambda: ready(address(host, access))).run([listening])


def open_socket(host: str, port: int) -> tuple[socket.socket, bool]:
    """Listen at an address; also say whether only this machine can reach it.

    >>> listening, local = open_socket("127.0.0.1", 0)
    >>> with listening:
    ...     local, listening.getsockname()[0]
    (True, '127.0.0.1')
    """
    if not 0 <= port <= 65535:
        raise SettingError(f"--port must be from 0 (any that is free) to 65535, got {port}")
    if not host:
        raise SettingError("--host is empty; leave it out, or give 0.0.0.0 for all addresses of this machine")
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (OSError, UnicodeError):
        raise SettingError(f"--host {host!r} is not an address of this machine; leave it out, or give one") from None
    family, kind, protocol, _, where = found[0]
    listening = socket.socket(family, kind, protocol)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind(where)
        listening.listen(128)
    except OSError as error:
        listening.close()
        raise SettingError(_why_not(host, port, error)) from None
    return listening, ipaddress.ip_address(where[0]).is_loopback


def make_access(host: str, listening: socket.socket, local: bool, token: str | None) -> Access:
    """Decide what the server answers to; one that others can reach always has a token.

    >>> listening, _ = open_socket("127.0.0.1", 0)
    >>> with listening:
    ...     make_access("127.0.0.1", listening, False, None).token is None
    False
    """
    if token is not None and not re.fullmatch(r"[A-Za-z0-9_-]{16,128}", token):
        raise SettingError("--token must be 16 to 128 letters, digits, '-' or '_'; leave it out to have one made")
    bound, port = listening.getsockname()[:2]
    names = {"localhost", "127.0.0.1", "[::1]", _in_url(bound), _in_url(host.lower())}
    everywhere = ipaddress.ip_address(bound).is_unspecified
    if everywhere:
        names = names - {_in_url(bound)} | {socket.gethostname().lower()}
    return Access(
        names=frozenset(f"{name}:{port}" for name in names) | (names if port == 80 else set()),
        port=port,
        any_address=everywhere,
        token=token if token is not None or local else secrets.token_urlsafe(24),
    )


def address(host: str, access: Access) -> str:
    """The address to open in a browser, with the token if there is one.

    >>> address("127.0.0.1", Access(frozenset(), 8765))
    'http://127.0.0.1:8765/'
    """
    name = socket.gethostname() if access.any_address else _in_url(host)
    return f"http://{name}:{access.port}/" + (f"?token={access.token}" if access.token else "")


def _in_url(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _why_not(host: str, port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"port {port} of {host} is in use, perhaps by another playground; give another --port, or 0 for any"
    if error.errno == errno.EACCES:
        return f"port {port} needs rights that you don't have; give a --port above 1023, or 0 for any"
    return f"--host {host!r} can't be used: {error.strerror}"


class _Server(uvicorn.Server):
    """Tells when it is ready, and ends its workers before it waits for requests that are under way."""

    def __init__(self, config: uvicorn.Config, workers: Workers, ready: Callable[[], object]) -> None:
        super().__init__(config)
        self.workers, self.ready = workers, ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self.ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self.workers.stop()
        await super().shutdown(sockets)


class PatientProtocol(H11Protocol):
    """HTTP with an end to patience: for the head of a request, for what follows a refusal, and for readers."""

    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin; one connection too many is closed at once."""
        super().connection_made(transport)
        if len(self.connections) > CONNECTIONS:
            transport.abort()
        self._set_deadline()

    def data_received(self, data: bytes) -> None:
        """Take what comes; the clock stands still while a request is being answered."""
        if self._deadline is None and not self._answering:
            self._set_deadline()
        super().data_received(data)
        self._refuse_bare_line_feeds()
        if self._answering:
            self._clear_deadline()

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        self._clear_deadline()
        super().connection_lost(exc)

    def timeout_keep_alive_handler(self) -> None:
        """Close a connection that rests; one that never reads its answer is cut."""
        super().timeout_keep_alive_handler()
        self.loop.call_later(READING_SECONDS, self.transport.abort)

    def send_400_response(self, msg: str) -> None:
        """Refuse what is not HTTP in the same way as everything else."""
        body = json.dumps({"error": "the request is not HTTP that this server can read"}).encode()
        headers = [(name.lower(), value) for name, value in HEADERS.items()]
        headers += [("content-type", "application/json"), ("content-length", str(len(body))), ("connection", "close")]
        for event in (h11.Response(status_code=400, headers=headers), h11.Data(data=body), h11.EndOfMessage()):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()

    def _refuse_bare_line_feeds(self) -> None:
        """Refuse at once the size of a chunk that ends in a line feed alone, which h11 takes for unfinished."""
        waiting, _ = self.conn.trailing_data
        if (
            self.conn.their_state is h11.SEND_BODY
            and BARE_LINE_FEED.search(waiting)
            and not self.transport.is_closing()
        ):
            self.send_400_response("")

    @property
    def _answering(self) -> bool:
        cycle: Any = self.cycle
        return cycle is not None and not cycle.response_complete

    def _set_deadline(self) -> None:
        self._deadline = self.loop.call_later(HEADER_SECONDS, self.transport.abort)

    def _clear_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
