"""All SQL that changes games' clocks."""

from __future__ import annotations

from typing import Final

from db.columns import columns, insertion, values
from db.connection import Connection
from db.games.rows import ClockChange, GameSummary, StoredPause
from db.timers.due import put_due

PUT_PAUSE: Final = insertion("pauses", StoredPause, "game_id", key=("game_id", "seat", "began_at"))
ALARMS: Final = [name for name in columns(GameSummary) if name in columns(ClockChange)]
SET_ALARMS: Final = ", ".join(f"{name} = :{name}" for name in ALARMS)


def keep_clock(connection: Connection, game_id: int, change: ClockChange | None) -> None:
    """Store a change of a game's clock; do nothing for ``None``."""
    if change is None:
        return
    # All alarms each time: a new turn clears those of the turn before.
    alarms = {name: getattr(change, name) for name in ALARMS}
    connection.execute(
        f"UPDATE games SET {SET_ALARMS} WHERE game_id = :game_id", {**alarms, "game_id": game_id}
    )
    connection.executemany(
        "UPDATE seats SET bank = :bank WHERE game_id = :game_id AND seat = :seat",
        [{"game_id": game_id, "seat": seat, "bank": bank} for seat, bank in change.banks],
    )
    connection.executemany(PUT_PAUSE, [values(pause, game_id=game_id) for pause in change.pauses])
    put_due(connection, *change.dues)
