"""Commands for a server's moderators, in a group of their own so that a server can grant them."""

from __future__ import annotations

import discord
from discord import app_commands

from cogs.answering import pages, reply, think
from cogs.app import Interaction, app_of, guild_of, words_of
from cogs.finding import label
from cogs.refusals import plain
from cogs.showing import reply_and_show
from cogs.suggesting import choice, quiet
from db.rows import State
from translation import N_

UNFINISHED: tuple[State, ...] = ("lobby", "running", "aside")
MOST_LISTED = 50


class Moderation(app_commands.Group):
    """List and close the games of a server."""

    def __init__(self) -> None:
        super().__init__(
            name="arkadia-admin",
            description=N_("For moderators: the games of this server"),
            guild_only=True,
            default_permissions=discord.Permissions(manage_guild=True),
        )

    @app_commands.command(name="list", description=N_("List all unfinished games of this server"))
    async def list_(self, interaction: Interaction) -> None:
        """List tables."""
        await think(interaction)
        words = words_of(interaction)
        rows = await app_of(interaction).tables.store.tables_in(
            guild_of(interaction), states=UNFINISHED, limit=MOST_LISTED
        )
        states = {"lobby": words("lobby"), "running": words("running"), "aside": words("set aside")}
        lines = [
            words(
                "- Game {number} ({state}) in {place}, opened {when}: {names}",
                number=row.table_id,
                state=states[row.state],
                place=f"<#{row.thread_id or row.channel_id}>",
                when=f"<t:{row.created_at // 1000}:R>",
                names=", ".join(plain(seat.name, 32) for seat in row.seats),
            )
            for row in rows
        ]
        nothing = words("There is no unfinished game on this server.")
        for page in pages("\n".join(lines) or nothing):
            await reply(interaction, page)

    @app_commands.command(description=N_("Close a game of this server for good"))
    @app_commands.describe(game=N_("The game's number"), reason=N_("Why, for its players to read"))
    async def close(
        self,
        interaction: Interaction,
        game: int,
        reason: app_commands.Range[str, 1, 200] | None = None,
    ) -> None:
        """Close a table."""
        await think(interaction)
        words = words_of(interaction)
        why = reason or words("a moderator closed it")
        table = await app_of(interaction).tables.close(game, guild_of(interaction), why)
        text = words("Game {number} is closed.", number=table.number)
        await reply_and_show(interaction, table.number, text)

    @close.autocomplete("game")
    @quiet
    async def _game(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
        rows = await app_of(interaction).tables.store.tables_in(
            guild_of(interaction), states=UNFINISHED, limit=MOST_LISTED
        )
        wanted = typed.casefold()
        return [choice(label(row), row.table_id) for row in rows if wanted in label(row).casefold()]
