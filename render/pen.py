"""Writing and pasting in units of the drawing, whatever the scale of the picture."""

from __future__ import annotations

from dataclasses import dataclass

from render.art.panels import panel_box
from render.colours import RGB, Surface
from render.frame import TILES, Frame, Tile
from render.layout import Box
from render.text import Style, write


@dataclass(frozen=True, slots=True)
class Pen:
    """Writes and pastes by units of the drawing into a frame of some scale."""

    frame: Frame
    surface: Surface
    scale: float

    def px(self, units: float) -> int:
        """Units as pixels."""
        return round(units * self.scale)

    def write(
        self,
        x: float,
        y: float,
        text: str,
        size: int,
        *,
        colour: RGB | None = None,
        ground: RGB | None = None,
        weight: str = "bold",
        align: float = 0,
        width: float = 0,
    ) -> float:
        """Writes a line and gives its width in units."""
        style = Style(
            weight, self.px(size), colour or self.surface.text, ground or self.surface.panel
        )
        pixels = write(
            self.frame,
            self.px(x),
            self.px(y),
            text,
            style,
            align=align,
            width=self.px(width),
        )
        return pixels / self.scale

    def paste(self, tile: Tile, x: float, y: float) -> None:
        """Lays a tile with its top left corner at a point."""
        self.frame.paste(tile, self.px(x), self.px(y))

    def box(self, box: Box, *, fill: RGB, edge: RGB, thick: int = 2) -> None:
        """Lays a rounded box on the page."""
        tile = TILES.get(
            panel_box, box.width, box.height, fill, edge, thick, self.surface.page, self.scale
        )
        self.paste(tile, box.left, box.top)
