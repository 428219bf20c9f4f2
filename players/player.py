"""What a computer player is: something that decides what a seat does next."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Protocol

from engine.actions import Action
from engine.observation import Observation


@dataclass(frozen=True, slots=True)
class Budget:
    """How long a decision may take.

    Attributes:
        seconds: time on the clock, or None for as long as it takes.
        playouts: games played out in the mind, or None for as many as the time allows. With this
            limit alone a decision depends on nothing but the observation and the random numbers.
    """

    seconds: float | None = None
    playouts: int | None = None


class Player(Protocol):
    """A computer player."""

    def decide(self, observation: Observation, rng: Random, budget: Budget) -> Action:
        """A legal action for the seat that observes, which has to act.

        The same observation and random numbers, within a budget that is not of time, give the same
        action.

        Raises:
            ValueError: if it is not that seat's turn.
        """
        ...
