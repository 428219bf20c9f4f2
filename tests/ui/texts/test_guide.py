"""What newcomers read fits the messages in which it comes."""

from __future__ import annotations

from translation import ENGLISH
from ui.answers import pages
from ui.texts.fitting import MESSAGE_LIMIT
from ui.texts.guide import HELP, RULES, about_text


def test_what_newcomers_read_fits_a_message() -> None:
    assert all(len(page) <= MESSAGE_LIMIT for page in RULES.values())
    assert len(HELP) <= MESSAGE_LIMIT
    assert len(pages(about_text(ENGLISH))) <= 5
