"""The pieces of an edition as SVG, for pages that draw a board by themselves.

A sprite is named by what it shows, such as ``worker-green`` or ``house-0-done``; one unit is a
sixtieth of a square's side, as in the pictures.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final, NamedTuple

from engine.edition import Edition
from render.art.buildings import Spots, paint_building, seal_size, spots_of
from render.art.castle_walls import TOWER, Room, paint_block, paint_courtyard, paint_tower
from render.art.coins import paint_coin
from render.art.figures import paint_standing, paint_worker
from render.art.land import paint_land
from render.art.land import paint_clearing, paint_tent
from render.art.seals import paint_seal
from render.art.shapes import UNIT, extent
from render.board.pieces import NEUTRAL
from render.canvas import Canvas
from render.vector import VectorCanvas

Painter = Callable[[Canvas], None]

SEAL: Final = 52
"""The side of the square in which a seal lies."""
_FLOORS: Final = 4
"""The heights of a castle's square, the foundation included."""


class Sprite(NamedTuple):
    """A drawing of a thing: its width and height in units, and its SVG elements."""

    width: float
    height: float
    svg: str


def sprites(edition: Edition) -> dict[str, Sprite]:
    """Draw every piece of an edition, its land included."""
    return {
        "land": _drawn(edition.columns * UNIT, edition.rows * UNIT, partial(_land, edition)),
        "camp": _square(_camp),
        "coin": _drawn(24, 24, partial(paint_coin, size=24)),
        "courtyard": _courtyard(edition),
        **{f"tower-{n}": _drawn(TOWER, TOWER, partial(paint_tower, height=n)) for n in _heights()},
        **{f"block-{n}": _square(partial(_block, n, False)) for n in _heights()},
        **{f"block-{n}-lacking": _square(partial(_block, n, True)) for n in _heights()},
        **{f"seal-{family}": _seal(family) for family in edition.families},
        **_workers(edition),
        **_buildings(edition),
    }


def spots(edition: Edition) -> dict[str, dict[str, Any]]:
    """Return where seal and chip of each building lie, by the name of its sprite."""
    return {
        name: {"seal": places.seal, "chip": places.chip, "size": seal_size(cells)}
        for name, form, cells in _orientations(edition)
        for places in [spots_of(form, cells)]
    }


def _heights() -> range:
    return range(_FLOORS)


def _drawn(width: float, height: float, paint: Painter) -> Sprite:
    canvas = VectorCanvas(width, height)
    paint(canvas)
    return Sprite(width, height, canvas.svg)


def _square(paint: Painter) -> Sprite:
    return _drawn(UNIT, UNIT, paint)


def _land(edition: Edition, canvas: Canvas) -> None:
    paint_land(canvas, edition.columns, edition.rows, 0, 0)


def _camp(canvas: Canvas) -> None:
    paint_clearing(canvas, UNIT / 2, UNIT / 2)
    paint_tent(canvas, UNIT / 2, UNIT / 2)


def _block(height: int, lacking: bool, canvas: Canvas) -> None:
    paint_block(canvas, height, lacking, Room(UNIT, UNIT))


def _courtyard(edition: Edition) -> Sprite:
    long, short = edition.lot_sides
    return _drawn((long - 2) * UNIT, (short - 2) * UNIT, paint_courtyard)


def _seal(family: str) -> Sprite:
    return _drawn(
        SEAL, SEAL, lambda canvas: paint_seal(canvas, family, SEAL / 2, SEAL / 2, SEAL * 0.4)
    )


def _workers(edition: Edition) -> dict[str, Sprite]:
    colours = (*edition.colours, NEUTRAL)
    return {
        **{
            f"worker-{colour}": _square(partial(_standing, colour, False)) for colour in colours
        },
        **{f"camped-{colour}": _square(partial(_standing, colour, True)) for colour in colours},
    }


def _standing(colour: str, on_camp: bool, canvas: Canvas) -> None:
    paint_standing(canvas, colour, on_camp)


def _orientations(edition: Edition) -> list[tuple[str, str, Any]]:
    """Return each way in which each form may lie: the sprite's name, the form, the cells."""
    return [
        (f"{name}-{number}", name, orientation.cells)
        for name, form in edition.forms.items()
        for number, orientation in enumerate(form.orientations(mirror=True))
    ]


def _buildings(edition: Edition) -> dict[str, Sprite]:
    found = {}
    for name, form, cells in _orientations(edition):
        columns, rows = extent(cells)
        for completed in (False, True):
            paint = partial(_building, form, cells, completed)
            drawn = _drawn(columns * UNIT, rows * UNIT, paint)
            found[f"{name}-done" if completed else name] = drawn
    return found


def _building(form: str, cells: Any, completed: bool, canvas: Canvas) -> None:
    paint_building(canvas, form, cells, completed)
