"""Segments out of step: shifted by one, in another order, a part of the file twice."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from understudy.checks.finding import Finding
from understudy.checks.sample import FEWEST, Pieces, Sample, Side, pieces, spread

__all__ = ["CHECKS"]

UNLIKE = 0.6  # of the pieces in common
CLEARLY = 0.2  # more of the pieces in common
AMONG = 2000  # references among which a hypothesis is sought


def common(one: Pieces, other: Pieces) -> float:
    """Which share of the pieces of two texts is in both.

    >>> common(pieces("a cat sat"), pieces("the cat sat here at last"))
    0.4444444444444444
    """
    return 2 * len(one & other) / max(len(one) + len(other), 1)


def shifted(sample: Sample) -> Finding | None:
    """Hypotheses, or further references, of which many match the segment before or after better than their own."""
    first = sample.references[0]
    for side in (sample.hyps, *sample.references[1:]):
        finding = _shifted(sample, side, first)
        if finding:
            return finding
    return None


def _shifted(sample: Sample, side: Side, against: Side) -> Finding | None:
    own = side.pieces
    here = {place: common(each, against.pieces[place]) for place, each in own.items() if len(each) >= 3}
    unlike = [place for place, share in here.items() if share < UNLIKE]
    least = max(6, 0.25 * len(side.few))
    if len(unlike) < least:
        return None
    better: dict[int, list[int]] = {-1: [], 1: []}
    for place in unlike:
        for offset, places in better.items():
            number = side.numbers[place] + offset
            if 0 <= number < sample.segments:
                there = pieces(against.column[number])
                if len(there) >= 3 and common(own[place], there) > here[place] + CLEARLY:
                    places.append(place)
    offset = max(better, key=lambda each: len(better[each]))
    places = better[offset]
    if len(places) < max(least, 3 * len(better[-offset])):
        return None
    neighbor = "the segment after" if offset == 1 else "the segment before"
    since = f" from about segment {side.numbers[places[0]] + 1} on" if places[0] > len(side) // 8 else ""
    message = f"lines of {side.name} match {neighbor} in {against.name} better than their own{since}"
    remedy = "look for a line that is missing, added or broken in two"
    variant = "" if offset == 1 else "before"
    return _of_few(
        side, side.finding("shifted", "critical", message, places, remedy, variant=variant, other=against.key)
    )


def _of_few(side: Side, finding: Finding) -> Finding:
    return replace(finding, total=len(side.few))


def disordered(sample: Sample) -> Finding | None:
    """Texts with no more in common with the reference of their segment than with those of others."""
    first = sample.references[0]
    for side in (sample.hyps, *sample.references[1:]):
        finding = _disordered(sample, side, first)
        if finding:
            return finding
    return None


def _disordered(sample: Sample, side: Side, against: Side) -> Finding | None:
    places = [place for place, each in side.pieces.items() if len(each) >= 3]
    if len(places) < FEWEST or 2 * len({side.whole[place] for place in places}) < len(places):
        return None
    own, theirs = {place: side.pieces[place] for place in places}, against.pieces
    others = [*places[1:], places[0]]
    here = sum(common(own[place], theirs[place]) for place in places) / len(places)
    elsewhere = sum(common(own[a], theirs[b]) for a, b in zip(places, others, strict=True)) / len(places)
    if here > 0.25 or here > 1.25 * elsewhere + 0.01:
        return None
    matches = _matches(sample, own, side, against)
    if matches:
        place, number = next(iter(matches.items()))
        message = (
            f"lines of {side.name} belong to other segments of {against.name}: that of"
            f" {side.numbers[place] + 1}, for example, to {number + 1}"
        )
        remedy = "put them in the order of the references, or align them by segment ids"
        here_is, belongs = side.numbers[place] + 1, number + 1
        finding = side.finding(
            "order", "critical", message, places, remedy, other=against.key, line=here_is, belongs=belongs
        )
        return _of_few(side, finding)
    message = f"{side.name} have nothing in common with {against.name}"
    remedy = "make sure that both are of the same test set, in the same order"
    return _of_few(side, side.finding("unrelated", "critical", message, places, remedy, other=against.key))


def _matches(sample: Sample, own: dict[int, Pieces], side: Side, against: Side) -> dict[int, int]:
    """Which segments of the references the texts belong to, as far as they are found among some."""
    counts = Counter(piece for each in own.values() for piece in each)
    holders = {piece: place for place, each in own.items() for piece in each if counts[piece] == 1}
    best: dict[int, tuple[float, int]] = {}
    for number in spread(sample.segments, AMONG):
        there = pieces(against.column[number])
        for place in {holders[piece] for piece in there if piece in holders}:
            if number != side.numbers[place] and len(there) >= 3:
                best[place] = max(best.get(place, (0.0, 0)), (common(own[place], there), number))
    matches = {place: number for place, (share, number) in best.items() if share >= 0.4}
    return matches if len(matches) >= 3 else {}


def repeated(sample: Sample) -> Finding | None:
    """A file whose second half is its first half again."""
    side, half = sample.hyps, (sample.segments + 1) // 2
    places = [place for place in side.few if side.numbers[place] + half < sample.segments and side.whole[place].strip()]
    again = [place for place in places if side.column[side.numbers[place] + half] == side.whole[place]]
    if len(again) < max(8, 0.8 * len(places)) or len({side.whole[place] for place in again}) < 8:
        return None
    refs = sample.references[0]
    if 2 * sum(refs.column[refs.numbers[place] + half] == refs.whole[place] for place in again) > len(again):
        return None
    message = f"the second half of {side.name} is the first half again"
    remedy = "look for a part that was written twice and one that is missing"
    return side.finding("repeated", "critical", message, again, remedy)


CHECKS = (shifted, disordered, repeated)
