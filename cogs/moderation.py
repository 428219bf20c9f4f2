"""The commands for a server's moderators and for the bot's owner."""

import logging
from typing import Final, Literal

import discord
from discord import app_commands
from discord.ext import commands

from db.games.rows import State
from db.outbox import Backlog
from engine.edition_files import SHELF
from i18n.translation import N_, Words
from runtime.health import memory_in_use, version
from runtime.logs import LastErrors, pseudonym
from ui import client, features, server_settings
from ui.answers import RefusalError, reply, reply_and_show
from ui.components import ComponentCog
from ui.input.games import label
from ui.input.suggestions import Choices, choice, quiet
from ui.interactions import Interaction, guild_of, may_moderate, services_of, words_of
from ui.server_settings import show_settings
from ui.services import Services
from ui.texts.bot import reason as why_waiting
from ui.texts.markup import moment, pages, plain
from ui.texts.turns import unfinished_lines

log = logging.getLogger("arkadia.moderation")

LOBBIES: Final[tuple[State, ...]] = ("lobby",)
UNFINISHED: Final[tuple[State, ...]] = ("lobby", "running", "aside")
MOST_LISTED: Final = 50
MEGABYTE: Final = 1_000_000


class GamesCommands(commands.Cog):
    """The commands by which moderators list and close games, and block people."""

    @app_commands.command(name="list", description=N_("List all unfinished games on this server"))
    async def list_(self, interaction: Interaction) -> None:
        """List the server's lobbies and games, and pairs that end games early again and again."""
        words, tables = words_of(interaction), services_of(interaction).tables
        guild = guild_of(interaction)
        rows = await tables.store.games.find(guild, states=UNFINISHED, limit=MOST_LISTED)
        lines = await unfinished_lines(tables, guild, rows, words)
        if not lines:
            lines.append(words("There's no game here. `/arkadia start` opens one."))
        for feature in features.features_of(interaction.client):
            lines += await feature.for_moderators(guild, words)
        for page in pages("\n".join(lines)):
            await reply(interaction, page)

    @app_commands.command(description=N_("Close a game on this server for good"))
    @app_commands.describe(
        game=N_("Which game"),
        sure=N_("Choose yes to confirm: this can't be undone"),
        reason=N_("The reason, shown to the players"),
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
            raise RefusalError(words("Game {number} wasn't closed.", number=game))
        why = reason or N_("a moderator closed it")  # said in the language of the game
        table = await services_of(interaction).tables.closing.close(
            game, guild_of(interaction), why
        )
        text = words("Game {number} has been closed.", number=table.number)
        await reply_and_show(interaction, table.number, text)

    @app_commands.command(description=N_("Stop a player from opening games on this server"))
    @app_commands.describe(
        person=N_("The player; leave it out to list blocked players"),
        allow=N_("True lets this player open games again"),
        close=N_("True also closes the lobbies this player hosts here"),
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
        text = words("These players can't open games here: {people}.", people=blocked)
        if not blocked:
            text = words("Everybody can open games here. To block a player, add `person:`.")
        for page in pages("\n".join([text, *lobbies])):
            await reply(interaction, page)

    @close.autocomplete("game")
    @quiet
    async def _game(self, interaction: Interaction, typed: str) -> Choices[int]:
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
                "{n} lobby hosted by this player is still open: `close:True` closes it.",
                "{n} lobbies hosted by this player are still open: `close:True` closes them.",
                len(theirs),
            )
        ]
    for number in theirs:
        await services.tables.closing.close(number, guild, N_("a moderator closed it"))
        await services.publisher.publish(number)
    return [
        words.plural(
            "{n} lobby hosted by this player has been closed.",
            "{n} lobbies hosted by this player have been closed.",
            len(theirs),
        )
    ]


class OwnerCommands(commands.Cog):
    """The commands of the bot's owner."""

    @app_commands.command(description=N_("How the bot is doing; for the person who runs it"))
    async def status(self, interaction: Interaction) -> None:
        """Show the bot's status: version, servers, games, memory, backups and recent errors."""
        words, bot = words_of(interaction), await _for_its_owner(interaction)
        for page in pages(await _status(services_of(interaction), bot, words)):
            await reply(interaction, page)

    @app_commands.command(description=N_("Reload a part of the bot; for the person who runs it"))
    @app_commands.describe(part=N_("Which part; leave it out for all of them"))
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
        failed = await (bot.reload() if part is None else bot.reload(parts[part]))
        log.info("Reload", extra={"part": part or "all", "by": pseudonym(interaction.user.id)})
        if failed:
            names = words.listing(name for name in parts if parts[name] in failed)
            raise RefusalError(
                words(
                    "Couldn't load {parts}: see the log. If an earlier version was "
                    "running, it still is.",
                    parts=names,
                )
            )
        await reply(interaction, words("Reloaded: {parts}.", parts=part or words.listing(parts)))

    @reload.autocomplete("part")
    @quiet
    async def _part(self, interaction: Interaction, typed: str) -> Choices[str]:
        parts = _parts(await _for_its_owner(interaction))
        return [choice(name, name) for name in parts if typed.casefold() in name]


async def _status(services: Services, bot: client.Client, words: Words) -> str:
    store = services.tables.store
    counts, backlog = await store.counts(), await store.outbox.backlog(services.tables.now())
    states: dict[State, str] = {
        "lobby": words.context("games that are …", "in the lobby"),
        "running": words.context("games that are …", "running"),
        "finished": words.context("games that are …", "finished"),
        "aside": words.context("games that are …", "set aside"),
    }
    games = words.listing(
        words.context(
            "one of a list", "{count} {state}", count=counts.games.get(state, 0), state=word
        )
        for state, word in states.items()
    )
    lines = [
        words(
            "**Arkadia {version}**, started {when}",
            version=version(),
            when=moment(services.started_at),
        ),
        words(
            "- Servers: {count} ({games} with games)", count=len(bot.guilds), games=counts.guilds
        ),
        words("- Games: {games}", games=games),
        *(f"  - {_waits(one, words)}" for one in backlog),
        words("- Memory: {megabytes} MB", megabytes=words.number(memory_in_use() / MEGABYTE, 0)),
        words("- Database: {megabytes} MB", megabytes=words.number(counts.size / MEGABYTE)),
        await _backup(services, words),
        *(
            words("- Edition `{file}` not loaded: {why}", file=plain(file), why=plain(why, 200))
            for file, why in SHELF.problems.items()
        ),
    ]
    if bot.missing:
        parts = words.listing(name.removeprefix("cogs.") for name in bot.missing)
        lines.append(
            words(
                "Couldn't load {parts}: see the log. If an earlier version was "
                "running, it still is.",
                parts=parts,
            )
        )
    errors = [_error(record) for record in reversed(services[LastErrors].records)]
    if errors:
        lines.append(words("- Latest problems:"))
    return "\n".join([*lines, *errors])


async def _backup(services: Services, words: Words) -> str:
    if (folder := services.settings.backups) is None:
        return words("- No backups are made: `ARKADIA_BACKUPS` isn't set")
    newest = await services.tables.store.newest_backup(folder)
    if newest is None:
        return words("- Last backup: {when}", when=words("never"))
    return words("- Last backup: {when}", when=moment(newest.made_at))


def _waits(one: Backlog, words: Words) -> str:
    """Return a line about what waits: how much of which kind, since when, and why."""
    given = {
        "kind": f"`{one.kind}`",
        "count": one.count,
        "why": why_waiting(one.why, words) if one.why else words("still in the queue"),
        "since": moment(one.since),
        "next": moment(one.next_at),
    }
    if not one.since or not one.why:
        return words("{kind} not sent yet: {count} ({why})", **given)
    return words("{kind} not sent yet: {count}, since {since} ({why}). Next try: {next}", **given)


def _error(record: logging.LogRecord) -> str:
    found = getattr(record, "interaction", None)
    why = plain(str(getattr(record, "why", "")), 150)
    name = f"`{found}`" if found else f"`{record.name}`"
    return (
        f"  - {moment(round(record.created * 1000))} {name} {plain(record.getMessage(), 80)} {why}"
    )


async def _for_its_owner(interaction: Interaction) -> client.Client:
    bot = interaction.client
    if not isinstance(bot, client.Client) or not await bot.is_owner(interaction.user):
        words = words_of(interaction)
        raise RefusalError(words("Only the person who runs this bot can do this."))
    return bot


def _parts(bot: client.Client) -> dict[str, str]:
    return {name.rpartition(".")[2]: name for name in bot.extensions}


@app_commands.guild_only()
@app_commands.default_permissions(manage_guild=True)
class Moderation(
    OwnerCommands,
    GamesCommands,
    ComponentCog,
    commands.GroupCog,
    name="arkadia-admin",
    description=N_("For moderators: the games on this server"),
):
    """Commands for moderators of a server and for the bot's owner."""

    presses = server_settings.PRESSES

    @app_commands.command(description=N_("This server's settings: channels, roles, language"))
    async def settings(self, interaction: Interaction) -> None:
        """Show the settings of the server."""
        await show_settings(interaction)

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Admit only moderators and the bot's owner, since hiding commands protects nothing."""
        await super().interaction_check(interaction)
        return await may_moderate(interaction)


async def setup(bot: commands.AutoShardedBot) -> None:
    """Add the cog to the bot."""
    await bot.add_cog(Moderation(bot))
