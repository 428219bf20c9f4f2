"""What people type as people type it: carried out, or answered with what to type instead."""

import re
from pathlib import Path
from typing import Final

import pytest

from engine.edition import Card
from engine.errors import EngineError
from engine.position import Position
from engine.squares import SquareSet
from i18n.translation import ENGLISH, NAMES, languages, words_for
from tests.catalogues import words_of
from tests.engine.scenes import EDITION, lay, scene
from ui.answers import RefusalError
from ui.input import typed as reading
from ui.input.actions import border_of, read_squares
from ui.texts.events import names_of
from ui.texts.refusals import refusal_text
from words.queries import CASTLE, also_called
from words.sentences import card_name

LONGEST_ANSWER: Final = 160


TEXT: Final = Path(__file__).with_name("typos.txt").read_text(encoding="utf-8")
_, *PARTS = re.split(r"^\[(\w+)\]\n", TEXT, flags=re.MULTILINE)
TYPOS: Final = dict(zip(PARTS[::2], PARTS[1::2], strict=True))
"""A line for what was typed, ``=>`` or ``~`` and what came of it, by where it was typed."""


@pytest.fixture(scope="module")
def position() -> Position:
    found = scene()
    lay(found, "house/red", "A1 A2")
    lay(found, "tavern/black", "L5 L6 M6")
    return found


def around(position: Position, border: SquareSet) -> str:
    """The building that has a border, in words."""
    if border == position.start.lot_border:
        return "castle"
    return next(
        card_name(laid.card, ENGLISH) for laid in position.buildings if laid.border == border
    )


def read(position: Position, where: str, typed: str) -> str:
    match where:
        case "squares":
            return names_of(read_squares(typed, EDITION))
        case "card":
            return card_name(reading.read_card(typed, position.hands[0], EDITION, ENGLISH), ENGLISH)
        case "draw":
            draw = reading.read_draw(position, typed, ENGLISH)
            assert draw is not None
            return card_name(draw, ENGLISH) if isinstance(draw, Card) else draw.value
        case "building":
            return around(position, border_of(position, typed, ENGLISH))
    return reading.read_family(typed, EDITION, ENGLISH)


def answer_to(position: Position, where: str, typed: str) -> str:
    """What was understood after ``=>``, or what is answered after ``~``."""
    try:
        return f"=> {read(position, where, typed)}"
    except RefusalError as error:
        return f"~ {error}"
    except EngineError as error:
        return f"~ {refusal_text(error, ENGLISH)}"


@pytest.mark.parametrize("where", TYPOS)
def test_what_people_type_is_carried_out_or_answered(position: Position, where: str) -> None:
    wrong = []
    for line in TYPOS[where].splitlines():
        if line and not line.startswith("#"):
            sign = "=>" if " => " in line else "~"
            typed, came = line.split(f" {sign} ", 1)
            answer = answer_to(position, where, typed)
            assert len(answer) <= LONGEST_ANSWER
            assert not set("\u00ab\u00bb") & set(answer)
            right = answer == f"=> {came}" if sign == "=>" else answer[0] == "~" and came in answer
            wrong += [] if right else [(typed, answer, came)]
    assert wrong == []


@pytest.mark.parametrize(
    "typed", ["rote schenke", "rot schenke", "Schenke, rote", "roteschenke", "die rote Schenke"]
)
def test_a_colour_may_be_typed_as_it_agrees_with_the_building(typed: str) -> None:
    named = "{family:{form:ende}} {form}\ndie: die {family:rote} {form}"
    names = {"tavern": "Schenke\nende: rote", "red": "Rot\nrote: rote", "{family} {form}": named}
    german = words_of("de", {(NAMES, name): said for name, said in names.items()})
    cards = (Card("tavern", "red"), Card("tavern", "black"), Card("house", "red"))
    assert reading.read_card(typed, cards, EDITION, german) == cards[0]
    assert reading.read_family("rote", EDITION, german) == "red"


@pytest.mark.parametrize("typed", ["monastere", "MONASTÈRE", "monastè"])
def test_a_card_may_be_typed_without_its_accents(typed: str) -> None:
    french = words_of("fr", {(NAMES, "monastery"): "monastère", (NAMES, "silver"): "doré"})
    cards = (Card("monastery", "black"), Card("house", "black"))
    assert reading.read_card(typed, cards, EDITION, french) == cards[0]
    assert reading.read_family("dore", EDITION, french) == "silver"


@pytest.mark.parametrize(
    ("language", "typed"), [("de", "vom Sta"), ("fr", "la pioche"), ("nl", "van de stapel")]
)
def test_the_stack_is_meant_in_ones_own_language(language: str, typed: str) -> None:
    assert reading.means_stack(typed, words_for(language))
    assert reading.means_stack("from the stack", words_for(language))
    assert not reading.means_stack("rot", words_for(language))


@pytest.mark.parametrize(
    ("language", "typed"),
    [
        *(("en", "cloth merchants' residential house"), ("en", "red home")),
        *(("en", "face-up red house"), ("de", "Baukarte Wohnhaus")),
        *(("de", "Wohnhaus der Tuchhändler"), ("de", "rotes Haus")),
        *(("fr", "maison rouge"), ("fr", "habitation des marchands de tissus")),
        *(("nl", "woonhuis lakenkoopmannen"), ("nl", "rood huis"), ("nl", "bouwkaart woonhuis")),
        # Words that say nothing are left out.
        *(("de", "bitte das rote Wohnhaus"), ("fr", "prends l’habitation rouge")),
        ("nl", "neem het rode woonhuis"),
    ],
)
def test_words_of_the_box_name_a_card(language: str, typed: str) -> None:
    cards = (Card("tavern", "olive"), Card("house", "red"), Card("farm", "silver"))
    assert reading.read_card(typed, cards, EDITION, words_for(language)) == cards[1]


@pytest.mark.parametrize(
    ("language", "typed", "castle"),
    [
        ("en", "silversmiths", "fortress"),
        ("de", "Silberschmiede", "Burg"),
        ("fr", "orfèvres", "château"),
        ("nl", "zilversmeden", "burcht"),
    ],
)
def test_words_of_the_box_name_a_colour_and_the_castle(
    position: Position, language: str, typed: str, castle: str
) -> None:
    words = words_for(language)
    assert reading.read_family(typed, EDITION, words) == "silver"
    assert border_of(position, castle, words) == position.start.lot_border


@pytest.mark.slow
@pytest.mark.parametrize("reader", languages())
@pytest.mark.parametrize("writer", languages())
def test_each_box_is_understood_everywhere(position: Position, reader: str, writer: str) -> None:
    words, theirs = words_for(reader), words_for(writer)
    for family in EDITION.families:
        for typed in (theirs.name(family), *also_called(family, theirs)):
            assert reading.read_family(typed, EDITION, words) == family
    cards = [Card(form, family) for form in EDITION.forms for family in EDITION.families]
    for card in cards:
        assert reading.cards_meant(card_name(card, theirs), cards, words) == [card]
    for form in EDITION.forms:
        for typed in also_called(form, theirs):
            assert form in {card.form for card in reading.cards_meant(typed, cards, words)}, typed
    for typed in theirs.typed(CASTLE):
        assert border_of(position, typed, words) == position.start.lot_border
    for typed in theirs.typed(reading.STACK):
        assert reading.means_stack(typed, words), typed
    for typed in theirs.typed(reading.NOTHING):
        assert not reading.means_stack(typed, words), typed


def test_a_word_of_ones_own_language_comes_before_that_of_another() -> None:
    made_up = words_of("de", {(NAMES, "farm"): "Moulin"})
    cards = (Card("farm", "red"), Card("mill", "red"))
    assert reading.read_card("moulin", cards, EDITION, made_up) == cards[0]
    assert reading.read_card("molen", cards, EDITION, made_up) == cards[1], "no word of theirs"


def test_a_word_of_the_box_never_takes_the_place_of_a_name() -> None:
    german = words_for("de")
    cards = (Card("house", "red"), Card("trade-centre", "red"))
    found = reading.read_card("rotes Ha", cards, EDITION, german)
    assert found == cards[1], "Handelskontor, not Haus"


def test_a_slip_is_one_letter() -> None:
    slips = ["hosue", "huose", "hose", "hosu", "houses", "huse", "nouse", "hou"]
    others = ["hausse", "housess", "hu", "", "farm"]
    assert [typed for typed in (*slips, *others) if reading.is_slip(typed, "house")] == slips


@pytest.mark.parametrize(
    ("name", "found", "others"),
    [
        ("red house", "hosue, hosue red, red hosue, ED HOU", "farm, rde huose"),
        ("red house", "", "house house, red red house"),
        ("black tavern", "taven bla", ""),
        ("silver monastery", "monastry", "monstary"),
        ("olive farm", "", "rdd, ho"),
        ("German de", "germn", ""),
        ("Master builder", "mastr", ""),
    ],
)
def test_a_name_is_found_in_any_order_with_one_slip(name: str, found: str, others: str) -> None:
    wanted = [*filter(None, found.split(", "))]
    tried = filter(None, [*wanted, *others.split(", ")])
    assert [typed for typed in tried if reading.fits(typed, name)] == wanted


def test_more_words_than_a_name_has_do_not_begin_it() -> None:
    assert not reading.begin(["a", "b"], ["a"])
    assert not reading.begin(["a"], [])
    assert reading.begin(["re", "red"], ["red", "reeve"])
    assert not reading.begin(["a"] * 40, [f"a{n}" for n in range(39)])
    assert not reading.begin(["é" * 6000], ["monastery", "farm"], slips=1)
