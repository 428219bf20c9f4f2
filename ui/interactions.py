"""An interaction of Discord's: its person, language and place, what they may do and see there."""

import logging
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

import discord
from discord import app_commands
from discord.ext import commands

from db.games.rows import GameSummary
from db.store import Store
from db.usage import AskedBy
from delivery.sender import cause_of
from i18n.translation import N_, SOURCE, Words, offered, words_for
from runtime.logs import pseudonym
from tabletop.errors import TableError, UnreadableTableError
from tabletop.table import Table
from ui.services import Services, services_in
from ui.services.servers import UNANSWERED, Channel, Servers, invite_link
from ui.texts.markup import OPTION_LIMIT

Interaction: TypeAlias = discord.Interaction[discord.Client]


def services_of(interaction: Interaction) -> Services:
    """Return the services of the bot that received an interaction."""
    return services_in(interaction.client)


def asked_in(interaction: Interaction) -> AskedBy:
    """Return what an interaction asks for, by the key under which Discord may deliver it twice."""
    at = round(interaction.created_at.timestamp() * 1000)
    return AskedBy(f"discord/{interaction.id}", at)


def server_of(interaction: Interaction) -> int | None:
    """Return the server of an interaction; None where the bot is for the person alone.

    That is in direct messages, and on servers to which the person alone has added it.
    """
    alone = interaction.is_user_integration() and not interaction.is_guild_integration()
    return None if alone else interaction.guild_id


def guild_of(interaction: Interaction) -> int:
    """Return the server of an interaction; a TableError where the bot is for the person alone."""
    guild = server_of(interaction)
    if guild is None:
        raise TableError("no-server")
    return guild


def channel_of(interaction: Interaction) -> int:
    """Return the channel of an interaction; a TableError where there is none."""
    if interaction.channel_id is None:
        raise TableError("no-channel")
    return interaction.channel_id


def words_of(interaction: Interaction) -> Words:
    """Return the language of the person, for texts that only they read."""
    chosen = services_of(interaction).personal.preferences(interaction.user.id).language
    return words_for(chosen or interaction.locale.value)


def where_of(interaction: Interaction) -> dict[str, object]:
    """Return log fields that identify an interaction; typed text is left out."""
    command = interaction.command
    data: Mapping[str, Any] = interaction.data or {}
    button = ":".join(str(data.get("custom_id", "?")).split(":")[:2])  # the rest may name a card
    what = command.qualified_name if command else button
    where: dict[str, object] = {"interaction": interaction.id, "what": what}
    shards = interaction.client.shard_count or 1
    if shards > 1 and interaction.guild_id is not None:
        # Discord's own formula for the shard of a server.
        where["shard"] = (interaction.guild_id >> 22) % shards
    return {**where, "user": pseudonym(interaction.user.id)}


LONGEST: Final = 1000  # characters of any submitted text; no option and no field takes more


class BoundTree(app_commands.CommandTree[discord.Client]):
    """The tree of commands; what is typed for one is cut before anything reads it."""

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Cut the options of a command or of a request for suggestions, and allow it."""
        bound(interaction)
        return True


def bound(interaction: Interaction) -> None:
    """Cut every string of an interaction to the most that is allowed: options, fields, ids."""
    typing = interaction.type is discord.InteractionType.autocomplete
    longest = OPTION_LIMIT if typing else LONGEST
    # A stack and no recursion: the depth of the data is the sender's choice.
    left: list[Any] = [interaction.data]
    while left:
        part = left.pop()
        if isinstance(part, dict | list):
            for key, value in part.items() if isinstance(part, dict) else enumerate(part):
                if isinstance(value, str):
                    part[key] = value[:longest]
                else:
                    left.append(value)


SCOPE: Final = "language"  # the scope of the settings that hold the languages of servers


async def chosen_language(store: Store, guild: int) -> str | None:
    """Return the language that a server's moderators chose; None if none or not offered."""
    found = await store.admin.setting(SCOPE, str(guild))
    return None if found is None else offered(found)


async def choose_language(store: Store, guild: int, language: str | None) -> None:
    """Choose a server's language; None leaves it to Discord's settings of the server."""
    await store.admin.set_setting(SCOPE, str(guild), language)


async def public_language(interaction: Interaction) -> str:
    """Return the language of a server's public messages."""
    store = services_of(interaction).tables.store
    chosen = await chosen_language(store, guild_of(interaction))
    return chosen or discord_language(interaction)


def private_language(interaction: Interaction) -> str:
    """Return the language of a table that only one person sees: theirs."""
    return offered(words_of(interaction).language) or SOURCE


def discord_language(interaction: Interaction) -> str:
    """Return the language of a server by Discord's settings."""
    # Only community servers can set it; Discord sends American English for all others.
    locale = interaction.guild_locale
    return (offered(locale.value) if locale else None) or SOURCE


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


class Here(NamedTuple):
    """A place as the bot sees it."""

    guild: discord.Guild | None  # the server; None where the bot is no member
    channel: Channel | None  # the channel or thread; None for one that the bot does not see
    mine: discord.Permissions  # the bot's permissions there


def is_moderator(interaction: Interaction) -> bool:
    """Return whether the person who asks may manage the server."""
    permissions = interaction.permissions
    return permissions.manage_guild or permissions.administrator


async def may_moderate(interaction: Interaction) -> bool:
    """Return whether the person who asks is a moderator or the bot's owner."""
    bot = interaction.client
    return is_moderator(interaction) or (
        isinstance(bot, commands.Bot) and await bot.is_owner(interaction.user)
    )


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
    except discord.InvalidData:  # a channel of another server
        return Here(guild, None, discord.Permissions.none())
    except UNANSWERED as error:
        log.info("Not seen", extra={**where_of(interaction), "why": str(error)})
        hidden = isinstance(error, discord.HTTPException) and cause_of(error) == "absent"
        return Here(guild, None, discord.Permissions.none()) if hidden else None


async def why_not(
    interaction: Interaction, number: int, needed: Sequence[str] | None = None
) -> str | None:
    """Return why the bot cannot write in a place, with what to do; None where it can."""
    found = await here(interaction, number)
    return None if found is None else what_lacks(interaction, number, found, needed)


def invite_button(interaction: Interaction) -> discord.ui.Button[Any]:
    """Return the button that adds the bot to a server."""
    words, link = words_of(interaction), invite_link(interaction.application_id)
    return discord.ui.Button(label=words("Add to a server"), url=link)


def what_lacks(
    interaction: Interaction, number: int, found: Here, needed: Sequence[str] | None = None
) -> str | None:
    """Return the same of a place that was looked at."""
    words = words_of(interaction)
    if found.guild is None:
        return words(
            "I'm not a member of this server: only my commands are here. A moderator can "
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
    rights = words.listing(words(NAMES[name]) for name in lacking)
    sentence = N_("I can't write in {place}: I need {permissions} there.")
    return words(sentence, place=f"<#{number}>", permissions=rights)


async def table_seen(interaction: Interaction, number: int, *, leaving: bool = False) -> Table:
    """Return a table of this server by its number, if the person who asks may know of it.

    One error is that of a table that is not there and of one that they can neither see nor play.
    Its players may leave it even if they no longer see its channel.
    """
    try:
        table = await services_of(interaction).tables.get(number, guild_of(interaction))
    except UnreadableTableError as error:
        # Even that a game was set aside is told only to the people who may know of it.
        if _is_seated(interaction, error.row) or await sees(interaction, error.row):
            raise
        raise TableError("unknown-table", number=number) from error
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
    alone = is_practice(row) and row.thread_id is not None
    # The person reads this channel right now, which answers the question without a request.
    if not alone and row.channel_id in (interaction.channel_id, _parent(interaction)):
        return True
    place = row.thread_id if alone and row.thread_id else row.channel_id
    known = await _views(interaction, place)
    return _is_seated(interaction, row) if known is None else known


async def sees_channel(interaction: Interaction, number: int) -> bool:
    """Return whether the person who asks can see a channel; False if Discord does not answer."""
    here = number in (interaction.channel_id, _parent(interaction))
    return here or bool(await _views(interaction, number))


async def _views(interaction: Interaction, place: int) -> bool | None:
    """Return whether the person who asks can see a place; None if it is gone, or that not known."""
    try:
        channel = await open_channel(interaction.client, guild_of(interaction), place)
    except UNANSWERED as error:
        log.info("Not known who sees it", extra={**where_of(interaction), "why": str(error)})
        return None
    person = interaction.user
    if channel is None or not isinstance(person, discord.Member):
        return None
    return channel.permissions_for(person).view_channel


async def seen_by_all(
    client: discord.Client, place: int, guild: int, rows: Iterable[GameSummary]
) -> list[GameSummary]:
    """Filter games to those that every reader of a channel may know of, and no practice.

    UNANSWERED is raised if Discord does not say who may see what.
    """
    rows = list(rows)
    open_to_all = await channels_seen_by_all(client, place, guild, {row.channel_id for row in rows})
    return [row for row in rows if row.channel_id in open_to_all and not is_practice(row)]


async def channels_seen_by_all(
    client: discord.Client, place: int, guild: int, channels: Iterable[int]
) -> set[int]:
    """Filter channels to those that every reader of a channel sees; UNANSWERED may be raised."""
    home = await open_channel(client, guild, place)
    found = set()
    for number in channels:
        channel = await open_channel(client, guild, number)
        if home is not None and _is_as_open(channel, home):
            found.add(number)
    return found


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
    channel = interaction.channel
    return channel.parent_id if isinstance(channel, discord.Thread) else None


async def open_channel(
    client: discord.Client, guild: int, number: int
) -> discord.abc.GuildChannel | None:
    """Return the channel whose permissions decide: a public thread has those of its channel."""
    servers = services_in(client)[Servers]
    channel = await servers.channel(client, guild, number)
    if isinstance(channel, discord.Thread):
        return None if channel.is_private() else await servers.parent(client, channel)
    return channel


def is_practice(row: GameSummary) -> bool:
    """Return whether one person plays alone, most likely in a private thread."""
    return row.state != "lobby" and sum(not seat.is_computer for seat in row.seats) == 1


def _is_seated(interaction: Interaction, row: GameSummary) -> bool:
    user = interaction.user.id
    return row.host_id == user or any(seat.user_id == user for seat in row.seats)
