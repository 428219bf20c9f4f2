"""A person's strength, expressed as the level of computer players that is about as strong.

Each level wins about three games of four against the one below. So a person of a strength, counted
in levels from the weakest, beats a level by odds of three to one for each that lies between; the
strength is the maximum-likelihood one for their last games against computers. The prior is one
victory against the weakest level and one defeat two levels above.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log
from types import MappingProxyType
from typing import Final, NamedTuple

from db.club.rows import FinishedGame
from players.levels import OPPONENTS

LAST: Final = 20
"""The number of meetings with computers that count, the latest: people learn."""

ODDS: Final = 3.0
"""The games a level wins for each that it loses against the one below."""

_PLACES: Final = MappingProxyType({level.name: place for place, level in enumerate(OPPONENTS)})


class Meeting(NamedTuple):
    """The result of a person against one computer player in a finished game.

    Attributes:
        place: the place of the computer player's level in the order of strength, from 0.
        won: 1 if the person had more gold, 0 if less, a half if as much.
    """

    place: int
    won: float


BELIEVED: Final = (Meeting(0, 1.0), Meeting(2, 0.0))


def meetings_in(game: FinishedGame) -> dict[int, list[Meeting]]:
    """Return the meetings with computers of each person who played a finished game to its end."""
    computers = [
        (_PLACES[seat.level], result.gold)
        for seat, result in game.seats
        if seat.is_computer and seat.level is not None and seat.level in _PLACES
    ]
    return {
        seat.user_id: [
            Meeting(place, (1 + (result.gold > gold) - (result.gold < gold)) / 2)
            for place, gold in computers
        ]
        for seat, result in game.seats
        if seat.user_id is not None and seat.left_turn is None and not result.stood
    }


def likely_place(meetings: Sequence[Meeting]) -> int:
    """Return the most likely place of a person among the levels; of equal ones the lower."""
    return max(range(len(OPPONENTS)), key=lambda place: _likelihood(place, meetings))


def _likelihood(strength: int, meetings: Sequence[Meeting]) -> float:
    """Return the log-likelihood of such meetings for a person of that strength."""
    total = 0.0
    for place, won in (*BELIEVED, *meetings):
        odds: float = ODDS ** (strength - place)
        total += won * log(odds) - log(1 + odds)
    return total
