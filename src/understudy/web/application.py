"""The pages and the API, as an ASGI application."""

from __future__ import annotations

import json
import secrets
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from importlib import resources
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from understudy.report.render import policy
from understudy.web import openapi
from understudy.web.body import read_json
from understudy.web.gate import Access, Gate
from understudy.web.limits import REPORTS, Limits
from understudy.web.listing import listed_metrics
from understudy.web.refusal import Refusal, mistake
from understudy.web.shapes import check_shape
from understudy.web.workers import Workers

# Everything that can be fetched: the path, the package and name of the file, its type. Loaded once, at the start.
FILES = {
    "/": ("understudy.web", "static/index.html", "text/html"),
    "/playground.js": ("understudy.web", "static/playground.js", "text/javascript"),
    "/server.js": ("understudy.web", "static/server.js", "text/javascript"),
    "/files.js": ("understudy.web", "static/files.js", "text/javascript"),
    "/cards.js": ("understudy.web", "static/cards.js", "text/javascript"),
    "/explanation.css": ("understudy.explanation", "explanation.css", "text/css"),
    "/playground.css": ("understudy.web", "static/playground.css", "text/css"),
    "/examples.json": ("understudy.web", "static/examples.json", "application/json"),
    "/icon.svg": ("understudy.web", "static/icon.svg", "image/svg+xml"),
}
# A report brings its own style and script. The sandbox makes it a stranger to this origin: it can't ask the API.
REPORT_POLICY = f"sandbox allow-scripts allow-downloads; {policy()}; frame-ancestors 'self'"
Handler = Callable[[Request], Awaitable[Response]]


def make_application(limits: Limits, access: Access, workers: Workers) -> ASGIApp:
    """Put together what the server serves.

    >>> type(make_application(Limits(), Access(frozenset({"localhost:8765"}), 8765), Workers(60))).__name__
    'Gate'
    """
    api = _API(limits, workers)
    description, metrics = openapi.description(limits, access.token is not None), listed_metrics()
    routes = [
        *(Route(path, _fixed(_loaded(*where), kind)) for path, (*where, kind) in FILES.items()),
        Route("/openapi.json", _fixed(JSONResponse(description).body, "application/json")),
        Route("/api/metrics", _fixed(JSONResponse(metrics).body, "application/json")),
        Route("/api/score", api.score, methods=["POST"]),
        Route("/api/explain", api.explain, methods=["POST"]),
        Route("/api/read", api.read, methods=["POST"]),
        Route("/api/check", api.check, methods=["POST"]),
        Route("/api/report", api.report, methods=["POST"]),
        Route("/reports/{key}", api.kept_report),
    ]

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await workers.start()
        yield
        await workers.stop()

    handlers = {Refusal: _refused, HTTPException: _missing, Exception: _failed}
    app = Starlette(routes=routes, lifespan=lifespan, exception_handlers=handlers)
    app.router.redirect_slashes = False
    return Gate(app, access)


class _API:
    """What is asked by POST: read, checked against the description, done by a worker."""

    def __init__(self, limits: Limits, workers: Workers) -> None:
        self.limits, self.workers = limits, workers
        self.shapes = openapi.requests(limits)
        self.reports: OrderedDict[str, str] = OrderedDict()

    async def score(self, request: Request) -> Response:
        return JSONResponse(await self._done("score", request))

    async def explain(self, request: Request) -> Response:
        return JSONResponse(await self._done("explain", request))

    async def read(self, request: Request) -> Response:
        return JSONResponse(await self._done("read", request))

    async def check(self, request: Request) -> Response:
        return JSONResponse(await self._done("check", request))

    async def report(self, request: Request) -> Response:
        found = await self._done("report", request)
        key, warned = secrets.token_urlsafe(16), json.dumps(found["warnings"])
        self.reports[key] = found["html"]
        while len(self.reports) > REPORTS:
            self.reports.popitem(last=False)
        return _page(found["html"], {"Content-Location": f"/reports/{key}", "Understudy-Warnings": warned})

    async def kept_report(self, request: Request) -> Response:
        """Show a report again: the playground looks at it in a frame, which needs an address."""
        html = self.reports.get(request.path_params["key"])
        if html is None:
            raise Refusal(404, f"there is no such report; the last {REPORTS} are kept until the server stops")
        return _page(html, {})

    async def _done(self, task: str, request: Request) -> dict[str, Any]:
        given = await read_json(request, self.limits)
        check_shape(given, self.shapes[task])
        if task in ("check", "report"):
            self._check_lines(given["systems"])
        return await self.workers.run(task, given)

    def _check_lines(self, systems: dict[str, str | list[str]]) -> None:
        lines = sum(text.count("\n") + 1 if isinstance(text, str) else len(text) for text in systems.values())
        if lines > self.limits.segments + len(systems):
            raise Refusal(
                413,
                f"the systems have {lines} segments together; this server takes at most {self.limits.segments} at once:"
                " use 'understudy report', which has no limit, or start the server with a larger --max-segments",
            )


def _page(html: str, headers: dict[str, str]) -> Response:
    own = {"Content-Security-Policy": REPORT_POLICY, "Cross-Origin-Opener-Policy": "unsafe-none"}
    return HTMLResponse(html, headers=own | headers)


def _fixed(content: bytes | memoryview, kind: str) -> Handler:
    async def handler(_: Request) -> Response:
        return Response(content, media_type=kind)

    return handler


def _loaded(package: str, name: str) -> bytes:
    return resources.files(package).joinpath(*name.split("/")).read_bytes()


async def _refused(_: Request, error: Exception) -> Response:
    assert isinstance(error, Refusal)
    return error.response()


async def _missing(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 405:
        allowed = (error.headers or {}).get("Allow", "another method")
        return Refusal(405, f"{request.method} is not for this address; use {allowed}", error.headers).response()
    return Refusal(
        error.status_code, "there is nothing at this address; see /openapi.json for what there is"
    ).response()


async def _failed(_: Request, __: Exception) -> Response:
    return mistake().response()
