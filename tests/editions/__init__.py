"""Editions made up for the tests: other boards, families, forms, castles and counts.

``small`` has few of everything, for counting. ``island`` has one more family than the game that is
played, two forms of its own, a larger castle, and other numbers of workers, banners and cards.
Whoever imports this can also load them by their names, as records and tables do.
"""

from pathlib import Path
from typing import Final

import pytest

from engine.edition_files import FOLDERS, load_edition

FOLDER: Final = Path(__file__).parent
SMALL_TEXT: Final = (FOLDER / "small.json").read_text("utf-8")

with pytest.MonkeyPatch.context() as patch:
    patch.setattr("engine.edition_files.FOLDERS", (*FOLDERS, FOLDER))
    SMALL: Final = load_edition("small")
    ISLAND: Final = load_edition("island")
