"""Names in sentences: the forms that a language has of them."""

from collections import defaultdict
from pathlib import Path
from string import Formatter

import pytest

from engine.edition import Card
from i18n.catalogues import catalogue_files, read
from i18n.formats import CAPITAL, Name
from i18n.translation import FORMED, NAMES, by_letters
from tests.catalogues import words_of
from words.sentences import card_name

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
    said, lacks = "{name} built the {building}", "{building:^}: {squares} vacant."
    for form, named in (("farm", "den Gutshof in Oliv"), ("mill", "die Mühle in Oliv")):
        building = card_name(Card(form, "olive"), GERMAN)
        assert GERMAN(said, name="Ada", building=building) == f"Ada hat {named} gebaut"
        line = GERMAN(lacks, building=building, squares="F7")
        assert line == f"{named[0].upper()}{named[1:]} fehlt F7."
        assert building == named.split(maxsplit=1)[1], "as text it is the bare name"


def test_a_part_of_a_name_agrees_with_another_one() -> None:
    assert card_name(Card("farm", "black"), FRENCH) == "ferme noire"
    assert card_name(Card("monastery", "black"), FRENCH) == "monastère noir"


def test_a_name_without_the_form_stands_bare() -> None:
    assert f"{Name('Oliv'):den}" == "Oliv"
    assert f"{GERMAN.name('farm').after('* '):den}" == "* den Gutshof"
    assert f"{GERMAN.name('farm').after('* '):^den}" == "* Den Gutshof"


def test_lists_and_numbers_are_written_as_the_language_does() -> None:
    assert GERMAN.all_of(["Ada", "Bela", "Cleo"]) == "Ada, Bela und Cleo"
    assert GERMAN.number(12345.5) == "12.345,5"
    assert GERMAN.percent(39) == "39\N{NO-BREAK SPACE}%"
    assert words_of("nl", {}).percent(39) == "39%"


def test_a_letter_with_a_mark_is_sorted_with_the_bare_one() -> None:
    names = ["Zoe", "Émile", "eva", "Ärger", "Straße", "Anna"]
    assert sorted(names, key=by_letters) == ["Anna", "Ärger", "Émile", "eva", "Straße", "Zoe"]


def asked(text: str) -> set[tuple[str, str]]:
    """The names in a sentence of which it asks a form, with that form."""
    found = [(name, form) for _, name, form, _ in Formatter().parse(text) if name and form]
    return {(name, form.removeprefix(CAPITAL)) for name, form in found}


@pytest.mark.parametrize("file", catalogue_files(), ids=lambda file: file.parts[-3])
def test_a_catalogue_asks_for_forms_that_there_are(file: Path) -> None:
    kinds: dict[str, dict[str, set[str]]] = defaultdict(dict)
    known, wanted = set(), set()
    for message in read(file):
        strings = [message.string] if isinstance(message.string, str) else message.string or ()
        for text in filter(None, strings):
            if message.context == NAMES:
                forms = Name.read(text).forms
                known |= set(forms)
                for kind in message.auto_comments:
                    kinds[kind][str(message.id)] = set(forms)
            for name, form in asked(text) if message.id else ():
                assert name in FORMED, f"{name} has no forms: {text}"
                wanted |= {form} if form and not form.startswith("{") else set()
    assert wanted <= known, "no name has these forms"
    for kind, names in kinds.items():
        every = set.union(*names.values())
        lacking = {name: every - forms for name, forms in names.items() if every - forms}
        agreeing = kind.startswith("A family")  # some of its forms agree with another name
        assert agreeing or not lacking, kind
