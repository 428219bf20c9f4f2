"""The apprentice: a friendly beginner, which sees nearly finished buildings and only its own gain.

It considers every action that finishes a building and a random sample of the others, and takes the
one that brings it most, heedless of the other seats' gains. It draws at random. It ignores the
castle: the piece of which most are left goes on the first free square. It hands in a banner when
its seals sell well or it has no own worker left. The pupil is an apprentice with a sample of one.
"""

from __future__ import annotations

from random import Random
from typing import Final

from engine.actions import Action, Banner, Build, Castle, Draw, End, Pass
from engine.imagining import Imagined, imagine
from engine.observation import Observation
from engine.view import Phase
from players.craftsman import sampled_actions
from players.judgement import Weights
from players.player import Budget, must_be_due
from players.survey import Survey

GOOD_VALUE: Final = 3
"""The least value at which it sells a family's seals."""
MANY_SEALS: Final = 4
"""The least number of seals for which it hands in a banner."""

_THOUGHTLESS: Final = Weights(risk=(0.0,) * len(Weights().risk), rivals=0.0)
"""A judgement in which the other seats do not count."""


class Apprentice:
    """A beginner, which decides in a few milliseconds.

    Args:
        looks: the number of actions that it considers of those that finish no building.
    """

    def __init__(self, looks: int) -> None:
        self._looks = looks

    def decide(self, observation: Observation, rng: Random, budget: Budget) -> Action:
        """Return an action; on the board, the considered one with the highest gain for the seat.

        Raises:
            ValueError: if it is not the observing seat's turn.
        """
        must_be_due(observation)
        position = imagine(observation, rng)
        if position.phase is Phase.MUST:
            return self._on_board(position, rng)
        return _piece(position) if position.phase is Phase.CASTLE else _banner(position)

    def _on_board(self, position: Imagined, rng: Random) -> Action:
        seen = sampled_actions(Survey(position, _THOUGHTLESS), self._looks, rng)
        if not seen:
            return Pass()
        action = max(seen, key=lambda choice: choice.worth).action
        sources = position.draws()
        # The survey names a draw only to be complete, so this player chooses its own.
        if isinstance(action, Build) and sources:
            return Build(action.card, action.squares, rng.choice(sources) or Draw.STACK)
        return action


def _piece(position: Imagined) -> Castle:
    """Return the commonest piece of the floor, on the first free ring square."""
    edition = position.start.edition
    left = position.pools[position.floor]
    family = edition.families[left.index(max(left))]
    free = next(place for place in range(edition.ring_size) if not position.taken >> place & 1)
    return Castle(family, free + 1)


def _banner(position: Imagined) -> Banner | End:
    """Return a banner when the seat is out of workers or has many seals that sell well."""
    seat = position.active
    if position.banner_used or not position.banners[seat]:
        return End()
    families = position.start.edition.families
    sale = tuple(
        (family, count)
        for family, count, value in zip(
            families, position.seals[seat], position.values, strict=True
        )
        if count and value >= GOOD_VALUE
    )
    many = sum(count for _, count in sale) >= MANY_SEALS
    out = not position.own_stock[seat] and position.own_supply[seat]
    return Banner(sale) if many or out else End()
