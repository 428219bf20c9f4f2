"""The data of a running game's page: an edition with its pieces, and a language's sentences."""

from __future__ import annotations

from typing import Any

from engine.edition import Edition
from i18n.translation import Words, languages, own_name
from web.game_sentences import GAME, GAME_IN_CONTEXT
from web.replay_data import art_of_page, edition_of_page, said_of


def played_with(edition: Edition) -> dict[str, Any]:
    """Return what the page needs of an edition."""
    return {"edition": edition_of_page(edition), "art": art_of_page(edition)}


def said(words: Words) -> dict[str, Any]:
    """Return all that the page says in a language, and what the other languages are called."""
    others = {code: own_name(code) for code in languages()}
    return {**said_of(words, GAME, GAME_IN_CONTEXT), "languages": others}
