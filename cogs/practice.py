"""A game against computer players alone, in a thread of one's own, at once."""

from __future__ import annotations

import logging
from typing import Final

import discord
from discord import app_commands

from cogs.answering import RefusalError, reply, think
from cogs.app import Interaction, app_of, guild_of, words_of
from cogs.levels import LEVEL_CHOICES
from cogs.showing import show
from engine.start import FIRST_GAME, FREE
from tables.lobbies import Opening
from translation import N_

log = logging.getLogger("arkadia.practice")

DAY: Final = 1440
"""Minutes without a message after which Discord archives a practice thread."""


class PracticeCommands(app_commands.Group):
    """Playing alone."""

    @app_commands.command(
        description=N_("Play against the computer at once, in a thread that only you see")
    )
    @app_commands.describe(
        level=N_("How well your opponents play"),
        opponents=N_("How many opponents you have"),
        setup=N_("First game: seven buildings stand already. Free: an empty board"),
    )
    @app_commands.choices(
        level=LEVEL_CHOICES,
        setup=[
            app_commands.Choice(
                name=N_("First game: some buildings stand already"), value=FIRST_GAME
            ),
            app_commands.Choice(name=N_("Free, on an empty board"), value=FREE),
        ],
    )
    async def practice(
        self,
        interaction: Interaction,
        level: str = "apprentice",
        opponents: app_commands.Range[int, 1, 3] = 1,
        setup: str = FIRST_GAME,
    ) -> None:
        """Open a game against computer players and begin it."""
        await think(interaction)
        words = words_of(interaction)
        if interaction.channel_id is None:
            raise RefusalError(words("A game needs a channel."))
        tables = app_of(interaction).tables
        locale = interaction.guild_locale
        thread = await _thread(interaction, words("Practice: {name}", name=_name(interaction)))
        opening = Opening(
            guild=guild_of(interaction),
            channel=interaction.channel_id,
            host=interaction.user.id,
            name=interaction.user.display_name,
            setup=setup,
            seats=opponents + 1,
            language=locale.value if locale else "en",
            computers=(level,) * opponents,
            thread=thread.id if thread else None,
        )
        table = await tables.open(opening)
        await tables.begin(table.number, interaction.user.id)
        place = f"<#{table.place}>"
        await reply(
            interaction,
            words(
                "Game {number} has begun in {place}. Have fun!", number=table.number, place=place
            ),
        )
        await show(interaction, table.number)


def _name(interaction: Interaction) -> str:
    return interaction.user.display_name[:60]


async def _thread(interaction: Interaction, name: str) -> discord.Thread | None:
    """A private thread for one person, else a public one; None where there may be none."""
    channel = interaction.client.get_channel(interaction.channel_id or 0)
    if not isinstance(channel, discord.TextChannel):
        return None
    for kind in (discord.ChannelType.private_thread, discord.ChannelType.public_thread):
        try:
            thread = await channel.create_thread(name=name, type=kind, auto_archive_duration=DAY)
            await thread.add_user(discord.Object(interaction.user.id))
        except discord.Forbidden as error:
            log.info("No thread", extra={"why": str(error), "user": interaction.user.id})
            continue
        return thread
    return None
