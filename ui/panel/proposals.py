"""Choose the draw and the castle piece that the panel proposes where help is given."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Final

from engine.actions import Build, Castle, Draw
from engine.cards import Card
from engine.imagining import Imagination, Imagined
from engine.observation import Observation
from players.card_draws import draws
from players.castle_pieces import pieces
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
    return _draw(desk.position.observe(desk.seat), desk.seat, build)


def proposed_piece(desk: Desk) -> Castle:
    """Return the best castle piece for the person who owes one, with what they may know."""
    return _piece(desk.position.observe(desk.seat), desk.seat)


@lru_cache(maxsize=MOST_KEPT)
def _draw(observation: Observation, seat: int, build: Build) -> Card | Draw:
    imagination = Imagination(observation)
    return draws(_imagined(imagination, seat), build, imagination.unseen)[0].draw


@lru_cache(maxsize=MOST_KEPT)
def _piece(observation: Observation, seat: int) -> Castle:
    position = _imagined(Imagination(observation), seat)
    return max(pieces(position), key=lambda piece: piece[0])[1]


def _imagined(imagination: Imagination, seat: int) -> Imagined:
    """Return a position that fits the imagination, in which a seat's turn has come."""
    # A fixed seed: the same question always has the same answer, so a redrawn panel proposes the
    # same.
    position = imagination.position(Random(0))
    position.active = seat  # a turn that is prepared is judged as if it had come
    return position
