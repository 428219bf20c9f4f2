"""Marks: dots where a tile may go, numbers, names, would-be workers, badges. Most are blue."""

from __future__ import annotations

from render.art.figures import paint_worker
from render.art.land import paint_tent
from render.art.shapes import LETTER, UNIT
from render.canvas import Canvas
from render.colours import GRASS, MARK, MARK_DARK, MARK_LIGHT, PAPER
from render.files.raster import Tile, tile_over
from render.letters.text import paint_text


def place_dot(scale: float) -> Tile:
    """Draw the dot of a square on which the tile may come to lie."""
    canvas = Canvas(UNIT, UNIT, scale)
    canvas.disc(30, 30, 8, PAPER)
    canvas.disc(30, 30, 5.5, MARK)
    return tile_over(canvas, GRASS)


def number_badge(number: int, size: int, scale: float) -> Tile:
    """Draw a number on a blue disc."""
    canvas = Canvas(size, size, scale)
    middle = size / 2
    canvas.disc(middle, middle, middle - 1, MARK_DARK)
    canvas.disc(middle, middle, middle - 2, PAPER)
    canvas.disc(middle, middle, middle - 3.6, MARK)
    text = str(number)
    # Never below the letters that a phone still shows.
    size = max(round(LETTER / max(1, scale)), round(size * (0.7 if len(text) == 1 else 0.6)))
    paint_text(canvas, middle, middle, text, size, PAPER)
    return tile_over(canvas, GRASS)


def would_be_worker(colour: str, scale: float) -> Tile:
    """Draw a worker that would be placed: on a pale blue ground with a rim."""
    canvas = Canvas(UNIT, UNIT, scale)
    canvas.box(1, 1, 59, 59, MARK_DARK, radius=10)
    canvas.box(2.4, 2.4, 57.6, 57.6, PAPER, radius=9)
    canvas.box(4.4, 4.4, 55.6, 55.6, MARK_LIGHT, radius=7)
    paint_worker(canvas, colour, 30, 30)
    return tile_over(canvas, GRASS)


def completes_badge(scale: float) -> Tile:
    """Draw a tick on a building that would be completed."""
    canvas = Canvas(30, 30, scale)
    canvas.disc(15, 15, 14, MARK_DARK)
    canvas.disc(15, 15, 12.8, PAPER)
    canvas.disc(15, 15, 11, MARK)
    canvas.line([(9, 15.5), (13.5, 20), (21.5, 10.5)], PAPER, 4)
    return tile_over(canvas, GRASS)


def camp_badge(scale: float) -> Tile:
    """Draw a camp that a tile would cover: it brings a neutral worker."""
    canvas = Canvas(30, 30, scale)
    canvas.disc(15, 15, 14, MARK_DARK)
    canvas.disc(15, 15, 12.8, PAPER)
    paint_tent(canvas, 15, 17, 0.42)
    return tile_over(canvas, GRASS)
