"""The tables of a small feature: which colour a person likes on a server."""

from pathlib import Path

from db.features import FeatureTables, OfPeople, OfServers
from db.sql import Connection
from tests.db.samples import GUILD

SCHEMA = """
CREATE TABLE likes (
    like_id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id INTEGER NOT NULL,
    guild_id INTEGER NOT NULL,
    colour TEXT NOT NULL DEFAULT 'red',  -- it's a person's own
    loud INTEGER NOT NULL DEFAULT 1 CHECK (loud IN (0, 1))
) STRICT;

CREATE INDEX likes_by_user ON likes (user_id);
"""


def tables_of_likes(folder: Path) -> FeatureTables:
    """Makes the file with the tables; who likes ``mine`` is not forgotten."""
    schema = folder / "feature" / "schema.sql"
    schema.parent.mkdir()
    schema.write_text(SCHEMA)
    return FeatureTables(
        "likes",
        version=1,
        schema=schema,
        person=OfPeople(
            columns=(("likes", "user_id"),),
            forget=("DELETE FROM likes WHERE user_id = :person",),
            export={"colours": "SELECT colour, loud FROM likes WHERE user_id = :person"},
            veto=("SELECT 1 FROM likes WHERE user_id = :person AND colour = 'mine'", "No."),
            leaves=("SELECT colour FROM likes WHERE user_id = :person", "- you lose: {names};"),
            privacy=("- What you like.",),
        ),
        server=OfServers(
            known=("SELECT guild_id FROM likes",),
            erase=("DELETE FROM likes WHERE guild_id = :guild",),
        ),
    )


def like(connection: Connection, person: int, colour: str = "red") -> None:
    connection.execute(
        "INSERT INTO likes (user_id, guild_id, colour) VALUES (:person, :guild, :colour)",
        {"person": person, "guild": GUILD, "colour": colour},
    )


def liked(connection: Connection, person: int) -> int:
    query = "SELECT count(*) FROM likes WHERE user_id = :person"
    [found] = connection.execute(query, {"person": person}).fetchone()
    return int(found)


def like_less(connection: Connection, person: int) -> None:
    connection.execute(
        "UPDATE likes SET colour = 'red' WHERE user_id = :person", {"person": person}
    )
