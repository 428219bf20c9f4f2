"""The picture of the board: the land, everything that stands on it, and the column beside it."""

from collections.abc import Sequence
from typing import Final

from engine import Edition, View
from engine.squares import COLUMN_LETTERS, Lot
from i18n.translation import ENGLISH, Words
from render.art.drawing import DIGIT, UNIT
from render.art.land import land
from render.board.column import PANELS
from render.board.marks import lay_marks
from render.board.pieces import Standing, board_grid, lay_pieces, standing_of
from render.board.players import Told, lay_column
from render.canvas import Canvas
from render.colours import RGB, Surface, darker, lighter
from render.files.raster import Backdrop, Raster, Recorded, Sprite, as_png, backdrop, painted
from render.files.tile_cache import BACKDROPS, PASSING, TILES
from render.layout import BOARD_HEIGHT, BOARD_WIDTH, HEIGHT, LEFT, TOP, WIDTH, Box, Size, Theme
from render.letters.text import Style, baseline, write
from words.sentences import NO_MARKS, Marks

COORDINATE: Final[RGB] = (255, 240, 208)  # the colour of the letters and numbers on the rim
_COLUMN_LETTER: Final = 38
_FOOT: Final = 8
"""The size of the columns' letters, and how far above the board they stand: a J goes down to it."""
_TWO_DIGITS: Final = 66  # the width of the digits of a row's number from ten on, in hundredths


def board_backdrop(edition: Edition, lot: Lot, theme: Theme, size: Size) -> Backdrop:
    """Return the backdrop of a board picture: page, rim, empty land and coordinates."""
    return BACKDROPS.get(_board_backdrop, edition, lot, theme, size)


def _board_backdrop(edition: Edition, lot: Lot, theme: Theme, size: Size) -> Backdrop:
    surface, scale = theme.surface, size.scale
    ground = TILES.get(land, edition, lot, 0, 0, edition.columns, edition.rows, True, scale)

    def paint(canvas: Canvas) -> None:
        canvas.box(0, 0, WIDTH, HEIGHT, surface.page)
        paint_rim(canvas, surface, edition.columns, edition.rows)

    raster = Raster(backdrop(painted(WIDTH, HEIGHT, paint, scale=scale)))
    raster.paste(ground, round(LEFT * scale), round(TOP * scale))
    side = round(UNIT * scale)
    board = Box(
        round(LEFT * scale), round(TOP * scale), edition.columns * side, edition.rows * side
    )
    lay_coordinates(raster, surface.rim, board, range(edition.columns), range(edition.rows), scale)
    # Kept as rows rather than as a tile: each picture begins with a copy of them, ready for PNG.
    return raster.backdrop()


def paint_rim(canvas: Canvas, surface: Surface, columns: int, rows: int) -> None:
    """Paint the wooden rim round the board: planks, a lit outer edge, a dark inner one."""
    wood = surface.rim
    canvas.box(0, 0, BOARD_WIDTH, BOARD_HEIGHT, darker(wood, 0.35))
    canvas.box(0, 0, BOARD_WIDTH - 2, BOARD_HEIGHT - 2, lighter(wood, 0.28))
    canvas.box(2, 2, BOARD_WIDTH - 2, BOARD_HEIGHT - 2, wood)
    right, bottom = LEFT + columns * UNIT, TOP + rows * UNIT
    canvas.box(LEFT - 3, TOP - 3, right + 3, bottom + 3, lighter(wood, 0.28))
    canvas.box(LEFT - 3, TOP - 3, right + 2, bottom + 2, darker(wood, 0.6))


def lay_coordinates(
    raster: Raster, wood: RGB, board: Box, columns: range, rows: range, scale: float
) -> None:
    """Write on the rim round a part of a board which columns and rows it shows.

    The rim changes its tone from each to the next, so that an eye finds back to its letter.

    Args:
        board: the pixels of that part.
        columns, rows: those that are shown, counted from 0.
    """
    left, top, width, height = board
    style = Style("bold", round(DIGIT * scale), COORDINATE, wood)
    letters = style._replace(size=round(_COLUMN_LETTER * scale))
    lift, edge = round(0.36 * style.size) - baseline(style.size), round(2 * scale)
    inner = round(3 * scale)
    right, bottom = left + width + inner, top + height + inner
    far, low = round(BOARD_WIDTH * scale) - edge, round(BOARD_HEIGHT * scale) - edge
    side = width // len(columns)
    for number, column in enumerate(columns):
        x, tone = left + number * side, _rim_tone(wood, column)
        raster.fill_all(((x, edge, x + side, top - inner), (x, bottom, x + side, low)), tone)
        y, shown = (
            top - round(_FOOT * scale) - baseline(letters.size),
            letters._replace(ground=tone),
        )
        write(raster, x + side // 2, y, COLUMN_LETTERS[column], shown, align=0.5)
    for number, row in enumerate(rows):
        y, tone = top + number * side, _rim_tone(wood, row)
        raster.fill_all(((edge, y, left - inner, y + side), (right, y, far, y + side)), tone)
        text, middle = str(row + 1), y + side // 2
        narrow = _TWO_DIGITS if len(text) > 1 else 100
        shown = style._replace(ground=tone, narrow=narrow)
        write(raster, (left - inner + edge) // 2, middle + lift, text, shown, align=0.5)


def _rim_tone(wood: RGB, number: int) -> RGB:
    return darker(wood, 0.3) if number % 2 else wood


def plain_board_raster(view: View, marks: Marks, theme: Theme, size: Size) -> Raster:
    """Return a raster with the board and its marks, the column still empty."""
    raster = Raster(board_backdrop(view.edition, view.lot, theme, size))
    # A position is drawn for everybody, for each person and in both themes.
    raster.lay(PASSING.get(_pieces, standing_of(view), size), 0, 0)
    lay_marks(raster, view, board_grid(size.scale), marks)
    return raster


def _pieces(standing: Standing, size: Size) -> Sprite:
    """Draw all that stands on a board, as one sprite of tiles that are kept anyway."""
    raster = Recorded(board_backdrop(standing.edition, standing.lot, Theme.DARK, size))
    lay_pieces(raster, standing, board_grid(size.scale))
    return raster.noted()


def board_raster(
    view: View,
    *,
    names: Sequence[str],
    title: str = "",
    marks: Marks = NO_MARKS,
    theme: Theme = Theme.DARK,
    size: Size = Size.NORMAL,
    words: Words = ENGLISH,
) -> Raster:
    """Draw the board.

    Args:
        view: the position; nothing behind a screen is drawn.
        names: the players' names by seat, in any script and of any length.
        title: a short name of the game.
        marks: the marks on it.
        theme: which of Discord's backgrounds it is for.
        size: its size.
        words: the language of its few words.

    >>> from random import Random
    >>> from engine.edition_files import load_edition
    >>> from engine.position import Position
    >>> from engine.random_play import random_start
    >>> start = random_start(load_edition(), "first-game", 2, Random(1))
    >>> png = draw_board(Position(start).view(), names=("Ada", "Bela"), title="Game 12")
    >>> png[1:4]
    b'PNG'
    """
    raster = plain_board_raster(view, marks, theme, size)
    told = Told(view, names, title, marks.changed, None, theme.surface, size.scale, words)
    lay_column(raster, told, PANELS)
    return raster


draw_board = as_png(board_raster)
