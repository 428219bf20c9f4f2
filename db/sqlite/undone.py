"""The comparison of a database with a backup: what putting it back would undo, by game."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from db.sqlite.soundness import connect_existing, resolved
from db.sqlite.wording import as_store_error

UNDONE: Final = (
    "SELECT now.game_id, CASE WHEN past.game_id IS NOT NULL THEN coalesce(count, 0) END"
    " FROM main.games AS now LEFT JOIN backup.games AS past USING (game_id)"
    " LEFT JOIN (SELECT log.game_id, count(*) AS count FROM main.log AS log"
    "  LEFT JOIN backup.log AS old ON old.game_id = log.game_id AND old.seq = log.seq"
    # The same number may be of another history, if a backup was put back before.
    "  AND old.entry = log.entry AND old.at = log.at"
    "  WHERE old.seq IS NULL GROUP BY log.game_id) AS changed ON changed.game_id = now.game_id"
    " WHERE past.game_id IS NULL OR past.state <> now.state OR count > 0"
    " ORDER BY now.game_id"
)


def undone_by(backup: Path, database: Path) -> tuple[tuple[int, int | None], ...]:
    """Return the games that putting back a backup would change, in the order of their numbers.

    Each comes with the number of entries of its log that would be undone; ``None`` for a game that
    the backup does not have.

    Raises:
        StoreError: if there is no such file, or one of them cannot be read.
    """
    backup, database = resolved(backup), resolved(database)
    with closing(connect_existing(database)) as connection:
        try:
            connection.execute("ATTACH :backup AS backup", {"backup": f"{backup.as_uri()}?mode=ro"})
            return tuple(connection.execute(UNDONE).fetchall())
        except sqlite3.Error as error:
            raise as_store_error(error, database) from error
