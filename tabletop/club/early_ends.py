"""Pairs of people whose games end early again and again, for a server's moderators.

Two who agree to cancel what one of them loses, or who leave their games to each other in turn, move
no rating against anybody's will. Moderators see who does so often.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations
from typing import Final, NamedTuple

from db.store import Store
from tabletop.cache import END
from tabletop.time_control import DAY

SINCE_MS: Final = 90 * DAY
"""Milliseconds back from now in which games count."""

LEAST: Final = 3
"""The number of games with an early end from which on a pair is shown."""


class EarlyPair(NamedTuple):
    """Two people, and their common games that ended early.

    Attributes:
        names: their names in the last of these games.
        games: the number of the games.
        last: the number of the last game.
    """

    names: tuple[str, str]
    games: int
    last: int


async def early_pairs(store: Store, guild: int, now: int) -> list[EarlyPair]:
    """Return the pairs of a server with at least ``LEAST`` such games, the most games first."""
    found: dict[tuple[int, int], list[tuple[tuple[str, str], int]]] = defaultdict(list)
    for row in await store.games.ended_early(guild, now - SINCE_MS, END):
        if any(seat.is_computer for seat in row.seats):
            continue
        names = {seat.user_id: seat.name for seat in row.seats if seat.user_id is not None}
        for first, second in combinations(sorted(names), 2):
            found[first, second].append(((names[first], names[second]), row.game_id))
    pairs = [EarlyPair(games[-1][0], len(games), games[-1][1]) for games in found.values()]
    return sorted(
        (pair for pair in pairs if pair.games >= LEAST),
        key=lambda pair: (-pair.games, -pair.last),
    )
