"""Lays what stands on the land into a raster: castle, buildings with their seals, workers."""

from __future__ import annotations

from functools import cache, lru_cache

from engine.cards import Cell
from engine.completion import occupied
from engine.edition import Edition
from engine.lot import Lot
from engine.squares import (
    STRIDE,
    Square,
    SquareSet,
    column_of,
    first_square,
    iter_squares,
    row_of,
    square_at,
)
from engine.view import Phase, View
from render.art.buildings import building
from render.art.castle import castle, castle_shadow
from render.art.figures import TOOLS, camped, worker
from render.art.land import GROWTH, growth, growth_of, land_square
from render.art.shapes import UNIT
from render.colours import GROUND, UNOWNED
from render.files.raster import Raster, Sprite, Tile, plain_raster
from render.files.tile_cache import PASSING, TILES
from render.layout import LEFT, ROWS, TOP


class Grid:
    """The places of squares in a raster, in pixels.

    Attributes:
        scale: pixels a unit.
        side: pixels of a square's side.
    """

    __slots__ = ("_corners", "_edge", "scale", "side")

    def __init__(self, scale: float, left: int, top: int, edge: tuple[int, int] = (0, 0)) -> None:
        """Lay squares from a corner on; an edge is the first pixel that badges may cover."""
        self.scale = scale
        self.side = round(UNIT * scale)
        self._edge = edge
        # Computed once for each grid: a picture asks for hundreds of corners.
        self._corners = tuple(
            (left + column_of(square) * self.side, top + row_of(square) * self.side)
            for square in range(ROWS * STRIDE)
        )

    def corner(self, square: Square) -> tuple[int, int]:
        """Return the top left pixel of a square."""
        return self._corners[square]

    def at(self, x: float, y: float) -> tuple[int, int]:
        """Return the pixel of a point, in units from the board's corner."""
        left, top = self._corners[0]
        return left + round(x * self.scale), top + round(y * self.scale)

    def badge(self, square: Square, out: int) -> tuple[int, int]:
        """Return the corner of a badge that overlaps a square's corner, but not the rim."""
        (x, y), (left, top) = self._corners[square], self._edge
        return max(left, x - out), max(top, y - out)


@cache
def board_grid(scale: float) -> Grid:
    """Return the grid of a whole board's picture."""
    left, top = round(LEFT * scale), round(TOP * scale)
    return Grid(scale, left, top, (left - 3, top - 3))


def lay_castle(raster: Raster, view: View, grid: Grid) -> None:
    """Lay the castle, with scaffolds where the floor under construction lacks pieces."""
    lacking = lacking_squares(view)
    # The castle as it stands is one tile, since most actions leave it as it is.
    tile = PASSING.get(castle, view.lot, view.ring, view.heights, lacking, grid.scale)
    raster.paste(tile, *grid.corner(view.lot.corner))


def lacking_squares(view: View) -> tuple[bool, ...]:
    """Return for each ring square whether the floor under construction lacks a piece there."""
    if view.phase is Phase.OVER:
        return (False,) * len(view.heights)
    return view.placeable


@lru_cache(maxsize=1024)
def cells_of(edition: Edition, form: str, pattern: SquareSet) -> tuple[Cell, ...]:
    """Return the cells of the orientation of a form that covers a pattern of squares.

    The first square of the pattern is bit 0.

    Raises:
        ValueError: if no orientation of the form has that pattern.
    """
    for orientation in edition.forms[form].orientations(mirror=True):
        if orientation.squares == pattern:
            return orientation.cells
    raise ValueError(f"no {form} has the squares {pattern:#x}")


def building_sprite(
    edition: Edition, form: str, pattern: SquareSet, family: str | None, vacant: int, scale: float
) -> Sprite:
    """Draw a building of a form on a pattern of squares, whose first is bit 0.

    The sprite is laid at that first square.

    Raises:
        ValueError: if no tile of that form has such squares.
    """
    cells = cells_of(edition, form, pattern)
    whole = building(form, cells, family, vacant, scale)
    return whole.moved(-cells[0][0] * round(UNIT * scale))


def lay_building(
    raster: Raster,
    edition: Edition,
    grid: Grid,
    form: str,
    squares: SquareSet,
    family: str | None,
    vacant: int = 0,
) -> None:
    """Lay a building: under construction with a family's seal, or completed without."""
    first = first_square(squares)
    pattern = squares >> first
    sprite = PASSING.get(building_sprite, edition, form, pattern, family, vacant, grid.scale)
    raster.lay(sprite, *grid.corner(first))


def building_shadow(
    edition: Edition, lot: Lot, squares: SquareSet, far: int, scale: float
) -> Sprite:
    """Draw the land in the shadow that a building on some squares throws, from their first on."""
    first, side = first_square(squares), round(UNIT * scale)
    left, top = column_of(first), row_of(first)
    boxes, parts = set(), []
    for square in iter_squares(squares):
        column, row = column_of(square), row_of(square)
        for x, y, box in (
            (1, 0, (0, far, far, UNIT)),
            (0, 1, (far, 0, UNIT, far)),
            (1, 1, (0, 0, far, far)),
        ):
            if column + x < edition.columns and row + y < edition.rows:
                near = square_at(column + x, row + y)
                if not squares >> near & 1:
                    boxes.add((near, box))
    for near, box in sorted(boxes):
        raster = plain_raster(side, side, GROUND)
        raster.paste(TILES.get(land_square, edition, lot, near, True, scale), 0, 0)
        wide, high = round((box[2] - box[0]) * scale), round((box[3] - box[1]) * scale)
        at = round(box[0] * scale), round(box[1] * scale)
        raster.shade(Tile(wide, high, raster.tile().pixels, None), *at)
        place = (column_of(near) - left) * side, (row_of(near) - top) * side
        parts.append(raster.sprite([(*at, wide, high)]).moved(place[0], place[1]))
    return Sprite(
        tuple(part for one in parts for part in one.parts), sum(one.memory for one in parts)
    )


def lay_pieces(raster: Raster, view: View, grid: Grid, within: SquareSet = -1) -> None:
    """Lay what grows, castle, buildings and workers, or only those that touch some squares."""
    edition, lot, scale = view.edition, view.lot, grid.scale
    border, taken = edition.border, occupied(view) | lot.squares
    get = TILES.get
    _lay_growth(raster, edition, grid, (taken | view.camps) & edition.board, within)
    for piece in view.buildings:
        if piece.squares & within:
            key = edition, lot, piece.squares, 11 if piece.completed else 7, scale
            shadow = PASSING.get(building_shadow, *key)
            raster.lay(shadow, *grid.corner(first_square(piece.squares)))
    for piece in view.buildings:
        card, squares = piece.card, piece.squares
        if not squares & within:
            continue
        if piece.completed:
            lay_building(raster, edition, grid, card.form, squares, None)
        else:
            vacant = (border(squares) & ~taken).bit_count()
            lay_building(raster, edition, grid, card.form, squares, card.family, vacant)
    if edition.border(lot.squares) & within:
        shadow_tile = PASSING.get(castle_shadow, lot, view.heights, scale)
        raster.shade(shadow_tile, *grid.corner(lot.corner))
    workers = [
        (square, seat.colour)
        for seat in view.seats
        for square in iter_squares(seat.workers & within)
    ]
    workers += [(square, UNOWNED) for square in iter_squares(view.neutral & within)]
    # From the north, since each stands before those behind it, and the castle before its north.
    workers.sort()
    south = square_at(0, row_of(lot.corner) + lot.height)
    standing = False
    for square, colour in workers:
        if square >= south and not standing:
            standing = True
            lay_castle(raster, view, grid)
        x, y = grid.corner(square)
        if view.camps >> square & 1:
            raster.paste(get(land_square, edition, lot, square, False, scale), x, y)
            raster.paste(get(camped, scale), x, y)
        raster.paste(get(worker, colour, square * 7 % TOOLS, scale), x, y)
    if not standing:
        lay_castle(raster, view, grid)


def _lay_growth(
    raster: Raster, edition: Edition, grid: Grid, taken: SquareSet, within: SquareSet
) -> None:
    """Lay what grows at corners of four squares, where all four are free."""
    touched = taken | taken >> 1 | taken >> STRIDE | taken >> STRIDE + 1
    shown, half = within | within >> 1 | within >> STRIDE | within >> STRIDE + 1, GROWTH / 2
    for square, one in growth_of(edition).items():
        if shown >> square & 1 and not touched >> square & 1:
            tile = TILES.get(growth, one.name, grid.scale)
            raster.paste(tile, *grid.at(one.x - half, one.y - half))
