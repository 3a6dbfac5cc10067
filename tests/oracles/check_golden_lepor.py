"""Compare LEPOR and hLEPOR with what the original programs printed for texts which can't be shipped here.

    python tests/oracles/check_golden_lepor.py GOLDEN

The authors' Perl programs have mistakes that we don't reproduce. So there are two comparisons: a model of their code,
mistakes included, equals what they printed; and the model of what they meant equals ours. Hence Perl's scores and ours
differ exactly where the mistakes matter. The exit code is 1 if a difference exceeds the tolerance.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator

import numpy as np
from golden import TOLERANCE, Comparison, Golden, relative, report
from nltk.tokenize import NLTKWordTokenizer
from nltk.tokenize.punkt import PunktSentenceTokenizer

import understudy as us

Factors = tuple[float, float, float]  # length penalty, position penalty, HPR
WEIGHTS = {"LEPOR": None, "hLEPOR": (2.0, 1.0, 7.0), "hLEPOR_19": (2.0, 1.0, 3.0)}


# --- The Perl programs, modelled from their code --------------------------------------------------------------------


def perl_factors(hyp: list[str], ref: list[str], rule_of_2017: bool = True) -> Factors:
    matches = perl_matches(hyp, ref)
    # Every word that the reference has gets a position, also those beyond the matches.
    moved = sum(abs((j + 1) * len(ref) - (k + 1) * len(hyp)) for j, k in perl_positions(hyp, ref).items())
    if rule_of_2017 and matches == len(hyp) == len(ref):
        moved = 0  # meant for copies, but true for any order of the words
    return factors(len(hyp), len(ref), matches, moved)


def perl_matches(hyp: list[str], ref: list[str]) -> int:
    used: list[str] = []
    for word in hyp:
        for k, other in enumerate(ref):
            # It looks for a place that begins with these digits: a used 10 blocks 1.
            if word == other and not any(place.startswith(str(k)) for place in used):
                used.append(str(k))
                break
    return len(used)


def perl_positions(hyp: list[str], ref: list[str]) -> dict[int, int]:
    marked = [False] * len(ref)
    places: dict[int, int] = {}
    for j, word in enumerate(hyp):
        for k, other in enumerate(ref):
            marked[k] = False  # what earlier words took is free again
            if word == other and perl_confirms(hyp, ref, j, k):
                places[j], marked[k] = k, True
                break
    for j, word in enumerate(hyp):
        if j not in places and word in ref:
            free = [k for k, other in enumerate(ref) if word == other and not marked[k]]
            places[j] = min(free, key=lambda k: abs(k - j), default=0)
    return places


def perl_confirms(hyp: list[str], ref: list[str], j: int, k: int) -> bool:
    if 0 < j < len(hyp) - 2:
        return True  # the word itself is among its neighbours
    sides = (1, 2) if j == 0 else (-1, -2)
    return any(perl_word(hyp, j + a) == perl_word(ref, k + b) for a in sides for b in sides)


def perl_word(words: list[str], place: int) -> str:
    """Negative places wrap around, and missing words are equal."""
    return words[place] if -len(words) <= place < len(words) else ""


# --- What they mean ---------------------------------------------------------------------------------------------------


def meant_factors(hyp: list[str], ref: list[str]) -> Factors:
    free, matches, moved = dict(enumerate(ref)), 0, 0
    for j, word in enumerate(hyp):
        places = [k for k in free if free[k] == word]
        near = {hyp[i] for i in range(len(hyp)) if 0 < abs(i - j) <= 2}
        shared = [k for k in places if near & {ref[i] for i in range(len(ref)) if 0 < abs(i - k) <= 2}]
        if places:
            k = min(shared or places, key=lambda k: abs(j - k))
            del free[k]
            matches += 1
            moved += abs((j + 1) * len(ref) - (k + 1) * len(hyp))
    return factors(len(hyp), len(ref), matches, moved)


def factors(hyp_length: int, ref_length: int, matches: int, moved: int) -> Factors:
    longer, shorter = max(hyp_length, ref_length), min(hyp_length, ref_length)
    hpr = 10 / (9 * ref_length / matches + hyp_length / matches) if matches else 0.0
    return math.exp(1 - longer / shorter), math.exp(-moved / (hyp_length**2 * ref_length)), hpr


def combined(found: Factors, weights: tuple[float, ...] | None) -> float:
    if weights is None:
        return math.prod(found)
    return sum(weights) / sum(w / value for w, value in zip(weights, found, strict=True)) if all(found) else 0.0


# --- Comparisons ------------------------------------------------------------------------------------------------------


def perl_records(golden: Golden) -> Iterator[Comparison]:
    for record in golden.records("lepor"):
        if record.get("variant") not in ("LEPOR", "hLEPOR"):
            continue
        title = record["variant"]
        weights, metric = WEIGHTS[title], us.make_metric(f"{title.lower()}:tokenizer=none")
        hyps, refs = golden.texts(record)
        pairs = [(hyp.lower().split(), ref.lower().split()) for hyp, [ref] in zip(hyps, refs, strict=True)]
        printed = list(zip(record["LP"], record["NPP"], record["HPR"], record["seg"], strict=True))
        model = [(*found, combined(found, weights)) for found in (perl_factors(*pair) for pair in pairs)]
        meant = [(*found, combined(found, weights)) for found in (meant_factors(*pair) for pair in pairs)]
        parts = metric.score(metric.stats(hyps, refs).rows)
        names = ("length_penalty", "position_penalty", "hpr", "score")
        ours = np.stack([parts[name] / (1 if name.endswith("penalty") else 100) for name in names], axis=-1)
        yield f"{title} of Perl, by the model of its code", "(model)", flat(printed), flat(model), TOLERANCE
        yield f"{title} as it is meant", metric.signature, flat(meant), flat(ours), TOLERANCE
        by_mistake = [relative(a[3], b[3]) > TOLERANCE for a, b in zip(model, meant, strict=True)]
        differs = [relative(a[3], b[3]) > TOLERANCE for a, b in zip(printed, ours, strict=True)]
        print(f"        {title}, {record['sys']}: {sum(differs)} segments differ from Perl's, all by its mistakes")
        yield f"{title}: where Perl differs", metric.signature, by_mistake, differs, 0
        yield from perl_corpus_rules(title, record)


def perl_corpus_rules(title: str, record: dict) -> Iterator[Comparison]:
    """Both corpus rules, applied to the factors that Perl printed."""
    table = [record["seg"], record["LP"], record["NPP"], record["HPR"], record["HPR"], record["HPR"]]
    for rule, name in (("mean", "mean_of_scores"), ("factors", "score_of_mean_factors")):
        metric = us.make_metric(f"{title.lower()}:corpus={rule}")
        ours = metric.score(metric.as_rows(np.array(table).T).sum(axis=0))["score"] / 100
        yield f"{title}, corpus rules on Perl's factors", f"corpus={rule}", [record[name]], [float(ours)], TOLERANCE


def perl_2019_records(golden: Golden) -> Iterator[Comparison]:
    weights = WEIGHTS["hLEPOR_19"]
    for record in golden.records("lepor"):
        if not record.get("variant", "").startswith("hLEPOR_sys"):
            continue
        hyps, refs = golden.texts(record)
        found = [
            perl_factors(hyp.lower().split(), ref.lower().split(), rule_of_2017=False)
            for hyp, [ref] in zip(hyps, refs, strict=True)
        ]
        scores = [combined(each, weights) for each in found]
        table = np.array([(score, *each, each[2], each[2]) for score, each in zip(scores, found, strict=True)])
        metric = us.make_metric("hlepor", preset="wmt19", corpus="mean" if "sysA" in record["variant"] else "factors")
        ours = float(metric.score(metric.as_rows(table).sum(axis=0))["score"]) / 100
        expected = float(record["line"].split("\t")[4])
        yield "hLEPOR of WMT19, rules on the model's factors", "preset=wmt19", [expected], [ours], TOLERANCE


def perl_edge_cases(golden: Golden) -> Iterator[Comparison]:
    for case in golden.records("edge_cases"):
        for title in ("LEPOR", "hLEPOR"):
            for ref, printed in zip(case["refs"], case[f"perl {title} per ref"], strict=True):
                hyp_words, ref_words = case["hyp"].lower().split(), ref.lower().split()
                if not hyp_words or not ref_words:
                    continue  # Perl dies or prints 0
                expected = [printed[name][0] for name in ("LP", "NPP", "HPR", "score")]
                found = perl_factors(hyp_words, ref_words)
                model = [*found, combined(found, WEIGHTS[title])]
                yield f"{title} of Perl on edge cases, by the model", "(model)", expected, model, TOLERANCE


def word_tokenize(text: str, sentences: PunktSentenceTokenizer = PunktSentenceTokenizer()) -> list[str]:  # noqa: B008
    """NLTK's word_tokenize, with those abbreviations of its English model that occur in the texts."""
    sentences._params.abbrev_types |= {"mr", "st", "u.s", "ok", "k"}
    return [word for sentence in sentences.tokenize(text.strip()) for word in NLTKWordTokenizer().tokenize(sentence)]


def hlepor_records(golden: Golden) -> Iterator[Comparison]:
    for record in golden.records("lepor"):
        if "hLepor" not in record["impl"]:
            continue
        settings = {"compat": "hlepor-0.0.4"}
        if isinstance(record["params"], dict):
            *numbers, elp, pos, pr = record["params"].values()
            settings |= dict(zip(("alpha", "beta", "window"), numbers, strict=True), weights=(elp, pos, pr))
        if record["separate_punctuation"]:
            settings["tokenizer"] = word_tokenize
        hyps, refs = golden.texts(record)
        result = us.hlepor(hyps, refs, **settings)
        expected, ours = [*record["seg"], record["score"]], [*(result.segments / 100), result.fraction]
        yield "hLepor 0.0.4", result.metric.signature, expected, ours, TOLERANCE


def means_worked_out(golden: Golden) -> Iterator[Comparison]:
    """Means over 500 segments by another model of the formulas, to six digits."""
    expected = {"sys1": [0.495644, 0.658055], "sys2": [0.487583, 0.644057]}
    for system, values in expected.items():
        hyps, refs = golden.texts({"data": "ted500.tok", "sys": system, "refs": "ref"})
        ours = [round(metric(hyps, refs, tokenizer="none").fraction, 6) for metric in (us.lepor, us.hlepor)]
        yield "means of LEPOR and hLEPOR (six digits)", "tokenizer=none", values, ours, 1e-12


def flat(rows: object) -> list[float]:
    return np.asarray(rows, dtype=float).ravel().tolist()


if __name__ == "__main__":
    sources = hlepor_records, perl_records, perl_2019_records, perl_edge_cases, means_worked_out
    sys.exit(report(sys.argv[1], *sources))
