"""Signing up for a league, and leaving it."""

from __future__ import annotations

from typing import Final

import discord
from discord import app_commands
from discord.ext import commands

from i18n.translation import N_
from tabletop.leagues.errors import LeagueError
from tabletop.leagues.league import League
from tabletop.leagues.service import LIVE
from ui import buttons
from ui.answers import put
from ui.club.rules import first_ranked
from ui.components.presses import Press, on
from ui.components.views import view_of
from ui.interactions import Interaction, services_of, words_of
from ui.leagues import finding
from ui.leagues.finding import at_league, find_league, league_option, league_seen, must_manage
from ui.leagues.news import reply_and_tend
from ui.leagues.texts import called


class LeaguePeopleCommands(commands.Cog):
    """The commands by which people join and leave leagues."""

    @app_commands.command(description=N_("Sign up for a league"))
    @league_option(finding.OPEN)
    async def join(self, interaction: Interaction, league: int | None = None) -> None:
        """Sign the person up for a league."""
        found = await find_league(interaction, league, finding.OPEN, buttons.LEAGUE_JOIN)
        await _join(interaction, found)

    @app_commands.command(description=N_("Leave a league, or take a player out of it"))
    @app_commands.describe(person=N_("For moderators: the player to take out"))
    @league_option(LIVE)
    async def leave(
        self,
        interaction: Interaction,
        league: int | None = None,
        person: discord.User | None = None,
    ) -> None:
        """Take the person out of a league; if it is running, ask for confirmation first."""
        if person is None or person.id == interaction.user.id:
            mine = await find_league(interaction, league, LIVE, buttons.LEAGUE_LEAVE)
            await _leave(interaction, mine)
            return
        found = await find_league(interaction, league, LIVE, buttons.LEAGUE_TAKE_OUT, person.id)
        await _take_out(interaction, found, person.id)


async def _take_out_pressed(interaction: Interaction, press: Press) -> None:
    """Take the person out of the league for a moderator."""
    number, user = press.numbers
    await _take_out(interaction, await league_seen(interaction, number), user)


async def _join(interaction: Interaction, league: League) -> None:
    user, words = interaction.user, words_of(interaction)
    joined = await services_of(interaction).leagues.join(league.number, user.id, user.display_name)
    text = words(
        "You are in “{name}”. Your games open by themselves once it begins, and you are pinged "
        "when it is your turn.",
        name=called(joined.row),
    )
    ranked, view = await first_ranked(interaction, counts=True)
    await reply_and_tend(interaction, league.number, "\n".join([text, *ranked]), view=view)


async def _leave(interaction: Interaction, league: League) -> None:
    """Take a person off the list; once a league runs, ask first."""
    league.must_live()
    person = league.person(interaction.user.id)
    if person is None:
        raise LeagueError("not-in", name=league.row.name)
    if person.left_round is not None:
        raise LeagueError("left", name=league.row.name)
    # Before the draw a withdrawal changes nothing that was promised, so it needs no question.
    if league.row.state == "open":
        await _leave_now(interaction, league)
        return
    words = words_of(interaction)
    text = words(
        "**Leave “{name}” for good?** The caretaker plays on in your present game of it, "
        "where you come last. The next rounds are drawn without you. This cannot be undone.",
        name=called(league.row),
    )
    sure = buttons.LEAGUE_LEAVE_SURE.button(league.number, words=words)
    await put(interaction, text, view=view_of(sure))


async def _take_out(interaction: Interaction, league: League, user: int) -> None:
    must_manage(interaction, league.row)
    left = await services_of(interaction).leagues.leave(league.number, user)
    words = words_of(interaction)
    text = words("{person} is no longer in “{name}”.", person=f"<@{user}>", name=called(left.row))
    await reply_and_tend(interaction, league.number, text)


async def _leave_now(interaction: Interaction, league: League) -> None:
    left = await services_of(interaction).leagues.leave(league.number, interaction.user.id)
    words = words_of(interaction)
    text = words("You are no longer in “{name}”.", name=called(left.row))
    await reply_and_tend(interaction, league.number, text)


PRESSES: Final = (
    at_league(buttons.LEAGUE_JOIN, _join),
    at_league(buttons.LEAGUE_LEAVE, _leave),
    at_league(buttons.LEAGUE_LEAVE_SURE, _leave_now),
    on(buttons.LEAGUE_TAKE_OUT, _take_out_pressed),
)
