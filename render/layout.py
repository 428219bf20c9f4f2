"""Where things lie in a board picture, in units of a picture 1280 units wide and 960 high."""

from __future__ import annotations

from typing import Final, NamedTuple

from render.art.shapes import UNIT

WIDTH: Final = 1280
HEIGHT: Final = 960
BAND: Final = 32
"""The rim with the coordinates, on all four sides of the board."""
BOARD_WIDTH: Final = 16 * UNIT + 2 * BAND
BOARD_HEIGHT: Final = 12 * UNIT + 2 * BAND
GAP: Final = 10


class Box(NamedTuple):
    """A rectangle in units."""

    left: int
    top: int
    width: int
    height: int


_SIDE_LEFT: Final = BOARD_WIDTH + GAP
_SIDE_WIDTH: Final = WIDTH - BOARD_WIDTH - 2 * GAP
TURN_BOX: Final = Box(_SIDE_LEFT, 10, _SIDE_WIDTH, 130)
VALUES_BOX: Final = Box(_SIDE_LEFT, 150, _SIDE_WIDTH, 256)
POOLS_BOX: Final = Box(_SIDE_LEFT, 416, _SIDE_WIDTH, 156)
CARDS_BOX: Final = Box(_SIDE_LEFT, 582, _SIDE_WIDTH, 202)


def player_boxes(seats: int) -> list[Box]:
    """The players' boxes under the board, in turn order from the left."""
    top = BOARD_HEIGHT + GAP
    width = (WIDTH - GAP * (seats + 1)) // seats
    return [
        Box(GAP + number * (width + GAP), top, width, HEIGHT - top - GAP) for number in range(seats)
    ]
