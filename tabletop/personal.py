"""People's own data: their preferences, and for each game a note and the turn that they prepare."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, Generic, TypeVar

from db.preferences import Preferences, StoredPlan
from db.store import Store
from engine.actions import Action, Build, Workers
from engine.errors import NotationError
from engine.game import Game
from engine.position import Position
from engine.preview import Hindrance, hindrance, rests_on
from engine.squares import SquareSet, iter_squares, parse_square, square_name, square_set
from tabletop.errors import TableError
from tabletop.quiet import quiet_of
from tabletop.table import Table


@dataclass(frozen=True, slots=True)
class Choice:
    """An action of a prepared turn, and the squares that it rests on."""

    action: Action
    rests: SquareSet

    def hindrance(self, position: Position) -> Hindrance | None:
        """Return what keeps it from being played at once; None if nothing does."""
        return hindrance(position, self.action, self.rests)


@dataclass(frozen=True, slots=True)
class Prepared:
    """A prepared turn."""

    choices: tuple[Choice, ...]
    at_once: bool = False
    turn: int = 0
    played: int = 0

    @classmethod
    def read(cls, plan: StoredPlan, position: Position) -> Prepared | None:
        """Return a stored plan; None if the notation does not read any of it."""
        texts = ((plan.entry, plan.rests), (plan.otherwise, plan.otherwise_rests))
        try:
            choices = tuple(
                Choice(position.parse(entry), _squares(rests))
                for entry, rests in texts
                if entry is not None
            )
        except NotationError:
            return None
        return cls(choices, plan.at_once, plan.turn, plan.played)

    def stored(self) -> StoredPlan:
        """Return the row that keeps it."""
        first, *others = self.choices
        second = others[0] if others else None
        return StoredPlan(
            self.turn,
            str(first.action),
            _names(first.rests),
            None if second is None else str(second.action),
            "" if second is None else _names(second.rests),
            self.at_once,
            self.played,
        )

    def with_choice(self, action: Action, position: Position) -> Prepared:
        """Return it with another choice: the second one, or a new one of the same action."""
        new = Choice(action, rests_on(position, action))
        first = self.choices[0]
        if first.action == action:
            return replace(self, choices=(new, *self.choices[1:]))
        return replace(self, choices=(first, new))

    def due(self, position: Position) -> int:
        """Return the number of the choice that is to be played at once; 0 for none."""
        if not self.at_once or self.played:
            return 0
        for number, choice in enumerate(self.choices, 1):
            if choice.hindrance(position) is None:
                return number
        return 0


def new_plan(action: Action, position: Position) -> Prepared:
    """Return a prepared turn of one choice."""
    if not isinstance(action, Build | Workers):
        raise TableError("not-prepared")
    return Prepared((Choice(action, rests_on(position, action)),))


def with_another(before: Prepared | None, action: Action, position: Position) -> Prepared:
    """Return a prepared turn with one more choice; its second one if there was a first."""
    new = new_plan(action, position)
    if before is None or before.played:
        return new
    # Whether another choice may be played at once is for its owner to say anew.
    return replace(before.with_choice(action, position), at_once=False)


def known_plan(game: Game, plan: StoredPlan) -> Prepared | None:
    """Return a stored plan, unless a turn of its owner's has used it up since."""
    seats = len(game.start.colours)
    # One that was played is told until its owner's next turn is over, others until it has begun.
    until = plan.turn + seats + bool(plan.played)
    return None if game.position.turn >= until else Prepared.read(plan, game.position)


def _names(squares: SquareSet) -> str:
    return " ".join(square_name(square) for square in iter_squares(squares))


def _squares(text: str) -> SquareSet:
    return square_set(parse_square(name) for name in text.split())


MOST_NOTE: Final = 1000  # characters a note may have

LEGENDS: Final = 3
"""The number of a newcomer's turns in a game in which the marks of pictures are explained."""

LONGEST_NIGHT_MIN: Final = 12 * 60  # minutes a day for which quiet hours may stop a person's clock

NOTHING_CHOSEN: Final = Preferences()

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Value(Generic[T]):
    """The data that a feature keeps of each person: something they choose, or that it has to know.

    >>> COLOUR = Value("colour", "blue", str)
    >>> RAIN = flag("rain", True, label="Tell me of rain")

    ``personal.value(user, COLOUR)`` is the person's, and ``await personal.set_value(user, COLOUR,
    "red")`` keeps another one.

    Attributes:
        name: the name under which it is kept, which never changes.
        usual: that of a person of whom nothing is kept.
        read, write: make it from the text that is kept, and the text.
        label: the label of its field in the form of preferences; empty if people do not choose it.
    """

    name: str
    usual: T
    read: Callable[[str], T]
    write: Callable[[T], str] = str
    label: str = ""


def flag(name: str, usual: bool, *, label: str = "") -> Value[bool]:
    """Return a value that is either true or false."""
    return Value(name, usual, "yes".__eq__, lambda value: "yes" if value else "no", label)


TOLD: Final = Value("told", "", str)
"""The codes of what a person was told once, separated by spaces."""


class Personal:
    """A service for people's preferences, notes and prepared turns, each for its owner alone.

    Preferences are read with every answer, so those of people who changed any stay in memory, once
    ``load`` has read them. Where other processes may change them they are read again: an actor's
    with the action, those of a table's people with the table.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._preferences: dict[int, Preferences] = {}
        self._values: dict[int, dict[str, str]] = {}

    async def load(self) -> None:
        """Load the preferences of all people into memory."""
        self._preferences = await self._store.people.all_preferences()
        self._values = await self._store.people.all_values()

    def preferences(self, user: int) -> Preferences:
        """Return a person's preferences."""
        return self._preferences.get(user, NOTHING_CHOSEN)

    async def refresh(self, *people: int) -> None:
        """Reload some people's preferences, if another process can have changed them."""
        if self._store.shards.alone:
            return
        found = await self._store.people.preferences_of(people)
        values = await self._store.people.values_of(people)
        for user in people:
            self._keep(user, found.get(user, NOTHING_CHOSEN))
            self._values[user] = values.get(user, {})

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

    def value(self, user: int, kind: Value[T]) -> T:
        """Return what a feature keeps of a person."""
        text = self._values.get(user, {}).get(kind.name)
        return kind.usual if text is None else kind.read(text)

    async def set_value(self, user: int, kind: Value[T], value: T) -> None:
        """Keep something of a person for a feature, if it is not what is kept."""
        if value == self.value(user, kind):
            return
        text = None if value == kind.usual else kind.write(value)
        await self._store.people.set_value(user, kind.name, text)
        kept = {**self._values.get(user, {}), kind.name: text}
        self._values[user] = {name: text for name, text in kept.items() if text is not None}

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
        recipients = self.end_recipients(table)
        return tuple(user for user in recipients if self.quiet_until(user, now) == now)

    def forget(self, user: int) -> None:
        """Drop a forgotten person's preferences from memory."""
        self._preferences.pop(user, None)
        self._values.pop(user, None)

    async def is_newcomer(self, user: int) -> bool:
        """Return whether a person has not yet finished any game."""
        return not await self._store.people.has_finished(user)

    async def needs_legend(self, table: Table, user: int) -> bool:
        """Return whether the marks of pictures are explained: in a newcomer's first turns."""
        early = table.running_game().position.turn <= LEGENDS * len(table.seats)
        return early and await self.is_newcomer(user)

    async def first_time(self, user: int, code: str) -> bool:
        """Return whether a person is told something for the first time, and remember that."""
        known = self.value(user, TOLD).split()
        await self.set_value(user, TOLD, " ".join(dict.fromkeys([*known, code])))
        return code not in known

    async def note(self, table: Table, user: int) -> str | None:
        """Return a person's private note about a game, or None."""
        return await self._store.people.note(table.number, user)

    async def write_note(self, table: Table, user: int, text: str | None) -> None:
        """Store a person's note about a game in which they have a seat; None deletes it."""
        if table.person(user) is None:
            raise TableError("not-seated", number=table.number)
        await self._store.people.set_note(table.number, user, text[:MOST_NOTE] if text else None)

    async def prepared(self, table: Table, user: int) -> Prepared | None:
        """Return the turn that a person has prepared since their last one, legal now or not.

        One that was played at once stays known until the person's next turn is over.
        """
        plan = await self._store.people.plan(table.number, user)
        return None if plan is None else known_plan(table.running_game(), plan)
