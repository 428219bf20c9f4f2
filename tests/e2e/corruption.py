"""Games whose log somebody changed while the bot was down."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from db.database import Place
from db.sql import Connection
from tests.e2e.world import World
from tests.visiting import visiting


@contextmanager
def tampering(database: Place) -> Iterator[Connection]:
    """The database while the bot is down, without what protects the log."""
    with visiting(database) as connection:
        if isinstance(database, Path):
            triggers = connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
            for [name] in triggers.fetchall():
                connection.execute(f"DROP TRIGGER {name}")
        else:
            connection.execute("SET session_replication_role = replica")
        yield connection


async def corrupt(world: World, database: Place, number: int, entry: str = "dance F7") -> None:
    await world.bot.close()
    with tampering(database) as connection:
        connection.execute(
            "UPDATE log SET entry = :entry WHERE game_id = :number AND seq = 0",
            {"entry": entry, "number": number},
        )
    await world.env.restart_bot(world._make_bot())
