"""Writes the golden records and the golden playthrough anew.

``python -m tests.engine.renew_records`` is to be run on purpose only, when the rules, the notation
or random play changed; the difference it makes is to be read line by line.
"""

import re
from dataclasses import fields
from itertools import count, islice
from pathlib import Path
from typing import Final

from engine.events import Event
from engine.game import played_turns
from engine.record import Record
from engine.squares import first_square, square_names
from engine.start import SETUPS
from tests.engine.play import a_game, a_start

FOLDER: Final = Path(__file__).parent / "records"
PLAYTHROUGH: Final = FOLDER / "playthrough.txt"
GAMES_EACH: Final = 3

TRAITS: Final = {
    "forced-pass": r"^> pass$",
    "banner-after-pass": r"^> pass\n(  .*\n)*> banner",  # in the same turn
    "idle-end": r"EndCause\.IDLE",
    "empty-stack": r"draw none$",
    "castle-finished": r"PiecesForgone",
}
"""Patterns of what a game shows when it is told, by the names of files."""


def shows(record: Record, trait: str) -> bool:
    """Whether a game shows what a file is named after."""
    if trait == "mirror":
        return has_mirrored_tile(record)
    return re.search(TRAITS[trait], playthrough(record), re.MULTILINE) is not None


def has_mirrored_tile(record: Record) -> bool:
    for laid in record.replay().buildings:
        turned = {entry.squares for entry in record.start.edition.forms[laid.card.form].turned}
        if laid.squares >> first_square(laid.squares) not in turned:
            return True
    return False


def files() -> dict[str, list[Record]]:
    """The golden records by the name of their file."""
    found = {
        f"{setup}-{seats}": [
            a_game(a_start(seed, setup, seats), seed) for seed in range(GAMES_EACH)
        ]
        for setup in SETUPS
        for seats in (2, 3, 4)
    }
    mirrored = (a_game(a_start(seed, "free", 3, mirror=True), seed) for seed in count())
    found["mirror"] = list(islice(filter(has_mirrored_tile, mirrored), GAMES_EACH))
    for name in TRAITS:
        games = (
            a_game(a_start(seed, SETUPS[seed % 2], 2 + seed % 3), seed) for seed in count(1000)
        )
        found[name] = list(islice((one for one in games if shows(one, name)), GAMES_EACH))
    return found


def event_line(event: Event) -> str:
    """An event in one line, with squares by their names."""
    parts = [type(event).__name__]
    for field in fields(event):
        value = getattr(event, field.name)
        if field.type == "SquareSet":
            value = " ".join(square_names(value)) or "-"
        parts.append(f"{field.name}={value}")
    return "; ".join(parts)


def playthrough(record: Record) -> str:
    """A game told action by action: what is done, and all that happens."""
    lines = [record.start.setup, ", ".join(record.start.colours)]
    for turn in played_turns(record.start, record.actions):
        lines += ["", f"turn {turn.number}, seat {turn.seat}"]
        for ply in turn.plies:
            lines.append(f"> {ply.action}")
            lines += [f"  {event_line(event)}" for event in ply.events]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Write all files."""
    records = files()
    for name, games in records.items():
        text = "".join(f"{record.to_json()}\n" for record in games)
        (FOLDER / f"{name}.jsonl").write_text(text, "utf-8")
    PLAYTHROUGH.write_text(playthrough(records["first-game-3"][0]), "utf-8")


if __name__ == "__main__":
    main()
