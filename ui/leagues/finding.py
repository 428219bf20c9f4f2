"""Find the league that a command is about, and check who may decide about it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Sequence
from typing import Final

from discord import app_commands

from db.leagues.rows import LeagueState, LeagueSummary
from i18n.translation import N_
from tabletop.leagues.errors import LeagueError
from tabletop.leagues.league import League
from tabletop.leagues.service import LIVE, MOST_LEAGUES
from ui.answers import RefusalError
from ui.components.faces import ButtonFace, Face
from ui.components.presses import Press, PressHandler, on
from ui.components.views import view_of
from ui.input.suggestions import Choices, CommandT, choice, quiet
from ui.interactions import Interaction, guild_of, services_of, words_of
from ui.interactions.audience import sees_channel
from ui.leagues.texts import state_text
from ui.texts.escaping import short

WHICH_LEAGUE: Final = N_("Which league, if there is more than one")
"""The description of an option that names a league."""

OPEN: Final[tuple[LeagueState, ...]] = ("open",)
BEGUN: Final[tuple[LeagueState, ...]] = ("running",)
OVER: Final[tuple[LeagueState, ...]] = ("finished", "cancelled")
ANY: Final[tuple[LeagueState, ...]] = ("open", "running", "finished", "cancelled")


async def league_seen(interaction: Interaction, number: int) -> League:
    """Return a league of this server that the person who asks may know of.

    Raises:
        LeagueError: if there is none; the same error hides a league from people who cannot see
            its channel, are not in it, and do not manage it.
    """
    league = await services_of(interaction).leagues.get(number, guild_of(interaction))
    if league.person(interaction.user.id) or may_manage(interaction, league.row):
        return league
    if await sees_channel(interaction, league.row.channel_id):
        return league
    raise LeagueError("unknown-league", number=number)


def at_league(face: Face, act: Callable[[Interaction, League], Awaitable[None]]) -> PressHandler:
    """Return a handler that is given the league whose number comes first in the custom id."""

    async def handle(interaction: Interaction, press: Press) -> None:
        await act(interaction, await league_seen(interaction, press.numbers[0]))

    return on(face, handle)


async def find_league(
    interaction: Interaction,
    number: int | None,
    states: Collection[LeagueState],
    face: ButtonFace,
    *more: int,
    anywhere: bool = False,
) -> League:
    """Return the league that is meant: by number, else the only one of channel or server.

    Args:
        face: the button offered for each league that fits; its first number is the league's.
        more: the other numbers of each such button.
        anywhere: True to give leagues of this channel no precedence over others.

    Raises:
        RefusalError: if no league fits, or several do; then with a button for each.
        LeagueError: if the server has no league of that number.
    """
    if number is not None:
        return await league_seen(interaction, number)
    words = words_of(interaction)
    rows = await _seen(interaction, states)
    over = [row for row in rows if row.state not in LIVE]
    # Without a live league the newest one that is over is meant: people ask how it ended.
    rows = [row for row in rows if row.state in LIVE] or over[:1]
    if not anywhere:
        rows = [row for row in rows if row.channel_id == interaction.channel_id] or rows
    if not rows:
        raise RefusalError(
            words("There is no such league here. Moderators open one with `/arkadia-league open`.")
        )
    if len(rows) > 1:
        view = view_of(
            *[
                face.button(row.league_id, *more, words=words, label=label(row))
                for row in rows[:MOST_LEAGUES]
            ]
        )
        raise RefusalError(words("Which league do you mean? Press it."), view)
    return await services_of(interaction).leagues.get(rows[0].league_id)


def label(row: LeagueSummary) -> str:
    """Return a league's number and name."""
    return f"{row.league_id} {short(row.name, 60)}"


def league_option(states: Collection[LeagueState]) -> Callable[[CommandT], CommandT]:
    """Return a decorator for a command's option ``league``: its description and suggestions.

    Suggested are this server's leagues in one of some states, the newest first.
    """

    @quiet
    async def suggest(interaction: Interaction, typed: str) -> Choices[int]:
        words = words_of(interaction)
        return [
            choice(f"{label(row)} ({state_text(row, words)})", row.league_id)
            for row in await _seen(interaction, states)
            if typed.casefold() in label(row).casefold()
        ]

    def decorate(command: CommandT) -> CommandT:
        described = app_commands.describe(league=WHICH_LEAGUE)(command)
        return app_commands.autocomplete(league=suggest)(described)

    return decorate


async def _seen(
    interaction: Interaction, states: Collection[LeagueState]
) -> Sequence[LeagueSummary]:
    """Return the leagues that the person who asks may know of or manages."""
    found = await services_of(interaction).leagues.find(guild_of(interaction), states)
    return [
        row
        for row in found
        if may_manage(interaction, row) or await sees_channel(interaction, row.channel_id)
    ]


def is_moderator(interaction: Interaction) -> bool:
    """Return whether the person who asks may manage the server."""
    permissions = interaction.permissions
    return permissions.manage_guild or permissions.administrator


def may_manage(interaction: Interaction, row: LeagueSummary) -> bool:
    """Return whether the person who asks may decide about a league."""
    return is_moderator(interaction) or interaction.user.id == row.host_id


def must_manage(interaction: Interaction, row: LeagueSummary) -> None:
    """Refuse an action that is reserved to the people who manage a league.

    Raises:
        LeagueError: if the person who asks is none of them.
    """
    if not may_manage(interaction, row):
        raise LeagueError("not-host", name=row.name)
