"""Watches what is written into pictures: whether all of it can be read."""

from typing import Any, Final, NamedTuple

import pytest
from PIL import Image, ImageFont

import render.board.picture
import render.layout
from render.files.core import core_of
from render.files.raster import Raster, Tile, index_of
from render.files.tile_cache import PASSING
from render.letters import text
from render.letters.text import Style, fitted

PHONE, CAPITAL = 350, 7.0
"""The width of a picture on a phone, and how high capitals are there at least."""
WIDTH: Final = 1220


def capital(size: int) -> float:
    """How high a capital of a size is on a phone."""
    font = ImageFont.truetype("render/letters/fonts/Cabin-Bold.otf", size)
    _, top, _, bottom = font.getbbox("H", anchor="ls")
    return (bottom - top) * PHONE / WIDTH


class _Line(NamedTuple):
    text: str
    style: Style
    tile: Tile
    x: int
    y: int


class Written:
    """All that is written while it watches.

    Attributes:
        lines: the texts with their styles.
        cut: those of which something is left out.
        hidden: those of which pixels lie outside, or under what was laid there later.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        PASSING.clear()
        self.lines: list[tuple[str, Style]] = []
        self.cut: set[str] = set()
        self.hidden: set[str] = set()
        self._rasters: dict[int, tuple[Raster, list[_Line]]] = {}
        self._real = text.write
        for module in (render.layout, render.board.picture):
            monkeypatch.setattr(module, "write", self._write)
        monkeypatch.setattr(text, "fitted", self._fitted)
        for name in ("tile", "scanlines"):
            monkeypatch.setattr(Raster, name, self._done(getattr(Raster, name)))

    @property
    def small(self) -> set[str]:
        """The texts whose letters are too small on a phone."""
        return {line for line, style in self.lines if capital(style.size) < CAPITAL}

    def _write(self, raster: Raster, x: int, y: int, line: str, style: Style, **more: Any) -> int:
        tile = text.line(line, style, more.get("width", 0))
        left = x - round(tile.width * more.get("align", 0))
        _, lines = self._rasters.setdefault(id(raster), (raster, []))
        lines.append(_Line(line, style, tile, left, y + tile.top))
        self.lines.append((line, style))
        return self._real(raster, x, y, line, style, **more)

    def _fitted(self, line: str, style: Style, width: int) -> str:
        shown = fitted(line, style, width)
        self.cut.update([line] if shown != line else [])
        return shown

    def _done(self, real: Any) -> Any:
        def watched(raster: Raster) -> Any:
            _, lines = self._rasters.pop(id(raster), (raster, []))
            if lines:
                self.hidden.update(_hidden(raster, lines))
            return real(raster)

        return watched


def _hidden(raster: Raster, lines: list[_Line]) -> set[str]:
    """The lines of which letters cannot be seen."""
    picture = raster.pixels()
    found = set()
    for line in lines:
        size = line.tile.width, line.tile.height
        box = (line.x, line.y, line.x + size[0], line.y + size[1])
        letters = Image.new("L", size)
        core_of(letters).paste(line.tile.pixels, (0, 0, *size))
        pairs = zip(letters.tobytes(), picture.crop(box).tobytes(), strict=True)
        ground = index_of(line.style.ground)
        if any(one not in (ground, other) for one, other in pairs):
            found.add(line.text)
    return found
