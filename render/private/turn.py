"""The board as its active player sees it, with the player's screen beside it.

During a decision that part of the board is shown twice as large, with the whole board as a stamp,
and a frame in it round the part that is shown large.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from engine.edition import Edition
from engine.squares import SquareSet, column_of, iter_squares, row_of, square_at, square_set, union
from engine.view import Counts, View
from i18n.translation import ENGLISH, Words
from render import colours
from render.art.drawing import UNIT
from render.art.land import land_square
from render.art.signs import look_of
from render.board.marks import lay_marks
from render.board.picture import lay_coordinates, plain_board_raster
from render.board.pieces import Grid, lay_pieces, standing_of
from render.board.players import Told, lay_column
from render.files.raster import Raster, Tile, as_png, plain_raster
from render.files.tile_cache import PASSING, TILES
from render.layout import BOARD_HEIGHT, BOARD_WIDTH, COLUMN, GAP, HEIGHT, WIDTH, Box, Size, Theme
from render.private.screen import STEP_PANELS, TURN_PANELS, with_legend
from words.sentences import NO_MARKS, Marks


class Window(NamedTuple):
    """A part of the board: its first column and row, and how many of each."""

    left: int
    top: int
    columns: int
    rows: int


@lru_cache(maxsize=256)
def squares_within(edition: Edition, window: Window) -> SquareSet:
    """Return the squares of a board that a window shows."""
    columns = range(window.left, window.left + window.columns)
    rows = range(window.top, window.top + window.rows)
    return square_set(square_at(column, row) for column in columns for row in rows) & edition.board


def _stamp(colour: colours.RGB, edge: colours.RGB, side: int) -> Tile:
    """Draw a square of one colour with an edge of another."""
    raster = plain_raster(side, side, edge)
    # Camps and workers are small dots on grass; buildings and the castle touch their neighbours.
    thick = side // 6 if edge == colours.GRASS else 1
    raster.fill(thick, thick, side - 2 * thick, side - 2 * thick, colour)
    return raster.tile()


class _Standing(NamedTuple):
    """The squares of a small board that have one colour, with the colour of their edges."""

    squares: SquareSet
    colour: colours.RGB
    edge: colours.RGB = colours.GRASS


def lay_minimap(
    raster: Raster, x: int, y: int, view: View, window: Window, marked: SquareSet, side: int
) -> None:
    """Lay the board with ``side`` pixels a square: what stands where, and where the window is.

    Args:
        x, y: the pixel of the small board's top left corner.
        window: the part to be framed.
        marked: squares to be shown in the marks' blue.
    """
    edition = view.edition
    # Kept: while a person tries one place after the other, the position stays.
    board = PASSING.get(_board, edition.columns, edition.rows, _standing(view), side)
    raster.paste(board, x, y)
    _fill(raster, x, y, _Standing(marked, colours.MARK, colours.PAPER), side)
    left, top = x + window.left * side, y + window.top * side
    right, bottom = left + window.columns * side, top + window.rows * side
    for inset, thick, colour in ((0, 4, colours.PAPER), (1, 2, colours.MARK)):
        west, north, east, south = left + inset, top + inset, right - inset, bottom - inset
        raster.fill_all(
            (
                (west, north, east, north + thick),
                (west, south - thick, east, south),
                (west, north, west + thick, south),
                (east - thick, north, east, south),
            ),
            colour,
        )


def _standing(view: View) -> tuple[_Standing, ...]:
    """Return what stands on a board, in the order in which it is laid."""
    return (
        _Standing(view.camps, colours.TILES_RED),
        _Standing(view.lot.squares, colours.STONE_LIGHT, colours.INK),
        *(
            _Standing(
                piece.squares,
                look_of(piece.card.form).roof if piece.completed else colours.FLOOR,
                colours.GROUND,
            )
            for piece in view.buildings
        ),
        *(_Standing(seat.workers, colours.PLAYER[seat.colour]) for seat in view.seats),
        _Standing(view.neutral, colours.NEUTRAL),
    )


def _board(columns: int, rows: int, standing: tuple[_Standing, ...], side: int) -> Tile:
    """Draw a small board with what stands on it."""
    raster = plain_raster(columns * side, rows * side, colours.GRASS)
    for one in standing:
        _fill(raster, 0, 0, one, side)
    return raster.tile()


def _fill(raster: Raster, x: int, y: int, standing: _Standing, side: int) -> None:
    """Lay the stamps of squares of one colour on a small board whose corner is at a pixel."""
    tile = TILES.get(_stamp, standing.colour, standing.edge, side)
    for square in iter_squares(standing.squares):
        raster.paste(tile, x + column_of(square) * side, y + row_of(square) * side)


CLOSE_UP: Final = 2.0  # the factor by which a part of the board is shown larger than the whole
_SIDE: Final = round(UNIT * CLOSE_UP)
_LEFT: Final = 40
_TOP: Final = 38
_COLUMNS: Final = (BOARD_WIDTH - _LEFT) // _SIDE
_ROWS: Final = (BOARD_HEIGHT - _TOP) // _SIDE
_STAMP: Final = 12  # pixels of a square of the small board


def turn_raster(
    view: View,
    *,
    names: Sequence[str],
    title: str = "",
    marks: Marks = NO_MARKS,
    theme: Theme = Theme.DARK,
    words: Words = ENGLISH,
    legend: bool = False,
) -> Raster:
    """Draw the board, and beside it a seat's private screen; for its owner alone.

    Args:
        view: the view of the seat.
        names, title, marks, theme, words: as for ``draw_board``.
        legend: True for a picture that is higher by a legend of its marks.
    """
    after = values_after(view, marks.piece)
    told = Told(view, names, title, marks.changed, after, theme.surface, 1.0, words)
    decided = decided_squares(view, marks)
    if decided:
        window = window_round(view.edition, decided)
        raster = plain_raster(WIDTH, HEIGHT, theme.surface.page)
        _lay_close_up(raster, view, marks, window, theme.surface)
        _lay_column(raster, told, window, decided)
    else:
        raster = plain_board_raster(view, marks, theme, Size.NORMAL)
        lay_column(raster, told, TURN_PANELS)
    if legend:
        colour = view.seats[view.seat or 0].colour
        raster = with_legend(raster, colour, theme.surface, words)
    return raster


draw_turn = as_png(turn_raster)


def values_after(view: View, piece: tuple[int, str] | None) -> Counts | None:
    """Return the seal values once a castle piece is placed (rules, section 3.2), or None."""
    if piece is None:
        return None
    ring, family = piece
    covered = view.ring[ring - 1]
    return tuple(
        value + (name == family) - (name == covered)
        for name, value in zip(view.edition.families, view.values, strict=True)
    )


def decided_squares(view: View, marks: Marks) -> SquareSet:
    """Return the squares of the pending decision; none if the whole board matters."""
    if marks.ghost is not None:
        return marks.ghost.squares
    if marks.piece is not None or marks.ring_numbers:
        return view.lot.squares
    return marks.focus | marks.own | marks.neutral | square_set(marks.numbered)


def window_round(edition: Edition, squares: SquareSet) -> Window:
    """Return the part of the board that has some squares in its middle, within the edges."""
    columns = [column_of(square) for square in iter_squares(squares)]
    rows = [row_of(square) for square in iter_squares(squares)]
    wide, high = min(_COLUMNS, edition.columns), min(_ROWS, edition.rows)
    # In the middle: people look at what lies round a place before they choose it.
    left = (min(columns) + max(columns) + 1 - wide) // 2
    top = (min(rows) + max(rows) + 1 - high) // 2
    return Window(
        max(0, min(left, edition.columns - wide)), max(0, min(top, edition.rows - high)), wide, high
    )


@lru_cache(maxsize=128)
def _close_grid(left: int, top: int) -> Grid:
    """Return the grid of a close-up that begins with a column and row."""
    return Grid(CLOSE_UP, _LEFT - left * _SIDE, _TOP - top * _SIDE, (_LEFT, _TOP))


def _lay_close_up(
    raster: Raster, view: View, marks: Marks, window: Window, surface: colours.Surface
) -> None:
    grid, edition = _close_grid(window.left, window.top), view.edition
    within = squares_within(edition, window)
    covered = view.lot.squares | union(building.squares for building in view.buildings)
    for square in iter_squares(within & ~covered):
        raster.paste(
            TILES.get(land_square, edition, view.lot, square, True, CLOSE_UP), *grid.corner(square)
        )
    lay_pieces(raster, standing_of(view), grid, within)
    lay_marks(raster, view, grid, marks, within)
    # Last, over the halves of tiles that stand out of the window.
    _lay_rim(raster, window, surface)


def _lay_rim(raster: Raster, window: Window, surface: colours.Surface) -> None:
    """Lay the rim with the names of the columns and rows that are shown; over what stands out."""
    wood = surface.rim
    right, bottom = _LEFT + window.columns * _SIDE, _TOP + window.rows * _SIDE
    for x, y, width, height in (
        (0, 0, BOARD_WIDTH, _TOP),
        (0, 0, _LEFT, BOARD_HEIGHT),
        (0, bottom, BOARD_WIDTH, BOARD_HEIGHT - bottom),
        (right, 0, BOARD_WIDTH - right, BOARD_HEIGHT),
    ):
        raster.fill(x, y, width, height, wood)
    for x, y, width, height in (
        (_LEFT - 3, _TOP - 3, right - _LEFT + 6, 3),
        (_LEFT - 3, _TOP - 3, 3, bottom - _TOP + 6),
    ):
        raster.fill(x, y, width, height, colours.darker(wood, 0.6))
    raster.fill(_LEFT, bottom, right - _LEFT, 3, colours.lighter(wood, 0.28))
    raster.fill(BOARD_WIDTH, 0, WIDTH - BOARD_WIDTH, HEIGHT, surface.page)
    board = Box(_LEFT, _TOP, right - _LEFT, bottom - _TOP)
    columns = range(window.left, window.left + window.columns)
    rows = range(window.top, window.top + window.rows)
    lay_coordinates(raster, wood, board, columns, rows, 1.0)


def _lay_column(raster: Raster, told: Told, window: Window, decided: SquareSet) -> None:
    """Lay the small board, and below it the panels that help to decide."""
    edition = told.view.edition
    x = COLUMN.left + (COLUMN.width - edition.columns * _STAMP) // 2
    lay_minimap(raster, x, COLUMN.top, told.view, window, decided, _STAMP)
    used = edition.rows * _STAMP + GAP
    below = Box(COLUMN.left, COLUMN.top + used, COLUMN.width, COLUMN.height - used)
    lay_column(raster, told, STEP_PANELS, below)
