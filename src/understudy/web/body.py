"""The body of a request: bounded while it arrives, strict JSON."""

from __future__ import annotations

import asyncio
import json
from typing import Any, NoReturn

from starlette.requests import ClientDisconnect, Request

from understudy.web.limits import Limits
from understudy.web.refusal import CLOSE, Refusal


async def read_json(request: Request, limits: Limits) -> Any:
    """Read what a request sends, as plain values.

    >>> async def receive():
    ...     return {"type": "http.request", "body": b'{"lang": "en"}', "more_body": False}
    >>> headers = [(b"content-type", b"application/json"), (b"content-length", b"14")]
    >>> asyncio.run(read_json(Request({"type": "http", "method": "POST", "headers": headers}, receive), Limits()))
    {'lang': 'en'}
    """
    _check_headers(request, limits)
    try:
        async with asyncio.timeout(limits.seconds):
            data = await _read(request, limits)
    except TimeoutError:
        raise Refusal(408, f"the request did not arrive within {limits.seconds:g} seconds", CLOSE) from None
    except ClientDisconnect:
        raise Refusal(400, "the request ended before all of it arrived", CLOSE) from None
    return decoded(data)


def decoded(data: bytes) -> Any:
    """Read JSON, refusing what others read in different ways.

    >>> decoded(b'{"metric": "bleu", "metric": "ter"}')
    Traceback (most recent call last):
    understudy.web.refusal.Refusal: the body is not JSON: the name 'metric' stands twice in one object
    """
    try:
        text = data.decode("utf-8")
        found = json.loads(text, object_pairs_hook=_unique, parse_constant=_refuse_constant)
        json.dumps(found, ensure_ascii=False).encode("utf-8")
    except UnicodeDecodeError as error:
        raise Refusal(400, f"the body is not UTF-8: byte {error.start + 1} is 0x{data[error.start]:02x}") from None
    except UnicodeEncodeError:
        raise Refusal(400, "the body has half a surrogate pair, such as \\ud800, which is no character") from None
    except RecursionError:
        raise Refusal(400, "the body is not JSON that can be read: it is nested too deeply") from None
    except ValueError as error:
        raise Refusal(400, f"the body is not JSON: {error}") from None
    return found


def _check_headers(request: Request, limits: Limits) -> None:
    kind, _, parameters = request.headers.get("content-type", "").partition(";")
    charset = parameters.lower().replace(" ", "").replace('"', "")
    if kind.strip().lower() != "application/json" or charset not in ("", "charset=utf-8"):
        raise Refusal(415, f"the body must be application/json, got {request.headers.get('content-type', '')!r:.100}")
    if request.headers.get("content-encoding", "identity").lower() != "identity":
        raise Refusal(415, "the body must not be compressed; leave out Content-Encoding")
    length = request.headers.get("content-length")
    if length is None and "transfer-encoding" not in request.headers:
        raise Refusal(411, "the request has no body; send JSON with its Content-Length")
    if length is not None and int(length) > limits.body:
        raise _too_large(limits)


async def _read(request: Request, limits: Limits) -> bytes:
    data = bytearray()
    async for piece in request.stream():
        data += piece
        if len(data) > limits.body:
            raise _too_large(limits)
    return bytes(data)


def _too_large(limits: Limits) -> Refusal:
    return Refusal(
        413,
        f"the request is larger than {limits.body / 1e6:g} megabytes; send less at once,"
        " or use the command line, which has no limit, or start the server with a larger --max-body",
    )


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"the name {twice!r:.100} stands twice in one object")
    return found


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number of JSON")
