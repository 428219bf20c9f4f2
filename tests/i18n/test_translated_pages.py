"""Pages for people stand in each language of the house, part by part as the English ones."""

import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from engine.edition_files import first_edition
from i18n.translation import SOURCE, own_name, words_for
from tests.i18n.pages import ENGLISH, ROOT, TRANSLATED, page_in, words_of_boxes
from tests.prose import LONGEST_FOR_PEOPLE, sentences_of

LINK = re.compile(r"!?\[[^\[\]]*\]\(([^()\s]+)\)")


def parts(page: Path) -> tuple[list[str], int]:
    """What the lines of a page begin with that are no text, and how many things a host fills in."""
    text = page.read_text()
    begins = re.findall(r"^(#+ |\||- |\d+\. |```|!\[)", text, re.MULTILINE)
    return begins, len(re.findall(r"\[[^\]]*\](?!\()", text))


def anchors(page: Path) -> set[str]:
    headings = re.findall(r"^#+ (.*)$", page.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def links(page: Path) -> Iterator[str]:
    for link in LINK.findall(re.sub(r"`[^`]*`|```.*?```", "", page.read_text(), flags=re.DOTALL)):
        if "://" not in link:
            yield link


@pytest.mark.parametrize(("language", "name"), [*product(TRANSLATED, ENGLISH)])
def test_a_page_has_the_english_ones_parts_in_short_sentences(language: str, name: str) -> None:
    page = page_in(language, name)
    assert parts(page) == parts(ENGLISH[name])
    said = list(sentences_of(page))
    assert len(said) > 20
    assert [one for one in said if len(one.split()) > LONGEST_FOR_PEOPLE] == []


@pytest.mark.parametrize(("language", "name"), [*product([SOURCE, *TRANSLATED], ENGLISH)])
def test_a_page_leads_to_the_others_of_its_kind(language: str, name: str) -> None:
    page = page_in(language, name)
    languages = page.read_text().splitlines()[2].split(" · ")
    codes = [SOURCE, *TRANSLATED]
    assert [part.split("]")[0].strip("[") for part in languages] == [*map(own_name, codes)]
    linked = [(page.parent / link).resolve() for link in links(page)][: len(TRANSLATED)]
    assert linked == [page_in(code, name).resolve() for code in codes if code != language]
    if name in ("privacy", "terms") and language != SOURCE:
        assert list(links(page))[len(TRANSLATED)].endswith(ENGLISH[name].name), "which one counts"


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


def test_what_pages_link_to_is_there() -> None:
    pages = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("locale/*.md")]
    for page in pages:
        for link in links(page):
            path, _, anchor = link.partition("#")
            target = page.parent / path if path else page
            assert target.exists(), f"{page.name}: {link}"
            if anchor:
                assert anchor in anchors(target), f"{page.name}: {link}"
