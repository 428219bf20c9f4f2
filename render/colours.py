"""The colours of all pictures by what they are for; one place, so that nothing clashes by accident.

Blue is kept for marks: nothing on the board itself is blue, so a mark is found in a second.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

RGB: TypeAlias = tuple[int, int, int]

INK: Final[RGB] = (43, 33, 26)
"""Outlines of everything that stands on the land."""
PAPER: Final[RGB] = (255, 252, 243)

# Land
GRASS: Final[RGB] = (190, 202, 128)
GRASS_BANDS: Final[tuple[RGB, ...]] = (
    (205, 212, 143),
    (198, 208, 136),
    (190, 202, 128),
    (182, 196, 121),
)
GRASS_LINE: Final[RGB] = (164, 180, 105)
TUFT: Final[RGB] = (143, 163, 86)
LABEL: Final[RGB] = (96, 114, 48)
"""The names of squares, written into the land."""
PLOT: Final[RGB] = (226, 208, 168)
PLOT_EDGE: Final[RGB] = (92, 70, 48)
FLOOR: Final[RGB] = (240, 228, 200)
BEAM: Final[RGB] = (150, 106, 62)
BEAM_DARK: Final[RGB] = (104, 70, 40)
CLEARING: Final[RGB] = (212, 206, 146)
CANVAS: Final[RGB] = (252, 243, 219)
CANVAS_SHADE: Final[RGB] = (214, 190, 150)
CANVAS_STRIPE: Final[RGB] = (196, 120, 92)

# Castle
STONE: Final[RGB] = (186, 176, 160)
STONE_LIGHT: Final[RGB] = (212, 204, 190)
STONE_DARK: Final[RGB] = (138, 128, 114)
STONE_LINE: Final[RGB] = (104, 95, 84)
WALL: Final[RGB] = (220, 192, 142)
COURT: Final[RGB] = (222, 205, 168)

# Marks
MARK: Final[RGB] = (0, 92, 236)
MARK_DARK: Final[RGB] = (0, 52, 140)
MARK_LIGHT: Final[RGB] = (196, 226, 255)

FAMILY: Final[Mapping[str, RGB]] = {
    "red": (190, 42, 46),
    "olive": (126, 132, 26),
    "black": (38, 36, 42),
    "silver": (206, 213, 222),
}
PLAYER: Final[Mapping[str, RGB]] = {
    "yellow": (255, 211, 31),
    "orange": (252, 134, 30),
    "green": (6, 118, 62),
    "violet": (128, 66, 190),
}
NEUTRAL: Final[RGB] = (226, 214, 196)


@dataclass(frozen=True, slots=True, eq=False)
class Surface:
    """The colours round the board: panels and text on one of Discord's backgrounds."""

    page: RGB
    rim: RGB
    panel: RGB
    panel_edge: RGB
    active: RGB
    text: RGB
    quiet: RGB
    strong: RGB
    good: RGB
    bad: RGB


DARK: Final = Surface(
    page=(30, 31, 34),
    rim=(102, 76, 50),
    panel=(43, 45, 49),
    panel_edge=(64, 66, 72),
    active=(66, 70, 82),
    text=(242, 243, 245),
    quiet=(176, 181, 190),
    strong=(255, 255, 255),
    good=(112, 214, 130),
    bad=(255, 138, 122),
)
LIGHT: Final = Surface(
    page=(236, 231, 219),
    rim=(128, 96, 62),
    panel=PAPER,
    panel_edge=(210, 201, 182),
    active=(255, 238, 184),
    text=(44, 38, 32),
    quiet=(108, 99, 88),
    strong=(20, 16, 12),
    good=(20, 122, 52),
    bad=(186, 40, 30),
)


def blend(first: RGB, second: RGB, share: float) -> RGB:
    """The colour that lies ``share`` of the way from the first to the second."""
    red, green, blue = (
        round(one + (two - one) * share) for one, two in zip(first, second, strict=True)
    )
    return red, green, blue


def lighter(colour: RGB, share: float) -> RGB:
    """The colour nearer to white."""
    return blend(colour, (255, 255, 255), share)


def darker(colour: RGB, share: float) -> RGB:
    """The colour nearer to a warm black."""
    return blend(colour, (24, 16, 12), share)
