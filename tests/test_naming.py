"""Names in sentences: the forms that a language has of them."""

from __future__ import annotations

from engine.cards import Card
from naming import Name
from render import card_name
from tests.catalogues import words_of
from translation import NAMES, by_letters

GERMAN = words_of(
    "de",
    {
        (NAMES, "farm"): "Gutshof\nden: den Gutshof",
        (NAMES, "mill"): "Mühle\nden: die Mühle",
        (NAMES, "olive"): "Oliv",
        (NAMES, "{family} {form}"): "{form} in {family}\nden: {form:den} in {family}",
        "{name} built the {building}": "{name} hat {building:den} gebaut",
        "{building:^}: {squares} vacant.": "{building:^den} fehlt {squares}.",
    },
)
FRENCH = words_of(
    "fr",
    {
        (NAMES, "farm"): "ferme\ngenre: f",
        (NAMES, "monastery"): "monastère\ngenre: m",
        (NAMES, "black"): "noir\nf: noire",
        (NAMES, "{family} {form}"): "{form} {family:{form:genre}}",
    },
)


def test_a_sentence_chooses_the_form_that_it_needs() -> None:
    said = "{name} built the {building}"
    for form, told in (
        ("farm", "Ada hat den Gutshof in Oliv gebaut"),
        ("mill", "Ada hat die Mühle in Oliv gebaut"),
    ):
        building = card_name(Card(form, "olive"), GERMAN)
        assert GERMAN(said, name="Ada", building=building) == told
        assert building == told.split()[3] + " in Oliv", "as text it is the bare name"


def test_a_name_begins_with_a_capital_where_a_sentence_asks_for_it() -> None:
    building = card_name(Card("farm", "olive"), GERMAN)
    line = GERMAN("{building:^}: {squares} vacant.", building=building, squares="F7")
    assert line == "Den Gutshof in Oliv fehlt F7."


def test_a_part_of_a_name_agrees_with_another_one() -> None:
    assert card_name(Card("farm", "black"), FRENCH) == "ferme noire"
    assert card_name(Card("monastery", "black"), FRENCH) == "monastère noir"


def test_a_name_without_the_form_stands_bare() -> None:
    assert f"{Name('Oliv'):den}" == "Oliv"
    assert f"{GERMAN.name('farm').after('* '):den}" == "* den Gutshof"


def test_lists_and_numbers_are_written_as_the_language_does() -> None:
    assert GERMAN.all_of(["Ada", "Bela", "Cleo"]) == "Ada, Bela und Cleo"
    assert GERMAN.number(12345.5) == "12.345,5"


def test_a_letter_with_a_mark_is_sorted_with_the_bare_one() -> None:
    names = ["Zoe", "Émile", "eva", "Ärger", "Straße", "Anna"]
    assert sorted(names, key=by_letters) == ["Anna", "Ärger", "Émile", "eva", "Straße", "Zoe"]
