"""The results of a game that is over for each seat, derived from its log."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence

from db.club.rows import StoredResult
from db.games.replaying import replay
from db.games.rows import StoredEntry, StoredGame
from db.store import Store
from engine.actions import End
from engine.events import BannerUsed, TileLaid
from engine.game import Game, played_turns
from engine.position import Position
from tabletop.cache import END
from tabletop.club.feats import feats_of
from tabletop.stakes import compared, counts_as_it_stands, gone, worth


def results_of(stored: StoredGame) -> tuple[StoredResult, ...]:
    """Return the results of a game that is over, one for each seat; none if it came to nothing.

    Where the game counts although it ended early, a seat has the gold that it stood at.

    Raises:
        EngineError: if its log does not replay.
    """
    game = replay(stored)
    turn, result = game.position.turn, game.position.result
    if result is None and not counts_as_it_stands(stored, stored.pauses, turn):
        return ()
    gold = worth(game.before_turn) if result is None else result.gold
    seats = range(len(stored.seats))
    sales, buildings = [0 for _ in seats], [list[str]() for _ in seats]
    for one in played_turns(game.start, game.actions):
        for event in one.events:
            if isinstance(event, BannerUsed):
                sales[event.seat] = max(sales[event.seat], event.gold)
            elif isinstance(event, TileLaid):
                buildings[event.seat].append(event.card.form)
    turns, own = [list[int]() for _ in seats], set[int]()
    for number, took in _turns(stored):
        turns[number % len(seats)].append(took)
        own.add(number + 1)
    feats = feats_of(game, own, _stayed(stored, turn))
    lost, stood = gone(stored, stored.pauses, turn), _stood(stored, game)
    return tuple(
        StoredResult(
            seat=seat,
            gold=gold[seat],
            sale=sales[seat],
            turns=" ".join(str(took) for took in turns[seat]),
            buildings=" ".join(sorted(buildings[seat])),
            stood=stood[seat],
            gone=seat in lost,
            feats=feats[seat],
        )
        for seat in seats
    )


async def feats_in(store: Store, number: int) -> tuple[str, ...]:
    """Return the feats of each seat of a game that is over, none for a computer player's own."""
    stored = await store.games.load(number)
    if stored is None:
        return ()
    results = await asyncio.to_thread(results_of, stored)
    return tuple(
        "" if seat.is_computer else result.feats
        for seat, result in zip(stored.seats, results, strict=True)
    )


def _stayed(stored: StoredGame, turn: int) -> list[int]:
    """Return the seats of people who played a game to its end, with whomever."""
    lost = gone(stored, stored.pauses, turn)
    return [
        seat.seat
        for seat in stored.seats
        if seat.level is None and seat.seat not in lost and seat.left_turn is None
    ]


def _turns(stored: StoredGame) -> Iterator[tuple[int, int]]:
    """Yield the number, from 0, and the milliseconds of each turn that a person ended."""
    begun = stored.begun_at or 0
    for number, entry in enumerate(_ends(stored)):
        # A turn that a computer has ended says nothing about the person.
        if entry.author is not None:
            yield number, max(0, entry.at - begun)
        begun = entry.at


def _ends(stored: StoredGame) -> list[StoredEntry]:
    """Return the entries that ended turns."""
    return [entry for entry in stored.log if entry.entry == END]


def _stood(stored: StoredGame, game: Game) -> list[int]:
    """Return for each seat the worst rank at which a computer took it over and played a turn.

    Only the people are compared who stayed to the end.
    """
    seats = compared(stored, stored.pauses, game.position.turn)
    ends, found = _ends(stored), [0 for _ in stored.seats]
    held = [
        (pause.seat, sum(entry.at < pause.began_at for entry in ends))
        for pause in stored.pauses
        if pause.kind != "stop" and pause.seat in seats
        if any(
            entry.author is None
            and number % len(found) == pause.seat
            and pause.began_at <= entry.at
            and (pause.until_at is None or entry.at <= pause.until_at)
            for number, entry in enumerate(ends)
        )
    ]
    if held:
        worths = _worths(game)
        for seat, turn in held:
            own = worths[turn][seat]
            rank = 1 + sum(worths[turn][other] > own for other in seats)
            found[seat] = max(found[seat], rank)
    return found


def _worths(game: Game) -> Sequence[tuple[int, ...]]:
    """Return how the seats stood before each turn."""
    position = Position(game.start)
    found = [worth(position)]
    for action in game.actions:
        position.push(action)
        if isinstance(action, End):
            found.append(worth(position))
    return found
