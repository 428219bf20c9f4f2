"""The one place in which what is hidden is left out of a position (rules, section 1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.observation import Observation
from engine.view import Building, OpenSeat, Phase, Screen, View

if TYPE_CHECKING:
    from engine.position import Position


def view(position: Position, seat: int | None) -> View:
    """What a seat may know of a position, or the public when the seat is None."""
    start = position.start
    edition = start.edition
    open_buildings = set(position.open)
    covered = 0
    for laid in position.buildings:
        covered |= laid.squares
    return View(
        edition=edition,
        setup=start.setup,
        mirror=start.mirror,
        lot=start.lot,
        seat=seat,
        screen=None if seat is None else _screen(position, seat),
        seats=tuple(
            OpenSeat(
                colour,
                position.banners[number],
                len(position.hands[number]),
                position.workers[number],
            )
            for number, colour in enumerate(start.colours)
        ),
        ply=position.ply,
        turn=position.turn,
        active=None if position.phase is Phase.OVER else position.active,
        phase=position.phase,
        owed=position.owed,
        banner_used=position.banner_used,
        buildings=tuple(
            Building(laid.card, laid.squares, number not in open_buildings)
            for number, laid in enumerate(position.buildings)
        ),
        neutral=position.neutral,
        camps=edition.camps & ~covered,
        ring=tuple(None if top is None else edition.families[top] for top in position.tops),
        heights=tuple(position.heights),
        placeable=tuple(
            not position.taken >> place & 1 and any(position.pools[position.floor])
            for place in range(edition.ring_size)
        ),
        values=tuple(position.values),
        floor=position.floor + 1,
        pools=tuple(tuple(pool) for pool in position.pools),
        face_up=position.face_up,
        stack=position.stack_size,
        turns_left=position.turns_left,
        result=position.result,
    )


def _screen(position: Position, seat: int) -> Screen:
    return Screen(
        hand=tuple(sorted(position.hands[seat], key=position.start.edition.card_order.__getitem__)),
        own=position.own_stock[seat],
        neutral=position.neutral_stock[seat],
        seals=tuple(position.seals[seat]),
        gold=position.gold[seat],
    )


def observe(position: Position, seat: int) -> Observation:
    """What a seat may know, and what everybody could have counted from what happened.

    All of the counted part follows from events: payouts, sales, workers taken and placed, and open
    cards taken are seen by all. What stays unknown is the stack and what others drew from it.
    """
    order = position.start.edition.card_order
    return Observation(
        view=view(position, seat),
        own=tuple(position.own_stock),
        neutral=tuple(position.neutral_stock),
        seals=tuple(tuple(seals) for seals in position.seals),
        gold=tuple(position.gold),
        shown=tuple(tuple(sorted(cards, key=order.__getitem__)) for cards in position.shown),
        passed=position.passed,
        idle=position.idle,
    )
