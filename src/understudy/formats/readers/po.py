"""PO files of gettext: messages, each with its translation, or with one for each plural form."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from understudy.errors import FormatError
from understudy.formats.files.content import FileContent
from understudy.formats.files.encodings import to_utf8
from understudy.formats.parsed import ParsedFile, Selection, Texts, check_ids
from understudy.formats.readers.text import BYTE_ORDER_MARK, decode, split_lines

CHARSET = re.compile(rb"charset=([\w.:-]+)")
KEYWORD = re.compile(r"(msgctxt|msgid_plural|msgid|msgstr(?:\[(\d{1,3})\])?)\s*(.*)")
QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"\s*')
ESCAPE = re.compile(r"\\(x[0-9A-Fa-f]{1,2}|[0-7]{1,3}|.)")
CHARACTERS = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "f": "\f", "v": "\v"}
CONTEXT_END = "\x04"  # what gettext itself puts between a context and a message


@dataclass(eq=False)
class Message:
    """One entry: its strings by keyword, and what its comments say."""

    line: int
    strings: dict[str, str] = field(default_factory=dict)
    translations: dict[int, str] = field(default_factory=dict)
    flags: list[str] = field(default_factory=list)
    files: list[str] = field(default_factory=list)

    @property
    def is_header(self) -> bool:
        """Whether it is the entry that tells about the file."""
        return self.strings.get("msgid") == "" and "msgctxt" not in self.strings

    @property
    def name(self) -> str:
        """What identifies a message: its context, if it has one, and its text."""
        context = self.strings.get("msgctxt")
        return ("" if context is None else context + CONTEXT_END) + self.strings["msgid"]


def read(file: FileContent, selection: Selection) -> ParsedFile:
    r"""Read all messages that are not obsolete; one without a translation is missing, plural forms are segments.

    >>> text = b'msgid "a cat"\nmsgstr "eine "\n"Katze"\n\n#~ msgid "old"\n#~ msgstr "alt"\n'
    >>> found = read(FileContent("de.po", text), Selection())
    >>> found.source, found.targets
    (['a cat'], {'': ['eine Katze']})
    """
    text = decode(_in_utf8(file).removeprefix(BYTE_ORDER_MARK), file.name)
    messages = list(_messages(file.name, split_lines(text)))
    header = next((each.translations.get(0, "") for each in messages if each.is_header), "")
    forms = [
        (each, number, translation)
        for each in messages
        if not each.is_header
        for number, translation in sorted(each.translations.items())
    ]
    if not forms:
        raise FormatError(f"{file.name} holds no message; nothing can be scored")
    fuzzy = sum("fuzzy" in each.flags and bool(translation) for each, _, translation in forms)
    columns: dict[str, Texts] = {
        "context": [each.strings.get("msgctxt") for each, _, _ in forms],
        "file": [each.files[0] if each.files else None for each, _, _ in forms],
        "flags": [", ".join(each.flags) or None for each, _, _ in forms],
    }
    language = re.search(r"(?m)^Language:[ \t]*(\S+)", header)
    return check_ids(
        ParsedFile(
            file.name, "PO", [each.line for each, _, _ in forms],
            ids=[each.name + (f"[{form}]" if "msgid_plural" in each.strings else "") for each, form, _ in forms],
            source=[each.strings["msgid_plural" if form and "msgid_plural" in each.strings else "msgid"]
                    for each, form, _ in forms],
            targets={"": [translation or None for _, _, translation in forms]},
            columns={name: values for name, values in columns.items() if any(values)},
            summary=_summary(fuzzy), language=language[1].replace("_", "-") if language else "",
        )
    )  # fmt: skip


def _in_utf8(file: FileContent) -> bytes:
    """The text in UTF-8; the header of the file may name another encoding."""
    charset = CHARSET.search(file.data[:65536])
    name = charset[1].decode() if charset else "utf-8"
    try:
        encoding = "utf-8" if name == "CHARSET" else codecs.lookup(name).name  # the placeholder of templates
    except LookupError:
        raise FormatError(f"{file.name} says that its encoding is {name!r}, which is not known; convert it") from None
    try:
        file.data.decode("utf-8")  # where --encoding was given it is UTF-8 by now, whatever the header says
    except UnicodeDecodeError:
        return file.data if encoding == "utf-8" else to_utf8(file.data, encoding, file.name)
    return file.data


def _messages(path: str, lines: list[str]) -> Iterator[Message]:
    current, keyword = Message(1), ""
    for number, line in enumerate(lines, 1):
        line = line.strip()
        begins = line.startswith(("#", "msgctxt", "msgid ", 'msgid"'))
        if keyword.startswith("msgstr") and (begins or not line):
            yield _whole(path, current)
            current, keyword = Message(number), ""
        if line.startswith("#"):
            _comment(current, line)
        elif line:
            match = KEYWORD.fullmatch(line)
            if match is None and not (line.startswith('"') and keyword):
                raise FormatError(f"{path}:{number}: this is not PO: {line!r:.60}; msgid or msgstr is needed here")
            if match is not None and match[1] == "msgid" and "msgid" not in current.strings:
                current.line = number
            keyword = match[1] if match else keyword
            _add(path, number, current, keyword, match[3] if match else line, match is not None)
    if keyword:
        yield _whole(path, current)


def _comment(message: Message, line: str) -> None:
    if line.startswith("#,"):
        message.flags += [flag.strip() for flag in line[2:].split(",") if flag.strip()]
    elif line.startswith("#:"):
        message.files += [place.rpartition(":")[0] or place for place in line[2:].split()]


def _add(path: str, number: int, message: Message, keyword: str, written: str, first: bool) -> None:
    if QUOTED.fullmatch(written) is None:
        raise FormatError(f"{path}:{number}: a text between quotation marks is needed after {keyword}")
    text = ESCAPE.sub(_character, QUOTED.fullmatch(written)[1])  # type: ignore[index]
    if keyword.startswith("msgstr"):
        form = int(keyword[7:-1] or 0)
        if first and form in message.translations:
            raise FormatError(f"{path}:{number}: the message has two {keyword}; leave a blank line before the next")
        message.translations[form] = message.translations.get(form, "") + text
    else:
        if first and keyword in message.strings:
            raise FormatError(f"{path}:{number}: the message has two {keyword}; its msgstr is missing")
        message.strings[keyword] = message.strings.get(keyword, "") + text


def _character(match: re.Match[str]) -> str:
    code = match[1]
    if code[0] == "x" and len(code) > 1:
        return chr(int(code[1:], 16))
    return chr(int(code, 8)) if code[0] in "01234567" else CHARACTERS.get(code, code)


def _whole(path: str, message: Message) -> Message:
    if "msgid" not in message.strings or not message.translations:
        lacking = "msgid" if "msgid" not in message.strings else "msgstr"
        raise FormatError(f"{path}:{message.line}: the message that begins there has no {lacking}; make the file again")
    return message


def _summary(fuzzy: int) -> str:
    if not fuzzy:
        return ""
    marked = "1 translation is marked fuzzy, and counts" if fuzzy == 1 else f"{fuzzy} translations are marked fuzzy"
    return marked + (" all the same" if fuzzy == 1 else ", and count all the same")
