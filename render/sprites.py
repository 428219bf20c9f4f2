"""The pieces of an edition as SVG, for pages that draw a board by themselves.

A sprite is named by what it shows, such as ``worker-green`` or ``house-0-done``; one unit is a
sixtieth of a square's side, as in the pictures.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final, NamedTuple, TypeAlias

from engine.cards import Cell
from engine.edition import Edition
from render.art.buildings import paint_whole, seal_size, spots_of
from render.art.castle import MARGIN, paint_block, paint_courtyard, paint_tower
from render.art.coins import paint_coin
from render.art.figures import paint_camped, paint_standing
from render.art.land import paint_clearing, paint_land, paint_tent
from render.art.seals import paint_seal
from render.art.shapes import UNIT, extent
from render.canvas import Canvas
from render.colours import UNOWNED
from render.vector import VectorCanvas

Painter: TypeAlias = Callable[[Canvas], None]

SEAL: Final = 52
"""The side of the square in which a seal lies."""
_FLOORS: Final = 4
"""The heights of a castle's square, the foundation included."""


class Piece(NamedTuple):
    """A piece to be drawn: its width and height in units, and the function that paints it."""

    width: int
    height: int
    paint: Painter


class Sprite(NamedTuple):
    """A drawing of a thing: its width and height in units, and its SVG elements."""

    width: int
    height: int
    svg: str


def draw_sprites(edition: Edition) -> dict[str, Sprite]:
    """Draw every piece of an edition, its land included."""
    drawn = {name: _drawn(piece) for name, piece in pieces(edition).items()}
    # People and towers stand out of their drawings, but hills end with the board: what is nested is
    # cut at its edges.
    width, height, svg = drawn["land"]
    cut = f'<svg width="{width}" height="{height}">{svg}</svg>'
    return {**drawn, "land": Sprite(width, height, cut)}


def pieces(edition: Edition) -> dict[str, Piece]:
    """Return every piece of an edition by its sprite's name."""
    long, short = edition.lot_sides
    heights, colours = range(_FLOORS), (*edition.colours, UNOWNED)
    board = edition.columns * UNIT, edition.rows * UNIT
    return {
        "land": Piece(*board, partial(_paint_land, edition)),
        "camp": Piece(UNIT, UNIT, _paint_camp),
        "coin": Piece(24, 24, partial(paint_coin, size=24)),
        "courtyard": Piece((long - 2) * UNIT, (short - 2) * UNIT, paint_courtyard),
        **{f"tower-{n}": Piece(UNIT, UNIT, partial(_paint_tower, n)) for n in heights},
        **{f"block-{n}": Piece(UNIT, UNIT, partial(_paint_block, n, False)) for n in heights},
        **{
            f"block-{n}-lacking": Piece(UNIT, UNIT, partial(_paint_block, n, True)) for n in heights
        },
        **{f"seal-{one}": Piece(SEAL, SEAL, partial(_paint_seal, one)) for one in edition.families},
        **{
            f"worker-{one}": Piece(UNIT, UNIT, partial(_paint_worker, one, False))
            for one in colours
        },
        **{
            f"camped-{one}": Piece(UNIT, UNIT, partial(_paint_worker, one, True)) for one in colours
        },
        **dict(_buildings(edition)),
    }


def sprite_spots(edition: Edition) -> dict[str, dict[str, Any]]:
    """Return the middles of each building's seal and chip and the seal's size, by sprite."""
    return {
        name: {"seal": places.seal, "chip": places.chip, "size": seal_size(cells)}
        for name, form, cells in _orientations(edition)
        for places in [spots_of(form, cells)]
    }


def _drawn(piece: Piece) -> Sprite:
    canvas = VectorCanvas(piece.width, piece.height)
    piece.paint(canvas)
    return Sprite(piece.width, piece.height, canvas.svg)


def _paint_land(edition: Edition, canvas: Canvas) -> None:
    paint_land(canvas, edition)


def _paint_camp(canvas: Canvas) -> None:
    paint_clearing(canvas, UNIT / 2, UNIT / 2)
    paint_tent(canvas, UNIT / 2, UNIT / 2)


def _paint_block(height: int, lacking: bool, canvas: Canvas) -> None:
    # From the square's corner on: what rises over it is painted above the drawing's edge.
    part = canvas.part(UNIT, UNIT + MARGIN)
    paint_block(part, height, lacking)
    canvas.lay(part, 0, -MARGIN)


def _paint_tower(height: int, canvas: Canvas) -> None:
    paint_tower(canvas, height, UNIT / 2, UNIT / 2)


def _paint_seal(family: str, canvas: Canvas) -> None:
    paint_seal(canvas, family, SEAL / 2, SEAL / 2, SEAL * 0.4)


def _paint_worker(colour: str, on_camp: bool, canvas: Canvas) -> None:
    if on_camp:
        paint_camped(canvas)
    paint_standing(canvas, colour)


def _orientations(edition: Edition) -> Iterator[tuple[str, str, tuple[Cell, ...]]]:
    """Yield each way in which each form may lie: the sprite's name, the form, the cells."""
    for name, form in edition.forms.items():
        for number, orientation in enumerate(form.orientations(mirror=True)):
            yield f"{name}-{number}", name, orientation.cells


def _buildings(edition: Edition) -> Iterator[tuple[str, Piece]]:
    """Yield every building under construction and, with ``-done``, completed."""
    for name, form, cells in _orientations(edition):
        columns, rows = extent(cells)
        for completed, ending in ((False, ""), (True, "-done")):
            paint = partial(_paint_building, form, cells, completed)
            yield name + ending, Piece(columns * UNIT, rows * UNIT, paint)


def _paint_building(form: str, cells: tuple[Cell, ...], completed: bool, canvas: Canvas) -> None:
    paint_whole(canvas, form, cells, completed)
