"""The information barrier: the only place that leaves hidden information out of a state.

The rules, section 1, say which information is hidden.
"""

from engine.squares import union
from engine.state import PositionState
from engine.view import Building, Observation, OpenSeat, Phase, Screen, View


def view(state: PositionState, seat: int | None = None) -> View:
    """Return the view that a seat has of a state, or the public's view if the seat is None."""
    start = state.start
    edition = start.edition
    open_buildings = set(state.open)
    covered = union(laid.squares for laid in state.buildings)
    return View(
        edition=edition,
        setup=start.setup,
        mirror=start.mirror,
        lot=start.lot,
        seat=seat,
        screen=None if seat is None else _screen(state, seat),
        seats=tuple(
            OpenSeat(colour, state.banners[number], len(state.hands[number]), state.workers[number])
            for number, colour in enumerate(start.colours)
        ),
        ply=state.ply,
        turn=state.turn,
        active=None if state.phase is Phase.OVER else state.active,
        phase=state.phase,
        owed=state.owed,
        banner_used=state.banner_used,
        buildings=tuple(
            Building(laid.card, laid.squares, number not in open_buildings)
            for number, laid in enumerate(state.buildings)
        ),
        neutral=state.neutral,
        camps=edition.camps & ~covered,
        ring=tuple(None if top is None else edition.families[top] for top in state.tops),
        heights=tuple(state.heights),
        placeable=tuple(
            not state.taken >> place & 1 and any(state.pools[state.floor])
            for place in range(edition.ring_size)
        ),
        values=tuple(state.values),
        floor=state.floor + 1,
        pools=tuple(tuple(pool) for pool in state.pools),
        face_up=state.face_up,
        stack=state.stack_size,
        turns_left=state.turns_left,
        result=state.result,
    )


def _screen(state: PositionState, seat: int) -> Screen:
    return Screen(
        # Sorted, because the order in which the cards came is no part of a view.
        hand=tuple(sorted(state.hands[seat], key=state.start.edition.card_order.__getitem__)),
        own=state.own_stock[seat],
        neutral=state.neutral_stock[seat],
        seals=tuple(state.seals[seat]),
        gold=state.gold[seat],
    )


def observe(state: PositionState, seat: int) -> Observation:
    """Return a seat's view with the counts that an attentive person could have made.

    It is for computer players, never for display.

    The counts follow from public events: payouts, sales, workers taken and placed, and open cards
    taken. Unknown remain the stack and the cards that other seats drew from it.
    """
    order = state.start.edition.card_order
    return Observation(
        view=view(state, seat),
        own=tuple(state.own_stock),
        neutral=tuple(state.neutral_stock),
        seals=tuple(tuple(seals) for seals in state.seals),
        gold=tuple(state.gold),
        shown=tuple(tuple(sorted(cards, key=order.__getitem__)) for cards in state.shown),
        passed=state.passed,
        idle=state.idle,
    )
