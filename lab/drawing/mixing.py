"""Make ``palette.hex`` from the artwork itself: ``python -m lab.drawing.mixing``.

Run it after a change of colours or drawings. The colours of panels, text, players, families and
marks are kept exactly; the rest of the palette is fitted to everything drawn.
"""

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import astuple
from pathlib import Path
from typing import Final
from unittest.mock import patch

from PIL import Image

from engine.edition import Edition
from engine.edition_files import load_edition
from render import colours
from render.art import panels, signs
from render.art.buildings import floor_tone, roof_tones
from render.art.tokens import loose_seal, seal, worker_icon
from render.board.picture import board_backdrop
from render.colours import RGB
from render.files.raster import SIZE, indices
from render.files.tile_cache import TILES, forget_tiles
from render.layout import Size, Theme
from render.warm import draw_all_tiles

FILE: Final = Path(__file__).parents[2] / "render" / "files" / "palette.hex"
_FEW: Final = 24  # the pixels of a colour from which more of them add little weight


def _kept() -> list[RGB]:
    """Return the colours the palette has exactly, and steps between text and its ground."""
    kept: list[RGB] = [colours.CLEAR, colours.INK, colours.PAPER, colours.GOLD]
    kept += [colours.MARK, colours.MARK_DARK, colours.MARK_LIGHT]
    kept += [*colours.FAMILY.values(), *colours.PLAYER.values()]
    for surface in colours.SURFACES.values():
        kept += astuple(surface)[1:]  # Discord's own background is never drawn
        for text in (surface.strong, surface.quiet):
            kept += [colours.blend(surface.panel, text, step / 6) for step in range(1, 6)]
        for text in (surface.good, surface.bad):
            kept += [colours.blend(surface.panel, text, step / 4) for step in range(1, 4)]
        kept += [colours.blend(surface.active, surface.strong, step / 4) for step in range(1, 4)]
    kept += [colours.blend(colours.PAPER, colours.INK, step / 5) for step in range(1, 5)]
    # Of the art what is seen most, plain and in a cast shadow.
    land = [*colours.GRASS_BANDS, colours.PATH, colours.PATH_EDGE, *colours.PLATFORMS]
    land += [colours.COURT, colours.SHADE, *colours.WALLS]
    looks = [*(look.roof for look in signs.FORM_LOOKS.values()), *signs.SPARE_ROOFS]
    roofs = [tone for roof in looks for tone in roof_tones(roof).values()]
    kept += [*land, *roofs, colours.STONE, colours.STONE_LIGHT, colours.STONE_DARK]
    kept.append(colours.SCAFFOLD)
    shaded = (*colours.GRASS_BANDS, colours.PATH)
    kept += [colours.blend(tone, colours.SHADOW, colours.SHADOW_SHARE) for tone in shaded]
    for colour in (*colours.PLAYER, colours.UNOWNED):
        kept += colours.player_tones(colour).values()
    return list(dict.fromkeys(kept))


def _drawn() -> Counter[RGB]:
    """Return the colours of everything the package draws, with their weights."""
    weights: Counter[RGB] = Counter()

    def watch(picture: Image.Image) -> Image.Image:
        # A pixel alone asks for the index of a colour, once in a process.
        if picture.size == (1, 1):
            return indices(picture)
        for count, colour in picture.getcolors(picture.width * picture.height) or ():
            assert isinstance(colour, tuple)
            red, green, blue = colour[:3]
            # By the logarithm, or the meadow's many pixels would take the workers' colours.
            weights[red, green, blue] += math.ceil(_FEW * math.log1p(count / _FEW))
        return indices(picture)

    forget_tiles()
    # Caught where pixels become indices, which each tile passes.
    with patch("render.files.raster.indices", watch):
        _draw_everything(load_edition())
    forget_tiles()
    return weights


def _draw_everything(edition: Edition) -> None:
    """Draw all artwork in both themes at the normal size."""
    scale = Size.NORMAL.scale
    draw_all_tiles(edition)
    for colour in (*edition.colours, colours.UNOWNED):
        TILES.get(signs.would_be_worker, colour, scale)
    TILES.get(signs.place_dot, scale)
    TILES.get(signs.number_badge, 7, 38, scale)
    for family in edition.families:
        for name in edition.forms:
            TILES.get(loose_seal, family, 54, scale, floor_tone(name))
    for theme in Theme:
        board_backdrop(edition, edition.first_lot, theme, Size.NORMAL)
        surface = theme.surface
        for ground in (surface.panel, surface.active, surface.page):
            for family in edition.families:
                TILES.get(seal, family, 52, scale, ground)
            for colour in (*edition.colours, colours.UNOWNED):
                TILES.get(worker_icon, colour, 92, scale, ground)
            TILES.get(panels.castle_piece, 34, scale, ground)
        for form in edition.forms.values():
            shapes = tuple(way.cells for way in form.orientations())
            family = edition.families[0]
            TILES.get(panels.open_card, form.name, family, shapes, 108, 92, scale, surface.panel)


def _mosaic(weights: Counter[RGB]) -> Image.Image:
    pixels = [colour for colour, weight in weights.items() for _ in range(weight)]
    width = 1024
    height = -(-len(pixels) // width)
    mosaic = Image.new("RGB", (width, height), pixels[-1])
    mosaic.putdata(pixels + [pixels[-1]] * (width * height - len(pixels)))
    return mosaic


def mixed() -> list[RGB]:
    """Return the palette's colours, from dark to light."""
    kept = _kept()
    reduced = _mosaic(_drawn()).quantize(SIZE - len(kept), Image.Quantize.MEDIANCUT, kmeans=8)
    table = bytes(reduced.getpalette() or [])
    found = [(table[at], table[at + 1], table[at + 2]) for at in range(0, len(table), 3)]
    return sorted(set([*kept, *found][:SIZE]), key=_brightness)


def _brightness(colour: RGB) -> float:
    red, green, blue = colour
    return 0.3 * red + 0.59 * green + 0.11 * blue


def as_text(colours: Iterable[RGB]) -> str:
    """Return the palette file's text: eight colours a line, short palettes filled with black."""
    names = ["".join(f"{part:02x}" for part in colour) for colour in colours]
    names += ["000000"] * (SIZE - len(names))
    rows = ("".join(names[at : at + 8]) for at in range(0, SIZE, 8))
    return "".join(f"{row}\n" for row in rows)


if __name__ == "__main__":
    FILE.write_text(as_text(mixed()), "ascii")
