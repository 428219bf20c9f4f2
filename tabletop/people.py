"""Who plays a seat during a game, and what people decide together."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from db.games.rows import PauseKind, State, StoredPause, StoredSeat
from players.levels import LEVELS, OPPONENTS
from tabletop.base import TableService, must_host
from tabletop.caretaker import CARETAKER
from tabletop.clock import DAY, HOUR, MINUTE
from tabletop.errors import TableError
from tabletop.table import Table

CANCEL: Final = "cancel"
"""What votes to cancel a game are about."""

AGREED: Final = "everybody agreed to cancel it"
"""The reason that is kept with a game cancelled by votes."""

CANCELLED: Final = "the host cancelled it"
"""The reason that is kept with a game that its host ended."""

STAND_IN: Final = "journeyman"
"""The level of the computer player that plays for somebody where nobody chose another."""

UNTIMED_PATIENCE: Final = 7 * DAY
"""How long a turn may take without a clock before others may have a computer take it."""


def deciding(table: Table) -> list[StoredSeat]:
    """Who decides what becomes of the one whose turn it is: the host alone, or all others."""
    others = [seat for seat in table.playing if seat != table.active]
    return [seat for seat in others if seat.user_id == table.row.host_id] or others


def about_absent(table: Table, *, one_turn: bool) -> str:
    """What votes are about that a computer plays for the one whose turn it is."""
    turn = table.running_game().position.turn
    return f"{'take' if one_turn else 'away'} {turn}"


class People(TableService):
    """What people decide about seats and about the whole game."""

    async def resign(self, number: int, user: int) -> Table:
        """Leave a running game; the caretaker plays the seat on, or the game ends without people.

        Raises:
            TableError: if the game does not run, or this person does not play in it.
        """
        async with self.cache.locked(number) as table:
            table.must_run()
            seat = table.own_seat(user)
            ended: State | None = None
            reason = None
            if len(table.people) == 1:
                ended, reason = "closed", "everybody resigned"
            elif _agree_without(table, seat):
                ended, reason = "cancelled", AGREED
            await self._hand_over(table, seat, "resigned", CARETAKER, ended=ended, reason=reason)
            return table

    async def leave_to_computer(
        self,
        number: int,
        user: int,
        seat: int,
        level: str,
        *,
        one_turn: bool = False,
        until: int | None = None,
    ) -> Table:
        """Have a computer player take a seat for a while.

        The owner may do so at any time; the host alone, or all others together, when the owner's
        time for the turn is up.

        Args:
            one_turn: whether it takes this turn only, of somebody else.
            until: when the owner takes it back by itself; None for when they come back.

        Raises:
            TableError: if there is no such level, the person may not, or it is too early.
        """
        async with self.cache.locked(number) as table:
            table.must_run()
            if LEVELS.get(level) not in OPPONENTS:
                raise TableError("bad-level", token=level)
            own = table.own_seat(user)
            if not 0 <= seat < len(table.seats) or table.seats[seat] not in table.playing:
                raise TableError("seat-not-played", number=number)
            absent = table.seats[seat]
            if absent == own:
                self.restrain(number, user)
                await self._stand_in(table, absent, "away", level, until)
            elif await self._agreed(table, user, seat, one_turn=one_turn):
                await self._stand_in(table, absent, "turn" if one_turn else "seat", level)
            return table

    async def _stand_in(
        self,
        table: Table,
        absent: StoredSeat,
        kind: PauseKind,
        level: str = STAND_IN,
        until: int | None = None,
    ) -> None:
        """Have a computer player play for somebody from now on."""
        agreed = _agree_without(table, absent)
        await self._hand_over(
            *(table, absent, "away", level),
            pause=StoredPause(absent.seat, self._clock(), until, kind),
            ended="cancelled" if agreed else None,
            reason=AGREED if agreed else None,
        )

    async def come_back(self, number: int, user: int) -> Table:
        """Take one's seat back from a computer player, or let one's clock run again.

        Raises:
            TableError: if one is not away.
        """
        async with self.cache.locked(number) as table:
            table.must_run()
            seat, now = table.own_seat(user), self._clock()
            pause = table.pause_of(seat.seat, now)
            if seat.status != "away" and pause is None:
                raise TableError("not-away", number=number)
            self.restrain(number, user)
            ended = replace(pause, until_at=now) if pause else None
            await self._hand_over(table, seat, "playing", None, pause=ended)
            return table

    async def cancel(self, number: int, user: int, *, agree: bool = True) -> Table:
        """Cancel a game, or agree to it, or take one's agreement back.

        The host cancels alone before the first turn has ended; later everybody who still plays must
        agree.

        Raises:
            TableError: if the game is over, or this person may not.
        """
        async with self.cache.locked(number) as table:
            if table.row.state == "lobby":
                must_host(table, user)
                await self._set_state(table, "cancelled", CANCELLED)
                return table
            table.must_run()
            table.own_seat(user)
            if user == table.row.host_id and agree and table.running_game().position.turn == 1:
                await self._set_state(table, "cancelled", CANCELLED)
                return table
            votes = table.voters(CANCEL) | {user} if agree else table.voters(CANCEL) - {user}
            if votes == table.voters(CANCEL):
                return table
            needed = {seat.user_id for seat in table.playing} | {user}
            self.restrain(number, user)
            await self._vote(table, CANCEL, votes, agreed=needed <= votes)
            return table

    async def _agreed(self, table: Table, user: int, seat: int, *, one_turn: bool) -> bool:
        """Note that somebody wants a computer to play for somebody else; whether it may."""
        self._must_be_late(table, seat)
        if user == table.row.host_id:
            return True
        about = about_absent(table, one_turn=one_turn)
        votes = table.voters(about) | {user}
        needed = {other.user_id for other in table.playing if other.seat != seat}
        agreed = needed <= votes
        if not agreed:
            if votes == table.voters(about):
                return False
            self.restrain(table.number, user)
        await self._vote(table, about, frozenset() if agreed else votes, agreed=False)
        return agreed

    def _must_be_late(self, table: Table, seat: int) -> None:
        """Refuse to decide about a seat whose owner still has time for the turn.

        Raises:
            TableError: if it is not their turn, or they have.
        """
        timing = self.timing(table)
        name, now = table.seats[seat].name, self._clock()
        if timing is None or timing.seat.seat != seat:
            raise TableError("not-late", name=name)
        left = (timing.deadline or timing.began_at + UNTIMED_PATIENCE) - now
        if left > 2 * HOUR:
            raise TableError("too-early", name=name, count=-(-left // HOUR))
        if left > 0:
            raise TableError("too-early-minutes", name=name, count=-(-left // MINUTE))

    async def _vote(self, table: Table, about: str, votes: frozenset[int], *, agreed: bool) -> None:
        """Save who agrees to something; to cancel, if they agree all."""
        now = self._clock()
        news = await self.store.set_votes(
            table.number,
            about,
            votes,
            at=now,
            ended="cancelled" if agreed else None,
            reason=AGREED if agreed else None,
            seen=table.row.news,
        )
        others = {vote for vote in table.votes if vote[0] != about}
        table.votes = frozenset(others | {(about, voter) for voter in votes})
        table.row = replace(table.row, news=news)
        if agreed:
            table.row = replace(table.row, state="cancelled", reason=AGREED, ended_at=now)


def _agree_without(table: Table, leaver: StoredSeat) -> bool:
    """Whether those who play on have all agreed to cancel, when one who has not leaves them."""
    others = {seat.user_id for seat in table.playing if seat != leaver}
    return bool(others) and others <= table.voters(CANCEL)
