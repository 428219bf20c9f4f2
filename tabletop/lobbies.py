"""Lobbies: opening a table, taking seats, and beginning the game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Final

from db.errors import BlockedError, LimitReachedError
from db.games.rows import Absence, ClockChange, Late, NewGame, StoredSeat
from db.timers.rows import StoredDue
from engine.edition import Edition
from engine.edition_files import DEFAULT_EDITION, load_edition
from engine.game import Game
from engine.lot import Lot
from engine.start import FIRST_GAME
from players.levels import LEVELS, OPPONENTS
from tabletop.base import TableService, must_be_lobby, must_host
from tabletop.clock import DAY, USUAL_CLOCK, TimeControl
from tabletop.dealing import stored_start
from tabletop.errors import TableError, UnreadableTableError
from tabletop.series import next_order, owner, wins
from tabletop.table import Table
from tabletop.timing import control_of

LOBBY: Final = "lobby"
"""What is due when nothing has happened in a lobby for days."""

LEFT: Final = "everybody left"
NOBODY_CAME: Final = "nobody came or began it for a week"
"""The reasons that are kept with games that never began."""

WARNED_BEFORE: Final = DAY
UNVISITED: Final = 7 * DAY - WARNED_BEFORE
"""Milliseconds without anybody coming after which the host is warned, and then the lobby closes."""

MOST_CALLS: Final = 3
"""How often the host of a lobby is notified at most because all seats are taken."""


CITIZENS: Final = ("Aldo", "Bianca", "Corrado", "Donata", "Ennio", "Fiora", "Guido", "Ilaria")
"""What computer players are called, with the name of their level."""


@dataclass(frozen=True, slots=True)
class Opening:
    """What a table is opened with; ids are Discord's.

    Attributes:
        seats: how many may play.
        language: the language of its public messages.
        computers: levels of computer players that have a seat from the start.
        hints: whether people may ask for advice.
        leaving_counts: whether who resigns has lost, in the ranking of the server.
        clock: how long turns may take.
        late: what happens when somebody's time is up.
        absence: what happens while somebody is away until a day.
        edition: the name of the edition that is played.
        others: who else has a seat from the start, besides these computer players.
        invited: for whom seats are kept.
        begins_full: whether it begins by itself when all seats are taken.
        rematch_of: the number of the game that it repeats.
        series: which game it is of those that repeat each other.
    """

    guild: int
    channel: int
    host: int
    name: str
    setup: str = FIRST_GAME
    mirror: bool = False
    seats: int = 4
    language: str = "en"
    computers: tuple[str, ...] = ()
    hints: bool = True
    leaving_counts: bool = False
    clock: TimeControl = USUAL_CLOCK
    late: Late = "ask"
    absence: Absence = "stop"
    edition: str = DEFAULT_EDITION
    others: tuple[StoredSeat, ...] = ()
    invited: tuple[int, ...] = ()
    begins_full: bool = False
    rematch_of: int | None = None
    series: int = 1


class Lobbies(TableService):
    """What is done to a table before its game begins."""

    async def open(self, opening: Opening) -> Table:
        """Open a lobby with the host in its first seat, computer players in the last ones.

        Raises:
            TableError: if the number of seats or a level is wrong, there are too many games, or
                moderators keep the host from opening any.
            EditionError: if there is no such edition.
        """
        return await self.cache.get(await self._open(opening))

    async def _open(self, opening: Opening) -> int:
        """Open a lobby; its number."""
        edition = load_edition(opening.edition)
        least, most = edition.seat_counts[0], edition.seat_counts[-1]
        if not least <= opening.seats <= most:
            raise TableError("bad-seats", least=least, most=most)
        new = NewGame(
            guild_id=opening.guild,
            channel_id=opening.channel,
            host_id=opening.host,
            edition=edition.id,
            setup=opening.setup,
            mirror=opening.mirror,
            seat_limit=opening.seats,
            hints=opening.hints,
            leaving_counts=opening.leaving_counts,
            clock=str(opening.clock),
            late=opening.late,
            absence=opening.absence,
            language=opening.language,
            created_at=self._clock(),
            rematch_of=opening.rematch_of,
            series=opening.series,
            begins_full=opening.begins_full,
        )
        seats = [StoredSeat(0, opening.host, opening.name)]
        seats += [replace(seat, seat=place) for place, seat in enumerate(opening.others, 1)]
        for level in opening.computers:
            seats.append(self.computer_seat(seats, level, opening.language))
        if len(seats) + len(opening.invited) > opening.seats:
            raise TableError("bad-seats", least=len(seats) + len(opening.invited), most=most)
        with opening_may_be_refused():
            return await self.store.open_game(
                new, seats, self.limits, invited=opening.invited, dues=[self._look(0)]
            )

    async def join(self, number: int, user: int, name: str) -> Table:
        """Take a seat in a lobby: one that is kept for this person, or a free one.

        Raises:
            TableError: if they have a seat, or none is left that is not kept for others.
        """
        async with self.cache.locked(number) as table:
            must_be_lobby(table)
            if table.person(user):
                raise TableError("already-seated", number=number)
            taken, limit = len(table.seats), table.row.seat_limit
            if user not in table.row.invited and taken < limit <= taken + len(table.row.invited):
                raise TableError("kept", number=number)
            await self._seat(table, StoredSeat(len(table.seats), user, name))
            return table

    async def leave(self, number: int, user: int) -> Table:
        """Give up one's seat in a lobby, or the one that is kept for this person.

        The next person becomes host, the last one cancels.
        """
        async with self.cache.locked(number) as table:
            must_be_lobby(table)
            if user in table.row.invited:
                kept = tuple(person for person in table.row.invited if person != user)
                await self._set_people(table, table.seats, kept)
                return table
            await self._unseat(table, table.playing_seat(user))
            return table

    def computer_seat(self, seats: Sequence[StoredSeat], level: str, language: str) -> StoredSeat:
        """A computer player for the next seat, with a name that nobody has yet.

        Raises:
            TableError: if there is no such level.
        """
        known = LEVELS.get(level)
        if known not in OPPONENTS or known is None:
            raise TableError("bad-level", token=level)
        taken = {seat.name.partition(" ")[0] for seat in seats}
        name = next(name for name in CITIZENS if name not in taken)
        called = self.call(known.called, language, name)
        return StoredSeat(len(seats), None, called, level=level)

    async def add_computer(self, number: int, user: int, level: str) -> Table:
        """Give a free seat to a computer player, for the host.

        Raises:
            TableError: if there is no such level, no free seat, or the person is not the host.
        """
        async with self.cache.locked(number) as table:
            must_be_lobby(table)
            must_host(table, user)
            await self._seat(table, self.computer_seat(table.seats, level, table.row.language))
            return table

    async def remove_computer(self, number: int, user: int) -> Table:
        """Take the seat of the computer player that came last, for the host.

        Raises:
            TableError: if there is none, or the person is not the host.
        """
        async with self.cache.locked(number) as table:
            must_be_lobby(table)
            must_host(table, user)
            computers = [seat for seat in table.seats if seat.is_computer]
            if not computers:
                raise TableError("no-computer", number=number)
            await self._unseat(table, computers[-1])
            return table

    async def begin(self, number: int, user: int, lot: str | None = None) -> Table:
        """Shuffle seats, colours and deck, and start the game.

        Args:
            lot: where the host wants the castle in the free set-up; drawn at random if None.

        Raises:
            NotationError: if the lot cannot lie there.
        """
        async with self.cache.locked(number) as table:
            must_be_lobby(table)
            must_host(table, user)
            await self._begin(table, lot)
            return table

    async def keep_open(self, number: int, user: int) -> Table:
        """Keep a lobby open for another week, for one of its people.

        Raises:
            TableError: if the person has no seat there.
        """
        async with self.cache.locked(number) as table:
            must_be_lobby(table)
            table.playing_seat(user)
            if table.row.closing_at is not None:
                await self._set_people(table, table.seats, table.row.invited)
            return table

    async def close_unvisited(self, number: int) -> bool:
        """Warn the host of a lobby in which nothing happened for days, and close it a day later.

        Returns:
            Whether that made news.
        """
        async with self.cache.locked(number) as table:
            if table.row.state != "lobby":
                return False
            now, closing_at = self._clock(), table.row.closing_at
            if closing_at is None:
                closing = StoredDue(LOBBY, now + WARNED_BEFORE, game_id=number)
                news = await self.store.warn_lobby(number, closing, seen=table.row.news)
                calls = table.row.calls + 1
                table.row = replace(table.row, closing_at=closing.at, calls=calls, news=news)
            elif closing_at <= now:
                await self._set_state(table, "cancelled", NOBODY_CAME)
            return True

    def _look(self, number: int) -> StoredDue:
        """When it is looked next whether anybody came to a lobby."""
        return StoredDue(LOBBY, self._clock() + UNVISITED, game_id=number)

    async def _begin(self, table: Table, lot: str | None = None) -> None:
        """Deal the game of a lobby and start it; those who did not come play no part in it."""
        edition = load_edition(table.row.edition)
        least = edition.seat_counts[0]
        if len(table.seats) < least:
            raise TableError("too-few", number=table.number, count=least)
        setup, mirror = table.row.setup, table.row.mirror
        before = await self._repeated(table)
        order = next_order(before, table.seats) if before else None
        won = wins(before) if before else {}
        order = order or self.dealer.order(len(table.seats))
        wanted = _wanted_lot(edition, setup, lot)
        start = self.dealer.start(edition, setup, len(order), wanted, mirror=mirror)
        sitting, bank = [table.seats[place] for place in order], control_of(table.row).bank
        seats = tuple(
            replace(
                one, seat=seat, colour=start.colours[seat], won=won.get(owner(one), 0), bank=bank
            )
            for seat, one in enumerate(sitting)
        )
        now = self._clock()
        dues = self._alarm(table.row, self._timing(table.row, seats[0], now, ()))
        clock = ClockChange(dues=tuple(dues))
        news = await self.store.begin(
            *(table.number, seats, stored_start(start)), at=now, clock=clock, seen=table.row.news
        )
        table.row = replace(
            table.row, seats=seats, state="running", begun_at=now, news=news, invited=()
        )
        table.moved_at = table.turn_began_at = now
        table.game = Game(start)
        self._wake(table)
        self._wake_for(dues)

    async def _repeated(self, table: Table) -> Table | None:
        """The game that a rematch repeats, if it can be read."""
        if table.row.rematch_of is None:
            return None
        try:
            return await self.cache.get(table.row.rematch_of)
        except (TableError, UnreadableTableError):
            return None

    async def _seat(self, table: Table, newcomer: StoredSeat) -> None:
        """Seat somebody; where that fills the table, the game begins or its host is called."""
        row, limit = table.row, table.row.seat_limit
        if len(table.seats) >= limit:
            raise TableError("full", number=table.number, count=limit)
        seats = (*table.seats, newcomer)
        others = [person for person in row.invited if person != newcomer.user_id]
        full = len(seats) == limit
        came = newcomer.user_id not in (None, row.host_id)
        called = full and came and not row.begins_full and row.calls < MOST_CALLS
        await self._set_people(table, seats, others[: limit - len(seats)], calls=int(called))
        if full and row.begins_full:
            await self._begin(table)

    async def _set_people(
        self,
        table: Table,
        seats: tuple[StoredSeat, ...],
        invited: Sequence[int],
        *,
        host: int | None = None,
        calls: int = 0,
    ) -> None:
        """Save who sits in a lobby, and for whom seats are kept there."""
        row = table.row
        news = await self.store.set_lobby(
            table.number,
            seats,
            invited=invited,
            host_id=host,
            calls=calls,
            dues=[self._look(table.number)],
            seen=row.news,
        )
        table.row = replace(
            row,
            seats=seats,
            invited=tuple(invited),
            host_id=row.host_id if host is None else host,
            calls=row.calls + calls,
            closing_at=None,
            news=news,
        )

    async def _unseat(self, table: Table, leaver: StoredSeat) -> None:
        others = [seat for seat in table.seats if seat != leaver]
        seats = tuple(replace(seat, seat=place) for place, seat in enumerate(others))
        people = [seat.user_id for seat in seats if seat.user_id is not None]
        if not people:
            await self._set_state(table, "cancelled", LEFT)
            return
        host = table.row.host_id if table.row.host_id in people else people[0]
        await self._set_people(table, seats, table.row.invited, host=host)


@contextmanager
def opening_may_be_refused() -> Iterator[None]:
    """What the store refuses to open becomes what people are told.

    Raises:
        TableError: if there are too many games, or the host may open none.
    """
    try:
        yield
    except LimitReachedError as error:
        raise TableError(f"too-many-{error.limit}", count=error.most) from error
    except BlockedError as error:
        raise TableError("blocked") from error


def _wanted_lot(edition: Edition, setup: str, wanted: str | None) -> Lot | None:
    """Where the host wants the castle (rules, section 2)."""
    if wanted is None:
        return None
    lot = edition.lot(wanted)
    if setup == FIRST_GAME and lot != edition.first_lot:
        raise TableError("lot-preset")
    return lot
