"""The results of a finished game for each seat, derived from its log."""

from __future__ import annotations

from collections.abc import Iterator

from db.club.rows import StoredResult
from db.games.replaying import replay
from db.games.rows import StoredGame
from engine.events import BannerUsed, TileLaid
from engine.game import played_turns
from tabletop.cache import END


def results_of(stored: StoredGame) -> tuple[StoredResult, ...]:
    """Return a finished game's results, one for each seat.

    Raises:
        EngineError: if its log does not replay.
        ValueError: if it is not over.
    """
    game = replay(stored)
    result = game.position.result
    if result is None:
        raise ValueError("only a game that is over has come to something")
    seats = range(len(stored.seats))
    sales, buildings = [0 for _ in seats], [list[str]() for _ in seats]
    for turn in played_turns(game.start, game.actions):
        for event in turn.events:
            if isinstance(event, BannerUsed):
                sales[event.seat] = max(sales[event.seat], event.gold)
            elif isinstance(event, TileLaid):
                buildings[event.seat].append(event.card.form)
    turns = [list[int]() for _ in seats]
    for number, took in _turns(stored):
        turns[number % len(seats)].append(took)
    return tuple(
        StoredResult(
            seat=seat,
            gold=result.gold[seat],
            sale=sales[seat],
            turns=" ".join(str(took) for took in turns[seat]),
            buildings=" ".join(sorted(buildings[seat])),
        )
        for seat in seats
    )


def _turns(stored: StoredGame) -> Iterator[tuple[int, int]]:
    """Yield the number, from 0, and the milliseconds of each turn that a person ended."""
    begun, number = stored.begun_at or 0, 0
    for entry in stored.log:
        if entry.entry == END:
            # A turn that a computer has ended says nothing about the person.
            if entry.author is not None:
                yield number, max(0, entry.at - begun)
            begun, number = entry.at, number + 1
