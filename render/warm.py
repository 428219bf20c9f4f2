"""Draws tiles before they are asked for: at a bot's start, to make the palette, to measure."""

from __future__ import annotations

from engine.edition import Edition
from render.art.buildings import building_square
from render.art.castle import courtyard, ring_square
from render.art.figures import worker, worker_icon
from render.art.marks import number_badge, place_dot, would_be_worker
from render.art.panels import open_card
from render.art.seals import seal
from render.board import board_ground, surface_of
from render.frame import TILES
from render.options import Size, Theme


def draw_all_tiles(edition: Edition, size: Size = Size.NORMAL) -> None:
    """Draws every tile that can lie on a board of that size."""
    scale = size.scale
    for form in edition.forms.values():
        for way in form.orientations(mirror=True):
            for family in (None, *edition.families):
                for index in range(len(way.cells)):
                    TILES.get(building_square, form.name, way.cells, index, family, scale)
    for family in (*edition.families, None):
        for height in range(len(edition.floors) + 1):
            if family is not None or height == 0:
                TILES.get(ring_square, family, height, scale)
    for wide in (True, False):
        TILES.get(courtyard, wide, scale)
    for colour in (*edition.colours, "neutral"):
        for on_camp in (True, False):
            TILES.get(worker, colour, on_camp, scale)


def draw_everything(edition: Edition) -> None:
    """Draws all artwork in both themes at the normal size."""
    scale = Size.NORMAL.scale
    draw_all_tiles(edition)
    for colour in (*edition.colours, "neutral"):
        TILES.get(would_be_worker, colour, scale)
    TILES.get(place_dot, scale)
    TILES.get(number_badge, 7, 38, scale)
    for theme in Theme:
        board_ground(edition, theme, Size.NORMAL)
        surface = surface_of(theme)
        for ground in (surface.panel, surface.active, surface.page):
            for family in edition.families:
                TILES.get(seal, family, 52, scale, ground)
            for colour in (*edition.colours, "neutral"):
                TILES.get(worker_icon, colour, 92, scale, ground)
        for form in edition.forms.values():
            shapes = tuple(way.cells for way in form.orientations())
            TILES.get(open_card, form.name, "red", shapes, 108, 92, scale, surface.panel)
