"""The moments of a game that people talk about: what everybody saw, weighed in gold.

Sales, buildings that paid others, and turns that changed the seals' values are compared by one
number: about how much gold depended on them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from engine.actions import Action, End
from engine.events import BannerUsed, BuildingCompleted, Event, PiecePlaced
from engine.position import Position
from engine.start import Start
from engine.view import Counts


@dataclass(frozen=True, slots=True)
class ValueChanged:
    """A turn's castle pieces changed the value of a family's seals.

    Attributes:
        seat: the seat that placed them.
        family: the family on whose seals most gold depended.
        before, after: the value before and after the turn.
    """

    seat: int
    family: str
    before: int
    after: int


Happening: TypeAlias = BannerUsed | BuildingCompleted | ValueChanged


@dataclass(frozen=True, slots=True)
class Moment:
    """A turn to talk about.

    Attributes:
        turn: its number.
        weight: the gold that depended on it, about.
        what: what happened.
    """

    turn: int
    weight: int
    what: Happening


def moments_of(start: Start, actions: Iterable[Action], first: int = 1) -> list[Moment]:
    """Return the moments of a game's completed turns, in their order.

    Args:
        start: the start of the game.
        actions: the actions that count; those of a turn that is not over are left out.
        first: the number of the first turn to look at.

    Raises:
        IllegalActionError: if an action is not legal.
    """
    position, found = Position(start), list[Moment]()
    events, turn = list[Event](), 1
    for action in actions:
        # Before the last turn's end, with which all seals are sold.
        held = _held(position)
        events += position.apply(action)
        if isinstance(action, End):
            if turn >= first:
                found += [Moment(turn, *one) for one in _weighed(events, start, held)]
            events, turn = [], turn + 1
    return found


def greatest(moments: Iterable[Moment], count: int) -> list[Moment]:
    """Return the weightiest moments of different turns, in the order of the game.

    The weightiest of each kind come first, since three sales are a duller story than a sale, a
    building and the castle.
    """
    ranked = sorted(moments, key=lambda moment: (-moment.weight, moment.turn))
    firsts = {type(moment.what): moment for moment in reversed(ranked)}
    chosen: dict[int, Moment] = {}
    for moment in (*[one for one in ranked if one is firsts[type(one.what)]], *ranked):
        if len(chosen) < count:
            chosen.setdefault(moment.turn, moment)
    return sorted(chosen.values(), key=lambda moment: moment.turn)


def _held(position: Position) -> Counts:
    """Return the seals of each family that all players have together."""
    # Only the sum: everybody saw what was gained and sold, and whose it is does not matter here.
    return tuple(map(sum, zip(*position.seals, strict=True)))


def _weighed(
    events: Sequence[Event], start: Start, held: Sequence[int]
) -> Iterable[tuple[int, Happening]]:
    families = start.edition.families
    for event in events:
        if isinstance(event, BannerUsed) and event.gold:
            yield event.gold, event
        elif isinstance(event, BuildingCompleted):
            more = [gain for gain in event.gains if gain > event.gains[event.seat]]
            if more:
                # A seal is worth about three where nothing is known of the values to come.
                yield 3 * sum(more), event
    pieces = [event for event in events if isinstance(event, PiecePlaced)]
    if pieces:
        before, after = pieces[0].before, pieces[-1].after
        changes = [
            (abs(now - then) * count, family, then, now)
            for family, then, now, count in zip(families, before, after, held, strict=True)
        ]
        weight, family, then, now = max(changes, key=lambda change: change[0])
        if weight:
            yield weight, ValueChanged(pieces[0].seat, family, then, now)
