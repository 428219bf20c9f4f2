"""Draw what stands above a link to the pages anew: ``python -m lab.cogs.pages.preview``."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Final

from PIL import Image

from engine.edition_files import load_edition
from render.gathering import draw_gathering

PREVIEW: Final = Path(__file__).parents[3] / "cogs/pages/web/game/preview.png"


def draw_preview() -> None:
    """Draw it as large as links are shown."""
    edition = load_edition()
    players = list(zip(("Ada", "Bela", "Cleo", "Dora"), edition.colours, strict=True))
    png = draw_gathering(edition, players=players, seats=len(players), title="Discord")
    Image.open(io.BytesIO(png)).crop((10, 5, 1210, 635)).save(PREVIEW, optimize=True)


if __name__ == "__main__":
    draw_preview()
