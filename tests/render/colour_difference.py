"""How far apart two colours look, and how clearly one stands out from another."""

import math
from operator import mul

from lab.drawing.gallery import seen
from render.colours import RGB
from render.files.raster import index_of, palette_bytes

TO_XYZ = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
"""What sRGB's red, green and blue are in CIE's X, Y and Z."""

SIGHTS = ("normal", "protanopia", "deuteranopia", "tritanopia")


def in_palette(colour: RGB) -> RGB:
    """The colour that the palette has for one."""
    at = 3 * index_of(colour)
    red, green, blue = palette_bytes()[at : at + 3]
    return red, green, blue


def as_seen(colour: RGB, sight: str) -> RGB:
    """A colour as somebody of that sight sees it."""
    return colour if sight == "normal" else seen(colour, sight)


def lab(colour: RGB) -> tuple[float, float, float]:
    """A colour of sRGB in CIE's L*a*b* of 1976, by daylight (D65)."""
    x, y, z = (sum(map(mul, row, light_of(colour))) for row in TO_XYZ)
    # The tone of each as a share of white's.
    shares = (x / 0.95047, y, z / 1.08883)
    x, y, z = (
        share ** (1 / 3) if share > (6 / 29) ** 3 else share / (3 * (6 / 29) ** 2) + 4 / 29
        for share in shares
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def light_of(colour: RGB) -> list[float]:
    """How much light of each kind sRGB's values mean, from 0 to 1."""
    parts = [value / 255 for value in colour]
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def ciede2000(first: RGB, second: RGB) -> float:
    """The difference of two colours by CIE's formula of 2000 (Sharma, Wu and Dalal 2005)."""
    one, two = (lab(colour) for colour in (first, second))
    mean = (math.hypot(one[1], one[2]) + math.hypot(two[1], two[2])) / 2
    stretch = 1 + 0.5 * (1 - math.sqrt(mean**7 / (mean**7 + 25**7)))
    chroma = [math.hypot(each[1] * stretch, each[2]) for each in (one, two)]
    hue = [math.degrees(math.atan2(each[2], each[1] * stretch)) % 360 for each in (one, two)]
    turn = hue[1] - hue[0]
    if not all(chroma):
        turn, middle = 0.0, sum(hue)
    else:
        turn += 360 * ((turn < -180) - (turn > 180))
        middle = sum(hue) / 2
        if abs(hue[0] - hue[1]) > 180:
            middle += 180 if sum(hue) < 360 else -180
    across = 2 * math.sqrt(chroma[0] * chroma[1]) * math.sin(math.radians(turn / 2))
    light, colourful = (one[0] + two[0]) / 2, sum(chroma) / 2

    def wave(times: int, shift: int) -> float:
        return math.cos(math.radians(times * middle + shift))

    shape = 1 - 0.17 * wave(1, -30) + 0.24 * wave(2, 0) + 0.32 * wave(3, 6) - 0.2 * wave(4, -63)
    by_light = (two[0] - one[0]) / (
        1 + 0.015 * (light - 50) ** 2 / math.sqrt(20 + (light - 50) ** 2)
    )
    by_chroma = (chroma[1] - chroma[0]) / (1 + 0.045 * colourful)
    by_hue = across / (1 + 0.015 * colourful * shape)
    twist = -math.sin(math.radians(60 * math.exp(-(((middle - 275) / 25) ** 2))))
    twist *= 2 * math.sqrt(colourful**7 / (colourful**7 + 25**7))
    return math.sqrt(by_light**2 + by_chroma**2 + by_hue**2 + twist * by_chroma * by_hue)


def brightness(colour: RGB) -> float:
    """The relative luminance of a colour, as WCAG 2 defines it."""
    return math.fsum(map(mul, TO_XYZ[1], light_of(colour)))


def contrast(first: RGB, second: RGB) -> float:
    """The contrast of two colours, as WCAG 2 defines it: from 1 to 21."""
    low, high = sorted((brightness(first), brightness(second)))
    return (high + 0.05) / (low + 0.05)
