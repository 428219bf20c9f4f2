"""Rematches: another game of the same people."""

from __future__ import annotations

from typing import Final

import discord

from db.outbox.rows import EDIT, Topic
from delivery.causes import cause_of
from delivery.errors import PASSING
from i18n.translation import Words
from tabletop.table import Table
from ui import buttons
from ui.answers import RefusalError, reply
from ui.components.presses import at_table
from ui.interactions import Interaction, services_of, words_of
from ui.news import show_and_tell
from ui.public.forum import forum_of
from ui.public.notified import not_notified


async def _rematch(interaction: Interaction, table: Table) -> None:
    """Record the person's wish, and open or join the rematch if another person wants it too."""
    words, user, row = words_of(interaction), interaction.user, table.row
    if user.id not in [seat.user_id for seat in row.seats]:
        raise RefusalError(
            words("A rematch is for those who played. `/arkadia start` opens a game of yours.")
        )
    services = services_of(interaction)
    channel = await _channel(interaction, table)
    rematch = await services.tables.rematch.wish(row.game_id, user.id, user.display_name, channel)
    # The final message counts the wishes; its edit is not worth keeping the person waiting.
    services.outbox.changes.soon(Topic(EDIT, row.guild_id, row.game_id))
    if rematch is None:
        text = words(
            "You would like a rematch. It opens as soon as another player of game {number} "
            "presses *Rematch*.",
            number=row.game_id,
        )
        await reply(interaction, text)
        return

    async def tell(again: Table) -> None:
        lines = [_rematch_text(again, user.id, words), *await not_notified(interaction, again)]
        await reply(interaction, "\n".join(lines))

    await show_and_tell(interaction, rematch.number, tell)


async def _channel(interaction: Interaction, table: Table) -> int:
    """Return the channel of a rematch: the game's, unless that is a forum without new games.

    Then it is where the person asks for it, as of any new game.
    """
    row, here = table.row, interaction.channel_id
    forum = await forum_of(services_of(interaction).tables.store, row.guild_id)
    if row.thread_id is None or here is None or (forum and forum.channel == row.channel_id):
        return row.channel_id
    try:
        channel = await interaction.client.fetch_channel(row.channel_id)
    except discord.HTTPException as error:
        return row.channel_id if cause_of(error) in PASSING else here
    return here if isinstance(channel, discord.ForumChannel) else row.channel_id


def _rematch_text(table: Table, user: int, words: Words) -> str:
    """Return the sentence about a rematch: its place, and the players it waits for."""
    number, place = table.number, f"<#{table.place}>"
    if table.row.state == "running":
        return words("The rematch is game {number}, in {place}.", number=number, place=place)
    if table.row.state != "lobby":
        return words(
            "The rematch was game {number}, in {place}. *Rematch* under its last message opens "
            "the next one.",
            number=number,
            place=place,
        )
    if table.person(user) is None:
        return words(
            "The rematch is game {number}. If a seat is free, press *Join* in {place}.",
            number=number,
            place=place,
        )
    return words(
        "You have a seat in game {number}, the rematch. It begins in {place} when all are there.",
        number=number,
        place=place,
    )


PRESSES: Final = (at_table(buttons.REMATCH, _rematch),)
