"""The finished games that count for figures and ratings, and the people they count for.

A game counts among people if no seat was a computer player's own, its lobby did not call it
friendly, and at least two people have a place in it; ``tabletop.outcome`` says which.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from db.club.rows import FinishedGame, StoredResult
from db.games.rows import StoredSeat
from tabletop.outcome import ranked


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
    counted = [_counted(game) for game in games if game.leaving_counts and not _has_computer(game)]
    found = [game for game in counted if len(game.players) > 1]
    return sorted(found, key=lambda game: (game.ended_at, game.number))


def with_computers(games: Iterable[FinishedGame]) -> list[CountedGame]:
    """Return the games with computer players' own seats, each with the seats of its people."""
    return [_counted(game) for game in games if _has_computer(game)]


def _has_computer(game: FinishedGame) -> bool:
    return any(seat.is_computer for seat, _ in game.seats)


def places_in(seats: Iterable[tuple[StoredSeat, StoredResult]]) -> dict[int, int]:
    """Return the place of each seat that is ranked in a game that is over, 1 for the best."""
    pairs = list(seats)
    gone = [seat.seat for seat, result in pairs if result.gone]
    stayed = {
        seat.seat: (result.gold, result.stood)
        for seat, result in pairs
        if not result.gone and seat.left_turn is None
    }
    return ranked(stayed, gone)


def _counted(game: FinishedGame) -> CountedGame:
    """Return a game with the people who have a place in it."""
    places = places_in(game.seats)
    players = tuple(
        CountedSeat(seat.user_id, places[seat.seat], result)
        for seat, result in game.seats
        if seat.seat in places and not seat.is_computer
    )
    return CountedGame(game.game_id, game.ended_at, players)
