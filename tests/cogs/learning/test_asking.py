"""Typed questions about the rules are answered by the ruling that they ask for."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from cogs.learning.rulings import BOX_WORDS, MOST_WORDS, RULINGS, asked
from i18n.translation import ENGLISH, languages, words_for

QUESTIONS: Final = (
    ("can I flip a tile over", "mirror"),
    ("may buildings be rotated", "mirror"),
    ("do diagonals count", "touch"),
    ("does my tile have to be next to my own worker", "touch"),
    ("can I build on top of a tent camp", "camp"),
    ("my tile covers two tents, how many neutral workers", "camp"),
    ("can I build on the castle building lot", "vacant"),
    ("when do I draw a new card", "draw"),
    ("face-up card refill", "draw"),
    ("deck runs out of cards", "empty-stack"),
    ("is the discard pile reshuffled", "draw"),
    ("can I do both actions in one turn", "either"),
    ("do I have to move if I can't", "pass"),
    ("how many workers can I place", "how-many-workers"),
    ("workers at different buildings in the same turn", "how-many-workers"),
    ("place workers around the castle", "workers-castle"),
    ("neutral worker when I put a worker on a tent", "camp"),
    ("can I move workers later", "workers-stay"),
    ("how do I get more workers", "new-workers"),
    ("does the edge of the board count", "completed"),
    ("hole inside a building", "completed"),
    ("tile placed into a gap is enclosed immediately", "completed"),
    ("who gets seals when a building is enclosed", "payout"),
    ("do neutral workers score", "payout"),
    ("does the owner of the building get anything", "payout"),
    ("I complete two buildings at the same time", "several"),
    ("worker touching two buildings", "two-buildings"),
    ("seals of value 5", "supply"),
    ("where can I put the castle piece", "piece-square"),
    ("can I choose the color of the castle piece", "piece-square"),
    ("do I have to place a castle stone", "must-piece"),
    ("how is the price of a seal determined", "value"),
    ("can a seal be worth zero", "value"),
    ("when do we start the second floor", "floors"),
    ("leftover castle pieces", "floors"),
    ("no castle pieces left on the third floor", "must-piece"),
    ("when can I sell seals", "sell"),
    ("use the banner at the start of my turn", "banners"),
    ("banner only for the workers", "banner-workers"),
    ("two banners in one turn", "banners"),
    ("what triggers the end of the game", "end"),
    ("who plays last", "end"),
    ("banner in the final round", "banners"),
    ("tiebreaker", "tie"),
    ("everybody is stuck", "pass"),
    ("starting hand", "begin"),
    ("who is the starting player", "first"),
    ("is gold secret", "hidden"),
    ("are unused banners worth points", "unplaced"),
    ("where does the castle go", "lot"),
)
"""Questions as players ask them, with the ruling that answers each."""

FIRST: Final = 4
"""The answer and the questions beside it that are seen at once."""


@pytest.mark.slow
@pytest.mark.parametrize(("typed", "name"), QUESTIONS)
def test_a_typed_question_finds_its_ruling(typed: str, name: str) -> None:
    assert name in [ruling.name for ruling in asked(typed, ENGLISH)[:FIRST]]


def test_most_questions_are_answered_at_once() -> None:
    first = [asked(typed, ENGLISH)[0].name == name for typed, name in QUESTIONS]
    assert sum(first) >= 0.85 * len(first)


@pytest.mark.parametrize(
    ("language", "typed", "name"),
    [
        ("de", "zählt schräg", "touch"),
        ("de", "Plättchen umdrehen", "mirror"),
        ("de", "Gleichstand", "tie"),
        ("de", "Handkarten nachziehen", "draw"),
        ("de", "Fahne nur für Arbeiter", "banner-workers"),
        ("fr", "en diagonale", "touch"),
        ("fr", "retourner une tuile", "mirror"),
        ("fr", "égalité", "tie"),
        ("fr", "déplacer un ouvrier", "workers-stay"),
        ("nl", "schuin", "touch"),
        ("nl", "tegel omdraaien", "mirror"),
        ("nl", "gelijke stand", "tie"),
        ("nl", "arbeider verplaatsen", "workers-stay"),
    ],
)
def test_questions_are_understood_in_each_language(language: str, typed: str, name: str) -> None:
    assert name in [ruling.name for ruling in asked(typed, words_for(language))[:FIRST]]


def asked_by_people() -> Iterator[tuple[str, str, str, str]]:
    """The heading, the language, the question and the ruling of each line of a file."""
    heading = ""
    for line in Path(__file__).with_name("questions.txt").read_text("utf-8").splitlines():
        if line.startswith("["):
            heading = line.strip("[]")
        elif line and not line.startswith("#"):
            language, asked_for = line.split(": ", 1)
            typed, name = asked_for.split(" => ")
            yield heading, language, typed, name


@pytest.mark.slow
@pytest.mark.parametrize(
    ("heading", "first", "third"),
    [
        ("by these the words of the rulings were extended", 0.85, 0.95),
        ("these were only measured", 0.45, 0.75),
        ("of what is asked most, written before the ways to ask", 0.9, 0.93),
    ],
)
def test_most_questions_people_ask_are_answered(heading: str, first: float, third: float) -> None:
    places = []
    for where, language, typed, name in asked_by_people():
        if where == heading:
            assert name in RULINGS
            found = [ruling.name for ruling in asked(typed, words_for(language))]
            places.append(found.index(name) if name in found else len(RULINGS))
    assert len(places) >= 20
    assert sum(place == 0 for place in places) >= first * len(places)
    assert sum(place < 3 for place in places) >= third * len(places)


def test_a_word_of_another_language_is_looked_up_last() -> None:
    assert asked("tentenkamp", ENGLISH)[0].name == "camp"
    assert asked("Gleichstand", words_for("fr"))[0].name == "tie"
    assert asked("tie", words_for("fr"))[0].name == "tie"


@pytest.mark.parametrize(
    ("language", "typed"),
    [
        *(("en", "payout"), ("en", "evaluation"), ("en", "enclosed")),
        *(("de", "Ausschüttung"), ("de", "Wertung"), ("de", "umschlossen"), ("de", "Baukarte")),
        *(("fr", "partage des gains"), ("fr", "décompte"), ("fr", "encerclé")),
        *(("nl", "uitbetaling"), ("nl", "waardering"), ("nl", "omringd"), ("nl", "vlag afgeven")),
    ],
)
def test_a_word_of_the_box_finds_the_glossary(language: str, typed: str) -> None:
    assert BOX_WORDS in [ruling.name for ruling in asked(typed, words_for(language))[:FIRST]]


@pytest.mark.parametrize(
    ("language", "heading", "name"),
    [
        *(("fr", "Fin de la partie", "end"), ("fr", "Partage des gains", "payout")),
        *(("nl", "Einde van het spel", "end"), ("de", "Patt", "tie"), ("de", "Ende", "end")),
    ],
)
def test_a_heading_of_the_box_finds_its_ruling(language: str, heading: str, name: str) -> None:
    assert asked(heading, words_for(language))[0].name == name


@pytest.mark.slow
@pytest.mark.parametrize("language", languages())
def test_a_question_in_its_own_words_finds_itself(language: str) -> None:
    words = words_for(language)
    for name, ruling in RULINGS.items():
        assert asked(ruling.said(words)[0], words)[0].name == name


def test_mistakes_are_forgiven() -> None:
    assert asked("mirorred", ENGLISH)[0].name == "mirror"
    assert asked("tiebraker", ENGLISH)[0].name == "tie"


def test_nothing_typed_lists_all_and_nonsense_none() -> None:
    assert asked("", ENGLISH) == asked("?!", ENGLISH) == list(RULINGS.values())
    assert asked("xyzzy qqqq", ENGLISH) == []
    assert asked("tie " * 10 * MOST_WORDS, ENGLISH)[0].name == "tie"
