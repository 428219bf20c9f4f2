"""People's own data: their preferences, and for each game a note and a prepared turn."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from db.people.rows import Preferences
from db.store import Store
from tabletop.errors import TableError
from tabletop.prepared import Prepared, known_plan
from tabletop.quiet import quiet_of
from tabletop.table import Table

MOST_NOTE: Final = 1000
"""Characters a note may have."""

LEGENDS: Final = 3
"""The number of a newcomer's turns in a game in which the marks of pictures are explained."""

LONGEST_NIGHT_MIN: Final = 12 * 60
"""Minutes a day for which quiet hours may stop a person's clock."""

NOTHING_CHOSEN: Final = Preferences()


class Personal:
    """A service for people's preferences, notes and prepared turns, each for its owner alone.

    Preferences are read with every answer, so those of people who changed any stay in memory, once
    ``load`` has read them. Where other processes may change them they are read again: an actor's
    with the action, those of a table's people with the table.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._preferences: dict[int, Preferences] = {}

    async def load(self) -> None:
        """Load the preferences of all people into memory."""
        self._preferences = await self._store.people.all_preferences()

    def preferences(self, user: int) -> Preferences:
        """Return a person's preferences."""
        return self._preferences.get(user, NOTHING_CHOSEN)

    async def refresh(self, *people: int) -> None:
        """Reload some people's preferences, if another process can have changed them."""
        if self._store.share.alone:
            return
        found = await self._store.people.preferences_of(people)
        for user in people:
            self._keep(user, found.get(user, NOTHING_CHOSEN))

    async def refresh_people(self, table: Table) -> None:
        """Reload the preferences of a table's people, if another process can have changed them."""
        people = [seat.user_id for seat in table.people if seat.user_id is not None]
        await self.refresh(*people)

    async def prefer(self, user: int, chosen: Preferences) -> None:
        """Store a person's preferences."""
        # The old ones go along, so that a change in another process is not overwritten.
        before = self.preferences(user)
        self._keep(user, await self._store.people.set_preferences(user, chosen, before=before))

    def _keep(self, user: int, chosen: Preferences) -> None:
        if chosen == NOTHING_CHOSEN:
            self._preferences.pop(user, None)
        else:
            self._preferences[user] = chosen

    def may_ping(self, user: int, now: int) -> bool:
        """Return whether a person is to be notified of their turn at this time."""
        chosen = self.preferences(user)
        return chosen.mention and (chosen.quiet_turns or not quiet_of(chosen).covers(now))

    def clock_hours(self, user: int | None) -> str | None:
        """Return the quiet hours that stop a person's clock in a turn that begins now, as text.

        Nights that take more than half of the day stop none.
        """
        quiet = quiet_of(self.preferences(user or 0))
        # Else quiet hours of nearly all day would stop the clock of a game for good.
        stops = quiet.night <= LONGEST_NIGHT_MIN and (quiet.night or quiet.weekend)
        return str(quiet) if stops else None

    def quiet_until(self, user: int, now: int) -> int:
        """Return the time at which a person's quiet hours end; now if it is not quiet."""
        return quiet_of(self.preferences(user)).over(now)

    def end_recipients(self, table: Table) -> tuple[int, ...]:
        """Return the people to notify of a game's end: all who want it except the last player."""
        last = table.running_game().last_turn if table.row.state == "finished" else None
        return tuple(
            seat.user_id
            for seat in table.people
            if seat.user_id is not None
            and (last is None or seat.seat != last.seat)
            and self.preferences(seat.user_id).tell_end
        )

    def pinged_at_end(self, table: Table, now: int) -> tuple[int, ...]:
        """Return those of ``end_recipients`` who are outside their quiet hours now."""
        told = self.end_recipients(table)
        return tuple(user for user in told if self.quiet_until(user, now) == now)

    def forget(self, user: int) -> None:
        """Drop a forgotten person's preferences from memory."""
        self._preferences.pop(user, None)

    async def is_newcomer(self, user: int) -> bool:
        """Return whether a person has not yet finished any game."""
        return not await self._store.people.has_finished(user)

    async def needs_legend(self, table: Table, user: int) -> bool:
        """Return whether the marks of pictures are explained: in a newcomer's first turns."""
        early = table.running_game().position.turn <= LEGENDS * len(table.seats)
        return early and await self.is_newcomer(user)

    def is_coached(self, table: Table, user: int) -> bool:
        """Return whether a person gets tips at a table: in practice, unless tips are off."""
        people = [seat for seat in table.seats if not seat.is_computer]
        return self.preferences(user).tips and [seat.user_id for seat in people] == [user]

    async def tip(self, table: Table, user: int, fitting: Iterable[str]) -> str | None:
        """Return a person's tip for the current turn; it stays the same during the turn.

        Newcomers have each tip once, in a turn that it fits: some early, some at the end of a game.
        They end when all are told.

        Args:
            fitting: the codes of the tips that fit, the most urgent first.
        """
        codes = list(fitting)
        had = dict(word.split("=") for word in self.preferences(user).tips_had.split())
        turn = f"{table.number}.{table.running_game().position.turn}"
        if turn not in had:
            new = next((code for code in codes if code not in had.values()), None)
            if new is None or not await self.is_newcomer(user):
                return None
            had[turn] = new
            words = [f"{turn}={code}" for turn, code in had.items()]
            await self.prefer(user, replace(self.preferences(user), tips_had=" ".join(words)))
        return had[turn] if had[turn] in codes else None

    async def first_time(self, user: int, code: str) -> bool:
        """Return whether a person is told something for the first time, and remember that."""
        had = self.preferences(user).tips_had
        if (word := f"{code}={code}") in had.split():
            return False
        await self.prefer(user, replace(self.preferences(user), tips_had=f"{had} {word}".strip()))
        return True

    async def note(self, table: Table, user: int) -> str | None:
        """Return a person's private note about a game, or None."""
        return await self._store.people.note(table.number, user)

    async def write_note(self, table: Table, user: int, text: str | None) -> None:
        """Store a person's note about a game in which they have a seat; None deletes it.

        Raises:
            TableError: if the person has no seat.
        """
        if table.person(user) is None:
            raise TableError("not-seated", number=table.number)
        await self._store.people.set_note(table.number, user, text[:MOST_NOTE] if text else None)

    async def prepared(self, table: Table, user: int) -> Prepared | None:
        """Return the turn that a person has prepared since their last one, legal now or not.

        One that was played at once stays known until the person's next turn is over.
        """
        plan = await self._store.people.plan(table.number, user)
        return None if plan is None else known_plan(table.running_game(), plan)
