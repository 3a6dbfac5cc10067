"""From the archives of a test set to its texts, one file a field: the same files that sacrebleu makes."""

from __future__ import annotations

import gzip
import re
import tarfile
import zipfile
from collections.abc import Iterable
from pathlib import Path
from xml.etree import ElementTree

from understudy.errors import FormatError
from understudy.testsets.catalog import TestSet

Fields = dict[str, list[str]]
META = ("docid", "genre", "origlang")


def unpack(test_set: TestSet, raw: Path, target: Path) -> None:
    """Write the fields of all language pairs into a folder, from the archives that lie in `raw`.

    >>> import tempfile
    >>> folder, toy = Path(tempfile.mkdtemp()), TestSet("toy", "PlainTextDataset", "", (), (), {"en-de": ["a", "b"]})
    >>> _ = (folder / "a").write_text("a cat"), (folder / "b").write_text("eine Katze")
    >>> unpack(toy, folder, folder)
    >>> (folder / "toy.en-de.ref").read_text()
    'eine Katze\\n'
    """
    wanted = {_path(member) for pair in test_set.langpairs for member in test_set.members(pair)}
    for archive in sorted(raw.iterdir()):
        _extract(archive, wanted, raw)
    for pair in test_set.langpairs:
        for name, lines in _fields(test_set, pair, raw).items():
            text = "".join(f"{line}\n" for line in lines)
            (target / f"{test_set.stem}.{pair}.{name.replace(':', '-')}").write_text(text, encoding="utf-8", newline="")


def _path(member: str) -> str:
    """The file of a member; that of a table may have a column before it, as 3:MTNT/en-fr.tsv."""
    return member.rpartition(":")[2]


def _extract(archive: Path, wanted: set[str], raw: Path) -> None:
    """Take the files that are needed out of an archive; whatever else it is stays as it is."""
    try:
        if archive.name.endswith((".tgz", ".tar.gz")):
            with tarfile.open(archive) as tar:
                for each in tar:
                    name = each.name.removeprefix("./")
                    file = tar.extractfile(each) if name in wanted and each.isfile() else None
                    if file is not None:
                        _write(raw / name, file.read())
        elif archive.name.endswith(".zip"):
            with zipfile.ZipFile(archive) as zipped:
                for name in wanted & set(zipped.namelist()):
                    _write(raw / name, zipped.read(name))
    except (tarfile.TarError, zipfile.BadZipFile, EOFError, gzip.BadGzipFile) as error:
        raise FormatError(f"{archive.name} is broken: {error}; download it again") from None


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def _fields(test_set: TestSet, pair: str, raw: Path) -> Fields:
    paths = [raw / _path(member) for member in test_set.members(pair)]
    for path in paths:
        if not path.is_file():
            raise FormatError(f"the archives of {test_set.name} lack {path.relative_to(raw)}, the texts of {pair}")
    if test_set.kind == "WMTXMLDataset":
        return _of_xml(paths[0])
    names = ["src", *(["ref"] if len(paths) == 2 else [f"ref:{number}" for number in range(len(paths) - 1)])]
    read = {"PlainTextDataset": _plain, "TSVDataset": _plain, "WMTAdditionDataset": _sgml_or_plain}.get(
        test_set.kind, _sgml
    )
    if test_set.kind == "TSVDataset":
        return {
            name: _cells(path, member, place)
            for place, (name, path, member) in enumerate(zip(names, paths, test_set.members(pair), strict=True))
        }
    fields = {name: read(path) for name, path in zip(names, paths, strict=True)}
    if read is not _plain and not test_set.name.startswith("wmt08"):
        fields |= {name: _meta(paths[0], name) for name in META}
    return fields


def clean(text: str) -> str:
    """Trim a text, and make one space of several.

    >>> clean(" a  cat ")
    'a cat'
    """
    return re.sub(r"\s+", " ", text.strip())


def _lines(path: Path) -> Iterable[str]:
    data = gzip.decompress(path.read_bytes()) if path.name.endswith(".gz") else path.read_bytes()
    lines = data.decode("utf-8").split("\n")
    return lines[:-1] if lines[-1] == "" else lines


def _plain(path: Path) -> list[str]:
    return [line.rstrip() for line in _lines(path)]


def _cells(path: Path, member: str, place: int) -> list[str]:
    column = int(member.partition(":")[0]) if ":" in member else place
    return [line.split("\t")[column] for line in _lines(path)]


def _sgml(path: Path) -> list[str]:
    """The segments of what WMT called SGML before 2021: one a line, whatever is around it."""
    return [clean(_inside(line)) for line in _lines(path) if line.startswith("<seg ")]


def _inside(line: str) -> str:
    begin, end = line.find(">") + 1, line.rfind("</seg>")
    return line[begin:end] + line[end + len("</seg>") :] if 0 < begin <= end else line


def _sgml_or_plain(path: Path) -> list[str]:
    return _sgml(path) if path.name.endswith(".sgm") else _plain(path)


def _meta(path: Path, name: str) -> list[str]:
    """An attribute of the documents, once for each of their segments."""
    values, value = [], ""
    for line in _lines(path):
        if line.startswith("<doc "):
            match = re.search(rf'{name}="(.*?)"', line)
            value = match[1] if match else value
        elif line.startswith("<seg "):
            values.append(value)
    return values


def _of_xml(path: Path) -> Fields:
    """The texts of WMT since 2021; test suites, and segments without any reference, are left out."""
    documents = [each for each in ElementTree.parse(path).getroot().iter("doc") if "testsuite" not in each.attrib]
    translators = dict.fromkeys(ref.get("translator") for doc in documents for ref in doc.iter("ref"))
    names = ["src", *map(_reference, translators), "docid", "origlang"]
    fields: Fields = {name: [] for name in names}
    domains: list[str] = []
    for document in documents:
        source = _segments(document, "src")
        references = {ref.get("translator"): _texts(ref) for ref in document.iter("ref")}
        systems = {hyp.get("system", ""): _texts(hyp) for hyp in document.iter("hyp")}
        for number in sorted(source):
            if not any(texts.get(number) for texts in references.values()):
                continue
            fields["src"].append(source[number])
            for translator in translators:
                fields[_reference(translator)].append(references.get(translator, {}).get(number, ""))
            for system, texts in systems.items():
                fields.setdefault(system, []).append(texts[number])
            fields["docid"].append(document.get("id", ""))
            fields["origlang"].append(document.get("origlang", ""))
            domains.append(document.get("domain", ""))
    return {name: list(map(clean, lines)) for name, lines in fields.items()} | (
        {"domain": domains} if any(domains) else {}
    )


def _reference(translator: str | None) -> str:
    return f"ref:{translator}" if translator else "ref"


def _segments(document: ElementTree.Element, kind: str) -> dict[int, str]:
    return {number: text for each in document.iter(kind) for number, text in _texts(each).items()}


def _texts(element: ElementTree.Element) -> dict[int, str]:
    return {int(each.get("id", "0")): each.text or "" for each in element.iter("seg")}
