"""A league's standings as a picture with alt text."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from i18n.translation import Words
from render import Theme, draw_standings
from tabletop.leagues.league import League
from ui.leagues.texts import state_text
from ui.pictures import drawn_file
from words.standings import StandingRow, describe_standings


async def standings_file(
    league: League, rows: Sequence[StandingRow], words: Words, *, theme: Theme = Theme.DARK
) -> discord.File:
    """Return some of a league's standings as a picture with alt text.

    Args:
        rows: the standings, at most as many as fit a picture.
    """
    given = {"title": league.row.name, "state": state_text(league.row, words)}
    over = league.row.state == "finished"
    return await drawn_file(
        f"arkadia-league-{league.number}.png",
        describe_standings(rows, words=words, **given),
        lambda: draw_standings(rows, over=over, theme=theme, words=words, **given),
    )
