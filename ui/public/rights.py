"""The permissions that the bot lacks in a channel, told to those who chose it and to hosts."""

from __future__ import annotations

import logging

import discord

from tabletop.table import Table
from ui.interactions import Interaction, guild_of, services_of, where_of, words_of
from ui.public.announcement import Announcing
from ui.public.forum import forum_of
from ui.services.servers import UNANSWERED

log = logging.getLogger("arkadia.places")


async def _asked(
    interaction: Interaction, number: int
) -> tuple[discord.Guild, discord.Permissions] | None:
    """Return the server and what the bot may do in a channel; None while Discord does not say."""
    client = interaction.client
    try:
        # Asked anew: what is remembered of a server may be older than what moderators just changed.
        guild = await client.fetch_guild(guild_of(interaction), with_counts=False)
        me = await guild.fetch_member(client.user.id if client.user else 0)
        try:
            channel = await guild.fetch_channel(number)
        except discord.Forbidden:
            log.info("Channel is hidden", extra=where_of(interaction))
            return guild, discord.Permissions.none()
        return guild, channel.permissions_for(me)
    except UNANSWERED as error:
        log.info("Not known what it may", extra={**where_of(interaction), "why": str(error)})
        return None


async def missing_in_forum(interaction: Interaction, number: int) -> list[str]:
    """Return a line on the permissions that the bot lacks in a forum; none if it has them all."""
    words, asked = words_of(interaction), await _asked(interaction, number)
    if asked is None or _suffices(asked[1]):
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


async def missing_for_announcements(interaction: Interaction, chosen: Announcing) -> list[str]:
    """Return lines on the permissions that the bot lacks to announce games in a channel."""
    words, asked = words_of(interaction), await _asked(interaction, chosen.channel)
    if asked is None:
        return []
    guild, mine = asked
    lines = []
    if not (mine.view_channel and mine.send_messages):
        lines.append(
            words(
                "I may not write in {place}: I need *View Channel* and *Send Messages* there.",
                place=f"<#{chosen.channel}>",
            )
        )
    role = guild.get_role(chosen.role or 0)
    # Discord posts such a message and leaves the ping out without a word.
    if role is not None and not (role.mentionable or mine.mention_everyone):
        lines.append(
            words(
                "I may not notify {role}: let anyone mention it, or give me *Mention @everyone*.",
                role=role.mention,
            )
        )
    return lines


def _suffices(mine: discord.Permissions) -> bool:
    return (
        mine.view_channel
        and mine.send_messages
        and mine.send_messages_in_threads
        and mine.attach_files
    )
