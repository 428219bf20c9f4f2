"""What happened in a game in words, page by page, and the list of one's games."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import discord
from discord import app_commands
from discord.ext import commands

from db.rows import GameSummary
from engine.game import Turn
from tabletop.table import Table
from translation import N_, Words
from ui import buttons
from ui.answers import pages, put, reply, think
from ui.components.presses import Press
from ui.components.views import view_of
from ui.input import suggestions
from ui.input.games import LIVE, PLAYED, find_table
from ui.input.suggestions import quiet
from ui.interactions import Interaction, guild_of, services_of, words_of
from ui.interactions.places import sees
from ui.texts import fitting
from ui.texts.escaping import plain
from ui.texts.events import Teller
from ui.texts.fitting import MESSAGE_LIMIT

ROOM_FOR_HEAD: Final = 150
"""Characters, in any language."""

MOST_GAMES: Final = 25


class LogCommands(commands.Cog):
    """Reading what happened, and which games there are."""

    @app_commands.command(description=N_("Read what happened, turn by turn"))
    @app_commands.describe(
        page=N_("The page, from 1; the newest if you name none"),
        game=N_("The game's number, if there is more than one here"),
    )
    async def log(
        self,
        interaction: Interaction,
        page: app_commands.Range[int, 1, 999] | None = None,
        game: int | None = None,
    ) -> None:
        """Show the log."""
        await think(interaction)
        table = await find_table(interaction, game, PLAYED)
        text, view = log_page(table, page, words_of(interaction))
        await reply(interaction, text, view=view)

    @app_commands.command(description=N_("List your games on this server and whose turn it is"))
    @app_commands.describe(everybody=N_("Also games in which you do not play"))
    async def games(self, interaction: Interaction, everybody: bool = False) -> None:
        """List games."""
        await think(interaction)
        words = words_of(interaction)
        rows = await services_of(interaction).tables.find(
            guild_of(interaction),
            states=LIVE,
            user=None if everybody else interaction.user.id,
            limit=MOST_GAMES,
        )
        lines = [await _line(interaction, row, words) for row in rows if sees(interaction, row)]
        nothing = words("You play no game here. `/arkadia start` opens one.")
        if everybody:
            nothing = words("Nobody plays here. `/arkadia start` opens a game.")
        for page in pages("\n".join(lines) or nothing):
            await reply(interaction, page)

    @log.autocomplete("game")
    @quiet
    async def _logged(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
        return await suggestions.games(interaction, typed, PLAYED)


class LogEarlier(Press, face=buttons.LOG_EARLIER):
    """Turns one page back."""

    async def press(self, interaction: Interaction) -> None:
        """Show that page in the message of the button."""
        await _turn_to(interaction, await self.table(interaction), self.numbers[1])


class LogLater(Press, face=buttons.LOG_LATER):
    """Turns one page on."""

    async def press(self, interaction: Interaction) -> None:
        """Show that page in the message of the button."""
        await _turn_to(interaction, await self.table(interaction), self.numbers[1])


PRESSES: Final = (LogEarlier, LogLater)


async def _turn_to(interaction: Interaction, table: Table, page: int) -> None:
    text, view = log_page(table, page, words_of(interaction))
    await put(interaction, text, view=view)


def log_page(table: Table, page: int | None, words: Words) -> tuple[str, discord.ui.View]:
    """A page of the completed turns in words, the newest if none is given, with its buttons.

    Raises:
        TableError: if the game has not begun.
    """
    turns = table.turns_since(1)
    if not turns:
        text = words("No turn has been played in game {number} yet.", number=table.number)
        return text, view_of()
    told = told_pages(turns, Teller.of(table, words))
    count = len(told)
    page = min(max(page or count, 1), count)
    head = words(
        "**Arkadia, game {number}**: page {page} of {count}",
        number=table.number,
        page=page,
        count=count,
    )
    earlier, later = max(page - 1, 1), page + 1
    view = view_of(
        buttons.LOG_EARLIER.button(table.number, earlier, words=words, disabled=page == 1),
        buttons.LOG_LATER.button(table.number, later, words=words, disabled=page == count),
    )
    return f"{head}\n\n{told[page - 1]}", view


def told_pages(turns: Iterable[Turn], teller: Teller) -> list[str]:
    """All of these turns, on pages that stay as they are when more turns follow."""
    return fitting.pages(map(teller.turn, turns), MESSAGE_LIMIT - ROOM_FOR_HEAD)


async def _line(interaction: Interaction, row: GameSummary, words: Words) -> str:
    """One line of the list of games."""
    names = ", ".join(plain(seat.name, 32) for seat in row.seats)
    place = f"<#{row.thread_id or row.channel_id}>"
    if row.state == "lobby":
        return words(
            "- Game {number} in {place} waits for people: {names}",
            number=row.game_id,
            place=place,
            names=names,
        )
    table = await services_of(interaction).tables.get(row.game_id)
    active = table.active
    if active is None:
        return words(
            "- Game {number} in {place}: {names}", number=row.game_id, place=place, names=names
        )
    if active.user_id == interaction.user.id:
        return words(
            "- Game {number} in {place}: {names}. **It is your turn.**",
            number=row.game_id,
            place=place,
            names=names,
        )
    return words(
        "- Game {number} in {place}: {names}. It is {name}'s turn.",
        number=row.game_id,
        place=place,
        names=names,
        name=plain(active.name, 32),
    )
