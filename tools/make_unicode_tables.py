"""Write native/text/unicode_tables.hpp from an unpacked npm package of Unicode data; needs Node.js.

npm pack @unicode/unicode-18.0.0@2.0.7
tar xf unicode-unicode-18.0.0-2.0.7.tgz
python tools/make_unicode_tables.py package

The Unicode version is the one behind \\p{N}, \\p{P} and \\p{S} of the `regex` module,
because sacrebleu's `intl` tokenizer uses that module.
"""

import json
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from textwrap import fill
from typing import Any

TABLES = Path(__file__).parent.parent / "native" / "text" / "unicode_tables.hpp"

# The package keeps its data as compressed JavaScript modules, so node has to read them.
READ_PACKAGE = """
import { pathToFileURL } from 'node:url';
const load = async (path) =>
  (await import(pathToFileURL(`${process.argv[1]}/${path}.mjs`))).default;
const spans = async (path) =>
  (await load(`${path}/ranges`)).map(({ begin, end }) => [begin, end - 1]);
console.log(JSON.stringify({
  numbers: await spans('General_Category/Number'),
  punctuation: await spans('General_Category/Punctuation'),
  symbols: await spans('General_Category/Symbol'),
  cased: await spans('Binary_Property/Cased'),
  case_ignorable: await spans('Binary_Property/Case_Ignorable'),
  simple: [...await load('Simple_Case_Mapping/Lowercase/code-points')],
  special: [...await load('Special_Casing/Lowercase/code-points')],
  conditional: [...await load('Special_Casing/Lowercase--Final_Sigma/code-points')],
}));
"""

# Beyond the end no character has a class or a lower case, so the C++ tables stop there.
END = 0x20000
BLOCK = 128

HEADER = """\
// Unicode {version}: general categories, case and lower case. Generated, do not edit.
// Rebuild: npm pack {package}@{release} && tar xf unicode-unicode-{version}-{release}.tgz
//          && python tools/make_unicode_tables.py package
// License: Unicode-3.0, see native/LICENSE-UNICODE.txt.
// The numbers stand as the generator packs them:
// clang-format off
#pragma once

#include <cstddef>
#include <cstdint>

namespace understudy::tables {{

struct Span {{
    char32_t first, last;
}};

// Every step-th character from first to last has its lower case at a distance of delta.
struct LowerRun {{
    char32_t first, last, step;
    std::int32_t delta;
}};

inline constexpr char32_t end = {end:#x};
inline constexpr std::size_t block = {block};
inline constexpr std::size_t class_blocks = {class_blocks};
inline constexpr std::size_t lower_blocks = {lower_blocks};
"""


def read_package(directory: Path) -> dict[str, Any]:
    """Read the data that the tables are made of."""
    command = ["node", "--input-type=module", "-e", READ_PACKAGE, str(directory.resolve())]
    data: dict[str, Any] = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
    return data


def lower_mapping(data: dict[str, Any]) -> dict[int, int]:
    """Single characters and their lower case; unicode.cpp spells out the exceptions."""
    mapping: dict[int, int] = dict(data["simple"])
    full = {c: to for c, to in data["special"] if to != [mapping.get(c, c)]}
    if full != {0x130: [0x69, 0x307]} or data["conditional"] != [[0x3A3, [0x3C2]]]:
        raise SystemExit(f"new special lower cases: {full} {data['conditional']}; teach lower() them")
    return mapping


def lower_runs(mapping: dict[int, int]) -> list[tuple[int, int, int, int]]:
    """Join neighbours: whole alphabets, and pairs of upper and lower case in turn."""
    runs: list[tuple[int, int, int, int]] = []
    for c, to in sorted(mapping.items()):
        if runs:
            first, last, step, delta = runs[-1]
            if delta == to - c and (c - last == step or (first == last and c - last == 2)):
                runs[-1] = (first, c, c - last, delta)
                continue
        runs.append((c, c, 1, to - c))
    return runs


def blocks(characters: set[int]) -> int:
    """Count the blocks that hold at least one of the characters."""
    if max(characters) >= END:
        raise SystemExit(f"U+{max(characters):X} is beyond the tables; raise END")
    return len({c // BLOCK for c in characters})


def array(kind: str, name: str, rows: Iterable[Iterable[int]]) -> str:
    """Write a table as a C++ array."""
    cells = " ".join("{" + ",".join(map(cell, row)) + "}," for row in rows)
    return f"\ninline constexpr {kind} {name}[] = {{\n{fill(cells, 100)}\n}};\n"


def cell(number: int) -> str:
    """Write a number as C++ has it."""
    return str(number) if abs(number) < 10 else f"{number:#x}"


def main(directory: Path) -> None:
    """Write the tables."""
    about = json.loads((directory / "package.json").read_text(encoding="utf-8"))
    data = read_package(directory)
    mapping = lower_mapping(data)
    classes = ("numbers", "punctuation", "symbols")
    text = HEADER.format(
        package=about["name"],
        release=about["version"],
        version=about["name"].rpartition("-")[2],
        end=END,
        block=BLOCK,
        class_blocks=blocks({c for name in classes for a, b in data[name] for c in range(a, b + 1)}),
        lower_blocks=blocks(set(mapping)),
    )
    for name in (*classes, "cased", "case_ignorable"):
        text += array("Span", name, data[name])
    text += array("LowerRun", "lower", lower_runs(mapping))
    text += "\n}  // namespace understudy::tables\n"
    TABLES.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    main(Path(sys.argv[1]))
