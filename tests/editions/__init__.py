"""Editions made up for the tests: other boards, families, forms, castles and counts.

``small`` has few of everything, for counting. ``island`` has one more family than the game that is
played, two forms of its own, a larger castle, and other numbers of workers, banners and cards.
Whoever imports this can also load them by their names, as records and tables do.
"""

import json
from pathlib import Path
from typing import Any, Final

from engine.edition import Edition
from engine.edition_files import SHELF, edition_from_json

FOLDER: Final = Path(__file__).parent
SMALL_TEXT: Final = (FOLDER / "small.json").read_text("utf-8")
SMALL: Final = edition_from_json(SMALL_TEXT)
ISLAND: Final = edition_from_json((FOLDER / "island.json").read_text("utf-8"))

for edition in (SMALL, ISLAND):
    SHELF.lend(edition)


def changed(edition: Edition, changes: dict[str, object]) -> str:
    """The text of an edition's file with other values at places such as ``lot.ring_seals.0``."""
    data: Any = json.loads(edition.text)
    for path, value in changes.items():
        *way, last = path.split(".")
        place = data
        for part in way:
            place = place[int(part) if isinstance(place, list) else part]
        place[int(last) if isinstance(place, list) else last] = value
    return json.dumps(data)
