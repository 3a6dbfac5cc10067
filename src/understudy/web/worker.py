"""The process that does the work, so that work can be stopped: messages of JSON in and out, each after its length."""

from __future__ import annotations

import json
import os
import sys
import traceback
import warnings
from typing import Any, BinaryIO

from understudy.errors import TextWarning, UnderstudyError

LENGTH = 8  # bytes that say how long a message is


def packed(message: bytes) -> bytes:
    """Put the length before a message.

    >>> packed(b"{}")
    b'\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x02{}'
    """
    return len(message).to_bytes(LENGTH, "big") + message


def answer(task: str, given: dict[str, Any]) -> dict[str, Any]:
    """Do one task: its value and warnings, or the error that the caller can mend.

    >>> answer("score", {"hypotheses": [], "references": [], "metrics": ["bleu"]})
    {'error': 'there are no segments to score: the list of hypotheses is empty'}
    """
    from understudy.web.work import TASKS

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            value = TASKS[task](given)
        except UnderstudyError as error:
            return {"error": str(error)}
        except MemoryError:
            return {"error": "there is not enough memory for this; send fewer or shorter segments at once"}
    said = [str(each.message) for each in caught if issubclass(each.category, TextWarning)]
    return {"value": value | {"warnings": list(dict.fromkeys(said))}}


def place(error: Exception) -> str:
    """The kind of an error and where it was raised; never its message, which may hold texts.

    >>> place(ValueError("a secret"))
    'ValueError'
    """
    last = traceback.extract_tb(error.__traceback__)[-1:]
    return " at ".join([type(error).__name__, *(f"{each.filename}:{each.lineno}" for each in last)])


def main() -> None:
    """Answer messages until there are no more; what is said first is that all is loaded.

    >>> import subprocess
    >>> subprocess.run([sys.executable, "-m", "understudy.web.worker"], input=b"", capture_output=True).stdout
    b'\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00'
    """
    import understudy.web.work  # noqa: F401  # slow, and done before the first message

    requests = sys.stdin.buffer
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever a library prints must not get between the messages
    _send(answers, b"")
    while (message := _received(requests)) is not None:
        request = json.loads(message)
        try:
            found = answer(request["task"], request["given"])
            reply = json.dumps(found, ensure_ascii=False, allow_nan=False).encode()
        except Exception as error:  # a mistake of ours
            reply = json.dumps({"fault": place(error)}).encode()
        _send(answers, reply)


def _received(stream: BinaryIO) -> bytes | None:
    length = stream.read(LENGTH)
    return stream.read(int.from_bytes(length, "big")) if len(length) == LENGTH else None


def _send(stream: BinaryIO, message: bytes) -> None:
    stream.write(packed(message))
    stream.flush()


if __name__ == "__main__":
    main()
