"""The finished games that count for figures and ratings, and the people they count for.

A game counts among people if no seat was a computer player's own and its lobby did not call it
friendly. A person who left it from the second round on, or was replaced for lateness until its end,
is behind all others; one who left in the first round is left out. A game in which fewer than two
people are compared does not count. A computer that stood in for an absent person played for that
person, and never betters how the seat stood.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

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
        CountedGame(game.game_id, game.ended_at, (*_held(_stayed(game)), *_left(game)))
        for game in games
        if game.leaving_counts and not _has_computer(game)
    )
    found = [game for game in counted if len(game.players) > 1]
    return sorted(found, key=lambda game: (game.ended_at, game.number))


def with_computers(games: Iterable[FinishedGame]) -> list[CountedGame]:
    """Return the games with computer players' own seats, each with the seats of its people."""
    found = []
    for game in games:
        if _has_computer(game):
            ranked = _ranked([pair for pair in game.seats if pair[0].left_turn is None])
            theirs = {seat.seat for seat, _ in _stayed(game)}
            players = tuple(player for player in ranked if player.result.seat in theirs)
            found.append(CountedGame(game.game_id, game.ended_at, players))
    return found


def _has_computer(game: FinishedGame) -> bool:
    return any(seat.is_computer for seat, _ in game.seats)


def _stayed(game: FinishedGame) -> list[tuple[StoredSeat, StoredResult]]:
    """Return the seats of people who are compared by what their seats came to."""
    return [
        (seat, result)
        for seat, result in game.seats
        if not seat.is_computer and not result.gone and seat.left_turn is None
    ]


def _left(game: FinishedGame) -> list[CountedSeat]:
    """Return the people who abandoned the game: all behind those who stayed."""
    rank = len(_stayed(game)) + 1
    return [CountedSeat(seat.user_id, rank, result) for seat, result in game.seats if result.gone]


def _ranked(seats: Sequence[tuple[StoredSeat, StoredResult]]) -> tuple[CountedSeat, ...]:
    gold = [result.gold for _, result in seats]
    return tuple(
        CountedSeat(seat.user_id, 1 + sum(other > result.gold for other in gold), result)
        for seat, result in seats
    )


def _held(seats: Sequence[tuple[StoredSeat, StoredResult]]) -> tuple[CountedSeat, ...]:
    """Rank seats by gold, those that a computer held no better than they stood before it."""
    ranked = _ranked(seats)
    # A seat that is set back stands behind the one that has that rank by its own play.
    places = [(max(one.rank, one.result.stood), one.result.stood > one.rank) for one in ranked]
    return tuple(
        replace(one, rank=1 + sum(other < place for other in places))
        for one, place in zip(ranked, places, strict=True)
    )
