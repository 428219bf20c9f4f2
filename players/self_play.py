"""Whole games of computer players, each given its own seat's knowledge alone.

This module handles real positions, to play on them; no player imports it.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from engine.actions import Action
from engine.position import Position
from engine.record import Record
from engine.start import Start
from players.player import Budget, Player


def play(start: Start, players: Sequence[Player], seed: int, budgets: Sequence[Budget]) -> Record:
    """Play a game and return its record; players and budgets are given in turn order.

    Each seat has a generator of its own, so that one player's draws do not shift another's.

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
