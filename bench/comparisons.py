"""The rows of the page of each metric: what of ours is compared with which peer's."""

from __future__ import annotations

from dataclasses import dataclass

import peers
import samples
from samples import Call, Tokens, ours, segment_scores, several, theirs

import understudy as us
from understudy.alignment.edits import alignments

AMOUNT = "{english.segments:,} segments, {english.words:,} words on both sides, lists of Python strings, one thread"
UNLESS_STATED = f"{AMOUNT} unless stated"


@dataclass(frozen=True)
class Row:
    """A job of ours and the same by each peer; without peers it is measured against those of the row before.

    `name` may speak of the texts that the page's rows are measured on, by the names of the functions `of`.
    """

    name: str
    ours: Call
    theirs: tuple[Call, ...] = ()
    peer: str = ""  # for a page on which it differs by row
    of: type | Call = samples.english


@dataclass(frozen=True)
class Page:
    """What bench/results/NAME.md has: `columns` those between the job and its time, `facts` what stands above them.

    `same` are two calls that must give the same scores, `memory` what to prepare and to call in a process of its own.
    """

    title: str
    segments: int
    packages: tuple[str, ...]
    columns: tuple[str, ...]
    facts: tuple[str, ...]
    rows: tuple[Row, ...]
    references: int = 2
    digits: int = 0
    same: tuple[Call, Call] | None = None
    memory: tuple[tuple[str, str, str], ...] = ()


def bleu(references: int = 1, tokenize: str = "13a") -> tuple[Call]:
    return (theirs(peers.sacrebleu_bleu, references, tokenize=tokenize),)


BLEU = Page(
    "Corpus BLEU against sacrebleu",
    100_000,
    ("sacrebleu",),
    ("faster than sacrebleu",),
    (
        UNLESS_STATED,
        "ratio: sacrebleu's time for the same work (one reference and 13a unless stated), divided by ours",
    ),
    (
        Row("BLEU, 13a", ours(us.bleu), bleu()),
        Row("BLEU, 13a, with segment scores", segment_scores(us.bleu)),
        Row("BLEU, 13a, lowercased", ours(us.bleu, lowercase=True)),
        Row("BLEU, 13a, two threads", ours(us.bleu, threads=2)),
        Row("BLEU, 13a, two references", ours(us.bleu, 2), bleu(2)),
        Row("BLEU, none", ours(us.bleu, tokenizer="none"), bleu(tokenize="none")),
        Row("BLEU, intl", ours(us.bleu, tokenizer="intl"), bleu(tokenize="intl")),
        Row("tokenizing alone, 13a", samples.tokens_13a, (theirs(peers.sacrebleu_tokens),)),
    ),
    memory=(
        ("understudy", "import understudy as us; us.bleu(['a'], ['a']).score", "us.bleu(hyps, refs).score"),
        ("sacrebleu", "import peers; peers.sacrebleu_bleu(['a'], ['a'])", "peers.sacrebleu_bleu(hyps, refs)"),
    ),
)

CHRF = Page(
    "Corpus chrF against sacrebleu",
    20_000,
    ("sacrebleu",),
    ("faster than sacrebleu",),
    (
        "{english.segments:,} segments of {english.characters} characters in English and {japanese.characters} in"
        " Japanese, lists of Python strings, one thread unless stated",
        "ratio: sacrebleu's time for the same work (one reference unless stated), divided by ours",
    ),
    (
        Row("chrF, English", ours(us.chrf), (theirs(peers.sacrebleu_chrf),)),
        Row("chrF, English, two threads", ours(us.chrf, threads=2)),
        Row("chrF, English, with segment scores", segment_scores(us.chrf)),
        Row("chrF, English, two references", ours(us.chrf, 2), (theirs(peers.sacrebleu_chrf, 2),)),
        Row("chrF++, English", ours(us.chrf, word_order=2), (theirs(peers.sacrebleu_chrf, word_order=2),)),
        Row("chrF, Japanese", ours(us.chrf), (theirs(peers.sacrebleu_chrf),), of=samples.japanese),
    ),
)

WHITESPACE = {"tokenizer": "none", "lowercase": "no"}

CIDER = Page(
    "Corpus CIDEr-D against pycocoevalcap",
    10_000,
    ("pycocoevalcap",),
    ("faster than pycocoevalcap",),
    (
        UNLESS_STATED,
        "ratio: the time of pycocoevalcap's Cider, on whitespace tokens, by ours (one reference unless stated)",
    ),
    (
        Row("CIDEr-D, whitespace tokens", ours(us.ciderD, **WHITESPACE), (theirs(peers.pycocoevalcap_cider),)),
        Row("CIDEr-D, two threads", ours(us.ciderD, **WHITESPACE, threads=2)),
        Row("CIDEr-D, Unicode words in lower case", ours(us.ciderD)),
        Row("CIDEr-D, two references", ours(us.ciderD, 2, **WHITESPACE), (theirs(peers.pycocoevalcap_cider, 2),)),
    ),
    same=(ours(us.ciderD, 2, **WHITESPACE), theirs(peers.pycocoevalcap_cider, 2)),
)

GLEU = Page(
    "Corpus GLEU and RIBES against NLTK",
    10_000,
    ("nltk",),
    ("faster than NLTK",),
    (
        AMOUNT,
        "ratio: the time of NLTK's corpus_gleu or corpus_ribes with str.split, by ours",
        "NLTK's RIBES is another score than RIBES.py's and ours, made from the same words",
    ),
    (
        Row("GLEU", ours(us.gleu, tokenizer="none"), (theirs(peers.nltk_gleu),)),
        Row("GLEU, two references", ours(us.gleu, 2, tokenizer="none"), (theirs(peers.nltk_gleu, 2),)),
        Row("RIBES", ours(us.ribes, **WHITESPACE), (theirs(peers.nltk_ribes),)),
    ),
    same=(ours(us.gleu, 2, tokenizer="none"), lambda text: 100 * peers.nltk_gleu(text.hyps, *text.streams)),
)

AT_PUNCTUATION = (theirs(peers.hlepor), theirs(peers.nltk_lepor, split=peers.words_and_punctuation))
AT_WHITESPACE = (
    theirs(peers.hlepor, separate_punctuation=False),
    theirs(peers.nltk_lepor, split=lambda text: text.lower().split()),
)

LEPOR = Page(
    "LEPOR against hLepor and NLTK",
    20_000,
    ("hLepor", "nltk"),
    ("faster than hLepor", "faster than NLTK"),
    (
        UNLESS_STATED,
        "ratio: the peer's time for the same text with one reference, split alike and lowercased, divided by ours",
        "split at punctuation: 13a for ours, NLTK's word_tokenize(preserve_line=True) for the peers",
        "hLepor computes hLEPOR, NLTK its own LEPOR, which is faulty: only its time is compared",
    ),
    (
        Row("hLEPOR, split at punctuation", ours(us.hlepor), AT_PUNCTUATION),
        Row("LEPOR, split at punctuation", ours(us.lepor)),
        Row("nLEPOR, split at punctuation", ours(us.nlepor)),
        Row("hLEPOR, split at white space", ours(us.hlepor, tokenizer="none"), AT_WHITESPACE),
        Row("the same, two threads", ours(us.hlepor, tokenizer="none", threads=2)),
        Row("the same, two references", ours(us.hlepor, 2, tokenizer="none")),
        Row("hLEPOR of ready tokens", Tokens.ours, (Tokens.by_hlepor, Tokens.by_nltk), of=Tokens),
    ),
)

NIST = Page(
    "Corpus NIST against NLTK",
    20_000,
    ("nltk",),
    ("faster than NLTK",),
    (
        UNLESS_STATED,
        "ratio: the time of NLTK's corpus_nist with order 5 and str.split (one reference unless stated), by ours",
        "with two references NLTK computes another score, so that only the amount of text is the same",
    ),
    (
        Row("NIST, whitespace tokens", ours(us.nist, **WHITESPACE), (theirs(peers.nltk_nist),)),
        Row("NIST, with segment scores", segment_scores(us.nist, **WHITESPACE)),
        Row("NIST, two threads", ours(us.nist, **WHITESPACE, threads=2)),
        Row("NIST, 13a, ASCII lower case", ours(us.nist)),
        Row("NIST, order 9", ours(us.nist, **WHITESPACE, order=9)),
        Row("NIST, two references", ours(us.nist, 2, **WHITESPACE), (theirs(peers.nltk_nist, 2),)),
    ),
    same=(ours(us.nist, **WHITESPACE), theirs(peers.nltk_nist)),
)

THREE = ("rouge1", "rouge2", "rougeL")
ASCII = ":compat=rouge_score,stemmer=none"


def rouge(*names: str, stemmer: bool = False) -> tuple[Call]:
    return (theirs(peers.rouge_score, names=names, stemmer=stemmer),)


ROUGE = Page(
    "Corpus ROUGE against rouge-score",
    10_000,
    ("rouge-score",),
    ("faster than rouge-score",),
    (
        UNLESS_STATED,
        "ratio: rouge-score's time for the same scores, divided by ours; ASCII words without stems unless stated",
    ),
    (
        Row("ROUGE-1, ROUGE-2 and ROUGE-L", several(THREE, ASCII), rouge(*THREE)),
        Row("the three, two threads", several(THREE, ASCII, threads=2)),
        Row("the three, Unicode words", several(THREE)),
        Row("ROUGE-1", several(("rouge1",), ASCII), rouge("rouge1")),
        Row("ROUGE-2", several(("rouge2",), ASCII), rouge("rouge2")),
        Row("ROUGE-L", several(("rougeL",), ASCII), rouge("rougeL")),
        Row(
            "ROUGE-1, Porter stems",
            several(("rouge1",), ":compat=rouge_score,stemmer=porter"),
            rouge("rouge1", stemmer=True),
        ),
        Row("ROUGE-Lsum, three lines each", several(("rougeLsum",), ASCII), rouge("rougeLsum"), of=samples.summaries),
    ),
    references=1,
    same=(several(THREE, ASCII), *rouge(*THREE)),
)

TER = Page(
    "Corpus TER against sacrebleu",
    2_000,
    ("sacrebleu",),
    ("faster than sacrebleu",),
    (UNLESS_STATED, "ratio: sacrebleu's time for the same work (one reference unless stated), divided by ours"),
    (
        Row("TER", ours(us.ter), (theirs(peers.sacrebleu_ter),)),
        Row("TER, two threads", ours(us.ter, threads=2)),
        Row("TER, compat=sacrebleu", ours(us.ter, compat="sacrebleu")),
        Row("TER, two references", ours(us.ter, 2), (theirs(peers.sacrebleu_ter, 2),)),
        Row("TER, normalized", ours(us.ter, normalized=True), (theirs(peers.sacrebleu_ter, normalized=True),)),
    ),
    same=(ours(us.ter, compat="sacrebleu"), theirs(peers.sacrebleu_ter)),
)

WER = Page(
    "Error rates against jiwer and rapidfuzz",
    100_000,
    ("jiwer", "rapidfuzz"),
    ("peer", "faster than the peer"),
    (
        UNLESS_STATED,
        "ratio: the peer's time for the same work divided by ours; ours gives all counts and rates",
    ),
    (
        Row("WER", ours(us.wer), (theirs(peers.jiwer_wer),), "jiwer.wer"),
        Row("WER, two threads", ours(us.wer, threads=2), peer="jiwer.wer"),
        Row("WER and segment scores", segment_scores(us.wer), peer="jiwer.wer"),
        Row("MER, ties=jiwer", ours(us.mer, ties="jiwer"), peer="jiwer.wer"),
        Row("WER", ours(us.wer), (theirs(peers.rapidfuzz_wer),), "rapidfuzz distance with str.split"),
        Row(
            "alignments",
            lambda text: alignments(text.hyps, text.refs),
            (theirs(peers.jiwer_alignments),),
            "jiwer.process_words",
        ),
        Row(
            "CER, {fifth.segments:,} segments",
            ours(us.cer),
            (theirs(peers.jiwer_cer),),
            "jiwer.cer",
            of=samples.fifth,
        ),
    ),
    references=1,
    digits=1,
)


def pairwise(threads: int = 1) -> Call:
    return lambda text: us.pairwise("chrf", text.hyps, text.refs, threads=threads)


PAIRS = Page(
    "All pairs against fastchrf and sacrebleu",
    200,
    ("fastchrf", "sacrebleu"),
    ("faster than the peer",),
    (
        "{english.segments} hypotheses and references, lists of Python strings, one thread unless stated, the peers"
        " too",
        "peers: fastchrf's pairwise_chrf and aggregate_chrf; the last row a loop over sacrebleu's sentence_score",
    ),
    (
        Row("all pairs, chrF", pairwise(), (theirs(peers.fastchrf_pairs),)),
        Row("all pairs, chrF, two threads", pairwise(threads=2)),
        Row(
            "candidates against their average, chrF",
            lambda text: us.mbr_aggregated(text.refs),
            (lambda text: peers.fastchrf_average(text.refs),),
        ),
        Row(
            "all pairs, chrF, {twentieth.segments} hypotheses",
            pairwise(),
            (theirs(peers.sacrebleu_chrf_pairs),),
            of=samples.twentieth,
        ),
    ),
    references=1,
    digits=1,
)

PAGES = {
    "bleu": BLEU,
    "chrf": CHRF,
    "cider": CIDER,
    "gleu": GLEU,
    "lepor": LEPOR,
    "nist": NIST,
    "pairs": PAIRS,
    "rouge": ROUGE,
    "ter": TER,
    "wer": WER,
}
