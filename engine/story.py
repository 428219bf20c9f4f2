"""A game in numbers, turn by turn, and the moments that people talk about, weighed in gold.

Screens are open only at the end. Sales, buildings that paid others, and turns that changed the
seals' values are compared by one number: about how much gold depended on them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from engine.actions import Action, End
from engine.events import BannerUsed, BuildingCompleted, Event, PiecePlaced
from engine.game import Game
from engine.position import Position
from engine.start import Start
from engine.view import Counts, proceeds

COMEBACK: Final = 20
"""The gold from which on a victory after having been behind is told."""


@dataclass(frozen=True, slots=True)
class Story:
    """A finished game in numbers, one entry for each turn.

    Attributes:
        sold: each seat's gold after each turn.
        unsold: the value of each seat's unsold seals after each turn.
        values: the value of a seal of each family after each turn.
        sales: for each seat the proceeds of each of its banners, without the final sale.
    """

    sold: tuple[tuple[int, ...], ...]
    unsold: tuple[tuple[int, ...], ...]
    values: tuple[Counts, ...]
    sales: tuple[tuple[int, ...], ...] = ()


def furthest_behind(winner: int, story: Story) -> int:
    """Return how much gold a seat was behind at most, in the second half of a finished game."""
    found = worths(story)
    return max((max(one) - one[winner] for one in found[len(found) // 2 :]), default=0)


def worths(story: Story) -> list[tuple[int, ...]]:
    """Return what each seat's gold and seals were worth after each turn."""
    return [
        tuple(map(sum, zip(*both, strict=True)))
        for both in zip(story.sold, story.unsold, strict=True)
    ]


def story_of(game: Game) -> Story:
    """Return the story of a game that is over.

    Raises:
        ValueError: if the game is not over: the story would reveal hidden information.
    """
    # Checked here and not by callers, since one that forgets would publish every seat's gold.
    if not game.position.over:
        raise ValueError("the story of a running game is hidden")
    position = Position(game.start)
    sold: list[tuple[int, ...]] = []
    unsold: list[tuple[int, ...]] = []
    values: list[Counts] = []
    sales: list[list[int]] = [[] for _ in game.start.colours]
    for action in game.actions:
        seat, gold = position.active, position.gold[position.active]
        position.push(action)
        if not isinstance(action, End):
            if position.gold[seat] != gold:
                sales[seat].append(position.gold[seat] - gold)
            continue
        sold.append(tuple(position.gold))
        values.append(tuple(position.values))
        unsold.append(tuple(proceeds(seals, position.values) for seals in position.seals))
    return Story(tuple(sold), tuple(unsold), tuple(values), tuple(tuple(entry) for entry in sales))


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
