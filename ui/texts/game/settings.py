"""The settings of a lobby in words: all that its host may change."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from db.games.rows import GameSummary
from engine.start import FIRST_GAME, FREE
from i18n.translation import N_, Words, own_name
from tabletop.table import Table
from ui.texts.game.clock import agreed
from ui.texts.game.helping import help_agreed

SETUPS: Final[Mapping[str, str]] = {
    FIRST_GAME: N_("Some buildings stand at the start, as in a first game."),
    FREE: N_("The board is empty at the start."),
}


def settings_text(table: Table, words: Words) -> str:
    """Return all that the host of a lobby may change, a line for each."""
    row = table.row
    lines = [
        words(SETUPS[row.setup]),
        words("Tiles may also be laid mirrored, not only rotated.")
        if row.mirror
        else words("Tiles may be rotated, not mirrored."),
        help_agreed(row.help, words),
        words("It counts in the ranking, and leaving it for good is a loss.")
        if row.leaving_counts
        else words("Friendly: it does not count in the ranking."),
        words("Its messages are in {language}.", language=own_name(row.language)),
        agreed(row, words),
        at_once_agreed(words)
        if row.at_once
        else words("What you prepare waits for you when your turn comes."),
        _who(row, words),
    ]
    head = words("**Game {number}** is played by these rules:", number=table.number)
    return "\n".join([head, *(f"- {line}" for line in lines)])


def at_once_agreed(words: Words) -> str:
    """Return the sentence that turns which people prepared may be played at once."""
    return words("A turn that you prepared may be played at once when it comes, if you say so.")


def _who(row: GameSummary, words: Words) -> str:
    """Return how many may play, whether they need an invitation, and how it begins."""
    told = [
        words.plural("{n} seat.", "{n} seats.", row.seat_limit),
        words("Only invited people may join.")
        if row.invited_only
        else words("Everybody here may join."),
    ]
    if row.begins_full:
        told.append(words("It begins by itself when all seats are taken."))
    return " ".join(told)
