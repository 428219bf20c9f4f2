"""The channels in which a server is told of something regularly: commands for moderators."""

from __future__ import annotations

import logging

import discord
from discord import app_commands
from discord.ext import commands

from i18n.translation import N_
from runtime.logs import pseudonym
from tabletop.club.channels import Channels
from ui.answers import RefusalError, reply
from ui.club.digest import ANNOUNCED as DIGESTS
from ui.daily.channel import ANNOUNCED as POSITIONS
from ui.input.channels import POSTABLE, POSTABLE_OR_THREAD, Channel
from ui.interactions import Interaction, guild_of, services_of, words_of
from ui.interactions.rights import WRITING, why_not
from ui.public.announcement import Announcing, announce_in, announcing
from ui.public.regular_posts import choose_channel
from ui.public.rights import missing_for_announcements
from ui.texts.times import moment

log = logging.getLogger("arkadia.moderation")


class ChannelCommands(commands.Cog):
    """The commands by which moderators choose channels."""

    @app_commands.command(description=N_("Post a summary in a channel once a week"))
    @app_commands.describe(
        channel=N_("The channel; leave it out to see which it is now"),
        off=N_("True ends the weekly summary"),
    )
    async def digest(
        self,
        interaction: Interaction,
        channel: app_commands.Transform[Channel, POSTABLE_OR_THREAD] | None = None,
        off: bool = False,
    ) -> None:
        """Choose the channel for the weekly digest, or end the digest."""
        words, channels = words_of(interaction), services_of(interaction).digests.channels
        place = await _chosen(interaction, channels, channel, DIGESTS, off=off)
        text = words("The weekly summary is off. Pick a channel with `channel:`.")
        if place is not None:
            text = words(
                "{place} gets a summary every Monday, silently; next {when}. It tells only of "
                "games that everybody in that channel can see.",
                place=place,
                when=moment(channels.next_at, "f"),
            )
        await reply(interaction, text)

    @app_commands.command(description=N_("Post a position in a channel every day"))
    @app_commands.describe(
        channel=N_("The channel; leave it out to see which it is now"),
        off=N_("True ends the daily position"),
    )
    async def daily(
        self,
        interaction: Interaction,
        channel: app_commands.Transform[Channel, POSTABLE_OR_THREAD] | None = None,
        off: bool = False,
    ) -> None:
        """Choose the channel for the position of the day, or end it."""
        words, channels = words_of(interaction), services_of(interaction).daily.channels
        place = await _chosen(interaction, channels, channel, POSITIONS, off=off)
        text = words("No channel gets the position of the day. `channel:` chooses one.")
        if place is not None:
            text = words(
                "{place} gets a position every day, silently; next {when}. Each answers alone.",
                place=place,
                when=moment(channels.next_at, "f"),
            )
        await reply(interaction, text)

    @app_commands.command(description=N_("Announce games in a channel while they are open"))
    @app_commands.describe(
        channel=N_("The channel; leave it out to see which it is now"),
        role=N_("The role to notify; leave it out to notify nobody"),
        off=N_("True ends the announcements"),
    )
    async def announce(
        self,
        interaction: Interaction,
        channel: app_commands.Transform[Channel, POSTABLE] | None = None,
        role: discord.Role | None = None,
        off: bool = False,
    ) -> None:
        """Choose the channel in which open games are announced, or end the announcements."""
        words, guild = words_of(interaction), guild_of(interaction)
        store = services_of(interaction).tables.store
        if off:
            await announce_in(store, guild, None)
        elif channel is not None:
            # What cannot be kept is not promised: the channel of before stays.
            if lacks := await why_not(interaction, channel.id, WRITING):
                raise RefusalError(lacks)
            await announce_in(store, guild, Announcing(channel.id, role.id if role else None))
        chosen = await announcing(store, guild)
        log.info("Announcing", extra={"guild": guild, "by": pseudonym(interaction.user.id)})
        if chosen is None:
            text = words("Announcements are off. Pick a channel with `channel:`.")
            await reply(interaction, text)
            return
        place = f"<#{chosen.channel}>"
        lines = [
            words(
                "Open games are announced in {place}: only those that everybody there can see.",
                place=place,
            )
        ]
        if chosen.role is not None:
            lines.append(
                words.plural(
                    "Announcements notify {role}, at most once in {n} minute.",
                    "Announcements notify {role}, at most once in {n} minutes.",
                    services_of(interaction).settings.role_pings_minutes,
                    role=f"<@&{chosen.role}>",
                )
            )
        lines += await missing_for_announcements(interaction, chosen)
        await reply(interaction, "\n".join(lines))


async def _chosen(
    interaction: Interaction,
    channels: Channels,
    channel: Channel | None,
    sentence: str,
    *,
    off: bool,
) -> str | None:
    """Choose or end a channel on request; return the mention of the chosen one, if there is one."""
    place = await choose_channel(interaction, channels, channel, sentence, off=off)
    who = {"guild": guild_of(interaction), "by": pseudonym(interaction.user.id)}
    log.info("Channel", extra={**who, "kind": channels.kind, "now": place})
    return place
