"""Looking back for messages of a game that were posted, perhaps, without being noted."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import discord

from db.games.rows import MessageKind, StoredMessage
from tabletop.table import Table
from ui import buttons
from ui.public.discord_errors import UNKNOWN_CHANNEL
from ui.services.markup import as_read

log = logging.getLogger("arkadia.announcing")

LOOK_BACK: Final = 300
"""How many messages are looked at, at most."""

KINDS: Final[Mapping[str, MessageKind]] = {
    buttons.JOIN.what: "lobby",
    buttons.TAKE_TURN.what: "turn",
    buttons.RECORD.what: "final",
}
"""By which button a message is known."""

BUTTON: Final = re.compile(r"^arkadia:([a-z-]+):([0-9:]*[0-9])$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class FoundMessage:
    """A message of a game that stands there, noted or not.

    Attributes:
        message: where it stands, and which turn was being played then.
        news: the count of news that it shows, of a turn message.
        text: what it says, with commands in plain form.
    """

    message: StoredMessage
    news: int | None
    text: str


async def unnoted(
    client: discord.Client,
    table: Table,
    place: int,
    remember: Callable[[discord.Message], None] | None = None,
) -> list[FoundMessage]:
    """The messages in a place that came after those noted of a game, the newest first.

    Messages without buttons may be another game's.

    Args:
        remember: is told the newest of those noted, which is seen by the way.

    Raises:
        discord.HTTPException: if Discord does not show what stands there, and may do so later.
    """
    noted = [one.message_id for one in table.messages.values() if one.channel_id == place]
    last = max(noted, default=0)
    found: list[FoundMessage] = []
    messages = client.get_partial_messageable(place, guild_id=table.row.guild_id)
    try:
        async for message in messages.history(limit=LOOK_BACK):
            if message.id <= last:
                if remember is not None:
                    remember(message)
                break
            if message.author == client.user and (standing := standing_as(table, message)):
                found.append(standing)
    except (discord.Forbidden, discord.NotFound) as error:
        # Where the bot may not look, Discord tells the same post by its nonce for some minutes.
        if not isinstance(error, discord.NotFound) or error.code != UNKNOWN_CHANNEL:
            log.info("No look back", extra={"table": table.number, "why": str(error)})
    return found


def standing_as(table: Table, message: discord.Message) -> FoundMessage | None:
    """What a message of the bot is, by its buttons; None if it is another game's, or none's."""
    place, numbers = message.channel.id, dict(_buttons(message))
    text = as_read(message.content)
    for what, kind in KINDS.items():
        if what in numbers:
            number, *more = numbers[what]
            if number != table.number:
                return None
            turn = numbers[buttons.BOARD.what][1] if kind == "turn" else None
            stored = StoredMessage(kind, place, message.id, turn)
            return FoundMessage(stored, more[0] if more else None, text)
    if numbers:
        return None
    return FoundMessage(StoredMessage("notice", place, message.id), None, text)


def _buttons(message: discord.Message) -> list[tuple[str, list[int]]]:
    """The numbers in the custom ids of a message's buttons, by what they are."""
    rows: list[Any] = [row.to_dict() for row in message.components]
    ids = [str(item.get("custom_id")) for row in rows for item in row.get("components", ())]
    found = BUTTON.findall("\n".join(ids))
    return [(what, [int(number) for number in numbers.split(":")]) for what, numbers in found]
