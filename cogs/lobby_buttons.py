"""The buttons of a lobby message."""

from __future__ import annotations

import logging

import discord

from cogs.answering import reply, think, where_of
from cogs.app import Interaction, app_of, words_of
from cogs.buttons import Menu, Press, view_of
from cogs.levels import LEVEL_NAMES, LEVEL_NOTES
from cogs.showing import reply_and_show, show
from players.levels import OPPONENTS
from tables.table import Table
from translation import N_, Words

log = logging.getLogger("arkadia.lobby")


def lobby_view(table: Table, words: Words) -> discord.ui.View:
    """The buttons for a lobby as it is."""
    taken = len(table.seats)
    full = taken >= table.row.seat_limit
    view = view_of(
        Join(table.number, words=words, disabled=full),
        Leave(table.number, words=words),
        Begin(table.number, words=words, disabled=taken < 2),
        Cancel(table.number, words=words),
    )
    if any(seat.user_id is None for seat in table.seats):
        view.add_item(RemoveComputer(table.number, words=words))
    if not full:
        view.add_item(AddComputer(table.number, options=level_options(words), words=words))
    return view


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


class AddComputer(Menu, what="add-computer"):
    """Gives a free seat to a computer player."""

    caption = N_("Add a computer player…")

    async def press(self, interaction: Interaction) -> None:
        """Add one of the chosen level for the host."""
        await think(interaction)
        number = (await self.table(interaction)).number
        await add_computer(interaction, number, "".join(self.item.values[:1]))


class RemoveComputer(Press, what="remove-computer"):
    """Takes the seat of a computer player."""

    caption = N_("Remove computer player")

    async def press(self, interaction: Interaction) -> None:
        """Remove the one that came last for the host."""
        await think(interaction)
        await remove_computer(interaction, (await self.table(interaction)).number)


def level_options(words: Words) -> list[discord.SelectOption]:
    """The levels of computer players with what to expect of them."""
    return [
        discord.SelectOption(
            label=words(LEVEL_NAMES[level]), value=level, description=words(LEVEL_NOTES[level])
        )
        for level in OPPONENTS
    ]


async def add_computer(interaction: Interaction, number: int, level: str) -> None:
    """Give a free seat to a computer player for the host and show it."""
    words = words_of(interaction)
    table = await app_of(interaction).tables.add_computer(number, interaction.user.id, level)
    name = table.seats[-1].name
    text = words("{name} joins game {number}.", name=name, number=number)
    await reply_and_show(interaction, number, text)


async def remove_computer(interaction: Interaction, number: int) -> None:
    """Take the seat of the computer player that came last for the host and show it."""
    words = words_of(interaction)
    await app_of(interaction).tables.remove_computer(number, interaction.user.id)
    text = words("A computer player has left game {number}.", number=number)
    await reply_and_show(interaction, number, text)


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
