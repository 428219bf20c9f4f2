"""All SQL about the clocks of games, and about when the bot was not there."""

from __future__ import annotations

from typing import Final

from db.columns import columns, insertion, values
from db.connection import Connection
from db.due import put_due
from db.rows import ClockChange, GameSummary, StoredPause

PUT_PAUSE: Final = insertion("pauses", StoredPause, "game_id", key=("game_id", "seat", "began_at"))
ALARMS: Final = [name for name in columns(GameSummary) if name in columns(ClockChange)]
SET_ALARMS: Final = ", ".join(f"{name} = :{name}" for name in ALARMS)
PUT_OUTAGE: Final = (
    "INSERT INTO outages (began_at, ended_at) VALUES (:began_at, :ended_at)"
    " ON CONFLICT (began_at) DO UPDATE SET ended_at = excluded.ended_at"
)


def keep_clock(connection: Connection, game_id: int, change: ClockChange | None) -> None:
    """Notes what became of a game's clock, if anything."""
    if change is None:
        return
    alarms = {name: getattr(change, name) for name in ALARMS}
    connection.execute(
        f"UPDATE games SET {SET_ALARMS} WHERE game_id = :game_id", {**alarms, "game_id": game_id}
    )
    connection.executemany(
        "UPDATE seats SET bank = :bank WHERE game_id = :game_id AND seat = :seat",
        [{"game_id": game_id, "seat": seat, "bank": bank} for seat, bank in change.banks],
    )
    connection.executemany(PUT_PAUSE, [values(pause, game_id=game_id) for pause in change.pauses])
    put_due(connection, change.dues)


def outages(connection: Connection) -> tuple[tuple[int, int], ...]:
    """When the bot was not there, in the order of the beginnings."""
    rows = connection.execute("SELECT began_at, ended_at FROM outages ORDER BY began_at")
    return tuple((began, ended) for began, ended in rows)


def add_outage(connection: Connection, began_at: int, ended_at: int) -> None:
    """Notes that the bot was not there."""
    connection.execute(PUT_OUTAGE, {"began_at": began_at, "ended_at": ended_at})


def cut_outages(connection: Connection, at: int) -> None:
    """Forgets of outages what lies after a time: the computer's clock was set back."""
    given = {"at": at}
    connection.execute("DELETE FROM outages WHERE began_at >= :at", given)
    connection.execute("UPDATE outages SET ended_at = :at WHERE ended_at > :at", given)
