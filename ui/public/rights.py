"""The obstacles between the bot and what moderators chose, told to them and to hosts."""

from __future__ import annotations

import discord

from tabletop.table import Table
from ui.interactions import Interaction, services_of, words_of
from ui.interactions.rights import IN_FORUM, WRITING, here, what_lacks
from ui.public.announcement import Announcing
from ui.public.forum import STATES, Forum, forum_of


async def missing_in_forum(interaction: Interaction, forum: Forum) -> list[str]:
    """Return a line on why no game can be a post of a forum; none if nothing is known of that."""
    words, found = words_of(interaction), await here(interaction, forum.channel)
    if found is None:
        return []
    stays = words("So games stay in their channels.")
    if lacks := what_lacks(interaction, forum.channel, found, IN_FORUM):
        return [f"{lacks} {stays}"]
    channel = found.channel
    if isinstance(channel, discord.ForumChannel) and channel.flags.require_tag:
        offered = {tag.id for tag in channel.available_tags}
        if not {forum.tags.get(tag) for tag in STATES} <= offered:
            full = words(
                "{place} wants a tag on each post and has no room for mine: take one away there.",
                place=f"<#{forum.channel}>",
            )
            return [f"{full} {stays}"]
    return []


async def why_not_in_forum(interaction: Interaction, table: Table) -> list[str]:
    """Return why a game that was just shown is not in its server's forum, if that is known."""
    forum = await forum_of(services_of(interaction).tables.store, table.row.guild_id)
    if forum is None or table.row.channel_id == forum.channel:
        return []
    return await missing_in_forum(interaction, forum)


async def missing_for_announcements(interaction: Interaction, chosen: Announcing) -> list[str]:
    """Return lines on what the bot lacks to announce games in a channel."""
    words, found = words_of(interaction), await here(interaction, chosen.channel)
    if found is None:
        return []
    lacks = what_lacks(interaction, chosen.channel, found, WRITING)
    lines = [lacks] if lacks else []
    role = found.guild.get_role(chosen.role or 0) if found.guild else None
    # Discord posts such a message and leaves the ping out without a word.
    if role is not None and not (role.mentionable or found.mine.mention_everyone):
        lines.append(
            words(
                "I may not notify {role}: let anyone mention it, or give me *Mention @everyone*.",
                role=role.mention,
            )
        )
    return lines
