"""A server's leaderboard: its people's figures, and their consent to be shown."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from db.club.rows import FinishedGame
from db.store import Store
from engine.errors import EngineError
from tabletop.club.figures import Figures, figures_in, figures_of
from tabletop.club.results import results_of
from tabletop.club.strength import levels_in

log = logging.getLogger("arkadia.club")

BATCH: Final = 50
"""The games without results that are looked for at a time."""

MOST_KEPT: Final = 20
"""The servers whose figures are kept in memory."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """The figures of a server's players, and the people who are shown in its leaderboard.

    Attributes:
        figures: the figures of all people who have finished a game.
        names: their names in their last game.
        levels: the level of computer players that is about as strong as they are.
        ranked: the people who chose to be in the ranking.
    """

    figures: Mapping[int, Figures]
    names: Mapping[int, str]
    levels: Mapping[int, str]
    ranked: frozenset[int] = frozenset()

    def of(self, person: int) -> Figures:
        """Return a person's figures."""
        return self.figures.get(person) or figures_of(person, (), (), ())


class Club:
    """A service that stores finished games' results, and the people who opted in to the ranking.

    Results are derived from a log and stored on the first question after a game's end, or by
    ``note_results`` before. Figures and ratings are computed anew whenever the games that they
    follow from have changed.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._unreadable: set[int] = set()
        self._rankings: OrderedDict[int, tuple[tuple[int, ...], Ranking]] = OrderedDict()
        self._noting, self._computing = asyncio.Lock(), asyncio.Lock()

    async def ranking(self, guild: int) -> Ranking:
        """Return the figures and the leaderboard of a server."""
        await self.note_results(guild)
        async with self._computing:
            # A cheap key decides whether thousands of games must be read again.
            state = await self._store.club.finished_state(guild)
            known = self._rankings.get(guild)
            if known is None or known[0] != state:
                games = await self._store.club.finished(guild)
                known = state, await asyncio.to_thread(_ranking_of, games)
            self._rankings[guild] = known
            self._rankings.move_to_end(guild)
            while len(self._rankings) > MOST_KEPT:
                self._rankings.popitem(last=False)
        return replace(known[1], ranked=await self._store.club.ranked_in(guild))

    async def note_results(self, guild: int | None = None) -> None:
        """Store the missing results of finished games, of one server or of all."""
        more = True
        while more:
            async with self._noting:  # by turns with others who ask
                more = await self._note_some(guild)

    async def _note_some(self, guild: int | None) -> bool:
        """Store the results of some games, and return whether any were missing."""
        # Unreadable games are found again each time, so the batch is larger by their number.
        limit = BATCH + len(self._unreadable)
        missing = await self._store.club.without_results(guild, limit=limit)
        readable = [number for number in missing if number not in self._unreadable]
        for number in readable:
            await self._note(number)
        return bool(readable)

    async def _note(self, number: int) -> None:
        stored = await self._store.games.load(number)
        if stored is None or stored.state != "finished":
            return
        try:
            results = await asyncio.to_thread(results_of, stored)
        except (EngineError, ValueError) as error:  # who opens it has it set aside
            log.warning("Not counted", extra={"table": number, "why": str(error)})
            self._unreadable.add(number)
            return
        await self._store.club.put_results(number, results)

    async def gold(self, guild: int, numbers: Collection[int]) -> dict[int, tuple[int, ...]]:
        """Return the final gold of each seat in some finished games of a server."""
        await self.note_results(guild)
        found = await self._store.club.results_of(numbers)
        return {number: tuple(seat.gold for seat in seats) for number, seats in found.items()}

    async def show(self, guild: int, person: int, shown: bool) -> None:
        """Add a person to a server's ranking, or remove them, at their own request."""
        await self._store.club.set_ranked(guild, person, shown)


def _ranking_of(games: Sequence[FinishedGame]) -> Ranking:
    """Build the leaderboard of these games, which are in the order of their ends."""
    names = {
        seat.user_id: seat.name
        for game in games
        for seat, _ in game.seats
        if seat.user_id is not None
    }
    return Ranking(figures_in(games), names, levels_in(games))
