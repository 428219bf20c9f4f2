"""The games of a server and the people who open them: commands for moderators."""

from __future__ import annotations

import logging
from typing import Final, Literal

import discord
from discord import app_commands
from discord.ext import commands

from db.games.rows import State
from i18n.translation import N_
from runtime.logs import pseudonym
from tabletop.club.early_ends import early_pairs
from ui.answers import RefusalError, pages, reply
from ui.input.games import label
from ui.input.suggestions import Choices, choice, quiet
from ui.interactions import Interaction, guild_of, services_of, words_of
from ui.news import reply_and_show
from ui.texts.game.unfinished import early_lines, unfinished_lines

log = logging.getLogger("arkadia.moderation")

LOBBIES: Final[tuple[State, ...]] = ("lobby",)
UNFINISHED: Final[tuple[State, ...]] = ("lobby", "running", "aside")
MOST_LISTED: Final = 50


class GamesCommands(commands.Cog):
    """The commands by which moderators list and close games, and block people."""

    @app_commands.command(name="list", description=N_("List all unfinished games of this server"))
    async def list_(self, interaction: Interaction) -> None:
        """List the server's lobbies and games, and pairs that end games early again and again."""
        words, tables = words_of(interaction), services_of(interaction).tables
        guild = guild_of(interaction)
        rows = await tables.store.games.find(guild, states=UNFINISHED, limit=MOST_LISTED)
        lines = await unfinished_lines(tables, guild, rows, words)
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
