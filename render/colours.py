"""The colours of all pictures by what they are for; one place, so that nothing clashes by accident.

Blue is kept for marks: nothing on the board itself is blue, so a mark is found in a second. A
family or a player without an entry here gets one of the spare colours, always the same for a name.
"""

from __future__ import annotations

import zlib
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
PLOT: Final[RGB] = (226, 208, 168)
PLOT_EDGE: Final[RGB] = (92, 70, 48)
FLOOR: Final[RGB] = (240, 228, 200)
BEAM: Final[RGB] = (150, 106, 62)
BEAM_DARK: Final[RGB] = (104, 70, 40)
CLEARING: Final[RGB] = (212, 206, 146)
CANVAS: Final[RGB] = (252, 243, 219)
CANVAS_SHADE: Final[RGB] = (214, 190, 150)
CANVAS_STRIPE: Final[RGB] = (196, 120, 92)

SHADE: Final[RGB] = (120, 128, 78)
"""The land in the shadow of what stands on it; the light comes from the top left."""

# Castle
STONE: Final[RGB] = (186, 176, 160)
STONE_LIGHT: Final[RGB] = (212, 204, 190)
STONE_DARK: Final[RGB] = (138, 128, 114)
STONE_LINE: Final[RGB] = (104, 95, 84)
PLATFORMS: Final[tuple[RGB, ...]] = (
    (150, 136, 112),
    (176, 166, 150),
    (208, 200, 186),
    (244, 238, 226),
)
"""The tones of the castle's ring squares from above: the higher, the lighter."""
WALL: Final[RGB] = (214, 182, 130)
COURT: Final[RGB] = (222, 205, 168)
SCAFFOLD: Final[RGB] = (232, 158, 62)
PENNANT: Final[RGB] = (196, 44, 52)

# Marks
MARK: Final[RGB] = (18, 50, 206)
MARK_DARK: Final[RGB] = (10, 28, 118)
MARK_LIGHT: Final[RGB] = (196, 220, 255)


class Palette(dict[str, RGB]):
    """Colours by name; a name without an entry gets one of the spare colours."""

    def __init__(self, colours: Mapping[str, RGB], spare: tuple[RGB, ...]) -> None:
        super().__init__(colours)
        self.spare = spare

    def __missing__(self, name: str) -> RGB:
        return self.spare[spare_number(name, len(self.spare))]


def spare_number(name: str, count: int) -> int:
    """Return the number, below ``count``, of the spare look for a name without its own."""
    # Not hash(), which differs from process to process: the same name must keep its colour.
    return zlib.crc32(name.encode()) % count


FAMILY: Final = Palette(
    {
        "red": (178, 36, 42),
        "olive": (170, 168, 52),
        "black": (38, 36, 42),
        "silver": (206, 213, 222),
    },
    spare=((120, 62, 20), (96, 40, 96), (20, 92, 92)),
)
PLAYER: Final = Palette(
    {
        "yellow": (252, 216, 33),
        "orange": (245, 104, 25),
        "green": (2, 98, 62),
        "violet": (196, 98, 210),
    },
    spare=((150, 20, 40), (20, 20, 20), (250, 250, 250), (110, 70, 30)),
)
NEUTRAL: Final[RGB] = (206, 200, 194)

UNOWNED: Final = "neutral"
"""What stands for a player's colour where workers are neutral."""


# Compared by identity, which makes it a cheap key of the tiles' caches.
@dataclass(frozen=True, slots=True, eq=False)
class Surface:
    """The colours round the board: panels and text on one of Discord's backgrounds.

    Attributes:
        discord: that background, on which the picture lies.
    """

    discord: RGB
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
    discord=(49, 51, 56),
    page=(33, 25, 19),
    rim=(96, 68, 43),
    panel=(54, 41, 30),
    panel_edge=(116, 86, 54),
    active=(82, 60, 38),
    text=(243, 232, 210),
    quiet=(204, 184, 152),
    strong=(255, 249, 234),
    good=(150, 222, 130),
    bad=(255, 158, 128),
)
LIGHT: Final = Surface(
    discord=(255, 255, 255),
    page=(205, 174, 128),
    rim=(128, 92, 58),
    panel=(250, 241, 218),
    panel_edge=(160, 122, 74),
    active=(255, 226, 146),
    text=(52, 38, 24),
    quiet=(106, 84, 56),
    strong=(30, 18, 8),
    good=(16, 96, 40),
    bad=(164, 30, 22),
)
SURFACES: Final[Mapping[str, Surface]] = {"dark": DARK, "light": LIGHT}
"""The surfaces of the themes, by the theme's value."""


def is_dark(colour: RGB) -> bool:
    """Return whether a ground's colour is so dark that dark outlines cannot be seen on it."""
    return sum(colour) < _MIDDLE


_MIDDLE: Final = 384
"""Half of what red, green and blue of white are together."""


def blend(first: RGB, second: RGB, share: float) -> RGB:
    """Return the colour that lies ``share`` of the way from the first to the second.

    >>> blend((0, 0, 0), (100, 200, 50), 0.5)
    (50, 100, 25)
    """
    red, green, blue = (
        round(one + (two - one) * share) for one, two in zip(first, second, strict=True)
    )
    return red, green, blue


def lighter(colour: RGB, share: float) -> RGB:
    """Return the colour nearer to white."""
    return blend(colour, (255, 255, 255), share)


def darker(colour: RGB, share: float) -> RGB:
    """Return the colour nearer to a warm black."""
    return blend(colour, (24, 16, 12), share)
