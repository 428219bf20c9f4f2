"""Propose a card to draw for a building, so that no draw is made without being thought about."""

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
"""Proposals that are memoized: while a tile is moved, the same one is asked for again."""


def proposed_draw(desk: Desk, card: Card) -> Card | Draw:
    """Return the best draw after building a card, judged by facts that the person may know.

    The draw is judged for the card's best place, so it stays the same while the tile is moved.
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
    # A fixed seed: the same question always has the same answer, so a redrawn panel proposes the
    # same card.
    position = imagination.position(Random(0))
    position.active = seat  # a turn that is prepared is judged as if it had come
    return draws(position, build, imagination.unseen)[0].draw
