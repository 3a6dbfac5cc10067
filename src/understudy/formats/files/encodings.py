"""Text in other encodings than UTF-8: only where the caller says which, for no guess is safe."""

from __future__ import annotations

import codecs

from understudy.errors import FormatError, SettingError

EXAMPLES = "utf-16, cp1252, latin-1 or shift_jis"


def check_encoding(encoding: object) -> None:
    """Refuse an encoding that Python doesn't know.

    >>> check_encoding("cp1252")
    """
    try:
        info = codecs.lookup(encoding) if isinstance(encoding, str) else None
    except (LookupError, ValueError):
        info = None
    if encoding is not None and (info is None or not getattr(info, "_is_text_encoding", True)):
        raise SettingError(f"unknown encoding {encoding!r:.80}; give one such as {EXAMPLES}")


def to_utf8(data: bytes, encoding: str, name: str) -> bytes:
    """Write the text of a file in UTF-8; a byte that the encoding doesn't have is located.

    >>> to_utf8("naïve".encode("cp1252"), "cp1252", "word.txt").decode()
    'naïve'
    """
    try:
        return data.decode(encoding).removeprefix("\ufeff").encode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise FormatError(
            f"{name}:{line}: byte {error.start + 1} of the file is 0x{data[error.start]:02x}, which is not valid"
            f" {encoding}; give the --encoding that it has, such as {EXAMPLES}"
        ) from None
    except UnicodeEncodeError:
        raise FormatError(f"{name} holds half a surrogate pair, which is no character; make the file again") from None
