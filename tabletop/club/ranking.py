"""A server's leaderboard: its people's figures, and their consent to be shown."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Final

from db.club.rows import FinishedGame, StoredRecord, StoredResult
from db.games.rows import GameSummary, State, StoredGame
from db.store import Store
from engine.errors import EngineError
from tabletop.cache import END
from tabletop.club.figures import Figures
from tabletop.club.records import reached_by
from tabletop.club.results import results_of
from tabletop.club.standings import RULES, Standing, add_game, figures_of, people_of
from tabletop.errors import UnreadableTableError
from tabletop.ranking_rules import USUAL, Rule, asked_at, choose_rule, rule_of

log = logging.getLogger("arkadia.club")

BATCH: Final = 50
"""The games that are not counted yet and are looked for at a time."""

OVER: Final[tuple[State, ...]] = ("finished", "cancelled", "closed")
"""The states of a game that may have come to something."""

RECOUNTED: Final = 500
"""The games that are counted anew in one go."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """The figures of people on a server, and their choices whether its leaderboard shows them.

    Attributes:
        figures: the figures of people in the leaderboard who have finished a game, and of the one
            who was asked for.
        names: their names in their last game.
        rule: whom the ranking lists.
        choices: the people who chose, and whether they want to be listed.
        held: the people with results whom the rule lists from their next game on.
        hidden: the number of people with games against people who are not listed.
        playing: the number of games that are being played.
    """

    figures: Mapping[int, Figures]
    names: Mapping[int, str]
    rule: Rule = USUAL
    choices: Mapping[int, bool] = field(default_factory=dict)
    held: Collection[int] = ()
    hidden: int = 0
    playing: int = 0

    def of(self, person: int) -> Figures:
        """Return a person's figures."""
        return self.figures.get(person) or Figures(person=person)

    def shows(self, person: int) -> bool:
        """Return whether the ranking shows a person: by their choice, else by the rule."""
        return self.choices.get(person, self.rule == "everybody" and person not in self.held)


@dataclass(frozen=True, slots=True)
class AtEnd:
    """The lines on the ranking in the last message of a game.

    Attributes:
        newcomers: the names of the people whom the ranking lists from this game on, without a
            choice of their own.
        asks: whether it asks the moderators for their rule.
    """

    newcomers: tuple[str, ...] = ()
    asks: bool = False


class Club:
    """A service that counts finished games, and keeps the people who chose about the ranking.

    A game is counted once: its results are derived from its log, and added to the standings of its
    people in one transaction. The store remembers the games that are still to be counted.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._unreadable: set[int] = set()
        self._counting: defaultdict[int, asyncio.Lock] = defaultdict(asyncio.Lock)

    async def ranking(self, guild: int, person: int | None = None) -> Ranking:
        """Return the leaderboard of a server, with one more person's figures."""
        await self.note_results(guild)
        rule = await rule_of(self._store, guild)
        everybody = rule == "everybody"
        stored = await self._store.club.ranked_standings(guild, everybody)
        figures = {standing.user_id: figures_of(standing) for standing in stored}
        names = {standing.user_id: standing.name for standing in stored}
        held = []
        if person is not None:
            # With the course of the rating, which a leaderboard does not show.
            for one in await self._store.club.standings_of(guild, [person]):
                figures[person], names[person] = Standing.of(one).figures(), one.name
                held = [person] if 0 < one.games <= one.unlisted else []
        return Ranking(
            figures,
            names,
            rule,
            await self._store.club.choices_in(guild),
            held,
            hidden=await self._store.club.hidden_players(guild, everybody),
            playing=await self._store.games.running_in(guild),
        )

    async def will_list(self, guild: int, person: int) -> bool:
        """Return whether a server's ranking will list a person by their next game that counts.

        The person has chosen nothing, and has finished none since the ranking lists all people.
        """
        if await rule_of(self._store, guild) != "everybody":
            return False
        await self.note_results(guild)
        if person in await self._store.club.choices_in(guild):
            return False
        stored = await self._store.club.standings_of(guild, [person])
        return not any(one.games > one.unlisted for one in stored)

    async def at_end(self, row: GameSummary) -> AtEnd:
        """Return what the end of a finished game says of the ranking."""
        guild, people = row.guild_id, [seat for seat in row.seats if seat.user_id is not None]
        if not row.leaving_counts or row.begun_in is not None or len(people) < len(row.seats):
            return AtEnd()
        await self.note_results(guild)
        asks = await asked_at(self._store, guild, row.game_id)
        if await rule_of(self._store, guild) != "everybody":
            return AtEnd(asks=asks)
        chosen = await self._store.club.choices_in(guild)
        ids = [seat.user_id for seat in people if seat.user_id is not None]
        stored = await self._store.club.standings_of(guild, ids)
        first = {one.user_id for one in stored if one.games == one.unlisted + 1} - set(chosen)
        return AtEnd(tuple(seat.name for seat in people if seat.user_id in first), asks)

    async def level(self, guild: int, person: int) -> str | None:
        """Return the level of computer players as strong as a person; None without a game."""
        await self.note_results(guild)
        stored = await self._store.club.standings_of(guild, [person])
        return figures_of(stored[0]).level if stored else None

    async def note_results(self, guild: int | None = None) -> None:
        """Count the finished games that are not counted yet, of one server or of all."""
        more = True
        while more:
            # Unreadable games are found again each time, so the batch is larger by their number.
            limit = BATCH + len(self._unreadable)
            found = await self._store.club.uncounted(guild, limit=limit)
            readable = [number for number in found if number not in self._unreadable]
            for number in readable:
                await self._note(number)
            more = bool(readable)

    async def _note(self, number: int) -> None:
        stored = await self._store.games.load(number)
        if stored is None or stored.state not in OVER:
            return
        try:
            results = await asyncio.to_thread(results_of, stored)
        except (EngineError, UnreadableTableError) as error:  # who opens it has it set aside
            log.warning("Not counted", extra={"table": number, "why": str(error)})
            self._unreadable.add(number)
            return
        guild, standings = stored.guild_id, dict[int, Standing]()
        records: tuple[StoredRecord, ...] = ()
        # One after the other: each game builds on the standings that the one before has left.
        async with self._counting[guild]:
            if results and stored.begun_in is None:
                game = _finished(stored, results)
                known = await self._store.club.standings_of(guild, people_of(game))
                standings = {one.user_id: Standing.of(one) for one in known}
                add_game(game, standings)
                turns = sum(entry.entry == END for entry in stored.log)
                records = reached_by(guild, game, turns) if stored.state == "finished" else ()
            await self._store.club.count_game(
                number,
                results,
                [standing.stored(guild) for standing in standings.values()],
                records,
            )

    async def recount(self) -> None:
        """Make the standings of servers anew for which that is wanted, or the rules have changed.

        Nobody waits for it: until it is done, people read the standings that were there before.
        """
        await self._store.club.set_rules(RULES)
        for guild in await self._store.club.to_recount():
            standings: dict[int, Standing] = {}
            after = (-1, 0)
            async with self._counting[guild]:
                while games := await self._store.club.finished(guild, after, limit=RECOUNTED):
                    await asyncio.to_thread(_add_games, games, standings)
                    after = games[-1].ended_at, games[-1].game_id
                rows = [standing.stored(guild) for standing in standings.values()]
                await self._store.club.put_recounted(guild, rows)
            log.info("Counted anew", extra={"guild": guild, "people": len(rows)})

    async def results(
        self, guild: int, numbers: Collection[int]
    ) -> dict[int, tuple[StoredResult, ...]]:
        """Return the result of each seat in some games of a server that came to something."""
        await self.note_results(guild)
        return await self._store.club.results_of(numbers)

    async def show(self, guild: int, person: int, shown: bool) -> None:
        """Add a person to a server's ranking, or leave them out, at their own request."""
        await self._store.club.set_ranked(guild, person, shown)

    async def choose_rule(self, guild: int, rule: Rule) -> None:
        """Choose the rule of a server's ranking."""
        # A game that is over, and is counted later, would list its people without a word.
        await self.note_results(guild)
        await choose_rule(self._store, guild, rule)


def _finished(stored: StoredGame, results: Collection[StoredResult]) -> FinishedGame:
    pairs = tuple(zip(stored.seats, results, strict=True))
    return FinishedGame(stored.game_id, stored.ended_at or 0, stored.leaving_counts, pairs)


def _add_games(games: Collection[FinishedGame], standings: dict[int, Standing]) -> None:
    for game in games:
        add_game(game, standings)
