"""Public messages: what one consists of, and those that come regularly in chosen channels."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Protocol

import discord

from db import outbox, settings
from db.games.rows import MessageKind
from db.timers import StoredDue
from delivery import causes, dispatcher, notice, sender
from i18n.translation import Words, words_for
from tabletop.publishing import Channels
from tabletop.table import Table
from ui import interactions
from ui.answers import RefusalError
from ui.features import POSTABLE, Feature, Setting
from ui.interactions import Interaction, guild_of, services_of, words_of
from ui.services import Services, servers, services_in
from ui.texts.markup import Part, fitted, moment


@dataclass(frozen=True, slots=True)
class Post:
    """The content of a message to be sent: text, picture, buttons, and people to notify."""

    # its lines, each with its rank; the most important ones are never cut for others
    parts: Sequence[Part]
    files: Sequence[discord.File] = ()  # its pictures or files
    view: discord.ui.View | None = None  # its buttons, or None for a message without
    pings: Sequence[int] = ()  # the people whom it notifies; without any it is sent silently
    instead: str = ""  # the text in place of lines that had to be left out
    roles: Sequence[int] = ()  # the roles whose people it notifies
    alone: bool = False  # True for a direct message, which notifies its reader

    @property
    def text(self) -> str:
        """The content, fitted to Discord's limit."""
        return fitted(self.parts, self.instead)

    @property
    def silent(self) -> bool:
        """True if the message notifies no person."""
        return not (self.pings or self.roles or self.alone)

    @property
    def mentions(self) -> discord.AllowedMentions:
        """The mentions that Discord carries out, independent of the text."""
        # By an allow-list: names and typed text in a message can then never ping, however they
        # read.
        users = [discord.Object(person) for person in self.pings]
        roles = [discord.Object(role) for role in self.roles]
        return discord.AllowedMentions(
            everyone=False, roles=roles or False, replied_user=False, users=users or False
        )


def message_url(table: Table, kind: MessageKind) -> str:
    """Return the address of a game's message of one kind, or of its place."""
    place = f"https://discord.com/channels/{table.row.guild_id}"
    message = table.messages.get(kind)
    if message is None:
        return f"{place}/{table.place}"
    return f"{place}/{message.channel_id}/{message.message_id}"


def title(table: Table, words: Words) -> str:
    """Return a game's title as messages write it."""
    return words("Arkadia, game {number}", number=table.number)


def public_words(table: Table) -> Words:
    """Return the language of a table's public messages."""
    return words_for(table.row.language)


def without_file(post: Post, words: Words) -> Post:
    """Return the same message for a channel where files may not be attached."""
    note = words("(The picture is missing: I need *Attach Files* here.)")
    return replace(post, parts=[*post.parts, Part(note)], files=())


THREADS: Final = (
    discord.ChannelType.public_thread,
    discord.ChannelType.private_thread,
    discord.ChannelType.news_thread,
)


def channel_setting(
    name: str,
    label: str,
    channels_of: Callable[[Services], Channels],
    announced: str,
    explained: str,
) -> Setting:
    """Return the setting by which moderators choose the channel that is told regularly.

    A channel that is chosen is told so, silently. The message is the check: a channel where the
    bot may not write is refused now, and not found out when the first notice is due.
    """

    async def value(interaction: Interaction) -> str | None:
        chosen = await channels_of(services_of(interaction)).chosen(guild_of(interaction))
        return None if chosen is None else str(chosen.channel_id)

    async def said(interaction: Interaction) -> str:
        words, next_at = words_of(interaction), channels_of(services_of(interaction)).next_at
        if await value(interaction) is None:
            return words(explained)
        following = words("Next post: {when}.", when=moment(next_at, "f"))
        return f"{words(explained)} {following}"

    async def choose(interaction: Interaction, chosen: str | None) -> None:
        channels, guild = channels_of(services_of(interaction)), guild_of(interaction)
        if chosen is None:
            await channels.stop(guild)
        elif chosen != await value(interaction):
            await channels.must_post(guild, interaction.user.id)
            language = await _announce(interaction, int(chosen), announced)
            await channels.choose(guild, int(chosen), language)

    return Setting(name, label, value, said, choose, channels=(*POSTABLE, *THREADS))


async def _announce(interaction: Interaction, channel: int, sentence: str) -> str:
    """Say silently in a channel what comes there from now on, and return the language."""
    language = await interactions.public_language(interaction)
    text = words_for(language)(sentence)
    place = interaction.client.get_partial_messageable(channel, guild_id=guild_of(interaction))
    try:
        await place.send(services_of(interaction).markup.sent(text), silent=True)
    except discord.HTTPException as error:
        if sender.cause_of(error) in causes.PASSING:
            raise
        words = words_of(interaction)
        lacks = await interactions.why_not(interaction, channel, interactions.WRITING)
        refuses = words("I can't post in {place}.", place=f"<#{channel}>")
        raise RefusalError(lacks or refuses) from error
    return language


async def words_there(client: discord.Client, chosen: settings.StoredChannel) -> Words:
    """Return the words of a chosen channel's language; NotShownError if the channel is gone."""
    services, guild = services_in(client), chosen.guild_id
    if await services[servers.Servers].channel(client, guild, chosen.channel_id) is None:
        raise causes.NotShownError("gone")
    return words_for(
        await interactions.chosen_language(services.tables.store, guild) or chosen.language
    )


class Regular(Protocol):
    """The subject of regular posts: their channels, and what is due in them."""

    @property
    def channels(self) -> Channels:
        """The chosen channels."""
        ...

    async def come_due(self, guild: int) -> outbox.Topic | None:
        """Put the notice that is due on a server into the outbox; None without anything to tell."""
        ...


class RegularPosts(Feature):
    """A feature that posts what is due in chosen channels; one that is gone is told no more."""

    regular: Regular  # what knows the channels, and what is due in them
    build: notice.Builder  # makes the message

    def notices(self) -> Mapping[str, notice.Builder]:
        """Return the builder of what is posted."""
        return {self.regular.channels.kind: self.build}

    def timers(self) -> Mapping[str, dispatcher.Handler]:
        """Return what posts when it is due."""
        return {self.regular.channels.due: self._due}

    async def give_up(self, topic: outbox.Topic, trouble: causes.NotShownError) -> int | None:
        """Tell a channel that is gone no more."""
        if trouble.code == "gone":
            await self.regular.channels.stop(topic.guild_id)
        return None

    async def _due(self, dues: Sequence[StoredDue]) -> None:
        for due in dues:
            topic = await self.regular.come_due(due.guild_id)
            if topic is not None:
                await self.services.outbox.begin_saying(topic)
