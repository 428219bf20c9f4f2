"""The colours of all pictures by what they are for; one place, so that nothing clashes by accident.

Blue is kept for marks: nothing on the board itself is blue, so a mark is found in a second. A
family or a player without an entry here gets one of the spare colours, always the same for a name.
"""

import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

RGB: TypeAlias = tuple[int, int, int]

INK: Final[RGB] = (43, 33, 26)  # outlines of everything that stands on the land
PAPER: Final[RGB] = (255, 252, 243)

CLEAR: Final[RGB] = (255, 0, 255)
"""What nothing is painted in: it stands for no colour at all while things are put together."""

# Land
GRASS_BANDS: Final[tuple[RGB, ...]] = (
    (166, 182, 112),
    (178, 194, 122),
    (191, 205, 136),
    (204, 215, 150),
)
"""The tones of the meadow, from the valley to the hills' tops."""
GRASS: Final[RGB] = GRASS_BANDS[1]
GRASS_LINE: Final[RGB] = (156, 173, 104)
PATH: Final[RGB] = (220, 204, 154)
PATH_EDGE: Final[RGB] = (196, 190, 132)
GROUND: Final[RGB] = (124, 104, 70)  # trodden ground round the walls of buildings
SHADE: Final[RGB] = (124, 136, 82)
"""The land in the shadow of what stands on it; the light comes from the north-west."""
SHADOW: Final[RGB] = (38, 48, 28)
SHADOW_SHARE: Final = 0.32
"""The tone towards which a cast shadow darkens all that it falls on, and how far."""

# Buildings
FLOOR: Final[RGB] = (240, 228, 200)
WALLS: Final[tuple[RGB, RGB, RGB]] = ((236, 223, 192), (205, 184, 148), (143, 119, 86))
"""The walls of unfinished buildings: lit from above, inside, and from the south."""

# Castle
STONE: Final[RGB] = (184, 171, 146)
STONE_LIGHT: Final[RGB] = (214, 203, 180)
STONE_DARK: Final[RGB] = (139, 127, 107)
STONE_LINE: Final[RGB] = (95, 85, 70)
PLATFORMS: Final[tuple[RGB, ...]] = (
    (154, 130, 96),
    (176, 166, 150),
    (212, 203, 188),
    (247, 242, 230),
)
"""The tones of the castle's ring squares from above: the higher, the lighter."""
COURT: Final[RGB] = (220, 203, 164)
GOLD: Final[RGB] = (244, 196, 60)
SCAFFOLD: Final[RGB] = (245, 160, 44)
TILES_RED: Final[RGB] = (180, 82, 63)

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
NEUTRAL: Final[RGB] = (208, 202, 195)

UNOWNED: Final = "neutral"  # what stands for a player's colour where workers are neutral


def player_tones(colour: str) -> dict[str, RGB]:
    """Return the tones of a player's cloth: in the light, plain, in the shade."""
    plain = NEUTRAL if colour == UNOWNED else PLAYER[colour]
    return {
        "lit": lighter(plain, 0.42),
        "plain": plain,
        "dark": darker(plain, 0.24),
        "deep": darker(plain, 0.5),
    }


# Compared by identity, which makes it a cheap key of the tiles' caches.
@dataclass(frozen=True, slots=True, eq=False)
class Surface:
    """The colours round the board: panels and text on one of Discord's backgrounds."""

    discord: RGB  # that background, on which the picture lies
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


_MIDDLE: Final = 384  # half of what red, green and blue of white are together


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
