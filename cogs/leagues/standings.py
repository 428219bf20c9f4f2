"""Views of a league: its standings, its tables and its draw."""

from __future__ import annotations

from typing import Final

import discord
from discord import app_commands
from discord.ext import commands

from i18n.translation import N_, Words
from tabletop.leagues.draw import fingerprint
from tabletop.leagues.league import League
from tabletop.leagues.service import LIVE
from ui import buttons
from ui.answers import put
from ui.components.presses import Press, on
from ui.components.views import nearest_page, page_buttons, view_of
from ui.interactions import Interaction, services_of, words_of
from ui.leagues import finding
from ui.leagues.finding import at_league, find_league, league_option, league_seen, may_manage
from ui.leagues.pictures import standings_file
from ui.leagues.texts import (
    called,
    draw_file_text,
    people_in,
    rest_line,
    round_lines,
    rules_text,
    seed_line,
    standing_rows,
    state_text,
    table_lines,
)
from ui.pictures import file_of, theme_of
from ui.texts.fitting import Part, fitted
from words.standings import MOST_ROWS


class StandingsCommands(commands.Cog):
    """The commands that show the standings and the draw of a league."""

    @app_commands.command(description=N_("The standings of a league, and its rules"))
    @league_option(finding.ANY)
    async def standings(self, interaction: Interaction, league: int | None = None) -> None:
        """Show the standings of a league."""
        found = await find_league(interaction, league, finding.ANY, buttons.LEAGUE_STANDINGS, 0)
        await _show(interaction, found)

    @app_commands.command(description=N_("Who meets whom in a league, and how to check the draw"))
    @league_option(finding.ANY)
    async def draw(self, interaction: Interaction, league: int | None = None) -> None:
        """Show the draw of a league."""
        found = await find_league(interaction, league, finding.ANY, buttons.LEAGUE_DRAW)
        await _show_draw(interaction, found)


async def _turn_to(interaction: Interaction, press: Press) -> None:
    """Show another page of the standings."""
    number, page = press.numbers
    await _show(interaction, await league_seen(interaction, number), page)


async def _show(interaction: Interaction, league: League, page: int | None = None) -> None:
    """Show a page of the standings.

    Args:
        page: the number of the page, from 1; None for the page with the person who asks.
    """
    words, user, row = words_of(interaction), interaction.user.id, league.row
    parts = [Part(f"**{called(row)}**, {state_text(row, words)}")]
    if row.begun_at is None:
        parts += [Part(people_in(row, words), 3), Part(rules_text(words), 1)]
        view = _view(interaction, league, words)
        await put(interaction, fitted(parts, "…"), view=view)
        return
    parts += [Part(line, 3) for _, line in table_lines(league, words)]
    parts += [Part(line, 2) for line in rest_line(league, words)]
    parts.append(Part(rules_text(words), 1))
    rows = standing_rows(league, user)
    pages = -(-len(rows) // MOST_ROWS)
    if page is None:
        # The reader's own page first: a league may have 64 people.
        own = next((number for number, one in enumerate(rows) if one.own), 0)
        page = own // MOST_ROWS + 1
    page = nearest_page(page, pages)
    shown = rows[(page - 1) * MOST_ROWS : page * MOST_ROWS]
    file = await standings_file(league, shown, words, theme=theme_of(interaction))
    view = _view(interaction, league, words)
    if pages > 1:
        faces = buttons.LEAGUE_PAGE_BACK, buttons.LEAGUE_PAGE_ON
        for button in page_buttons(*faces, league.number, page=page, count=pages, words=words):
            view.add_item(button)
    await put(interaction, fitted(parts, "…"), files=[file], view=view)


def _view(interaction: Interaction, league: League, words: Words) -> discord.ui.View:
    """Return the buttons under the standings for their reader."""
    number, row = league.number, league.row
    person = league.person(interaction.user.id)
    view = view_of(buttons.LEAGUE_DRAW.button(number, words=words))
    if row.state == "open" and person is None:
        view.add_item(buttons.LEAGUE_JOIN.button(number, words=words))
    if row.state in LIVE and person is not None and person.left_round is None:
        view.add_item(buttons.LEAGUE_LEAVE.button(number, words=words))
    if row.state in LIVE and may_manage(interaction, row):
        if row.state == "running":
            view.add_item(buttons.LEAGUE_CLOSE.button(number, words=words))
        view.add_item(buttons.LEAGUE_CANCEL.button(number, words=words))
    return view


async def _show_draw(interaction: Interaction, league: League) -> None:
    """Show who meets whom, with a file to check it by."""
    words, row = words_of(interaction), league.row
    league = await services_of(interaction).leagues.get(league.number)
    if row.begun_at is None:
        # A commitment: the hash is published before the list of people is closed, so the seed
        # cannot be chosen to suit them.
        text = words(
            "**{name}** is drawn when it begins. The seed of the draw is fixed already. "
            "Its fingerprint is shown now and the seed itself then, so that nobody can "
            "change it.\nFingerprint: `{print}`",
            name=called(row),
            print=fingerprint(row.seed),
        )
        await put(interaction, text, view=None)
        return
    head = words("**{name}**: who meets whom, in the order of the seats", name=called(row))
    lines = [Part(head), Part(seed_line(row, words), 1)]
    for rank, line in enumerate(round_lines(league, league.drawn, words), 2):
        lines.append(Part(line, rank))
    file = file_of(draw_file_text(league, words).encode(), f"arkadia-league-{row.league_id}.txt")
    text = fitted(lines, words("All of it is in the file."))
    await put(interaction, text, files=[file], view=None)


PRESSES: Final = (
    at_league(buttons.LEAGUE_STANDINGS, _show),
    on(buttons.LEAGUE_PAGE_BACK, _turn_to),
    on(buttons.LEAGUE_PAGE_ON, _turn_to),
    at_league(buttons.LEAGUE_DRAW, _show_draw),
)
