"""The audience of a game: the people who can see the channel or thread of it.

An interaction brings the roles of its person. A person who asks in the place itself sees it; for
every other place Discord is asked for its permissions.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable

import discord

from db.games.rows import GameSummary
from tabletop.errors import TableError, UnreadableTableError
from tabletop.table import Table
from ui.interactions import Interaction, guild_of, services_of, where_of
from ui.services import services_in
from ui.services.servers import UNANSWERED

log = logging.getLogger("arkadia.places")


async def table_seen(interaction: Interaction, number: int, *, leaving: bool = False) -> Table:
    """Return a table of this server by its number, if the person who asks may know of it.

    Args:
        leaving: True to let its players have the table even if they no longer see its channel.

    Raises:
        TableError: if there is no such table; the same error hides a table from people who can
            neither see it nor play in it.
        UnreadableTableError: if the table's log does not replay.
    """
    try:
        table = await services_of(interaction).tables.get(number, guild_of(interaction))
    except UnreadableTableError as error:
        # Even that a game was set aside is told only to the people who may know of it.
        if _is_seated(interaction, error.row) or await sees(interaction, error.row):
            raise
        raise TableError("unknown-table", number=number) from error
    services_of(interaction).once.about(table)
    seated = _is_seated(interaction, table.row)
    if (leaving and seated) or await sees(interaction, table.row):
        return table
    raise TableError("out-of-sight" if seated else "unknown-table", number=number)


async def seen(interaction: Interaction, rows: Iterable[GameSummary]) -> list[GameSummary]:
    """Filter games to those that the person who asks may know of."""
    return [row for row in rows if await sees(interaction, row)]


async def sees(interaction: Interaction, row: GameSummary) -> bool:
    """Return whether the person who asks can see where a game is played.

    Outside the place itself, a private thread is seen only by the game's players; so is a place
    that is gone, and any place while Discord does not answer.
    """
    if interaction.channel_id == row.place:
        return True
    alone = _is_practice(row) and row.thread_id is not None
    # The person reads this channel right now, which answers the question without a request.
    if not alone and row.channel_id in (interaction.channel_id, _parent(interaction)):
        return True
    place = row.thread_id if alone and row.thread_id else row.channel_id
    try:
        channel = await _open_channel(interaction.client, guild_of(interaction), place)
    except UNANSWERED as error:
        log.info("Not known who sees it", extra={**where_of(interaction), "why": str(error)})
        channel = None
    person = interaction.user
    if channel is None or not isinstance(person, discord.Member):
        return _is_seated(interaction, row)
    return channel.permissions_for(person).view_channel


async def sees_channel(interaction: Interaction, number: int) -> bool:
    """Return whether the person who asks can see a channel; False if Discord does not answer."""
    if number in (interaction.channel_id, _parent(interaction)):
        return True
    try:
        channel = await _open_channel(interaction.client, guild_of(interaction), number)
    except UNANSWERED as error:
        log.info("Not known who sees it", extra={**where_of(interaction), "why": str(error)})
        return False
    person = interaction.user
    if channel is None or not isinstance(person, discord.Member):
        return False
    return channel.permissions_for(person).view_channel


async def seen_by_all(
    client: discord.Client, place: int, guild: int, rows: Iterable[GameSummary]
) -> list[GameSummary]:
    """Filter games to those that every reader of a channel may know of.

    Practice games of a single person are left out.

    Raises:
        UNANSWERED: if Discord does not say who may see what.
    """
    rows = list(rows)
    open_to_all = await channels_seen_by_all(client, place, guild, {row.channel_id for row in rows})
    return [row for row in rows if row.channel_id in open_to_all and not _is_practice(row)]


async def channels_seen_by_all(
    client: discord.Client, place: int, guild: int, channels: Iterable[int]
) -> set[int]:
    """Filter channels to those that every reader of a channel sees.

    Raises:
        UNANSWERED: if Discord does not say who may see what.
    """
    home = await _open_channel(client, guild, place)
    found = set()
    for number in channels:
        channel = await _open_channel(client, guild, number)
        if home is not None and _is_as_open(channel, home):
            found.add(number)
    return found


async def is_open(client: discord.Client, row: GameSummary, *, lately: bool = False) -> bool:
    """Return whether everybody on its server sees where a game is played.

    A person's practice is theirs alone. While Discord does not answer, the last answer counts: an
    outage closes nothing that was open, and opens nothing that was not.

    Args:
        lately: whether an answer of the last hour will do.
    """
    if _is_practice(row) and row.thread_id is not None:
        return False
    places = services_in(client).open_places
    if lately and (known := places.lately(row.channel_id)) is not None:
        return known
    try:
        channel = await _open_channel(client, row.guild_id, row.channel_id)
    except UNANSWERED as error:
        log.info("Not known who sees it", extra={"table": row.game_id, "why": str(error)})
        return places.last(row.channel_id) or False
    seen = channel is not None and channel.permissions_for(channel.guild.default_role).view_channel
    places.note(row.channel_id, by_all=seen)
    return seen


def _is_as_open(channel: discord.abc.GuildChannel | None, other: discord.abc.GuildChannel) -> bool:
    """Return whether all who see another channel see this one."""
    if channel is None:
        return False
    if channel.id == other.id or channel.permissions_for(channel.guild.default_role).view_channel:
        return True
    # Members cannot be listed without an intent, so the check is by roles and by the people whom
    # the channel names.
    roles = [role for role in other.guild.roles if other.permissions_for(role).view_channel]
    people = [
        target
        for target, allowed in other.overwrites.items()
        if not isinstance(target, discord.Role) and allowed.view_channel
    ]
    return all(channel.permissions_for(role).view_channel for role in roles) and all(
        channel.overwrites_for(person).view_channel for person in people
    )


def _parent(interaction: Interaction) -> int | None:
    """Return the channel of the thread of an interaction; None outside of threads."""
    channel = interaction.channel
    return channel.parent_id if isinstance(channel, discord.Thread) else None


async def _open_channel(
    client: discord.Client, guild: int, number: int
) -> discord.abc.GuildChannel | None:
    """Return the channel whose permissions decide: a public thread has those of its channel."""
    servers = services_in(client).servers
    channel = await servers.channel(client, guild, number)
    if isinstance(channel, discord.Thread):
        return None if channel.is_private() else await servers.parent(client, channel)
    return channel


def _is_practice(row: GameSummary) -> bool:
    """Return whether one person plays alone, most likely in a private thread."""
    return row.state != "lobby" and sum(not seat.is_computer for seat in row.seats) == 1


def _is_seated(interaction: Interaction, row: GameSummary) -> bool:
    user = interaction.user.id
    return row.host_id == user or any(seat.user_id == user for seat in row.seats)
