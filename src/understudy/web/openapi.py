"""The description of the API by OpenAPI 3.1. Requests are checked against the same shapes that it shows."""

from __future__ import annotations

from typing import Any

from understudy import __version__
from understudy.metrics import CONTENTS
from understudy.web.limits import EXPLAINED, REFERENCES, SYSTEMS, Limits
from understudy.web.shapes import Schema

TEXT: Schema = {"type": "string"}
NUMBER: Schema = {"type": "number"}
METRIC: Schema = {
    "type": "string",
    "minLength": 1,
    "maxLength": 1000,
    "examples": ["bleu:order=2,lowercase=yes", *CONTENTS],
    "description": "A metric as on the command line, such as bleu:order=2,lowercase=yes. Settings that name files are"
    " refused.",
}
METRICS: Schema = {"type": "array", "items": METRIC, "minItems": 1, "maxItems": 32}
LANG: Schema = {
    "type": "string",
    "maxLength": 35,
    "description": "Language of the texts, such as zh: picks a fitting tokenizer.",
}
SEGMENTS: Schema = {
    "type": ["string", "array"],
    "items": {"type": ["string", "null"]},
    "description": "A text: a list of segments, or one string with one segment a line.",
}
ROLES = ("system", "reference", "source", "documents", "scores", "unused")  # what a text of a file may be
FILE_NAME: Schema = {"type": "string", "minLength": 1, "maxLength": 200}
SCORES: Schema = {
    "type": "array",
    "maxItems": 1000,
    "items": {
        "type": "object",
        "properties": {
            "name": {"type": "string", "minLength": 1, "maxLength": 1000},
            "values": {"type": "array", "items": NUMBER, "minItems": 1},
        },
        "required": ["name", "values"],
        "additionalProperties": False,
    },
    "description": "Segment scores from outside, of one system each. The name is NAME[:KEY=VALUE,...][=SYSTEM], such as"
    " comet:model=wmt22-comet-da,version=2.2.2=A.txt; without a system, they belong to the systems in their order.",
}
ERRORS = {
    "400": "The request can't be read: it is not JSON, not UTF-8, or it broke off.",
    "401": "The server asks for its token.",
    "403": "The request is meant for another host, or comes from another site.",
    "404": "There is nothing at this address.",
    "408": "The request did not arrive in time.",
    "411": "The request has no body.",
    "413": "The request is larger than this server takes.",
    "415": "The body is not application/json.",
    "422": "The texts, metrics or settings don't fit; the message is that of the command line.",
    "503": "The server is busy; Retry-After says when to ask again.",
    "504": "The work took too long and was stopped.",
}
OF_READING = ("401", "403", "503")
OF_WORK = ("400", "401", "403", "408", "411", "413", "415", "422", "503", "504")


def requests(limits: Limits) -> dict[str, Schema]:
    """The shapes of what each task takes.

    >>> sorted(requests(Limits())["explain"]["properties"])
    ['hypothesis', 'lang', 'metric', 'references']
    """
    short = {"type": "string", "maxLength": EXPLAINED}
    references = {"type": "array", "items": TEXT, "minItems": 1, "maxItems": REFERENCES}
    compared: dict[str, Schema] = {
        "systems": {
            "type": "object",
            "propertyNames": FILE_NAME,
            "additionalProperties": SEGMENTS,
            "minProperties": 1,
            "maxProperties": SYSTEMS,
            "description": "The hypotheses of each system by its name.",
        },
        "references": references | {"items": SEGMENTS},
        "source": SEGMENTS,
    }
    return {
        "score": _object(
            {
                "hypotheses": {"type": "array", "items": TEXT, "minItems": 1, "maxItems": limits.segments},
                "references": {"type": "array", "items": references, "minItems": 1, "maxItems": limits.segments},
                "metrics": METRICS,
                "lang": LANG,
            },
            optional=("lang",),
        ),
        "explain": _object(
            {"hypothesis": short, "references": references | {"items": short}, "metric": METRIC, "lang": LANG},
            optional=("lang",),
        ),
        "read": _object(
            {
                "name": FILE_NAME,
                "content": TEXT | {"contentEncoding": "base64", "description": "The bytes of the file, in base64."},
            }
        ),
        "check": _object(compared | {"metrics": METRICS, "lang": LANG}, optional=("source", "lang")),
        "report": _object(
            compared
            | {
                "documents": SEGMENTS | {"description": "The document of each segment; documents are resampled whole."},
                "baseline": FILE_NAME | {"description": "The system that others are compared with; else the first."},
                "title": FILE_NAME | {"description": "What the page is called."},
                "scores": SCORES,
                "metrics": METRICS,
                "lang": LANG,
            },
            optional=("source", "documents", "baseline", "title", "scores", "lang"),
        ),
    }


def description(limits: Limits, with_token: bool) -> dict[str, Any]:
    """Describe the whole API.

    >>> description(Limits(), with_token=False)["openapi"]
    '3.1.0'
    """
    shapes = requests(limits)
    schemas = {
        "Error": _object({"error": TEXT}),
        "ScoreRequest": shapes["score"],
        "ExplainRequest": shapes["explain"],
        "ReadRequest": shapes["read"],
        "CheckRequest": shapes["check"],
        "ReportRequest": shapes["report"],
        "Metrics": _object({"metrics": {"type": "array", "items": _metric()}, "languages": _texts()}),
        "ReadFile": _read_file(),
        "Findings": _object({"findings": {"type": "array", "items": _finding()}, "warnings": _texts()}),
        "Scores": _object({"scores": {"type": "array", "items": _score()}, "warnings": _texts()}),
        "Explanation": _object({"html": TEXT, "explanation": {"type": "object"}, "warnings": _texts()}),
    }
    found: dict[str, Any] = {
        "openapi": "3.1.0",
        "info": {"title": "understudy", "version": __version__, "summary": "Scores of machine translation, explained."},
        "paths": {
            "/api/metrics": {"get": _reading("List the metrics.", _json("Metrics"))},
            "/openapi.json": {
                "get": _reading("This description.", {"application/json": {"schema": {"type": "object"}}})
            },
            "/api/score": {"post": _working("Score one system.", "ScoreRequest", _json("Scores"))},
            "/api/explain": {"post": _working("Show how a score comes about.", "ExplainRequest", _json("Explanation"))},
            "/api/read": {"post": _working("Read a file of any format.", "ReadRequest", _json("ReadFile"))},
            "/api/check": {"post": _working("Look for signs of mistakes in texts.", "CheckRequest", _json("Findings"))},
            "/api/report": {"post": _report()},
        },
        "components": {"schemas": schemas},
    }
    if with_token:
        found["components"]["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
        found["security"] = [{"token": []}]
    return found


def _object(properties: dict[str, Schema], optional: tuple[str, ...] = ()) -> Schema:
    required = [name for name in properties if name not in optional]
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def _texts() -> Schema:
    return {"type": "array", "items": TEXT}


def _metric() -> Schema:
    return _object(
        {
            "name": TEXT,
            "title": TEXT,
            "summary": TEXT,
            "measures": TEXT,
            "alone": TEXT,
            "paper": TEXT,
            "link": TEXT,
            "maximum": {"type": ["number", "null"]},
            "higher_is_better": {"type": "boolean"},
            "settings": {
                "type": "array",
                "items": _object({"name": TEXT, "about": TEXT, "default": TEXT, "choices": _texts()}),
            },
        }
    )


def _read_file() -> Schema:
    text = _object(
        {
            "name": TEXT,
            "role": {"type": "string", "enum": list(ROLES)},
            "segments": {"type": "array", "items": {"type": ["string", "null"]}},
        }
    )
    return _object(
        {
            "name": TEXT,
            "format": TEXT,
            "ids": {"type": ["array", "null"], "items": TEXT},
            "texts": {"type": "array", "items": text},
            "warnings": _texts(),
        }
    )


def _finding() -> Schema:
    numbers: dict[str, Schema] = {name: {"type": "integer"} for name in ("count", "total", "segment")}
    words = ("kind", "severity", "message", "example", "remedy", "option", "system")
    return _object(dict.fromkeys(words, TEXT) | numbers)


def _score() -> Schema:
    return _object(
        {
            "metric": TEXT,
            "score": NUMBER,
            "signature": TEXT,
            "segment_count": {"type": "integer"},
            "parts": {"type": "object", "additionalProperties": NUMBER},
            "segment_signature": TEXT,
            "segments": {"type": "array", "items": NUMBER},
        }
    )


def _json(name: str) -> dict[str, Any]:
    return {"application/json": {"schema": {"$ref": f"#/components/schemas/{name}"}}}


def _reading(summary: str, content: dict[str, Any]) -> dict[str, Any]:
    return {
        "summary": summary,
        "responses": {"200": {"description": summary, "content": content}} | _errors(OF_READING),
    }


def _working(summary: str, request: str, content: dict[str, Any]) -> dict[str, Any]:
    return {
        "summary": summary,
        "requestBody": {"required": True, "content": _json(request)},
        "responses": {"200": {"description": summary, "content": content}} | _errors(OF_WORK),
    }


def _report() -> dict[str, Any]:
    operation = _working("Compare systems on one page.", "ReportRequest", {"text/html": {"schema": TEXT}})
    operation["responses"]["200"]["headers"] = {
        "Content-Location": {"schema": TEXT, "required": True, "description": "Where the page can be looked at."},
        "Understudy-Warnings": {"schema": TEXT, "required": True, "description": "A JSON list of messages."},
    }
    return operation


def _errors(codes: tuple[str, ...]) -> dict[str, Any]:
    return {code: {"description": ERRORS[code], "content": _json("Error")} for code in codes}
