"""METEOR: words that match exactly, by stem, by synonym or as paraphrases, in as few chunks as possible."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
import numpy.typing as npt

from understudy import _core
from understudy.contract.about import About
from understudy.contract.arithmetic import Rows, divide, power, split, summable_row, where
from understudy.contract.metric import Link, Parts
from understudy.errors import InputError
from understudy.inputs.texts import Progress
from understudy.metrics.meteor.about import ABOUT
from understudy.metrics.meteor.alignment import MeteorAlignment
from understudy.metrics.meteor.facts import facts_of, words_of
from understudy.metrics.meteor.first_paper.search import align_2005
from understudy.metrics.meteor.readable import STATISTICS, Match, Word, align, statistics
from understudy.metrics.meteor.settings import MeteorSettings
from understudy.metrics.shared.best_reference import best_of
from understudy.tokens import TokenizedReferences

if TYPE_CHECKING:
    from understudy.explanation.case import Blocks, Case


@dataclass(frozen=True)
class METEOR(MeteorSettings):
    """METEOR: F-mean of matched words, with a penalty for fragmentation; the numbers of METEOR 1.5.

    What it measures
        Whether hypothesis and reference have the same words, inflected forms or synonyms, in the same order. 0 to 100,
        higher is better; comparable only between scores with the same signature on the same test set.

    How
        Words are aligned one to one: equal words, words of equal stem (Snowball), words that share a synset of
        WordNet 3.0, and paraphrases if a table is given. A beam search chooses the alignment. Function words have the
        weight 1 - delta, others delta, and each match the weight of its module. Precision P and recall R are the
        matched shares of hypothesis and reference, F-mean = 1 / ((1 - alpha) / P + alpha / R). A chunk is a sequence of
        matches that is contiguous in both texts; fragmentation = chunks / matched words (the mean of both sides), 0 if
        one chunk covers both texts; penalty = gamma * fragmentation^beta. METEOR = F-mean * (1 - penalty). The corpus
        score is the same formula applied to sums over segments; segments which one chunk covers add no chunks.
        mean_of_segments is the mean of segment scores.

    Settings
        variant: 1.5, or 2005 (the first paper: F = 10PR / (R + 9P), penalty = 0.5 * (chunks / matches)^3, no weights;
        the maximum number of matches stage by stage, then the minimum number of chunks, by an exact search).
        lang: en, cz (or cs), fr, es, de, ru, with parameters of their own; pt, da, ro, hu, tr, fi, nl, it, no (or nb),
        se (or sv), with a stemmer only; any other language is other: exact matches only, with its tokenizer.
        task: the parameters, as METEOR's -t: rank (human ranking), adq (adequacy), hter, util (for English); li
        (language-independent), tune, universal (for a new language).
        norm: full (METEOR's normalizer, then lowercasing; for en, cz, fr, es, de and ru), nopunct (the same without
        punctuation), lower (lowercased whitespace tokens), none (whitespace tokens).
        modules: exact/stem/synonym, or fewer of them, in this order; with paraphrases exact/stem/synonym/paraphrase.
        weights: one for each module, from 0 to 1.
        alpha: the weight of recall in F-mean.
        beta: the exponent of fragmentation in the penalty.
        gamma: the maximum penalty.
        delta: the weight of content words.
        characters: yes to count characters (UTF-16 units) instead of words, as METEOR's -ch.
        beam: the beam size of the search, 40.
        paraphrase: a file paraphrase-XX.gz of METEOR's, or auto for that of an installed pycocoevalcap; the signature
        names its content. Without it METEOR has no paraphrases.
        function_words: en. METEOR uses the English list for all languages.
        stemmer: named by signatures; a signature with another one is refused.
        synonyms: named by signatures, like stemmer.
        tokenizer: with norm=lower or none, a tokenizer instead of whitespace; lang picks it for Chinese, Japanese,
        Korean, Thai, Lao, Khmer and Burmese, which METEOR itself expects tokenized. lang=other expects tokenized text.

    Several references
        Each is aligned separately; the one with the best segment score counts, the first of equals.

    Empty text
        Without a match the score is 0, also if both texts are empty. Empty segments count for the lengths of a corpus.

    Known surprises
        METEOR as published has paraphrases (about one point more); they are a table of 40 MB that is not included. The
        search gives single words that don't match exactly no credit: such a match survives if nothing competes with it
        or if it doesn't add a chunk. A pair of words that match both by stem and by synonym competes with itself:
        created and creates match by exact/stem but not by exact/stem/synonym. METEOR's parameters were tuned with that.
        Scores of different tasks can't be compared: rank is near 30 where adq is near 50. modules=exact/synonym gives
        synonyms the second weight of the task, 0.6, as METEOR's -m does. METEOR's -p silently changes the weights; ours
        doesn't. METEOR compares hashes of words, ours compares words: a few pairs such as but, and burj are equal for
        METEOR. German, French, Russian, Portuguese, Hungarian and Finnish stems come from a later Snowball version than
        METEOR's and differ for a few words. NLTK's meteor_score is another metric, often tens of points higher: the
        formula of 2005 with an alignment that is not the one with the fewest chunks, the first Porter stemmer, and
        synonyms looked up for stems. With variant=2005 a copy scores less than 100: one chunk costs 0.5 / matches^3.
        Its stemmer is Snowball too, and it takes the slow, readable path. A text of more than 20,000 words, or a
        segment with more than 30,000,000 pairs of words that match (5,000 equal words on either side have 25,000,000;
        fewer with a beam above 40), is refused; with variant=2005 a text of more than 500 words, or a segment with so
        many repeated words that its search takes more than 100,000 steps, which is rare below 150 words.

    Paper
        Denkowski and Lavie 2014. Meteor Universal: language specific translation evaluation for any target language.
        Variant 2005: Banerjee and Lavie 2005. METEOR: an automatic metric for MT evaluation with improved correlation
        with human judgments.

    Checked against
        METEOR 1.5 (the Java program): tokens, alignments and all 23 statistics exactly, scores to 1e-12, recorded in 30
        configurations and live on random text. Variant 2005: a search through all alignments of short texts.
    """

    name: ClassVar[str] = "meteor"
    title: ClassVar[str] = "METEOR"
    about: ClassVar[About] = ABOUT

    @property
    def copy_is_best(self) -> bool:
        # The search of 1.5 finds a copy if its beam is wide enough; in 2005 one chunk, too, has a penalty.
        weighted = 0 < (self.delta or 0) < 1 and (self.beta or 0) > 0  # else some words don't count
        whole = (1 - (self.alpha or 0)) + (self.alpha or 0) == 1 and (self.weights or (0,))[0] == 1
        return self.variant == "1.5" and weighted and whole and (self.beam or 0) >= 40

    # --- Rows ---------------------------------------------------------------------------------------------------------

    @cached_property
    def columns(self) -> tuple[str, ...]:
        return (*STATISTICS, "segment_score", "segment_score_fine", "segments")

    def rows(
        self,
        hyps: _core.Tokens,
        refs: TokenizedReferences,
        survey: Any = None,
        threads: int = 1,
        progress: Progress | None = None,
    ) -> Rows:
        if self.variant == "2005":
            return self._rows_of(self._readable_pairs(hyps, refs, progress), refs.starts)
        facts = facts_of(self._lexicon, hyps.vocabulary)
        columns = facts.stems, facts.synset_starts, facts.synsets, facts.function.astype(np.uint8), facts.utf16
        settings = self._modules, self.beam or 0, self.characters
        native, numbers = self._phrases(hyps.vocabulary)
        try:
            pairs = _core.meteor_statistics(
                hyps, refs.tokens, refs.starts, *columns, *settings, native, numbers, threads, progress
            )
        except ValueError as error:
            raise InputError(str(error)) from None
        return self._rows_of(pairs, refs.starts)

    def _phrases(self, vocabulary: _core.Vocabulary) -> tuple[_core.Paraphrases | None, npt.NDArray[np.uint32]]:
        """The table of paraphrases, and its own numbers of the words."""
        table = self._table
        if table is None:
            return None, np.zeros(0, np.uint32)
        from understudy.metrics.meteor.phrases import phrase_words_of

        return table.native, phrase_words_of(table, vocabulary)

    def _readable_pairs(self, hyps: _core.Tokens, refs: TokenizedReferences, progress: Progress | None) -> Rows:
        known: dict[tuple[tuple[str, ...], tuple[str, ...]], list[float]] = {}
        pairs = []
        for i in range(len(hyps)):
            if progress is not None and i % 100 == 0:
                progress(i)
            hyp = tuple(hyps.words(i))
            for ref in map(tuple, refs.words(i)):
                if (hyp, ref) not in known:
                    try:
                        known[hyp, ref] = self._pair(hyp, ref)
                    except InputError as error:
                        raise InputError(f"segment {i + 1}: {error}") from None
                pairs.append(known[hyp, ref])
        return np.array(pairs, dtype=float)

    def row(self, hyp: list[str], refs: list[list[str]], survey: Any = None) -> list[float]:
        pairs = np.array([self._pair(hyp, ref) for ref in refs], dtype=float)
        return self._rows_of(pairs, np.array([0, len(refs)]))[0].tolist()  # type: ignore[no-any-return]

    def _pair(self, hyp: Sequence[str], ref: Sequence[str]) -> list[float]:
        """The 23 statistics of one pair, and whether one chunk covers both texts."""
        words, there = words_of(self._lexicon, [hyp, ref])
        return self._counted(words, there, self._matches(words, there))

    def _counted(self, hyp: list[Word], ref: list[Word], matches: Sequence[Match]) -> list[float]:
        counted = statistics(hyp, ref, matches, self.characters)
        return [*counted, float(counted[-3:] == [1, len(hyp), len(ref)])]

    def _matches(self, hyp: list[Word], ref: list[Word]) -> tuple[Match, ...]:
        if self.variant == "2005":
            return align_2005(hyp, ref, self._modules)
        table = self._table
        if table is None:
            return align(hyp, ref, self._modules, self.beam or 0)
        from understudy.metrics.meteor.phrases import phrases_in

        return align(hyp, ref, self._modules, self.beam or 0, phrases_in(table))

    def _rows_of(self, pairs: Rows, starts: Any) -> Rows:
        """Keep the statistics of the best reference, with the score of the segment."""
        counted = self._to_add(pairs)
        if len(counted) == 1:
            return summable_row([self._factors(counted[0])["score"]], before=counted[0].tolist())
        scores = self._factors(counted)["score"]
        if len(counted) > len(starts) - 1:
            best = best_of(scores, starts)
            counted, scores = counted[best], scores[best]
        pair = np.stack(split(scores, 24, 50), axis=-1)
        return np.concatenate([counted, pair, np.ones((len(counted), 1))], axis=-1)

    def _to_add(self, pairs: Rows) -> Rows:
        """The statistics of pairs as they are to be added up."""
        counted = np.array(pairs[:, :-1])
        if self.variant == "1.5":
            counted[pairs[:, -1] == 1, STATISTICS.index("chunks")] = 0  # in METEOR these have no fragmentation
        return counted

    # --- Score --------------------------------------------------------------------------------------------------------

    def _factors(self, totals: Rows) -> Parts:
        """The formula, in METEOR's order of operations."""
        counts = dict(zip(STATISTICS, self.each(totals, STATISTICS), strict=True))
        hyp, ref = (self._precision_or_recall(counts, side) for side in ("hyp", "ref"))
        alpha = self.alpha or 0.0
        f_mean = divide(1.0, divide(1 - alpha, hyp) + divide(alpha, ref)) * ((hyp > 0) & (ref > 0))
        matched = counts["hyp_matched"] + counts["ref_matched"]
        fragmentation = divide(counts["chunks"], matched / 2)
        penalty = (self.gamma or 0.0) * where(matched > 0, power(fragmentation, self.beta or 0.0), 0.0)
        score = f_mean * (1 - penalty)
        return {
            # No more than 1: a sum of weights that add up to 1 may be rounded up.
            "score": where(score > 1, 1.0, where(score < 0, 0.0, score)),
            "precision": hyp,
            "recall": ref,
            "f_mean": f_mean,
            "fragmentation": fragmentation,
            "penalty": penalty,
        }

    def _precision_or_recall(self, counts: Parts, side: str) -> Rows:
        delta, weights = self.delta or 0.0, self.weights or ()
        function = counts[f"{side}_function"]
        length = delta * (counts[f"{side}_length"] - function) + (1 - delta) * function
        match = 0 * length
        for kind, share in (("content", delta), ("function", 1 - delta)):
            for slot, weight in enumerate(weights, 1):
                match = match + counts[f"{side}_{kind}_match_{slot}"] * weight * share
        return divide(match, length)

    def score_alone(self, totals: Rows) -> Rows:
        return 100 * self._factors(totals)["score"]

    def score(self, totals: Rows) -> Parts:
        found = self._factors(totals)
        mean = divide(
            self.value(totals, "segment_score") + self.value(totals, "segment_score_fine"),
            self.value(totals, "segments"),
        )
        parts = {
            "score": 100 * found["score"],
            "mean_of_segments": 100 * mean,
            **{name: 100 * found[name] for name in ("precision", "recall", "f_mean")},
            **{name: found[name] for name in ("fragmentation", "penalty")},
        }
        parts |= {name: self.value(totals, name) for name in ("chunks", "hyp_length", "ref_length")}
        for slot, module in enumerate(self._modules, 1):
            for side in ("hyp", "ref"):
                kinds = (self.value(totals, f"{side}_{kind}_match_{slot}") for kind in ("content", "function"))
                parts[f"{side}_match_{module}"] = sum(kinds, 0 * mean)
        return parts

    # --- The alignment ------------------------------------------------------------------------------------------------

    def alignment(self, hyp: str, refs: str | Sequence[str]) -> MeteorAlignment:
        """Align one hypothesis with its reference, or with the best of several.

        >>> print(METEOR().alignment("the cats sat on a mat", "a cat sat on the rug"))
        Chunk  Module  Reference  Hypothesis
            1  exact   a          a
            2  stem    cat        cats
            2  exact   sat        sat
            2  exact   on         on
            3  exact   the        the
               -       rug        -
               -       -          mat
        """
        listed = [refs] if isinstance(refs, str) else list(refs)
        if not isinstance(hyp, str) or not listed or not all(isinstance(ref, str) for ref in listed):
            raise InputError(f"alignment takes a string, and a string or several as references; got {hyp!r}, {refs!r}")
        words, *others = words_of(self._lexicon, [self.reading(text) for text in (hyp, *listed)])
        found = [self._matches(words, ref) for ref in others]
        pairs = [self._counted(words, ref, matches) for ref, matches in zip(others, found, strict=True)]
        best = int(best_of(self._factors(self._to_add(np.array(pairs)))["score"], np.array([0, len(others)]))[0])
        here, there = ([word.text for word in side] for side in (words, others[best]))
        return MeteorAlignment(here, there, found[best], tuple(self._modules))

    def links(self, hyps: list[str], refs: Sequence[list[str]], threads: int = 1) -> Iterator[list[Link]]:
        for hyp, some in zip(hyps, refs, strict=True):
            yield [
                [" ".join(pair.ref), " ".join(pair.hyp), pair.module or ("deletion" if pair.ref else "insertion")]
                for pair in self.alignment(hyp, some).pairs
            ]

    def explain(self, case: Case) -> Blocks:
        from understudy.metrics.meteor.explain import blocks

        return blocks(case)
