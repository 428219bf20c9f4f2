"""Drawbacks of actions on the board, as facts that can be checked on the table.

Like reasons they are codes with parameters:

``shares``
    It completes buildings that bring other seats ``seals`` seals together, all of ``family`` (or of
    several, then it is empty).
``opens``
    It brings a building of ``family`` to ``vacant`` vacant squares, which others may fill.
"""

from __future__ import annotations

from random import Random
from typing import Final

from engine.actions import Action, Build, Workers
from engine.events import BuildingCompleted
from engine.imagining import Imagined, imagine
from engine.observation import Observation
from players.reasons import Reason

NEARLY_FINISHED: Final = 2
"""The most vacant squares that the next seat can usually fill in one turn."""


def drawback(observation: Observation, action: Action) -> Reason | None:
    """Return the weightiest drawback of a legal action of the observing seat, or None.

    Raises:
        IllegalActionError: if the action is not legal.
    """
    if not isinstance(action, Build | Workers):
        return None
    # A fixed seed: the hidden cards of others do not touch what an action does on the board.
    before = imagine(observation, Random(0))
    after = before.copy()
    events = after.apply(action)
    completed = [event for event in events if isinstance(event, BuildingCompleted)]
    paid = [(sum(event.gains) - event.gains[before.active], event) for event in completed]
    seals = sum(count for count, _ in paid)
    if seals:
        families = {event.card.family for count, event in paid if count}
        family = families.pop() if len(families) == 1 else ""
        return Reason("shares", {"seals": seals, "family": family})
    opened = _opened(before, after)
    if opened is None:
        return None
    vacant, family = opened
    return Reason("opens", {"vacant": vacant, "family": family})


def _opened(before: Imagined, after: Imagined) -> tuple[int, str] | None:
    """Return the vacant squares and family of the nearly finished building left to the others."""
    known = len(before.buildings)
    found = []
    for number in after.open:
        border = after.buildings[number].border
        left = (border & after.vacant).bit_count()
        nearer = number >= known or (border & before.vacant).bit_count() > left
        if nearer and left <= NEARLY_FINISHED:
            found.append((left, after.buildings[number].card.family))
    return min(found, default=None)
