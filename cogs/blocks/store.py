"""All SQL about people whom another does not want to play with."""

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from db.features import FeatureTables, OfPeople, OfServers
from db.sql import Connection
from i18n.translation import N_

TABLES: Final = FeatureTables(
    "blocks",
    version=1,
    schema=Path(__file__).with_name("schema.sql"),
    person=OfPeople(
        columns=(("blocks", "user_id"), ("blocks", "other_id")),
        forget=("DELETE FROM blocks WHERE user_id = :person OR other_id = :person",),
        # Not who named the person: nobody is told of that.
        export={"not_with_me": "SELECT guild_id, other_id FROM blocks WHERE user_id = :person"},
        privacy=(N_("- The people you've blocked. Only you see the list."),),
    ),
    server=OfServers(
        known=("SELECT guild_id FROM blocks",),
        erase=("DELETE FROM blocks WHERE guild_id = :guild",),
    ),
)


def named(connection: Connection, user: int, guild: int) -> list[int]:
    """Return the ids of those whom a person named on a server."""
    asked = "SELECT other_id FROM blocks WHERE user_id = :user AND guild_id = :guild"
    rows = connection.execute(f"{asked} ORDER BY other_id", {"user": user, "guild": guild})
    return [int(other) for (other,) in rows]


def name(connection: Connection, user: int, guild: int, others: Iterable[int]) -> None:
    """Put people in the place of those whom a person named on a server."""
    given = {"user": user, "guild": guild}
    connection.execute("DELETE FROM blocks WHERE user_id = :user AND guild_id = :guild", given)
    rows = [{**given, "other": other} for other in set(others) - {user}]
    connection.executemany("INSERT INTO blocks VALUES (:user, :guild, :other)", rows)


def is_named(connection: Connection, user: int, other: int) -> bool:
    """Return whether a person named another, on whatever server."""
    asked = "SELECT 1 FROM blocks WHERE other_id = :other AND user_id = :user LIMIT 1"
    return connection.execute(asked, {"user": user, "other": other}).fetchone() is not None
