"""Practice: a game of one person against computer players, in a thread for that person."""

from __future__ import annotations

import logging
from typing import Final, Literal, TypeAlias

import discord
from discord import app_commands
from discord.ext import commands

from engine.start import FIRST_GAME
from i18n.translation import N_, words_for
from tabletop.opening import Opening
from tabletop.time_control import ENDLESS, PRESETS
from ui import buttons
from ui.answers import RefusalError
from ui.components.presses import with_numbers
from ui.input.editions import edition_choices, read_edition
from ui.input.levels import level_choices, own_level, read_level
from ui.input.options import SETUP_CHOICES, most_seats
from ui.interactions import Interaction, guild_of, services_of, where_of, words_of
from ui.interactions.languages import private_language
from ui.news import reply_and_show
from ui.public.thread_keeping import practice_name
from ui.services.servers import UNANSWERED

log = logging.getLogger("arkadia.practice")

ThreadKind: TypeAlias = Literal[
    discord.ChannelType.private_thread, discord.ChannelType.public_thread
]

PRACTICE_ARCHIVED_AFTER_MIN: Final = 1440
"""Minutes without a message after which Discord archives a practice thread."""


MOST_SEATS: Final = most_seats()


class PracticeCommands(commands.Cog):
    """The command that begins a practice game."""

    @app_commands.command(description=N_("Play against the computer at once, privately"))
    @app_commands.describe(
        level=N_("How well your opponents play"),
        opponents=N_("How many opponents you have"),
        setup=N_("What stands on the board"),
        edition=N_("Which edition is played"),
    )
    @app_commands.choices(
        setup=SETUP_CHOICES,
    )
    @app_commands.autocomplete(level=level_choices, edition=edition_choices)
    async def practice(
        self,
        interaction: Interaction,
        level: app_commands.Range[str, 1, 40] | None = None,
        opponents: app_commands.Range[int, 1, MOST_SEATS - 1] = 1,
        setup: str = FIRST_GAME,
        edition: app_commands.Range[str, 1, 100] | None = None,
    ) -> None:
        """Open a game against computer players and begin it."""
        chosen = await (read_level(interaction, level) if level else own_level(interaction))
        await begin_practice(interaction, (chosen,) * opponents, setup, read_edition(edition).id)


async def _play_practice(interaction: Interaction) -> None:
    """Open a game against one computer player and begin it."""
    await begin_practice(interaction, (await own_level(interaction),))


async def begin_practice(
    interaction: Interaction,
    levels: tuple[str, ...],
    setup: str = FIRST_GAME,
    edition: str | None = None,
) -> None:
    """Open a game of one person against computer players of some levels, and begin it.

    Raises:
        RefusalError: if there is no channel for it.
        TableError: if the person may not open another game.
    """
    words = words_of(interaction)
    if interaction.channel_id is None:
        raise RefusalError(words("A game needs a channel. Type this in one."))
    tables = services_of(interaction).tables
    home = await home_of(interaction)
    opening = Opening(
        guild=guild_of(interaction),
        channel=home.id if home else interaction.channel_id,
        host=interaction.user.id,
        name=interaction.user.display_name,
        setup=setup,
        seat_limit=len(levels) + 1,
        language=private_language(interaction),
        computers=levels,
        help="all",
        # No clock: alone against computers, a slow person keeps nobody waiting.
        clock=str(PRESETS[ENDLESS]),
        edition=edition,
    )
    table = await tables.lobby.open(opening)  # refused before anything is made that is seen
    if home is not None:
        name = practice_name(interaction.user.display_name, words_for(opening.language))
        thread = await own_thread(interaction, home, name)
        if thread is not None:
            await tables.display.set_thread(table.number, thread.id)
    await tables.lobby.begin(table.number, interaction.user.id)
    place = f"<#{table.place}>"
    begun = words("Game {number} has begun in {place}. Have fun!", number=table.number, place=place)
    await reply_and_show(interaction, table.number, begun)


async def home_of(interaction: Interaction) -> discord.TextChannel | None:
    """Return the channel in which the bot can open a thread for this interaction, or None."""
    channel: object = interaction.channel
    if isinstance(channel, discord.Thread):
        try:
            channel = await interaction.client.fetch_channel(channel.parent_id)
        except UNANSWERED as error:
            log.info("No thread", extra={**where_of(interaction), "why": str(error)})
    return channel if isinstance(channel, discord.TextChannel) else None


async def own_thread(
    interaction: Interaction, channel: discord.TextChannel, name: str
) -> discord.Thread | None:
    """Create a private thread for one person, else a public one; None if neither is allowed."""
    # Private threads need a permission of their own, which the bot may lack.
    for kind in (discord.ChannelType.private_thread, discord.ChannelType.public_thread):
        thread = await _made(interaction, channel, kind, name)
        if thread is None:
            continue
        try:
            await thread.add_user(discord.Object(interaction.user.id))
        except UNANSWERED as error:  # being notified there adds them
            log.info("Not added to thread", extra={**where_of(interaction), "why": str(error)})
        return thread
    return None


async def _made(
    interaction: Interaction, channel: discord.TextChannel, kind: ThreadKind, name: str
) -> discord.Thread | None:
    """Return a new thread; None if Discord refused it or did not answer."""
    try:
        return await channel.create_thread(
            name=name, type=kind, auto_archive_duration=PRACTICE_ARCHIVED_AFTER_MIN
        )
    except UNANSWERED as error:
        log.info("No thread", extra={**where_of(interaction), "why": str(error)})
    try:
        # The look-back: Discord may have made the thread, and only its answer was lost.
        threads = await channel.guild.active_threads()
    except UNANSWERED:
        return None
    made = [thread for thread in threads if thread.parent_id == channel.id]
    # Snowflakes are ordered by time, so this one was made after the command.
    new = [thread for thread in made if thread.id > interaction.id]
    return next((thread for thread in new if (thread.name, thread.type) == (name, kind)), None)


PRESSES: Final = (with_numbers(buttons.PRACTICE, _play_practice),)
