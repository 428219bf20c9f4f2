"""The log of a game in words, page by page."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import discord
from discord import app_commands
from discord.ext import commands

from engine.game import Turn
from i18n.translation import N_, Words
from tabletop.table import Table
from ui import buttons
from ui.answers import put, reply
from ui.components.presses import at_turn
from ui.components.views import nearest_page, page_buttons, view_of
from ui.input.games import PLAYED, find_table
from ui.input.suggestions import game_option
from ui.interactions import Interaction, words_of
from ui.limits import MESSAGE_LIMIT
from ui.texts import fitting
from ui.texts.game.events import Teller

ROOM_FOR_HEAD: Final = 150
"""Characters, in any language."""


class LogCommands(commands.Cog):
    """The command that shows the log of a game."""

    @app_commands.command(description=N_("Read what happened, turn by turn"))
    @app_commands.describe(
        page=N_("The page, from 1; else the newest"),
    )
    @game_option(PLAYED)
    async def log(
        self,
        interaction: Interaction,
        page: app_commands.Range[int, 1, 999] | None = None,
        game: int | None = None,
    ) -> None:
        """Show the log of a game in words."""
        table = await find_table(interaction, game, PLAYED)
        text, view = log_page(table, page, words_of(interaction))
        await reply(interaction, text, view=view)


async def _turn_to(interaction: Interaction, table: Table, page: int) -> None:
    text, view = log_page(table, page, words_of(interaction))
    await put(interaction, text, view=view)


def log_page(table: Table, page: int | None, words: Words) -> tuple[str, discord.ui.View]:
    """Return a page of the completed turns in words, by default the newest, with its buttons.

    Raises:
        TableError: if the game has not begun.
    """
    turns = table.turns_since(1)
    if not turns:
        text = words("No turn has been played in game {number} yet.", number=table.number)
        return text, view_of()
    told = told_pages(turns, Teller.of(table, words))
    count = len(told)
    page = nearest_page(page or count, count)
    head = words(
        "**Arkadia, game {number}**: page {page} of {count}",
        number=table.number,
        page=page,
        count=count,
    )
    faces = buttons.LOG_EARLIER, buttons.LOG_LATER
    view = view_of(*page_buttons(*faces, table.number, page=page, count=count, words=words))
    return f"{head}\n\n{told[page - 1]}", view


def told_pages(turns: Iterable[Turn], teller: Teller) -> list[str]:
    """Return turns in words, split into pages that stay the same when turns are added."""
    # Filled from the first turn on: the number of a full page never changes.
    return fitting.pages(map(teller.turn, turns), MESSAGE_LIMIT - ROOM_FOR_HEAD)


PRESSES: Final = (
    at_turn(buttons.LOG_EARLIER, _turn_to),
    at_turn(buttons.LOG_LATER, _turn_to),
)
