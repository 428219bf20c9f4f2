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

from engine.edition_files import load_edition
from render.art.buildings import roof_tones
from render.art.signs import FORM_LOOKS, SPARE_ROOFS
from render.colours import (
    CLEAR,
    COURT,
    FAMILY,
    GOLD,
    GRASS_BANDS,
    INK,
    MARK,
    MARK_DARK,
    MARK_LIGHT,
    PAPER,
    PATH,
    PATH_EDGE,
    PLATFORMS,
    PLAYER,
    RGB,
    SCAFFOLD,
    SHADE,
    SHADOW,
    SHADOW_SHARE,
    STONE,
    STONE_DARK,
    STONE_LIGHT,
    SURFACES,
    UNOWNED,
    WALLS,
    blend,
    player_tones,
)
from render.files.raster import SIZE, indices
from render.files.tile_cache import forget_tiles
from render.warm import draw_everything

FILE: Final = Path(__file__).parents[2] / "render" / "files" / "palette.hex"
_FEW: Final = 24
"""The pixels of a colour from which more of them add little weight."""


def _kept() -> list[RGB]:
    """Return the colours the palette has exactly, and steps between text and its ground."""
    kept: list[RGB] = [CLEAR, INK, PAPER, GOLD, MARK, MARK_DARK, MARK_LIGHT]
    kept += [*FAMILY.values(), *PLAYER.values()]
    for surface in SURFACES.values():
        kept += astuple(surface)[1:]  # Discord's own background is never drawn
        for text in (surface.strong, surface.quiet):
            kept += [blend(surface.panel, text, step / 6) for step in range(1, 6)]
        for text in (surface.good, surface.bad):
            kept += [blend(surface.panel, text, step / 4) for step in range(1, 4)]
        kept += [blend(surface.active, surface.strong, step / 4) for step in range(1, 4)]
    kept += [blend(PAPER, INK, step / 5) for step in range(1, 5)]
    # Of the art what is seen most, plain and in a cast shadow.
    land = [*GRASS_BANDS, PATH, PATH_EDGE, *PLATFORMS, COURT, SHADE, *WALLS]
    looks = [*(look.roof for look in FORM_LOOKS.values()), *SPARE_ROOFS]
    roofs = [tone for roof in looks for tone in roof_tones(roof).values()]
    kept += [*land, *roofs, STONE, STONE_LIGHT, STONE_DARK, SCAFFOLD]
    kept += [blend(tone, SHADOW, SHADOW_SHARE) for tone in (*GRASS_BANDS, PATH)]
    for colour in (*PLAYER, UNOWNED):
        kept += player_tones(colour).values()
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
        draw_everything(load_edition())
    forget_tiles()
    return weights


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
