"""Animations of the product's one palette, written by Pillow."""

from __future__ import annotations

import io
from collections.abc import Iterator

from render.files.palette import palette_bytes
from render.files.raster import Raster


def animated(frames: Iterator[tuple[Raster, int]]) -> bytes:
    """Return a GIF that runs for ever, each frame only its differences from the one before.

    Args:
        frames: the pictures, and how many milliseconds each is shown.
    """
    file = io.BytesIO()
    pictures = (raster.pixels(milliseconds) for raster, milliseconds in frames)
    # Optimized: what does not change is transparent in a frame, which packs best.
    next(pictures).save(
        file,
        "GIF",
        save_all=True,
        append_images=pictures,
        loop=0,
        disposal=1,
        optimize=True,
        palette=palette_bytes(),
    )
    return file.getvalue()
