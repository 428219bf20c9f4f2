"""Who may know of a game: whoever can see the channel or thread in which it is played.

Hardly ever is Discord asked for this: the bot knows the channels of its servers and who may see
them, and the roles of a person come with what that person asks.
"""

from __future__ import annotations

from typing import TypeAlias

import discord

from db.rows import GameSummary
from tabletop.errors import TableError
from tabletop.table import Table
from ui.interactions import Interaction, guild_of, services_of

Channel: TypeAlias = discord.abc.GuildChannel | discord.Thread | discord.abc.PrivateChannel


async def table_seen(interaction: Interaction, number: int, *, leaving: bool = False) -> Table:
    """A table of this server that the person who asks may know of.

    Args:
        leaving: whether its people may have it although they cannot see its place any more.

    Raises:
        TableError: if there is no such table, which is also what people are told of one that they
            cannot see and do not play in.
        UnreadableTableError: if its log does not replay.
    """
    table = await services_of(interaction).tables.get(number, guild_of(interaction))
    seated = _is_seated(interaction, table.row)
    if (leaving and seated) or await _sees_on_asking(interaction, table.row):
        return table
    raise TableError("out-of-sight" if seated else "unknown-table", number=number)


def sees(interaction: Interaction, row: GameSummary) -> bool:
    """Whether the person who asks can see where a game is played, as far as the bot remembers.

    A private thread is its people's alone, for all who ask from elsewhere; so is a place that is
    gone, or archived so that it is not remembered.
    """
    return _can_see(interaction, row, _channel(interaction, row))


async def _sees_on_asking(interaction: Interaction, row: GameSummary) -> bool:
    """The same, with Discord asked for a thread that was archived."""
    channel = _channel(interaction, row)
    if channel is None and not _is_seated(interaction, row):
        try:
            channel = await interaction.client.fetch_channel(row.channel_id)
        except (discord.HTTPException, discord.InvalidData):
            return False
    return _can_see(interaction, row, channel)


def _channel(interaction: Interaction, row: GameSummary) -> Channel | None:
    guild = interaction.guild
    return None if guild is None else guild.get_channel_or_thread(row.channel_id)


def _can_see(interaction: Interaction, row: GameSummary, channel: Channel | None) -> bool:
    if interaction.channel_id == (row.thread_id or row.channel_id):
        return True
    person = interaction.user
    if not isinstance(person, discord.Member):
        return False
    if isinstance(channel, discord.Thread):
        channel = None if channel.is_private() else channel.parent
    if not isinstance(channel, discord.abc.GuildChannel) or _has_private_thread(interaction, row):
        return _is_seated(interaction, row)
    return channel.permissions_for(person).view_channel


def _has_private_thread(interaction: Interaction, row: GameSummary) -> bool:
    """Whether a game has a private thread of its own; one that is not remembered may be one."""
    if row.thread_id is None or interaction.guild is None:
        return False
    thread = interaction.guild.get_thread(row.thread_id)
    return _is_practice(row) if thread is None else thread.is_private()


def _is_practice(row: GameSummary) -> bool:
    """Whether one person plays alone, who most likely does so in a private thread."""
    return sum(not seat.is_computer for seat in row.seats) == 1


def _is_seated(interaction: Interaction, row: GameSummary) -> bool:
    user = interaction.user.id
    return row.host_id == user or any(seat.user_id == user for seat in row.seats)
