"""The commands for a server's moderators and for the bot's owner."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import Literal, Protocol, runtime_checkable

import discord
from discord import app_commands
from discord.ext import commands

from cogs.moderation import ranking
from cogs.moderation.forum import ForumCommands
from cogs.moderation.ranking import RankingRuleCommands
from db.games.rows import State
from engine.edition_files import SHELF
from i18n.translation import N_, own_name
from players.thinking import Kind
from runtime.logs import pseudonym
from runtime.vitals import memory_in_use, version
from tabletop.club.digest import next_time
from tabletop.club.early_ends import early_pairs
from tabletop.daily.service import next_time as next_day
from ui.answers import RefusalError, pages, reply
from ui.club.digest import choose_digest
from ui.components.cog import ComponentCog
from ui.daily.channel import choose_channel
from ui.input.channels import Channel, PostableChannel, PostableChannelOrThread
from ui.input.games import label
from ui.input.languages import language_choices, read_language
from ui.input.suggestions import choice, quiet
from ui.interactions import Interaction, guild_of, services_of, words_of
from ui.interactions.languages import choose_language, chosen_language, discord_language
from ui.leagues.finding import is_moderator
from ui.news import reply_and_show
from ui.public.announcement import Announcing, announce_in, announcing
from ui.services.memory import kept_in_memory
from ui.texts.game.unfinished import early_lines, unfinished_lines
from ui.texts.status import Status, status_text
from ui.texts.times import moment

log = logging.getLogger("arkadia.moderation")

LOBBIES: tuple[State, ...] = ("lobby",)
UNFINISHED: tuple[State, ...] = ("lobby", "running", "aside")
MOST_LISTED = 50


# A protocol, since bot.py stands above the cogs and is not imported here.
@runtime_checkable
class ReloadingBot(Protocol):
    """The part of the bot that the owner's commands use."""

    @property
    def extensions(self) -> Mapping[str, ModuleType]:
        """The loaded extensions, by their names."""

    @property
    def guilds(self) -> Sequence[discord.Guild]:
        """The servers that the bot is in."""

    async def is_owner(self, user: discord.abc.User, /) -> bool:
        """Return whether a user is the bot's owner."""

    async def reload(self, *extensions: str) -> list[str]:
        """Reload some extensions, or all; return those that could not be loaded."""


@app_commands.guild_only()
@app_commands.default_permissions(manage_guild=True)
class Moderation(
    RankingRuleCommands,
    ForumCommands,
    ComponentCog,
    commands.GroupCog,
    name="arkadia-admin",
    description=N_("For moderators: the games of this server"),
):
    """Commands for moderators of a server and for the bot's owner."""

    presses = ranking.PRESSES

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Admit only moderators and the bot's owner, since hiding commands protects nothing."""
        await super().interaction_check(interaction)
        return is_moderator(interaction) or await _is_owner(interaction)

    @app_commands.command(name="list", description=N_("List all unfinished games of this server"))
    async def list_(self, interaction: Interaction) -> None:
        """List the server's lobbies and games, and pairs that end games early again and again."""
        words, tables = words_of(interaction), services_of(interaction).tables
        guild = guild_of(interaction)
        rows = await tables.store.games.find(guild, states=UNFINISHED, limit=MOST_LISTED)
        lines = await unfinished_lines(tables, rows, words)
        if not lines:
            lines.append(words("There is no unfinished game on this server."))
        lines += early_lines(await early_pairs(tables.store, guild, tables.now()), words)
        for page in pages("\n".join(lines)):
            await reply(interaction, page)

    @app_commands.command(description=N_("Close a game of this server for good"))
    @app_commands.describe(
        game=N_("Which game"),
        sure=N_("Choose yes: it cannot be taken back"),
        reason=N_("Why, for its players to read"),
    )
    async def close(
        self,
        interaction: Interaction,
        game: int,
        sure: Literal["yes", "no"],
        reason: app_commands.Range[str, 1, 200] | None = None,
    ) -> None:
        """Close a lobby or a game."""
        words = words_of(interaction)
        # The choice is the confirmation: a closed game cannot be opened again.
        if sure != "yes":
            raise RefusalError(words("Game {number} is not closed.", number=game))
        why = reason or N_("a moderator closed it")  # said in the language of the game
        table = await services_of(interaction).tables.closing.close(
            game, guild_of(interaction), why
        )
        text = words("Game {number} is closed.", number=table.number)
        await reply_and_show(interaction, table.number, text)

    @app_commands.command(description=N_("Keep a person from opening games on this server"))
    @app_commands.describe(
        person=N_("Who; leave it out to see all of them"),
        allow=N_("True lets the person open games again"),
        close=N_("True also closes the lobbies that the person hosts here"),
    )
    async def block(
        self,
        interaction: Interaction,
        person: discord.User | None = None,
        allow: bool = False,
        close: bool = False,
    ) -> None:
        """Forbid a person to open games, or allow it again."""
        words, guild = words_of(interaction), guild_of(interaction)
        store = services_of(interaction).tables.store
        if person is not None:
            await store.games.set_blocked(guild, person.id, not allow)
            who = {
                "user": pseudonym(person.id),
                "allow": allow,
                "by": pseudonym(interaction.user.id),
            }
            log.info("Blocked", extra={"guild": guild, **who})
        lobbies = await _lobbies_of(interaction, person, close=close and not allow)
        people = sorted(await store.games.blocked_in(guild))
        blocked = words.listing(f"<@{user}>" for user in people)
        text = words("These people may not open games here: {people}.", people=blocked)
        if not blocked:
            text = words("Everybody may open games here. Name a person to block with `person:`.")
        for page in pages("\n".join([text, *lobbies])):
            await reply(interaction, page)

    @app_commands.command(description=N_("Post a summary in a channel once a week"))
    @app_commands.describe(
        channel=N_("The channel; leave it out to see which it is now"),
        off=N_("True ends the weekly summary"),
    )
    async def digest(
        self,
        interaction: Interaction,
        channel: app_commands.Transform[Channel, PostableChannelOrThread] | None = None,
        off: bool = False,
    ) -> None:
        """Choose the channel for the weekly digest, or end the digest."""
        words, guild = words_of(interaction), guild_of(interaction)
        services = services_of(interaction)
        digests, who = services.digests, {"guild": guild, "by": pseudonym(interaction.user.id)}
        if off:
            await digests.stop(guild)
            log.info("No digest", extra=who)
        elif channel is not None:
            await choose_digest(interaction, channel.id)
            log.info("Digest", extra={**who, "channel": channel.id})
        chosen = await digests.chosen(guild)
        if chosen is None:
            nowhere = words("The weekly summary is off. Pick a channel with `channel:`.")
            await reply(interaction, nowhere)
            return
        text = words(
            "{place} gets a summary every Monday, silently; next {when}. It tells only of "
            "games that everybody in that channel can see.",
            place=f"<#{chosen.channel_id}>",
            when=moment(next_time(services.tables.now()), "f"),
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
        channel: app_commands.Transform[Channel, PostableChannelOrThread] | None = None,
        off: bool = False,
    ) -> None:
        """Choose the channel for the position of the day, or end it."""
        words, guild = words_of(interaction), guild_of(interaction)
        services = services_of(interaction)
        daily, who = services.daily, {"guild": guild, "by": pseudonym(interaction.user.id)}
        if off:
            await daily.stop(guild)
            log.info("No position of the day", extra=who)
        elif channel is not None:
            await choose_channel(interaction, channel.id)
            log.info("Position of the day", extra={**who, "channel": channel.id})
        chosen = await daily.chosen(guild)
        if chosen is None:
            nowhere = words("No channel gets the position of the day. `channel:` chooses one.")
            await reply(interaction, nowhere)
            return
        text = words(
            "{place} gets a position every day, silently; next {when}. Each answers alone.",
            place=f"<#{chosen.channel_id}>",
            when=moment(next_day(services.tables.now()), "f"),
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
        channel: app_commands.Transform[Channel, PostableChannel] | None = None,
        role: discord.Role | None = None,
        off: bool = False,
    ) -> None:
        """Choose the channel in which open games are announced, or end the announcements."""
        words, guild = words_of(interaction), guild_of(interaction)
        store = services_of(interaction).tables.store
        if off:
            await announce_in(store, guild, None)
        elif channel is not None:
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
        there = interaction.client.get_channel(chosen.channel)
        if isinstance(there, discord.abc.GuildChannel):
            lines += _what_is_missing(interaction, there, role)
        await reply(interaction, "\n".join(lines))

    @app_commands.command(description=N_("The language of what the bot says to everybody here"))
    @app_commands.describe(
        language=N_("Which; leave it out to see it"),
        off=N_("True leaves it to this server's settings"),
    )
    async def language(
        self,
        interaction: Interaction,
        language: app_commands.Range[str, 1, 20] | None = None,
        off: bool = False,
    ) -> None:
        """Choose the language of the server's public messages."""
        words, guild = words_of(interaction), guild_of(interaction)
        store = services_of(interaction).tables.store
        if off or language is not None:
            spoken = None if off or language is None else read_language(language, words)
            await choose_language(store, guild, spoken)
            log.info(
                "Language",
                extra={"guild": guild, "by": pseudonym(interaction.user.id), "now": spoken},
            )
        chosen = await chosen_language(store, guild)
        name = own_name(chosen or discord_language(interaction))
        text = words(
            "New games and leagues and the weekly summary speak {language} here. Each game can "
            "have a language of its own: `/arkadia start`.",
            language=name,
        )
        if chosen is None:
            text = words(
                "Nothing is chosen: new games and leagues and the weekly summary speak {language}, "
                "by this server's settings in Discord. `language:` chooses another.",
                language=name,
            )
        await reply(interaction, text)

    @language.autocomplete("language")
    @quiet
    async def _language(
        self, interaction: Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        return language_choices(typed)

    @app_commands.command(description=N_("How the bot is; for the person who runs it"))
    async def status(self, interaction: Interaction) -> None:
        """Show the bot's status: version, servers, games, memory, backups and recent errors."""
        words, bot = words_of(interaction), await _for_its_owner(interaction)
        services = services_of(interaction)
        folder = services.settings.backups
        backup = await services.tables.store.newest_backup(folder) if folder else None
        kept = kept_in_memory(services).values()
        outlook = services.thinking.outlook(Kind.REVIEW)
        status = Status(
            version=version(),
            started_at=services.started_at,
            servers=len(bot.guilds),
            counts=await services.tables.store.counts(),
            backlog=await services.tables.store.outbox.backlog(services.tables.now()),
            waiting=outlook.waiting,
            seconds=outlook.seconds,
            memory=memory_in_use(),
            kept=sum(one.memory for one in kept),
            most_kept=sum(one.limit for one in kept),
            backed_up_at=backup.made_at if backup else None,
            backs_up=folder is not None,
            editions=len(SHELF.offered),
            left_out=SHELF.problems,
            errors=tuple(services.errors.records),
        )
        for page in pages(status_text(status, words)):
            await reply(interaction, page)

    @app_commands.command(description=N_("Reload a part of the bot; for the person who runs it"))
    @app_commands.describe(part=N_("Which part; all of them if you name none"))
    async def reload(
        self, interaction: Interaction, part: app_commands.Range[str, 1, 40] | None = None
    ) -> None:
        """Reload one extension from its file, or all of them, while games go on."""
        words, bot = words_of(interaction), await _for_its_owner(interaction)
        parts = _parts(bot)
        if part is not None and part not in parts:
            raise RefusalError(
                words("The bot has these parts: {parts}.", parts=words.listing(parts))
            )
        failed = await bot.reload(*([] if part is None else [parts[part]]))
        log.info("Reload", extra={"part": part or "all", "by": pseudonym(interaction.user.id)})
        if failed:
            names = words.listing(name for name in parts if parts[name] in failed)
            raise RefusalError(
                words("Not loaded: {parts}. They go on as they were; see the log.", parts=names)
            )
        await reply(interaction, words("Reloaded: {parts}.", parts=part or words.listing(parts)))

    @reload.autocomplete("part")
    @quiet
    async def _part(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        parts = _parts(await _for_its_owner(interaction))
        return [choice(name, name) for name in parts if typed.casefold() in name]

    @close.autocomplete("game")
    @quiet
    async def _game(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
        rows = await services_of(interaction).tables.store.games.find(
            guild_of(interaction), states=UNFINISHED, limit=MOST_LISTED
        )
        wanted, words = typed.casefold(), words_of(interaction)
        labels = {row.game_id: label(row, words) for row in rows}
        return [
            choice(name, number) for number, name in labels.items() if wanted in name.casefold()
        ]


async def _lobbies_of(
    interaction: Interaction, person: discord.User | None, *, close: bool
) -> list[str]:
    """Return sentences about a blocked person's open lobbies, closing these on request."""
    if person is None:
        return []
    words, guild, services = words_of(interaction), guild_of(interaction), services_of(interaction)
    if person.id not in await services.tables.store.games.blocked_in(guild):
        return []
    rows = await services.tables.store.games.find(guild, states=LOBBIES, limit=MOST_LISTED)
    theirs = [row.game_id for row in rows if row.host_id == person.id]
    if not theirs:
        return []
    if not close:
        return [
            words.plural(
                "{n} lobby of this person is still open: `close:True` closes it.",
                "{n} lobbies of this person are still open: `close:True` closes them.",
                len(theirs),
            )
        ]
    for number in theirs:
        await services.tables.closing.close(number, guild, N_("a moderator closed it"))
        await services.publisher.publish(number)
    return [
        words.plural(
            "{n} lobby of this person is closed.",
            "{n} lobbies of this person are closed.",
            len(theirs),
        )
    ]


async def _is_owner(interaction: Interaction) -> bool:
    """Return whether the person who asks runs the bot."""
    bot = interaction.client
    return isinstance(bot, ReloadingBot) and await bot.is_owner(interaction.user)


async def _for_its_owner(interaction: Interaction) -> ReloadingBot:
    """Return the bot, for its owner.

    Raises:
        RefusalError: if another person asks.
    """
    bot = interaction.client
    if not isinstance(bot, ReloadingBot) or not await bot.is_owner(interaction.user):
        words = words_of(interaction)
        raise RefusalError(words("Only the person who runs this bot may do this."))
    return bot


def _what_is_missing(
    interaction: Interaction, channel: discord.abc.GuildChannel, role: discord.Role | None
) -> list[str]:
    """Return the permissions that the bot lacks to announce games in a channel."""
    words, mine = words_of(interaction), channel.permissions_for(channel.guild.me)
    lines = []
    if not (mine.view_channel and mine.send_messages):
        lines.append(
            words(
                "I may not write in {place}: I need *View Channel* and *Send Messages* there.",
                place=channel.mention,
            )
        )
    # Discord posts such a message and leaves the ping out without a word.
    if role is not None and not (role.mentionable or mine.mention_everyone):
        lines.append(
            words(
                "I may not notify {role}: let anyone mention it, or give me *Mention @everyone*.",
                role=role.mention,
            )
        )
    return lines


def _parts(bot: ReloadingBot) -> dict[str, str]:
    """Return the extensions by their short names."""
    return {name.rpartition(".")[2]: name for name in bot.extensions}


async def setup(bot: commands.AutoShardedBot) -> None:
    """Add the cog to the bot."""
    await bot.add_cog(Moderation(bot))
