"""Taking turns: people's actions, taking them back, and computer players' actions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from db.games.rows import StoredEntry
from engine.actions import Action, End
from engine.events import Event
from engine.game import UNDO, Game
from engine.preview import in_turn
from runtime.newest import Newest
from tabletop.caretaker import CARETAKER
from tabletop.errors import TableError
from tabletop.prepared import Prepared
from tabletop.table import Table
from tabletop.writer import TableWriter

MOST_ADVICE: Final = 1000
"""Tables whose last hint is remembered."""


class Turns:
    """A service that carries out the actions of people and computer players, and saves them."""

    def __init__(self, writer: TableWriter) -> None:
        self._writer = writer
        self._advice: Newest[int, tuple[int, frozenset[Action]]] = Newest(MOST_ADVICE)

    def advise(self, number: int, version: int, actions: Iterable[Action]) -> None:
        """Remember what a hint advised at a version of a table, until the game goes on.

        It is kept in memory alone: a restart between a hint and its action loses it.
        """
        self._advice[number] = version, frozenset(actions)

    def _is_advised(self, table: Table, action: Action) -> bool:
        """Return whether a hint advised an action at the table as it is."""
        version, advised = self._advice.get(table.number, (-1, frozenset()))
        return version == table.version and action in advised

    async def act(
        self, number: int, user: int, action: Action, version: int | None = None
    ) -> tuple[Table, list[Event]]:
        """Carry out an action of the person whose turn it is.

        Args:
            version: the length of the log that the person saw, for optimistic concurrency; None to
                skip it.

        Raises:
            TableError: if it is not this person's turn, or the game has moved on.
            IllegalActionError: if the rules forbid it.
        """
        async with self._writer.locked(number) as table:
            game = _game_in_turn(table, user, version)
            events = game.apply(action)
            advised = self._is_advised(table, action)
            entries = [StoredEntry(str(action), user, self._writer.now(), advised)]
            await self._writer.append(table, game, entries, news=isinstance(action, End))
            return table, events

    async def prepare(self, number: int, user: int, prepared: Prepared | None) -> Table:
        """Store the turn that a person has prepared; None deletes it.

        Raises:
            TableError: if the game does not run, this person does not play in it, has the turn by
                now, or may not have it played at once.
        """
        # The lock holds back the turn that would play what is being changed.
        async with self._writer.locked(number) as table:
            table.must_run()
            seat = table.playing_seat(user)
            if prepared is not None and seat == table.active:
                raise TableError("outdated", number=number)
            if prepared is not None and prepared.at_once:
                _must_be_at_once(table, seat.seat, prepared)
            turn = table.running_game().position.turn
            plan = None if prepared is None else replace(prepared, turn=turn, played=0).stored()
            await self._writer.store.people.set_plan(number, user, plan)
            return table

    async def undo(
        self, number: int, user: int, version: int | None = None
    ) -> tuple[Table, Action]:
        """Take back the last action of a person's current turn, and return that action.

        Raises:
            TableError: if it is not this person's turn, or the game has moved on.
            UndoError: if the action drew from the stack or there is none in this turn.
        """
        async with self._writer.locked(number) as table:
            game = _game_in_turn(table, user, version)
            action = game.undo()
            entries = [StoredEntry(UNDO, user, self._writer.now())]
            await self._writer.append(table, game, entries, news=False)
            return table, action

    async def act_for_computer(self, number: int, version: int, action: Action) -> Table:
        """Carry out a computer player's action, if the game has not changed since the decision.

        Successive turns of several computer players make a single piece of news.

        Raises:
            TableError: if the game has moved on since, or a person has taken the seat.
            IllegalActionError: if the rules forbid it.
        """
        async with self._writer.locked(number) as table:
            if not table.computer_due or table.version != version:
                raise TableError("outdated", number=number)
            game = table.running_game().copy()
            game.apply(action)
            entries = [StoredEntry(str(action), None, self._writer.now())]
            active = table.active
            assert active is not None
            more = table.seats[game.position.active].level is not None
            news = isinstance(action, End) and (game.position.over or not more)
            pause = table.pause_of(active.seat, self._writer.now())
            # It stood in for this one turn: the seat is its owner's again.
            if pause is not None and pause.kind == "turn" and isinstance(action, End):
                await self._writer.hand_over(
                    table,
                    active,
                    "playing",
                    None,
                    pause=replace(pause, until_at=self._writer.now()),
                    played=(game, entries),
                    news=news,
                )
            else:
                await self._writer.append(table, game, entries, news=news)
            return table

    async def catch_up(self, number: int) -> Table:
        """Play the caretaker's turn if it is due, as in a league's game that was just opened."""
        async with self._writer.locked(number) as table:
            left = any(seat.level == CARETAKER for seat in table.seats)
            if left and table.row.state == "running":
                await self._writer.append(table, table.running_game().copy(), [], news=True)
            return table


def _must_be_at_once(table: Table, seat: int, prepared: Prepared) -> None:
    """Check that a turn may be played at once when it comes, as things stand.

    Raises:
        TableError: if it may not.
    """
    if not table.row.at_once:
        raise TableError("not-at-once", number=table.number)
    position = in_turn(table.running_game().before_turn, seat)
    if any(choice.hindrance(position) is not None for choice in prepared.choices):
        raise TableError("waits")


def _game_in_turn(table: Table, user: int, version: int | None) -> Game:
    """Return a copy of the game for the person whose turn it is to change."""
    game = table.game_in_turn(user)
    if version is not None and version != game.version:
        raise TableError("outdated", number=table.number)
    # A copy: the game in memory changes only once the store has the entry.
    return game.copy()
