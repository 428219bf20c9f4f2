"""The finished games that count for figures and ratings, and the people they count for.

A game counts among people if no seat was a computer player's own. A person who resigned is behind
all others where the table made that its rule, and is left out elsewhere. A game in which fewer than
two people are compared does not count. A computer that stood in for an absent person played for
that person.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from db.club.rows import FinishedGame, StoredResult
from db.games.rows import StoredSeat


@dataclass(frozen=True, slots=True)
class CountedSeat:
    """A seat of a finished game, as ranked for figures and ratings.

    Attributes:
        person: the owner of the seat; ``None`` if the person was forgotten.
        rank: the rank in the game, 1 for the best; people with equal gold share a rank.
    """

    person: int | None
    rank: int
    result: StoredResult


@dataclass(frozen=True, slots=True)
class CountedGame:
    """A finished game, as counted for figures and ratings.

    Attributes:
        number: the number of the game.
        ended_at: the time of its end, in milliseconds UTC.
        players: the seats that are compared.
    """

    number: int
    ended_at: int
    players: tuple[CountedSeat, ...]


def among_people(games: Iterable[FinishedGame]) -> list[CountedGame]:
    """Return the games in which people played each other, in the order of their ends."""
    counted = (
        CountedGame(game.game_id, game.ended_at, (*_ranked(_stayed(game)), *_left(game)))
        for game in games
        if not _has_computer(game)
    )
    found = [game for game in counted if len(game.players) > 1]
    return sorted(found, key=lambda game: (game.ended_at, game.number))


def with_computers(games: Iterable[FinishedGame]) -> list[CountedGame]:
    """Return the games with computer players' own seats, each with the seats of its people."""
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
    """Return the seats of people who did not resign."""
    return [
        (seat, result)
        for seat, result in game.seats
        if not seat.is_computer and seat.status != "resigned"
    ]


def _left(game: FinishedGame) -> list[CountedSeat]:
    """Return the people who resigned where that counts: all behind those who stayed."""
    if not game.leaving_counts:
        return []
    rank = len(_stayed(game)) + 1
    # Before the second round nothing was at stake: a seat counts once its person ended a turn.
    left = [pair for pair in game.seats if pair[0].status == "resigned" and pair[1].turns]
    return [CountedSeat(seat.user_id, rank, result) for seat, result in left]


def _ranked(seats: Sequence[tuple[StoredSeat, StoredResult]]) -> tuple[CountedSeat, ...]:
    gold = [result.gold for _, result in seats]
    return tuple(
        CountedSeat(seat.user_id, 1 + sum(other > result.gold for other in gold), result)
        for seat, result in seats
    )
