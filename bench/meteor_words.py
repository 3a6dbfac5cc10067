"""How fast are METEOR's tokenizers, stems and synonyms?

python bench/meteor_words.py [SEGMENTS]
"""

from __future__ import annotations

import sys

import corpus
import measure
import Stemmer
from nltk.stem.snowball import SnowballStemmer
from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a

from understudy import _core
from understudy.inputs.texts import texts
from understudy.lexicon import data
from understudy.lexicon.words import PlainSynonyms, synonyms
from understudy.tokens import Reading, TokenTable


def main(segments: int = 20_000) -> None:
    lines, _ = corpus.parallel(segments, references=1)
    column = texts(lines, "lines")
    words = sorted({word for lemma in PlainSynonyms().lemmas for word in lemma.split("_")})
    known = synonyms()
    pystemmer, nltk, of_13a = Stemmer.Stemmer("english", 0), SnowballStemmer("english"), Tokenizer13a()
    assert _core.stem_english(words) == pystemmer.stemWords(words)

    def tokens(name: str) -> object:
        return TokenTable(Reading(name)).add(column)

    split = measure.seconds(lambda: [of_13a(line).split() for line in lines], runs=1)  # it remembers lines
    by_pystemmer = measure.seconds(lambda: pystemmer.stemWords(words), runs=5)
    by_nltk = measure.seconds(lambda: [nltk.stem(word) for word in words], runs=1)
    rows = []
    for name in ("13a", "meteor-en", "meteor-en-nopunct", "meteor-fr", "meteor-ru", "java"):
        taken = measure.seconds(lambda: tokens(name), runs=7)  # noqa: B023
        rows.append([f"tokens of {name}", f"{split / taken:.0f} x", "sacrebleu's 13a"])
    taken = measure.seconds(lambda: _core.stem_english(words), runs=5)
    rows.append(["stems", f"{by_pystemmer / taken:.1f} x", "PyStemmer"])
    rows.append(["stems", f"{by_nltk / taken:.0f} x", "NLTK's SnowballStemmer"])
    loaded = measure.seconds(lambda: _core.Synonyms(data.wordnet()), runs=5)
    plainly = measure.seconds(PlainSynonyms, runs=3)
    rows.append(["loading WordNet's table", f"{plainly / loaded:.0f} x", "our readable twin"])
    plain = PlainSynonyms()
    taken = measure.seconds(lambda: known.look_up(words), runs=5)
    plainly = measure.seconds(lambda: [sorted(plain.of(word)) for word in words], runs=2)
    rows.append(["looking synonyms up", f"{plainly / taken:.0f} x", "our readable twin"])
    measure.report(
        "meteor_words",
        "METEOR's tokens, stems and synonyms",
        [
            f"{segments:,} segments as a list of Python strings, {len(words):,} words of WordNet, one thread",
            "ratio: the time of what is named by ours; sacrebleu's 13a cuts otherwise, only the text is the same",
            measure.machine(),
            measure.versions("understudy", "PyStemmer", "nltk", "sacrebleu"),
        ],
        ["job", "faster", "than"],
        rows,
    )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
