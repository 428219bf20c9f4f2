"""The SQL of games that begin in the middle of others."""

from __future__ import annotations

from collections.abc import Sequence

from db.changes import ADD_ENTRY
from db.columns import values
from db.connection import Connection
from db.lobbies import begin, open_game
from db.rows import Limits, NewGame, StoredEntry, StoredSeat, StoredStart


def open_begun(
    connection: Connection,
    game: NewGame,
    seats: Sequence[StoredSeat],
    limits: Limits,
    start: StoredStart,
    entries: Sequence[StoredEntry],
) -> int:
    """Opens a game that runs at once, with what was done in it before; its number."""
    game_id = open_game(connection, game, (), limits)
    begin(connection, game_id, seats, start, game.created_at, news=False)
    for seq, entry in enumerate(entries):
        connection.execute(ADD_ENTRY, values(entry, game_id=game_id, seq=seq))
    return game_id
