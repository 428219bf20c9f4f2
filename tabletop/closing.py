"""Ending a game early: its host or all its people cancel it, or a moderator closes it."""

from __future__ import annotations

from typing import Final

from db.games.rows import StoredSeat
from tabletop.errors import TableError
from tabletop.outcome import AGREED, is_at_stake, replaced_at
from tabletop.table import Table
from tabletop.time_control import DAY
from tabletop.writer import TableWriter

CANCELLED: Final = "the host cancelled it"
"""The reason stored with a game that its host ended."""

PATIENCE_MS: Final = 7 * DAY
"""Milliseconds after which a person replaced for lateness is no longer asked about the end."""


class Closing:
    """A service that cancels and closes games before they are over."""

    def __init__(self, writer: TableWriter) -> None:
        self._writer = writer

    async def cancel(self, number: int, user: int, *, agree: bool = True) -> Table:
        """Cancel a game, vote to cancel it, or withdraw that vote.

        The host cancels alone before the first turn has ended; later every person who still plays
        must agree within a round. Where the game counts in the ranking, people who are away must
        agree as well.

        Raises:
            TableError: if the game is over, or this person may not.
        """
        async with self._writer.locked(number) as table:
            if table.row.state == "lobby":
                table.must_host(user)
                await self._writer.set_state(table, "cancelled", CANCELLED)
                return table
            table.must_run()
            table.own_seat(user)
            if user == table.row.host_id and agree and table.running_game().position.turn == 1:
                await self._writer.set_state(table, "cancelled", CANCELLED)
                return table
            about, before = _about_cancelling(table), voters_to_cancel(table)
            votes = before | {user} if agree else before - {user}
            agreed = _asked(table, self._writer.now()) | {user} <= votes
            # A second press of the same button is no news.
            if votes == before and not agreed:
                return table
            reason = AGREED if agreed else None
            charge = self._writer.charge(table, user, "post")
            await self._writer.set_votes(table, about, votes, cancelled=reason, charge=charge)
            return table

    async def close(self, number: int, guild: int, reason: str) -> Table:
        """Close a lobby or game on behalf of a moderator, in any state.

        Raises:
            TableError: if the server has no such table, or it is over.
        """
        async with self._writer.locked(number) as table:
            if table.row.guild_id != guild:
                raise TableError("unknown-table", number=number)
            if table.row.state not in ("lobby", "running", "aside"):
                raise TableError("not-running", number=number)
            await self._writer.set_state(table, "closed", reason)
            return table


def voters_to_cancel(table: Table) -> frozenset[int]:
    """Return the people who would like to cancel a running game; votes lapse after a round."""
    return table.voters(_about_cancelling(table))


def lapses_at(table: Table) -> int:
    """Return the number of the turn at whose beginning the votes to cancel lapse."""
    return int(_about_cancelling(table).split()[1]) + len(table.seats)


def agree_without(table: Table, leaver: StoredSeat, now: int) -> bool:
    """Return whether all people but the one who leaves have agreed to cancel."""
    others = _asked(table, now) - {leaver.user_id}
    return bool(others) and others <= voters_to_cancel(table)


def stakes(table: Table) -> bool:
    """Return whether a running game counts in the ranking by now."""
    return is_at_stake(table.row, table.running_game().position.turn)


def _about_cancelling(table: Table) -> str:
    """Return the subject of votes to cancel now, which has the turn in which the first came."""
    # Else a vote that was forgotten weeks ago would end a game that its person has come to like.
    turn, seats = table.running_game().position.turn, len(table.seats)
    round_ = [f"cancel {since}" for since in range(turn, turn - seats, -1)]
    return next(filter(table.voters, round_), round_[0])


def _asked(table: Table, now: int) -> set[int | None]:
    """Return the people who must agree to end a game."""
    if not stakes(table):
        return {seat.user_id for seat in table.playing}
    # Else who is behind would erase the game as soon as a computer holds the others' seats.
    since = {seat.user_id: replaced_at(seat, table.pauses) for seat in table.people}
    return {user for user, at in since.items() if at is None or now - at < PATIENCE_MS}
