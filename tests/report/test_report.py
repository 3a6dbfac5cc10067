"""The report: its numbers, its words, what it refuses, and that no text becomes more than text."""

import csv
import io
import json
import re
import zlib
from base64 import b64decode, b64encode
from collections import Counter
from hashlib import sha256
from html.parser import HTMLParser

import pytest
import sacrebleu
from report_pages import HOSTILE, hostile_report, large_report
from scipy import stats

import understudy as us
from understudy.report.hints import hints_for
from understudy.report.messages import read_messages
from understudy.report.phrases import Phrases
from understudy.report.tables import Tables
from understudy.report.testset import TestSet
from understudy.tables.table import Table
from understudy.tokens.builtin.mteval import tokenize_13a

SYSTEMS = ["strong", "medium", "weak"]


@pytest.fixture(scope="module")
def report(examples):
    return us.make_report(
        {name: examples[name] for name in SYSTEMS},
        {"first": examples["reference1"], "second": examples["reference2"]},
        examples["source"],
        examples["documents"],
        metrics=["bleu", "chrf", "ter", "wer"],
        baseline="medium",
        trials=500,
        resamples=500,
    )


class Page(HTMLParser):
    """The elements and attributes of a page as a browser sees them, and the text of each kind of element."""

    def __init__(self, text):
        super().__init__()
        self.elements, self.attributes, self.texts, self.open = Counter(), [], {}, ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.elements[tag] += 1
        self.attributes += [(tag, *each) for each in attributes]
        self.open = tag

    def handle_endtag(self, tag):
        self.open = ""

    def handle_data(self, data):
        self.texts.setdefault(self.open, []).append(data)


# --- Numbers --------------------------------------------------------------------------------------------------------


def test_the_leaderboard_has_the_scores_of_sacrebleu(report, examples):
    streams = [examples["reference1"], examples["reference2"]]
    rows = {row[0]: row for row in Tables(report.content, read_messages("en")).leaderboard("medium").rows}
    for name in SYSTEMS:
        assert rows[name][1] == pytest.approx(sacrebleu.corpus_bleu(examples[name], streams).score)
        assert f"{sacrebleu.corpus_bleu(examples[name], streams).score:.2f}</span>" in report.html()


def test_every_baseline_has_the_numbers_of_compare(report, examples):
    for baseline in SYSTEMS:
        found = us.compare(
            {name: examples[name] for name in SYSTEMS},
            list(zip(examples["reference1"], examples["reference2"], strict=True)),
            ["bleu", "ter"],
            baseline=baseline,
            documents=examples["documents"],
            trials=500,
            resamples=500,
        )
        for place, metric in {0: "bleu", 2: "ter"}.items():
            for name in SYSTEMS:
                theirs, score = found[metric][name], report.content.scores[name][place]
                assert (score.score, score.interval) == (theirs.score, (theirs.interval.low, theirs.interval.high))
                own = report.content.difference(name, baseline, place)
                if name == baseline:
                    assert own is None
                else:
                    assert own.interval == (theirs.delta_interval.low, theirs.delta_interval.high)
                    assert (own.delta, own.p, own.corrected_p) == (theirs.delta, theirs.p, theirs.corrected_p)
                    assert (own.wins, own.ties, own.losses) == (theirs.wins, theirs.ties, theirs.losses)


def test_trials_and_resamples_are_those_of_compare(examples):
    systems = {name: examples[name] for name in SYSTEMS[:2]}
    found = us.make_report(systems, examples["reference1"], metrics="bleu")
    theirs = us.compare(systems, examples["reference1"])["bleu"]["medium"]
    interval = found.content.scores["medium"][0].interval
    assert interval == (theirs.interval.low, theirs.interval.high)
    assert found.content.difference("medium", "strong", 0).p == theirs.p


def test_a_document_has_the_score_of_its_own_segments(report, examples):
    streams = [examples["reference1"], examples["reference2"]]
    for group in report.content.documents:
        where = [i for i, name in enumerate(examples["documents"]) if name == group.name]
        assert group.segments == len(where)
        for place, name in enumerate(SYSTEMS):
            theirs = sacrebleu.corpus_bleu(
                [examples[name][i] for i in where], [[stream[i] for i in where] for stream in streams]
            )
            assert group.scores[0][place] == pytest.approx(theirs.score)


def test_buckets_of_length_hold_every_segment_once(report, examples):
    lengths = [len(tokenize_13a(text)) for text in examples["reference1"]]
    sizes = {group.name: group.segments for group in report.content.lengths}
    assert sum(sizes.values()) == 100
    assert sizes["10-19"] == sum(10 <= length <= 19 for length in lengths)


def test_word_f1_by_frequency_is_that_of_counting_by_hand(report, examples):
    frequency = Counter(word for text in examples["reference1"] for word in tokenize_13a(text))
    wanted = {word for word, times in frequency.items() if 5 <= times <= 9}
    found = next(each for each in report.content.frequency if each.name == "5-9")
    match = output = reference = 0
    for hyp, ref in zip(examples["weak"], examples["reference1"], strict=True):
        ours = Counter(word for word in tokenize_13a(hyp) if word in wanted)
        theirs = Counter(word for word in tokenize_13a(ref) if word in wanted)
        match, output, reference = match + (ours & theirs).total(), output + ours.total(), reference + theirs.total()
    assert found.words == reference
    assert found.systems["weak"].f1 == pytest.approx(200 * match / (output + reference))
    assert found.systems["weak"].precision == pytest.approx(100 * match / output)


def grams(text, order):
    words = tokenize_13a(text)
    return Counter(tuple(words[i : i + order]) for i in range(len(words) - order + 1))


def phrases_by_hand(first, second):
    """(more, less) for every phrase of one to four words that differs in six segments or more, nested ones folded."""
    tally = {}
    for a, b in zip(first, second, strict=True):
        for order in range(1, 5):
            ours, theirs = grams(a, order), grams(b, order)
            for gram in ours | theirs:
                more, less = tally.get(gram, (0, 0))
                tally[gram] = more + (ours[gram] > theirs[gram]), less + (ours[gram] < theirs[gram])
    folded = {part for gram, own in tally.items() for part in (gram[:-1], gram[1:]) if part and tally[part] == own}
    return {gram: own for gram, own in tally.items() if sum(own) >= 6 and gram not in folded}


def test_distinctive_phrases_are_those_of_counting_by_hand(report, examples):
    pair = report.content.pair("weak", "medium")
    expected = phrases_by_hand(examples["weak"], examples["medium"])
    p_values = {gram: stats.binomtest(more, more + less).pvalue for gram, (more, less) in expected.items()}
    q_values = dict(zip(p_values, stats.false_discovery_control(list(p_values.values())), strict=True))
    assert pair.phrases_tested == len(expected)
    assert len(pair.phrases) > 5
    for each in pair.phrases:
        gram = tuple(each.phrase.split(" "))
        assert (each.more, each.less) == expected[gram]
        assert each.p == pytest.approx(p_values[gram])
        assert each.q == pytest.approx(q_values[gram])
        texts = (examples["weak"], examples["medium"], examples["reference1"])
        assert each.counts == tuple(sum(grams(text, len(gram))[gram] for text in stream) for stream in texts)
        ours, theirs = ([grams(text, len(gram))[gram] for text in stream] for stream in texts[:2])
        assert each.segments == [i for i, (x, y) in enumerate(zip(ours, theirs, strict=True), 1) if x != y]


def test_a_phrase_that_stands_only_in_a_longer_one_is_folded():
    systems = {"A": [f"my mother said {n}" for n in "abcdefgh"], "B": [f"she said {n}" for n in "abcdefgh"]}
    texts = TestSet.read(systems, systems["A"], None, None, [])
    _, phrases = Phrases(texts).distinctive("A", "B")
    assert {each.phrase for each in phrases} == {"my mother said", "she said"}


# --- Words ----------------------------------------------------------------------------------------------------------


def test_the_verdict_is_that_of_compare_for_every_baseline(report, examples):
    for baseline in SYSTEMS:
        theirs = us.compare(
            {name: examples[name] for name in SYSTEMS},
            list(zip(examples["reference1"], examples["reference2"], strict=True)),
            ["bleu", "chrf", "ter", "wer"],
            baseline=baseline, documents=examples["documents"], trials=500, resamples=500,
        ).verdict  # fmt: skip
        own = report.content.against[baseline].verdict
        assert (own.summary, own.standings) == (theirs.summary, list(theirs.standings))
    assert "<bdi>strong</bdi> is better than <bdi>medium</bdi></h3>" in report.html()


@pytest.mark.filterwarnings("ignore::understudy.errors.CorpusWarning")  # the texts are cut and sorted on purpose
def test_metrics_that_disagree_are_named_first(examples):
    # One system is longer and has more of the characters, the other has more of the word sequences.
    refs = [f"the number {n} is a very good number of cats" for n in range(40)]
    short = [" ".join(ref.split()[:5]) for ref in refs]
    shuffled = [" ".join(sorted(ref.split())) for ref in refs]
    for metrics in (["bleu", "chrf"], ["chrf", "bleu"]):
        found = us.make_report({"A": shuffled, "B": short}, refs, metrics=metrics, trials=999)
        (standing,) = found.content.against["A"].verdict.standings
        assert standing.kind == "disagreement"
        page = found.html()
        assert "The metrics disagree on <bdi>B</bdi> and <bdi>A</bdi></h3>" in page
        assert page.index("The metrics disagree") < page.index("<table")


def test_equal_systems_are_not_told_apart(examples):
    texts = examples["strong"]
    found = us.make_report({"A": texts, "B": texts}, examples["reference1"], trials=99, resamples=99)
    assert "<bdi>B</bdi> and <bdi>A</bdi> score the same</h3>" in found.html()
    assert any(each.text == "A and B are the same in every segment" for each in found.content.warnings)


@pytest.mark.parametrize(
    ("output", "references", "source", "expected"),
    [
        ("It costs 12 euros", ["It costs 13 euros"], None, [("missing", "13"), ("extra", "12")]),
        ("It costs twelve", ["It costs 12", "It costs twelve!"], None, [("punctuation", "")]),
        ("room 7 at 9", ["room 7"], "chambre 7 à 9", []),
        ("٣ كتب", ["3 books"], None, []),
        ("no no no no", ["no"], None, [("loop", "no")]),
        ("a b a b a b", ["c d"], None, [("loop", "a b")]),
        ("bye bye bye", ["bye bye bye!"], None, [("punctuation", "")]),
        ("the cat", ["The Cat"], None, [("case", "")]),
        ("a [cat)", ["a dog"], None, [("brackets", "")]),
        ("a smiley :)", ["a smiley :)", "x"], None, []),
        ("Le chat", ["The cat"], "Le chat", [("copy", "")]),
        ("", ["The cat"], None, [("empty", "")]),
        ("", [""], None, []),
        ("cat", ["the cat sat on the mat"], None, [("short", "3 characters for 22")]),
        ("the cat sat on the mat", ["cat"], None, [("long", "22 characters for 3")]),
        ("कि", ["की"], None, []),
    ],
)
def test_hints(output, references, source, expected):
    assert hints_for(output, references, source) == expected


def test_alignments_are_those_of_the_metric():
    found = us.make_report({"A": ["the cats sat"]}, ["the cat was"], metrics="meteor", lang="en").content.alignments
    assert found.metric == "METEOR"
    ((links,),) = json.loads(zlib.decompress(b64decode(found.packed)))
    assert links[:2] == ["the", ["cat", "cats", "stem"]]


# --- The page -------------------------------------------------------------------------------------------------------


def test_a_page_can_be_read_back(report, tmp_path):
    file = tmp_path / "report.html"
    file.write_text(report.html(), encoding="utf-8")
    found = us.read_report(str(file))
    assert found.content == report.content
    assert json.loads(report.json()) == json.loads(json.dumps(report.to_dict()))
    assert found.html() == report.html()


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda page: "<p>hello</p>", "is not an understudy report: its data is missing"),
        (lambda page: page.replace('"schema":3,', '"schema":99,', 1), "with schema 99 where"),
        (lambda page: page.replace('id="content">{', 'id="content">{{', 1), "is damaged: its data is not valid JSON"),
        (lambda page: page.replace('"kind":"understudy report"', '"kind":"x"', 1), "is not an understudy report"),
        (lambda page: page.replace('"baseline":"medium",', "", 1), "is damaged: its data is incomplete .*baseline"),
    ],
)
def test_a_page_that_is_no_report_is_refused(report, tmp_path, change, expected):
    file = tmp_path / "report.html"
    file.write_text(change(report.html()), encoding="utf-8")
    with pytest.raises(us.FormatError, match=expected):
        us.read_report(str(file))


def test_no_text_becomes_more_than_text(report):
    page, usual = Page(hostile_report().html()), Page(report.html())
    assert page.elements["script"] == usual.elements["script"] == 4
    assert set(page.elements) <= set(usual.elements)
    assert not any(name.startswith("on") or name in ("src", "style") for _, name, _ in page.attributes)
    assert all(value.startswith("#") for _, name, value in page.attributes if name == "href")
    seen = "".join("".join(texts) for tag, texts in page.texts.items() if tag not in ("script", "style"))
    assert not set(seen) & set("\u202e\u2066\u2028")
    for text in ("<script>alert(1)</script>", "<img src=x onerror=alert(2)>", "{{7*7}}"):
        assert text in seen


def test_the_data_of_a_page_are_the_texts_as_they_were():
    data = json.loads("".join(Page(hostile_report().html()).texts["script"][:1]))
    assert data["texts"]["references"] == [[text] for text in HOSTILE * 3]


def test_the_policy_allows_the_style_and_script_of_the_page_alone(report):
    page = Page(report.html())
    for kind, text in (("script", page.texts["script"][-1]), ("style", page.texts["style"][0])):
        digest = b64encode(sha256(text.encode()).digest()).decode()
        assert f"{kind}-src 'sha256-{digest}'" in report.policy
    assert report.policy.startswith("default-src 'none';")
    assert ("meta", "content", report.policy) in page.attributes


def test_every_table_has_a_caption_and_every_id_is_its_own(report):
    page = report.html()
    assert page.count("<table") == page.count("<caption") > 10
    ids = re.findall(r'\sid="([^"]+)"', page[: page.index('<script type="application/json"')])
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("metrics", [["bleu"], ["bleu", "chrf", "wer", "meteor"]], ids=len)
def test_3000_segments_of_5_systems_stay_under_6_mb(metrics):
    report = large_report(metrics=metrics)
    assert 3_000_000 < len(report.html().encode()) < 6_000_000
    assert len(metrics) == 1 or report.content.alignments.packed is not None


def test_equal_segments_are_those_that_compare_ties():
    content = large_report(300, ["bleu"]).content
    for pair in content.pairs:
        own = content.difference(pair.a, pair.b, 0)
        ours, theirs = (content.scores[name][0].segments for name in (pair.a, pair.b))
        assert own.ties == sum(x == y for x, y in zip(ours, theirs, strict=True))
        assert own.wins == sum(x > y for x, y in zip(ours, theirs, strict=True))


def test_exports_are_the_forms_of_the_table(report):
    exports = json.loads(Page(report.html()).texts["script"][2])
    tables = Tables(report.content, read_messages("en"))
    found = next(each for each in exports.values() if each["md"] == tables.leaderboard("medium").markdown())
    rows = list(csv.DictReader(io.StringIO(found["csv"])))
    for row in rows:
        own = report.content.scores[row["system"]][0]
        assert [float(row[name]) for name in ("BLEU", "BLEU low", "BLEU high")] == [own.score, *own.interval]
    strong = next(row for row in rows if row["system"] == "strong")
    assert float(strong["BLEU delta"]) == report.content.difference("strong", "medium", 0).delta


def test_the_latex_of_the_leaderboard_is_that_of_compare(report):
    exports = json.loads(Page(report.html()).texts["script"][2])
    for baseline in SYSTEMS:
        text = report.content.against[baseline].latex
        assert r"\begin{tabular}{lrrrr}" in text and f"{baseline} (baseline) & " in text
        assert text in [each["tex"] for each in exports.values()]


def test_csv_quotes_what_would_break_it():
    table = Table(("System", "Score"), (('a "b", c\nd', 1.5), ("e", 2)))
    assert list(csv.reader(io.StringIO(table.csv()))) == [["System", "Score"], ['a "b", c d', "1.5"], ["e", "2"]]
