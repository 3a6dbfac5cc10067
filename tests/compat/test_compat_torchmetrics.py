"""compat.torchmetrics against torchmetrics itself, live, and under two processes."""

from __future__ import annotations

import copy
import pickle
import random
import subprocess
import sys
from pathlib import Path

import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed; make torch installs it")
peer = pytest.importorskip("torchmetrics", reason="torchmetrics is not installed; make torch installs it")

from torchmetrics import text as theirs  # noqa: E402
from torchmetrics.functional import text as their_functions  # noqa: E402

import understudy as us  # noqa: E402
from understudy.compat import jiwer, sacrebleu  # noqa: E402
from understudy.compat.torchmetrics import functional, text  # noqa: E402

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
HYPS, REFS, OTHERS = (
    (EXAMPLES / name).read_text(encoding="utf-8").splitlines()[:30]
    for name in ("medium.en", "reference1.en", "reference2.en")
)
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning", "ignore::DeprecationWarning", "ignore::FutureWarning")


def made(seed, segments=20):
    """Sentences of a few words, some of them empty."""
    generator = random.Random(seed)
    words = "the a cat dog sat ran on mat . , é 猫 it's The 12".split()
    return [" ".join(generator.choices(words, k=generator.randint(0, 12))) for _ in range(segments)]


def close(one, other, tolerance=1e-5):
    if isinstance(other, dict):
        assert one.keys() == other.keys()
        return all(close(one[key], other[key], tolerance) for key in other)
    if isinstance(other, (tuple, list)):
        return len(one) == len(other) and all(close(*pair, tolerance) for pair in zip(one, other, strict=True))
    return one.dtype == other.dtype and one.shape == other.shape and torch.allclose(one, other, atol=tolerance)


SINGLE = [
    ("WordErrorRate", "word_error_rate", {}),
    ("CharErrorRate", "char_error_rate", {}),
    ("EditDistance", "edit_distance", {}),
    ("EditDistance", "edit_distance", {"substitution_cost": 2, "reduction": "sum"}),
    ("EditDistance", "edit_distance", {"substitution_cost": 0, "reduction": "none"}),
    ("EditDistance", "edit_distance", {"substitution_cost": 3, "reduction": None}),
]
SEVERAL = [
    ("BLEUScore", "bleu_score", {}),
    ("BLEUScore", "bleu_score", {"n_gram": 2, "smooth": True}),
    ("BLEUScore", "bleu_score", {"n_gram": 3, "weights": [0.5, 0.25, 0.25]}),
    ("SacreBLEUScore", "sacre_bleu_score", {}),
    ("SacreBLEUScore", "sacre_bleu_score", {"tokenize": "intl", "lowercase": True}),
    ("SacreBLEUScore", "sacre_bleu_score", {"tokenize": "char", "n_gram": 2}),
    ("CHRFScore", "chrf_score", {}),
    ("CHRFScore", "chrf_score", {"n_word_order": 0, "beta": 3.0, "lowercase": True, "whitespace": True}),
    ("CHRFScore", "chrf_score", {"return_sentence_level_score": True}),
    ("TranslationEditRate", "translation_edit_rate", {}),
    ("TranslationEditRate", "translation_edit_rate", {"normalize": True, "no_punctuation": True, "lowercase": False}),
    ("TranslationEditRate", "translation_edit_rate", {"asian_support": True, "return_sentence_level_score": True}),
    ("ExtendedEditDistance", "extended_edit_distance", {}),
    ("ExtendedEditDistance", "extended_edit_distance", {"language": "ja", "return_sentence_level_score": True}),
    ("ExtendedEditDistance", "extended_edit_distance", {"alpha": 1.0, "rho": 0.5, "deletion": 0.3, "insertion": 0.7}),
    ("ROUGEScore", "rouge_score", {"rouge_keys": ("rouge1", "rouge2", "rouge3", "rougeL")}),
    ("ROUGEScore", "rouge_score", {"rouge_keys": "rougeL", "use_stemmer": True, "accumulate": "avg"}),
    ("ROUGEScore", "rouge_score", {"rouge_keys": ("rouge1",), "tokenizer": str.split, "normalizer": str.upper}),
]


def check(classes, function, settings, batches):
    mine, other = getattr(text, classes)(**settings), getattr(theirs, classes)(**settings)
    for preds, target in batches:
        assert close(mine(preds, target), other(preds, target))
        mine_too, other_too = (
            getattr(each, function)(preds, target, **settings) for each in (functional.text, their_functions)
        )
        assert close(mine_too, other_too)
    assert close(mine.compute(), other.compute())


@pytest.mark.parametrize(("classes", "function", "settings"), SINGLE)
def test_scores_of_one_target_equal_torchmetrics(classes, function, settings):
    random_refs = [text or "a" for text in made(2)]
    check(classes, function, settings, [(HYPS[:15], REFS[:15]), (HYPS[15:], REFS[15:]), (made(1), random_refs)])


@pytest.mark.parametrize(("classes", "function", "settings"), SEVERAL)
def test_scores_of_several_targets_equal_torchmetrics(classes, function, settings):
    # Segments on which torchmetrics' TER is sacrebleu's; of two equally close lengths torchmetrics takes the first.
    both = [sorted(pair, key=lambda each: len(each.split())) for pair in zip(REFS, OTHERS, strict=True)]
    several = both if classes not in ("TranslationEditRate", "CHRFScore") else [[ref] for ref in REFS]
    check(classes, function, settings, [(HYPS[:10], several[:10]), (HYPS[10:20], several[10:20])])
    if classes in ("BLEUScore", "SacreBLEUScore", "ROUGEScore", "ExtendedEditDistance"):
        check(classes, function, settings, [(made(3), [[text or "a"] for text in made(4)])])


@pytest.mark.parametrize("rate", ["mer", "wil", "wip"])
def test_mer_wil_and_wip_are_those_of_jiwer(rate):
    named = {"mer": "match_error_rate", "wil": "word_information_lost", "wip": "word_information_preserved"}[rate]
    score = getattr(functional.text, named)(HYPS, REFS)
    assert score.item() == pytest.approx(getattr(jiwer, rate)(REFS, HYPS), rel=1e-6)


def test_ter_chrf_and_the_length_of_ties_are_those_of_sacrebleu():
    streams, several = [REFS, OTHERS], [list(pair) for pair in zip(REFS, OTHERS, strict=True)]
    ter = functional.text.translation_edit_rate(HYPS, several)
    assert ter.item() == pytest.approx(sacrebleu.corpus_ter(HYPS, streams).score / 100, rel=1e-6)
    chrf = sacrebleu.CHRF(word_order=2, eps_smoothing=True).corpus_score(HYPS, streams).score
    assert functional.text.chrf_score(HYPS, several).item() == pytest.approx(chrf / 100, rel=1e-6)
    bleu = sacrebleu.corpus_bleu(HYPS, streams, smooth_method="none").score
    assert functional.text.sacre_bleu_score(HYPS, several).item() == pytest.approx(bleu / 100, rel=1e-6)


def everything():
    """One metric of each kind, with the texts that it takes."""
    several = [[ref] for ref in REFS]
    keys = ("rouge1", "rougeL")
    yield from ((getattr(text, name)(), REFS) for name in ("WordErrorRate", "CharErrorRate", "MatchErrorRate"))
    yield from ((getattr(text, name)(), REFS) for name in ("WordInfoLost", "WordInfoPreserved", "EditDistance"))
    yield from ((getattr(text, name)(), several) for name in ("BLEUScore", "SacreBLEUScore", "CHRFScore"))
    yield from ((text.TranslationEditRate(return_sentence_level_score=True), several),)
    yield from ((text.ExtendedEditDistance(return_sentence_level_score=True), several),)
    yield from ((text.ROUGEScore(rouge_keys=keys), several), (text.EditDistance(reduction="none"), REFS))


def test_batches_copies_pickles_devices_and_resets_change_nothing():
    for metric, targets in everything():
        metric.update(HYPS, targets)
        whole = metric.compute()
        metric.reset()
        metric.update(HYPS[:11], targets[:11])
        other = pickle.loads(pickle.dumps(copy.deepcopy(metric.clone()))).to("cpu").double()
        other.update(HYPS[11:], targets[11:])
        assert close(other.compute(), whole, 0), type(metric)
        assert isinstance(metric, peer.Metric)


def test_a_collection_and_states_of_merged_metrics():
    collection = peer.MetricCollection([text.WordErrorRate(), text.CharErrorRate(), text.WordInfoLost()])
    collection.update(HYPS, REFS)
    assert collection.compute()["WordErrorRate"].item() == pytest.approx(jiwer.wer(REFS, HYPS), rel=1e-6)
    one, other = text.WordErrorRate(), text.WordErrorRate()
    one.update(HYPS[:10], REFS[:10])
    other.update(HYPS[10:], REFS[10:])
    one.merge_state(other)
    assert one.compute() == collection.compute()["WordErrorRate"]
    assert one.totals.dtype == torch.float64


TWO_PROCESSES = """
import sys
import torch, torch.distributed as distributed
sys.path.insert(0, {tests!r})
import test_compat_torchmetrics as tests
rank, store, out = int(sys.argv[1]), sys.argv[2], sys.argv[3]
distributed.init_process_group("gloo", init_method=f"file://{{store}}", rank=rank, world_size=2)
scores = []
for metric, targets in tests.everything():
    for i in range(rank, len(tests.HYPS), 2):
        metric.update(tests.HYPS[i : i + 1], targets[i : i + 1])
    scores.append(metric.compute())
if rank == 0:
    torch.save(scores, out)
distributed.barrier()
distributed.destroy_process_group()
"""


def test_two_processes_give_the_number_of_one(tmp_path):
    program = tmp_path / "program.py"
    program.write_text(TWO_PROCESSES.format(tests=str(Path(__file__).parent)))
    arguments = [str(tmp_path / "store"), str(tmp_path / "scores.pt")]
    runs = [subprocess.Popen([sys.executable, program, str(rank), *arguments]) for rank in range(2)]
    assert [run.wait(timeout=300) for run in runs] == [0, 0]
    in_turn = [*range(0, len(HYPS), 2), *range(1, len(HYPS), 2)]  # the order in which scores of segments are gathered
    for (metric, targets), score in zip(everything(), torch.load(tmp_path / "scores.pt"), strict=True):
        metric.update([HYPS[i] for i in in_turn], [targets[i] for i in in_turn])
        assert close(score, metric.compute(), 0), type(metric)


def test_empty_batches_and_texts_are_as_in_torchmetrics():
    for function in ("chrf_score", "translation_edit_rate"):
        for preds, target in (([], [[]]), (["python"], [[]]), ([""], [[""]])):
            mine, other = (getattr(each, function)(preds, target) for each in (functional.text, their_functions))
            assert mine == other
    assert functional.text.bleu_score([[]], [[[]]]) == 0
    assert functional.text.edit_distance([], []) == their_functions.edit_distance([], [])
    metric = text.SacreBLEUScore()
    metric.update([], [])
    metric.update(["a cat sat here"], [["a cat sat here"]])
    assert metric.compute() == 1


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: functional.text.word_error_rate(["a", "b"], ["a"]), "2 predictions but targets for 1"),
        (lambda: functional.text.bleu_score(["a"], [["a"], ["b"]]), "1 predictions but targets for 2"),
        (lambda: functional.text.bleu_score(["a", "b"], [["a"], []]), "target 2 has no texts"),
        (lambda: functional.text.word_error_rate(["a", 1], ["a", "b"]), "text 2 of preds is int, 1; give strings"),
        (lambda: functional.text.bleu_score(["a"], [["a"]], weights=[1.0]), "1 weights for an n_gram of 4"),
        (lambda: functional.text.sacre_bleu_score(["a"], [["a"]], tokenize="14a"), "unknown tokenize '14a'"),
        (lambda: functional.text.rouge_score("a", "a", rouge_keys="rouge0"), "unknown rouge key 'rouge0'"),
        (lambda: text.ROUGEScore(accumulate="worst"), "unknown accumulate 'worst'"),
        (lambda: text.EditDistance(reduction="max"), "reduction is 'max'"),
        (lambda: text.EditDistance(substitution_cost=1.5), "substitution_cost is 1.5"),
        (lambda: text.CHRFScore(n_char_order=0), "n_char_order is 0"),
        (lambda: text.TranslationEditRate(normalize=1), "normalize is 1"),
        (lambda: text.ExtendedEditDistance(language="de"), "unknown language 'de'; choose en or ja"),
        (lambda: text.ExtendedEditDistance(alpha=-1.0), "alpha"),
    ],
)
def test_wrong_shapes_and_settings_are_refused_with_the_remedy(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_every_text_metric_of_words_and_characters_is_there():
    others = {"BERTScore", "InfoLM", "Perplexity", "SQuAD"}
    assert set(theirs.__all__) - set(text.__all__) <= others and set(text.__all__) < set(theirs.__all__)
    others = {"bert_score", "infolm", "perplexity", "squad"}
    names = set(functional.text.__all__)
    assert set(their_functions.__all__) - names <= others and names < set(their_functions.__all__)


def test_install_replaces_these_metrics_and_leaves_the_others():
    with us.compat.install("torchmetrics"):
        from torchmetrics.functional.text import perplexity, word_error_rate
        from torchmetrics.text import SacreBLEUScore, SQuAD
        from torchmetrics.text.wer import WordErrorRate
    assert SacreBLEUScore is text.SacreBLEUScore and WordErrorRate is text.WordErrorRate
    assert word_error_rate is functional.text.word_error_rate
    assert SQuAD.__module__ == "torchmetrics.text.squad" and perplexity.__module__.startswith("torchmetrics.")
    assert theirs.WordErrorRate.__module__ == "torchmetrics.text.wer"


def test_a_training_loop_logs_the_score_of_an_epoch():
    page = (ROOT / "docs" / "how-to" / "migrate.md").read_text(encoding="utf-8")
    (block,) = [
        each.partition("```")[0] for each in page.split("```python\n") if "class Translator" in each.partition("```")[0]
    ]
    logged = {}

    class Module(torch.nn.Module):
        def log(self, name, value):
            logged[name] = value.compute().item()

        def generate(self, batch):
            return batch["sources"]

    names = {"LightningModule": Module}
    exec(block.replace("from lightning import LightningModule\n", ""), names)
    module = names["Translator"]()
    for i in range(0, 30, 10):
        module.validation_step({"sources": HYPS[i : i + 10], "targets": REFS[i : i + 10]}, i)
    assert logged["bleu"] == pytest.approx(us.bleu(HYPS, REFS, smoothing="none").fraction, rel=1e-6)


def test_without_torch_the_message_says_what_to_install():
    program = "import sys; sys.modules['torch'] = None\nimport understudy.compat.torchmetrics"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert "install torch and torchmetrics" in run.stderr
    program = "import sys, understudy, understudy.compat\nsys.exit('torch' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program]).returncode == 0
