"""The peers: how each is called for the score of a corpus. Libraries are imported where they are used."""

from __future__ import annotations

import atexit
import functools
import importlib.util
import os
import subprocess
import sys
import threading
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

Lines = list[str]


def sacrebleu_bleu(hyps: Lines, refs: Lines, *more: Lines, tokenize: str = "13a") -> float:
    import sacrebleu

    return float(sacrebleu.corpus_bleu(hyps, [refs, *more], tokenize=tokenize, force=True).score)


def sacrebleu_chrf(hyps: Lines, refs: Lines, *more: Lines, **settings: Any) -> float:
    import sacrebleu

    return float(sacrebleu.CHRF(**settings).corpus_score(hyps, [refs, *more]).score)


def sacrebleu_tokens(hyps: Lines, refs: Lines) -> None:
    """Tokenize by 13a, without its caches of 65,536 lines."""
    from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a

    tokenize = Tokenizer13a.__call__.__wrapped__
    tokenizer = Tokenizer13a()
    rules = tokenizer._post_tokenizer.__class__.__call__.__wrapped__
    tokenizer._post_tokenizer = lambda line, rule=tokenizer._post_tokenizer: rules(rule, line)
    for lines in (hyps, refs):
        for line in lines:
            tokenize(tokenizer, line)


def sacrebleu_chrf_pairs(hyps: Lines, refs: Lines) -> list[list[float]]:
    import sacrebleu

    chrf = sacrebleu.CHRF()
    return [[chrf.sentence_score(hyp, [ref]).score for ref in refs] for hyp in hyps]


def fastchrf_module() -> types.ModuleType:
    os.environ["RAYON_NUM_THREADS"] = "1"  # before the first import: it takes all cores otherwise
    import fastchrf

    return fastchrf


def fastchrf_pairs(hyps: Lines, refs: Lines) -> object:
    return fastchrf_module().pairwise_chrf([hyps], [refs])


def fastchrf_average(refs: Lines) -> object:
    return fastchrf_module().aggregate_chrf([refs], [refs])


def sacrebleu_ter(hyps: Lines, refs: Lines, *more: Lines, **settings: Any) -> float:
    import sacrebleu

    # Made anew: it keeps the last 65,536 lines that it has normalized.
    return float(sacrebleu.TER(**settings).corpus_score(hyps, [refs, *more]).score)


def jiwer_wer(hyps: Lines, refs: Lines) -> float:
    import jiwer

    return float(jiwer.wer(refs, hyps))


def jiwer_cer(hyps: Lines, refs: Lines) -> float:
    import jiwer

    return float(jiwer.cer(refs, hyps))


def jiwer_alignments(hyps: Lines, refs: Lines) -> object:
    import jiwer

    return jiwer.process_words(refs, hyps)


def rapidfuzz_wer(hyps: Lines, refs: Lines) -> float:
    from rapidfuzz.distance import Levenshtein

    errors = length = 0
    for hyp, ref in zip(hyps, refs, strict=True):
        hyp_words, ref_words = hyp.split(), ref.split()
        errors += Levenshtein.distance(ref_words, hyp_words)
        length += len(ref_words)
    return errors / length


def by_nltk(of: Callable[..., float], hyps: Lines, refs: Lines, *more: Lines) -> float:
    """A corpus score of NLTK, on words split at white space."""
    listed = [[ref.split() for ref in each] for each in zip(refs, *more, strict=True)]
    return float(of(listed, [hyp.split() for hyp in hyps]))


def nltk_nist(hyps: Lines, refs: Lines, *more: Lines) -> float:
    from nltk.translate.nist_score import corpus_nist

    return by_nltk(corpus_nist, hyps, refs, *more)


def nltk_gleu(hyps: Lines, refs: Lines, *more: Lines) -> float:
    from nltk.translate.gleu_score import corpus_gleu

    return by_nltk(corpus_gleu, hyps, refs, *more)


def nltk_ribes(hyps: Lines, refs: Lines, *more: Lines) -> float:
    from nltk.translate.ribes_score import corpus_ribes

    return by_nltk(corpus_ribes, hyps, refs, *more)


def nltk_lepor(hyps: list[Any], refs: list[Any], split: Callable[[Any], list[str]]) -> object:
    from nltk.translate.lepor import corpus_lepor

    # The inner lists are made anew: NLTK writes its tokens into them.
    return corpus_lepor([[ref] for ref in refs], hyps, 9.0, 1.0, tokenizer=split)


def rouge_score(
    hyps: Lines, refs: Lines, names: tuple[str, ...] = ("rouge1", "rouge2", "rougeL"), stemmer: bool = False
) -> list[float]:
    import numpy as np
    from rouge_score.rouge_scorer import RougeScorer

    scorer = RougeScorer(list(names), use_stemmer=stemmer)
    scores = [scorer.score(ref, hyp) for hyp, ref in zip(hyps, refs, strict=True)]
    return [float(np.mean([100 * each[name].fmeasure for each in scores])) for name in names]


def pycocoevalcap_cider(hyps: Lines, refs: Lines, *more: Lines) -> float:
    from pycocoevalcap.cider.cider import Cider

    by_number = {i: list(each) for i, each in enumerate(zip(refs, *more, strict=True))}
    return float(Cider().compute_score(by_number, {i: [hyp] for i, hyp in enumerate(hyps)})[0])


@functools.cache
def hlepor_module() -> types.ModuleType:
    """hLepor without what it downloads.

    It downloads a model for finding sentences, and names types that nothing evaluates. Without the model it splits at
    punctuation with NLTK's word tokenizer alone, which is less work than it would do.
    """
    import nltk

    nltk.download = lambda *_: None
    sys.modules["nptyping"] = types.SimpleNamespace(NDArray=None)  # type: ignore[assignment]
    from hlepor import hlepor

    hlepor.word_tokenize = functools.partial(nltk.word_tokenize, preserve_line=True)
    return hlepor


def hlepor(hyps: Lines, refs: Lines, **settings: Any) -> float:
    return float(hlepor_module().hlepor_score(refs, hyps, **settings))


def words_and_punctuation(text: str) -> list[str]:
    """The tokens of hLepor, in lower case."""
    return hlepor_module().word_tokenize(text.lower())  # type: ignore[no-any-return]


class Jar:
    """One process of METEOR's jar, which answers again and again, so that it is warm from the second time on."""

    def __init__(self, modules: tuple[str, ...] = ()) -> None:
        self.process = subprocess.Popen(
            java("-", "-", "-stdio", "-l", "en", "-norm", *modules), stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        atexit.register(self.close)

    def close(self) -> None:
        self.process.stdin.close()
        self.process.wait()

    def ask(self, lines: bytes) -> int:
        """Write all SCORE lines while the answers are read, and give the number of these."""

        def write() -> None:
            self.process.stdin.write(lines)
            self.process.stdin.flush()

        asking = threading.Thread(target=write)
        asking.start()
        answers = [self.process.stdout.readline() for _ in range(lines.count(b"\n"))]
        asking.join()
        if not all(answers):
            raise RuntimeError("METEOR's jar ended before it had answered")
        return len(answers)


def jar_lines(hyps: Lines, refs: Lines) -> bytes:
    return "".join(f"SCORE ||| {ref} ||| {hyp}\n" for hyp, ref in zip(hyps, refs, strict=True)).encode()


def java(*options: str) -> list[str]:
    found = importlib.util.find_spec("pycocoevalcap")
    if found is None or not found.submodule_search_locations:
        raise RuntimeError("METEOR's jar is in the package pycocoevalcap, which is not installed")
    jar = Path(next(iter(found.submodule_search_locations))) / "meteor" / "meteor-1.5.jar"
    return ["java", "-Xmx2G", "-Dfile.encoding=UTF-8", "-jar", str(jar), *options]


METEOR_MODULES = ("-m", "exact stem synonym")
warm_jar = functools.cache(Jar)


def meteor_jar(hyps: Lines, refs: Lines) -> int:
    """Statistics of every segment, without paraphrases, by a process that lives on."""
    return warm_jar(METEOR_MODULES).ask(jar_lines(hyps, refs))
