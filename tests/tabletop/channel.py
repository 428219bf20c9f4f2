"""A channel that is a file: it keeps what was announced, as Discord would, whoever is killed."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from db.games.rows import StoredMessage
from tabletop.publishing import Shown
from tabletop.table import Table


class Told(NamedTuple):
    """One message.

    Attributes:
        table: the number of the game.
        news: the count of news that it shows.
        state: of the table.
        turns: the numbers of the turns it tells.
    """

    table: int
    news: int
    state: str
    turns: tuple[int, ...]

    def __str__(self) -> str:
        turns = ",".join(str(turn) for turn in self.turns)
        return f"{self.table} {self.news} {self.state} {turns}\n"


def read(path: Path) -> list[Told]:
    """All messages, the oldest first."""
    told = []
    for line in path.read_text().splitlines() if path.exists() else []:
        table, news, state, *turns = line.split()
        numbers = tuple(int(turn) for turn in "".join(turns).split(",") if turn)
        told.append(Told(int(table), int(news), state, numbers))
    return told


class FileChannel:
    """Announces tables into a file.

    Args:
        path: the file.
        before, after: called before and after each message is written.
    """

    def __init__(
        self,
        path: Path,
        before: Callable[[], None] = lambda: None,
        after: Callable[[], None] = lambda: None,
    ) -> None:
        self._path = path
        self._before = before
        self._after = after

    async def announce(self, table: Table, *, recovering: bool) -> Shown:
        """Writes one message with the turns since the last one, unless it stands already."""
        self._before()
        turns: tuple[int, ...] = ()
        turn = None
        if table.game is not None:
            shown = table.messages.get("turn")
            turns = tuple(
                entry.number for entry in table.turns_since((shown.turn or 1) if shown else 1)
            )
            turn = table.game.position.turn
        told = Told(table.number, table.row.news, table.row.state, turns)
        if not recovering or told not in read(self._path):
            self._write(str(told))
        self._after()
        kind = "lobby" if table.row.state == "lobby" else "turn"
        return Shown(told.news, [StoredMessage(kind, 1, told.news, turn)])  # type: ignore[arg-type]

    def _write(self, line: str) -> None:
        file = os.open(self._path, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
        try:
            os.write(file, line.encode())
        finally:
            os.close(file)
