"""Show a league's news after an answer, and tell the person when that was not possible."""

from __future__ import annotations

import logging
from typing import Final

import discord

from i18n.translation import N_
from ui.answers import put, reply
from ui.interactions import Interaction, services_of, where_of, words_of

log = logging.getLogger("arkadia.showing")

TROUBLE: Final = {
    "forbidden": N_(
        "It is saved, but I may not write in {place}. I need *View Channel*, *Send Messages*, "
        "*Create Public Threads*, *Send Messages in Threads* and *Attach Files* there. I try again "
        "from time to time."
    ),
    "gone": N_(
        "It is saved, but the league's channel is gone. `/arkadia-league move` goes on in the "
        "channel where a moderator types it."
    ),
    "unavailable": N_("It is saved. Discord does not take my message now; I will try again."),
    "failed": N_("It is saved, but I could not show it. Look with `/arkadia-league standings`."),
}


async def reply_and_tend(
    interaction: Interaction, number: int, text: str, *, view: discord.ui.View | None = None
) -> None:
    """Answer a person, then open a league's due games and post its news."""
    log.info("Done", extra={"league": number, **where_of(interaction)})
    services = services_of(interaction)
    try:
        await put(interaction, text, view=view)
    finally:
        # In ``finally``: the change is saved, and all others see it even if this answer fails.
        trouble = await services.league_scheduler.tend(number)
        if trouble is not None:
            league = await services.leagues.get(number)
            place = f"<#{league.row.channel_id}>"
            words = words_of(interaction)
            await reply(interaction, words(TROUBLE[trouble.code], place=place))
