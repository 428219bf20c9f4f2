"""The games that wait for a person's turn, and the button to the next of them."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from typing import Any

import discord

from db.errors import StoreError
from db.games.rows import GameSummary
from tabletop.errors import UnreadableTableError
from tabletop.table import Table
from tabletop.time_control import NEVER
from ui import buttons
from ui.interactions import Interaction, guild_of, services_of, words_of
from ui.interactions.audience import seen

log = logging.getLogger("arkadia.waiting")


async def waiting_for(interaction: Interaction) -> list[Table]:
    """Return the running games of this server that wait for a person, the most urgent first.

    Games in which a computer plays for them are left out. A game whose place they cannot see
    any more says so when they go there: Discord is not asked about each after every turn.
    """
    user = interaction.user.id
    store = services_of(interaction).tables.store
    numbers = await store.games.played_by(guild_of(interaction), user)
    due = [table for table in await _readable(interaction, numbers) if waits_for(table, user)]
    return sorted(due, key=lambda table: urgency(interaction, table))


def urgency(interaction: Interaction, table: Table) -> tuple[int, int, int]:
    """Return a sort key: the game whose clock runs out first, then the longest-waiting."""
    timing = services_of(interaction).tables.clock.turn_time(table)
    deadline = timing.deadline if timing else None
    return NEVER if deadline is None else deadline, table.moved_at, table.number


async def tables_seen(interaction: Interaction, rows: Iterable[GameSummary]) -> list[Table]:
    """Load the tables whose channel or thread the person can see, without unreadable ones."""
    numbers = [row.game_id for row in await seen(interaction, rows)]
    return await _readable(interaction, numbers)


async def _readable(interaction: Interaction, numbers: Iterable[int]) -> list[Table]:
    tables = []
    for number in numbers:
        try:
            tables.append(await services_of(interaction).tables.get(number))
        except UnreadableTableError as error:
            log.warning("Left out", extra={"table": error.number, "why": error.reason})
    return tables


def waits_for(table: Table, user: int) -> bool:
    """Return whether a game waits for a person to take their turn."""
    active = table.active
    return active is not None and active.user_id == user and active.status == "playing"


async def next_games(interaction: Interaction, after: int) -> list[Table]:
    """Return the other games that wait for a person, in the order in which they come up.

    The order is a ring: games that are less urgent than this one come first, so that going on leads
    to every one of them.
    """
    tables = await waiting_for(interaction)
    numbers = [table.number for table in tables]
    if after not in numbers:
        return tables
    place = numbers.index(after)
    return [*tables[place + 1 :], *tables[:place]]


async def next_game(interaction: Interaction, after: int) -> discord.ui.Button[Any] | None:
    """Return the button to the next game that waits for a person; None if there is none.

    It is an extra beside an answer that is true already, so a failing store only costs the button.
    """
    try:
        count = len(await next_games(interaction, after))
    except StoreError as error:
        log.warning("No way to the next game", extra={"table": after, "why": str(error)})
        return None
    if not count:
        return None
    words, face = words_of(interaction), buttons.NEXT_GAME
    return face.button(after, words=words, label=words.context("button", face.caption, n=count))
