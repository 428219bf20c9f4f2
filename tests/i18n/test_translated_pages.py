"""Pages for people stand in each language of the house, part by part as the English ones."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path

import pytest

from engine.edition_files import first_edition
from i18n.catalogues import FOLDER, TEMPLATE, read
from i18n.translation import SOURCE, own_name, words_for
from tests.prose import LONGEST_FOR_PEOPLE, sentences_of
from ui.texts.guide import RULES

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PO = Path("LC_MESSAGES") / "arkadia.po"

ENGLISH = {
    "moderating": DOCS / "moderating.md",
    "playing": DOCS / "playing.md",
    "privacy": ROOT / "PRIVACY.md",
    "terms": ROOT / "TERMS.md",
}
"""The pages that are translated, by their names in the folder of a language."""

TRANSLATED = sorted(folder.name for folder in DOCS.iterdir() if (folder / "playing.md").exists())
LINK = re.compile(r"!?\[[^\[\]]*\]\(([^()\s]+)\)")


def page_in(language: str, name: str) -> Path:
    return ENGLISH[name] if language == SOURCE else DOCS / language / f"{name}.md"


def parts(page: Path) -> list[str]:
    """What each line of a page begins with, of headings, rows of tables and items of lists."""
    text = page.read_text()
    return re.findall(r"^(#+ |\||- |\d+\. |```|!\[)", text, re.MULTILINE)


def blanks(page: Path) -> int:
    """How many things a host fills in."""
    return len(re.findall(r"\[[^\]]*\](?!\()", page.read_text()))


def anchors(page: Path) -> set[str]:
    """What leads to the headings of a page."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def links(page: Path) -> Iterator[str]:
    for link in LINK.findall(re.sub(r"`[^`]*`|```.*?```", "", page.read_text(), flags=re.DOTALL)):
        if "://" not in link:
            yield link


@pytest.mark.parametrize(("language", "name"), [*product(TRANSLATED, ENGLISH)])
def test_a_page_has_the_parts_of_the_english_one(language: str, name: str) -> None:
    page, english = page_in(language, name), ENGLISH[name]
    assert parts(page) == parts(english)
    assert blanks(page) == blanks(english)


@pytest.mark.parametrize(("language", "name"), [*product(TRANSLATED, ENGLISH)])
def test_sentences_of_a_translated_page_are_as_short_as_english_ones(
    language: str, name: str
) -> None:
    said = list(sentences_of(page_in(language, name)))
    assert len(said) > 20
    assert [one for one in said if len(one.split()) > LONGEST_FOR_PEOPLE] == []


@pytest.mark.parametrize(("language", "name"), [*product([SOURCE, *TRANSLATED], ENGLISH)])
def test_a_page_leads_to_the_others_of_its_kind(language: str, name: str) -> None:
    page = page_in(language, name)
    languages = page.read_text().splitlines()[2].split(" · ")
    assert [part.split("]")[0].strip("[") for part in languages] == [
        own_name(code) for code in (SOURCE, *TRANSLATED)
    ]
    linked = [(page.parent / link).resolve() for link in links(page)][: len(TRANSLATED)]
    assert linked == [
        page_in(code, name).resolve() for code in (SOURCE, *TRANSLATED) if code != language
    ]
    if name in ("privacy", "terms") and language != SOURCE:
        assert list(links(page))[len(TRANSLATED)].endswith(ENGLISH[name].name), "which one counts"


def words_of_boxes(language: str) -> dict[str, str]:
    """The words of the boxes in a page's table, by the bot's own words in its language."""
    rows = re.findall(r"^\| ([^|]+) \| (.+) \|$", page_in(language, "playing").read_text(), re.M)
    return {here: boxes for here, boxes in rows if boxes.count("|") == len(TRANSLATED)}


@pytest.mark.parametrize("language", [SOURCE, *TRANSLATED])
def test_the_words_of_boxes_stand_beside_those_of_the_bot(language: str) -> None:
    boxes, names = words_of_boxes(language), words_for(language)
    assert [*boxes.values()] == [*words_of_boxes(SOURCE).values()]
    own = [SOURCE, *TRANSLATED].index(language)
    said = {here: words.split(" | ")[own] for here, words in boxes.items()}
    edition = first_edition()
    for form in edition.forms:
        name = str(names.name(form.replace("-", " ")))
        assert said[name].endswith(name)
    for family in edition.families:
        name = str(names.name(family))
        assert name[:5].casefold() in said[name]
    colours = ", ".join(str(names.name(colour)) for colour in edition.colours)
    assert said[colours] == colours.lower()


ALSO = {"en": ("face-up",), "fr": ("carte Édifice",), "nl": ("een vlag inzetten", "vlag afgeven")}
"""Further words of a language's box, of things that the table does not name so."""


IN_THE_RULES = {
    "en": ("payout", "enclosed", "evaluation"),
    "de": ("Ausschüttung", "umschlossen", "Wertung"),
    "fr": ("partage des gains", "encerclé", "décompte"),
    "nl": ("uitbetaling", "omringd", "waardering"),
}
"""Words of boxes that the guide says in its place, not only the glossary."""


@pytest.mark.parametrize("language", [SOURCE, *TRANSLATED])
def test_the_guide_says_the_words_of_the_box(language: str) -> None:
    guide = "\n".join(map(words_for(language), RULES.values()))
    assert [word for word in IN_THE_RULES[language] if word not in guide] == []


@pytest.mark.parametrize("language", [SOURCE, *TRANSLATED])
def test_each_word_of_a_box_is_said_or_explained_by_the_bot(language: str) -> None:
    own = [SOURCE, *TRANSLATED].index(language)
    cells = [boxes.split(" | ")[own] for boxes in words_of_boxes(language).values()][1:]
    # What stands in brackets is a colour, or a second word.
    terms = [term.strip("() ") for cell in cells for term in re.split(r", | (?=\()", cell)]
    file = FOLDER / TEMPLATE if language == SOURCE else FOLDER / language / PO
    said = "\n".join(
        text
        for message in read(file)
        if message.id and message.context != "typed"
        for text in texts_of(message.id if language == SOURCE else message.string)
    ).casefold()
    assert len(terms) > len(cells)
    assert [term for term in (*terms, *ALSO.get(language, ())) if term.casefold() not in said] == []


def texts_of(text: str | Sequence[str] | None) -> tuple[str, ...]:
    """A message's texts, one or its plural forms."""
    return (text,) if isinstance(text, str) else tuple(text or ())


def test_what_pages_link_to_is_there() -> None:
    pages = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("locale/*.md")]
    for page in pages:
        for link in links(page):
            path, _, anchor = link.partition("#")
            target = page.parent / path if path else page
            assert target.exists(), f"{page.name}: {link}"
            if anchor:
                assert anchor in anchors(target), f"{page.name}: {link}"
