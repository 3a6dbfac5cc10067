"""Every header of native/text compiles alone, and so does each tokenizer with a sink that it knows nothing of."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

NATIVE = Path(__file__).parents[2] / "native"
COMPILER = os.environ.get("CXX") or shutil.which("c++") or shutil.which("clang++")

# In no namespace of ours: what a tokenizer calls must come with its header, not with the caller.
SINK = """
struct Sink {
    void operator()(std::string_view) const;
    void operator()(std::string_view, std::uint64_t) const;
    const char* take_characters(const char*, const char*, bool) const;
};
"""
SPLITTER = re.compile(r"(template <.*>\n)?struct (\w+) \{\n(?: {4}.*\n)*? {4}static constexpr Traits")


def program(header: Path) -> str:
    """Include the header and split with each tokenizer in it."""
    text = header.read_text(encoding="utf-8")
    parameters, arguments = "", "std::string_view(), sink"
    if "TokenizeScratch& scratch, const Sink& sink" in text:
        parameters, arguments = "understudy::TokenizeScratch& scratch, ", "std::string_view(), scratch, sink"
    lines = [f'#include "{header.relative_to(NATIVE).as_posix()}"\n#include <cstdint>\n#include <string_view>', SINK]
    for template, name in SPLITTER.findall(text):
        splitter = f"understudy::tokenizers::{name}{'<>' if template else ''}"
        lines.append(f"void split_{name}({parameters}const Sink& sink) {{ {splitter}::split({arguments}); }}")
    return "\n".join(lines) + "\n"


@pytest.mark.skipif(COMPILER is None, reason="no C++ compiler is installed")
@pytest.mark.parametrize("header", sorted((NATIVE / "text").rglob("*.hpp")), ids=lambda path: path.name)
def test_a_header_compiles_alone(header: Path) -> None:
    command = [str(COMPILER), "-std=c++20", "-fsyntax-only", f"-I{NATIVE}", "-x", "c++", "-"]
    done = subprocess.run(command, input=program(header), capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr


def test_every_tokenizer_of_the_table_has_a_header_of_its_own() -> None:
    table = (NATIVE / "text" / "tokenizers" / "table.cpp").read_text(encoding="utf-8")
    headers = re.findall(r'#include "text/tokenizers/(\w+\.hpp)"', table)
    splitters = {
        name
        for header in headers
        for _, name in SPLITTER.findall((NATIVE / "text" / "tokenizers" / header).read_text(encoding="utf-8"))
    }
    assert splitters == set(re.findall(r"row<(\w+)", table)) - {"Splitter"}
