"""A request that can't be answered: a status and a message, as JSON."""

from __future__ import annotations

import logging
from collections.abc import Mapping

from starlette.responses import JSONResponse

LOG = logging.getLogger("understudy.web")  # where and what kind of mistake; never a text
CLOSE = {"Connection": "close"}  # a header of refusals after which nothing more is read


class Refusal(Exception):
    """Why a request is not answered.

    >>> Refusal(404, "there is no such page").status
    404
    """

    def __init__(self, status: int, message: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(message)
        self.status, self.message, self.headers = status, message, headers

    def response(self) -> JSONResponse:
        """Say it to the client."""
        return JSONResponse({"error": self.message}, self.status, self.headers)


def mistake() -> Refusal:
    """Say that it is our fault, and nothing more.

    >>> mistake().status
    500
    """
    return Refusal(500, "the server made a mistake, and the request was not done; its terminal says where")
