"""A channel that is a file: it keeps what was announced, as Discord would, whoever is killed."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from db.games.rows import StoredMessage
from tabletop.publishing import Shown
from tabletop.table import Table


class Told(NamedTuple):
    """One message: the game's number, its news and state, and the turns that it tells."""

    table: int
    news: int
    state: str
    turns: tuple[int, ...]


def read(path: Path) -> list[Told]:
    found = map(json.loads, path.read_text().splitlines()) if path.exists() else ()
    return [Told(table, news, state, tuple(turns)) for table, news, state, turns in found]


class FileChannel:
    """Announces tables into a file, and calls a function before and after each message."""

    def __init__(
        self,
        path: Path,
        before: Callable[[], None] = lambda: None,
        after: Callable[[], None] = lambda: None,
    ) -> None:
        self._path, self._before, self._after = path, before, after

    async def announce(self, table: Table, *, recovering: bool) -> Shown:
        """Writes one message with the turns since the last one, unless it stands already."""
        self._before()
        shown, game = table.messages.get("turn"), table.game
        since = table.turns_since((shown and shown.turn) or 1) if game else []
        turn = game.position.turn if game else None
        turns = tuple(entry.number for entry in since)
        told = Told(table.number, table.row.news, table.row.state, turns)
        if not recovering or told not in read(self._path):
            self._write(f"{json.dumps(told)}\n")
        self._after()
        kind = "lobby" if table.row.state == "lobby" else "turn"
        return Shown(told.news, [StoredMessage(kind, 1, told.news, turn)])  # type: ignore[arg-type]

    def _write(self, line: str) -> None:
        file = os.open(self._path, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
        try:
            os.write(file, line.encode())
        finally:
            os.close(file)
