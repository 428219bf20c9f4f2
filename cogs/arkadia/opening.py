"""The command that opens a lobby for a new game."""

from __future__ import annotations

from typing import Final

import discord
from discord import app_commands
from discord.ext import commands

from db.games.rows import Absence, HelpLevel, Late
from engine.start import FIRST_GAME
from i18n.translation import N_
from tabletop.opening import Opening
from tabletop.presets import USUAL
from tabletop.time_control import read_control
from ui.answers import RefusalError
from ui.club.rules import first_ranked
from ui.input.editions import edition_choices, read_edition
from ui.input.languages import language_choices, read_language
from ui.input.levels import level_choices, read_level
from ui.input.options import (
    ABSENCE_CHOICES,
    HELP_CHOICES,
    LATE_CHOICES,
    SETUP_CHOICES,
    least_seats,
    most_seats,
)
from ui.input.presets import preset_choices, read_preset
from ui.input.suggestions import clock_choices
from ui.interactions import Interaction, guild_of, services_of, words_of
from ui.interactions.languages import public_language
from ui.news import reply_and_show
from ui.public.notified import not_notified
from ui.public.opened import with_place
from ui.public.rights import why_not_in_forum
from ui.texts.escaping import plain_name

LEAST_SEATS: Final = least_seats()
MOST_SEATS: Final = most_seats()


class OpeningCommands(commands.Cog):
    """The command that opens a lobby for a new game."""

    @app_commands.command(description=N_("Open a game in this channel"))
    @app_commands.describe(
        with_1=N_("Whose seat is kept"),
        with_2=N_("Whose seat is kept"),
        with_3=N_("Whose seat is kept"),
        preset=N_("Clock and help"),
        setup=N_("What stands on the board"),
        mirror=N_("Harder: tiles may be mirrored"),
        seats=N_("How many may play"),
        full=N_("Begin by itself when all seats are taken"),
        computers=N_("Computer players from the start"),
        level=N_("How well they play"),
        helping=N_("How much help everybody has"),
        friendly=N_("Not counted in the ranking"),
        clock=N_("Time for a turn: daily, endless, or such as 12h+24h"),
        late=N_("When a player's time is up"),
        absence=N_("While a player is away until a day"),
        edition=N_("Which edition is played"),
        language=N_("In which language"),
    )
    # A Discord option cannot take several people, and “with” is a keyword of Python.
    @app_commands.rename(with_1="with", with_2="with-2", with_3="with-3", helping="help")
    @app_commands.choices(
        setup=SETUP_CHOICES,
        helping=HELP_CHOICES,
        late=LATE_CHOICES,
        absence=ABSENCE_CHOICES,
    )
    @app_commands.autocomplete(
        preset=preset_choices(),
        clock=clock_choices,
        level=level_choices,
        edition=edition_choices,
        language=language_choices,
    )
    async def start(
        self,
        interaction: Interaction,
        with_1: discord.User | None = None,
        with_2: discord.User | None = None,
        with_3: discord.User | None = None,
        preset: app_commands.Range[str, 1, 100] | None = None,
        setup: str = FIRST_GAME,
        mirror: bool = False,
        seats: app_commands.Range[int, LEAST_SEATS, MOST_SEATS] | None = None,
        full: bool = False,
        computers: app_commands.Range[int, 0, MOST_SEATS - 1] = 0,
        level: app_commands.Range[str, 1, 40] = "journeyman",
        helping: HelpLevel | None = None,
        friendly: bool | None = None,
        clock: app_commands.Range[str, 1, 40] | None = None,
        late: Late | None = None,
        absence: Absence = "stop",
        edition: app_commands.Range[str, 1, 100] | None = None,
        language: app_commands.Range[str, 1, 20] | None = None,
    ) -> None:
        """Open a lobby for a new game."""
        if interaction.channel_id is None:
            words = words_of(interaction)
            raise RefusalError(words("A game needs a channel. Type this in one."))
        invited = _people(interaction, with_1, with_2, with_3)
        played = read_edition(edition)
        most = played.seat_counts[-1]
        needed = 1 + len(invited) + computers
        words = words_of(interaction)
        base = read_preset(interaction, preset) or USUAL
        spoken = read_language(language, words) if language else await public_language(interaction)
        opening = Opening(
            guild=guild_of(interaction),
            channel=interaction.channel_id,
            host=interaction.user.id,
            name=interaction.user.display_name,
            setup=setup,
            mirror=mirror,
            # Named people and computers need their seats, whatever number is given.
            seat_limit=max(seats or (needed if invited else most), needed),
            invited=invited,
            begins_full=full,
            language=spoken,
            computers=(await read_level(interaction, level),) * computers,
            help=helping or base.help,
            counts=None if friendly is None else not friendly,
            clock=str(read_control(clock) if clock else base.clock),
            late=late or base.late,
            absence=absence,
            edition=played.id,
        )
        await _open(interaction, opening)


def _people(interaction: Interaction, *named: discord.User | None) -> tuple[int, ...]:
    """For whom seats are to be kept: other people, each once.

    Raises:
        RefusalError: if one of them is a bot.
    """
    people = [user for user in named if user is not None and user != interaction.user]
    for user in people:
        if user.bot:
            words = words_of(interaction)
            raise RefusalError(
                words(
                    "{name} is a bot. `computers:` adds computer players.",
                    name=plain_name(user.display_name),
                )
            )
    # A person named twice gets one seat.
    return tuple(dict.fromkeys(user.id for user in people))


async def _open(interaction: Interaction, opening: Opening) -> None:
    """Open a lobby and show it."""
    words = words_of(interaction)
    services = services_of(interaction)
    table = await with_place(interaction, await services.tables.lobby.open(opening))
    text = words(
        "Game {number} is open in {place}. When the others have pressed *Join*, press *Begin*.",
        number=table.number,
        place=f"<#{table.place}>",
    )
    ranked, view = await first_ranked(interaction, table.row.leaving_counts)
    stays = await why_not_in_forum(interaction, table)
    lines = [text, *stays, *await not_notified(interaction, table), *ranked]
    await reply_and_show(interaction, table.number, "\n".join(lines), view=view)
