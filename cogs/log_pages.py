"""The log of a game in words, page by page."""

from __future__ import annotations

from typing import Final

import discord

from cogs.answering import pages
from cogs.app import Interaction, words_of
from cogs.buttons import Press, view_of
from cogs.telling import Teller
from tables.table import Table
from translation import N_, Words

TURNS_ON_A_PAGE: Final = 6


class LogPage(Press, what="log", count=2):
    """Turns to a page of the log: the second number is the page, from 1 for the oldest turns."""

    async def press(self, interaction: Interaction) -> None:
        """Show that page in the message of the button."""
        table = await self.table(interaction)
        text, view = log_page(table, self.numbers[1], words_of(interaction))
        await interaction.response.edit_message(content=text, view=view)


class Earlier(LogPage, what="earlier", count=2):
    """Turns one page back."""

    caption = N_("Earlier")


class Later(LogPage, what="later", count=2):
    """Turns one page on."""

    caption = N_("Later")


def log_page(table: Table, page: int | None, words: Words) -> tuple[str, discord.ui.View]:
    """A page of the completed turns in words, the newest if none is given, with its buttons.

    Raises:
        TableError: if the game has not begun.
    """
    turns = table.turns_since(1)
    if not turns:
        text = words("No turn has been played in game {number} yet.", number=table.number)
        return text, view_of()
    game = table.running_game()
    teller = Teller(game.start.edition, table.names, game.start.colours, words)
    count = -(-len(turns) // TURNS_ON_A_PAGE)
    page = min(max(page or count, 1), count)
    shown = turns[(page - 1) * TURNS_ON_A_PAGE : page * TURNS_ON_A_PAGE]
    head = words(
        "**Arkadia, game {number}**: page {page} of {count}",
        number=table.number,
        page=page,
        count=count,
    )
    text = pages("\n\n".join([head, *(teller.turn(turn) for turn in shown)]))[0]
    view = view_of(
        Earlier(table.number, max(page - 1, 1), words=words, disabled=page == 1),
        Later(table.number, page + 1, words=words, disabled=page == count),
    )
    return text, view
