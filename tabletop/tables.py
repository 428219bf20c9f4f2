"""The tables of the bot: reading them, and the services for people's actions on them."""

from collections.abc import Callable, Sequence
from typing import Final

from db.games.rows import GameSummary, HelpLevel, StoredGame, StoredSeat
from db.store import Store
from db.usage import Charge, UsageRecord
from engine.game import Game, kept
from runtime.limits import ActKind, Limits
from tabletop.cache import Refused, Signal, TableCache, refusing
from tabletop.display import Display
from tabletop.errors import TableError
from tabletop.lobby import Lobby
from tabletop.opening import Dealer, FullName, Openings
from tabletop.outcome import Closing
from tabletop.personal import Personal
from tabletop.quiet import Uptime
from tabletop.rematch import Rematch
from tabletop.seats import Seats, TableClock
from tabletop.table import Clock, Table
from tabletop.turn_time import TurnTimes
from tabletop.turns import TableWriter, Turns

TABLES_BYTES: Final = 4_000_000
"""Bytes of tables in memory: some 150 games near their end, or 800 just begun."""


class Tables:
    """The entry point to all tables: it reads them, and holds the services that change them.

    A refusal raises ``TableError`` or one of the engine's errors and changes nothing. When a call
    returns, its change is durable; showing it is left to the publisher, which knows it by the count
    of news in the table's row.

    Args:
        alarm: called when a timer was stored; must not block.
        full_name: gives computer players their names.
        cached: the most bytes of tables in memory.

    Attributes:
        computer_due: sends the numbers of tables where a computer player has to act.
        computers_done: sends the numbers of tables where computer players have acted, and the
            public was told.
        writer: changes tables; for features that do what no service here does.
    """

    def __init__(
        self,
        store: Store,
        now: Clock,
        dealer: Dealer,
        personal: Personal,
        *,
        alarm: Callable[[int], None],
        full_name: FullName,
        limits: Limits,
        cached: int = TABLES_BYTES,
    ) -> None:
        self.store = store
        self.now = now
        self.dealer = dealer
        self.uptime = Uptime(store, now)
        self.cache = TableCache(store, cached, personal.refresh_people)
        self.get = self.cache.get
        turn_times = TurnTimes(self.uptime, personal, now)
        self.limits = limits
        self.writer = writer = TableWriter(store, self.cache, now, turn_times, alarm, limits)
        self.openings = openings = Openings(store, limits, full_name)
        self.computer_due = writer.computer_due
        self.computers_done = Signal()
        self.refused = Refused()
        self.lobby = Lobby(writer, openings, dealer, self.refused)
        self.turns = Turns(writer)
        self.seats = Seats(writer)
        self.clock = TableClock(writer, self.seats)
        self.closing = Closing(writer)
        self.display = Display(writer, self.lobby)
        self.rematch = Rematch(writer, self.lobby, self.display)

    async def log_entries(self, number: int) -> list[str]:
        """Return the entries of a table's log as they are stored, readable or not."""
        return [entry.entry for entry in (await self._stored(number)).log]

    async def charge(self, kind: ActKind, guild: int, user: int, target: int = 0) -> None:
        """Record what a person does apart from a table, such as to cause a direct message."""
        act = UsageRecord(kind=kind, guild_id=guild, user_id=user, target_id=target, at=self.now())
        with refusing():
            await self.store.usage.pay(Charge(self.limits, (act,)))

    async def advised(self, number: int) -> set[int]:
        """Return the places, among a game's actions, of those that hints had advised."""
        log = (await self._stored(number)).log
        places = enumerate(kept(entry.entry for entry in log))
        return {action for action, place in places if log[place].advised}

    async def _stored(self, number: int) -> StoredGame:
        stored = await self.store.games.load(number)
        if stored is None:
            raise TableError("unknown-table", number=number)
        return stored

    async def set_aside(self, number: int, reason: str) -> None:
        """Set a table aside whose log cannot be replayed."""
        await self.store.games.set_aside(number, reason)
        self.cache.forget(number)


def table_in_memory(
    game: Game, number: int, seat: int, names: Sequence[str], user: int, *, help: HelpLevel = "none"
) -> Table:
    """Return the table of a game that is in memory alone.

    Args:
        number: stands in the name of the picture's file.
        seat: the person's seat; the others are computer players'.
        names: the names of the seats.
    """
    start = game.start
    seats = [
        StoredSeat(at, user, name, colour)
        if at == seat
        else StoredSeat(at, None, name, colour, level="pupil")
        for at, (name, colour) in enumerate(zip(names, start.colours, strict=True))
    ]
    row = GameSummary(
        guild_id=0,
        channel_id=0,
        host_id=user,
        edition=start.edition.id,
        setup=start.setup,
        mirror=False,
        seat_limit=start.seats,
        language="en",
        created_at=0,
        game_id=number,
        state="finished" if game.position.over else "running",
        reason=None,
        begun_at=0,
        ended_at=None,
        news=1,
        shown=1,
        help=help,
        seats=tuple(seats),
    )
    return Table(row, game, frozenset(), {})
