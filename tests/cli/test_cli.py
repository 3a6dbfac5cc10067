"""The command line, run as people run it."""

import bz2
import gzip
import json
import lzma
import re
import subprocess
import sys

import pytest
import sacrebleu
from command_line import COMMAND, complaint, in_a_process, printed, understudy
from processes import HANGS

import understudy as us

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

HYP, REF = "the cat sat on the mat\nhello there\n", "the cat sat on a mat\nhello you there\n"
LIKE_SACREBLEU = sacrebleu.corpus_bleu(HYP.splitlines(), [REF.splitlines()]).score


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "sys.txt").write_text(HYP, encoding="utf-8")
    (tmp_path / "ref.txt").write_text(REF, encoding="utf-8")
    return tmp_path


def score_of(folder, *args, **options) -> float:
    found = json.loads(printed("score", *args, "--format", "json", cwd=folder, **options))
    return found["systems"][0]["scores"][0]["score"]


# --- Scores ---------------------------------------------------------------------------------------------------------


def test_score_prints_a_table_with_the_signature(folder):
    lines = printed("score", "sys.txt", "-r", "ref.txt", cwd=folder).splitlines()
    assert lines[0].split() == ["System", "BLEU"]
    assert lines[1].split() == ["sys.txt", f"{LIKE_SACREBLEU:.2f}"]
    signature = us.bleu(HYP.splitlines(), REF.splitlines()).signature
    assert lines[-1] == f"BLEU  {signature}"


def test_the_signature_that_is_printed_can_be_asked_for(folder):
    signature = printed("score", "sys.txt", "-r", "ref.txt", cwd=folder).splitlines()[-1].split()[1]
    assert score_of(folder, "sys.txt", "-r", "ref.txt", "-m", signature) == pytest.approx(LIKE_SACREBLEU)


@pytest.mark.parametrize(
    ("suffix", "compress"),
    [("gz", gzip.compress), ("bz2", bz2.compress), ("xz", lzma.compress), ("zst", zstd.compress)],
)
def test_compressed_files_score_the_same(folder, suffix, compress):
    (folder / f"sys.txt.{suffix}").write_bytes(compress(HYP.encode()))
    assert score_of(folder, f"sys.txt.{suffix}", "-r", "ref.txt") == pytest.approx(LIKE_SACREBLEU)


def test_standard_input_scores_the_same(folder):
    assert score_of(folder, "-", "-r", "ref.txt", stdin=HYP.encode()) == pytest.approx(LIKE_SACREBLEU)
    assert score_of(folder, "sys.txt", "-r", "-", stdin=REF.encode()) == pytest.approx(LIKE_SACREBLEU)
    assert score_of(folder, "-", "-r", "ref.txt", stdin=gzip.compress(HYP.encode())) == pytest.approx(LIKE_SACREBLEU)


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        ("crlf", lambda text: text.replace("\n", "\r\n").encode()),
        ("no final newline", lambda text: text.removesuffix("\n").encode()),
        ("line separator", lambda text: text.replace("sat on", "sat\u2028on").encode()),
    ],
)
def test_line_ends_do_not_change_the_score(folder, kind, change):
    (folder / "sys.txt").write_bytes(change(HYP))
    assert score_of(folder, "sys.txt", "-r", "ref.txt") == pytest.approx(LIKE_SACREBLEU)


def test_a_byte_order_mark_is_left_out_with_a_warning(folder):
    (folder / "sys.txt").write_bytes(b"\xef\xbb\xbf" + HYP.encode())
    done = understudy("score", "sys.txt", "-r", "ref.txt", "--format", "tsv", cwd=folder)
    assert done.stderr == b"understudy: warning: sys.txt begins with a byte order mark, which is left out\n"
    assert float(done.stdout.split()[-1]) == pytest.approx(LIKE_SACREBLEU)


def test_blank_lines_and_nul_bytes_are_kept(folder):
    (folder / "sys.txt").write_text("\na\x00b\n\n", encoding="utf-8")
    (folder / "ref.txt").write_text("x\na\x00b\n\n", encoding="utf-8")
    found = json.loads(printed("score", "sys.txt", "-r", "ref.txt", "--segments", "--format", "json", cwd=folder))
    assert found["systems"][0]["scores"][0]["segments"] == [0, 100, 0]


def test_several_systems_references_and_metrics_in_one_table(examples, root):
    options = "-r reference1.en -r reference2.en -m bleu bleu:order=2,lowercase=yes".split()
    lines = printed("score", "strong.en", "medium.en", "weak.en", *options, cwd=root / "examples").splitlines()
    assert re.split(r"\s{2,}", lines[0]) == ["System", "BLEU order=4 lowercase=no", "BLEU order=2 lowercase=yes"]
    streams = [examples["reference1"], examples["reference2"]]
    for line, system in zip(lines[1:4], ["strong", "medium", "weak"], strict=True):
        expected = [sacrebleu.corpus_bleu(examples[system], streams).score]
        two = sacrebleu.BLEU(max_ngram_order=2, lowercase=True)
        expected.append(two.corpus_score(examples[system], streams).score)
        assert line.split() == [f"{system}.en", *(f"{score:.2f}" for score in expected)]
    assert sum("references=2" in line for line in lines) == 2


def test_metrics_that_differ_in_one_setting_keep_their_columns(folder):
    for metrics in (["bleu", "bleu:normalization=NFC"], ["bleu:normalization=NFC", "bleu"]):
        lines = printed("score", "sys.txt", "-r", "ref.txt", "-m", *metrics, cwd=folder).splitlines()
        assert len(lines[1].split()) == 3
        assert sum(line.startswith("BLEU normalization=") for line in lines) == 2
        assert len(printed("score", "sys.txt", "-r", "ref.txt", "--segments", "-m", *metrics, cwd=folder)) > 0


def test_systems_with_one_file_name_are_told_apart(folder):
    (folder / "b").mkdir()
    (folder / "b" / "sys.txt").write_text(REF, encoding="utf-8")
    lines = printed("score", "sys.txt", "b/sys.txt", "-r", "ref.txt", cwd=folder).splitlines()
    assert [line.split()[0] for line in lines[1:3]] == ["sys.txt", "b/sys.txt"]


def test_segment_scores_in_every_format(folder):
    expected = [sacrebleu.sentence_bleu(h, [r]).score for h, r in zip(HYP.splitlines(), REF.splitlines(), strict=True)]
    segments = ["score", "sys.txt", "-r", "ref.txt", "--segments"]
    text = printed(*segments, "--digits", "4", cwd=folder).splitlines()
    assert [line.split() for line in text[1:3]] == [[str(i), f"{score:.4f}"] for i, score in enumerate(expected, 1)]
    assert "effective_order=always" in text[-1]
    tsv = [line.split("\t") for line in printed(*segments, "--format", "tsv", cwd=folder).splitlines()]
    assert tsv[0] == ["system", "segment", "metric", "score"]
    assert [float(row[-1]) for row in tsv[1:]] == pytest.approx(expected)
    assert all("effective_order=always" in row[2] for row in tsv[1:])
    assert printed(*segments, "--format", "markdown", cwd=folder).splitlines()[1] == "| ---: | ---: |"


def test_every_format_states_score_and_signature(folder):
    for form in ("text", "json", "tsv", "markdown", "latex"):
        text = printed("score", "sys.txt", "-r", "ref.txt", "--format", form, "--digits", "3", cwd=folder)
        numbers = [float(number) for number in re.findall(r"\d+\.\d+", text)]
        assert any(number == pytest.approx(LIKE_SACREBLEU, abs=5e-4) for number in numbers), form
        assert "bleu:order=4,tokenizer=13a" in text.replace(r"\allowbreak ", ""), form


def test_latex_and_markdown_escape_what_would_break_them(folder):
    (folder / "a_b%|c.txt").write_text(HYP, encoding="utf-8")
    assert r"a\_b\%|c.txt & " in printed("score", "a_b%|c.txt", "-r", "ref.txt", "--format", "latex", cwd=folder)
    assert "| a_b%&#124;c.txt |" in printed("score", "a_b%|c.txt", "-r", "ref.txt", "--format", "markdown", cwd=folder)


def test_parts_are_listed(folder):
    lines = printed("score", "sys.txt", "-r", "ref.txt", "--parts", cwd=folder).splitlines()
    parts = {line.split()[1]: float(line.split()[2]) for line in lines[1:-2]}
    assert (parts["match_1"], parts["total_1"], parts["hyp_length"], parts["ref_length"]) == (7, 8, 8, 9)


def test_a_language_picks_the_tokenizer(folder):
    assert "tokenizer=zh" in printed("score", "sys.txt", "-r", "ref.txt", "--lang", "zh", cwd=folder)


def test_wide_characters_stay_in_their_columns(folder):
    (folder / "猫.txt").write_text(HYP, encoding="utf-8")
    lines = printed("score", "猫.txt", "sys.txt", "-r", "ref.txt", cwd=folder).splitlines()
    assert lines[1].index("猫") == 0
    assert len(lines[1]) + 1 == len(lines[2])  # one wide character takes two columns


def test_metrics_lists_and_describes():
    assert printed("metrics").startswith("bleu")
    page = printed("metrics", "bleu")
    for heading in ["What it measures", "How", "Settings", "Several references", "Empty text", "Known surprises"]:
        assert f"\n{heading}\n" in page


# --- Refusals -------------------------------------------------------------------------------------------------------


def test_line_counts_that_differ_are_refused_with_both_counts(folder):
    (folder / "ref.txt").write_text(REF + "\nmore\n", encoding="utf-8")
    message = complaint("score", "sys.txt", "-r", "ref.txt", cwd=folder, code=1)
    assert "sys.txt has 2 lines but ref.txt has 4; one hypothesis per segment is needed" in message
    assert "(first blank line: ref.txt:3)" in message


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"", "sys.txt is empty; a file with one segment per line is needed"),
        (b"good line\nbad \xff line\n", "sys.txt:2: byte 5 of the line is 0xff, which is not valid UTF-8; if the file"),
        (
            "ab\ncd\n".encode("utf-16"),
            "sys.txt looks like UTF-16; give --encoding utf-16",
        ),
        (gzip.compress(HYP.encode())[:-9], "sys.txt is gzip-compressed but broken"),
        (zstd.compress(HYP.encode())[:-3], "sys.txt is Zstandard-compressed but broken"),
    ],
    ids=["empty", "invalid", "utf-16", "broken gzip", "broken zstd"],
)
def test_a_file_that_is_not_text_is_refused_with_its_place(folder, content, expected):
    (folder / "sys.txt").write_bytes(content)
    assert expected in complaint("score", "sys.txt", "-r", "ref.txt", cwd=folder, code=1)


@pytest.mark.parametrize("compress", [bz2.compress, lzma.compress, gzip.compress, zstd.compress])
def test_several_streams_are_read_and_what_follows_them_is_refused(folder, compress):
    first, second = HYP.encode().splitlines(keepends=True)
    (folder / "sys.txt").write_bytes(compress(first) + compress(second))
    assert score_of(folder, "sys.txt", "-r", "ref.txt") == pytest.approx(LIKE_SACREBLEU)
    (folder / "sys.txt").write_bytes(compress(HYP.encode()) + b"and more")
    assert "compressed but broken" in complaint("score", "sys.txt", "-r", "ref.txt", cwd=folder, code=1)


def test_every_level_of_bzip2_is_recognised(folder):
    for level in range(1, 10):
        (folder / "sys.txt").write_bytes(bz2.compress(HYP.encode(), level))
        assert score_of(folder, "sys.txt", "-r", "ref.txt") == pytest.approx(LIKE_SACREBLEU)


def test_missing_files_and_folders_are_named(folder):
    assert "there is no file 'nosuch.txt'" in complaint("score", "nosuch.txt", "-r", "ref.txt", cwd=folder, code=1)
    assert "'.' is a folder; name a text file in it" in complaint("score", ".", "-r", "ref.txt", cwd=folder, code=1)


@pytest.mark.parametrize(
    ("args", "expected"),
    [
        (["-m", "blue"], "unknown metric 'blue'; choose bleu, "),
        (["-m", "bleu:ordr=2"], "unknown setting of bleu 'ordr'; choose order, "),
        (["-m", "bleu:tokenizer=13b"], "unknown tokenizer '13b'; choose 13a, "),
        (["--lang", "bo"], "there is no word tokenizer for Tibetan"),
        (["--threads", "0"], "threads must be a whole number from 1 to 1024, got 0"),
        (["--threads", "99999999999999999999"], "threads must be a whole number from 1 to 1024, got 9999"),
        (["--digits", "99"], "--digits must be from 0 to 17, got 99"),
        (["--segments", "--parts"], "choose one of them"),
        (["sys.txt"], "system 'sys.txt' is given twice"),
        (["-r", "ref.txt"], "reference 'ref.txt' is given twice"),
        (["-m", "BLUE"], "(did you mean 'bleu'?)"),
        (["-m", "bleu:references=2"], "'bleu:references=2' says references=2, but the segments have 1"),
        (["-m", "bleu:compat=multi-bleu", "--lang", "zh"], "lang and compat both choose a tokenizer"),
        (["-m", "bleu:smoothing=chen-cherry-5"], "is defined for single segments only; use .segments"),
        (
            ["--lang", "jp"],
            "lang 'jp' is not a language code; give one such as 'en', 'zh' or 'pt-BR' (did you mean 'ja'?)",
        ),
        (["--lang", "dzo"], "there is no word tokenizer for Dzongkha"),
    ],
)
def test_a_mistake_in_the_command_exits_with_2(folder, args, expected):
    assert expected in complaint("score", "sys.txt", *args, "-r", "ref.txt", cwd=folder, code=2)


def test_standard_input_twice_is_refused(folder):
    assert "standard input (-) can be read only once" in complaint(
        "score", "-", "-r", "-", cwd=folder, code=2, stdin=b"a"
    )


def test_an_unknown_command_is_refused_with_advice():
    message = complaint("scroe", code=2)
    assert "unknown command 'scroe'; choose score" in message
    assert "(did you mean 'score'?)" in message


def test_missing_arguments_exit_with_2_and_a_usage_line():
    done = understudy("score")
    assert done.returncode == 2
    assert done.stderr.startswith(b"usage: understudy score")


def test_a_reader_that_goes_away_is_no_crash(folder):
    (folder / "sys.txt").write_text("a\n" * 20_000)
    command = f"{COMMAND} score sys.txt -r sys.txt --segments --format tsv | head -n 1"
    done = subprocess.run(command, shell=True, cwd=folder, capture_output=True, timeout=HANGS)
    assert (done.stdout, done.stderr) == (b"system\tsegment\tmetric\tscore\n", b"")


def test_a_result_that_can_not_be_written_is_said_plainly(folder):
    for redirect, expected in {
        "> /dev/full": b"understudy: the result can't be written: No space left on device\n",
        ">&-": b"understudy: standard output is closed, so there is nowhere to print the result\n",
    }.items():
        command = f"{COMMAND} score sys.txt -r ref.txt {redirect}"
        done = subprocess.run(["bash", "-c", command], cwd=folder, capture_output=True, timeout=HANGS)
        assert (done.returncode, done.stdout, done.stderr) == (1, b"", expected)


def test_a_closed_standard_input_or_error_is_no_crash(folder):
    for redirect, code, expected in [
        ("<&-", 1, b"understudy: standard input is closed; name a file instead of -\n"),
        ("2>&- < sys.txt", 0, b""),
    ]:
        command = f"{COMMAND} score - -r ref.txt {redirect}"
        done = subprocess.run(["bash", "-c", command], cwd=folder, capture_output=True, timeout=HANGS)
        assert (done.returncode, done.stderr) == (code, expected)


def test_a_line_end_in_a_name_does_not_break_the_table(folder):
    (folder / "a\nb.txt").write_text(HYP, encoding="utf-8")
    for form in ("text", "markdown", "latex", "tsv"):
        assert "a b.txt" in printed("score", "a\nb.txt", "-r", "ref.txt", "--format", form, cwd=folder)


def test_names_in_any_script_are_printed_in_any_locale(folder):
    (folder / "猫.txt").write_text(HYP, encoding="utf-8")
    done = in_a_process(
        "score", "猫.txt", "-r", "ref.txt", cwd=folder, LC_ALL="C", PYTHONUTF8="0", PYTHONIOENCODING="ascii"
    )
    assert done.stdout.decode().splitlines()[1].startswith("猫.txt")
