"""The turns that somebody took in a game, with what they knew each time.

This module has real positions, to tell what was known in them; no player imports it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.actions import Action
from engine.observation import Observation
from engine.position import Position
from engine.start import Start
from engine.view import Phase


@dataclass(frozen=True, slots=True)
class OwnTurn:
    """A turn of a seat: what it knew before each of its actions, and the action.

    The end of the turn is among them only where it could have handed in a banner instead.
    """

    number: int
    decisions: tuple[tuple[Observation, Action], ...]


def own_turns(start: Start, actions: Sequence[Action], seat: int) -> list[OwnTurn]:
    """The turns of a seat in a game.

    Raises:
        IllegalActionError: if an action is not legal.
    """
    position = Position(start)
    turns: dict[int, list[tuple[Observation, Action]]] = {}
    for action in actions:
        if position.active == seat and not _only_end(position):
            turns.setdefault(position.turn, []).append((position.observe(seat), action))
        position.apply(action)
    return [OwnTurn(number, tuple(decisions)) for number, decisions in turns.items()]


def _only_end(position: Position) -> bool:
    """Whether nothing but the end of the turn is left to do."""
    if position.phase is not Phase.CAN:
        return False
    return position.banner_used or not position.banners[position.active]
