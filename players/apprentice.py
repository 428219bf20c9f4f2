"""The apprentice: a friendly beginner, who sees what is nearly finished and thinks of itself.

It sees every building that it could finish, and looks at some of all the other things it could do;
it takes what seems to bring it most, and does not ask what it leaves to the next seat or what the
others gain. It draws what comes to hand. Of the castle it never thinks: it puts the piece of which
most are left on the first free square. It hands in a banner when it has seals that sell well or no
worker of its own is left. The pupil is an apprentice that looks at one thing only.
"""

from __future__ import annotations

from random import Random
from typing import Final

from engine.actions import Action, Banner, Build, Castle, Draw, End, Pass
from engine.imagining import Imagined, imagine
from engine.observation import Observation
from engine.view import Phase
from players.craftsman import looked_at
from players.judgement import Weights
from players.player import Budget
from players.survey import Survey

GOOD_VALUE: Final = 3
"""It sells families worth at least so much."""
MANY_SEALS: Final = 4
"""It hands in a banner for the sale of so many seals."""

_THOUGHTLESS: Final = Weights(risk=(0.0,) * len(Weights().risk), rivals=0.0)
"""A judgement in which nobody else matters."""


class Apprentice:
    """A beginner. It needs hardly any time.

    Args:
        looks: so many of the things that finish nothing it looks at.
    """

    def __init__(self, looks: int) -> None:
        self._looks = looks

    def decide(self, observation: Observation, rng: Random, budget: Budget) -> Action:
        """The action for a seat that has to act.

        Raises:
            ValueError: if it is not that seat's turn.
        """
        if observation.view.active != observation.seat:
            raise ValueError("it is not this seat's turn")
        position = imagine(observation, rng)
        if position.phase is Phase.MUST:
            return self._on_board(position, rng)
        return _piece(position) if position.phase is Phase.CASTLE else _banner(position)

    def _on_board(self, position: Imagined, rng: Random) -> Action:
        seen = looked_at(Survey(position, _THOUGHTLESS), self._looks, rng)
        if not seen:
            return Pass()
        action = max(seen, key=lambda choice: choice.worth).action
        sources = position.draws()
        if isinstance(action, Build) and sources:
            return Build(action.card, action.squares, rng.choice(sources) or Draw.STACK)
        return action


def _piece(position: Imagined) -> Castle:
    """The piece of which most are left, on the first free square."""
    edition = position.start.edition
    left = position.pools[position.floor]
    family = edition.families[left.index(max(left))]
    free = next(place for place in range(edition.ring_size) if not position.taken >> place & 1)
    return Castle(family, free + 1)


def _banner(position: Imagined) -> Banner | End:
    """A banner when it is out of workers, or has many seals that sell well."""
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
