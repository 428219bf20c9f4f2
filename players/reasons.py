"""Reasons for actions and their drawbacks, as facts that can be checked on the table.

A plan is the purpose of an action, an idea the purpose with its object. All can be said in any
language.

A drawback is ``shares``, of the ``seals`` that it brings others, or ``opens``: it leaves a building
with ``vacant`` squares. The codes of reasons, and their parameters:

``completes``
    It completes ``buildings`` buildings and brings ``seals`` seals, all of ``family`` (or of
    several, then it is empty), now worth ``gold``.
``takes-camps``
    It covers ``camps`` camps and brings ``workers`` neutral workers.
``takes-part``
    The own workers it places, or those that stand there already, are next to ``buildings``
    unfinished buildings; the nearest to its end has ``vacant`` vacant squares left and pays seals
    of ``family``.
``advances``
    It fills squares round an unfinished building of ``family`` beside which the seat has
    ``workers`` workers; of several it is the one nearest to its end.
``starts``
    It starts a building of ``family`` with ``vacant`` vacant squares round it.
``blocks``
    It takes ``squares`` squares beside a building of ``family`` where only other seats have
    workers, and none beside a building where the seat has some.
``fills``
    It fills vacant squares of ``buildings`` unfinished buildings.
``spends-little``
    It places ``workers`` workers and leaves the others nothing new.
``raises``
    The value of ``family``, of which the seat has ``seals`` and more than the others on average,
    rises from ``before`` to ``after``; with 0 seals it favours no seat in particular.
``lowers``
    The value of ``family``, of which other seats have ``seals`` and on average more than the seat,
    falls from ``before`` to ``after``.
``completes-floor``
    The piece finishes floor ``floor``.
``keeps-values``
    The piece changes no value.
``sells``
    The banner sells ``seals`` seals for ``gold``.
``fetches``
    The banner brings ``workers`` workers.
``saves-banner``
    It keeps ``banners`` banners for later.
``nothing-else``
    There is nothing else to do.
"""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from random import Random
from typing import Final, NamedTuple

from engine import events
from engine.actions import Action, Banner, Build, Castle, Pass, Workers
from engine.edition import Card
from engine.errors import Parameter
from engine.imagining import Imagined, imagine
from engine.squares import SquareSet, first_square, square_name
from engine.view import Observation


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
        return _is_on_board(position, action)
    if isinstance(action, Castle):
        return Idea(Plan.CASTLE, action.family)
    if isinstance(action, Banner):
        return Idea(Plan.SELL, action.sale) if action.sale else Idea(Plan.FETCH, None)
    return Idea(Plan.WAIT, None)


def _is_on_board(position: Imagined, action: Build | Workers) -> Idea:
    completed = [
        event.squares
        for event in position.copy().apply(action)
        if isinstance(event, events.BuildingCompleted)
    ]
    if completed:
        return Idea(Plan.COMPLETE, tuple(completed))
    taken = taken_from_others(position, action.squares)
    # An own worker beside such a building would earn a seal of it, which is more than blocking.
    earns_nothing = isinstance(action, Build) or not action.own
    if taken and earns_nothing:
        return Idea(Plan.BLOCK, tuple(number for number, _ in taken))
    if isinstance(action, Build):
        return Idea(Plan.BUILD, action.card)
    return Idea(Plan.PREPARE, tuple(_beside(position, action.squares)))


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
    return [number for number in position.open if position.buildings[number].border & squares]


@dataclass(frozen=True, slots=True)
class Reason:
    """A fact for an action, or against it: a code and its parameters.

    Where it is about one building, ``building`` is its card and ``square`` its first square.
    """

    code: str
    parameters: Mapping[str, Parameter] = field(default_factory=dict)


def reason(observation: Observation, action: Action) -> Reason:
    """Return the weightiest reason for a legal action of the observing seat."""
    # Any deal of the unseen cards will do: no reason depends on hidden cards.
    before = imagine(observation, Random(0))
    after = before.copy()
    happened = after.apply(action)
    # From here on the order of the checks is the order of importance: the first that holds is
    # the reason.
    if isinstance(action, Build | Workers):
        return _completion(before, happened) or _on_board(before, after, action, happened)
    if isinstance(action, Castle):
        return _piece(before, happened)
    for event in happened:
        if isinstance(event, events.BannerUsed):
            return _banner(event)
    banners = before.banners[before.active]
    if isinstance(action, Pass) or before.banner_used or not banners:
        return Reason("nothing-else")
    return Reason("saves-banner", {"banners": banners})


def which(card: Card, squares: SquareSet) -> dict[str, Parameter]:
    """Return the parameters that name a building: its card, its family and its first square."""
    first = square_name(first_square(squares))
    return {"building": str(card), "family": card.family, "square": first}


def _completion(before: Imagined, happened: list[events.Event]) -> Reason | None:
    completed = [event for event in happened if isinstance(event, events.BuildingCompleted)]
    if not completed:
        return None
    gains = [event.gains[before.active] for event in completed]
    families = {event.card.family for event in completed}
    gold = sum(
        gain * before.value(event.card.family) for gain, event in zip(gains, completed, strict=True)
    )
    counted: dict[str, Parameter] = {
        "buildings": len(completed),
        "seals": sum(gains),
        "family": families.pop() if len(families) == 1 else "",
        "gold": gold,
    }
    one = which(completed[0].card, completed[0].squares) if len(completed) == 1 else {}
    return Reason("completes", {**counted, **one})


def _on_board(
    before: Imagined, after: Imagined, action: Build | Workers, happened: list[events.Event]
) -> Reason:
    """Return the reason for a tile or workers that complete nothing."""
    own = action.own if isinstance(action, Workers) else after.workers[before.active]
    near = _next_to(after, own, after.open if isinstance(action, Workers) else after.open[-1:])
    if near:
        vacant, number = min(near)
        laid = after.buildings[number]
        named = which(laid.card, laid.squares)
        return Reason("takes-part", {"buildings": len(near), "vacant": vacant, **named})
    squares, mine = action.squares, before.workers[before.active]
    advanced = _next_to(after, mine, [n for _, n in _next_to(after, squares, before.open)])
    if advanced:
        _, number = min(advanced)
        laid = before.buildings[number]
        workers = (laid.border & mine).bit_count()
        return Reason("advances", {"workers": workers, **which(laid.card, laid.squares)})
    taken = taken_from_others(before, squares)
    if taken:
        number, count = max(taken, key=lambda each: each[1])
        laid = before.buildings[number]
        return Reason("blocks", {"squares": count, **which(laid.card, laid.squares)})
    for event in happened:
        if isinstance(event, events.NeutralTaken) and event.count:
            camps = event.camps.bit_count()
            return Reason("takes-camps", {"camps": camps, "workers": event.count})
    filled = len(_next_to(before, squares, before.open))
    if filled:
        return Reason("fills", {"buildings": filled})
    if isinstance(action, Build):
        vacant = (after.buildings[-1].border & after.vacant).bit_count()
        return Reason("starts", {"family": action.card.family, "vacant": vacant})
    return Reason("spends-little", {"workers": squares.bit_count()})


def _next_to(position: Imagined, squares: SquareSet, numbers: list[int]) -> list[tuple[int, int]]:
    """Return for each given building beside ``squares`` its vacant squares and its number."""
    borders = [(position.buildings[number].border, number) for number in numbers]
    return [
        ((border & position.vacant).bit_count(), number)
        for border, number in borders
        if border & squares
    ]


def _piece(before: Imagined, happened: list[events.Event]) -> Reason:
    """Return the change of value that favours the seat most, or another fact about the piece.

    A rise favours a seat that has more seals of the family than the others on average, a fall one
    that has fewer.
    """
    placed = next(event for event in happened if isinstance(event, events.PiecePlaced))
    families = before.start.edition.families

    def value_of(number: int, code: str, seals: int) -> Reason:
        change = {"before": placed.before[number], "after": placed.after[number]}
        return Reason(code, {"family": families[number], "seals": seals, **change})

    best: tuple[float, Reason] | None = None
    for number, (old, new) in enumerate(zip(placed.before, placed.after, strict=True)):
        own = before.seals[before.active][number]
        others = sum(seals[number] for seals in before.seals) - own
        good = (new - old) * (own - others / (before.start.seats - 1))
        if good > (best[0] if best else 0):
            best = good, value_of(number, *(("raises", own) if new > old else ("lowers", others)))
    if best is not None:
        return best[1]
    for event in happened:
        if isinstance(event, events.FloorFinished):
            return Reason("completes-floor", {"floor": event.floor})
    raised = next((n for n, old in enumerate(placed.before) if placed.after[n] > old), None)
    return Reason("keeps-values") if raised is None else value_of(raised, "raises", 0)


def _banner(event: events.BannerUsed) -> Reason:
    if event.gold:
        return Reason("sells", {"seals": sum(event.sold), "gold": event.gold})
    return Reason("fetches", {"workers": event.workers})


NEARLY_FINISHED: Final = 2
"""The most vacant squares that the next seat can usually fill in one turn."""


def drawback(observation: Observation, action: Action) -> Reason | None:
    """Return the weightiest drawback of a legal action of the observing seat, or None."""
    if not isinstance(action, Build | Workers):
        return None
    # A fixed seed: the hidden cards of others do not touch what an action does on the board.
    before = imagine(observation, Random(0))
    after = before.copy()
    happened = after.apply(action)
    completed = [event for event in happened if isinstance(event, events.BuildingCompleted)]
    paid = [(sum(event.gains) - event.gains[before.active], event) for event in completed]
    seals = sum(count for count, _ in paid)
    if seals:
        families = {event.card.family for count, event in paid if count}
        family = families.pop() if len(families) == 1 else ""
        return Reason("shares", {"seals": seals, "family": family})
    opened = _opened(before, after)
    if opened is None:
        return None
    vacant, number = opened
    laid = after.buildings[number]
    return Reason("opens", {"vacant": vacant, **which(laid.card, laid.squares)})


def _opened(before: Imagined, after: Imagined) -> tuple[int, int] | None:
    """Return the vacant squares and number of the nearly finished building left to the others."""
    known = len(before.buildings)
    found = []
    for number in after.open:
        border = after.buildings[number].border
        left = (border & after.vacant).bit_count()
        nearer = number >= known or (border & before.vacant).bit_count() > left
        if nearer and left <= NEARLY_FINISHED:
            found.append((left, number))
    return min(found, default=None)
