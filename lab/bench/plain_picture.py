"""The same pictures the plain way: drawn anew with Pillow at twice the size, reduced, saved.

The obvious way, and the peer of the tile technique: the same drawings in full colour on one large
canvas, text by Pillow, and Pillow's PNG encoder as it comes.
"""

from __future__ import annotations

import io
from collections.abc import Sequence

from PIL import Image

from engine.cards import Cell
from engine.completion import occupied
from engine.squares import COLUMN_LETTERS, SquareSet, column_of, first_square, iter_squares, row_of
from engine.view import View
from render.art.buildings import paint_whole, spots_of
from render.art.cards import paint_building
from render.art.castle_walls import paint_block, room_at
from render.art.figures import paint_worker
from render.art.land import paint_camps, paint_land
from render.art.seals import paint_seal
from render.art.shapes import UNIT, extent
from render.board.pieces import cells_of
from render.canvas import Canvas
from render.colours import DARK, INK, MARK, MARK_DARK, PAPER, PLAYER, RGB
from render.layout import (
    BOARD_HEIGHT,
    BOARD_WIDTH,
    COLUMN,
    GAP,
    HEIGHT,
    LEFT,
    TOP,
    WIDTH,
    Box,
)
from render.letters.text import paint_text
from render.private.screen import orientation_cells
from words.marks import Marks

TWICE = 2


def _canvas(width: float, height: float) -> Canvas:
    return Canvas(width, height, 1.0, oversampling=TWICE)


def _saved(canvas: Canvas) -> bytes:
    file = io.BytesIO()
    canvas.image.convert("RGB").resize(canvas.pixels, Image.Resampling.BOX).save(file, "PNG")
    return file.getvalue()


def _text(canvas: Canvas, x: float, y: float, text: str, size: int, colour: RGB) -> None:
    paint_text(canvas, x, y, text, size, colour, anchor="la")


def _place(canvas: Canvas, part: Canvas, x: float, y: float) -> None:
    canvas.image.alpha_composite(part.image, (round(x * TWICE), round(y * TWICE)))


def _corner(square: int) -> tuple[int, int]:
    return LEFT + column_of(square) * UNIT, TOP + row_of(square) * UNIT


def _cells(view: View, form: str, squares: SquareSet) -> tuple[tuple[Cell, ...], int, int]:
    first = first_square(squares)
    cells = cells_of(view.edition, form, squares >> first)
    x, y = _corner(first)
    return cells, x - cells[0][0] * UNIT, y


def _building(
    canvas: Canvas, view: View, form: str, squares: SquareSet, family: str | None
) -> None:
    cells, x, y = _cells(view, form, squares)
    columns, rows = extent(cells)
    part = canvas.part(columns * UNIT, rows * UNIT)
    paint_whole(part, form, cells, family is None)
    canvas.lay(part, x, y)
    if family is not None:
        spots = spots_of(form, cells)
        paint_seal(canvas, family, x + spots.seal[0], y + spots.seal[1], 21)
        border = view.edition.border(squares) & ~occupied(view) & ~view.lot.squares
        middle = x + spots.chip[0], y + spots.chip[1]
        canvas.disc(*middle, 17, PAPER, edge=INK)
        _text(canvas, middle[0] - 8, middle[1] - 18, str(border.bit_count()), 30, INK)


def _frame(canvas: Canvas, squares: SquareSet) -> None:
    for square in iter_squares(squares):
        x, y = _corner(square)
        for width, colour in ((10, MARK_DARK), (8, PAPER), (6, MARK)):
            canvas.box(x - 5, y - 5, x + UNIT + 5, y + UNIT + 5, None, edge=colour, width=width)


def _land(canvas: Canvas, view: View) -> None:
    canvas.box(0, 0, WIDTH, HEIGHT, DARK.page)
    canvas.box(0, 0, BOARD_WIDTH, BOARD_HEIGHT, DARK.rim)
    paint_land(canvas, view.edition.columns, view.edition.rows, LEFT, TOP)
    paint_camps(canvas, view.camps, LEFT, TOP)
    for column in range(view.edition.columns):
        _text(canvas, LEFT + column * UNIT + 22, 0, COLUMN_LETTERS[column], 30, PAPER)
    for row in range(view.edition.rows):
        _text(canvas, 4, TOP + row * UNIT + 12, str(row + 1), 30, PAPER)


def _pieces(canvas: Canvas, view: View) -> None:
    ring = zip(view.lot.ring, view.ring, view.heights, view.placeable, strict=True)
    for square, family, height, lacking in ring:
        block, (x, y) = _canvas(UNIT, UNIT), _corner(square)
        paint_block(block, height, lacking, room_at(view.lot, square))
        _place(canvas, block, x, y)
        if family is not None:
            paint_seal(canvas, family, x + UNIT / 2, y + UNIT / 2, 19)
    for building in view.buildings:
        family = None if building.completed else building.card.family
        _building(canvas, view, building.card.form, building.squares, family)
    for colour, workers in (
        *((seat.colour, seat.workers) for seat in view.seats),
        ("neutral", view.neutral),
    ):
        for square in iter_squares(workers):
            x, y = _corner(square)
            paint_worker(canvas, colour, x + UNIT / 2, y + UNIT / 2)


def _panels(canvas: Canvas, view: View, names: Sequence[str], title: str) -> None:
    top, boxes = COLUMN.top, []
    for height in (136, 200, 143, 267):
        boxes.append(Box(COLUMN.left, top, COLUMN.width, height))
        top += height + GAP
    for box in boxes:
        right, bottom = box.left + box.width, box.top + box.height
        canvas.box(box.left, box.top, right, bottom, DARK.panel, radius=12, edge=DARK.panel_edge)
    plate, values, cards, players = boxes
    _text(canvas, plate.left + 30, plate.top + 5, title, 34, DARK.strong)
    _text(canvas, plate.left + 12, plate.top + 50, f"Turn {view.turn}", 36, DARK.strong)
    for number, family in enumerate(view.edition.families):
        y = values.top + 38 + number * 40
        paint_seal(canvas, family, values.left + 27, y + 20, 20)
        _text(canvas, values.left + 54, y - 5, str(view.values[number]), 40, DARK.strong)
        for floor, pool in enumerate(view.pools):
            x = values.left + 140 + floor * 23
            _text(canvas, x, y, str(pool[number]), 30, DARK.text)
    for number, card in enumerate(view.face_up):
        left = cards.left + 5 + (number % 2) * 99
        box = Box(left, cards.top + 3 + (number // 2) * 70, 94, 68)
        _card(canvas, view, card.form, card.family, 0, box, 14.0)
    for seat in range(len(view.seats)):
        height = players.height // len(view.seats)
        box = Box(players.left, players.top + seat * height, players.width, height)
        _player(canvas, view, seat, names[seat], box)


def _player(canvas: Canvas, view: View, seat: int, name: str, box: Box) -> None:
    open_seat = view.seats[seat]
    _text(canvas, box.left + 62, box.top + 4, name, 30, DARK.strong)
    paint_worker(canvas, open_seat.colour, box.left + 30, box.top + 32, 58)
    for number in range(open_seat.banners):
        x, y = box.left + 62 + number * 18, box.top + 37
        flag = [(x + 4, y + 3), (x + 16, y + 3), (x + 12, y + 8), (x + 16, y + 13), (x + 4, y + 13)]
        canvas.polygon(flag, PLAYER[open_seat.colour], edge=INK, width=2)
    _text(canvas, box.left + 176, box.top + 33, str(open_seat.cards), 30, DARK.text)


def _card(
    canvas: Canvas, view: View, form: str, family: str, turn: int, box: Box, unit: float
) -> None:
    right, bottom = box.left + box.width, box.top + box.height
    canvas.box(box.left, box.top, right, bottom, PAPER, radius=12, edge=INK)
    cells = orientation_cells(view.edition, form, turn, False)
    middle = box.left + box.width / 2, box.top + box.height / 2
    part = _canvas(box.width, box.height)
    local = middle[0] - box.left, middle[1] - box.top
    paint_building(part, form, cells, *local, min(unit, box.width / 4.4), completed=True)
    _place(canvas, part, box.left, box.top)
    paint_seal(canvas, family, right - 26, box.top + 26, 18)


def plain_board(view: View, *, names: Sequence[str], marks: Marks) -> bytes:
    """Draw the board with its panels and marks, the plain way."""
    canvas = _canvas(WIDTH, HEIGHT)
    _land(canvas, view)
    _pieces(canvas, view)
    for square in iter_squares(marks.places):
        x, y = _corner(square)
        canvas.disc(x + 30, y + 30, 8, MARK, edge=PAPER)
    if marks.ghost is not None:
        card = marks.ghost.card
        _building(canvas, view, card.form, marks.ghost.squares, card.family)
        _frame(canvas, marks.ghost.squares)
    _frame(canvas, marks.changed.squares)
    _panels(canvas, view, names, "Game 12")
    return _saved(canvas)


def plain_screen(view: View, *, names: Sequence[str]) -> bytes:
    """Draw a private screen, the plain way."""
    assert view.screen is not None
    assert view.seat is not None
    canvas = _canvas(WIDTH, HEIGHT)
    canvas.box(0, 0, WIDTH, HEIGHT, DARK.page)
    colour = view.seats[view.seat].colour
    paint_worker(canvas, colour, 42, 32, 56)
    _text(canvas, 78, 10, names[view.seat], 36, DARK.strong)
    for number, card in enumerate(view.screen.hand):
        box = Box(10 + number * 317, 70, 306, 400)
        _card(canvas, view, card.form, card.family, 0, box, 70.0)
        _text(canvas, box.left + 40, 418, f"{card.family} {card.form}", 32, INK)
    for left, right in ((10, 850), (860, 1270)):
        canvas.box(left, 480, right, 770, DARK.panel, radius=12, edge=DARK.panel_edge)
    for number, family in enumerate(view.edition.families):
        x, count = 30 + number * 205, view.screen.seals[number]
        paint_seal(canvas, family, x + 46, 596, 37)
        _text(canvas, x + 104, 544, str(count), 76, DARK.strong)
        _text(
            canvas,
            x + 6,
            664,
            f"× {view.values[number]} = {count * view.values[number]}",
            42,
            DARK.text,
        )
    for number, (figure, count) in enumerate(
        ((colour, view.screen.own), ("neutral", view.screen.neutral))
    ):
        paint_worker(canvas, figure, 936 + number * 186, 554, 104)
        _text(canvas, 990 + number * 186, 518, str(count), 64, DARK.strong)
    _text(canvas, 1160, 648, str(view.screen.gold), 64, DARK.strong)
    return _saved(canvas)
