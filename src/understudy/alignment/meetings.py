"""Several speakers: word error rates of meetings, where nobody knows which speaker of the system is which."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from understudy import _core
from understudy.alignment.speakers import assign_speakers, assign_utterances
from understudy.contract import signature
from understudy.contract.arithmetic import Rows
from understudy.contract.result import Result
from understudy.contract.stats import Stats
from understudy.errors import FormatError, InputError, SettingError, choose
from understudy.formats import parse_file
from understudy.inputs.arguments import strict
from understudy.inputs.texts import check_threads, texts
from understudy.metrics.error_rates.base import COUNTS
from understudy.metrics.error_rates.metric import WER
from understudy.tokens import TokenTable

Meeting = Sequence[tuple[str, str]]  # speaker and words, in the order in which they are said
Streams = dict[str, str]  # by speaker, all that he or she says
ERRORS = [COUNTS.index(name) for name in ("substitutions", "deletions", "insertions")]


@dataclass(frozen=True)
class CpWER(WER):
    """The concatenated minimum-permutation word error rate: one row per meeting, of the best assignment of speakers."""

    name: ClassVar[str] = "cpwer"
    title: ClassVar[str] = "cpWER"


@dataclass(frozen=True)
class OrcWER(WER):
    """The optimal reference combination word error rate: each utterance goes to the stream where it fits best."""

    name: ClassVar[str] = "orcwer"
    title: ClassVar[str] = "ORC-WER"


KINDS: dict[str, type[WER]] = {"cpwer": CpWER, "orcwer": OrcWER}


@dataclass(frozen=True, eq=False)
class MeetingResult(Result):
    """The error rate of meetings: a result whose segments are meetings, with who was taken for whom."""

    meetings: tuple[str, ...] = ()
    assignments: tuple[tuple[tuple[str | None, str | None], ...], ...] = ()  # by meeting: reference and hypothesis


@strict
def score_meetings(
    hyps: Mapping[str, Meeting],
    refs: Mapping[str, Meeting],
    *,
    metric: str = "cpwer",
    threads: int = 1,
    **settings: Any,
) -> MeetingResult:
    """Score meetings, each a list of speakers and what they say, by `cpwer` or `orcwer`, with settings of WER.

    cpWER joins all that a speaker says and assigns speakers of the hypothesis to those of the reference so that errors
    are fewest; who has no partner is deleted or inserted. ORC-WER puts each utterance of the reference, in order, into
    the stream of the hypothesis where errors are fewest, so that mistaken speakers cost nothing. Rows are meetings.

    >>> refs = {"m1": [("anna", "good morning"), ("ben", "hello anna"), ("anna", "how are you")]}
    >>> hyps = {"m1": [("1", "hello anna"), ("2", "good morning how are he")]}
    >>> result = score_meetings(hyps, refs)
    >>> round(float(result), 2), result.assignments
    (14.29, ((('anna', '2'), ('ben', '1')),))
    """
    check_threads(threads)
    if not isinstance(metric, str):
        raise SettingError(f"metric must be a string, {' or '.join(KINDS)}, got {metric!r:.80}")
    kind, written = signature.read(metric)
    choose("metric", kind, KINDS)
    wer = signature.make(KINDS[kind], written, None, settings)
    names = _check(hyps, refs)
    if kind == "orcwer":
        paired = [_by_utterance(wer, name, hyps[name], refs[name]) for name in names]
    else:
        ours, theirs = ([_streams(of[name]) for name in names] for of in (hyps, refs))
        paired = _by_speaker(wer, ours, theirs, threads)
    rows = wer._with_rate(np.stack([row for row, _ in paired]))
    return MeetingResult(Stats(wer, rows), (), tuple(names), tuple(each for _, each in paired))


def _check(hyps: Any, refs: Any) -> list[str]:
    for what, given in (("hypotheses", hyps), ("references", refs)):
        if not isinstance(given, Mapping):
            raise InputError(f"the {what} are {type(given).__name__}; give a mapping from meetings to their utterances")
        for name, meeting in given.items():
            good = not isinstance(meeting, str) and all(
                isinstance(each, tuple | list) and len(each) == 2 and all(isinstance(part, str) for part in each)
                for each in meeting
            )
            if not good:
                raise InputError(
                    f"meeting {name!r} of the {what} is {meeting!r:.80}; give a list of (speaker, words), in order"
                )
    if not refs:
        raise InputError("there is no meeting; nothing can be scored")
    for here, there, what, other in (
        (refs, hyps, "references", "hypotheses"),
        (hyps, refs, "hypotheses", "references"),
    ):
        missing = [name for name in here if name not in there]
        if missing:
            raise InputError(
                f"the {what} have meeting {missing[0]!r} but the {other} don't ({len(missing)} such);"
                " every meeting must be in both, with an utterance without words if nothing was said"
            )
    return list(refs)


def _streams(meeting: Meeting) -> Streams:
    """All that each speaker says, as one text."""
    by_speaker: dict[str, list[str]] = {}
    for speaker, words in meeting:
        by_speaker.setdefault(speaker, []).append(words)
    return {speaker: " ".join(said) for speaker, said in by_speaker.items()}


Paired = tuple[Rows, tuple[tuple[str | None, str | None], ...]]


def _by_speaker(wer: WER, hyps: list[Streams], refs: list[Streams], threads: int) -> list[Paired]:
    """The counts of the best assignment of speakers of each meeting; who has no partner is compared with silence."""
    sizes = [max(len(hyp), len(ref), 1) for hyp, ref in zip(hyps, refs, strict=True)]
    table = TokenTable(wer.reading)
    ours, theirs = (
        table.add(
            texts([text for each, size in zip(of, sizes, strict=True) for text in _padded(each, size, "")], "texts")
        )
        for of in (hyps, refs)
    )
    # Each stream of a hypothesis against all of its meeting, as if they were several references of one segment. The
    # errors are the same for any rule of ties, and this is the fastest.
    first = np.cumsum([0, *sizes])
    every = np.concatenate(
        [np.tile(np.arange(begin, begin + size), size) for begin, size in zip(first.tolist(), sizes, strict=False)]
    )
    starts = np.cumsum([0, *(size for size in sizes for _ in range(size))])
    counts = _core.count_edits(ours, _core.take(theirs, every), starts, "jiwer", threads)
    errors, at, partners = counts[:, ERRORS].sum(axis=1), 0, []
    for size in sizes:
        partners.append(assign_speakers(errors[at : at + size * size].reshape(size, size).T))
        at += size * size
    chosen = np.concatenate([begin + np.array(each) for begin, each in zip(first.tolist(), partners, strict=False)])
    alone = _core.count_edits(_core.take(ours, chosen), theirs, np.arange(len(chosen) + 1), wer.ties, threads)
    rows = np.add.reduceat(alone, first[:-1], axis=0)
    each = zip(rows, hyps, refs, sizes, partners, strict=True)
    return [(row, _named(hyp, ref, size, order)) for row, hyp, ref, size, order in each]


def _padded(values: Iterable[Any], size: int, silence: Any) -> list[Any]:
    listed = list(values.values()) if isinstance(values, dict) else list(values)
    return listed + [silence] * (size - len(listed))


def _named(hyps: Streams, refs: Streams, size: int, partners: list[int]) -> tuple[tuple[str | None, str | None], ...]:
    ours, theirs = _padded(list(hyps), size, None), _padded(list(refs), size, None)
    return tuple((theirs[ref], ours[hyp]) for ref, hyp in enumerate(partners))


def _by_utterance(wer: WER, name: str, hyp: Meeting, ref: Meeting) -> Paired:
    """The counts of the best stream for each utterance of the reference."""
    streams = _streams(hyp) or {"": ""}
    tokens = [wer.reading(text) for text in streams.values()]
    said = [wer.reading(words) for _, words in ref]
    try:
        chosen = assign_utterances(said, tokens)
    except MemoryError as error:
        raise InputError(f"meeting {name!r}: {error}; score it by cpwer, or cut it into shorter ones") from None
    joined = [
        [word for words, at in zip(said, chosen, strict=True) if at == i for word in words] for i in range(len(tokens))
    ]
    table = TokenTable(wer.reading)
    theirs = _core.intern(joined, table.vocabulary)
    ours = _core.intern(tokens, table.vocabulary)
    counts = _core.count_edits(ours, theirs, np.arange(len(tokens) + 1), wer.ties, 1)
    speakers = list(streams)
    named = tuple((speaker, speakers[at]) for (speaker, _), at in zip(ref, chosen, strict=True))
    return counts.sum(axis=0), named


@strict
def read_meetings(path: str, *, input_format: str | None = None) -> dict[str, list[tuple[str, str]]]:
    r"""Read the utterances of each meeting, in the order of their times: STM, CTM, SegLST, or a table.

    The columns are `session`, `speaker` (or `channel`), and `begin` if utterances are not in order.

    >>> import tempfile, pathlib
    >>> file = pathlib.Path(tempfile.mkdtemp(), "ref.stm")
    >>> _ = file.write_text("m1 1 ben 2.0 3.0 hello anna\nm1 1 anna 0.0 1.5 good morning\n")
    >>> read_meetings(str(file))
    {'m1': [('anna', 'good morning'), ('ben', 'hello anna')]}
    """
    parsed = parse_file(path, input_format=input_format)
    said = next(iter({**parsed.targets, **parsed.hypotheses, **parsed.references}.values()))
    sessions = parsed.columns.get("session")
    speakers = parsed.columns.get("speaker", parsed.columns.get("channel"))
    if sessions is None or speakers is None:
        raise FormatError(f"{path} ({parsed.title}) has no column 'session' and 'speaker'; use STM, CTM or SegLST")
    begins = parsed.columns.get("begin")
    order = list(range(len(parsed)))
    if begins is not None and all(each is not None for each in begins):
        order.sort(key=lambda i: float(begins[i] or 0))
    meetings: dict[str, list[tuple[str, str]]] = {str(session): [] for session in sessions}
    for i in order:
        meetings[str(sessions[i])].append((str(speakers[i]), said[i] or ""))
    return meetings
