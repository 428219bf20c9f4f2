"""Post news after an answer, and tell the person if the news could not be posted."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

import discord

from i18n.translation import N_
from tabletop.table import Table
from ui.answers import reply
from ui.interactions import Interaction, services_of, where_of, words_of

log = logging.getLogger("arkadia.showing")

TROUBLE: Final = {
    "forbidden": N_(
        "It is saved, but I may not write in {place}. I need *View Channel*, *Send Messages*, "
        "*Send Messages in Threads* and *Attach Files* there."
    ),
    "gone": N_(
        "It is saved, but the channel of game {number} is gone. `/arkadia lobby move` goes on in "
        "the channel where you type it."
    ),
    "unavailable": N_("It is saved. Discord does not take my message now; I will try again."),
    "failed": N_("It is saved, but I could not show it. Look with `/arkadia board`."),
}


TROUBLE_WITHIN_S: Final = 30.0
"""The seconds for which it is waited for trouble to tell the person of. News in a long queue are
posted after that, without the interaction and its game being held for them."""

SHOWN_WITHIN_S: Final = 0.5
"""The seconds for which an answer waits that names the place of news."""


async def reply_and_show(
    interaction: Interaction, number: int, text: str, *, view: discord.ui.View | None = None
) -> None:
    """Answer a person, then post a table's news, even if the answer fails."""
    log.info("Done", extra={"table": number, **where_of(interaction)})
    try:
        await reply(interaction, text, view=view)
    finally:
        await show(interaction, number)


async def show_and_tell(
    interaction: Interaction, number: int, tell: Callable[[Table], Awaitable[None]]
) -> None:
    """Begin to post a table's news, and answer once they are posted, or after a moment.

    Where others write much, Discord makes a bot wait for seconds. A person does not wait with it.

    Args:
        tell: answers the person about the table as it is then.
    """
    log.info("Done", extra={"table": number, **where_of(interaction)})
    showing = asyncio.create_task(show(interaction, number))
    try:
        await asyncio.wait([showing], timeout=SHOWN_WITHIN_S)
        await tell(await services_of(interaction).tables.get(number))
    finally:
        await showing


async def show(interaction: Interaction, number: int) -> None:
    """Post a table's news; tell the person who caused the news if that fails soon."""
    services = services_of(interaction)
    posting = services.publisher.posting(number)
    await asyncio.wait([posting], timeout=TROUBLE_WITHIN_S)
    if posting.done() and (trouble := posting.result()) is not None:
        table = await services.tables.get(number)
        words = words_of(interaction)
        text = words(TROUBLE[trouble.code], number=number, place=f"<#{table.place}>")
        await reply(interaction, text)
