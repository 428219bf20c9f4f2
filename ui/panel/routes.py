"""The ways through the panel: how each step begins, and which step shows an action."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.actions import Action, Banner, Build, Castle, Draw, Workers
from engine.cards import Card
from engine.position import Position
from engine.squares import (
    SquareSet,
    column_of,
    first_square,
    iter_squares,
    row_of,
    square_set,
)
from engine.view import Phase
from ui.panel.desk import Desk
from ui.panel.page import Go

CHOOSE, BUILD, WORKERS, CASTLE, BANNER, END = (
    "choose",
    "build",
    "workers",
    "castle",
    "banner",
    "end",
)


NO_DRAW: Final = 99
"""The number of a draw that is not chosen yet."""


def current_step(desk: Desk, undone: Action | None = None) -> Go:
    """Return the step that shows the actions possible now.

    Args:
        undone: the action taken back last; the place of its tile is remembered.
    """
    if desk.position.phase is Phase.CASTLE:
        return Go(CASTLE, castle(desk))
    if desk.position.phase is not Phase.MUST:
        return Go(END)
    if isinstance(undone, Build):
        return Go(CHOOSE, build(desk, undone.card, undone.squares).numbers[:3])
    return Go(CHOOSE)


def castle(desk: Desk) -> tuple[int, int]:
    """Return the numbers of the castle step: the piece's colour and ring square if one alone is."""
    position = desk.position
    pieces = [action for action in position.legal_actions() if isinstance(action, Castle)]
    if len(pieces) > 1:
        return 0, 0
    return position.start.edition.family_number[pieces[0].family] + 1, pieces[0].ring


def build(desk: Desk, card: Card, squares: SquareSet = 0, draw: Card | Draw | None = None) -> Go:
    """Return the build step for a card, at the given place or in the middle, with a draw.

    Without a legal place for the card, the current step is returned.
    """
    position = desk.position
    choices = desk.choices(card.form)
    if not choices:
        return current_step(desk)
    way, squares = next((one for one in choices if one[1] == squares), None) or middle(choices)
    number = position.start.edition.card_order[card]
    drawn = NO_DRAW if draw is None else draw_number(position, draw)
    if len(position.draws()) < 2:
        drawn = 0
    return Go(BUILD, (number, way, first_square(squares), drawn))


def middle(choices: Sequence[tuple[int, SquareSet]]) -> tuple[int, SquareSet]:
    """Return the legal place that is nearest to the middle of all."""
    # Not the best one: finding that is what the game is about.
    spots = [_centre(squares) for _, squares in choices]
    x = sum(spot[0] for spot in spots) / len(spots)
    y = sum(spot[1] for spot in spots) / len(spots)
    places = range(len(choices))
    return choices[min(places, key=lambda at: (spots[at][0] - x) ** 2 + (spots[at][1] - y) ** 2)]


def _centre(squares: SquareSet) -> tuple[float, float]:
    """Return the middle of a tile in columns and rows."""
    every = list(iter_squares(squares))
    return (
        sum(column_of(square) for square in every) / len(every),
        sum(row_of(square) for square in every) / len(every),
    )


def draw_number(position: Position, draw: Card | Draw | None) -> int:
    """Return a draw's index in ``position.draws()``; the stack's or 0 if the draw is gone."""
    draws = position.draws()
    wanted = draw if isinstance(draw, Card) else None
    if wanted in draws:
        return draws.index(wanted)
    return draws.index(None) if None in draws else 0


def draw_at(position: Position, number: int) -> Card | Draw:
    """Return the draw at an index of ``position.draws()``; ``Draw.NONE`` if no card is left.

    A draw that is not chosen yet is the first of them.
    """
    draws = position.draws()
    return (draws[0 if number == NO_DRAW else number] or Draw.STACK) if draws else Draw.NONE


def still_possible(desk: Desk, planned: Action) -> bool:
    """Return whether a prepared action is legal still, maybe with another card to draw."""
    if isinstance(planned, Build):
        # Another player may have taken the open card meanwhile; the place still stands, so the plan
        # does.
        draw = draw_at(desk.position, draw_number(desk.position, planned.draw))
        planned = Build(planned.card, planned.squares, draw)
    return desk.position.is_legal(planned)


def workers(desk: Desk) -> Go:
    """Return the workers step, at first with the building that lacks fewest squares."""
    sites = urgent_sites(desk.position)
    if not sites:
        return current_step(desk)
    return Go(WORKERS, (sites[0][0], 0, 0, 0))


def urgent_sites(position: Position) -> list[tuple[int, SquareSet]]:
    """Return the sites for workers with their vacant squares, those with the fewest first.

    The castle, which is never completed, comes last. Its number is 0; a building's number is its
    index in ``position.buildings`` plus one.
    """
    sites = [(0 if site is None else site + 1, gap) for site, gap in position.worker_sites()]
    # Only the order changes as squares are filled: the numbers stand in custom ids, so they are
    # the buildings' indices and not places in this list.
    return sorted(sites, key=lambda site: (not site[0], site[1].bit_count(), site[0]))


def filling(desk: Desk, site: int) -> tuple[int, int] | None:
    """Return the cheapest way to fill all squares round a building, as bits of these squares.

    Neutral workers go first; own ones stand where they earn most. None if there are too few.
    """
    position, seat = desk.position, desk.seat
    gap = dict(urgent_sites(position))[site]
    squares = list(iter_squares(gap))
    own_needed = max(0, len(squares) - position.neutral_stock[seat])
    if own_needed > position.own_stock[seat]:
        return None
    border = position.start.edition.border
    own_squares = square_set(squares[:own_needed])
    completed = position.completions(Workers(own_squares, gap & ~own_squares))
    borders = [border(event.squares) for event in completed]
    # A square that touches several completed buildings pays a seal of each to an own worker there.
    earning = [sum(around >> square & 1 for around in borders) for square in squares]
    best = sorted(range(len(squares)), key=lambda number: (-earning[number], number))
    own = sum(1 << number for number in best[:own_needed])
    return own, (1 << len(squares)) - 1 - own


def bits_of(gap: SquareSet, chosen: SquareSet) -> int:
    """Return the chosen squares as bits in the order of a building's vacant squares."""
    return sum(
        1 << number for number, square in enumerate(iter_squares(gap)) if chosen >> square & 1
    )


def of_action(desk: Desk, action: Action) -> Go:
    """Return the step that shows an action before it is carried out, else the current step."""
    position = desk.position
    match action:
        case Build(card, squares, draw):
            return build(desk, card, squares, draw)
        case Workers(own, neutral):
            for site, gap in urgent_sites(position):
                # A square may touch several buildings: the first one that has all of the squares
                # shows them.
                if not (own | neutral) & ~gap:
                    return Go(WORKERS, (site, bits_of(gap, own), bits_of(gap, neutral), 0))
        case Castle(family, ring):
            return Go(CASTLE, (position.start.edition.family_number[family] + 1, ring))
        case Banner(sale):
            amounts = dict(sale)
            families = position.start.edition.families
            return Go(BANNER, tuple(amounts.get(family, 0) for family in families))
    return current_step(desk)
