"""The outcome of a game: whose win it is, what leaving it costs, and how an early end counts.

A game counts in the ranking from its second round on. A person who then leaves it for good is last,
and so is one who was replaced for lateness and did not come back. Who left before is left out. The
others are ranked by the end that follows, or as they stand if the game ends early; an end on which
all agreed counts for nobody else. A computer that stood in for a person plays for that person, and
never betters how the seat stood before.

Who played a turn, ``Table.by_computer`` says.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from db.games.rows import GameSummary, StoredPause, StoredSeat
from engine.actions import End
from engine.game import Game
from engine.position import Position
from engine.view import View, proceeds
from tabletop.table import Table

AGREED: Final = "everybody agreed to cancel it"
"""The reason stored with a game cancelled by votes."""

ALL_LEFT: Final = "everybody resigned"
"""The reason stored with a game that its last person left."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a game that is over.

    Attributes:
        gold: the gold of each seat at the end, or what it stood at where the game ended early.
        places: the place of each seat that is ranked, 1 for the best; equal gold shares a place.
        gone: the seats whose people abandoned the game once it counted.
        stood: the worst rank of each seat before a computer took turns for its person, 0 for none.
    """

    gold: tuple[int, ...]
    places: Mapping[int, int]
    gone: frozenset[int]
    stood: tuple[int, ...]

    def is_own(self, seat: int) -> bool:
        """Return whether nobody but its owner played a seat, and did so until the end."""
        return not self.stood[seat] and seat not in self.gone

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats of the people, or computer players, who have won."""
        return tuple(sorted(seat for seat, place in self.places.items() if place == 1))


def outcome_of(table: Table, *, if_ended: bool = False) -> Outcome | None:
    """Return what a game that is over came to; None if it came to nothing.

    Args:
        table: the game.
        if_ended: what it comes to if its people end it now.

    Raises:
        TableError: if the game has not begun.
    """
    game, row = table.running_game(), table.row
    turn, result = game.position.turn, game.position.result
    lost = gone(row, table.pauses, turn)
    counts = bool(lost) if if_ended else counts_as_it_stands(row, table.pauses, turn)
    if result is None and not counts:
        return None
    gold = worth(game.before_turn) if result is None else result.gold
    seats = [seat.seat for seat in row.seats if seat.seat not in lost and seat.left_turn is None]
    stood = _stood(table, seats)
    places = ranked({seat: (gold[seat], stood[seat]) for seat in seats}, lost)
    return Outcome(gold, places, lost, stood)


def as_counted(table: Table, view: View) -> View:
    """Return a view of a game whose result, if it is over, has the winners and places that count.

    The engine's own go by gold alone: it knows nothing of people.
    """
    outcome = None if view.result is None else outcome_of(table)
    if view.result is None or outcome is None:
        return view
    last = 1 + len(outcome.places)
    places = tuple(outcome.places.get(seat, last) for seat in range(len(table.seats)))
    return replace(view, result=replace(view.result, winners=outcome.winners, places=places))


def ranked(seats: Mapping[int, tuple[int, int]], gone: Collection[int]) -> dict[int, int]:
    """Return the place of each seat, 1 for the best; those that are gone are behind all others.

    Args:
        seats: of each seat that is compared, its gold and the best place that it may have.
        gone: the seats whose people abandoned the game.
    """
    found = {}
    for seat, (own, stood) in seats.items():
        place = 1 + sum(gold > own for gold, _ in seats.values())
        # A seat that is set back stands behind the one that has that place by its own play.
        found[seat] = max(place, stood), stood > place
    places = {seat: 1 + sum(one < own for one in found.values()) for seat, own in found.items()}
    return places | dict.fromkeys(gone, len(seats) + 1)


def _stood(table: Table, seats: Sequence[int]) -> tuple[int, ...]:
    """Return the worst rank of each seat before a computer took turns for its person, or 0.

    Args:
        table: the game.
        seats: the seats that it is compared with.
    """
    found = [0 for _ in table.seats]
    taken = [
        turn
        for turn in range(1, len(table.by_people) + 1)
        if table.by_computer(turn) and not table.by_computer(turn - len(found))
    ]
    if taken:
        worths = _worths(table.running_game())
        for turn in taken:
            seat, stood = (turn - 1) % len(found), worths[turn - 1]
            rank = 1 + sum(stood[other] > stood[seat] for other in seats)
            found[seat] = max(found[seat], rank)
    return tuple(found)


def _worths(game: Game) -> Sequence[tuple[int, ...]]:
    """Return what the seats were worth before each turn."""
    position = Position(game.start)
    found = [worth(position)]
    for action in game.actions:
        position.push(action)
        if isinstance(action, End):
            found.append(worth(position))
    return found


def is_at_stake(row: GameSummary, turn: int) -> bool:
    """Return whether a game counts in the ranking from this turn on.

    Args:
        turn: the number of the turn, from 1.
    """
    people = not any(seat.is_computer for seat in row.seats)
    second_round = turn > len(row.seats) > 1
    return row.leaving_counts and people and second_round and row.begun_in is None


def replaced_at(seat: StoredSeat, pauses: Sequence[StoredPause]) -> int | None:
    """Return since when a computer has a seat because its owner was late; None if it has not.

    Args:
        pauses: all pauses of the game, in the order of their beginnings.
    """
    last = next((pause for pause in reversed(pauses) if pause.seat == seat.seat), None)
    if seat.status != "away" or last is None or last.kind != "seat":
        return None
    return last.began_at


def gone(row: GameSummary, pauses: Sequence[StoredPause], turn: int) -> frozenset[int]:
    """Return the seats whose people have abandoned a game that counts.

    Args:
        pauses: all pauses of the game.
        turn: the number of the current or last turn.
    """
    if not is_at_stake(row, turn):
        return frozenset()
    return frozenset(
        seat.seat
        for seat in row.seats
        if replaced_at(seat, pauses) is not None
        or (seat.left_turn is not None and seat.left_turn > len(row.seats))
    )


def counts_as_it_stands(row: GameSummary, pauses: Sequence[StoredPause], turn: int) -> bool:
    """Return whether a game that ended early counts: its people ended it after one had left."""
    return row.reason in (AGREED, ALL_LEFT) and bool(gone(row, pauses, turn))


def worth(position: Position) -> tuple[int, ...]:
    """Return each seat's gold and the present value of its seals, as a final sale would bring."""
    return tuple(
        gold + proceeds(seals, position.values)
        for gold, seals in zip(position.gold, position.seals, strict=True)
    )
