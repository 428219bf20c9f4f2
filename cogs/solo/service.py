"""Games of one person against computer players, which are in no channel and on no server."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import ClassVar
from weakref import WeakValueDictionary

from cogs.solo import store
from cogs.solo.store import StoredSolo
from engine import EngineError, Game, Record, load_edition
from i18n.translation import N_, Words
from players.levels import LEVELS
from players.thinking import ThinkingPool
from tabletop.opening import CITIZENS, Dealer
from tabletop.table import Table
from tabletop.tables import Tables, table_in_memory
from ui.texts.refusals import FeatureError, Sentences


class SoloError(FeatureError):
    """A game of a person alone cannot be shown or changed."""

    sentences: ClassVar[Sentences] = {
        "unknown": N_("You don't have game {number} any more. `/arkadia-solo games` lists yours."),
        "unreadable": N_("Game {number} had to be set aside: its log can't be read."),
        "outdated": N_("The game has moved on. Here's how it stands now."),
    }


@dataclass(frozen=True, slots=True)
class Solo:
    """A game of a person alone, replayed from its log."""

    row: StoredSolo  # as it is stored
    game: Game

    @property
    def waits_for_computers(self) -> bool:
        """True if a computer player has to act."""
        position = self.game.position
        return not position.over and position.active != self.row.seat

    def table(self, name: str, words: Words) -> Table:
        """Return the table as its person sees it, by the name they have now."""
        row, level = self.row, LEVELS[self.row.level]
        others = CITIZENS[: self.game.start.seats - 1]
        names = [words(level.full_name, name=other) for other in others]
        names.insert(row.seat, name)
        return table_in_memory(self.game, row.game_id, row.seat, names, row.user_id, help="all")


class SoloGames:
    """A service for games of people alone: it begins and keeps them, and has computers play."""

    def __init__(self, tables: Tables, thinking: ThinkingPool, rng: Random) -> None:
        self._tables, self._thinking, self._rng = tables, thinking, rng
        self._dealer = Dealer(rng)
        self._thought_over: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def begin(self, user: int, level: str, count: int, setup: str) -> int:
        """Begin a game against computer players of a level, and return its number.

        Args:
            count: of computer players; no more than the edition has seats for.
        """
        edition = load_edition()
        seats = min(count + 1, edition.seat_counts[-1])
        start = self._dealer.start(edition, setup, seats, None, mirror=False)
        seat, text = self._rng.randrange(seats), Record(start, ()).to_json()
        new = StoredSolo(0, user, seat, level, text, "", 0, self._tables.now(), over=False)
        return await self._tables.store.change(store.add, new)

    async def all_of(self, user: int) -> Sequence[StoredSolo]:
        """Return a person's games, those that go on first."""
        return await self._tables.store.ask(store.of_person, user)

    async def of(self, user: int, number: int) -> Solo:
        """Return a person's game."""
        row = await self._tables.store.ask(store.game_of, user, number)
        if row is None:
            raise SoloError("unknown", number=number)
        try:
            start = Record.from_json(row.start).start
            return Solo(row, Game.from_log(start, row.log.splitlines()))
        except EngineError as error:
            raise SoloError("unreadable", number=number) from error

    async def in_turn(self, user: int, number: int) -> Solo:
        """Return a person's game, once all computer players that are next have had their turns."""
        # One game of a person after the other, so that many at once keep nobody else waiting.
        lock = self._thought_over.setdefault(user, asyncio.Lock())
        async with lock:
            solo = await self.of(user, number)
            while solo.waits_for_computers:
                position, seed = solo.game.position, self._rng.getrandbits(32)
                seen = position.observe(position.active)
                action = await self._thinking.decide(solo.row.level, seen, seed)
                solo = await self.enter(solo, str(action))
            return solo

    async def enter(self, solo: Solo, entry: str) -> Solo:
        """Save an entry of the log, and return the game after it."""
        game, row = solo.game.copy(), solo.row
        game.enter(entry)
        at, over = self._tables.now(), game.position.over
        change = self._tables.store.change
        if not await change(store.append, row.game_id, row.version, entry, at=at, over=over):
            raise SoloError("outdated")
        log = f"{row.log}{entry}\n"
        return Solo(replace(row, log=log, version=game.version, played_at=at, over=over), game)
