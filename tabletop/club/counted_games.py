"""Which finished games count, and for whom.

A game counts among people if no seat was a computer player's own. Who resigned from it is behind
all others where the table made that its rule, and else not compared with them. A game in which
fewer than two people are compared does not count. A computer that stood in for somebody who was
away played for them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from db.club.rows import FinishedGame, StoredResult
from db.games.rows import StoredSeat


@dataclass(frozen=True, slots=True)
class CountedSeat:
    """A seat of a game as it counts.

    Attributes:
        person: whose it is; ``None`` for a person forgotten.
        rank: from 1 for the best; who has equal gold shares it.
    """

    person: int | None
    rank: int
    result: StoredResult


@dataclass(frozen=True, slots=True)
class CountedGame:
    """A game as it counts.

    Attributes:
        number: the game's.
        ended_at: in milliseconds UTC.
        players: those who are compared.
    """

    number: int
    ended_at: int
    players: tuple[CountedSeat, ...]


def among_people(games: Iterable[FinishedGame]) -> list[CountedGame]:
    """The games in which people played each other, the one that ended first before the others."""
    counted = (
        CountedGame(game.game_id, game.ended_at, (*_ranked(_stayed(game)), *_left(game)))
        for game in games
        if not _has_computer(game)
    )
    found = [game for game in counted if len(game.players) > 1]
    return sorted(found, key=lambda game: (game.ended_at, game.number))


def with_computers(games: Iterable[FinishedGame]) -> list[CountedGame]:
    """The games in which computer players had seats of their own; people alone are in the list."""
    found = []
    for game in games:
        if _has_computer(game):
            ranked = _ranked([pair for pair in game.seats if pair[0].status != "resigned"])
            theirs = {seat.seat for seat, _ in _stayed(game)}
            players = tuple(player for player in ranked if player.result.seat in theirs)
            found.append(CountedGame(game.game_id, game.ended_at, players))
    return found


def _has_computer(game: FinishedGame) -> bool:
    return any(seat.is_computer for seat, _ in game.seats)


def _stayed(game: FinishedGame) -> list[tuple[StoredSeat, StoredResult]]:
    """The seats of people who did not resign."""
    return [
        (seat, result)
        for seat, result in game.seats
        if not seat.is_computer and seat.status != "resigned"
    ]


def _left(game: FinishedGame) -> list[CountedSeat]:
    """Who resigned where that counts: all behind those who stayed."""
    if not game.leaving_counts:
        return []
    rank = len(_stayed(game)) + 1
    left = [pair for pair in game.seats if pair[0].status == "resigned"]
    return [CountedSeat(seat.user_id, rank, result) for seat, result in left]


def _ranked(seats: Sequence[tuple[StoredSeat, StoredResult]]) -> tuple[CountedSeat, ...]:
    gold = [result.gold for _, result in seats]
    return tuple(
        CountedSeat(seat.user_id, 1 + sum(other > result.gold for other in gold), result)
        for seat, result in seats
    )
