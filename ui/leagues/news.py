"""Show a league's news after an answer, and tell the person when that was not possible."""

from __future__ import annotations

import logging
from collections.abc import Sequence

import discord

from ui.answers import put
from ui.interactions import Interaction, services_of, where_of
from ui.news import tell_trouble

log = logging.getLogger("arkadia.showing")


async def reply_and_tend(
    interaction: Interaction,
    number: int,
    text: str,
    *,
    view: discord.ui.View | None = None,
    games: Sequence[int] = (),
) -> None:
    """Answer a person, show some games, then open a league's due games and post its news.

    Args:
        interaction: the person's.
        number: the number of the league.
        text: the answer.
        view: its buttons.
        games: the games that the league's message is to link where they are now.
    """
    log.info("Done", extra={"league": number, **where_of(interaction)})
    services = services_of(interaction)
    try:
        await put(interaction, text, view=view)
    finally:
        # In ``finally``: the change is saved, and all others see it even if this answer fails.
        for game in games:
            await services.publisher.publish(game)
        trouble = await services.league_scheduler.tend(number)
        if trouble is not None:
            league = await services.leagues.get(number)
            commands = {"move": "/arkadia-league move", "look": "/arkadia-league standings"}
            await tell_trouble(interaction, trouble.code, league.row.channel_id, commands)
