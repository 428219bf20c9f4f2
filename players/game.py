"""Whole games with their real positions: the players are shown what their own seat can know of it.

This is the only module here that has real positions; no player imports it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from engine.actions import Action
from engine.observation import Observation
from engine.position import Position
from engine.record import Record
from engine.start import Start
from engine.view import Phase
from players.player import Budget, Player


def play(start: Start, players: Sequence[Player], seed: int, budgets: Sequence[Budget]) -> Record:
    """The record of a game; player and budget of each seat are given in turn order.

    Each seat has random numbers of its own, so that what one player draws does not move another.

    Raises:
        IllegalActionError: if a player names an action that is not legal.
    """
    position = Position(start)
    rngs = [Random(f"{seed} {seat}") for seat in range(start.seats)]
    actions: list[Action] = []
    while not position.over:
        seat = position.active
        action = players[seat].decide(position.observe(seat), rngs[seat], budgets[seat])
        position.apply(action)
        actions.append(action)
    return Record.of(position, actions)


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
