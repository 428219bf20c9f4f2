"""The lobby of a table: opening it, taking seats, and beginning its game."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from db.errors import LimitReachedError
from db.games.rows import GameSummary, LobbyRules, StoredSeat
from db.sql import columns, values
from db.timers import StoredDue
from db.usage import AskedBy
from engine import FIRST_GAME, Edition, Game, Lot, load_edition
from tabletop.cache import Refused, Signal
from tabletop.errors import TableError
from tabletop.opening import Dealer, Opening, Openings, stored_start
from tabletop.outcome import kept_colours, next_order, owner, wins
from tabletop.table import Table
from tabletop.time_control import DAY
from tabletop.turn_time import clock_change, clock_dues, control_of
from tabletop.turns import TableWriter

LOBBY: Final = "lobby"  # the kind of due at which an idle lobby is looked at

LEFT: Final = "everybody left"
NOBODY_CAME: Final = "nobody joined or began it for a week"
NO_HOST: Final = "the host left, and nobody else can host another game here"
GAVE_WAY: Final = "it made room for a newcomer's first game"
DECLINED: Final = "the challenge was declined"  # the reasons stored with games that never began

WARNED_BEFORE_MS: Final = DAY
UNVISITED_MS: Final = 7 * DAY - WARNED_BEFORE_MS
"""Milliseconds of idleness after which the host is warned; a day later the lobby closes."""

MOST_CALLS: Final = 3  # the most notifications of a lobby's host that all seats are taken


class Lobby:
    """A service that changes tables before their games begin.

    Attributes:
        gave_way: sends the number of a lobby that was closed to make room for a newcomer's.
        refused: asks whether two people may be seated together.
    """

    def __init__(
        self, writer: TableWriter, openings: Openings, dealer: Dealer, refused: Refused
    ) -> None:
        self.gave_way = Signal()
        self.refused = refused
        self._writer = writer
        self._openings = openings
        self._dealer = dealer

    async def open(self, opening: Opening) -> Table:
        """Open a lobby: the host gets the first seat, computer players get the last ones."""
        if opening.rematch_of is None:
            await self._must_be_welcome(opening.host, opening.invited)
        now = self._writer.now()
        due = StoredDue(LOBBY, now + UNVISITED_MS)
        try:
            number = await self._openings.open_lobby(opening, now, due)
        except TableError as error:
            full = error.code == "too-many-lobbies"
            if not (full and await self._make_room(opening.guild, opening.host)):
                raise
            number = await self._openings.open_lobby(opening, now, due)
        return await self._writer.cache.get(number)

    async def _must_be_welcome(self, host: int, invited: Sequence[int]) -> None:
        for person in invited:
            if await self.refused.by(person, host):
                raise TableError("not-invitable", person=person)  # as by one who wants nobody's

    async def _make_room(self, guild: int, newcomer: int) -> bool:
        """Close the oldest lobby of who has most, to make room; return whether that was done."""
        number = await self._writer.store.games.giving_way(guild, newcomer)
        if number is None:
            return False
        async with self._writer.locked(number) as table:
            table.must_be_lobby()
            await self._writer.set_state(table, "closed", GAVE_WAY)
        self.gave_way.send(number)
        return True

    async def join(self, number: int, user: int, name: str) -> Table:
        """Seat a person in a lobby: in the seat kept for that person, or in a free one."""
        async with self._writer.locked(number) as table:
            table.must_be_lobby()
            if table.person(user):
                raise TableError("already-seated", number=number)
            taken, limit = len(table.seats), table.row.seat_limit
            if user not in table.row.invited and table.row.invited_only:
                raise TableError("invited-only", number=number)
            # A free seat is refused only while the kept ones fill the rest of the table, and to
            # those with whom the host does not want to play, who read the same.
            if user not in table.row.invited and taken < limit:
                host = table.row.host_id
                unwelcome = host is not None and await self.refused.by(host, user)
                if unwelcome or limit <= taken + len(table.row.invited):
                    raise TableError("kept", number=number)
            await self.seat(table, StoredSeat(len(table.seats), user, name))
            return table

    async def leave(self, number: int, user: int) -> Table:
        """Give up a person's seat in a lobby, or the seat kept for that person.

        If the host leaves, another person becomes host; if the last person leaves, or a challenge
        is declined, the lobby is cancelled.
        """
        async with self._writer.locked(number) as table:
            table.must_be_lobby()
            if user in table.row.invited:
                kept = tuple(person for person in table.row.invited if person != user)
                if table.row.invited_only and len(table.seats) + len(kept) < 2:
                    await self._writer.set_state(table, "cancelled", DECLINED)
                else:
                    await self.set_people(table, table.seats, kept)
                return table
            await self._unseat(table, table.playing_seat(user))
            return table

    async def add_computer(
        self, number: int, user: int, level: str, asked: AskedBy | None = None
    ) -> Table:
        """Seat a computer player in a lobby, on behalf of the host."""
        async with self._writer.locked(number) as table:
            table.must_be_lobby()
            table.must_host(user)
            seat = self._openings.computer_seat(table.seats, level, table.row.language)
            await self.seat(table, seat, asked)
            return table

    async def remove_computer(self, number: int, user: int, asked: AskedBy | None = None) -> Table:
        """Remove the computer player that was added last, on behalf of the host."""
        async with self._writer.locked(number) as table:
            table.must_be_lobby()
            table.must_host(user)
            computers = [seat for seat in table.seats if seat.is_computer]
            if not computers:
                raise TableError("no-computer", number=number)
            await self._unseat(table, computers[-1], asked)
            return table

    async def change(
        self, number: int, user: int, changed: Mapping[str, object], kept: Sequence[int] | None
    ) -> Table:
        """Change what a lobby's game is played by, on behalf of the host.

        Args:
            changed: new values of ``LobbyRules`` by their names.
        """
        async with self._writer.locked(number) as table:
            table.must_be_lobby()
            table.must_host(user)
            row = table.row
            seated = {seat.user_id for seat in table.seats}
            wanted = row.invited if kept is None else kept
            invited = tuple(person for person in wanted if person not in seated)
            now = {name: getattr(row, name) for name in columns(LobbyRules)}
            rules = LobbyRules(**{**now, **changed})
            counts = load_edition(rules.edition).seat_counts
            least = max(counts[0], len(table.seats) + len(invited))
            if not least <= rules.seat_limit <= counts[-1]:
                raise TableError("bad-seats", least=least, most=counts[-1])
            if rules == LobbyRules(**now) and invited == row.invited:
                return table
            new = [person for person in invited if person not in row.invited]
            await self._must_be_welcome(user, new)
            invitations = [self._writer.charge(table, user, "invitation", target=p) for p in new]
            post = self._writer.charge(table, user, "post")
            acts = tuple(act for charge in (post, *invitations) for act in charge.records)
            news = await self._writer.store.games.set_rules(
                number,
                rules,
                invited=invited,
                dues=[self._look(replace(row, **values(rules)), table.seats)],
                charge=post._replace(records=acts),
                seen=row.news,
            )
            table.row = replace(row, **values(rules), invited=invited, closing_at=None, news=news)
            if rules.begins_full and len(table.seats) == rules.seat_limit:
                await self.deal(table)
            return table

    async def begin(self, number: int, user: int, lot: str | None = None) -> Table:
        """Begin the game of a lobby, with seats, colours and deck in random order.

        Anybody with a seat may, once the host has not begun a full one for a while.

        Args:
            lot: the host's choice for the castle in the free set-up; drawn at random if None.
        """
        async with self._writer.locked(number) as table:
            table.must_be_lobby()
            if table.anybody_begins:
                table.playing_seat(user)
            else:
                table.must_host(user)
            await self.deal(table, lot)
            return table

    async def keep_open(self, number: int, user: int) -> Table:
        """Keep a lobby open for another week, on behalf of a person seated there."""
        async with self._writer.locked(number) as table:
            table.must_be_lobby()
            table.playing_seat(user)
            if table.row.closing_at is not None:
                await self.set_people(table, table.seats, table.row.invited)
            return table

    async def close_unvisited(self, number: int) -> bool:
        """Warn of an idle lobby, or close one that was warned; return whether there is news."""
        async with self._writer.locked(number) as table:
            if table.row.state != "lobby":
                return False
            now, closing_at = self._writer.now(), table.row.closing_at
            if closing_at is None:
                left = UNVISITED_MS if _waits_for_host(table.row, table.seats) else WARNED_BEFORE_MS
                closing = StoredDue(LOBBY, now + left, game_id=number)
                games, seen = self._writer.store.games, table.row.news
                news = await games.warn_lobby(number, closing, seen=seen)
                calls = table.row.calls + 1
                table.row = replace(table.row, closing_at=closing.at, calls=calls, news=news)
            elif closing_at <= now:
                await self._writer.set_state(table, "cancelled", NOBODY_CAME)
            return True

    async def deal(self, table: Table, lot: str | None = None) -> None:
        """Deal the game of a lobby and start it; invited people who did not come are left out."""
        edition = load_edition(table.row.edition)
        least = edition.seat_counts[0]
        if len(table.seats) < least:
            raise TableError("too-few", number=table.number, count=least)
        setup, mirror = table.row.setup, table.row.mirror
        before = await self._repeated(table)
        order = next_order(before, table.seats) if before else None
        won = wins(before) if before else {}
        order = order or self._dealer.order(len(table.seats))
        wanted = _wanted_lot(edition, setup, lot)
        start = self._dealer.start(edition, setup, len(order), wanted, mirror=mirror)
        sitting, bank = [table.seats[place] for place in order], control_of(table.row).bank
        if before and before.row.edition == table.row.edition:
            start = replace(start, colours=tuple(kept_colours(before, sitting, start.colours)))
        seats = tuple(
            replace(
                one, seat=seat, colour=start.colours[seat], won=won.get(owner(one), 0), bank=bank
            )
            for seat, one in enumerate(sitting)
        )
        now = self._writer.now()
        row = replace(table.row, quiet=self._writer.turn_times.hours_of(seats[0]))
        dues = clock_dues(row, self._writer.turn_times.of_seat(row, seats[0], now, ()))
        clock = clock_change(row, dues)
        news = await self._writer.store.games.begin(
            table.number, seats, stored_start(start), at=now, clock=clock, seen=table.row.news
        )
        table.row = replace(row, seats=seats, state="running", begun_at=now, news=news, invited=())
        table.moved_at = table.turn_began_at = now
        table.game = Game(start)
        self._writer.wake_computer(table)
        self._writer.alarm_at(dues)

    async def seat(self, table: Table, newcomer: StoredSeat, asked: AskedBy | None = None) -> None:
        """Seat a newcomer; when the table is full, begin its game or call the host."""
        row, limit = table.row, table.row.seat_limit
        if len(table.seats) >= limit:
            raise TableError("full", number=table.number, count=limit)
        seats = (*table.seats, newcomer)
        others = [person for person in row.invited if person != newcomer.user_id]
        full = len(seats) == limit
        came = newcomer.user_id not in (None, row.host_id)
        free = limit - len(seats) - len(others)
        # That one seat is left is told once, that none is left whenever it comes to that.
        due = (full and row.calls < MOST_CALLS) or (free == 1 and row.calls == 0)
        calls = came and due and not row.begins_full
        kept = others[: limit - len(seats)]
        try:
            caller = newcomer.user_id if calls else None
            await self.set_people(table, seats, kept, caller=caller, asked=asked)
        except LimitReachedError:  # notified often enough, the host finds the lobby as it is
            await self.set_people(table, seats, kept, asked=asked)
        # A transaction of its own: after a crash in between, a press of Begin starts the full
        # lobby.
        if full and row.begins_full:
            await self.deal(table)

    async def set_people(
        self,
        table: Table,
        seats: tuple[StoredSeat, ...],
        invited: Sequence[int],
        *,
        host: int | None = None,
        caller: int | None = None,
        asked: AskedBy | None = None,
    ) -> None:
        """Save the seats of a lobby, and the invited people for whom seats are kept.

        Args:
            caller: the person who filled it, or left it to a new host, so that its host is
                notified; None for no call.
        """
        row, charge = table.row, None
        calls = int(caller is not None)
        if caller is not None and (notified := host or row.host_id) is not None:
            charge = self._writer.charge(table, caller, "call", target=notified)
        news = await self._writer.store.games.set_lobby(
            table.number,
            seats,
            invited=invited,
            host_id=host,
            calls=calls,
            dues=[self._look(row, seats)],
            charge=charge,
            asked=asked,
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

    async def _repeated(self, table: Table) -> Table | None:
        if table.row.rematch_of is None:
            return None
        return await self._writer.cache.find(table.row.rematch_of)

    async def _unseat(self, table: Table, leaver: StoredSeat, asked: AskedBy | None = None) -> None:
        others = [seat for seat in table.seats if seat != leaver]
        seats = tuple(replace(seat, seat=place) for place, seat in enumerate(others))
        people = [seat.user_id for seat in seats if seat.user_id is not None]
        if not people:
            await self._writer.set_state(table, "cancelled", LEFT)
            return
        host = table.row.host_id
        # The next host is the one who has waited longest, of those who may host one more.
        if host not in people:
            limits, guild = self._openings.limits, table.row.guild_id
            able = await self._writer.store.games.may_host(guild, people, limits)
            if not able:
                await self._writer.set_state(table, "cancelled", NO_HOST)
                return
            host = able[0]
            try:
                invited, caller = table.row.invited, leaver.user_id
                await self.set_people(table, seats, invited, host=host, caller=caller)
                return
            except LimitReachedError:  # told by the lobby's message alone
                pass
        await self.set_people(table, seats, table.row.invited, host=host, asked=asked)

    def _look(self, row: GameSummary, seats: Sequence[StoredSeat]) -> StoredDue:
        wait = control_of(row).patience if _waits_for_host(row, seats) else UNVISITED_MS
        return StoredDue(LOBBY, self._writer.now() + wait, game_id=row.game_id)


def _waits_for_host(row: GameSummary, seats: Sequence[StoredSeat]) -> bool:
    others = [seat for seat in seats if seat.user_id not in (None, row.host_id)]
    return len(seats) >= row.seat_limit and bool(others)


def _wanted_lot(edition: Edition, setup: str, wanted: str | None) -> Lot | None:
    """Return the host's choice for the castle (rules, section 2)."""
    if wanted is None:
        return None
    lot = edition.lot(wanted)
    if setup == FIRST_GAME and lot != edition.first_lot:
        raise TableError("lot-preset")
    return lot
