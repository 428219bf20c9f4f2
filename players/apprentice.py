"""The apprentice: a friendly beginner, who sees some of what could be done and thinks of itself.

It looks at a dozen of all the things it could do on the board and takes the one that seems to
bring it most; it does not ask what it leaves to the next seat or what the others gain. It draws
what comes to hand. It makes its own best seal dearer with castle pieces, and hands in a banner when
it has seals that sell well or no worker of its own is left.
"""

from __future__ import annotations

from random import Random
from typing import Final

from engine.actions import Action, Banner, Build, Castle, Draw, End, Pass
from engine.imagining import Imagined, imagine
from engine.observation import Observation
from engine.view import Phase
from players.judgement import Weights
from players.player import Budget
from players.survey import Survey

LOOKS: Final = 12
"""So many of the things it could do it looks at."""
GOOD_VALUE: Final = 3
"""It sells families worth at least so much."""
MANY_SEALS: Final = 4
"""It hands in a banner for the sale of so many seals."""

_THOUGHTLESS: Final = Weights(risk=(0.0,) * len(Weights().risk), rivals=0.0)
"""A judgement in which nobody else matters."""


class Apprentice:
    """A beginner. It needs hardly any time."""

    def decide(self, observation: Observation, rng: Random, budget: Budget) -> Action:
        """The action for a seat that has to act.

        Raises:
            ValueError: if it is not that seat's turn.
        """
        if observation.view.active != observation.seat:
            raise ValueError("it is not this seat's turn")
        position = imagine(observation, rng)
        if position.phase is Phase.MUST:
            return _first_part(position, rng)
        if position.phase is Phase.CASTLE:
            return _piece(position, rng)
        return _banner(position)


def _first_part(position: Imagined, rng: Random) -> Action:
    choices = Survey(position, _THOUGHTLESS).ranked()
    if not choices:
        return Pass()
    looked_at = [rng.choice(choices) for _ in range(LOOKS)]
    action = max(looked_at, key=lambda choice: choice.worth).action
    sources = position.draws()
    if isinstance(action, Build) and sources:
        return Build(action.card, action.squares, rng.choice(sources) or Draw.STACK)
    return action


def _piece(position: Imagined, rng: Random) -> Castle:
    """A piece of the family it has most seals of, over one it has fewest of."""
    seals = position.seals[position.active]
    edition = position.start.edition
    left = [family for family, count in enumerate(position.pools[position.floor]) if count]
    free = [place for place in range(edition.ring_size) if not position.taken >> place & 1]
    family = max(left, key=lambda each: (seals[each], rng.random()))

    def loss(place: int) -> tuple[int, float]:
        top = position.tops[place]
        return (-1 if top is None else seals[top] + (100 if top == family else 0)), rng.random()

    return Castle(edition.families[family], min(free, key=loss) + 1)


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
