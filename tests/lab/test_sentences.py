"""Every sentence is listed, fits a phone, and keeps the rules of wording."""

import re

from lab.sentences import filled_in, sentences
from ui.texts.markup import SCREEN, height

ALL = list(sentences())


def test_the_list_has_what_everybody_reads() -> None:
    texts = {sentence.text for sentence in ALL}
    assert "Ada, Bela, your turn in game 12: Bela built the red house." in texts
    assert "Build here" in texts


def test_names_are_filled_in_and_lines_counted() -> None:
    assert filled_in("{name} has {n} {family} seals") == "Ada has 12 red seals"
    assert height("a\n\nb") == 3
    assert height("word " * 20) == 3


def test_no_sentence_is_taller_than_a_phone() -> None:
    assert [one.text for one in ALL if one.lines > SCREEN] == []


def test_no_sentence_has_what_english_does_not_write() -> None:
    found = [one.text for one in ALL if re.search("[\u00ab\u00bb\u2018]|!!|\\?\\?|  ", one.text)]
    assert found == []


def test_no_sentence_blames_or_fusses() -> None:
    found = [
        one.text
        for one in ALL
        if re.search(r"\b(invalid|illegal input|sorry|oops|error)\b", one.text, re.IGNORECASE)
    ]
    assert found == []
