"""Ending a game early: its host or all its people cancel it, or a moderator closes it."""

from __future__ import annotations

from typing import Final

from db.games.rows import StoredSeat
from tabletop.errors import TableError
from tabletop.table import Table
from tabletop.writer import TableWriter

CANCEL: Final = "cancel"
"""The subject of votes to cancel a game."""

AGREED: Final = "everybody agreed to cancel it"
"""The reason stored with a game cancelled by votes."""

CANCELLED: Final = "the host cancelled it"
"""The reason stored with a game that its host ended."""


class Closing:
    """A service that cancels and closes games before they are over."""

    def __init__(self, writer: TableWriter) -> None:
        self._writer = writer

    async def cancel(self, number: int, user: int, *, agree: bool = True) -> Table:
        """Cancel a game, vote to cancel it, or withdraw that vote.

        The host cancels alone before the first turn has ended; later every person who still plays
        must agree.

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
            votes = table.voters(CANCEL) | {user} if agree else table.voters(CANCEL) - {user}
            # A second press of the same button is no news.
            if votes == table.voters(CANCEL):
                return table
            # People who are away are not waited for.
            needed = {seat.user_id for seat in table.playing} | {user}
            reason = AGREED if needed <= votes else None
            charge = self._writer.charge(table, user, "post")
            await self._writer.set_votes(table, CANCEL, votes, cancelled=reason, charge=charge)
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


def agree_without(table: Table, leaver: StoredSeat) -> bool:
    """Return whether all people but the one who leaves have agreed to cancel."""
    others = {seat.user_id for seat in table.playing if seat != leaver}
    return bool(others) and others <= table.voters(CANCEL)
