"""What speaks against an action on the board, as a fact that can be checked on the table.

Like reasons these are codes with parameters:

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

NEAR: Final = 2
"""So many vacant squares others fill in one turn, mostly."""


def drawback(observation: Observation, action: Action) -> Reason | None:
    """The fact that says most against a legal action of the seat that observes, if there is one.

    Raises:
        IllegalActionError: if the action is not legal.
    """
    if not isinstance(action, Build | Workers):
        return None
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
    """The vacant squares and the family of the building that an action brings nearest its end."""
    known = len(before.buildings)
    found = []
    for number in after.open:
        border = after.buildings[number].border
        left = (border & after.vacant).bit_count()
        nearer = number >= known or (border & before.vacant).bit_count() > left
        if nearer and left <= NEAR:
            found.append((left, after.buildings[number].card.family))
    return min(found, default=None)
