"""Simulations of colour blindness, for the gallery and the tests.

The simulations are linear maps of light, as Machado, Oliveira and Fernandes published them in 2009
for complete protanopia, deuteranopia and tritanopia; grey is brightness alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

from PIL import Image

from render.colours import RGB

Matrix: TypeAlias = tuple[tuple[float, float, float], ...]

SIGHTS: Final[Mapping[str, Matrix]] = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
    "grey": ((0.2126, 0.7152, 0.0722),) * 3,
}
"""The kinds of colour vision that pictures are tried with."""


def _light(value: int) -> float:
    share = value / 255
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4


def _shown(light: float) -> int:
    light = min(max(light, 0.0), 1.0)
    share = light * 12.92 if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055
    return round(share * 255)


def seen(colour: RGB, sight: str) -> RGB:
    """Return a colour as a person with a kind of colour vision sees it.

    Raises:
        KeyError: if that kind is unknown.
    """
    # The maps are of light, so sRGB's gamma is undone first and applied again.
    lights = [_light(value) for value in colour]
    red, green, blue = (
        _shown(sum(share * light for share, light in zip(row, lights, strict=True)))
        for row in SIGHTS[sight]
    )
    return red, green, blue


def picture_seen(picture: Image.Image, sight: str) -> Image.Image:
    """Return a palette picture as a person with a kind of colour vision sees it.

    Raises:
        ValueError: if the picture has no palette.
    """
    table = picture.getpalette()
    if picture.mode != "P" or table is None:
        raise ValueError("only palette pictures are simulated")
    # Only the palette is changed: 256 colours rather than a million pixels.
    changed: list[int] = []
    for at in range(0, len(table), 3):
        changed += seen((table[at], table[at + 1], table[at + 2]), sight)
    other = picture.copy()
    other.putpalette(changed)
    return other
