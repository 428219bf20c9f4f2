"""The picture of the board: the land, everything that stands on it, and the panels round it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from engine.edition import Edition
from engine.squares import COLUMN_LETTERS
from engine.view import View
from render.art.land import paint_camps, paint_land
from render.art.shapes import UNIT
from render.canvas import Canvas
from render.check import check_marks, check_view
from render.colours import DARK, LIGHT, PAPER, Surface, blend, lighter
from render.frame import Frame, Ground, ground
from render.layout import BAND, BOARD_HEIGHT, BOARD_WIDTH, HEIGHT, WIDTH
from render.marking import lay_marks
from render.options import NO_MARKS, Marks, Size, Theme
from render.panel import lay_panels
from render.pieces import lay_pieces, place_at
from render.text import Style, line_height, write
from translation import ENGLISH, Words


def surface_of(theme: Theme) -> Surface:
    """The colours round the board in a theme."""
    return DARK if theme is Theme.DARK else LIGHT


@lru_cache(maxsize=4)
def board_ground(edition: Edition, theme: Theme, size: Size) -> Ground:
    """Everything in a board picture that no game changes."""
    surface = surface_of(theme)
    canvas = Canvas(WIDTH, HEIGHT, size.scale, oversampling=2)
    wood, edge = surface.rim, lighter(surface.rim, 0.25)
    canvas.box(0, 0, WIDTH, HEIGHT, surface.page)
    canvas.box(0, 0, BOARD_WIDTH, BOARD_HEIGHT, wood)
    canvas.box(BAND - 4, BAND - 4, BOARD_WIDTH - BAND + 4, BOARD_HEIGHT - BAND + 4, edge)
    canvas.box(BAND - 2, BAND - 2, BOARD_WIDTH - BAND + 2, BOARD_HEIGHT - BAND + 2, (52, 38, 24))
    paint_land(canvas, edition.columns, edition.rows, BAND, BAND)
    paint_camps(canvas, edition.camps, BAND, BAND)
    frame = Frame(ground(canvas.reduced().convert("RGB")))
    _write_coordinates(frame, edition, size.scale, Style("bold", 0, blend(PAPER, wood, 0.08), wood))
    return frame.ground()


def _write_coordinates(frame: Frame, edition: Edition, scale: float, style: Style) -> None:
    style = style._replace(size=round(26 * scale))
    height = line_height(style.size)
    band, side = round(BAND * scale), round(UNIT * scale)
    for column in range(edition.columns):
        x = band + column * side + side // 2
        for y in (0, band + edition.rows * side):
            write(frame, x, y + (band - height) // 2, COLUMN_LETTERS[column], style, align=0.5)
    for row in range(edition.rows):
        y = band + row * side + (side - height) // 2
        for x in (band // 2, band + edition.columns * side + band // 2):
            write(frame, x, y, str(row + 1), style, align=0.5)


def plain_board_frame(view: View, marks: Marks, theme: Theme, size: Size) -> Frame:
    """A frame with the board and its marks, the panels still empty.

    Raises:
        DrawError: if the marks do not fit the view.
    """
    check_marks(view, marks)
    frame = Frame(board_ground(view.edition, theme, size))
    place = place_at(size.scale)
    lay_pieces(frame, view, place)
    lay_marks(frame, view, place, marks)
    return frame


def board_frame(
    view: View,
    *,
    names: Sequence[str],
    title: str = "",
    marks: Marks = NO_MARKS,
    theme: Theme = Theme.DARK,
    size: Size = Size.NORMAL,
    words: Words = ENGLISH,
) -> Frame:
    """The whole picture of a board as a frame; see ``draw_board``."""
    check_view(view, names)
    frame = plain_board_frame(view, marks, theme, size)
    lay_panels(
        frame,
        view,
        names=names,
        title=title,
        before=marks.values_before,
        surface=surface_of(theme),
        scale=size.scale,
        words=words,
    )
    return frame


def draw_board(
    view: View,
    *,
    names: Sequence[str],
    title: str = "",
    marks: Marks = NO_MARKS,
    theme: Theme = Theme.DARK,
    size: Size = Size.NORMAL,
    words: Words = ENGLISH,
) -> bytes:
    """The board as a PNG.

    Args:
        view: what is drawn; nothing behind a screen is.
        names: the players' names by seat, in any script and of any length.
        title: a short name of the game.
        marks: what is marked besides.
        theme: which of Discord's backgrounds it is for.
        size: how large it is.
        words: the language of its few words.

    Raises:
        TypeError: if something is not of the type asked for.
        DrawError: if the view or the marks contradict themselves.
    """
    return board_frame(
        view, names=names, title=title, marks=marks, theme=theme, size=size, words=words
    ).png()
