"""Running a league: a moderator opens, begins, ends, cancels or moves it."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import discord
from discord import app_commands
from discord.ext import commands

from db.games.rows import HelpLevel, Late
from db.leagues.rows import NewLeague
from engine.start import FIRST_GAME
from i18n.translation import N_
from tabletop.leagues.league import League
from tabletop.leagues.service import LIVE, MOST_ROUNDS, NAME_LIMIT
from tabletop.presets import USUAL
from tabletop.time_control import read_control
from ui import buttons
from ui.answers import RefusalError, put
from ui.components.views import view_of
from ui.input.editions import edition_choices, read_edition
from ui.input.languages import language_choices, read_language
from ui.input.options import (
    HELP_CHOICES,
    LATE_CHOICES,
    SETUP_CHOICES,
    THEME_CHOICES,
    least_seats,
    most_seats,
)
from ui.input.presets import preset_choices, read_preset
from ui.input.suggestions import clock_choices
from ui.interactions import Interaction, guild_of, services_of, words_of
from ui.interactions.languages import public_language
from ui.leagues import finding
from ui.leagues.finding import at_league, find_league, is_moderator, league_option, must_manage
from ui.leagues.news import reply_and_tend
from ui.leagues.texts import called

LEAST_SEATS: Final = least_seats()
MOST_SEATS: Final = most_seats()


class HostingCommands(commands.Cog):
    """The commands by which moderators run leagues."""

    @app_commands.command(
        name="open", description=N_("For moderators: open a league in this channel")
    )
    @app_commands.describe(
        name=N_("What it is called"),
        seats=N_("Players at a table; one fewer if the numbers don't divide evenly"),
        rounds=N_("How many games each plays"),
        preset=N_("Clock and help"),
        setup=N_("First game: some buildings stand already. Free: an empty board"),
        mirror=N_("Harder: tiles may be mirrored"),
        helping=N_("How much help everybody has"),
        clock=N_("Time for a turn: daily, relaxed, endless, or such as 12h+24h"),
        late=N_("When a player's time is up"),
        edition=N_("Which edition of the game is played"),
        theme=N_("The background of its pictures"),
        language=N_("In which language"),
    )
    @app_commands.rename(helping="help")
    @app_commands.choices(
        setup=SETUP_CHOICES,
        helping=HELP_CHOICES,
        late=LATE_CHOICES,
        theme=THEME_CHOICES,
    )
    @app_commands.autocomplete(
        preset=preset_choices(),
        edition=edition_choices,
        clock=clock_choices,
        language=language_choices,
    )
    async def open_(
        self,
        interaction: Interaction,
        name: app_commands.Range[str, 1, NAME_LIMIT],
        seats: app_commands.Range[int, LEAST_SEATS, MOST_SEATS] = MOST_SEATS,
        rounds: app_commands.Range[int, 1, MOST_ROUNDS] = 3,
        preset: app_commands.Range[str, 1, 100] | None = None,
        setup: str = FIRST_GAME,
        mirror: bool = False,
        helping: HelpLevel | None = None,
        clock: app_commands.Range[str, 1, 40] | None = None,
        late: Late | None = None,
        edition: app_commands.Range[str, 1, 100] | None = None,
        theme: str = THEME_CHOICES[0].value,
        language: app_commands.Range[str, 1, 20] | None = None,
    ) -> None:
        """Open a league for sign-up."""
        words = words_of(interaction)
        if not is_moderator(interaction):
            raise RefusalError(words("Only moderators (*Manage Server*) can open leagues."))
        base = read_preset(interaction, preset) or replace(USUAL, help="none")
        spoken = read_language(language, words) if language else await public_language(interaction)
        new = NewLeague(
            guild_id=guild_of(interaction),
            channel_id=_channel(interaction),
            host_id=interaction.user.id,
            name=name,
            seats=seats,
            rounds=rounds,
            language=spoken,
            setup=setup,
            mirror=mirror,
            help=helping or base.help,
            clock=str(read_control(clock) if clock else base.clock),
            late=late or base.late,
            edition=read_edition(edition).id,
            theme=theme,
        )
        league = await services_of(interaction).leagues.open(new)
        text = words(
            "“{name}” is league {number}. When all who want to play have joined, press *Begin*.",
            name=called(league.row),
            number=league.number,
        )
        await reply_and_tend(interaction, league.number, text)

    @app_commands.command(description=N_("For moderators: draw the rounds and open the games"))
    @league_option(finding.OPEN)
    async def begin(self, interaction: Interaction, league: int | None = None) -> None:
        """Close the sign-up of a league and begin its first round."""
        found = await find_league(interaction, league, finding.OPEN, buttons.LEAGUE_BEGIN)
        await _begin(interaction, found)

    @app_commands.command(description=N_("For moderators: end a league as it stands"))
    @league_option(finding.BEGUN)
    async def close(self, interaction: Interaction, league: int | None = None) -> None:
        """Ask the moderator to confirm that a league ends now."""
        found = await find_league(interaction, league, finding.BEGUN, buttons.LEAGUE_CLOSE)
        await _ask_close(interaction, found)

    @app_commands.command(description=N_("For moderators: call a league off"))
    @league_option(LIVE)
    async def cancel(self, interaction: Interaction, league: int | None = None) -> None:
        """Ask the moderator to confirm that a league is cancelled."""
        found = await find_league(interaction, league, LIVE, buttons.LEAGUE_CANCEL)
        await _ask_cancel(interaction, found)

    @app_commands.command(
        description=N_("For moderators: go on in this channel, or post a lost message again")
    )
    @league_option(LIVE)
    async def move(self, interaction: Interaction, league: int | None = None) -> None:
        """Show a league in the channel of the command from now on, with a new message."""
        found = await find_league(interaction, league, LIVE, buttons.LEAGUE_MOVE, anywhere=True)
        await _move(interaction, found)

    @app_commands.command(description=N_("For moderators: open the next season of a league"))
    @league_option(finding.OVER)
    async def again(self, interaction: Interaction, league: int | None = None) -> None:
        """Open the next season of a league that is over."""
        found = await find_league(interaction, league, finding.OVER, buttons.LEAGUE_AGAIN)
        await _again(interaction, found)


async def _close(interaction: Interaction, league: League) -> None:
    """End the league for a moderator."""
    # Checked once more: days may lie between the question and this press.
    _must_manage_live(interaction, league)
    league = await services_of(interaction).leagues.close(league.number)
    words = words_of(interaction)
    text = words("“{name}” is over.", name=called(league.row))
    await reply_and_tend(interaction, league.number, text)


async def _cancel(interaction: Interaction, league: League) -> None:
    """Cancel the league for a moderator."""
    _must_manage_live(interaction, league)
    league = await services_of(interaction).leagues.cancel(league.number)
    words = words_of(interaction)
    text = words("“{name}” is called off.", name=called(league.row))
    await reply_and_tend(interaction, league.number, text)


def _channel(interaction: Interaction) -> int:
    """Return the channel for a league, where each of its games gets a thread.

    Raises:
        RefusalError: if there can be no threads.
    """
    if not isinstance(interaction.channel, discord.TextChannel):
        words = words_of(interaction)
        raise RefusalError(
            words("A league needs a text channel: each of its games gets a thread there.")
        )
    return interaction.channel.id


def _must_manage_live(interaction: Interaction, league: League) -> None:
    """Refuse what only those who manage a league may do to it, until it is over.

    Raises:
        LeagueError: if the person may not manage it, or it is over.
    """
    must_manage(interaction, league.row)
    league.must_live()


async def _begin(interaction: Interaction, league: League) -> None:
    _must_manage_live(interaction, league)
    league = await services_of(interaction).leagues.begin(league.number)
    text = words_of(interaction).plural(
        "“{name}” begins with {n} person. The games open now.",
        "“{name}” begins with {n} people. The games open now.",
        len(league.row.entrants),
        name=called(league.row),
    )
    await reply_and_tend(interaction, league.number, text)


async def _again(interaction: Interaction, league: League) -> None:
    """Open the next season of a league, or name the one that is open already."""
    must_manage(interaction, league.row)
    opened, new = await services_of(interaction).leagues.again(league.number, interaction.user.id)
    told = {"name": called(opened.row), "place": f"<#{opened.row.channel_id}>"}
    words = words_of(interaction)
    text = words("“{name}” is there already, in {place}.", **told)
    if new:
        text = words("“{name}” takes sign-ups in {place}, by the same rules.", **told)
    await reply_and_tend(interaction, opened.number, text)


async def _move(interaction: Interaction, league: League) -> None:
    services, number, words = services_of(interaction), league.number, words_of(interaction)
    must_manage(interaction, league.row)
    moved, games = await services.leagues.move(number, _channel(interaction))
    text = words("“{name}” goes on here.", name=called(moved.row))
    # Games that are not public yet go along; others stay where they are played.
    await reply_and_tend(interaction, number, text, games=games)


async def _ask_close(interaction: Interaction, league: League) -> None:
    _must_manage_live(interaction, league)
    league.must_run()
    words = words_of(interaction)
    text = words(
        "**End “{name}” as it stands?** Its standings are final then. Games that still run go on, "
        "but count no more. It cannot be taken back.",
        name=called(league.row),
    )
    sure = buttons.LEAGUE_CLOSE_SURE.button(league.number, words=words)
    await put(interaction, text, view=view_of(sure))


async def _ask_cancel(interaction: Interaction, league: League) -> None:
    _must_manage_live(interaction, league)
    words = words_of(interaction)
    text = words(
        "**Call “{name}” off?** Nobody wins it. Games that run go on, but count for nothing. It "
        "cannot be taken back.",
        name=called(league.row),
    )
    sure = buttons.LEAGUE_CANCEL_SURE.button(league.number, words=words)
    await put(interaction, text, view=view_of(sure))


PRESSES: Final = (
    at_league(buttons.LEAGUE_BEGIN, _begin),
    at_league(buttons.LEAGUE_CLOSE, _ask_close),
    at_league(buttons.LEAGUE_CLOSE_SURE, _close),
    at_league(buttons.LEAGUE_CANCEL, _ask_cancel),
    at_league(buttons.LEAGUE_CANCEL_SURE, _cancel),
    at_league(buttons.LEAGUE_MOVE, _move),
    at_league(buttons.LEAGUE_AGAIN, _again),
)
