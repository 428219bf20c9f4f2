"""Which card is proposed to be drawn for a building: none is drawn that nobody thought about."""

from __future__ import annotations

from random import Random

from engine.actions import Build, Draw
from engine.cards import Card
from engine.imagining import Imagination
from engine.squares import SquareSet
from players.card_draws import draws
from ui.panel.desk import Desk


def proposed_draw(desk: Desk, card: Card, squares: SquareSet) -> Card | Draw:
    """What seems best to draw after a building is laid, by what the person may know."""
    sources = desk.position.draws()
    if not sources:
        return Draw.NONE
    imagination = Imagination(desk.position.observe(desk.seat))
    action = Build(card, squares, sources[0] or Draw.STACK)
    position = imagination.position(Random(0))
    position.active = desk.seat  # who prepares a turn imagines that it has come
    return draws(position, action, imagination.unseen)[0].draw
