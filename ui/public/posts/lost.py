"""The texts of messages whose turn was lost with the database's history."""

from __future__ import annotations

from i18n.translation import Words
from tabletop.table import Table
from ui.texts.escaping import plain_name


def lost_text(table: Table, words: Words) -> str:
    """Return the text in place of a game's message about a turn that was lost."""
    active = table.active
    if active is not None and active.level is None:
        return words(
            "Game {number}: this turn was lost with the bot's data. {person}, it is your move "
            "again: a newer message shows the board.",
            number=table.number,
            person=plain_name(active.name),
        )
    return words(
        "Game {number}: this was lost with the bot's data. A newer message says how the game "
        "stands.",
        number=table.number,
    )


def lost_game_text(number: int, words: Words) -> str:
    """Return the text in place of a message about a game that was lost."""
    return words(
        "Game {number} was lost with the bot's data. `/arkadia start` opens another.", number=number
    )
