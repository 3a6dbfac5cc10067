"""sclite's files against sclite itself, where the package `sctk` is installed."""

import random
import shutil
import subprocess

import pytest

from understudy.alignment import sclite
from understudy.alignment.edits import alignments
from understudy.formats import transcripts

SCLITE = [path] if (path := shutil.which("sclite")) else ["sctk", "sclite"]  # Debian has one command for all
pytestmark = pytest.mark.skipif(
    shutil.which(SCLITE[0]) is None, reason="sclite is not installed; on Debian and Ubuntu: apt-get install sctk"
)

WRITTEN = {
    "anna-01": ("the cat has sat", "the big cat sits"),
    "anna-02": ("", "it purrs"),
    "anna-03": ("hello there", ""),
    "bob_1": ("b x c d", "a b c d"),
    "bob_2": ('the cat said "ho": a,b & z', 'The Cat said "hi": a,b & y'),
    "bob-3": ("犬 が 大好き", "猫 が 好き です"),
    "bob-4": ("naive café ete", "naïve cafe\u0301 été"),
    "bob-5": ("שלום 👍🏽", "שלום עולם"),
    "anna maria-1": ("a (um) b fr", "a b fr-"),
    "carl-1": (" ".join(f"w{i}" for i in range(400)), " ".join(f"w{i}" for i in range(0, 400, 3))),
}


def random_pairs():
    rng = random.Random(7)
    for number in range(150):
        hyp, ref = (" ".join(rng.choices(["a", "b", "c", "dog", "*"], k=rng.randrange(1, 12))) for _ in range(2))
        yield f"dora-{number}", (hyp, ref)


@pytest.fixture(scope="module")
def scored(tmp_path_factory):
    """The folder in which sclite has scored our transcripts, and the texts by name."""
    folder = tmp_path_factory.mktemp("sclite")
    pairs = WRITTEN | dict(random_pairs())
    transcripts.write_trn(str(folder / "hyp.trn"), {name: hyp for name, (hyp, _) in pairs.items()})
    transcripts.write_trn(str(folder / "ref.trn"), {name: ref for name, (_, ref) in pairs.items()})
    options = "-i rm -s -e utf-8 -r ref.trn trn -h hyp.trn trn -O . -n out -o pra sgml"
    subprocess.run([*SCLITE, *options.split()], cwd=folder, check=True, capture_output=True)
    return folder, pairs


def test_sclite_reads_the_words_that_we_wrote(scored):
    folder, pairs = scored
    for found in (sclite.read_sgml(str(folder / "out.sgml")), sclite.read_pra(str(folder / "out.pra"))):
        texts = {name: (" ".join(each.hyp), " ".join(each.ref)) for name, each in found.items()}
        assert texts == pairs


def test_its_two_files_have_the_same_alignments(scored):
    folder, _ = scored
    assert sclite.read_pra(str(folder / "out.pra")) == sclite.read_sgml(str(folder / "out.sgml"))


def test_our_sgml_is_that_of_sclite(scored):
    folder, _ = scored
    ours = folder / "ours.sgml"
    sclite.write_sgml(str(ours), sclite.read_sgml(str(folder / "out.sgml")))
    theirs = (folder / "out.sgml").read_text(encoding="utf-8").splitlines()
    assert ours.read_text(encoding="utf-8").splitlines()[1:] == theirs[1:]  # the first has file names and the date


def test_our_pra_is_that_of_sclite(scored):
    folder, _ = scored
    ours, found = folder / "ours.pra", sclite.read_pra(str(folder / "out.pra"))
    unbroken = {name: each for name, each in found.items() if len(each.steps) < 100 and str(each).isascii()}
    sclite.write_pra(str(ours), unbroken)
    theirs = [line.rstrip() for line in (folder / "out.pra").read_text(encoding="utf-8").splitlines()]
    blocks = "\n".join(theirs).replace("Attributes: Case_sensitve\n", "").split("\n\n")
    assert len(unbroken) > 50
    for block in ours.read_text(encoding="utf-8").removesuffix("\n\n").split("\n\n"):
        assert any(each.endswith(block.rstrip()) for each in blocks), block


def test_sclite_has_its_own_weights_and_we_have_the_fewest_errors(scored):
    folder, pairs = scored
    theirs = sclite.read_sgml(str(folder / "out.sgml"))
    names = list(pairs)
    ours = dict(zip(names, alignments(*map(list, zip(*pairs.values(), strict=True))), strict=True))
    for name in names:
        assert ours[name].errors <= theirs[name].errors
        assert weighted(theirs[name].counts) <= weighted(ours[name].counts)
    assert sum(ours[name].errors == theirs[name].errors for name in names) > len(names) * 0.8


def weighted(counts):
    return 4 * counts["substitution"] + 3 * counts["deletion"] + 3 * counts["insertion"]


def test_its_statistics_read_our_sgml(scored, tmp_path):
    _, all_pairs = scored
    # It fails on some of the words with quotation marks that sclite itself writes.
    pairs = {name: texts for name, texts in all_pairs.items() if '"' not in "".join(texts)}
    hyps, refs = map(list, zip(*pairs.values(), strict=True))
    found = dict(zip(pairs, alignments(hyps, refs), strict=True))
    sclite.write_sgml(str(tmp_path / "ours.sgml"), found)
    program = ["sc_stats"] if SCLITE[0] != "sctk" else ["sctk", "sc_stats"]
    with (tmp_path / "ours.sgml").open() as file:
        done = subprocess.run(
            [*program, *"-p -r sum -O . -n all".split()], stdin=file, cwd=tmp_path, check=True, capture_output=True
        )
    assert b"Successful Completion" in done.stdout + done.stderr
    rate = 100 * sum(each.errors for each in found.values()) / sum(len(each.ref) for each in found.values())
    (average,) = [line for line in (tmp_path / "all.sys").read_text().splitlines() if "Average" in line]
    assert f"{rate:.1f}" in average
