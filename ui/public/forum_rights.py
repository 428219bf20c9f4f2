"""The permissions that the bot lacks to post games in a forum, told to moderators and hosts."""

from __future__ import annotations

import logging

import discord

from tabletop.table import Table
from ui.interactions import Interaction, guild_of, services_of, where_of, words_of
from ui.public.forum import forum_of
from ui.services.servers import UNANSWERED

log = logging.getLogger("arkadia.places")


async def missing_in_forum(interaction: Interaction, number: int) -> list[str]:
    """Return a line on the permissions that the bot lacks in a forum; none if it has them all.

    Nothing is told either while Discord does not say.
    """
    words, client = words_of(interaction), interaction.client
    try:
        # Asked anew: what is remembered of a server may be older than what moderators just changed.
        guild = await client.fetch_guild(guild_of(interaction), with_counts=False)
        forum = await guild.fetch_channel(number)
        me = await guild.fetch_member(client.user.id if client.user else 0)
        if not isinstance(forum, discord.ForumChannel) or _suffices(forum.permissions_for(me)):
            return []
    except discord.Forbidden:
        log.info("Forum is hidden", extra=where_of(interaction))
    except UNANSWERED as error:
        log.info("Not known what it may", extra={**where_of(interaction), "why": str(error)})
        return []
    return [
        words(
            "I may not post in {place}, so games stay in their channels. I need *View Channel*, "
            "*Send Messages*, *Send Messages in Threads* and *Attach Files* there.",
            place=f"<#{number}>",
        )
    ]


async def why_not_in_forum(interaction: Interaction, table: Table) -> list[str]:
    """Return why a game that was just shown is not in its server's forum, if a right is missing."""
    forum = await forum_of(services_of(interaction).tables.store, table.row.guild_id)
    if forum is None or table.row.channel_id == forum.channel:
        return []
    return await missing_in_forum(interaction, forum.channel)


def _suffices(mine: discord.Permissions) -> bool:
    return (
        mine.view_channel
        and mine.send_messages
        and mine.send_messages_in_threads
        and mine.attach_files
    )
