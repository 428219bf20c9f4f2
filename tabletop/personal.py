"""What belongs to one person: preferences for all games, a note and a prepared turn for each."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from db.people.rows import Preferences, StoredPlan
from db.store import Store
from engine.actions import Action
from engine.errors import NotationError
from tabletop.errors import TableError
from tabletop.quiet import quiet_of
from tabletop.table import Table
from tabletop.time_control import Span

MOST_NOTE: Final = 1000
"""Characters a note may have."""

MOST_TIPS: Final = 5
"""In so many turns a newcomer has tips at most."""

LONGEST_NIGHT_MIN: Final = 12 * 60
"""Minutes a day for which quiet hours may stop somebody's clock."""

NOTHING_CHOSEN: Final = Preferences()


class Personal:
    """People's own things. Nobody is ever given another person's.

    Preferences are asked for with every answer, so those of people who changed any are kept in
    memory, once ``load`` has read them. Where other processes may change them they are read again:
    those of who does something, and those of a table's people with the table.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._preferences: dict[int, Preferences] = {}

    async def load(self) -> None:
        """Read everybody's preferences."""
        self._preferences = await self._store.people.all_preferences()

    def preferences(self, user: int) -> Preferences:
        """What a person prefers."""
        return self._preferences.get(user, NOTHING_CHOSEN)

    async def refresh(self, *people: int) -> None:
        """Read again what some people prefer, if somebody else may have changed it."""
        if self._store.share.alone:
            return
        found = await self._store.people.preferences_of(people)
        for user in people:
            self._keep(user, found.get(user, NOTHING_CHOSEN))

    async def refresh_people(self, table: Table) -> None:
        """Read again what the people of a table prefer, if somebody else may have changed it."""
        people = [seat.user_id for seat in table.people if seat.user_id is not None]
        await self.refresh(*people)

    async def prefer(self, user: int, chosen: Preferences) -> None:
        """Keep what a person prefers from now on."""
        before = self.preferences(user)
        self._keep(user, await self._store.people.set_preferences(user, chosen, before=before))

    def _keep(self, user: int, chosen: Preferences) -> None:
        if chosen == NOTHING_CHOSEN:
            self._preferences.pop(user, None)
        else:
            self._preferences[user] = chosen

    def may_ping(self, user: int, now: int) -> bool:
        """Whether a person is notified now when it becomes their turn."""
        chosen = self.preferences(user)
        return chosen.mention and (chosen.quiet_turns or not quiet_of(chosen).covers(now))

    def quiet_spans(self, user: int, since: int) -> Iterable[Span]:
        """When a person's clock does not run because of their quiet hours, from a time on.

        Nights that take more than half of the day are none.
        """
        quiet = quiet_of(self.preferences(user))
        return () if quiet.night > LONGEST_NIGHT_MIN else quiet.spans(since)

    def quiet_until(self, user: int, now: int) -> int:
        """When a person's quiet hours are over; now, if there are none."""
        return quiet_of(self.preferences(user)).over(now)

    def end_recipients(self, table: Table) -> tuple[int, ...]:
        """Who is to be notified of a game's end: those who did not end it and want to know."""
        last = table.running_game().last_turn if table.row.state == "finished" else None
        return tuple(
            seat.user_id
            for seat in table.people
            if seat.user_id is not None
            and (last is None or seat.seat != last.seat)
            and self.preferences(seat.user_id).tell_end
        )

    def pinged_at_end(self, table: Table, now: int) -> tuple[int, ...]:
        """Who of them is notified at once, because it is not quiet for them."""
        told = self.end_recipients(table)
        return tuple(user for user in told if self.quiet_until(user, now) == now)

    def forget(self, user: int) -> None:
        """Drop from memory what a person prefers, who was forgotten by the store."""
        self._preferences.pop(user, None)

    async def is_newcomer(self, user: int) -> bool:
        """Whether a person has not played any game to its end yet."""
        return not await self._store.people.has_finished(user)

    def is_coached(self, table: Table, user: int) -> bool:
        """Whether a person may have tips at a table: where they practise, unless they want none."""
        people = [seat for seat in table.seats if not seat.is_computer]
        return self.preferences(user).tips and [seat.user_id for seat in people] == [user]

    async def tip(self, table: Table, user: int, fitting: Iterable[str]) -> str | None:
        """Which tip a person has in the turn that they are about to take; the same one all turn.

        Newcomers have one in each of their first turns: of those that fit the most urgent that
        they have not had yet. They are noted, so that they become fewer and end.

        Args:
            fitting: the codes of the tips that fit, the most urgent first.
        """
        codes = list(fitting)
        had = dict(word.split("=") for word in self.preferences(user).tips_had.split())
        turn = f"{table.number}.{table.running_game().position.turn}"
        if turn not in had:
            if len(had) >= MOST_TIPS or not await self.is_newcomer(user):
                return None
            had[turn] = next((code for code in codes if code not in had.values()), "")
            words = [f"{turn}={code}" for turn, code in had.items()]
            await self.prefer(user, replace(self.preferences(user), tips_had=" ".join(words)))
        return had[turn] if had[turn] in codes else None

    async def note(self, table: Table, user: int) -> str | None:
        """A person's own note about a game, if there is one."""
        return await self._store.people.note(table.number, user)

    async def write_note(self, table: Table, user: int, text: str | None) -> None:
        """Keep a person's note about a game in which they have a seat; None throws it away.

        Raises:
            TableError: if the person has no seat.
        """
        if table.person(user) is None:
            raise TableError("not-seated", number=table.number)
        await self._store.people.set_note(table.number, user, text[:MOST_NOTE] if text else None)

    async def prepare(self, table: Table, user: int, action: Action | None) -> None:
        """Keep what a person would like to do in their next turn; None forgets it.

        Raises:
            TableError: if the game does not run, or this person does not play in it.
        """
        table.must_run()
        table.playing_seat(user)
        turn = table.running_game().position.turn
        plan = None if action is None else StoredPlan(turn, str(action))
        await self._store.people.set_plan(table.number, user, plan)

    async def prepared(self, table: Table, user: int) -> Action | None:
        """What a person has prepared since their last turn, legal now or not."""
        plan = await self._store.people.plan(table.number, user)
        game = table.running_game()
        if plan is None or plan.turn <= game.position.turn - len(table.seats):
            return None
        try:
            return game.position.parse(plan.entry)
        except NotationError:
            return None
