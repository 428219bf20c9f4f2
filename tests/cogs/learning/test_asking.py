"""Typed questions about the rules are answered by the ruling that they ask for."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from cogs.learning.rulings import BOX_WORDS, MOST_WORDS, RULINGS, asked
from i18n.translation import ENGLISH, languages, words_for

QUESTIONS: Final = {
    "mirror": (
        "can I flip a tile over | may buildings be rotated | de: Plättchen umdrehen | "
        "fr: retourner une tuile | nl: tegel omdraaien"
    ),
    "touch": (
        "do diagonals count | does my tile have to be next to my own worker | de: zählt schräg | "
        "fr: en diagonale | nl: schuin"
    ),
    "camp": (
        "can I build on top of a tent camp | my tile covers two tents, how many neutral workers | "
        "neutral worker when I put a worker on a tent"
    ),
    "vacant": "can I build on the castle building lot",
    "draw": (
        "when do I draw a new card | face-up card refill | is the discard pile reshuffled | "
        "de: Handkarten nachziehen"
    ),
    "empty-stack": "deck runs out of cards",
    "either": "can I do both actions in one turn",
    "pass": "do I have to move if I can't | everybody is stuck",
    "how-many-workers": (
        "how many workers can I place | workers at different buildings in the same turn"
    ),
    "workers-castle": "place workers around the castle",
    "workers-stay": "can I move workers later | fr: déplacer un ouvrier | nl: arbeider verplaatsen",
    "new-workers": "how do I get more workers",
    "completed": (
        "does the edge of the board count | hole inside a building | "
        "tile placed into a gap is enclosed immediately"
    ),
    "payout": (
        "who gets seals when a building is enclosed | do neutral workers score | "
        "does the owner of the building get anything"
    ),
    "several": "I complete two buildings at the same time",
    "two-buildings": "worker touching two buildings",
    "supply": "value-5 seals",
    "piece-square": "where can I put the castle piece | can I choose the color of the castle piece",
    "must-piece": "do I have to place a castle stone | no castle pieces left on the third floor",
    "value": "how is the price of a seal determined | can a seal be worth zero",
    "floors": "when do we start the second floor | leftover castle pieces",
    "sell": "when can I sell seals",
    "banners": (
        "use the banner at the start of my turn | two banners in one turn | "
        "banner in the final round"
    ),
    "banner-workers": "banner only for the workers | de: Fahne nur für Arbeiter",
    "end": "what triggers the end of the game | who plays last",
    "tie": "tiebreaker | de: Gleichstand | fr: égalité | nl: gelijke stand",
    "begin": "starting hand",
    "first": "who is the starting player",
    "hidden": "is gold secret",
    "unplaced": "are unused banners worth points",
    "lot": "where does the castle go",
    BOX_WORDS: (
        "payout | evaluation | enclosed | de: Ausschüttung | de: Wertung | de: umschlossen | "
        "de: Baukarte | fr: partage des gains | fr: décompte | fr: encerclé | nl: uitbetaling | "
        "nl: waardering | nl: omringd | nl: vlag afgeven"
    ),
}
"""Questions as players ask them, by the ruling that answers each; in English without a language."""

FIRST: Final = 4  # the answer and the questions beside it that are seen at once


def questions(name: str) -> Iterator[tuple[str, list[str]]]:
    """The language of each question that a ruling answers, and the rulings that are found."""
    for typed in QUESTIONS[name].split(" | "):
        language, _, said = typed.rpartition(": ")
        found = asked(said, words_for(language or "en"))
        yield language, [ruling.name for ruling in found]


@pytest.mark.slow
@pytest.mark.parametrize("name", QUESTIONS)
def test_a_typed_question_finds_its_ruling(name: str) -> None:
    for _, found in questions(name):
        assert name in found[:FIRST]


def test_most_questions_are_answered_at_once() -> None:
    rules = [name for name in QUESTIONS if name != BOX_WORDS]
    first = [found[0] == name for name in rules for lang, found in questions(name) if not lang]
    assert sum(first) >= 0.85 * len(first)


ASKED_BY_PEOPLE: Final = Path(__file__).with_name("questions.txt").read_text("utf-8")


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
    places, lines = [], ASKED_BY_PEOPLE.partition(f"[{heading}]\n")[2].partition("\n[")[0]
    for line in lines.splitlines():
        if line and not line.startswith("#"):
            language, asked_for = line.split(": ", 1)
            typed, name = asked_for.split(" => ")
            assert name in RULINGS
            found = [ruling.name for ruling in asked(typed, words_for(language))]
            places.append(found.index(name) if name in found else len(RULINGS))
    assert len(places) >= 20
    assert sum(place == 0 for place in places) >= first * len(places)
    assert sum(place < 3 for place in places) >= third * len(places)


@pytest.mark.parametrize(
    ("language", "heading", "name"),
    [
        *(("fr", "Fin de la partie", "end"), ("fr", "Partage des gains", "payout")),
        *(("nl", "Einde van het spel", "end"), ("de", "Patt", "tie"), ("de", "Ende", "end")),
        # Words of another language are looked up last, and mistakes are forgiven.
        *(("en", "tentenkamp", "camp"), ("fr", "Gleichstand", "tie"), ("fr", "tie", "tie")),
        *(("en", "mirorred", "mirror"), ("en", "tiebraker", "tie")),
    ],
)
def test_a_heading_or_another_word_finds_its_ruling(language: str, heading: str, name: str) -> None:
    assert asked(heading, words_for(language))[0].name == name


@pytest.mark.slow
@pytest.mark.parametrize("language", languages())
def test_a_question_in_its_own_words_finds_itself(language: str) -> None:
    words = words_for(language)
    for name, ruling in RULINGS.items():
        assert asked(ruling.said(words)[0], words)[0].name == name


def test_nothing_typed_lists_all_and_nonsense_none() -> None:
    assert asked("", ENGLISH) == asked("?!", ENGLISH) == list(RULINGS.values())
    assert asked("xyzzy qqqq", ENGLISH) == []
    assert asked("tie " * 10 * MOST_WORDS, ENGLISH)[0].name == "tie"
