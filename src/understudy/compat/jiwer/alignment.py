"""Alignments and errors as text, to the last space as jiwer prints them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from understudy.compat.jiwer.process import AlignmentChunk, CharacterOutput, WordOutput

__all__ = ["collect_error_counts", "visualize_alignment", "visualize_error_counts"]

HEADS = ("REF: ", "HYP: ", "     ")
MARKS = {"equal": " ", "substitute": "S", "delete": "D", "insert": "I"}
Output = WordOutput | CharacterOutput


def visualize_alignment(
    output: Output, show_measures: bool = True, skip_correct: bool = True, line_width: int | None = None
) -> str:
    """Write references and hypotheses below each other, with a mark below every error.

    >>> from understudy.compat.jiwer.process import process_words
    >>> print(visualize_alignment(process_words("a cat sat", "the cat"), show_measures=False), end="")
    === SENTENCE 1 ===
    <BLANKLINE>
    REF:   a cat sat
    HYP: the cat ***
           S       D
    """
    text = ""
    pairs = zip(output.references, output.hypotheses, output.alignments, strict=True)
    for number, (ref, hyp, chunks) in enumerate(pairs, 1):
        if not skip_correct or any(chunk.type != "equal" for chunk in chunks):
            text += f"=== SENTENCE {number} ===\n\n{_sentence(ref, hyp, chunks, _joint(output), line_width)}\n"
    return text + _summary(output) if show_measures else text[:-1]


def collect_error_counts(output: Output) -> tuple[Counter[Any], Counter[Any], Counter[Any]]:
    """Count which words were replaced by which, which were put in and which were left out, run by run.

    >>> from understudy.compat.jiwer.process import process_words
    >>> collect_error_counts(process_words("a cat sat", "the cat"))
    (Counter({('a', 'the'): 1}), Counter(), Counter({'sat': 1}))
    """
    counts: dict[str, Counter[Any]] = {kind: Counter() for kind in ("substitute", "insert", "delete", "equal")}
    joint = _joint(output)
    for ref, hyp, chunks in zip(output.references, output.hypotheses, output.alignments, strict=True):
        for chunk in chunks:
            of_ref = joint.join(ref[chunk.ref_start_idx : chunk.ref_end_idx])
            of_hyp = joint.join(hyp[chunk.hyp_start_idx : chunk.hyp_end_idx])
            key = {"substitute": (of_ref, of_hyp), "insert": of_hyp}.get(chunk.type, of_ref)
            counts[chunk.type][key] += 1
    return counts["substitute"], counts["insert"], counts["delete"]


def visualize_error_counts(
    output: Output,
    show_substitutions: bool = True,
    show_insertions: bool = True,
    show_deletions: bool = True,
    top_k: int | None = None,
) -> str:
    """List the errors of each kind, the most frequent first.

    >>> from understudy.compat.jiwer.process import process_words
    >>> print(visualize_error_counts(process_words("a cat sat", "the cat"), show_insertions=False))
    === SUBSTITUTIONS ===
    a   --> the = 1x
    <BLANKLINE>
    === DELETIONS ===
    sat = 1x
    """
    kinds = zip(
        ("SUBSTITUTIONS", "INSERTIONS", "DELETIONS"),
        (show_substitutions, show_insertions, show_deletions),
        collect_error_counts(output),
        strict=True,
    )
    shown = [f"=== {title} ===\n{_listed(errors, top_k)}" for title, wanted, errors in kinds if wanted]
    return "\n".join(shown).removesuffix("\n")


def _joint(output: Output) -> str:
    return "" if isinstance(output, CharacterOutput) else " "


def _columns(ref: list[str], hyp: list[str], chunks: list[AlignmentChunk]) -> Iterator[tuple[str, str, str]]:
    """Both words and the mark of every step, padded to one width, with stars where a word is missing."""
    for chunk in chunks:
        of_ref, of_hyp = ref[chunk.ref_start_idx : chunk.ref_end_idx], hyp[chunk.hyp_start_idx : chunk.hyp_end_idx]
        missing = ["*"] * max(len(of_ref), len(of_hyp))
        for one, other in zip(of_ref or missing, of_hyp or missing, strict=True):
            width = max(len(one), len(other), 1)
            # Only one of both gets stars, also where a word is a star itself.
            if one == "*":
                one = "*" * width
            elif other == "*":
                other = "*" * width
            yield one.rjust(width), other.rjust(width), MARKS[chunk.type].rjust(width)


def _sentence(ref: list[str], hyp: list[str], chunks: list[AlignmentChunk], joint: str, line_width: int | None) -> str:
    blocks, rows = list[str](), list(HEADS)

    def finish() -> None:
        blocks.append("".join(f"{row.removesuffix(joint)}\n" for row in rows))

    for column in _columns(ref, hyp, chunks):
        if line_width is not None and len(rows[0]) + len(column[0]) > line_width:
            finish()
            rows = list(HEADS)
        rows = [row + cell + joint for row, cell in zip(rows, column, strict=True)]
    finish()
    return "\n".join(blocks)


def _summary(output: Output) -> str:
    counts = " ".join(
        f"{name}={getattr(output, name)}" for name in ("substitutions", "deletions", "insertions", "hits")
    )
    names = ["cer"] if isinstance(output, CharacterOutput) else ["mer", "wil", "wip", "wer"]
    rates = "\n".join(f"{name}={getattr(output, name) * 100:.2f}%" for name in names)
    return f"=== SUMMARY ===\nnumber of sentences: {len(output.references)}\n{counts}\n\n{rates}\n"


def _listed(errors: Counter[Any], top_k: int | None) -> str:
    """The errors and how often each was made; those made equally often in order of appearance."""
    if not errors:
        return "none"
    frequent = sorted(errors.items(), key=lambda item: item[1], reverse=True)[:top_k]
    width = max(len(each) for key, _ in frequent for each in ([key] if isinstance(key, str) else key))
    return "".join(f"{_written(key, width)} = {count}x\n" for key, count in frequent)


def _written(key: str | tuple[str, str], width: int) -> str:
    return key.ljust(width) if isinstance(key, str) else " --> ".join(each.ljust(width) for each in key)
