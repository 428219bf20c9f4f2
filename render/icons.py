"""Seals, workers and gold as small pictures of their own, to stand beside words."""

import io
from functools import cache
from typing import Final

from PIL import Image

from render.art.figures import paint_worker
from render.art.seals import paint_seal, paint_shape_of
from render.art.signs import paint_coin
from render.canvas import Canvas
from render.colours import PAPER
from render.layout import IconKind

SIDE: Final = 96
"""Pixels of a side: emojis are shown at 48 and less."""


@cache
def draw_icon(kind: IconKind, which: str = "") -> bytes:
    """Draw a seal, a worker or gold as a PNG that is clear on light and dark backgrounds.

    Args:
        which: the family of a seal; the colour of a worker, or ``neutral``.

    >>> draw_icon("seal", "red")[1:4]
    b'PNG'
    """
    canvas = Canvas(SIDE, SIDE, 1)
    middle = SIDE / 2
    match kind:
        case "seal":
            # A pale rim: Discord shows emojis on dark and on light grounds alike.
            paint_shape_of(canvas, which, middle, middle, SIDE * 0.4 + 3, PAPER)
            paint_seal(canvas, which, middle, middle, SIDE * 0.4)
        case "worker":
            paint_worker(canvas, which, middle, middle + 2, SIDE - 6, PAPER)
        case "gold":
            paint_coin(canvas, SIDE)
    return _png(canvas.reduced())


def _png(picture: Image.Image) -> bytes:
    file = io.BytesIO()
    picture.save(file, "PNG", optimize=True)
    return file.getvalue()
