"""The levels of help in words: as options, and as they are agreed at a table."""

from __future__ import annotations

from typing import Final

from db.games.rows import HelpLevel
from i18n.translation import N_, Words
from tabletop.help import NAMED_TURNS, SHOWN_TURNS, fades
from tabletop.table import Table

HELP_NAMES: Final[dict[HelpLevel, str]] = {
    # Translators: how much help somebody has with a turn; an option of a menu.
    "all": N_("all: hints, and what you can complete"),
    "completions": N_("completions: named, no hints"),
    # Translators: no help at all; an option of a menu.
    "none": N_("none at all"),
}
"""The levels as people choose them."""

_AGREED: Final[dict[HelpLevel, str]] = {
    "all": N_("Help: hints, and what you can complete is shown."),
    "completions": N_("Help: what you can complete is named; no hints."),
    "none": N_("There is no help with turns in this game."),
}


def help_agreed(level: HelpLevel, words: Words) -> str:
    """Return the sentence on the help that a table's people agreed to."""
    return words(_AGREED[level])


def help_line(table: Table, words: Words) -> str:
    """Return the sentence on a running game's help, with how it fades in practice."""
    if not fades(table):
        return help_agreed(table.row.help, words)
    return words(
        "Help fades: {shown} turns show what you can complete, {named} more name it, then you have "
        "*Hint* alone.",
        shown=SHOWN_TURNS,
        named=NAMED_TURNS,
    )
