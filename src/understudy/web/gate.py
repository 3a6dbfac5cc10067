"""Who may ask, and from where: the first and last thing that every request passes."""

from __future__ import annotations

import ipaddress
import secrets
from dataclasses import dataclass
from urllib.parse import parse_qs

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from understudy.web.limits import HEAD, REQUESTS
from understudy.web.refusal import CLOSE, LOG, Refusal, mistake
from understudy.web.worker import place

PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; frame-src 'self';"
    " base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": PAGE_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}


@dataclass(frozen=True)
class Access:
    """The names under which the server answers, and the token that it asks for, if any."""

    names: frozenset[str]  # with the port, as a Host header has them
    port: int
    any_address: bool = False  # bound to all addresses: a bare address can't be a rebound name
    token: str | None = None

    @property
    def cookie(self) -> str:
        """The name of the cookie; cookies don't tell ports apart, so the name does."""
        return f"understudy-{self.port}"

    def knows(self, host: str) -> bool:
        """Whether a Host header names this server.

        >>> Access(frozenset({"localhost:8765"}), 8765).knows("attacker.example:8765")
        False
        """
        return host.lower() in self.names or (self.any_address and _is_address(host, self.port))

    def admits(self, given: str | None) -> bool:
        """Whether this is the token, compared in constant time."""
        return self.token is None or secrets.compare_digest((given or "").encode(), self.token.encode())


class Gate:
    """Checks where a request comes from, counts those under way, and puts the protecting headers on every answer."""

    def __init__(self, app: ASGIApp, access: Access) -> None:
        self.app, self.access, self.under_way = app, access, 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            return await self.app(scope, receive, send)
        started = False

        async def send_protected(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        self.under_way += 1
        try:
            answer = self._first_answer(Request(scope))
            await (answer or self.app)(scope, receive, send_protected)
        except Exception as error:  # whatever it is, the client gets a plain message and the server goes on
            LOG.error("a request failed: %s", place(error))
            if not started:
                await mistake().response()(scope, receive, send_protected)
        finally:
            self.under_way -= 1
        return None

    def _first_answer(self, request: Request) -> Response | None:
        """What can be said before the request is looked at, if anything; mistakes are refused."""
        try:
            if self.under_way > REQUESTS:
                raise Refusal(503, "the server is busy with other requests; try again", {"Retry-After": "1"})
            _check_head(request)
            self._check_host(request.headers)
            if request.method not in ("GET", "HEAD"):
                self._check_origin(request.headers)
            return self._check_token(request)
        except Refusal as refusal:
            return refusal.response()

    def _check_host(self, headers: Headers) -> None:
        host = headers.get("host", "")
        if not self.access.knows(host):
            raise Refusal(
                403,
                f"the request is for the host {host!r:.100}, which is not this server;"
                f" open it as http://{min(self.access.names)}/",
            )

    def _check_origin(self, headers: Headers) -> None:
        for origin in headers.getlist("origin"):
            if origin.lower() != f"http://{headers['host'].lower()}":
                message = f"the request comes from {origin!r:.100}, another site; only this server's page may ask"
                raise Refusal(403, message)
        if not {"same-origin", "none"}.issuperset(headers.getlist("sec-fetch-site")):
            raise Refusal(403, "the request comes from another site; only this server's page may ask")

    def _check_token(self, request: Request) -> Response | None:
        access = self.access
        if access.token is None:
            return None
        asked = parse_qs(request.scope["query_string"].decode("latin-1")).get("token", [])
        if request.url.path == "/" and asked and access.admits(asked[0]):
            answer = RedirectResponse("/", 303)
            answer.set_cookie(access.cookie, access.token, httponly=True, samesite="strict")
            return answer
        kind, _, sent = request.headers.get("authorization", "").partition(" ")
        given = sent if kind.lower() == "bearer" else request.cookies.get(access.cookie)
        if not access.admits(given):
            raise Refusal(
                401,
                "this server asks for its token: open the address that it printed when it started,"
                " or send the header 'Authorization: Bearer TOKEN'",
                {"WWW-Authenticate": "Bearer"},
            )
        return None


def _check_head(request: Request) -> None:
    """Refuse a head that is too large, or of which two servers could think differently where its body ends."""
    size = sum(len(name) + len(value) for name, value in request.headers.raw)
    if size + len(request.scope["raw_path"]) + len(request.scope["query_string"]) > HEAD:
        raise Refusal(431, f"the address and the headers have more than {HEAD:,} bytes; send less in them", CLOSE)
    if "content-length" in request.headers and "transfer-encoding" in request.headers:
        raise Refusal(400, "the request has both Content-Length and Transfer-Encoding; send one of them", CLOSE)


def _is_address(host: str, port: int) -> bool:
    name, _, given = host.rpartition(":") if not host.endswith("]") and ":" in host else (host, "", "80")
    try:
        ipaddress.ip_address(name.removeprefix("[").removesuffix("]"))
    except ValueError:
        return False
    return given == str(port)
