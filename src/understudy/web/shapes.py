"""Plain values against a JSON schema: what the API's description says is what is checked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from understudy.web.refusal import Refusal

Schema = dict[str, Any]
KINDS: dict[str, type | tuple[type, ...]] = {"object": dict, "array": list, "string": str, "number": (int, float)}


def check_shape(value: Any, schema: Schema, where: str = "the body") -> None:
    """Refuse a value that isn't what a schema asks for; only the words of JSON Schema that the API uses are known.

    >>> check_shape({"metrics": [1]}, {"type": "object", "properties":
    ...     {"metrics": {"type": "array", "items": {"type": "string"}}}})
    Traceback (most recent call last):
    understudy.web.refusal.Refusal: metrics[0] is a number; it must be a string
    """
    kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    if value is None and "null" in kinds:
        return
    kind = next((each for each in kinds if each != "null" and isinstance(value, KINDS[each])), None)
    kind = None if isinstance(value, bool) else kind
    if kind is None:
        raise Refusal(422, f"{where} is {_kind(value)}; it must be {' or '.join(map(_an, kinds))}")
    if kind in CHECKS:
        CHECKS[kind](value, schema, where)


def _check_object(value: dict[str, Any], schema: Schema, where: str) -> None:
    known, others = schema.get("properties", {}), schema.get("additionalProperties")
    for name in schema.get("required", ()):
        if name not in value:
            raise Refusal(422, f"{name!r} is missing from {where}")
    if len(value) < schema.get("minProperties", 0):
        raise Refusal(422, f"{where} is empty; it needs at least {schema['minProperties']} entry")
    if len(value) > schema.get("maxProperties", len(value)):
        raise Refusal(413, f"{where} has {len(value)} entries; this server takes at most {schema['maxProperties']}")
    for name, each in value.items():
        if name not in known and others is False:
            raise Refusal(422, f"{where} has an unknown entry {name!r:.100}; the entries are {', '.join(known)}")
        if "propertyNames" in schema:
            check_shape(name, schema["propertyNames"], f"the name {name!r:.100} in {where}")
        shape = known.get(name, others)
        if shape:
            check_shape(each, shape, name if where == "the body" else f"{where}[{name!r:.100}]")


def _check_array(value: list[Any], schema: Schema, where: str) -> None:
    if len(value) < schema.get("minItems", 0):
        raise Refusal(422, f"{where} has {len(value)} entries; at least {schema['minItems']} is needed")
    most = schema.get("maxItems", len(value))
    if len(value) > most:
        raise Refusal(413, f"{where} has {len(value)} entries; this server takes at most {most} at once")
    for place, each in enumerate(value):
        check_shape(each, schema["items"], f"{where}[{place}]")


def _check_string(value: str, schema: Schema, where: str) -> None:
    if len(value) < schema.get("minLength", 0):
        raise Refusal(422, f"{where} is empty; give some text")
    most = schema.get("maxLength", len(value))
    if len(value) > most:
        raise Refusal(413, f"{where} has {len(value)} characters; this server takes at most {most}")


def _kind(value: Any) -> str:
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return "a number" if isinstance(value, (int, float)) else _an(next(k for k, t in KINDS.items() if type(value) is t))


def _an(kind: str) -> str:
    if kind == "null":
        return kind
    return f"an {kind}" if kind[0] in "ao" else f"a {kind}"


CHECKS: dict[str, Callable[[Any, Schema, str], None]] = {
    "object": _check_object,
    "array": _check_array,
    "string": _check_string,
}
