"""The interface of computer players, an observation in and an action out, and the simplest of them.

The caretaker plays the seat of a person who left, with the least effect on the others. It builds
while it can, else places a single worker, else passes. Of its legal actions it takes the one that
pays the other seats least, then completes least, then takes the fewest neutral workers, then leaves
the fewest vacant squares round unfinished buildings: a compact city is one that the others can
finish. It draws from the stack, so that it takes no card another seat hopes for; its castle pieces
change the values as little as they can; it never hands in a banner. Each of its turns uses up a
card or a worker or is a pass, so the game comes to its end.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Protocol

from engine.actions import Action, Build, Castle, End, Pass, Workers
from engine.events import BuildingCompleted, NeutralTaken
from engine.imagining import Imagined, imagine
from engine.squares import iter_squares, union
from engine.view import Observation, Phase


@dataclass(frozen=True, slots=True)
class Budget:
    """The limits of a decision: time, playouts, both or neither.

    Attributes:
        seconds: wall-clock time, or None for no limit.
        playouts: simulated continuations, or None for as many as the time allows. Limited by
            playouts alone, a decision is a function of the observation and the random numbers.
    """

    seconds: float | None = None
    playouts: int | None = None


class Player(Protocol):
    """A computer player, which keeps no memory between decisions."""

    def decide(self, observation: Observation, rng: Random, budget: Budget) -> Action:
        """Return a legal action for the observing seat, which has to act.

        Deterministic for the same observation and random numbers, unless the budget is of time.

        Raises:
            ValueError: if it is not the observing seat's turn.
        """


def must_be_due(observation: Observation) -> None:
    """Raise an error unless the observing seat has to act."""
    if observation.view.active != observation.seat:
        raise ValueError("it is not this seat's turn")


class Caretaker:
    """The simplest legal player. It needs no random numbers and hardly any time."""

    def decide(self, observation: Observation, rng: Random, budget: Budget) -> Action:
        """Return the legal action that affects the other seats least."""
        must_be_due(observation)
        # Which cards are imagined elsewhere has no bearing on what this seat may do.
        position = imagine(observation, Random(0))
        if position.phase is Phase.MUST:
            actions: list[Build | Workers] = [*_builds(position)] or [*_single_workers(position)]
            if not actions:
                return Pass()
            return min(actions, key=lambda action: _disturbance(position, action))
        if position.phase is Phase.CASTLE:
            pieces = (one for one in position.legal_actions() if isinstance(one, Castle))
            return min(pieces, key=lambda action: _change(position, action))
        return End()


def _builds(position: Imagined) -> Iterator[Build]:
    """Yield each card of the hand at each of its places, always drawing in the same way."""
    draw = position.draws()[-1]
    for card in dict.fromkeys(position.hands[position.active]):
        for squares in sorted(position.placements(card)):
            yield Build(card, squares, draw)


def _single_workers(position: Imagined) -> Iterator[Workers]:
    """Yield a single worker on each legal square, an own one while the seat has any."""
    seat = position.active
    if not position.can_place_workers():
        return
    for square in iter_squares(union(vacant for _, vacant in position.worker_sites())):
        bit = 1 << square
        yield Workers(bit, 0) if position.own_stock[seat] else Workers(0, bit)


def _disturbance(position: Imagined, action: Build | Workers) -> tuple[int, int, int, int]:
    """Return an action's effects, the gravest first: seals, completions, workers, gaps."""
    after = position.copy()
    events = after.apply(action)
    completed = [event for event in events if isinstance(event, BuildingCompleted)]
    paid = sum(
        seals for event in completed for seat, seals in enumerate(event.seals) if seat != event.seat
    )
    taken = sum(event.count for event in events if isinstance(event, NeutralTaken))
    gaps = sum((after.buildings[number].border & after.vacant).bit_count() for number in after.open)
    return paid, len(completed), taken, gaps


def _change(position: Imagined, action: Castle) -> int:
    seen = position.tops[action.ring - 1]
    if seen is None:
        return 1
    return 0 if position.start.edition.families[seen] == action.family else 2
