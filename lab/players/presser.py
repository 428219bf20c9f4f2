"""A person who presses what the panel offers first, and decides nothing.

It plays in matches only, which show that such presses do not win.
"""

from __future__ import annotations

from random import Random

from engine.actions import Action, Build, Draw, End, Pass, Workers
from engine.imagining import Imagined, imagine
from engine.observation import Observation
from engine.view import Phase
from players.player import Budget, must_be_due
from ui.panel.routes import middle


class Presser:
    """A player that takes the first card, the ghost's place, and the first entry of each menu."""

    def decide(self, observation: Observation, rng: Random, budget: Budget) -> Action:
        """Return the action of a seat that has to act.

        Raises:
            ValueError: if it is not that seat's turn.
        """
        must_be_due(observation)
        position = imagine(observation, rng)
        if position.phase is Phase.MUST:
            return _building(position)
        return next(position.legal_actions()) if position.phase is Phase.CASTLE else End()


def _building(position: Imagined) -> Action:
    """Return the first card where its ghost stands; workers if no card can be built."""
    order = position.start.edition.card_order
    sources = position.draws()
    draw = (sources[0] or Draw.STACK) if sources else Draw.NONE
    for card in sorted(position.hands[position.active], key=order.__getitem__):
        places = [(0, squares) for squares in position.placements(card)]
        if places:
            return Build(card, middle(places)[1], draw)
    return next((one for one in position.legal_actions() if isinstance(one, Workers)), Pass())
