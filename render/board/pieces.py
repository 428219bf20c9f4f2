"""Lays what stands on the land into a raster: castle, buildings with their seals, workers."""

from __future__ import annotations

from functools import cache, lru_cache

from engine.cards import Cell
from engine.completion import occupied
from engine.edition import Edition
from engine.squares import STRIDE, Square, SquareSet, column_of, first_square, iter_squares, row_of
from engine.view import Phase, View
from render.art.buildings import building
from render.art.castle_walls import TOWER, castle, tower, tower_spots
from render.art.figures import worker
from render.art.land import CLOSE, land_square
from render.art.shapes import UNIT
from render.colours import UNOWNED
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


def lay_towers(raster: Raster, view: View, grid: Grid) -> None:
    """Lay the castle's corner towers, which stand out over the squares round it."""
    x, y = grid.corner(view.lot.corner)
    half = round(TOWER * grid.scale / 2)
    for column, row, height in tower_spots(view.lot, view.heights):
        tile = TILES.get(tower, height, grid.scale)
        raster.paste(tile, x + column * grid.side - half, y + row * grid.side - half)


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


def worker_square(
    edition: Edition, colour: str, square: Square, on_camp: bool, scale: float
) -> Tile:
    """Draw a square of the land with a worker on it, without anything else that lives there."""
    side = round(UNIT * scale)
    raster = plain_raster(side, side, (0, 0, 0))
    raster.paste(TILES.get(land_square, edition, square, False, scale), 0, 0)
    raster.paste(TILES.get(worker, colour, on_camp, scale), 0, 0)
    return raster.tile()


def lay_pieces(raster: Raster, view: View, grid: Grid, within: SquareSet = -1) -> None:
    """Lay the castle, buildings and workers, or only those that touch some squares."""
    edition, border, taken = view.edition, view.edition.border, occupied(view) | view.lot.squares
    if view.lot.squares & within:
        lay_castle(raster, view, grid)
    for piece in view.buildings:
        card, squares = piece.card, piece.squares
        if not squares & within:
            continue
        if piece.completed:
            lay_building(raster, edition, grid, card.form, squares, None)
        else:
            vacant = (border(squares) & ~taken).bit_count()
            lay_building(raster, edition, grid, card.form, squares, card.family, vacant)
    for colour, workers in (
        *[(seat.colour, seat.workers) for seat in view.seats],
        (UNOWNED, view.neutral),
    ):
        for on_camp in (False, True):
            standing = workers & (view.camps if on_camp else ~view.camps) & within
            _lay_workers(raster, edition, grid, colour, on_camp, standing)
    if edition.border(view.lot.squares) & within:
        # Last, because towers stand out over the workers round the castle.
        lay_towers(raster, view, grid)


def _lay_workers(
    raster: Raster,
    edition: Edition,
    grid: Grid,
    colour: str,
    on_camp: bool,
    squares: SquareSet,
) -> None:
    """Lay the workers of a colour; what lives on the land does not look out behind them."""
    scale, get, paste = grid.scale, TILES.get, raster.paste
    # Two tiles rather than one kept for each square: close-ups show few, and all are different.
    if scale > CLOSE:
        tile = get(worker, colour, on_camp, scale)
        for square in iter_squares(squares):
            x, y = grid.corner(square)
            paste(get(land_square, edition, square, False, scale), x, y)
            paste(tile, x, y)
        return
    for square in iter_squares(squares):
        x, y = grid.corner(square)
        paste(get(worker_square, edition, colour, square, on_camp, scale), x, y)
