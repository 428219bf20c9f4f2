"""The interface of computer players: an observation in, an action out."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Protocol

from engine.actions import Action
from engine.view import Observation


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
        ...


def must_be_due(observation: Observation) -> None:
    """Raise an error unless the observing seat has to act."""
    if observation.view.active != observation.seat:
        raise ValueError("it is not this seat's turn")
