"""Which card is proposed to be drawn for a building: none is drawn that nobody thought about."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Final

from engine.actions import Build, Draw
from engine.cards import Card
from engine.imagining import Imagination
from engine.observation import Observation
from players.card_draws import draws
from ui.panel.desk import Desk

MOST_KEPT: Final = 128
"""How many proposals are remembered: while somebody moves a tile, the same one is asked for."""


def proposed_draw(desk: Desk, card: Card) -> Card | Draw:
    """What seems best to draw after a building is laid, by what the person may know.

    It is judged for the card's best place, so that it stays the same while the tile is moved.
    """
    sources = desk.position.draws()
    if not sources:
        return Draw.NONE
    [(_, squares), *_] = desk.choices(card.form)
    build = Build(card, squares, sources[0] or Draw.STACK)
    return _best(desk.position.observe(desk.seat), desk.seat, build)


@lru_cache(maxsize=MOST_KEPT)
def _best(observation: Observation, seat: int, build: Build) -> Card | Draw:
    imagination = Imagination(observation)
    position = imagination.position(Random(0))
    position.active = seat  # who prepares a turn imagines that it has come
    return draws(position, build, imagination.unseen)[0].draw
