"""The buttons of a lobby message."""

from __future__ import annotations

import logging

import discord

from cogs.answering import reply, think, where_of
from cogs.app import Interaction, app_of, words_of
from cogs.buttons import Press, view_of
from cogs.showing import reply_and_show, show
from tables.table import Table
from translation import N_, Words

log = logging.getLogger("arkadia.lobby")


def lobby_view(table: Table, words: Words) -> discord.ui.View:
    """The buttons for a lobby as it is."""
    taken = len(table.seats)
    return view_of(
        Join(table.number, words=words, disabled=taken >= table.row.seat_limit),
        Leave(table.number, words=words),
        Begin(table.number, words=words, disabled=taken < 2),
        Cancel(table.number, words=words),
    )


class Join(Press, what="join"):
    """Takes a seat."""

    caption = N_("Join")
    style = discord.ButtonStyle.success

    async def press(self, interaction: Interaction) -> None:
        """Take a seat for the person."""
        await think(interaction)
        await join(interaction, (await self.table(interaction)).number)


class Leave(Press, what="leave"):
    """Gives a seat up."""

    caption = N_("Leave")

    async def press(self, interaction: Interaction) -> None:
        """Give the person's seat up."""
        await think(interaction)
        await leave(interaction, (await self.table(interaction)).number)


class Begin(Press, what="begin"):
    """Begins the game."""

    caption = N_("Begin")
    style = discord.ButtonStyle.primary

    async def press(self, interaction: Interaction) -> None:
        """Begin the game for the host."""
        await think(interaction)
        await begin(interaction, (await self.table(interaction)).number)


class Cancel(Press, what="cancel"):
    """Cancels the lobby."""

    caption = N_("Cancel")
    style = discord.ButtonStyle.danger

    async def press(self, interaction: Interaction) -> None:
        """Cancel the lobby for the host."""
        await think(interaction)
        await cancel(interaction, (await self.table(interaction)).number)


async def join(interaction: Interaction, number: int) -> None:
    """Take a seat for a person and show it."""
    user = interaction.user
    words = words_of(interaction)
    await app_of(interaction).tables.join(number, user.id, user.display_name)
    text = words("You have a seat in game {number}.", number=number)
    await reply_and_show(interaction, number, text)


async def leave(interaction: Interaction, number: int) -> None:
    """Give a person's seat up and show it."""
    words = words_of(interaction)
    await app_of(interaction).tables.leave(number, interaction.user.id)
    text = words("You have left game {number}.", number=number)
    await reply_and_show(interaction, number, text)


async def begin(interaction: Interaction, number: int, lot: str | None = None) -> None:
    """Begin a game for its host and show it."""
    words = words_of(interaction)
    app = app_of(interaction)
    await app.tables.begin(number, interaction.user.id, lot)
    log.info("Done", extra={"table": number, **where_of(interaction)})
    await show(interaction, number)
    table = await app.tables.cache.get(number)
    await reply(
        interaction,
        words("Game {number} has begun in {place}.", number=number, place=f"<#{table.place}>"),
    )


async def cancel(interaction: Interaction, number: int, *, agree: bool = True) -> None:
    """Cancel a game, or agree to it, or take that back, and show it."""
    words = words_of(interaction)
    user = interaction.user.id
    table = await app_of(interaction).tables.cancel(number, user, agree=agree)
    if table.row.state == "cancelled":
        text = words("Game {number} is cancelled.", number=number)
    elif agree:
        text = words(
            "You agree to cancel game {number}. It goes on until everybody agrees; "
            "`/arkadia lobby cancel agree:False` takes it back.",
            number=number,
        )
    else:
        text = words("You want game {number} to go on.", number=number)
    await reply_and_show(interaction, number, text)
