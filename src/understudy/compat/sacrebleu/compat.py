"""Each metric as a function, for a corpus and for one segment."""

from __future__ import annotations

from collections.abc import Sequence

from understudy.compat.sacrebleu.metrics import BLEU, CHRF, TER, BLEUScore, CHRFScore, TERScore

Streams = Sequence[Sequence[str | None]]


def corpus_bleu(
    hypotheses: Sequence[str],
    references: Streams,
    smooth_method: str = "exp",
    smooth_value: float | None = None,
    force: bool = False,
    lowercase: bool = False,
    tokenize: str | None = BLEU.TOKENIZER_DEFAULT,
    use_effective_order: bool = False,
) -> BLEUScore:
    """BLEU of a corpus against streams of references.

    >>> corpus_bleu(["a cat sat here"], [["a cat sat here"], ["there sat a cat"]]).score
    100.00000000000004
    """
    metric = BLEU(lowercase, force, tokenize, smooth_method, smooth_value, effective_order=use_effective_order)
    return metric.corpus_score(hypotheses, references)  # type: ignore[no-any-return]


def raw_corpus_bleu(
    hypotheses: Sequence[str], references: Streams, smooth_value: float | None = BLEU.SMOOTH_DEFAULTS["floor"]
) -> BLEUScore:
    """BLEU of a corpus that is tokenized already, with floor smoothing.

    >>> round(raw_corpus_bleu(["a b c"], [["a b d"]]).score, 2)
    32.18
    """
    return corpus_bleu(
        hypotheses, references, "floor", smooth_value, force=True, tokenize="none", use_effective_order=True
    )


def sentence_bleu(
    hypothesis: str,
    references: Sequence[str],
    smooth_method: str = "exp",
    smooth_value: float | None = None,
    lowercase: bool = False,
    tokenize: str | None = BLEU.TOKENIZER_DEFAULT,
    use_effective_order: bool = True,
) -> BLEUScore:
    """BLEU of one segment.

    >>> round(sentence_bleu("a cat sat", ["a cat sat here"]).score, 2)
    71.65
    """
    metric = BLEU(lowercase, False, tokenize, smooth_method, smooth_value, effective_order=use_effective_order)
    return metric.sentence_score(hypothesis, references)


def corpus_chrf(
    hypotheses: Sequence[str],
    references: Streams,
    char_order: int = CHRF.CHAR_ORDER,
    word_order: int = CHRF.WORD_ORDER,
    beta: float = CHRF.BETA,
    remove_whitespace: bool = True,
    eps_smoothing: bool = False,
) -> CHRFScore:
    """chrF, or with `word_order=2` chrF++, of a corpus.

    >>> corpus_chrf(["a cat sat here"], [["a cat sat here"]]).score
    100.0
    """
    metric = CHRF(char_order, word_order, beta, whitespace=not remove_whitespace, eps_smoothing=eps_smoothing)
    return metric.corpus_score(hypotheses, references)  # type: ignore[no-any-return]


# sacrebleu's functions for a corpus and a segment have the same arguments, and help shows them: both are written out.
def sentence_chrf(
    hypothesis: str,
    references: Sequence[str],
    char_order: int = CHRF.CHAR_ORDER,
    word_order: int = CHRF.WORD_ORDER,
    beta: float = CHRF.BETA,
    remove_whitespace: bool = True,
    eps_smoothing: bool = False,
) -> CHRFScore:
    """chrF, or with `word_order=2` chrF++, of one segment.

    >>> sentence_chrf("a cat", ["a cat"]).name
    'chrF2'
    """
    metric = CHRF(char_order, word_order, beta, whitespace=not remove_whitespace, eps_smoothing=eps_smoothing)
    return metric.sentence_score(hypothesis, references)  # type: ignore[no-any-return]


def corpus_ter(
    hypotheses: Sequence[str],
    references: Streams,
    normalized: bool = False,
    no_punct: bool = False,
    asian_support: bool = False,
    case_sensitive: bool = False,
) -> TERScore:
    """TER of a corpus.

    >>> corpus_ter(["a cat sat"], [["a cat sat here"]]).score
    25.0
    """
    metric = TER(normalized, no_punct, asian_support, case_sensitive)
    return metric.corpus_score(hypotheses, references)  # type: ignore[no-any-return]


def sentence_ter(
    hypothesis: str,
    references: Sequence[str],
    normalized: bool = False,
    no_punct: bool = False,
    asian_support: bool = False,
    case_sensitive: bool = False,
) -> TERScore:
    """TER of one segment.

    >>> sentence_ter("a cat sat", ["a cat sat here"]).num_edits
    1
    """
    metric = TER(normalized, no_punct, asian_support, case_sensitive)
    return metric.sentence_score(hypothesis, references)  # type: ignore[no-any-return]
