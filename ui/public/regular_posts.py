"""Regular posts in a channel that moderators chose: the choice, and the posting."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import TypeAlias

import discord

from db.club.rows import StoredChannel
from db.outbox.rows import Topic
from db.timers.rows import StoredDue
from delivery.causes import cause_of
from delivery.errors import PASSING, NotShownError
from delivery.notice import Builder, Notice
from delivery.sender import Sender
from i18n.translation import Words, words_for
from tabletop.club.channels import Channels
from ui.answers import RefusalError
from ui.input.channels import Channel
from ui.interactions import Interaction, guild_of, services_of, words_of
from ui.interactions.languages import chosen_language, public_language
from ui.interactions.rights import WRITING, why_not
from ui.services import Services, services_in

ComeDue: TypeAlias = Callable[[int], Awaitable[Topic | None]]
"""Puts the notice that is due on a server into the outbox; None if there is nothing to tell."""


async def choose_channel(
    interaction: Interaction,
    channels: Channels,
    channel: Channel | None,
    sentence: str,
    *,
    off: bool,
) -> str | None:
    """Choose a channel or end it on request, and return the mention of the channel that is chosen.

    A channel that is chosen is told so, silently. The message is the check: a channel where the
    bot may not write is refused now, and not found out when the first notice is due.

    Args:
        channel: the channel to choose; None to leave it.
        sentence: what a channel is told, marked for translation.
        off: True to end it.

    Raises:
        RefusalError: if the bot may not write there.
        TableError: if the person caused too many public messages lately.
    """
    guild = guild_of(interaction)
    chosen = await channels.chosen(guild)
    if off:
        await channels.stop(guild)
    elif channel is not None and (chosen is None or chosen.channel_id != channel.id):
        await channels.must_post(guild, interaction.user.id)
        language = await _announce(interaction, channel.id, sentence)
        await channels.choose(guild, channel.id, language)
    chosen = await channels.chosen(guild)
    return None if chosen is None else f"<#{chosen.channel_id}>"


async def _announce(interaction: Interaction, channel: int, sentence: str) -> str:
    """Say silently in a channel what comes there from now on, and return the language.

    Raises:
        RefusalError: if the bot may not write there.
    """
    language = await public_language(interaction)
    text = words_for(language)(sentence)
    place = interaction.client.get_partial_messageable(channel, guild_id=guild_of(interaction))
    try:
        await place.send(services_of(interaction).markup.sent(text), silent=True)
    except discord.HTTPException as error:
        if cause_of(error) in PASSING:
            raise
        words, lacks = words_of(interaction), await why_not(interaction, channel, WRITING)
        refuses = words("{place} takes no message from me.", place=f"<#{channel}>")
        raise RefusalError(lacks or refuses) from error
    return language


async def words_there(client: discord.Client, chosen: StoredChannel) -> Words:
    """Return the words of the language that a chosen channel is told in.

    Raises:
        NotShownError: if the channel is gone.
    """
    services, guild = services_in(client), chosen.guild_id
    if await services.servers.channel(client, guild, chosen.channel_id) is None:
        raise NotShownError("gone")
    return words_for(await chosen_language(services.tables.store, guild) or chosen.language)


class RegularPosts:
    """Posts what is due in the channels chosen for it; a channel that is gone is told no more.

    Args:
        services: the bot's services.
        channels: the chosen channels.
        come_due: puts what is due into the outbox.
        sender: posts it.
        build: builds the message.
    """

    def __init__(
        self,
        services: Services,
        channels: Channels,
        come_due: ComeDue,
        sender: Sender,
        build: Builder,
    ) -> None:
        self._services = services
        self._channels = channels
        self._come_due = come_due
        self._notice = Notice(services.outbox, services.tables.store, sender, build)

    def start(self) -> None:
        """Start posting."""
        self._services.outbox.handle(self._channels.kind, self._notice.say, self._give_up)
        self._services.dispatcher.handle(self._channels.due, self._due)

    def stop(self) -> None:
        """Stop posting; what is due waits for the next start."""
        self._services.dispatcher.handle(self._channels.due, None)
        self._services.outbox.handle(self._channels.kind, None)

    async def _due(self, dues: Sequence[StoredDue]) -> None:
        for due in dues:
            topic = await self._come_due(due.guild_id)
            if topic is not None:
                await self._services.outbox.say(topic)

    async def _give_up(self, topic: Topic, trouble: NotShownError) -> int | None:
        if trouble.code == "gone":
            await self._channels.stop(topic.guild_id)
        return None
