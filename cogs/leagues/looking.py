"""Find the league that a command is about, and show its standings, its tables and its draw."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from typing import Final

import discord

from cogs.leagues import posts, texts
from cogs.leagues.draw import fingerprint
from cogs.leagues.league import League, LeagueError
from cogs.leagues.posts import standings_file
from cogs.leagues.service import LIVE, Leagues
from cogs.leagues.store import LeagueState, LeagueSummary
from i18n.translation import Words
from ui import components
from ui.answers import put
from ui.interactions import Interaction, guild_of, is_moderator, sees_channel, services_of, words_of
from ui.pictures import file_of, theme_of
from ui.texts.markup import Part, fitted, short


async def league_seen(interaction: Interaction, number: int) -> League:
    """Return a league of this server that the person who asks may know of.

    Raises:
        LeagueError: if there is none; the same error hides a league from people who cannot see
            its channel, are not in it, and do not manage it.
    """
    league = await services_of(interaction)[Leagues].get(number, guild_of(interaction))
    if league.person(interaction.user.id) or may_manage(interaction, league.row):
        return league
    if await sees_channel(interaction, league.row.channel_id):
        return league
    raise LeagueError("unknown-league", number=number)


def at_league(
    face: components.Face, act: Callable[[Interaction, League], Awaitable[None]]
) -> components.PressHandler:
    """Return a handler that is given the league whose number comes first in the custom id."""

    async def handle(interaction: Interaction, press: components.Press) -> None:
        await act(interaction, await league_seen(interaction, press.numbers[0]))

    return components.on(face, handle)


def label(row: LeagueSummary) -> str:
    """Return a league's number and name."""
    return f"{row.league_id} {short(row.name, 60)}"


async def leagues_seen(
    interaction: Interaction, states: Collection[LeagueState]
) -> Sequence[LeagueSummary]:
    """Return the leagues that the person who asks may know of or manages."""
    found = await services_of(interaction)[Leagues].find(guild_of(interaction), states)
    return [
        row
        for row in found
        if may_manage(interaction, row) or await sees_channel(interaction, row.channel_id)
    ]


def may_manage(interaction: Interaction, row: LeagueSummary) -> bool:
    """Return whether the person who asks may decide about a league."""
    return is_moderator(interaction) or interaction.user.id == row.host_id


def must_manage(interaction: Interaction, row: LeagueSummary) -> None:
    """Refuse an action that is reserved to the people who manage a league."""
    if not may_manage(interaction, row):
        raise LeagueError("not-host", name=row.name)


async def _turn_to(interaction: Interaction, press: components.Press) -> None:
    """Show another page of the standings."""
    number, page = press.numbers
    await show_league(interaction, await league_seen(interaction, number), page)


async def show_league(interaction: Interaction, league: League, page: int | None = None) -> None:
    """Show a league, and what its reader may do; once it has begun, a page of the standings.

    Args:
        page: the number of the page, from 1; None for the page with the person who asks.
    """
    words, user, row = words_of(interaction), interaction.user.id, league.row
    parts = [Part(f"**{texts.league_name(row)}**, {texts.state_text(row, words)}")]
    if row.begun_at is None:
        parts += [Part(texts.people_in(row, words), 3), Part(texts.rules_text(words), 1)]
        parts += [Part(line, 2) for line in texts.set_up_lines(row, words)]
        view = _view(interaction, league, words)
        await put(interaction, fitted(parts, "…"), view=view)
        return
    parts += [Part(line, 3) for _, line in texts.table_lines(league, words)]
    parts += [Part(line, 2) for line in texts.rest_line(league, words)]
    parts.append(Part(texts.rules_text(words), 1))
    rows = texts.standing_rows(league, user)
    pages = -(-len(rows) // texts.MOST_ROWS)
    if page is None:
        # The reader's own page first: a league may have 64 people.
        own = next((number for number, one in enumerate(rows) if one.own), 0)
        page = own // texts.MOST_ROWS + 1
    page = components.nearest_page(page, pages)
    shown = rows[(page - 1) * texts.MOST_ROWS : page * texts.MOST_ROWS]
    file = await standings_file(league, shown, words, theme=theme_of(interaction))
    view = _view(interaction, league, words)
    if pages > 1:
        faces = posts.LEAGUE_PAGE_BACK, posts.LEAGUE_PAGE_ON
        for button in components.page_buttons(
            *faces, league.number, page=page, count=pages, words=words
        ):
            view.add_item(button)
    await put(interaction, fitted(parts, "…"), files=[file], view=view)


def _view(interaction: Interaction, league: League, words: Words) -> discord.ui.View:
    """Return the buttons of a league for their reader."""
    row, person = league.row, league.person(interaction.user.id)
    faces = []
    if row.state == "open" and person is None:
        faces.append(posts.LEAGUE_JOIN)
    if row.state in LIVE and person is not None and person.left_round is None:
        faces.append(posts.LEAGUE_LEAVE)
    faces.append(posts.LEAGUE_DRAW)
    if may_manage(interaction, row):
        faces += MANAGING[row.state]
    given = [face.button(league.number, words=words) for face in faces]
    return components.view_of(*given)


async def _show_draw(interaction: Interaction, league: League) -> None:
    """Show who meets whom, with a file to check it by."""
    words, row = words_of(interaction), league.row
    league = await services_of(interaction)[Leagues].get(league.number)
    if row.begun_at is None:
        # A commitment: the hash is published before the list of people is closed, so the seed
        # cannot be chosen to suit them.
        text = words(
            "**{name}** is drawn when it begins. The seed of the draw is fixed already. "
            "Its fingerprint is shown now and the seed itself then, so that nobody can "
            "change it.\nFingerprint: `{print}`",
            name=texts.league_name(row),
            print=fingerprint(row.seed),
        )
        await put(interaction, text, view=None)
        return
    head = words(
        "**{name}**: who meets whom, in the order of the seats", name=texts.league_name(row)
    )
    lines = [Part(head), Part(texts.seed_line(row, words), 1)]
    for rank, line in enumerate(texts.round_lines(league, league.drawn, words), 2):
        lines.append(Part(line, rank))
    file = file_of(
        texts.draw_file_text(league, words).encode(), f"arkadia-league-{row.league_id}.txt"
    )
    text = fitted(lines, words("All of it is in the file."))
    await put(interaction, text, files=[file], view=None)


MANAGING: Final[Mapping[LeagueState, Sequence[components.ButtonFace]]] = {
    "open": (
        posts.LEAGUE_BEGIN,
        posts.LEAGUE_SETTINGS,
        posts.LEAGUE_TAKE,
        posts.LEAGUE_MOVE,
        posts.LEAGUE_CANCEL,
    ),
    "running": (
        posts.LEAGUE_TAKE,
        posts.LEAGUE_MOVE,
        posts.LEAGUE_CLOSE,
        posts.LEAGUE_CANCEL,
    ),
    "finished": (posts.LEAGUE_AGAIN,),
    "cancelled": (posts.LEAGUE_AGAIN,),
}
"""What those who manage a league may do with it, by its state."""

PRESSES: Final = (
    at_league(posts.LEAGUE_STANDINGS, show_league),
    components.on(posts.LEAGUE_PAGE_BACK, _turn_to),
    components.on(posts.LEAGUE_PAGE_ON, _turn_to),
    at_league(posts.LEAGUE_DRAW, _show_draw),
)
