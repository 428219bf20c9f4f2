"""Lays what stands on the land into a raster: castle, buildings with their seals, workers."""

from functools import cache, lru_cache
from typing import Final, NamedTuple

from engine.edition import Cell, Edition
from engine.squares import (
    STRIDE,
    Lot,
    Square,
    SquareSet,
    column_of,
    first_square,
    iter_squares,
    row_of,
    union,
)
from engine.view import Building, Phase, View
from render.art.buildings import building
from render.art.castle import castle, castle_shadow
from render.art.drawing import UNIT
from render.art.land import GROWTH, growth, growth_of, land_square
from render.art.tokens import TOOLS, worker
from render.colours import GROUND, UNOWNED
from render.files.raster import Raster, Sprite, Tile, plain_raster
from render.files.tile_cache import PASSING, TILES
from render.layout import LEFT, ROWS, TOP


class Grid:
    """The places of squares in a raster, in pixels.

    Attributes:
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


class Standing(NamedTuple):
    """All that stands on the land of a position, and nothing else of it.

    Attributes:
        edition, lot, camps, buildings: as in a view.
        workers: each colour's.
        ring, heights: the castle's families and heights.
        lacks: for each ring square whether the floor under construction lacks a piece there.
    """

    edition: Edition
    lot: Lot
    camps: SquareSet
    buildings: tuple[Building, ...]
    workers: tuple[tuple[str, SquareSet], ...]
    ring: tuple[str | None, ...]
    heights: tuple[int, ...]
    lacks: tuple[bool, ...]


def standing_of(view: View) -> Standing:
    """Return what stands in a view."""
    seats = [(seat.colour, seat.workers) for seat in view.seats]
    # Scaffold says what is still to come: nothing is once the game is over.
    lacks = (False,) * len(view.heights) if view.phase is Phase.OVER else view.placeable
    return Standing(
        view.edition,
        view.lot,
        view.camps,
        view.buildings,
        (*seats, (UNOWNED, view.neutral)),
        view.ring,
        view.heights,
        lacks,
    )


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


_THROWN: Final = (7, 11)  # how far walls and how far roofs throw their shadows, in units


@lru_cache(maxsize=256)
def shades_of(board: SquareSet, buildings: tuple[Building, ...]) -> dict[Square, int]:
    """Return the squares of a board in the shadow of buildings, each with where they stand.

    Six bits: walls in the west, in the north, and beyond in the north-west; the same of roofs.
    """
    thrown = [0] * 6
    for piece in buildings:
        squares, at = piece.squares, 3 * piece.completed
        board &= ~squares
        thrown[at] |= squares << 1
        thrown[at + 1] |= squares << STRIDE
        thrown[at + 2] |= squares << STRIDE + 1
    found: dict[Square, int] = {}
    for number, bits in enumerate(thrown):
        for square in iter_squares(bits & board):
            found[square] = found.get(square, 0) | 1 << number
    return found


def shadow(
    edition: Edition, lot: Lot, square: Square, camp: bool, shades: int, scale: float
) -> Sprite:
    """Draw the parts of a square of the land that lie in the shadows told by ``shades_of``."""
    land = TILES.get(land_square, edition, lot, square, camp, scale)
    side, boxes = land.width, []
    for number, far in enumerate(_THROWN):
        deep = round(far * scale)
        west, north, beyond = (shades >> 3 * number + bit & 1 for bit in range(3))
        # It begins as far from the wall's ends in the north and west as it reaches.
        late = 0 if beyond else deep
        found = [(0, late, deep, side - late)] * west + [(late, 0, side - late, deep)] * north
        boxes += found or [(0, 0, deep, deep)] * beyond
    raster = plain_raster(side, side, GROUND)
    raster.paste(land, 0, 0)
    raster.shade(Tile(side, side, land.pixels, None), 0, 0)
    return raster.sprite(boxes)


def worker_square(
    edition: Edition,
    lot: Lot,
    square: Square,
    camp: bool,
    shades: int,
    colour: str,
    tool: int,
    scale: float,
) -> Tile:
    """Draw a square of the land with a worker on it, as one full rectangle to be copied."""
    land = TILES.get(land_square, edition, lot, square, False, scale)
    raster = plain_raster(land.width, land.height, GROUND)
    raster.paste(land, 0, 0)
    raster.lay(shadow(edition, lot, square, False, shades, scale), 0, 0)
    raster.paste(TILES.get(worker, colour, tool, camp, scale), 0, 0)
    return raster.tile()


def lay_pieces(raster: Raster, standing: Standing, grid: Grid, within: SquareSet = -1) -> None:
    """Lay shadows, growth, castle, buildings and workers, or only those on some squares."""
    edition, lot, camps, buildings, workers, ring, heights, lacks = standing
    get, scale, corner = TILES.get, grid.scale, grid.corner
    people = union(squares for _, squares in workers)
    taken = people | lot.squares | union(piece.squares for piece in buildings)
    shades = shades_of(edition.board & ~lot.squares, buildings)
    for square, thrown in shades.items():
        if within & ~people >> square & 1:
            camp = bool(camps >> square & 1)
            raster.lay(get(shadow, edition, lot, square, camp, thrown, scale), *corner(square))
    _lay_growth(raster, edition, grid, (taken | camps) & edition.board, within)
    for piece in buildings:
        card, squares = piece.card, piece.squares
        if not squares & within:
            continue
        if piece.completed:
            lay_building(raster, edition, grid, card.form, squares, None)
        else:
            vacant = (edition.border(squares) & ~taken).bit_count()
            lay_building(raster, edition, grid, card.form, squares, card.family, vacant)
    near = edition.border(lot.squares) & within
    if near:
        for east in (True, False):
            thrown_far = PASSING.get(castle_shadow, edition, lot, heights, east, scale)
            raster.shade(thrown_far, *corner(lot.corner))
    for colour, squares in workers:
        for square in iter_squares(squares & within):
            camp, thrown = bool(camps >> square & 1), shades.get(square, 0)
            key = (edition, lot, square, camp, thrown, colour, square * 7 % TOOLS, scale)
            raster.paste(get(worker_square, *key), *corner(square))
    if near:
        whole = PASSING.get(castle, lot, ring, heights, lacks, scale)
        raster.lay(whole, *corner(lot.corner))


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
