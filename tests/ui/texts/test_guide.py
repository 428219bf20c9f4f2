"""What newcomers read fits the messages in which it comes, and help a phone's screen."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from engine.edition_files import load_edition
from i18n.translation import ENGLISH, Words, languages, words_for
from runtime.settings import Settings
from ui.answers import pages
from ui.texts.fitting import MESSAGE_LIMIT, SCREEN, height
from ui.texts.guide import HELP, HELP_PAGES, RULES, about_text, provenance_text
from ui.texts.person.privacy import privacy_text

BUTTONS: Final = 8
"""Lines of a phone that the buttons below a message take."""


def test_what_newcomers_read_fits_a_message() -> None:
    assert all(len(page) <= MESSAGE_LIMIT for page in RULES.values())
    assert len(pages(provenance_text(load_edition(), ENGLISH))) <= 5


def helping(words: Words) -> Iterator[str]:
    """What help says, page by page, and where the game is from."""
    yield words(HELP)
    yield from map(words, HELP_PAGES.values())
    yield about_text(load_edition(), words)


@pytest.mark.parametrize("language", languages())
def test_help_and_privacy_fit_a_phone(language: str) -> None:
    words = words_for(language)
    assert max(map(height, helping(words))) <= SCREEN - BUTTONS
    kept = privacy_text(Settings(token="", database=Path("games.sqlite3")), words)
    assert height(kept.replace("*", "")) <= SCREEN
