"""The data of the page of a running game: an edition with its pieces, and sentences by language."""

from __future__ import annotations

from typing import Any

from engine.edition import Edition
from i18n.translation import Words
from web.replay_data import art_of_page, edition_of_page, said_by_page


def played_with(edition: Edition) -> dict[str, Any]:
    """Return an edition as the page plays with it, and the drawings of its pieces."""
    return {"edition": edition_of_page(edition), "art": art_of_page(edition)}


def said(words: Words) -> dict[str, Any]:
    """Return the sentences of the page in a language."""
    return said_by_page(words)
