"""Sentences that a person reads when their turn has ended."""

from __future__ import annotations

from i18n.translation import Words
from tabletop.table import Table
from ui.texts.escaping import plain_name


def turn_ended(table: Table, words: Words) -> str:
    """Return the answer to a person who has ended their turn: whose turn is next."""
    if table.active is None:
        return words("Your turn has ended, and with it the game.")
    return words("Your turn has ended. {name} is next.", name=plain_name(table.active.name))


def goes_on_here(words: Words) -> str:
    """Return the sentence that the panel goes on by itself after computer players' turns."""
    return words("Your next turn comes here by itself.")
