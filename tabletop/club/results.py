"""The results of a game that is over for each seat, derived from its log."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

from db.club.rows import StoredResult
from db.games.replaying import replay
from db.games.rows import StoredGame
from db.store import Store
from engine.events import BannerUsed, TileLaid
from tabletop.cache import END, table_of
from tabletop.club.feats import feats_of
from tabletop.outcome import outcome_of


def results_of(stored: StoredGame) -> tuple[StoredResult, ...]:
    """Return the results of a game that is over, one for each seat; none if it came to nothing.

    Where the game counts although it ended early, a seat has the gold that it stood at.

    Raises:
        EngineError, UnreadableTableError: if its log does not replay.
    """
    table = table_of(stored)
    if table.game is None:  # of a game that was cancelled, which is shown without its log
        table.game = replay(stored)
    outcome = outcome_of(table)
    if outcome is None:
        return ()
    count = len(table.seats)
    own = {turn for seat in table.seats for turn in table.played_by_person(seat.seat)}
    sales, buildings = [0] * count, [list[str]() for _ in table.seats]
    for turn in table.turns_since(1):
        for event in turn.events if turn.number in own else ():
            if isinstance(event, BannerUsed):
                sales[event.seat] = max(sales[event.seat], event.gold)
            elif isinstance(event, TileLaid):
                buildings[event.seat].append(event.card.form)
    turns = [list[str]() for _ in table.seats]
    for number, took in _turns(stored):
        turns[number % count].append(str(took))
    whole = [seat for seat in range(count) if outcome.is_own(seat)]
    feats = feats_of(table.running_game(), own, whole)
    return tuple(
        StoredResult(
            seat=seat,
            gold=outcome.gold[seat],
            sale=sales[seat],
            turns=" ".join(turns[seat]),
            buildings=" ".join(sorted(buildings[seat])),
            stood=outcome.stood[seat],
            gone=seat in outcome.gone,
            feats="" if table.seats[seat].is_computer else feats[seat],
        )
        for seat in range(count)
    )


async def feats_in(store: Store, number: int) -> tuple[str, ...]:
    """Return the feats of each seat of a game that is over, none for a computer player's own."""
    stored = await store.games.load(number)
    if stored is None:
        return ()
    return tuple(result.feats for result in await asyncio.to_thread(results_of, stored))


def _turns(stored: StoredGame) -> Iterator[tuple[int, int]]:
    """Yield the number, from 0, and the milliseconds of each turn that a person ended."""
    begun = stored.begun_at or 0
    for number, end in enumerate(entry for entry in stored.log if entry.entry == END):
        # A turn that a computer has ended says nothing about the person.
        if end.author is not None:
            yield number, max(0, end.at - begun)
        begun = end.at
