"""Files in the shape of WMT25's and WMT26's releases: many language pairs in one, systems that lack some."""

import json

import numpy as np
import pytest
import sacrebleu

from understudy import cli

TEXTS = {
    "de_DE": ["der Hund lief schnell nach Hause", "die Katze sass auf der Matte", "es regnet heute im Norden sehr"],
    "cs_CZ": ["pes velmi rychle běžel domů", "kočka seděla na staré rohoži", "dnes na severu hodně prší"],
    "zh_CN": ["狗很快跑回家了", "猫坐在垫子上面", "今天北方下大雨"],
}
SOURCES = ["the dog ran home fast", "the cat sat on the mat", "it rains a lot in the north today"]
SYSTEMS = ("GPT 5.5", "Tower 9B", "Yandex")
LACKING = ("Yandex", "cs_CZ")


def output(system, lang, number):
    """Better systems cut off less of the reference."""
    text = TEXTS[lang][number]
    cut = (SYSTEMS.index(system) + number) % 3
    if lang == "zh_CN":
        return text[: len(text) - cut]
    return " ".join(text.split()[: len(text.split()) - cut])


@pytest.fixture
def release(tmp_path):
    rows = [
        {
            "doc_id": f"wmt26_###_news_###_en_###_{lang}_###_{n}", "domain": ("news", "social", "news")[n],
            "src_lang": "en", "tgt_lang": lang, "src_text": SOURCES[n], "video": None, "screenshot": None,
            "prompt_instruction": "Translate.", "refs": {"refA": {"ref": TEXTS[lang][n]}},
        }
        for lang in TEXTS
        for n in range(3)
    ]  # fmt: skip
    blind = rows[0] | {"doc_id": "wmt26_###_news_###_en_###_th_TH_###_0", "tgt_lang": "th_TH", "refs": {}}
    (tmp_path / "wmt26-genmt.jsonl").write_text(
        "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in [*rows, blind])
    )
    (tmp_path / "systems").mkdir()
    for system in SYSTEMS:
        lines = [
            {"doc_id": row["doc_id"], "hypothesis": output(system, row["tgt_lang"], i % 3), "metadata": {"tokens": 7}}
            for i, row in enumerate(rows)
            if (system, row["tgt_lang"]) != LACKING
        ]
        lines += [{"doc_id": blind["doc_id"], "hypothesis": "x", "metadata": {}}]
        (tmp_path / "systems" / f"{system}.jsonl").write_text(
            "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in reversed(lines))
        )
    return tmp_path


def asked(release, capsys, *words):
    files = [str(release / "systems" / f"{system}.jsonl") for system in SYSTEMS]
    code = cli.main(["score", *files, "-r", str(release / "wmt26-genmt.jsonl"), "--no-checks", *words])
    return code, capsys.readouterr()


def by_pair(out):
    return {
        (each["group"], each["system"].removesuffix(".jsonl"), each["metric"]): each
        for each in json.loads(out)["groups"]
    }


def test_pairs_are_scored_apart_each_with_its_tokenizer(release, capsys):
    code, told = asked(
        release, capsys, "--by", "tgt_lang", "-m", "bleu", "chrf", "--average", "macro", "--format", "json"
    )
    assert code == 0, told.err
    assert "tgt_lang=th_TH is left out: no references" in told.err
    found = by_pair(told.out)
    for lang in TEXTS:
        for system in SYSTEMS:
            if (system, lang) == LACKING:
                assert (lang, system, "bleu") not in found
                continue
            hyps = [output(system, lang, n) for n in range(3)]
            tokenize = "zh" if lang == "zh_CN" else "13a"
            expected = {
                "bleu": sacrebleu.corpus_bleu(hyps, [TEXTS[lang]], tokenize=tokenize).score,
                "chrf": sacrebleu.corpus_chrf(hyps, [TEXTS[lang]]).score,
            }
            for metric, score in expected.items():
                assert found[lang, system, metric]["score"] == pytest.approx(score, abs=1e-9)
                assert (f"tokenizer={tokenize}" in found[lang, system, metric]["signature"]) == (metric == "bleu")
    for system in SYSTEMS[:2]:
        for metric in ("bleu", "chrf"):
            groups = [found[lang, system, metric] for lang in TEXTS]
            average = found["(macro average)", system, metric]
            assert average["score"] == pytest.approx(np.mean([each["score"] for each in groups]))
            assert average["rank"] == pytest.approx(np.mean([each["rank"] for each in groups]))
            assert average["interval"][0] <= average["score"] <= average["interval"][1]
    assert ("(macro average)", "Yandex", "bleu") not in found
    ranks = sorted(found["de_DE", system, "bleu"]["rank"] for system in SYSTEMS)
    scores = sorted((found["de_DE", system, "bleu"]["score"] for system in SYSTEMS), reverse=True)
    assert ranks == [1 + scores.index(score) for score in scores]
    pooled = found["(all)", "GPT 5.5", "chrf"]["score"]
    every = [(output("GPT 5.5", lang, n), TEXTS[lang][n]) for lang in TEXTS for n in range(3)]
    assert pooled == pytest.approx(
        sacrebleu.corpus_chrf([h for h, _ in every], [[r for _, r in every]]).score, abs=1e-9
    )
    assert ("(all)", "GPT 5.5", "bleu") not in found  # not all by one tokenizer


def test_what_is_missing_is_a_blank_cell_and_told(release, capsys):
    code, told = asked(release, capsys, "--by", "tgt_lang", "--average", "macro")
    assert code == 0
    assert "\ncs_CZ            Yandex.jsonl\n" in told.out
    assert "Yandex.jsonl lacks cs_CZ, so it has no score of all groups" in told.out


def test_where_takes_one_pair_and_gives_the_numbers_of_plain_files(release, capsys):
    code, told = asked(release, capsys, "--where", "tgt_lang=de_DE", "--format", "json")
    assert code == 0
    found = {each["name"]: each["scores"][0] for each in json.loads(told.out)["systems"]}
    plain = {}
    for system in SYSTEMS:
        (release / system).write_text("".join(f"{output(system, 'de_DE', n)}\n" for n in range(3)))
    (release / "ref").write_text("".join(f"{text}\n" for text in TEXTS["de_DE"]))
    assert (
        cli.main(["score", *(str(release / s) for s in SYSTEMS), "-r", str(release / "ref"), "--format", "json"]) == 0
    )
    plain = {each["name"]: each["scores"][0]["score"] for each in json.loads(capsys.readouterr().out)["systems"]}
    assert {name.removesuffix(".jsonl"): each["score"] for name, each in found.items()} == plain
    assert "subset=tgt_lang:de_DE" in found["Yandex.jsonl"]["signature"]
    code, told = asked(release, capsys, "--where", "tgt_lang=de_DE", "--where", "domain=news", "--format", "json")
    assert json.loads(told.out)["systems"][0]["scores"][0]["segment_count"] == 2


def test_groups_of_one_language_have_averages_too(release, capsys):
    words = ["--where", "tgt_lang=de_DE", "--by", "domain", "--average", "macro", "--format", "json"]
    code, told = asked(release, capsys, *words)
    assert code == 0, told.err
    found = by_pair(told.out)
    both = [found[domain, "Yandex", "bleu"]["score"] for domain in ("news", "social")]
    assert found["(macro average)", "Yandex", "bleu"]["score"] == pytest.approx(np.mean(both))


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "is not in"),
        (["--where", "tgt_lang=cs_CZ"], "Yandex.jsonl has no segment with tgt_lang=cs_CZ; leave this system out"),
        (["--where", "tgt_lang=fr_FR"], "unknown value of tgt_lang 'fr_FR'; choose de_DE, cs_CZ, zh_CN or th_TH"),
        (["--where", "tgtlang=fr_FR"], "--where 'tgtlang' is no column; the columns are"),
        (["--where", "tgt_lang"], "is not of the form COLUMN=VALUE"),
        (["--average", "macro"], "--average macro is over groups; say which with --by"),
        (["--by", "tgt_lang", "--save", "x"], "--save is for one group at a time here; choose it with --where"),
    ],
)
def test_what_does_not_fit_is_refused_with_the_remedy(release, capsys, words, message):
    code, told = asked(release, capsys, *words)
    assert code in (1, 2)
    assert message in told.err


def test_part_of_a_pair_is_no_blank_but_an_error(release, capsys):
    path = release / "systems" / "Tower 9B.jsonl"
    path.write_text("".join(path.read_text().splitlines(keepends=True)[:-1]))
    code, told = asked(release, capsys, "--by", "tgt_lang")
    assert code == 1
    assert "is not in" in told.err
