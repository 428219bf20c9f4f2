"""Very many finished games, made of one real game by a few statements."""

import sqlite3
from typing import Final

from db.sql import Connection
from tests.e2e.finished import DAY, NOVEMBER, finished
from tests.e2e.world import World
from tests.features import beside_features
from tests.visiting import column_names

SPAN: Final = 700 * DAY
"""The time in which the games ended, however many they are."""

COPIED: Final = {
    "seats": "",
    "results": "",
    "messages": "",
    "notes": "",
    "log": " AND seq < 2",  # of a game that nobody opens; a whole log would be a hundred times that
}
"""The tables with rows of each game, and which of these rows each copy has."""

NUMBERS: Final = (
    "WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < :count)"
)

NUMBERED: Final = (
    "SELECT setval(pg_get_serial_sequence('games', 'game_id'), max(game_id)) FROM games"
)


async def finish_many(world: World, games: int) -> int:
    """The number of a game that can be opened, before which a server has finished very many.

    The first person of the server hosted and played all of them, against the second one.
    """
    ada, bela, *_ = world.people
    store = world.bot.services.tables.store
    number = await finished(world, ada, bela)
    await store.people.set_note(number, ada.id, "keep the red mill")
    for feature in beside_features("many_games"):
        await feature.count(store)
    await store.change(lambda connection: _copy(connection, number, games - 1))
    # A later one can be opened: its log is whole.
    return await finished(world, ada, bela, seed=2, at=NOVEMBER + DAY)


def _copy(connection: Connection, number: int, count: int) -> None:
    served = not isinstance(connection, sqlite3.Connection)
    if served:
        # What triggers and references would check of each row takes a minute.
        connection.execute("SET LOCAL session_replication_role = replica")
    [first] = connection.execute("SELECT max(game_id) FROM games").fetchone()
    given = {"number": number, "count": count, "first": first, "span": SPAN}
    ended = "ended_at - :span + n * :span / :count"
    copies = {"game_id": ":first + n", "ended_at": ended}
    _insert(connection, "games", {**copies, "thread_id": "game_id * 1000 + n"}, given)
    for table, those in COPIED.items():
        _insert(connection, table, copies, given, those)
    _insert(connection, "archive", copies, given)
    connection.execute(
        "UPDATE endings SET games = games + :count"
        " WHERE guild_id = (SELECT guild_id FROM games WHERE game_id = :number)",
        given,
    )
    if served:
        connection.execute("SET LOCAL session_replication_role = origin")
        connection.execute(NUMBERED).fetchall()  # what was given a number is not counted there


def _insert(
    connection: Connection,
    table: str,
    changed: dict[str, str],
    given: dict[str, int],
    those: str = "",
) -> None:
    """Copies the rows of a game in one table, with some columns changed."""
    names = column_names(connection, table)
    values = ", ".join(changed.get(name, name) for name in names)
    connection.execute(
        f"{NUMBERS} INSERT INTO {table} ({', '.join(names)})"
        f" SELECT {values} FROM numbers CROSS JOIN {table} WHERE game_id = :number{those}"
        " ORDER BY n",
        given,
    )
