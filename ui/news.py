"""Post news after an answer, and tell the person if the news could not be posted."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Final

import discord

from delivery.errors import Cause
from i18n.translation import N_
from tabletop.table import Table
from ui.answers import reply
from ui.interactions import Interaction, services_of, where_of, words_of
from ui.interactions.rights import why_not

log = logging.getLogger("arkadia.showing")

TROUBLE: Final[Mapping[Cause, str]] = {
    # Translators: {move} and {look} are commands.
    "gone": N_("It is saved, but the channel is gone. `{move}` goes on where you type it."),
    "locked": N_(
        "It is saved, but {place} is locked. A moderator can open it, or `{move}` goes on in "
        "another place."
    ),
    "full": N_("It is saved. This server has as many threads as Discord allows; I will try again."),
    "refused": N_(
        "It is saved, but Discord takes no message of mine in {place}. `{move}` goes on where you "
        "type it."
    ),
    "unavailable": N_("It is saved. Discord does not take my message now; I will try again."),
    "failed": N_("It is saved, but I could not show it. Look with `{look}`."),
}
"""What the person reads whose news could not be posted, by the cause."""

ALIKE: Final[Mapping[Cause, Cause]] = {
    "missing": "gone",
    "unknown": "unavailable",
    "wording": "refused",
    "forbidden": "refused",
    "absent": "refused",
}
"""The causes that are told as another one, where no permission is found missing."""

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
        place = (await services.tables.get(number)).place
        commands = {"move": "/arkadia lobby move", "look": "/arkadia board"}
        await tell_trouble(interaction, trouble.code, place, commands)


async def tell_trouble(
    interaction: Interaction, cause: Cause, place: int, commands: Mapping[str, str]
) -> None:
    """Tell a person why their news does not stand in a place.

    Args:
        commands: the commands that move it, ``move``, and that show how it stands, ``look``.
    """
    words = words_of(interaction)
    lacks = await why_not(interaction, place) if cause in ("forbidden", "absent") else None
    sentence = TROUBLE.get(ALIKE.get(cause, cause), TROUBLE["failed"])
    text = words(sentence, place=f"<#{place}>", **commands)
    if lacks:
        text = words("It is saved, but not shown.") + f" {lacks}"
    await reply(interaction, text)
