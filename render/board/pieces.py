"""Lays what stands on the land into a raster: castle, buildings with their seals, workers."""

from __future__ import annotations

from functools import cache, lru_cache
from operator import itemgetter

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
    whole = PASSING.get(castle, view.lot, view.ring, view.heights, lacking, grid.scale)
    for tile in whole.tiles:
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
    edition: Edition,
    lot: Lot,
    form: str,
    squares: SquareSet,
    near: SquareSet,
    family: str | None,
    vacant: int,
    scale: float,
) -> Sprite:
    """Draw a building and what lies in its shadow, to be laid at its first square.

    Args:
        edition, lot: whose land it stands on.
        form, squares: what it is, and where.
        near: the squares round it on which its shadow falls.
        family, vacant: as for ``building``.
        scale: pixels a unit.

    Raises:
        ValueError: if no tile of that form has such squares.
    """
    cells = cells_of(edition, form, squares >> first_square(squares))
    whole = PASSING.get(building, form, cells, family, vacant, scale)
    whole = whole.moved(-cells[0][0] * round(UNIT * scale))
    if near:
        # Walls throw less than roofs.
        shadow = building_shadow(edition, lot, squares, near, 7 if family else 11, scale)
        whole = Sprite(whole.parts + shadow.parts, shadow.memory)
    return whole


def lay_building(
    raster: Raster,
    view: View,
    grid: Grid,
    form: str,
    squares: SquareSet,
    family: str | None,
    *,
    near: SquareSet = 0,
    vacant: int = 0,
) -> None:
    """Lay a building: under construction with a family's seal, or completed without."""
    key = view.edition, view.lot, form, squares, near, family, vacant, grid.scale
    raster.lay(PASSING.get(building_sprite, *key), *grid.corner(first_square(squares)))


def building_shadow(
    edition: Edition, lot: Lot, squares: SquareSet, near: SquareSet, far: int, scale: float
) -> Sprite:
    """Draw the land in the shadow that a building throws to the east and south.

    Args:
        edition, lot: whose land it is.
        squares: the building's squares; the sprite is laid at the first.
        near: the squares round it on which a shadow falls.
        far: how far the shadow reaches, in units.
        scale: pixels a unit.
    """
    first, side, deep = first_square(squares), round(UNIT * scale), round(far * scale)
    left, top = min(map(column_of, iter_squares(squares))), row_of(first)
    right = max(map(column_of, iter_squares(squares))) + 2
    raster = plain_raster(
        (right - left) * side, (row_of(near.bit_length() - 1) + 1 - top) * side, GROUND
    )
    boxes: list[tuple[int, int, int, int]] = []
    for square in iter_squares(near):
        x, y = (column_of(square) - left) * side, (row_of(square) - top) * side
        raster.paste(TILES.get(land_square, edition, lot, square, True, scale), x, y)
        west, north, beyond = (squares << at >> square & 1 for at in (1, STRIDE, STRIDE + 1))
        # It begins as far from the wall's ends in the north and west as it reaches.
        late = 0 if beyond else deep
        if west:
            _join(boxes, (x, y + late, deep, side - late))
        if north:
            _join(boxes, (x + late, y, side - late, deep))
        if beyond and not west and not north:
            _join(boxes, (x, y, deep, deep))
    raster.shade(Tile(raster.width, raster.height, raster.tile().pixels, None), 0, 0)
    shift = (left - column_of(first)) * side
    return raster.sprite(boxes).moved(shift)


def _join(boxes: list[tuple[int, int, int, int]], box: tuple[int, int, int, int]) -> None:
    """Add a box (left, top, width, height), to one that it goes on if there is such."""
    left, top, width, height = box
    for number, (x, y, wide, high) in enumerate(boxes):
        if (x, wide, y + high) == (left, width, top):
            boxes[number] = (x, y, wide, high + height)
            return
        if (y, high, x + wide) == (top, height, left):
            boxes[number] = (x, y, wide + width, high)
            return
    boxes.append(box)


def lay_pieces(raster: Raster, view: View, grid: Grid, within: SquareSet = -1) -> None:
    """Lay what grows, castle, buildings and workers, or only those that touch some squares."""
    edition, lot, scale = view.edition, view.lot, grid.scale
    border, taken = edition.border, occupied(view) | lot.squares
    _lay_growth(raster, edition, grid, (taken | view.camps) & edition.board, within)
    lit = edition.board & ~lot.squares
    for piece in view.buildings:
        lit &= ~piece.squares
    for piece in view.buildings:
        squares, form = piece.squares, piece.card.form
        if not squares & within:
            continue
        near = (squares << 1 | squares << STRIDE | squares << STRIDE + 1) & lit
        if piece.completed:
            lay_building(raster, view, grid, form, squares, None, near=near)
        else:
            vacant = (border(squares) & ~taken).bit_count()
            family = piece.card.family
            lay_building(raster, view, grid, form, squares, family, near=near, vacant=vacant)
    if border(lot.squares) & within:
        for east in (True, False):
            shade = PASSING.get(castle_shadow, lot, view.heights, east, scale)
            raster.shade(shade, *grid.corner(lot.corner))
    # From the north, since each stands before those behind it, and the castle before its north.
    south = square_at(0, row_of(lot.corner) + lot.height)
    behind = (1 << south) - 1 & within
    _lay_workers(raster, view, grid, behind)
    lay_castle(raster, view, grid)
    _lay_workers(raster, view, grid, within & ~behind)


def _lay_workers(raster: Raster, view: View, grid: Grid, within: SquareSet) -> None:
    """Lay the workers on some squares, from the north, each camp's behind its worker."""
    get, paste, corner, scale = TILES.get, raster.paste, grid.corner, grid.scale
    standing = []
    for colour, squares in (
        *((seat.colour, seat.workers & within) for seat in view.seats),
        (UNOWNED, view.neutral & within),
    ):
        if squares:
            for square in iter_squares(squares & view.camps):
                land = get(land_square, view.edition, view.lot, square, False, scale)
                paste(land, *corner(square))
                paste(get(camped, scale), *corner(square))
            ways = [get(worker, colour, tool, scale) for tool in range(TOOLS)]
            standing += [(square, ways[square * 7 % TOOLS]) for square in iter_squares(squares)]
    standing.sort(key=itemgetter(0))
    for square, tile in standing:
        paste(tile, *corner(square))


def _lay_growth(
    raster: Raster, edition: Edition, grid: Grid, taken: SquareSet, within: SquareSet
) -> None:
    """Lay what grows at corners of four squares, where all four are free."""
    touched = taken | taken >> 1 | taken >> STRIDE | taken >> STRIDE + 1
    shown, half = within | within >> 1 | within >> STRIDE | within >> STRIDE + 1, GROWTH / 2
    growing, found = growth_of(edition)
    for square in iter_squares(growing & shown & ~touched):
        one = found[square]
        tile = TILES.get(growth, one.name, grid.scale)
        raster.paste(tile, *grid.at(one.x - half, one.y - half))
