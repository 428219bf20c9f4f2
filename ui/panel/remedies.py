"""Buttons under the refusal of a typed command: what was meant perhaps, and where to go on."""

from __future__ import annotations

from typing import Final

import discord
from discord import app_commands

from db.errors import StoreError
from engine.errors import EngineError
from i18n.naming import capital
from i18n.translation import Words
from tabletop.errors import UnreadableTableError
from tabletop.table import Table
from ui import buttons
from ui.answers import RefusalError
from ui.components.views import view_of
from ui.input.games import ANY, find_table
from ui.input.typed import fenced, typed_line
from ui.input.unclear import OPTIONS, UnclearError
from ui.interactions import Interaction, words_of
from ui.panel.meanwhile import meanwhile

MOST_OFFERED: Final = 5
"""Texts that are offered in place of an unclear one: a row of buttons."""


async def remedied(
    interaction: Interaction, error: BaseException, line: str = "", game: int | None = None
) -> tuple[BaseException, discord.ui.View | None]:
    """Return the error of a typed command, and the buttons that go under its refusal.

    Args:
        line: the command as it was typed, where a press carried it out.
        game: the number of its game, if it was typed or pressed.
    """
    while isinstance(error, app_commands.CommandInvokeError):
        error = error.original
    if isinstance(error, UnclearError):
        return _offered(error, line or typed_line(interaction), words_of(interaction))
    refused = isinstance(error, EngineError | RefusalError)
    if not refused or getattr(error, "view", None) is not None:
        return error, None
    if not line and not _is_about_a_game(interaction):
        return error, None
    return error, await _way_on(interaction, game)


def _is_about_a_game(interaction: Interaction) -> bool:
    command = interaction.command
    return isinstance(command, app_commands.Command) and bool(command.get_parameter("game"))


def _offered(
    error: UnclearError, line: str, words: Words
) -> tuple[RefusalError, discord.ui.View | None]:
    """Return the refusal with the command quoted, and a button for each text that may be meant."""
    option = OPTIONS.index(error.option)
    view = view_of(
        *[
            buttons.INSTEAD.button(option, number, words=words, label=capital(text))
            for number, text in enumerate(error.meant[:MOST_OFFERED])
        ]
    )
    return RefusalError("\n".join([str(error), fenced(line)])), view


async def _way_on(interaction: Interaction, game: int | None) -> discord.ui.View:
    """Return the buttons for going on where a typed command was refused."""
    words, typed = words_of(interaction), getattr(interaction.namespace, "game", None)
    number = game if game is not None else typed
    try:
        table = await find_table(interaction, number if isinstance(number, int) else None, ANY)
    except RefusalError as error:  # several games, each with its button, or none
        return error.view or _newcomers(words)
    except (EngineError, StoreError, UnreadableTableError):
        return _newcomers(words)
    match table.row.state:
        case "running":
            return await meanwhile(interaction, table)
        case "lobby":
            return _lobby(table, interaction.user.id, words)
        case "finished":
            return view_of(
                buttons.REVIEW.button(table.number, words=words),
                buttons.REMATCH.button(table.number, words=words),
                buttons.TURN_BY_TURN.button(table.number, words=words),
            )
    return _newcomers(words)


def _lobby(table: Table, user: int, words: Words) -> discord.ui.View:
    """Return the button for a person in a game that has not begun."""
    if user == table.row.host_id or (table.anybody_begins and table.person(user)):
        few = len(table.seats) < 2
        return view_of(buttons.BEGIN.button(table.number, words=words, disabled=few))
    if table.person(user) is not None:
        return view_of(buttons.LEAVE.button(table.number, words=words))
    full = len(table.seats) >= table.row.seat_limit
    return view_of(buttons.JOIN.button(table.number, words=words, disabled=full))


def _newcomers(words: Words) -> discord.ui.View:
    """Return the buttons for a person without a game."""
    return view_of(buttons.PRACTICE.button(words=words), buttons.LEARN.button(words=words))
