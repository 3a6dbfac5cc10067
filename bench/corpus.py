"""Text to measure with: the shipped examples, mixed and changed at random until there is enough."""

from __future__ import annotations

import random
from pathlib import Path

EXAMPLES = Path(__file__).parent.parent / "examples"


def lines(name: str) -> list[str]:
    return (EXAMPLES / name).read_text(encoding="utf-8").splitlines()


def parallel(segments: int, references: int = 1, seed: int = 1) -> tuple[list[str], list[list[str]]]:
    """Hypotheses and references of about 17 words; hardly any line stands twice, so that no cache helps."""
    rng = random.Random(seed)
    systems = [lines(name) for name in ("strong.en", "medium.en", "weak.en")]
    sources = [lines(f"reference{n}.en") for n in range(1, references + 1)]
    vocabulary = sorted({word for column in sources for line in column for word in line.split()})
    hyps, refs = [], []
    for _ in range(segments):
        first, second = rng.randrange(100), rng.randrange(100)
        changed = [word if rng.random() > 0.1 else rng.choice(vocabulary) for word in sources[0][first].split()]
        extra = rng.choice(vocabulary)
        system = rng.choice(systems)
        hyps.append(f"{system[first]} {extra} {' '.join(system[second].split()[:4])}")
        tail = " ".join(sources[0][second].split()[:4])
        refs.append([f"{' '.join(changed)} {extra} {tail}", *(f"{source[first]} {tail}" for source in sources[1:])])
    return hyps, refs


def altered(lines: list[str], share: float, seed: int) -> list[str]:
    """Another system: some words are replaced by others of the text, or left out."""
    rng = random.Random(seed)
    vocabulary = sorted({word for line in lines for word in line.split()})
    changed = []
    for line in lines:
        words = [word if rng.random() >= share else rng.choice(vocabulary) for word in line.split()]
        changed.append(" ".join(word for word in words if rng.random() >= share / 2))
    return changed
