"""All SQL about the outcomes of acts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from db.acts.rows import StoredAct
from db.columns import select, select_one
from db.connection import Connection

NOTE: Final = "UPDATE acts SET outcome = :outcome WHERE key = :key AND outcome IS NULL"
"""Not over another outcome: forgetting leaves an empty one, which no name may take the place of."""

DROP_OLD: Final = (
    "DELETE FROM acts WHERE at < :before"
    " OR at < (SELECT at FROM acts ORDER BY at DESC LIMIT 1 OFFSET :place)"
)


def known(connection: Connection, key: str) -> StoredAct | None:
    """Return the act that was carried out under a key; ``None`` for none."""
    return select_one(connection, StoredAct, "FROM acts WHERE key = :key", {"key": key})


def unheard(connection: Connection) -> tuple[StoredAct, ...]:
    """Return the acts about games of which the person may not have been told, the oldest first."""
    that = "FROM acts WHERE outcome IS NULL AND game_id <> 0 ORDER BY at"
    return select(connection, StoredAct, that, {})


def asked_by(connection: Connection, user_id: int) -> tuple[StoredAct, ...]:
    """Return a person's acts, the oldest first."""
    that = "FROM acts WHERE user_id = :user_id ORDER BY at, key"
    return select(connection, StoredAct, that, {"user_id": user_id})


def note(connection: Connection, outcomes: Mapping[str, str]) -> None:
    """Record the outcomes of acts by their keys; one that was deleted or emptied stays so."""
    for key, outcome in outcomes.items():
        connection.execute(NOTE, {"key": key, "outcome": outcome})


def drop_old(connection: Connection, before: int, most: int) -> None:
    """Delete the acts from before a time, and the oldest of more than ``most``."""
    connection.execute(DROP_OLD, {"before": before, "place": most - 1})
