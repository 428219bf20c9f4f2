"""The data that the panels of a column show, and their empty boxes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.changes import Changes
from engine.view import Counts, View
from i18n.translation import Words
from render.colours import Surface
from render.files.raster import Raster, Tile, plain_raster
from render.layout import COLUMN, GAP, Box
from render.pen import Pen


@dataclass(frozen=True, kw_only=True)
class Told:
    """The data that the panels of one picture show.

    Attributes:
        view: the position.
        names: the players' names by seat.
        title: a short name of the game.
        changed: the news that the picture marks.
        after: the seal values that a planned castle piece would give, or None.
        surface: the colours.
        scale: pixels a unit.
        words: the language.
    """

    view: View
    names: Sequence[str]
    title: str
    changed: Changes
    after: Counts | None
    surface: Surface
    scale: float
    words: Words

    @property
    def before(self) -> Counts | None:
        """The earlier seal values to compare with, or None."""
        return self.changed.values_before


Panel = Callable[[Told, Box], Tile]


class Entry(NamedTuple):
    """A panel of the column: its function, and how it gets its height.

    A height is in units, or a function that says how much the picture needs; 0 takes a share of
    what is left over.
    """

    panel: Panel
    height: int | Callable[[Told], int]


def lay_column(raster: Raster, told: Told, entries: Sequence[Entry], box: Box = COLUMN) -> None:
    """Lay panels one under another into a box."""
    found = [
        (panel, height if isinstance(height, int) else height(told)) for panel, height in entries
    ]
    shares = sum(not height for _, height in found)
    spare = box.height + GAP - sum(height + GAP for _, height in found)
    top, scale = box.top, told.scale
    for panel, height in found:
        height = height or spare // shares
        tile = panel(told, Box(0, 0, box.width, height))
        raster.paste(tile, round(box.left * scale), round(top * scale))
        top += height + GAP


def page_pen(box: Box, surface: Surface, scale: float) -> Pen:
    """Return a pen for a new raster of a box's size in the page's colour."""
    size = round(box.width * scale), round(box.height * scale)
    return Pen(plain_raster(*size, surface.page), surface, scale)
