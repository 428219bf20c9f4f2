"""Plans and ideas: the purpose of an action, and the purpose with its object.

Two actions with the same plan for the same object are one idea; advice names each idea once.
"""

from __future__ import annotations

from collections.abc import Hashable
from enum import Enum
from typing import NamedTuple

from engine.actions import Action, Banner, Build, Castle, Workers
from engine.events import BuildingCompleted
from engine.imagining import Imagined
from engine.squares import SquareSet


class Plan(Enum):
    """The purpose of an action."""

    COMPLETE = "complete"
    """Finishes a building."""
    BUILD = "build"
    """Lays a tile that finishes nothing."""
    PREPARE = "prepare"
    """Places workers that are to earn something later."""
    BLOCK = "block"
    """Takes squares beside buildings where only others have workers."""
    CASTLE = "castle"
    """Places a castle piece."""
    SELL = "sell"
    """Hands in a banner and sells."""
    FETCH = "fetch"
    """Hands in a banner for the workers alone."""
    WAIT = "wait"
    """Ends the turn, or passes."""


class Idea(NamedTuple):
    """A plan with its object: a card, buildings, a family or seals."""

    plan: Plan
    about: Hashable


def idea(position: Imagined, action: Action) -> Idea:
    """Return the plan and object of a legal action of the active seat."""
    if isinstance(action, Build | Workers):
        return _on_board(position, action)
    if isinstance(action, Castle):
        return Idea(Plan.CASTLE, action.family)
    if isinstance(action, Banner):
        return Idea(Plan.SELL, action.sale) if action.sale else Idea(Plan.FETCH, None)
    return Idea(Plan.WAIT, None)


def _on_board(position: Imagined, action: Build | Workers) -> Idea:
    completed = [
        event.squares
        for event in position.copy().apply(action)
        if isinstance(event, BuildingCompleted)
    ]
    if completed:
        return Idea(Plan.COMPLETE, tuple(completed))
    squares = action.squares if isinstance(action, Build) else action.own | action.neutral
    taken = taken_from_others(position, squares)
    # An own worker beside such a building would earn a seal of it, which is more than blocking.
    earns_nothing = isinstance(action, Build) or not action.own
    if taken and earns_nothing:
        return Idea(Plan.BLOCK, tuple(number for number, _ in taken))
    if isinstance(action, Build):
        return Idea(Plan.BUILD, action.card)
    return Idea(Plan.PREPARE, tuple(_beside(position, squares)))


def taken_from_others(position: Imagined, squares: SquareSet) -> list[tuple[int, int]]:
    """Return the buildings beside ``squares`` at which only other seats have workers.

    Each is a pair of the building's number and how many of the squares lie round it. The list is
    empty if the squares also lie beside a building where the active seat has workers.
    """
    found = []
    for number in _beside(position, squares):
        border = position.buildings[number].border
        if border & position.workers[position.active]:
            return []
        if any(border & workers for workers in position.workers):
            found.append((number, (border & squares).bit_count()))
    return found


def _beside(position: Imagined, squares: SquareSet) -> list[int]:
    """Return the numbers of the unfinished buildings beside squares."""
    return [number for number in position.open if position.buildings[number].border & squares]
