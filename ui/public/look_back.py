"""The look-back for messages of a game that may have been posted without being noted."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, TypeVar

import discord

from db.games.rows import MessageKind, StoredMessage
from delivery.sender import Sender
from i18n.translation import Words
from tabletop.table import Table
from ui import buttons
from ui.public.posts.first_line import told_of
from ui.services.markup import as_read

KINDS: Final[Mapping[str, MessageKind]] = {
    buttons.JOIN.what: "lobby",
    buttons.TAKE_TURN.what: "turn",
    buttons.RECORD.what: "final",
}
"""The button that tells the kind of a message."""

_Found = TypeVar("_Found")

BUTTON: Final = re.compile(r"^arkadia:([a-z-]+):([0-9:]*[0-9])$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class FoundMessage:
    """A message of a game that the look-back found, noted or not.

    Attributes:
        message: its place, and the turn that was being played then.
        news: the count of news that a turn message shows.
        text: its text, with commands in plain form.
    """

    message: StoredMessage
    news: int | None
    text: str


async def unnoted(sender: Sender, table: Table, place: int) -> list[FoundMessage]:
    """Return a game's messages in a place that are newer than the noted ones, the newest first.

    Messages without buttons may be another game's.

    Raises:
        discord.HTTPException: if Discord does not show the messages, and may do so later.
    """
    noted = [one.message_id for one in table.messages.values() if one.channel_id == place]
    # Ids of Discord grow with time, so all after the newest noted one is all that is unknown.
    last, pick = max(noted, default=0), partial(standing_as, table)
    return await sender.own_since(place, table.row.guild_id, last, pick=pick)


async def after_noted(
    sender: Sender, table: Table, place: int, pick: Callable[[discord.Message], _Found | None]
) -> list[_Found]:
    """Return what is picked of the bot's messages in a place after all noted ones of a game.

    Raises:
        discord.HTTPException: if the place is gone, or Discord does not show its messages.
    """
    noted = [one.message_id for one in table.messages.values()]
    last = max(noted, default=0)
    return await sender.own_since(place, table.row.guild_id, last, pick=pick, must=True)


def places_of(table: Table) -> Iterable[int]:
    """Return a table's place, and its places before a move."""
    before, unnoted = table.messages.get("turn"), table.messages.get("notice")
    places = [table.place, before.channel_id if before else table.row.channel_id]
    if unnoted is not None and not unnoted.message_id:
        places.append(unnoted.channel_id)
    return dict.fromkeys(places)


def game_of(message: discord.Message, words: Words) -> int | None:
    """Return the number of the game that a message tells of, by its buttons or its text."""
    numbers = dict(_buttons(message))
    for what in KINDS:
        if what in numbers:
            return numbers[what][0]
    return None if numbers else told_of(as_read(message.content), words)


def is_stray_lobby(table: Table, message: discord.Message) -> bool:
    """Return whether an unnoted message shows an open lobby, as it was in a lost time."""
    found = standing_as(table, message)
    return table.row.state == "lobby" and found is not None and found.message.kind == "lobby"


def tells_of_lost(table: Table, message: discord.Message, news: int) -> bool:
    """Return whether a game's unnoted message tells of turns that were lost.

    Args:
        news: how much of the game's news was not lost.
    """
    found = standing_as(table, message)
    if found is None or found.message.kind == "lobby":  # a lobby is edited as it is now
        return False
    if found.message.kind == "final":
        return table.row.state != "finished"
    # What has lost its buttons already was followed by another message, which is not noted either.
    return found.news is None or found.news > news


def standing_as(table: Table, message: discord.Message) -> FoundMessage | None:
    """Return a bot's message as one of the game's, by its buttons; None if it is not.

    A message without buttons counts as a notice of the game.
    """
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
    """Return the numbers in the custom ids of a message's buttons, by the button's word."""
    rows: list[Any] = [row.to_dict() for row in message.components]
    ids = [str(item.get("custom_id")) for row in rows for item in row.get("components", ())]
    found = BUTTON.findall("\n".join(ids))
    return [(what, [int(number) for number in numbers.split(":")]) for what, numbers in found]
