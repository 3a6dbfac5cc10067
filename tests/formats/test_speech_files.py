"""Files of speech and of subtitles: the score of the plain text, columns for groups, and broken files."""
# ruff: noqa: E501 - a table of messages

import pytest
from format_files import broken, lines, scores, twin, without

from understudy.errors import FormatError
from understudy.formats import parse_file, read_inputs

PAIRS = {
    "stm": ("a.stm", "ref.stm"),
    "ctm": ("a.ctm", "ref.ctm"),
    "kaldi": ("a.kaldi", "ref.kaldi"),
    "seglst": ("a.seglst.json", "ref.seglst.json"),
    "srt": ("a.srt", "ref.srt"),
    "vtt": ("a.vtt", "ref.vtt"),
}


@pytest.mark.parametrize("name", PAIRS)
def test_hypotheses_and_references_score_like_the_plain_text(folder, name):
    system, reference = PAIRS[name]
    found = read_inputs([system], [reference], input_format=name if name == "kaldi" else None)
    assert scores(found) == twin("a.txt", refs=("ref1.txt",))


def test_a_manifest_scores_like_the_plain_text(folder):
    found = read_inputs(["manifest.json"], [])
    assert scores(found) == twin("a.txt", refs=("ref1.txt",))
    assert found.columns["dataset"] == ["yard", "yard", "yard", "street"]
    assert found.columns["duration"] == ["1.5", "2.5", "3.5", "4.5"]


def test_sessions_channels_speakers_and_times_are_columns(folder):
    stm = parse_file("a.stm").columns
    assert stm["session"] == ["yard", "yard", "yard", "street"]
    assert stm["speaker"] == ["anna", "ben", "anna", "carl"]
    assert (stm["channel"][0], stm["begin"][1], stm["end"][1], stm["label"][3]) == ("1", "1.50", "4.00", None)
    assert parse_file("a.seglst.json").columns["session"] == stm["session"]
    assert parse_file("a.ctm").columns["session"] == ["talk1", "talk2", "talk3", "talk4"]
    assert parse_file("a.vtt").columns["speaker"] == ["Anna", "Ben", "Anna", "Carl"]
    assert parse_file("a.srt").columns["begin"] == ["0.0", "2.5", "5.0", "7.5"]
    assert parse_file("a.kaldi", input_format="kaldi").columns["speaker"] == ["anna"] * 4


def test_words_of_a_ctm_are_in_the_order_of_their_times(folder):
    assert parse_file("a.ctm").targets[""] == lines("a.txt")


def test_segments_that_are_not_to_be_scored_are_left_out_and_told(folder):
    parsed = parse_file("ref.stm")
    assert len(parsed) == 4
    assert parsed.summary == "1 segments marked ignore_time_segment_in_scoring are left out"


BROKEN = [
    ("a.stm", without("yard 1 anna 0.00 1.50", "yard 1 anna 0.00"), "a.stm:2: the end is '<o,f0>'; a time in seconds is needed, such as 12.34"),
    ("a.stm", without("4.00 6.25", "4.00 2.25"), "a.stm:4: the utterance ends at 2.25 but begins at 4.00; are the columns in order?"),
    ("a.stm", without("The cat", "{The / A} cat"), "a.stm:2: alternatives in braces are not read"),
    ("a.stm", without("street 1 carl 0.00 3.00 It has been", "street 1"), "a.stm:5: the end is 'Göteborg'; a time in seconds"),
    ("a.ctm", without("talk1 1 0.00 0.20 The 0.9", "talk1 1 0.00 0.20"), "a.ctm:2: 'talk1 1 0.00 0.20' is not CTM; file, channel, begin, duration and one word are needed"),
    ("a.ctm", without("talk1 1 0.00", "talk1 1 -1"), "a.ctm:2: the begin is '-1'; a time in seconds is needed"),
    ("a.ctm", without(" The ", " <ALT_BEGIN> "), "a.ctm:2: alternatives (<ALT_BEGIN>) are not read"),
    ("a.seglst.json", lambda data: data[:-20], "this is not JSON ("),
    ("a.seglst.json", without('"words"', '"word"'), 'a.seglst.json, segment 1: "session_id" and "words", a text, are needed'),
    ("a.seglst.json", without('"end_time": 1.5, '), 'a.seglst.json, segment 1: "start_time" and "end_time" are needed, or neither'),
    ("manifest.json", without(', "pred_text": "The cat is on the mat."'), "manifest.json:1: there is no 'pred_text', which other lines have"),
    ("manifest.json", without("audio/2.wav", "audio/1.wav"), "manifest.json:2: duplicate segment id 'audio/1.wav', first at manifest.json:1"),
    ("manifest.json", without('"text": "The cat is on the mat."', '"text": 7'), "manifest.json:1: 'text' is 7, int; a text is needed"),
    ("a.srt", without("00:00:00,000 --> 00:00:02,000\n"), "a.srt:1: '1' begins no block of SRT; a number and a line of times such as"),
    ("a.srt", without("--> 00:00:04,500", "--> 00:00:01,500"), "a.srt:7: the block ends before it begins: 2.5 to 1.5 seconds"),
    ("a.vtt", without("WEBVTT", "WEBVT"), "a.vtt:1: 'WEBVT - made for this purpose' is not the first line of WebVTT"),
    ("a.vtt", without("00:00:02.500 -->", "00:00:02.5 -->"), "begins no block of WebVTT"),
    ("a.stm", lambda data: data.replace("ö".encode(), b"\xf6"), "a.stm:5: byte "),
]  # fmt: skip


@pytest.mark.parametrize(("name", "change", "expected"), BROKEN, ids=[f"{i}-{c[0]}" for i, c in enumerate(BROKEN)])
def test_a_broken_file_is_refused_with_its_place(folder, name, change, expected):
    broken(name, change)
    with pytest.raises(FormatError) as caught:
        parse_file(name)
    assert expected in str(caught.value)


def test_an_utterance_without_an_id_of_kaldi_twice_is_refused(folder):
    broken("a.kaldi", without("anna-03", "anna-02"))
    with pytest.raises(FormatError, match="a.kaldi:3: duplicate segment id 'anna-02', first at a.kaldi:2"):
        parse_file("a.kaldi", input_format="kaldi")
