"""Rematches: a finished game is repeated when two of its people want it."""

from dataclasses import replace
from typing import Final

from db.games.rows import StoredSeat
from db.outbox import edit
from tabletop.display import Display
from tabletop.errors import TableError
from tabletop.lobby import Lobby
from tabletop.opening import Opening
from tabletop.table import Table
from tabletop.turns import TableWriter

REMATCH: Final = "rematch"  # the subject of wishes for a rematch


class Rematch:
    """A service that records wishes for rematches and opens them."""

    def __init__(self, writer: TableWriter, lobby: Lobby, display: Display) -> None:
        self._writer = writer
        self._lobby = lobby
        self._display = display

    async def wish(
        self, number: int, user: int, name: str, channel: int | None = None
    ) -> Table | None:
        """Record a person's wish for a rematch; return it once two want it, None before.

        A game has one rematch at most that was not given up. Seats in it are kept for its people,
        and it begins by itself when they are taken. A rematch of a practice begins at once, in the
        same place.

        Args:
            channel: where a rematch opens; None for the channel of the game.
        """
        async with self._writer.locked(number) as table:
            # Under the old game's lock, so that two wishes at once open one rematch.
            if table.row.state != "finished":
                raise TableError("not-over", number=number)
            if table.person(user) is None:
                raise TableError("not-seated", number=number)
            opened = await self._writer.store.games.rematch_of(number)
            if opened is None:
                wishes = table.voters(REMATCH) | {user}
                if len(wishes) < 2 and any(one.user_id != user for one in table.people):
                    await self._set_wishes(table, wishes)
                    return None
                again = _again(table, user, name, wishes, channel)
                opened = (await self._lobby.open(await self._welcome(again, wishes))).number
                await self._set_wishes(table, frozenset())
                if len(table.people) == 1:
                    await self._display.set_thread(opened, table.row.thread_id)
        return await self._come(opened, user, name)

    async def _welcome(self, again: Opening, wishes: frozenset[int]) -> Opening:
        """Leave out those with whom somebody who wants the rematch does not want to sit down."""
        refused = self._lobby.refused
        gone = {one for one in again.invited for user in wishes if await refused.by(user, one)}
        kept = tuple(one for one in again.invited if one not in gone)
        return replace(again, invited=kept, seat_limit=max(2, again.seat_limit - len(gone)))

    async def _come(self, number: int, user: int, name: str) -> Table:
        async with self._writer.locked(number) as table:
            if table.row.state == "lobby":
                if user in table.row.invited:
                    await self._lobby.seat(table, StoredSeat(len(table.seats), user, name))
                # The process was killed between the last seat and the deal: the next press goes on.
                elif table.row.begins_full and len(table.seats) == table.row.seat_limit:
                    await self._lobby.deal(table)
            return table

    async def _set_wishes(self, table: Table, people: frozenset[int]) -> None:
        if people == table.voters(REMATCH):
            return
        before = table.voters(REMATCH)
        await self._writer.store.games.set_wishes(table.number, REMATCH, people, before=before)
        table.set_voters(REMATCH, people)
        if (last := table.messages.get("final")) is not None:
            await self._writer.store.outbox.put(
                edit(table.row.guild_id, table.number, last.channel_id, last.message_id)
            )


def _again(table: Table, user: int, name: str, who: frozenset[int], channel: int | None) -> Opening:
    """Return the opening of a game like one that is over, for all who stayed in it to its end."""
    row = table.row
    came = [seat for seat in table.seats if seat.user_id in who - {user}]
    computers = [seat for seat in table.seats if seat.is_computer]
    absent = [seat.user_id for seat in table.people if seat.user_id not in who | {user}]
    kept = tuple(person for person in absent if person is not None)
    count = 1 + len(came) + len(kept) + len(computers)
    return Opening(
        guild=row.guild_id,
        channel=channel or row.channel_id,
        host=user,
        name=name,
        setup=row.setup,
        mirror=row.mirror,
        seat_limit=count if count > 1 else row.seat_limit,
        language=row.language,
        theme=row.theme,
        others=tuple(_newcomer(seat) for seat in (*came, *computers)),
        invited=kept,
        help=row.help,
        clock=row.clock,
        late=row.late,
        absence=row.absence,
        counts=row.leaving_counts,
        at_once=row.at_once,
        edition=row.edition,
        begins_full=True,
        rematch_of=row.game_id,
        series=row.series + 1,
    )


def _newcomer(seat: StoredSeat) -> StoredSeat:
    level = seat.level if seat.is_computer else None
    return StoredSeat(seat.seat, seat.user_id, seat.name, level=level)
