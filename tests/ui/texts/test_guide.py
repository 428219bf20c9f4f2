"""What newcomers read fits the messages in which it comes, and help a phone's screen."""

from __future__ import annotations

import pytest

from engine.edition_files import load_edition
from translation import ENGLISH
from ui.answers import pages
from ui.texts.fitting import MESSAGE_LIMIT, SCREEN, height
from ui.texts.guide import HELP, HELP_PAGES, RULES, about_text, provenance_text


def test_what_newcomers_read_fits_a_message() -> None:
    assert all(len(page) <= MESSAGE_LIMIT for page in RULES.values())
    assert len(pages(provenance_text(load_edition(), ENGLISH))) <= 5


@pytest.mark.parametrize("text", [HELP, *HELP_PAGES.values(), about_text(load_edition(), ENGLISH)])
def test_help_fits_a_phone(text: str) -> None:
    assert height(text) <= SCREEN - 8  # there is room for the buttons below it
