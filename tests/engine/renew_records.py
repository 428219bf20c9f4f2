"""Writes the golden records and the golden playthrough anew.

``python -m tests.engine.renew_records`` is to be run on purpose only, when the rules, the notation
or random play changed; the difference it makes is to be read line by line.
"""

from collections.abc import Callable
from dataclasses import fields
from itertools import count, islice
from pathlib import Path
from typing import Final

from engine.events import EndCause, Event, GameOver, TileLaid
from engine.game import Turn, played_turns
from engine.record import Record
from engine.squares import square_names
from engine.start import SETUPS
from tests.engine.play import a_game, a_start

FOLDER: Final = Path(__file__).parent / "records"
PLAYTHROUGH: Final = FOLDER / "playthrough.txt"
GAMES_EACH: Final = 3

Trait = Callable[[Record], bool]


def turns(record: Record) -> list[Turn]:
    return played_turns(record.start, record.actions)


def words(record: Record) -> list[str]:
    return [str(action) for action in record.actions]


def has_banner_after_pass(record: Record) -> bool:
    """A forced pass, and a banner in the same turn."""
    return any(
        first == "pass" and second.startswith("banner")
        for first, second in zip(words(record), words(record)[1:], strict=False)
    )


def ends_idle(record: Record) -> bool:
    """The game ends because nobody can act."""
    last = turns(record)[-1].events[-1]
    return isinstance(last, GameOver) and last.cause is EndCause.IDLE


def has_empty_stack(record: Record) -> bool:
    """An open card is taken when the stack is empty, and later nothing is left to draw."""
    return any(text.endswith("draw none") for text in words(record))


def has_mirrored_tile(record: Record) -> bool:
    """Some tile lies mirrored."""
    forms = record.start.edition.forms
    for turn in turns(record):
        for event in turn.events:
            if isinstance(event, TileLaid):
                lowest = (event.squares & -event.squares).bit_length() - 1
                turned = {entry.squares for entry in forms[event.card.form].turned}
                if event.squares >> lowest not in turned:
                    return True
    return False


def has_no_pieces_left(record: Record) -> bool:
    """A building is completed when the castle is finished."""
    return any("PiecesForgone" in repr(turn.events) for turn in turns(record))


TRAITS: Final[dict[str, Trait]] = {
    "forced-pass": lambda record: "pass" in words(record),
    "banner-after-pass": has_banner_after_pass,
    "idle-end": ends_idle,
    "empty-stack": has_empty_stack,
    "castle-finished": has_no_pieces_left,
}


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
    for name, trait in TRAITS.items():
        games = (
            a_game(a_start(seed, SETUPS[seed % 2], 2 + seed % 3), seed) for seed in count(1000)
        )
        found[name] = list(islice(filter(trait, games), GAMES_EACH))
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
    for turn in turns(record):
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
