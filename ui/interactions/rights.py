"""The permissions that the bot lacks in a place, told to the person who can help."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

import discord

from delivery.causes import cause_of
from i18n.translation import N_
from ui.interactions import Interaction, guild_of, where_of, words_of
from ui.services.invite import invite_link
from ui.services.servers import UNANSWERED, Channel

log = logging.getLogger("arkadia.places")

NAMES: Final[Mapping[str, str]] = {
    # Translators: the names of permissions, as Discord's client has them.
    "view_channel": N_("*View Channel*"),
    "send_messages": N_("*Send Messages*"),
    "send_messages_in_threads": N_("*Send Messages in Threads*"),
    "attach_files": N_("*Attach Files*"),
}

WRITING: Final = ("view_channel", "send_messages")
POSTING: Final = ("view_channel", "send_messages", "attach_files")
"""What a message of text needs, and what one with a picture."""
IN_THREAD: Final = ("view_channel", "send_messages_in_threads", "attach_files")
IN_FORUM: Final = (*POSTING, "send_messages_in_threads")


class Here(NamedTuple):
    """A place as the bot sees it.

    Attributes:
        guild: the server; None where the bot is no member.
        channel: the channel or thread; None for one that the bot does not see.
        mine: the bot's permissions there.
    """

    guild: discord.Guild | None
    channel: Channel | None
    mine: discord.Permissions


async def here(interaction: Interaction, number: int) -> Here | None:
    """Return a place as the bot sees it now; None while Discord does not say."""
    client = interaction.client
    guild: discord.Guild | None = None
    try:
        # Asked anew: what is remembered of a server may be older than what moderators just changed.
        guild = await client.fetch_guild(guild_of(interaction), with_counts=False)
        me = await guild.fetch_member(client.user.id if client.user else 0)
        channel = await guild.fetch_channel(number)
        parent = channel
        if isinstance(channel, discord.Thread):
            parent = await guild.fetch_channel(channel.parent_id)
        assert isinstance(parent, discord.abc.GuildChannel)
        return Here(guild, channel, parent.permissions_for(me))
    except UNANSWERED as error:
        log.info("Not seen", extra={**where_of(interaction), "why": str(error)})
        hidden = isinstance(error, discord.HTTPException) and cause_of(error) == "absent"
        return Here(guild, None, discord.Permissions.none()) if hidden else None


async def why_not(
    interaction: Interaction, number: int, needed: Sequence[str] | None = None
) -> str | None:
    """Return why the bot cannot write in a place, with what to do; None where it can.

    Args:
        needed: the permissions that it takes; None for those of a game's messages.
    """
    found = await here(interaction, number)
    return None if found is None else what_lacks(interaction, number, found, needed)


def what_lacks(
    interaction: Interaction, number: int, found: Here, needed: Sequence[str] | None = None
) -> str | None:
    """Return the same of a place that was looked at."""
    words = words_of(interaction)
    if found.guild is None:
        return words(
            "I am no member of this server: only my commands are here. A moderator can "
            "[add me]({link}).",
            link=f"<{invite_link(interaction.application_id)}>",
        )
    thread = isinstance(found.channel, discord.Thread)
    wanted = needed or (IN_THREAD if thread else POSTING)
    # Who does not see a place may do nothing there, and who may not write may attach nothing.
    first, *writing = [name for name in wanted if name != "attach_files"]
    steps = ([first], writing, ["attach_files"] if "attach_files" in wanted else [])
    missing = ([name for name in step if not getattr(found.mine, name)] for step in steps)
    lacking = next(filter(None, missing), [])
    if not lacking:
        return None
    return words(
        "I may not write in {place}: I need {permissions} there.",
        place=f"<#{number}>",
        permissions=words.listing(words(NAMES[name]) for name in lacking),
    )
