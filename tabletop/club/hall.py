"""A server's people and its finished games: how they stand, and who of them may be shown."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from db.rows import FinishedGame
from db.store import Store
from engine.errors import EngineError
from tabletop.club.counting import Counted, among_people, with_computers
from tabletop.club.figures import Figures, figures_of
from tabletop.club.rating import Rated, courses
from tabletop.club.results import results_of

log = logging.getLogger("arkadia.club")

Courses: TypeAlias = Mapping[int, tuple[Rated, ...]]

AT_ONCE: Final = 50
"""How many games are looked for at a time of which is not noted what they came to."""

MOST_KEPT: Final = 20
"""Of how many servers the ratings are kept in memory."""


@dataclass(frozen=True, slots=True)
class Hall:
    """A server's finished games and who of its people may be shown.

    Attributes:
        names: what people were called in their last game.
        ranked: who chose to be in the ranking.
    """

    people: tuple[Counted, ...]
    computers: tuple[Counted, ...]
    courses: Courses
    names: Mapping[int, str]
    ranked: frozenset[int]

    def figures(self, person: int) -> Figures:
        """A person in figures."""
        return figures_of(person, self.people, self.computers, self.courses.get(person, ()))


class Club:
    """What servers' finished games came to, and who chose to be shown with it.

    What a game came to is noted beside it when somebody asks for the first time since its end, or
    by ``note_results`` before. Ratings are recomputed whenever anything that they follow from has
    changed.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._unreadable: set[int] = set()
        self._courses: OrderedDict[int, tuple[int, Courses]] = OrderedDict()
        self._noting = asyncio.Lock()

    async def hall(self, guild: int) -> Hall:
        """All of a server."""
        await self.note_results(guild)
        games = await self._store.finished(guild)
        ranked = await self._store.ranked_in(guild)
        people, computers, names = await asyncio.to_thread(_counted, games)
        return Hall(people, computers, await self._rated(guild, people), names, ranked)

    async def _rated(self, guild: int, people: tuple[Counted, ...]) -> Courses:
        """How everybody's rating went; computed anew if any of these games is not as it was."""
        state = hash(people)
        known = self._courses.get(guild)
        if known is None or known[0] != state:
            known = state, await asyncio.to_thread(courses, people)
        self._courses[guild] = known
        self._courses.move_to_end(guild)
        while len(self._courses) > MOST_KEPT:
            self._courses.popitem(last=False)
        return known[1]

    async def note_results(self, guild: int | None = None) -> None:
        """Note what finished games came to where that is missing, of a server or of all."""
        more = True
        while more:
            async with self._noting:  # by turns with others who ask
                more = await self._note_some(guild)

    async def _note_some(self, guild: int | None) -> bool:
        """Note it of some games; whether there were any."""
        limit = AT_ONCE + len(self._unreadable)
        missing = await self._store.without_results(guild, limit=limit)
        readable = [number for number in missing if number not in self._unreadable]
        for number in readable:
            await self._note(number)
        return bool(readable)

    async def _note(self, number: int) -> None:
        stored = await self._store.load(number)
        if stored is None or stored.state != "finished":
            return
        try:
            results = await asyncio.to_thread(results_of, stored)
        except (EngineError, ValueError) as error:  # who opens it has it set aside
            log.warning("Not counted", extra={"table": number, "why": str(error)})
            self._unreadable.add(number)
            return
        await self._store.put_results(number, results)

    async def show(self, guild: int, person: int, shown: bool) -> None:
        """Put a person into the ranking of a server, or take them out; only they may ask for it."""
        await self._store.set_ranked(guild, person, shown)


def _counted(
    games: tuple[FinishedGame, ...],
) -> tuple[tuple[Counted, ...], tuple[Counted, ...], dict[int, str]]:
    """The games that count among people, those with computer players, and the people's names."""
    names = {
        seat.user_id: seat.name
        for game in games
        for seat, _ in game.seats
        if seat.user_id is not None
    }
    return tuple(among_people(games)), tuple(with_computers(games)), names
