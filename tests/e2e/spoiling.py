"""Games whose log somebody changed while the bot was down."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from tests.e2e.world import World


@contextmanager
def tampering(database: Path) -> Iterator[sqlite3.Connection]:
    """The database while the bot is down, without what protects the log."""
    with closing(sqlite3.connect(database)) as connection:
        triggers = connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
        for [name] in triggers.fetchall():
            connection.execute(f"DROP TRIGGER {name}")
        yield connection
        connection.commit()


async def spoil(world: World, database: Path, number: int, entry: str = "dance F7") -> None:
    """Changes the first entry of a game's log while the bot is down."""
    await world.bot.close()
    with tampering(database) as connection:
        connection.execute(
            "UPDATE log SET entry = ? WHERE game_id = ? AND seq = 0", (entry, number)
        )
    await world.env.restart_bot(world._make_bot())
