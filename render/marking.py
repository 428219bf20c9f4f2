"""Lays marks over a board: what changed, what may be done, what would be done."""

from __future__ import annotations

from engine.squares import STRIDE, Square, SquareSet, iter_squares, square_name, square_set
from engine.view import View
from render.art.castle import ring_square
from render.art.marks import (
    camp_badge,
    completes_badge,
    number_badge,
    place_dot,
    square_label,
    would_be_worker,
)
from render.art.shapes import UNIT
from render.changes import occupied
from render.colours import MARK, PAPER
from render.frame import TILES, Frame
from render.options import Ghost, Marks
from render.pieces import Place, lay_tile

NUMBER = 44
RING_NUMBER = 30
RING_OUT = 6
"""How far a ring square's number stands out over its corner, so as to hide less of the seal."""


def lay_marks(frame: Frame, view: View, place: Place, marks: Marks) -> None:
    """Lays all marks, the quiet ones first."""
    scale = place.scale
    ring = view.lot.ring
    if marks.square_names:
        free = view.edition.board & ~(occupied(view) | view.lot.squares)
        for square in iter_squares(free):
            tile = TILES.get(square_label, square_name(square), scale)
            frame.paste(tile, *place.corner(square))
    for square in iter_squares(marks.places):
        frame.paste(TILES.get(place_dot, scale), *place.corner(square))
    if marks.ghost is not None:
        ghost = marks.ghost
        lay_tile(
            frame,
            view.edition,
            place,
            ghost.card.form,
            ghost.squares,
            ghost.card.family,
        )
    for colour, squares in _would_be(view, marks):
        tile = TILES.get(would_be_worker, colour, scale)
        for square in iter_squares(squares):
            frame.paste(tile, *place.corner(square))
    placed = 0
    if marks.piece is not None:
        number, family = marks.piece
        height = view.heights[number - 1] + 1
        frame.paste(TILES.get(ring_square, family, height, scale), *place.corner(ring[number - 1]))
        placed = 1 << ring[number - 1]
    last = marks.last | square_set(ring[number - 1] for number in marks.last_ring)
    for squares in (last, marks.focus, placed, marks.ghost.squares if marks.ghost else 0):
        lay_frame(frame, place, squares)
    if marks.ghost is not None:
        _lay_ticks(frame, view, place, marks.ghost)
        for square in iter_squares(marks.ghost.squares & view.camps):
            x, y = place.corner(square)
            frame.paste(TILES.get(camp_badge, scale), x, y)
    _lay_numbers(frame, view, place, marks)


def _would_be(view: View, marks: Marks) -> list[tuple[str, SquareSet]]:
    own = [] if view.active is None else [(view.seats[view.active].colour, marks.own)]
    return [(colour, squares) for colour, squares in (*own, ("neutral", marks.neutral)) if squares]


def lay_frame(frame: Frame, place: Place, squares: SquareSet) -> None:
    """Lays a frame round a set of squares, along the outside of each connected part.

    White is laid first, blue over it, so that corners join. Blue is dark enough to stand out from
    the land in grey, the white edges from dark roofs.
    """
    strips = []
    for square in iter_squares(squares):
        x, y = place.corner(square)
        above, below, left, right = _beyond(square)
        for beyond, strip_x, strip_y, level in (
            (above, x, y, True),
            (below, x, y + place.side, True),
            (left, x, y, False),
            (right, x + place.side, y, False),
        ):
            if beyond < 0 or not squares >> beyond & 1:
                strips.append((strip_x, strip_y, level))
    for half, colour in ((5, PAPER), (4, MARK)):
        thick = round(half * place.scale)
        long, wide = place.side + 2 * thick, 2 * thick
        for x, y, level in strips:
            width, height = (long, wide) if level else (wide, long)
            frame.fill(x - thick, y - thick, width, height, colour)


def _beyond(square: Square) -> tuple[int, int, int, int]:
    """The squares above, below, left and right of a square; negative off the board."""
    left = square - 1 if square % STRIDE else -1
    return square - STRIDE, square + STRIDE, left, square + 1


def _lay_ticks(frame: Frame, view: View, place: Place, ghost: Ghost) -> None:
    """Frames every building that would be completed and puts a tick on its first square."""
    lay_frame(frame, place, ghost.completes)
    tick = TILES.get(completes_badge, place.scale)
    for squares in (ghost.squares, *(building.squares for building in view.buildings)):
        both = squares & ghost.completes
        if both:
            frame.paste(tick, *place.corner((both & -both).bit_length() - 1))


def _lay_numbers(frame: Frame, view: View, place: Place, marks: Marks) -> None:
    scale = place.scale
    margin = round((UNIT - NUMBER) / 2 * scale)
    for number, square in enumerate(marks.numbered, start=1):
        x, y = place.corner(square)
        if (marks.own | marks.neutral) >> square & 1:
            frame.paste(TILES.get(number_badge, number, RING_NUMBER, scale), x, y)
        else:
            frame.paste(TILES.get(number_badge, number, NUMBER, scale), x + margin, y + margin)
    if marks.ring_numbers:
        out = round(RING_OUT * scale)
        for number, square in enumerate(view.lot.ring, start=1):
            x, y = place.corner(square)
            frame.paste(TILES.get(number_badge, number, RING_NUMBER, scale), x - out, y - out)
