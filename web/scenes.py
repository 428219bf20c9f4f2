"""A running game as plain data for its page, made of a view: what is seen, and what may be done.

Nothing here gets at a position, so no page can show more than its reader's view.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from engine.actions import Draw
from engine.cards import Card
from engine.changes import changes_of
from engine.completion import vacant
from engine.edition import Edition
from engine.game import Turn
from engine.squares import SquareSet, spread, square_names
from engine.view import Building, Phase, View
from web.squares import lot_numbers, numbers_of

LOT: Final = -1
"""The number of the castle's lot among the sites of workers; buildings count from 0."""


def seen_of(view: View) -> dict[str, Any]:
    """Return what a view shows of a game, the own screen only where the view has one."""
    return {
        "seat": view.seat,
        "edition": view.edition.fingerprint,
        "lot": lot_numbers(view.edition, view.lot),
        "mirror": view.mirror,
        "turn": view.turn,
        "active": view.active,
        "phase": view.phase.value,
        "turnsLeft": view.turns_left,
        "values": list(view.values),
        "openCards": [str(card) for card in view.face_up],
        "stack": view.stack,
        "board": _board(view),
        "seats": [
            {
                "colour": one.colour,
                "banners": one.banners,
                "cards": one.cards,
                "workers": view.workers_left(seat),
            }
            for seat, one in enumerate(view.seats)
        ],
        "own": _screen(view),
        "result": _result(view),
    }


def _board(view: View) -> dict[str, Any]:
    edition = view.edition
    numbers = edition.family_number
    return {
        "buildings": [
            [one.card.form, one.card.family, numbers_of(edition, one.squares), one.completed]
            for one in view.buildings
        ],
        "workers": [numbers_of(edition, one.workers) for one in view.seats],
        "neutral": numbers_of(edition, view.neutral),
        "camps": numbers_of(edition, view.camps),
        "tops": [None if family is None else numbers[family] for family in view.ring],
        "heights": list(view.heights),
        "taken": [not free for free in view.placeable],
        "floor": view.floor - 1,
        "pools": [list(pool) for pool in view.pools],
    }


def _screen(view: View) -> dict[str, Any] | None:
    if view.screen is None:
        return None
    return {
        "hand": [str(card) for card in view.screen.hand],
        "own": view.screen.own,
        "neutral": view.screen.neutral,
        "seals": list(view.screen.seals),
        "gold": view.screen.gold,
    }


def _result(view: View) -> dict[str, Any] | None:
    if view.result is None:
        return None
    return {"gold": list(view.result.gold), "winners": list(view.result.winners)}


def news_of(edition: Edition, turns: Iterable[Turn]) -> list[dict[str, Any]]:
    """Return what turns changed on the board, by turn: squares and ring squares."""
    found = []
    for turn in turns:
        changes = changes_of([turn])
        found.append(
            {
                "seat": turn.seat,
                "tiles": [numbers_of(edition, tile.squares) for tile in changes.tiles],
                "workers": [
                    number
                    for placed in changes.workers
                    for number in numbers_of(edition, placed.own | placed.neutral)
                ],
                "rings": [piece.ring for piece in changes.pieces],
            }
        )
    return found


def choices_of(view: View) -> dict[str, Any]:
    """Return what the seat of a view may do now, in the record's notation.

    To prepare a turn, the view is that of ``engine.preview.in_turn``.
    """
    screen, phase = view.screen, view.phase
    if screen is None:
        raise ValueError("the public has no choices")
    must = phase is Phase.MUST
    places = _places(view, screen.hand) if must else {}
    workers = _workers(view) if must else None
    banner = phase is Phase.CAN and not view.banner_used and bool(view.seats[_own(view)].banners)
    return {
        "cards": [str(card) for card in dict.fromkeys(screen.hand)] if must else [],
        "places": places,
        "draw": _draws(view) if must else [],
        "workers": workers,
        "castle": _castle(view) if phase is Phase.CASTLE else None,
        "banner": _sale(view) if banner else None,
        "pass": must and workers is None and not any(places.values()),
        "end": phase is Phase.CAN,
    }


def _own(view: View) -> int:
    assert view.seat is not None
    return view.seat


def _places(view: View, hand: Iterable[Card]) -> dict[str, list[str]]:
    """Return every legal place of each form in a hand (rules, section 3.1, A)."""
    free = vacant(view)
    touch = spread(view.edition.board & ~free)
    return {
        form: [" ".join(square_names(squares)) for squares in _placements(view, form, free, touch)]
        for form in dict.fromkeys(card.form for card in hand)
    }


def _placements(view: View, form: str, free: SquareSet, touch: SquareSet) -> list[SquareSet]:
    found = []
    for way in view.edition.forms[form].orientations(mirror=view.mirror):
        anchors = free
        while anchors:
            lowest = anchors & -anchors
            anchors ^= lowest
            squares = way.squares * lowest
            if not squares & ~free and squares & touch:
                found.append(squares)
    return found


def _draws(view: View) -> list[str]:
    """Return what may be drawn after building; ``none`` when no card is left."""
    cards = [str(card) for card in dict.fromkeys(view.face_up)]
    if view.stack:
        cards.append(str(Draw.STACK))
    return cards or [str(Draw.NONE)]


def _workers(view: View) -> dict[str, Any] | None:
    """Return the workers in stock and the sites round which they may stand, or None."""
    assert view.screen is not None
    free, border = vacant(view), view.edition.border
    gaps = [(LOT, border(view.lot.squares) & free)]
    gaps += [(number, border(one.squares) & free) for number, one in _open(view)]
    sites = [[number, square_names(gap)] for number, gap in gaps if gap]
    if not sites or not view.screen.own + view.screen.neutral:
        return None
    return {"own": view.screen.own, "neutral": view.screen.neutral, "sites": sites}


def _open(view: View) -> list[tuple[int, Building]]:
    return [(number, one) for number, one in enumerate(view.buildings) if not one.completed]


def _castle(view: View) -> dict[str, Any]:
    pool = view.pools[view.floor - 1]
    return {
        "owed": view.owed,
        "families": [
            family for family, left in zip(view.edition.families, pool, strict=True) if left
        ],
        "rings": [ring for ring, free in enumerate(view.placeable, start=1) if free],
    }


def _sale(view: View) -> dict[str, Any]:
    """Return what a banner brings: workers, and at most all seals sold."""
    assert view.screen is not None
    edition = view.edition
    on_board = view.seats[_own(view)].workers.bit_count()
    supply = edition.own_workers - view.screen.own - on_board
    return {
        "workers": min(edition.workers_per_banner, supply),
        "most": dict(zip(edition.families, view.screen.seals, strict=True)),
    }
